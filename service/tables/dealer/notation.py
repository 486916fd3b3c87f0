"""Reads what `str` writes of a hand against a dealer: one line, and ``read_dealer_hand(str(hand)) == hand``.

    hand    TERMS [checks] [may-shift] [overdraws-with=N,..] beneath=N,N [shown] | SEAT | SEAT
    terms   draws-to=N [overdraws-to=N overdraw-chance=A/B] [shift-share=A/B] [wins-double] pays=A/B costs=N
    seat    as `service.rules.notation` reads it: the player's first

The line holds hidden cards.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import DomainError
from service.rules.dealing import PayTable
from service.rules.errors import InvalidNotationError
from service.rules.notation import read_state
from service.tables.dealer.character import Character
from service.tables.dealer.hand import DealerHand, Terms

if TYPE_CHECKING:
    from service.rules.state import Seat

_SHARE: Final = r"[0-9]{1,20}(?:/[1-9][0-9]{0,19})?"
_TERMS: Final = re.compile(
    rf"draws-to=([0-9]+)(?: overdraws-to=([0-9]+) overdraw-chance=({_SHARE}))?(?: shift-share=({_SHARE}))?"
    rf"( wins-double)? pays=({_SHARE}) costs=([0-9]+)"
)
_HAND: Final = re.compile(
    r"(.* costs=[0-9]+)( checks)?( may-shift)?(?: overdraws-with=([2-5](?:,[2-5])*))?"
    r" beneath=([0-9]+),([0-9]+)( shown)?"
)


def read_terms(text: str) -> Terms:
    """Read what a table plays by.

    Raises:
        InvalidNotationError: *text* does not say it.
        InvalidInputError: a rule or payout outside its limits.
    """
    match = _TERMS.fullmatch(text)
    if match is None:
        raise InvalidNotationError.of("terms", text, "terms such as draws-to=7 pays=3/2 costs=1")
    draws_to, overdraws_to, chance, share, wins_double, pays, costs = match.groups()
    rule = DealerRule(
        draws_to=int(draws_to),
        overdraws_to=None if overdraws_to is None else int(overdraws_to),
        overdraw_chance=Fraction(chance or 0),
        shift_share=Fraction(share or 0),
        wins_double=wins_double is not None,
    )
    return Terms(rule, PayTable(Fraction(pays), int(costs)))


def read_dealer_hand(text: str) -> DealerHand:
    """Read a hand against a dealer.

    Raises:
        InvalidNotationError: *text* is none, or holds a choice that the rules refuse; the error tells no card.
        InvalidInputError: a rule or payout outside its limits.
    """
    head, _, seats = text.partition(" | ")
    match = _HAND.fullmatch(head)
    if match is None:
        raise _unreadable(text)
    terms, checks, may_shift, overdraws, player, dealer, shown = match.groups()
    return DealerHand(
        terms=read_terms(terms),
        seats=_seats(text, seats),
        is_checked=checks is not None,
        character=Character(may_shift is not None, tuple(map(int, overdraws.split(","))) if overdraws else ()),
        beneath=(int(player), int(dealer)),
        is_shown=shown is not None,
    )


def _seats(text: str, seats: str) -> tuple[Seat, Seat]:
    """Read both seats as those of a hand between two sides."""
    try:
        return read_state(f"starter=0 | {seats}").seats
    except DomainError:
        raise _unreadable(text) from None


def _unreadable(text: str) -> InvalidNotationError:
    return InvalidNotationError.of("hand", f"{len(text)} characters", "a hand against a dealer, on one line")
