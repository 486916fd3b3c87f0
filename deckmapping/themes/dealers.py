"""The dealers: who sits at which theme's tables, what each plays, and how his character changes the rule."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from deckmapping.catalogue import starter_catalogue
from deckmapping.dealer_rule import MOST_DRAWS_TO, USUAL_DRAWS_TO, DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck, bundled_deck_names
from deckmapping.themes.errors import UnknownNameError
from deckmapping.themes.reading import read_packaged
from deckmapping.variants import CharacterText, character_texts, variant_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.records import CardRecord
    from deckmapping.themes.bundled import BundledDeck
    from deckmapping.themes.reading import Section

FILE = "dealers.toml"


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer as the tables, the commands and GEMP's page need him."""

    key: str
    """His name in commands and messages: ``brangus-glee``."""
    name: str
    """His card's title, or a name of our own."""
    blueprint_id: str | None
    """His card; None for the standard table's dealer, who has none."""
    theme_names: tuple[str, ...]
    """The themes at whose tables he sits; none for the standard table's dealer."""
    rule: DealerRule
    deck: str
    """The bundled deck that he plays, shown openly."""
    is_boss: bool
    character: str
    """What his rule makes of him, in words for the player."""
    greeting: str
    """What he says when he takes the table."""

    @property
    def picture(self) -> str:
        """Key of his picture for GEMP's page."""
        return f"picture.dealer.{self.key}"

    @property
    def cue(self) -> str:
        """Key of the cue that is played when he takes the table."""
        return f"cue.dealer.{self.key}"


def dealers() -> tuple[Dealer, ...]:
    """Return all dealers, in the order of ``dealers.toml``."""
    return tuple(_dealers().values())


def dealer(key: str) -> Dealer:
    """Return the dealer *key*.

    Raises:
        UnknownNameError: there is none of this key; it says which there are.
    """
    found = _dealers().get(key)
    if found is None:
        raise UnknownNameError.of("dealer", key, f"one of {', '.join(_dealers())}")
    return found


def dealers_of(theme_name: str) -> tuple[Dealer, ...]:
    """Return the dealers who sit at the tables of the theme, the boss last."""
    seated = (each for each in dealers() if theme_name in each.theme_names)
    return tuple(sorted(seated, key=lambda each: each.is_boss))


def dealer_card_ids() -> frozenset[str]:
    """Return the blueprint ids of all dealers, without a look at any catalogue."""
    return frozenset(section.text("card") for _, section in read_packaged(FILE).named_sections() if "card" in section)


@cache
def _dealers() -> Mapping[str, Dealer]:
    return read_dealers(read_packaged(FILE))


def read_dealers(root: Section) -> Mapping[str, Dealer]:
    """Return the dealers of the file read as *root* by key.

    Raises:
        BadThemeDataError: a key is missing, unknown or of another kind, or a dealer's card, theme, deck and rule do not
            go together.
    """
    return MappingProxyType({key: _dealer(key, section) for key, section in root.named_sections()})


def _dealer(key: str, section: Section) -> Dealer:
    deck, card = _deck(section), _card(section)
    if (card is None) != (deck.side is None):
        raise section.wrong("card", "a card where the deck is a theme's, none where it is Deck C")
    read = Dealer(
        key=key,
        name=section.text("name") if card is None else card.title,
        blueprint_id=None if card is None else card.blueprint_id,
        theme_names=() if deck.theme is None else (deck.theme,),
        rule=_rule(section),
        deck=deck.name,
        is_boss=section.flag("boss") if "boss" in section else False,
        character=section.text("character"),
        greeting=section.text("greeting"),
    )
    section.finish()
    _check_part(section, read, card, deck)
    return read


def _deck(section: Section) -> BundledDeck:
    name = section.text("deck")
    if name not in bundled_deck_names():
        raise section.wrong("deck", f"one of {', '.join(bundled_deck_names())}")
    return bundled_deck(name)


def _rule(section: Section) -> DealerRule:
    def number(key: str) -> int | None:
        return section.number(key, 0, MOST_DRAWS_TO) if key in section else None

    def share(key: str) -> Fraction:
        return section.share(key) if key in section else Fraction(0)

    draws_to, overdraws_to, chance = number("draws_to"), number("overdraws_to"), share("overdraw_chance")
    if (overdraws_to is None) != (chance == 0):
        raise section.wrong("overdraw_chance", "a share above 0 together with overdraws_to, or neither of the two")
    try:
        return DealerRule(
            draws_to=USUAL_DRAWS_TO if draws_to is None else draws_to,
            overdraws_to=overdraws_to,
            overdraw_chance=chance,
            shift_share=share("shift_share"),
            wins_double=section.flag("wins_double") if "wins_double" in section else False,
        )
    except InvalidInputError as error:
        raise section.wrong("overdraws_to", error.violations[0].expected) from None


def _card(section: Section) -> CardRecord | None:
    if "card" not in section:
        return None
    card = starter_catalogue().get(section.text("card"))
    if card is None:
        raise section.wrong("card", "a card of the starter catalogue")
    return card


def _check_part(section: Section, read: Dealer, card: CardRecord | None, deck: BundledDeck) -> None:
    """Refuse a dealer whose card is of the wrong side, may not play, or has no text for what his rule does."""
    texts: frozenset[CharacterText] = frozenset()
    if card is not None and deck.variant is not None:
        if card.side is not deck.side:
            raise section.wrong("card", f"a card of the {deck.side} side, as the deck")
        verdict = variant_rules(deck.variant).is_eligible_character(card)
        if not verdict:
            raise section.wrong("card", f"a character who may play: {verdict.reason}")
        texts = character_texts(card.blueprint_id, deck.variant)
    for key, is_set, text in (
        ("shift_share", read.rule.shift_share > 0, CharacterText.SHIFT_BY_ONE),
        ("wins_double", read.rule.wins_double, CharacterText.WINS_DOUBLE),
    ):
        if is_set and text not in texts:
            raise section.wrong(key, "a card whose text says so in this variant")
