"""Criteria before cards: who is settled by filed figures and wins, and who is still equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.tiebreak.model import HEAD_TO_HEAD, Direction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckmapping.values import Value
    from service.tiebreak.model import Criterion, Player, Win


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
    so what counts there changes as the group shrinks.

    Args:
        players: each with one value for every criterion but ``head_to_head``.
        wins: wins between the players, at most one entry for each ordered pair.
        criteria: in the order they are applied.
    """
    values = {player.name: player.values for player in players}
    settled: list[Standing] = []
    waiting: list[tuple[tuple[str, ...], str | None]] = [(tuple(sorted(values)), None)]
    place = 1
    while waiting:
        group, criterion = waiting.pop()
        split = _split(group, criteria, values, wins) if len(group) > 1 else None
        if split is None:
            settled.append(Standing(place, group, criterion))
            place += len(group)
        else:
            decided_by, levels = split
            waiting.extend((level, decided_by) for level in reversed(levels))
    return settled


def _split(
    group: tuple[str, ...], criteria: Sequence[Criterion], values: Mapping[str, Sequence[Value]], wins: Sequence[Win]
) -> tuple[str, list[tuple[str, ...]]] | None:
    """Return the first criterion on which *group* differs, and its levels from the best; None where all are equal."""
    column = 0  # of the values, among which head_to_head has none
    for criterion in criteria:
        if criterion.name == HEAD_TO_HEAD:
            figures: list[int] = _wins_inside(group, wins)
        else:
            figures = [values[name][column] for name in group]
            column += 1
        levels = set(figures)
        if len(levels) > 1:
            best_first = sorted(levels, reverse=criterion.direction is Direction.HIGH)
            pairs = list(zip(group, figures, strict=True))
            return criterion.name, [tuple([name for name, figure in pairs if figure == level]) for level in best_first]
    return None


def _wins_inside(group: tuple[str, ...], wins: Sequence[Win]) -> list[int]:
    """Return each player's wins against the others of *group*."""
    inside = dict.fromkeys(group, 0)
    for winner, loser, count in wins:
        if winner in inside and loser in inside:
            inside[winner] += count
    return list(inside.values())
