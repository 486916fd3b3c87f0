"""What a side plays with, from what callers name: records of cards, a bundled deck, or a pile written as counts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.decks import MOST_CARDS
from deckmapping.errors import InvalidInputError, Violation, shown
from deckmapping.themes.bundled import bundled_deck
from deckmapping.values import ONE, parse_value
from deckmapping.variants import Role, bars_wild_cards
from service.odds.kinds import Kind, Pile, Side
from service.rules.casting import cast, side_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.dealer_rule import DealerRule
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant

_LONGEST: Final = 8192
"""Characters; 200 kinds with seven decimals each are fewer."""
_COUNT: Final = re.compile("[0-9]{1,3}")
_VARIANT_ROLES: Final = (Role.WILD, Role.CLONE, Role.PERK_WILD)
_KIND: Final = f"a value ('5'), two ('2/5'), '{Role.WILD}' or '{Role.CLONE}'"


def parse_pile(text: str, field: str, variant: Variant | None) -> Pile:
    """Read a pile as `Pile` writes it: ``0:19,1:10,2/5:1,wild:3,clone:4``; wild by perk is ``perk-wild:2:4``.

    Args:
        text: kinds and how many cards there are of each; blanks around them do not matter.
        field: names the text in errors.
        variant: what makes cards wild or clones; None for the fair deck, which has neither.

    Raises:
        InvalidInputError: an entry is no kind with a count, a kind stands twice, the variant has no such kind, or
            there are more than 200 cards. Each wrong entry is named with its position, counted from 1.
    """
    if len(text) > _LONGEST:
        raise InvalidInputError.of(field, f"{len(text)} characters", f"at most {_LONGEST}")
    counts: dict[Kind, int] = {}
    faults: list[Violation] = []
    for position, entry in enumerate(text.split(","), start=1):
        written, _, number = entry.strip().rpartition(":")
        value = shown(f"{entry.strip()} at position {position}")
        try:
            kind, count = parse_kind(written, variant), _count(number)
        except ValueError as fault:
            faults.append(Violation(field, value, str(fault)))
            continue
        if kind in counts:
            faults.append(Violation(field, value, "each kind once"))
        counts[kind] = count
    if faults:
        raise InvalidInputError.all(faults)
    if sum(counts.values()) > MOST_CARDS:
        raise InvalidInputError.of(field, f"{sum(counts.values())} cards", f"at most {MOST_CARDS} cards")
    return Pile.of_counts(counts)


def parse_kind(text: str, variant: Variant | None) -> Kind:
    """Read a kind as `Kind` writes it.

    Raises:
        ValueError: it is none, or none that *variant* has; the text says what was expected.
    """
    role, _, values = text.partition(":") if text.startswith(Role.PERK_WILD) else (text, "", "")
    if role in _VARIANT_ROLES and variant is None:
        raise ValueError(f"no {role} card without a variant: the fair deck has none")
    if role in (Role.WILD, Role.CLONE):
        return Kind((), Role(role))
    plain = role != Role.PERK_WILD
    printed = (text if plain else values).split("/")
    if len(printed) > 2:
        raise ValueError(_KIND)
    try:
        read = tuple(sorted({parse_value(value) for value in printed}))
    except ValueError:
        raise ValueError(_KIND) from None
    if read[0] < 0:
        raise ValueError("a value of 0 or more")
    return Kind(read, Role.PLAIN if plain else Role.PERK_WILD)


def parse_share(text: str, field: str) -> Fraction:
    """Read an exact number of a table: a decimal, ``1/4``, or ``3:2``.

    Raises:
        InvalidInputError: it is none of these.
    """
    above, mark, below = text.partition("/" if "/" in text else ":")
    try:
        return Fraction(parse_value(above), parse_value(below) if mark else ONE)
    except (ValueError, ZeroDivisionError):
        expected = "a decimal of at most 12 digits and 7 decimals, or two with '/' or ':' between them"
        raise InvalidInputError.of(field, text, expected) from None


def side_of(
    records: Iterable[CardRecord],
    variant: Variant | None,
    character: CardRecord | None = None,
    barred_by: str | None = None,
) -> Side:
    """Return the side that plays with the cards of *records*; the other arguments are those of `cast`."""
    cards = (cast(record, variant, character, barred_by) for record in records)
    return Side(Pile.of_cards(cards), side_rules(variant, character))


def side_of_counts(
    pile: Pile, variant: Variant | None, character: CardRecord | None, barred_by: str | None, field: str
) -> Side:
    """Return the side that plays with *pile*, of whose cards nobody knows more than what they count.

    Raises:
        InvalidInputError: a card would bar it from wild cards, of which nobody knows what is printed on them; the
            error names *field*.
    """
    is_barred = variant is not None and barred_by is not None and bars_wild_cards(barred_by, variant)
    if is_barred and any(kind.role is Role.WILD for kind in pile.kinds):
        raise InvalidInputError.of(field, barred_by, "a pile of cards, or one of counts without wild cards")
    return Side(pile, side_rules(variant, character))


def bundled_side(
    name: str, variant: Variant | None, character: CardRecord | None = None, barred_by: str | None = None
) -> Side:
    """Return the side that plays with a bundled deck, whose cards count what the starter catalogue says.

    Raises:
        UnknownNameError: there is none of this name.
    """
    deck = bundled_deck(name)
    if deck.card_ids:
        records = starter_catalogue().records
        return side_of((records[card] for card in deck.card_ids), variant, character, barred_by)
    return Side(Pile.of_counts(Counter(Kind(values) for values in deck.values)), side_rules(variant, character))


def player_at_table(side: Side) -> Side:
    """Return *side* as it plays at a dealer's table, where the player's character gives perks only (table rules)."""
    return replace(side, rules=side.rules.perks)


def dealer_at_table(side: Side, rule: DealerRule, *, shifts: bool) -> tuple[Side, DealerRule]:
    """Return *side* as it deals, with the texts of its character made the table's rule.

    Args:
        side: the dealer's, with what its character allows it.
        rule: the table's.
        shifts: whether a text that changes totals works on every hand, because the rule names no share of them.
    """
    texts = side.rules
    ruled = replace(
        rule,
        shift_share=Fraction(1) if shifts and texts.may_change else rule.shift_share,
        wins_double=rule.wins_double or texts.wins_double,
    )
    return replace(side, rules=texts.perks), ruled


def _count(text: str) -> int:
    if not _COUNT.fullmatch(text):
        raise ValueError(f"KIND:COUNT with a count from 0 to {MOST_CARDS}, such as '0:19'")
    return int(text)
