"""A deck that was made: as a table for people, and as the values that ``--json`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckmapping.themes.spread import format_spread
from deckmapping.values import format_value
from deckmapping.variants import Role, variant_rules
from service.cli.output import exact, line, table
from service.cli.render.themes import side_word, variant_word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from deckmapping.records import CardRecord
    from deckmapping.themes.building import Wishes


def print_built(console: Console, wishes: Wishes, copies: Mapping[CardRecord, int], deck: str, version: str) -> None:
    """Print the cards by value with their part in the variant, and the deck string."""
    rules = variant_rules(wishes.variant)
    line(
        console,
        f"{rules.title}, {wishes.side.title()} Side: {sum(copies.values())} cards, {wishes.wild} of them wild and "
        f"{wishes.clone} clone cards",
        bold=True,
    )
    rows = [
        (str(count), card.blueprint_id, card.title, format_value(card.values[0]), _role_words(wishes, card))
        for card, count in copies.items()
    ]
    console.print(table(("Copies", "Id", "Title", "Counts", "Role"), rows, right=(0,)))
    line(console, f"Cards by value    {format_spread(wishes.spread)}")
    line(console, "GEMP's deck string:")
    exact(console, deck)
    line(console, f"Catalogue {version[:12]}.")


def built_as_dict(wishes: Wishes, copies: Mapping[CardRecord, int], deck: str, version: str) -> dict[str, Any]:
    """Return the deck as JSON has it."""
    return {
        "variant": variant_word(wishes.variant),
        "side": side_word(wishes.side),
        "spread": format_spread(wishes.spread),
        "wild": wishes.wild,
        "clone": wishes.clone,
        "cards": [
            {
                "blueprintId": card.blueprint_id,
                "title": card.title,
                "copies": count,
                "value": format_value(card.values[0]),
                "role": f"CARD_ROLE_{_role(wishes, card).name}",
            }
            for card, count in copies.items()
        ],
        "deck": deck,
        "catalogueVersion": version,
    }


def _role(wishes: Wishes, card: CardRecord) -> Role:
    return variant_rules(wishes.variant).classify(card).role


def _role_words(wishes: Wishes, card: CardRecord) -> str:
    role = _role(wishes, card)
    return "" if role is Role.PLAIN else role.value
