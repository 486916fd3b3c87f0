"""Reads what `str` writes of a hand, its state and a case: one line each, and ``read(str(x)) == x``.

    hand    [wild=LOW-HIGH] [perk=V] [destiny=V] [may-change] [wins-double] : CARD[=CHOICE] ...
    card    ID:V[/V][~wild|~clone|~perk-wild][$]             $ marks stakes
    choice  V | @POSITION | perk | destiny                   0 is the card drawn first
    state   starter=N [revealed] | SEAT | SEAT
    seat    HAND / CARD ... [stood] [change=N]               after the stroke: what is left of the pile
    case    VARIANT|fair-deck starter=N | SIDE | SIDE
    side    ID[=CHOICE] ... [character=ID] [barred=ID] [change=N] [only-chosen]

The words of the reasons are not written. A choice that the rules refuse is refused here too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from deckmapping.errors import DomainError
from deckmapping.values import parse_value
from deckmapping.variants import Role, Variant
from service.rules.cards import Card, SideRules, WildRange
from service.rules.cases import FAIR_DECK, HandCase, HandsCase
from service.rules.choices import parse_choice
from service.rules.errors import InvalidNotationError
from service.rules.hand import Hand, choose
from service.rules.state import HandState, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

_VALUE = r"[0-9]+(?:\.[0-9]+)?"
_CARD = re.compile(rf"([^\s:=/|]+):({_VALUE}(?:/{_VALUE})*)(?:~(wild|clone|perk-wild))?(\$)?(?:=(\S+))?")
_WORDS = re.compile(
    rf"(?:wild=([0-9]+)-([0-9]+) )?(?:perk=({_VALUE}) )?(?:destiny=({_VALUE}) )?(may-change )?(wins-double )?"
)
_STATE = re.compile(r"starter=([01])( revealed)?")
_CASE = re.compile(rf"({'|'.join(Variant)}|{FAIR_DECK}) starter=([01])")
_HAND_CASE = re.compile(
    r"([0-9][^ =]*(?:=[^ ]+)?(?: [0-9][^ =]*(?:=[^ ]+)?)*)"
    r"(?: character=([^ ]+))?(?: barred=([^ ]+))?(?: change=(-1|0|1))?( only-chosen)?"
)
_REST = re.compile(r"(.*?)( ?stood)?(?: ?change=(-1|0|1))?")


def read_card(text: str) -> Card:
    """Read one card.

    Raises:
        InvalidNotationError: *text* is no card.
    """
    card, choice = _read(text, _card)
    if choice is not None:
        raise InvalidNotationError.of("card", text, "no choice outside a hand")
    return card


def read_rules(text: str) -> SideRules:
    """Read what a side is allowed, as the first words of a hand; nothing for a fair deck's rules.

    Raises:
        InvalidNotationError: *text* says no rules.
    """
    return _read(f"{text} " if text else "", _rules)


def read_hand(text: str) -> Hand:
    """Read one side's hand.

    Raises:
        InvalidNotationError: *text* is no hand.
        IllegalChoiceError: it holds a choice that the rules refuse.
    """
    return _read(text, _hand)


def read_state(text: str) -> HandState:
    """Read the state of a hand between two sides.

    Raises:
        InvalidNotationError: *text* is no state.
        IllegalChoiceError: it holds a choice that the rules refuse.
    """
    return _read(text, _state)


def read_case(text: str) -> HandsCase:
    """Read two hands for the judge; what they hold is for the judge to check.

    Raises:
        InvalidNotationError: *text* is no case.
    """
    return _read(text, _case)


def _read(text: str, reader: Callable[[str], _T]) -> _T:
    try:
        return reader(text)
    except DomainError:
        raise
    except ValueError as error:
        raise InvalidNotationError.of("text", text, str(error)) from None


def _card(text: str) -> tuple[Card, str | None]:
    match = _CARD.fullmatch(text)
    if match is None:
        raise ValueError(f"a card such as 201_6:2/5 or 12_114:3~clone=@0, not {text!r}")
    card_id, printed, role, stakes, choice = match.groups()
    printed_values = tuple(parse_value(value) for value in printed.split("/"))
    return Card(card_id, printed_values, Role(role or Role.PLAIN), is_stakes=stakes is not None), choice


def _rules(text: str) -> SideRules:
    match = _WORDS.fullmatch(text)
    if match is None:
        raise ValueError("the side's rules in the order wild= perk= destiny= may-change wins-double")
    lowest, highest, perk, destiny, may_change, wins_double = match.groups()
    return SideRules(
        wild_range=None if lowest is None else WildRange(int(lowest), int(highest)),
        perk_value=None if perk is None else parse_value(perk),
        own_destiny=None if destiny is None else parse_value(destiny),
        may_change=may_change is not None,
        wins_double=wins_double is not None,
    )


def _hand(text: str) -> Hand:
    rules, colon, cards = f"{text} ".partition(": ")
    if not colon:
        raise ValueError("a colon, with a blank after it, between the side's rules and its cards")
    held = [_card(card) for card in cards.split()]
    hand = Hand.unvalued((card for card, _ in held), _rules(rules))
    for position, (_, choice) in enumerate(held):
        if choice is not None:
            hand = choose(hand, position, parse_choice(choice))
    return hand


def _seat(text: str) -> Seat:
    hand, stroke, rest = f"{text} ".partition(" / ")
    if not stroke:
        raise ValueError("a stroke between blanks, between a side's hand and what is left of its pile")
    match = _REST.fullmatch(rest.strip())
    assert match is not None
    cards, stood, change = match.groups()
    pile = tuple(read_card(card) for card in cards.split())
    return Seat(_hand(hand), pile, has_stood=stood is not None, change=None if change is None else int(change))


def _state(text: str) -> HandState:
    parts = text.split(" | ")
    match = _STATE.fullmatch(parts[0])
    if match is None or len(parts) != 3:
        raise ValueError("starter=0 or starter=1, perhaps revealed, and two sides, all parted by ' | '")
    return HandState((_seat(parts[1]), _seat(parts[2])), int(match[1]), is_revealed=match[2] is not None)


def _case(text: str) -> HandsCase:
    head, *hands = text.split(" | ")
    match = _CASE.fullmatch(head)
    if match is None:
        raise ValueError("a variant or fair-deck, and starter=0 or starter=1, before the first ' | '")
    variant = None if match[1] == FAIR_DECK else Variant(match[1])
    return HandsCase(variant, tuple(_hand_case(hand) for hand in hands), int(match[2]))


def _hand_case(text: str) -> HandCase:
    match = _HAND_CASE.fullmatch(text)
    if match is None:
        raise ValueError("cards, then character= barred= change= only-chosen in this order")
    cards, character, barred, change, only_chosen = match.groups()
    named = [card.partition("=") for card in cards.split()]
    return HandCase(
        cards=tuple(card for card, _, _ in named),
        character=character,
        barred_by=barred,
        choices=tuple((position, parse_choice(choice)) for position, (_, equals, choice) in enumerate(named) if equals),
        only_chosen=only_chosen is not None,
        change=None if change is None else int(change),
    )
