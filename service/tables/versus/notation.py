"""Reads what `str` writes of a table between two players: one line, and ``read_table(str(table), opened) == table``.

    table   number=N [last-starter=N] agreed=B,B absent=WHY,WHY hands=N | IDS | IDS | HAND
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
from service.tables.shoe import ShoeDeal

if TYPE_CHECKING:
    from service.rules.cards import Card
    from service.rules.state import HandState, Seat
    from service.tables.shoe import ShoePile
    from service.tables.versus.table import VersusTable

_WHY: Final = "|".join([*Absence, "-"])
_HEAD: Final = re.compile(
    rf"number=([0-9]+)(?: last-starter=([01]))? agreed=(yes|no),(yes|no) absent=({_WHY}),({_WHY}) hands=([0-9]+)"
)
_BENEATH: Final = re.compile("beneath=([0-9]+),([0-9]+)")
_NOTHING: Final = "-"


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
    known = [{card.card_id: card for card in pile.whole} for pile in opened.shoe.piles]
    first, second = (_played(*each) for each in zip(opened.shoe.piles, piles, known, strict=True))
    table = replace(
        opened,
        shoe=replace(opened.shoe, piles=(first, second), hands=int(hands)),
        number=int(number),
        last_starter=None if starter is None else int(starter),
        agreed=(sides[0] == "yes", sides[1] == "yes"),
        absent=(_absence(sides[2]), _absence(sides[3])),
    )
    if rest == _NOTHING:
        return table
    beneath, _, state = rest.partition(" | ")
    below = _BENEATH.fullmatch(beneath)
    if below is None:
        raise ValueError(beneath)
    hand = _with_reasons(read_state(state), known)
    one, other = ((*seat.hand.cards, *seat.pile) for seat in hand.seats)
    return replace(table, hand=hand, dealt=ShoeDeal(((), ()), (one, other), (int(below[1]), int(below[2]))))


def _played(pile: ShoePile, ids: str, known: dict[str, Card]) -> ShoePile:
    return replace(pile, played=() if ids == _NOTHING else tuple(known[card] for card in ids.split(" ")))


def _absence(word: str) -> Absence | None:
    return None if word == _NOTHING else Absence(word)


def _with_reasons(hand: HandState, known: list[dict[str, Card]]) -> HandState:
    """Put the players' own cards, which know why they count what they count, in place of those that were read."""
    for side in SIDES:
        hand = hand.with_seat(side, _own(hand.seats[side], known[side]))
    return hand


def _own(seat: Seat, known: dict[str, Card]) -> Seat:
    held, pile = ([known[card.card_id] for card in cards] for cards in (seat.hand.cards, seat.pile))
    if (*held, *pile) != (*seat.hand.cards, *seat.pile):
        raise ValueError("a card that is another one in its player's deck")
    return replace(seat, hand=replace(seat.hand, cards=tuple(held)), pile=tuple(pile))
