"""The transcript as it is written: one ASCII line for each fact, in the order tsb1 fixes."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deckmapping.values import format_value
from service.rules.ranking import is_over
from service.tiebreak.proof import MODE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckmapping.values import Value
    from service.tiebreak.hands import Play
    from service.tiebreak.model import Place, Player, TieRequest
    from service.tiebreak.proof import Rules

FIRST_LINE: Final = "tsb1 1"
"""The protocol and its version."""


def head_lines(request: TieRequest, rules: Rules, locked: Iterable[tuple[str, str]], lock: bytes | None) -> list[str]:
    """Return the head: what is fixed before anything is drawn.

    Args:
        request: the tie.
        rules: the rules and card data that it is played by.
        locked: name and comma-joined pile of each player in the lock, by name.
        lock: tsb1's L; None where there is none.
    """
    tie = request.tie
    lines = [
        FIRST_LINE,
        rules.line,
        f"tie {tie.event} {tie.stage} {tie.attempt}",
        f"mode {MODE}",
        f"seed {request.seed.hex()}",
    ]
    if lock is not None:
        lines += [f"player {name} {ids}" for name, ids in locked]
        lines.append(f"lock {lock.hex()}")
    return lines


def chained_lines(request: TieRequest, players: Sequence[Player], play: Play, places: Iterable[Place]) -> list[str]:
    """Return the lines of the chain, from what was dropped to the places.

    Args:
        request: the tie.
        players: its players by name.
        play: the hands, played to the end.
        places: by place, then by name.
    """
    values_of = play.values_of
    return [
        *[f"dropped {p.name} {','.join(sorted(p.dropped))}" for p in players if p.dropped and p.name in play.piles],
        *_criteria_lines(request, players),
        *[f"card {id_} {_alternatives(values_of[id_])}" for id_ in sorted(play.drawn)],
        *[f"group {group.place} {' '.join(group.players)}" for group in play.groups],
        *_hand_lines(play),
        *[f"place {place} {player} {decided_by}" for place, player, decided_by in places],
    ]


def _criteria_lines(request: TieRequest, players: Sequence[Player]) -> list[str]:
    """Return the criteria in their order, and the figures and wins they look at."""
    criteria = request.options.criteria
    lines = [f"criterion {criterion.name} {criterion.direction}" for criterion in criteria]
    if players[0].values:
        lines += [f"value {p.name} {' '.join(map(format_value, p.values))}" for p in players]
    lines += [f"wins {winner} {loser} {wins}" for winner, loser, wins in sorted(request.wins)]
    return lines


@lru_cache(maxsize=256)
def _alternatives(values: tuple[Value, ...]) -> str:
    """Write what a card may count; a catalogue holds few different ones."""
    return "/".join(map(format_value, values))


def _hand_lines(play: Play) -> list[str]:
    """Return all hands in the order played, with the lots drawn after them."""
    lines = []
    lots = deque(play.lots)
    for number, hands in enumerate(play.hands, 1):
        lines.append(f"hand {number} begin")
        for _, player, ids, values, total in hands:
            draw = f"draw {number} {player} "
            lines += [draw + id_ for id_ in ids]
            summands = "+".join(map(format_value, values))
            over = "over" if is_over(total) else "under"
            lines.append(f"total {number} {player} {summands} {format_value(total)} {over}")
        while lots and lots[0].hand == number:
            lines.append(f"lot {number} {' '.join(lots.popleft().players)}")
    return lines
