"""Checks a case for the judge and turns its ids into hands; every fault of a kind is named at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

from deckmapping.errors import DomainError, MalformedIdError, UnknownCardError, Violation, shown
from deckmapping.ids import normalise_id
from deckmapping.records import CardRecord
from deckmapping.variants import is_barring_card
from service.rules.casting import cast, side_rules
from service.rules.choices import ByCharacter
from service.rules.errors import IllegalChoiceError, InvalidCaseError
from service.rules.hand import FIRST_CARDS, MOST_CARDS, Hand, choose, gifts, verify_choice
from service.rules.state import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Sized

    from service.rules.cards import SideRules
    from service.rules.cases import HandCase, HandsCase
    from service.rules.choices import Choice

Lookup: TypeAlias = Callable[[str], CardRecord | None]
"""Returns the record of a normalised blueprint id; None where there is none."""


class _HasLists(Protocol):
    """A hand of a case, or the message that one is made from."""

    @property
    def cards(self) -> Sized: ...
    @property
    def choices(self) -> Sized: ...


@dataclass(frozen=True, slots=True)
class ReadHand:
    """A hand of a case with the records it was made of."""

    case: HandCase
    """With every id normalised."""
    hand: Hand
    records: tuple[CardRecord, ...]
    character: CardRecord | None


def read_hands(case: HandsCase, lookup: Lookup) -> tuple[ReadHand, ReadHand]:
    """Turn the two hands of *case* into the rules' own.

    Raises:
        InvalidCaseError: not two hands of two to six cards, a choice twice for a card, no such starter or change, a
            playing character that is no character, a barring card that is none.
        MalformedIdError: text that is no blueprint id.
        UnknownCardError: a card or playing character that *lookup* does not know.
        IllegalChoiceError: a chosen value that the rules refuse.
    """
    _refuse(InvalidCaseError, check_counts(case.hands))
    _refuse(InvalidCaseError, _misshapen(case))
    _refuse(MalformedIdError, _malformed(case))
    hands = tuple(_normalised(hand) for hand in case.hands)
    _refuse(UnknownCardError, _unknown(hands, lookup))
    _refuse(InvalidCaseError, _misplaced(hands, lookup))
    read = [_unvalued(case, hand, lookup) for hand in hands]
    _refuse(IllegalChoiceError, _ill_chosen(read))
    first, second = (_chosen(each) for each in read)
    return first, second


def _refuse(kind: type[DomainError], found: Iterator[Violation]) -> None:
    violations = list(found)
    if violations:
        raise kind.all(violations)


def check_counts(hands: Sequence[_HasLists]) -> Iterator[Violation]:
    """Yield every count of a case that is out of its limits, before anything inside its lists is looked at."""
    if len(hands) != len(SIDES):
        yield Violation("hands", f"{len(hands)} hands", "exactly two hands")
        return
    for side, hand in enumerate(hands):
        if not FIRST_CARDS <= len(hand.cards) <= MOST_CARDS:
            yield Violation(f"hands[{side}].cards", f"{len(hand.cards)} cards", "two to six cards")
        if len(hand.choices) > MOST_CARDS:
            yield Violation(f"hands[{side}].choices", f"{len(hand.choices)} choices", "at most one choice a card")


def _misshapen(case: HandsCase) -> Iterator[Violation]:
    if case.starter not in SIDES:
        yield Violation("starter", shown(case.starter), "0 or 1")
    for side, hand in enumerate(case.hands):
        path = f"hands[{side}]"
        if hand.change not in (None, -1, 0, 1):
            yield Violation(f"{path}.change", shown(hand.change), "-1, 0 or 1")
        positions = [position for position, _ in hand.choices]
        for place, position in enumerate(positions):
            if position in positions[:place]:
                yield Violation(f"{path}.choices[{place}]", str(position), "one choice a card")


def _malformed(case: HandsCase) -> Iterator[Violation]:
    for field, text in _ids(case.hands):
        try:
            normalise_id(text, field)
        except MalformedIdError as error:
            yield from error.violations


def _unknown(hands: tuple[HandCase, ...], lookup: Lookup) -> Iterator[Violation]:
    for field, blueprint_id in _ids(hands):
        if not field.endswith("barredBy") and lookup(blueprint_id) is None:
            yield Violation(field, blueprint_id, "a card of the catalogue")


def _misplaced(hands: tuple[HandCase, ...], lookup: Lookup) -> Iterator[Violation]:
    for side, hand in enumerate(hands):
        character = hand.character and lookup(hand.character)
        if character and character.category != "CHARACTER":
            value = f"{character.blueprint_id} {shown(character.title)}"
            yield Violation(f"hands[{side}].character", value, "a character card")
        if hand.barred_by is not None and not is_barring_card(hand.barred_by):
            yield Violation(f"hands[{side}].barredBy", hand.barred_by, "a card that bars wild cards: 7_111 or 7_269")


def _ill_chosen(hands: list[ReadHand]) -> Iterator[Violation]:
    for side, each in enumerate(hands):
        for place, (position, choice) in enumerate(each.case.choices):
            try:
                verify_choice(each.hand, position, _meant(each.hand.rules, choice), f"hands[{side}].choices[{place}]")
            except IllegalChoiceError as error:
                for fault in error.violations:
                    yield replace(fault, value=f"{fault.value} in {each.case}")


def _ids(hands: tuple[HandCase, ...]) -> Iterator[tuple[str, str]]:
    """Yield every id of the case with the path of its field."""
    for side, hand in enumerate(hands):
        for position, card in enumerate(hand.cards):
            yield f"hands[{side}].cards[{position}]", card
        if hand.character is not None:
            yield f"hands[{side}].character", hand.character
        if hand.barred_by is not None:
            yield f"hands[{side}].barredBy", hand.barred_by


def _normalised(hand: HandCase) -> HandCase:
    return replace(
        hand,
        cards=tuple(normalise_id(card) for card in hand.cards),
        character=None if hand.character is None else normalise_id(hand.character),
        barred_by=None if hand.barred_by is None else normalise_id(hand.barred_by),
    )


def _unvalued(case: HandsCase, hand: HandCase, lookup: Lookup) -> ReadHand:
    character = None if hand.character is None else lookup(hand.character)
    records = tuple(record for record in map(lookup, hand.cards) if record is not None)
    cards = (cast(record, case.variant, character, hand.barred_by) for record in records)
    return ReadHand(hand, Hand.unvalued(cards, side_rules(case.variant, character)), records, character)


def _chosen(read: ReadHand) -> ReadHand:
    hand = read.hand
    for position, choice in read.case.choices:
        hand = choose(hand, position, _meant(hand.rules, choice))
    return replace(read, hand=hand)


def _meant(rules: SideRules, choice: Choice) -> Choice:
    """Read the perk of a character that has none but lends his own destiny (Devaronian) as that destiny."""
    has_perk = ByCharacter.PERK in gifts(rules)
    return ByCharacter.OWN_DESTINY if choice is ByCharacter.PERK and not has_perk else choice
