"""Criteria before cards: who is settled by filed figures and wins, and who is still equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.tiebreak.model import HEAD_TO_HEAD, Direction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.tiebreak.model import Criterion, Player, Win

    Figure = Callable[[str, tuple[str, ...]], int]
    """What a criterion says of a player among a group."""


class Standing(NamedTuple):
    """Players on one level once all criteria are applied."""

    place: int
    players: tuple[str, ...]
    """Sorted bytewise."""
    criterion: str | None
    """The last criterion that split them from others; None where nothing did."""

    @property
    def is_equal(self) -> bool:
        """Whether more than one player is left here."""
        return len(self.players) > 1


def standings(players: Sequence[Player], wins: Sequence[Win], criteria: Sequence[Criterion]) -> list[Standing]:
    """Order *players* by *criteria*, best place first.

    The first criterion on which a group differs splits it into one group for each level, and every one of these starts
    again at the first criterion. ``head_to_head`` is the sum of the wins against the others of the group still equal,
    so what counts there changes as the group shrinks (field report 11).

    Args:
        players: each with one value for every criterion but ``head_to_head``.
        wins: wins between the players, at most one entry for each ordered pair.
        criteria: in the order they are applied.
    """
    names = tuple(sorted([player.name for player in players]))
    figures = [(criterion, _figure_of(criterion, at, players, wins)) for criterion, at in _with_columns(criteria)]
    settled: list[Standing] = []
    waiting: list[tuple[tuple[str, ...], str | None]] = [(names, None)]
    place = 1
    while waiting:
        group, criterion = waiting.pop()
        split = _split(group, figures) if len(group) > 1 else None
        if split is None:
            settled.append(Standing(place, group, criterion))
            place += len(group)
        else:
            decided_by, levels = split
            waiting.extend((level, decided_by) for level in reversed(levels))
    return settled


def _with_columns(criteria: Sequence[Criterion]) -> list[tuple[Criterion, int]]:
    """Pair each criterion with the index of its value in `Player.values`; that of ``head_to_head`` is not used."""
    columns, column = [], 0
    for criterion in criteria:
        columns.append((criterion, column))
        column += criterion.name != HEAD_TO_HEAD
    return columns


def _figure_of(criterion: Criterion, column: int, players: Sequence[Player], wins: Sequence[Win]) -> Figure:
    """Return what *criterion* says; *column* is its index in `Player.values`."""
    if criterion.name == HEAD_TO_HEAD:
        return lambda name, group: sum(win.wins for win in wins if win.winner == name and win.loser in group)
    filed = {player.name: player.values[column] for player in players}
    return lambda name, _group: filed[name]


def _split(
    group: tuple[str, ...], figures: Sequence[tuple[Criterion, Figure]]
) -> tuple[str, list[tuple[str, ...]]] | None:
    """Return the first criterion on which *group* differs, and its levels from the best; None where all are equal."""
    for criterion, figure in figures:
        levels: dict[int, list[str]] = {}
        for name in group:
            levels.setdefault(figure(name, group), []).append(name)
        if len(levels) > 1:
            best_first = sorted(levels, reverse=criterion.direction is Direction.HIGH)
            return criterion.name, [tuple(levels[level]) for level in best_first]
    return None
