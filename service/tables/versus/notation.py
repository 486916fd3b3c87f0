"""Reads what `str` writes of a table between two players: one line, and ``read_table(str(table), opened) == table``.

    table   number=N [last-starter=N] ready=B,B absent=WHY,WHY hands=N | IDS | IDS | HAND
    IDS     what has been played of side 0's pile, and of side 1's, since they were shuffled; ``-`` for nothing
    HAND    ``-``, or ``beneath=N,N | `` and a state as `service.rules.notation` reads it
    B, WHY  yes or no; missed-deadline, left, conceded, or ``-``

What stays the same while the table is open (`VersusTerms`, the whole piles) is not written: it comes from the table as
it was opened. The line holds hidden cards.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from service.rules.errors import InvalidNotationError
from service.rules.notation import read_state
from service.rules.state import SIDES
from service.tables.moves import Absence
from service.tables.own_cards import NOTHING, own_cards, read_ids, with_own_cards
from service.tables.shoe import ShoeDeal

if TYPE_CHECKING:
    from service.tables.versus.table import VersusTable

_WHY: Final = "|".join([*Absence, "-"])
_HEAD: Final = re.compile(
    rf"number=([0-9]+)(?: last-starter=([01]))? ready=(yes|no),(yes|no) absent=({_WHY}),({_WHY}) hands=([0-9]+)"
)
_BENEATH: Final = re.compile("beneath=([0-9]+),([0-9]+)")


def read_table(text: str, opened: VersusTable) -> VersusTable:
    """Read a table between two players.

    Args:
        text: the line.
        opened: the same table as `service.tables.versus.table.open_table` returned it.

    Raises:
        InvalidNotationError: *text* is no line of this table; the error holds none of its cards.
    """
    try:
        return _read(text, opened)
    except (InvalidNotationError, KeyError, ValueError):
        expected = "a table between two players, on one line, with their cards"
        raise InvalidNotationError.of("table", f"{len(text)} characters", expected) from None


def _read(text: str, opened: VersusTable) -> VersusTable:
    head, *piles, rest = text.split(" | ", 3)
    match = _HEAD.fullmatch(head)
    if match is None:
        raise ValueError(head)
    number, starter, *sides, hands = match.groups()
    own = [own_cards(pile) for pile in opened.shoe.piles]
    first, second = (
        replace(pile, played=read_ids(ids, cards))
        for pile, ids, cards in zip(opened.shoe.piles, piles, own, strict=True)
    )
    table = replace(
        opened,
        shoe=replace(opened.shoe, piles=(first, second), hands=int(hands)),
        number=int(number),
        last_starter=None if starter is None else int(starter),
        ready=(sides[0] == "yes", sides[1] == "yes"),
        absent=(_absence(sides[2]), _absence(sides[3])),
    )
    if rest == NOTHING:
        return table
    beneath, _, state = rest.partition(" | ")
    below = _BENEATH.fullmatch(beneath)
    if below is None:
        raise ValueError(beneath)
    hand = read_state(state)
    for side in SIDES:
        hand = hand.with_seat(side, with_own_cards(hand.seats[side], own[side]))
    one, other = ((*seat.hand.cards, *seat.pile) for seat in hand.seats)
    return replace(table, hand=hand, dealt=ShoeDeal(((), ()), (one, other), (int(below[1]), int(below[2]))))


def _absence(word: str) -> Absence | None:
    return None if word == NOTHING else Absence(word)
