"""What may be chosen for a card, key by key, and what each choice would count."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.values import Value, format_value, parse_value, whole
from deckmapping.variants import Variant, variant_rules
from sabacc.v1 import cards_pb2

if TYPE_CHECKING:
    from deckmapping.variants import VariantRules
    from sabacc.v1 import tables_pb2

_OTHER_KEYS: Final = string.ascii_lowercase
_CHARACTER: Final = {"perk": "by the playing character's perk", "destiny": "the playing character's own destiny"}


class Choice(NamedTuple):
    """One choice for a card."""

    key: str
    value: str
    """What the card would count; empty where that hangs on another card or is not known here."""
    words: str


def choice_keys(card: tables_pb2.TableCard) -> dict[str, str]:
    """Return each key's choice: a whole number of one digit is its own key, all others have letters."""
    letters = iter(_OTHER_KEYS)
    return {each if len(each) == 1 and each.isdecimal() else next(letters): each for each in card.choices}


def choices(view: tables_pb2.TableView, position: int) -> list[Choice]:
    """Return what may be chosen for a card of the viewer's own hand."""
    cards = view.seats[view.seat].cards
    return [_choice(view, key, each) for key, each in choice_keys(cards[position]).items()]


def explained(view: tables_pb2.TableView, position: int) -> str:
    """Return what a card of the viewer's own hand may count, in words; empty for one that counts what is printed."""
    card = view.seats[view.seat].cards[position]
    rules = _rules(view)
    span = f"a whole number from {rules.lowest} to {rules.highest}"
    words = {
        cards_pb2.CARD_ROLE_CLONE: "a clone counts as another of your cards that is no clone",
        cards_pb2.CARD_ROLE_WILD: f"a wild card counts {span}",
        cards_pb2.CARD_ROLE_PERK_WILD: f"by your character's perk it may count {span}",
    }.get(card.role, f"it counts {' or '.join(card.printed)}" if len(card.printed) > 1 else "")
    return words[:1].upper() + words[1:]


def _choice(view: tables_pb2.TableView, key: str, choice: str) -> Choice:
    if choice.startswith("@"):
        at = int(choice[1:])
        other = view.seats[view.seat].cards[at]
        return Choice(key, other.value, f"as card {at + 1}, {other.title}")
    if choice in _CHARACTER:
        return Choice(key, _perk_value(view) if choice == "perk" else "", _CHARACTER[choice])
    return Choice(key, choice, "")


def total_with(view: tables_pb2.TableView, position: int, value: str) -> str:
    """Return what the viewer's total would be if the card counted *value*; empty while another card is open."""
    own = view.seats[view.seat]
    others = [card.value for at, card in enumerate(own.cards) if at != position]
    if not value or not all(others):
        return ""
    change = whole(own.change)
    return format_value(Value(sum(map(parse_value, others), parse_value(value) + change)))


def _perk_value(view: tables_pb2.TableView) -> str:
    value = _rules(view).clone_perk_value
    return "" if value is None else format_value(value)


def _rules(view: tables_pb2.TableView) -> VariantRules:
    return variant_rules(Variant[cards_pb2.Variant.Name(view.variant).removeprefix("VARIANT_")])
