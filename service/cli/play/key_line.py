"""The line of keys: those that do something now, the dearest first where not all fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.money import amount, is_for_silver, plays_shoes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.cli.play.look import Look
    from service.cli.play.sitting import Sitting

_HELP: Final = ("?", "help")
_CLOSE: Final = ("q", "close")
_LEAVE: Final = ("Ctrl-C", "leave")
"""In place of `_CLOSE` as long as a shoe for silver must be played out."""


def key_line(sitting: Sitting, look: Look) -> Text:
    """Return the keys of the table, in one line."""
    keys = list(_in_hand(sitting) if sitting.is_hand_running else _between_hands(sitting))
    is_held = plays_shoes(sitting.view) and not sitting.may(pb.MOVE_KIND_CLOSE)
    return line_of([*keys, ("r", "played"), _HELP, _LEAVE if is_held else _CLOSE], look)


def line_of(keys: Sequence[tuple[str, str]], look: Look) -> Text:
    """Return *keys*, each with what it does, in one line; the rarer of them are left out where not all fit."""
    shown = list(keys)
    while len(shown) > 2 and _length(shown) > look.width - 1:
        del shown[-3]
    line = Text(" ", no_wrap=True, overflow="crop")
    for at, (key, words) in enumerate(shown):
        line.append("  " if at else "").append(key, style=f"bold {look.accent}").append(f" {words}")
    return line


def _length(keys: Sequence[tuple[str, str]]) -> int:
    return sum(len(key) + len(words) + 3 for key, words in keys)


def _in_hand(sitting: Sitting) -> Iterator[tuple[str, str]]:
    if sitting.may(pb.MOVE_KIND_DRAW):
        yield "d", "draw"
    if sitting.may(pb.MOVE_KIND_STAND):
        yield "s", "stand"
    if sitting.may(pb.MOVE_KIND_CHOOSE):
        yield f"1-{len(sitting.own.cards)}", "value a card"
    if sitting.may(pb.MOVE_KIND_CHOOSE_BEST):
        yield "b", "best values"
    if sitting.may(pb.MOVE_KIND_CHANGE_TOTAL):
        yield "- 0 +", "change the total by -1, 0, 1"
    if sitting.view.against_dealer and sitting.may(pb.MOVE_KIND_DRAW) and not is_for_silver(sitting.view):
        yield "a", "advice"
    if sitting.may(pb.MOVE_KIND_FINISH):
        yield "f", "finish"
    if sitting.may(pb.MOVE_KIND_LEAVE):
        yield "x", "concede"


def _between_hands(sitting: Sitting) -> Iterator[tuple[str, str]]:
    if sitting.may(pb.MOVE_KIND_READY):
        yield "n", "next hand"
    if sitting.may(pb.MOVE_KIND_BET):
        yield "n", f"deal for {_bet(sitting)}"
        yield "+ - 0-9", "bet"
    if sitting.may(pb.MOVE_KIND_SEAT_DEALER) and len(sitting.theme.dealers) > 1:
        yield "t", "other dealer"


def _bet(sitting: Sitting) -> str:
    bet = int(sitting.typed or sitting.bet)
    return amount(sitting.view, bet) if is_for_silver(sitting.view) else str(bet)
