"""The sample decks that GEMP ships, with the catalogue of the real files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.decks import Reason, read_deck, require_one_side
from deckmapping.records import Side

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue

DEAD_ID = "203_16"


def dead_places(text: str, known: Catalogue) -> list[tuple[str, int]]:
    """Where unknown ids stand, found by hand: all ids of the sample decks are in their normal form."""
    return [(entry, place) for place, entry in enumerate(text.split(","), 1) if entry and entry not in known.records]


def test_41_of_the_46_piles_resolve_and_the_other_five_are_told_place_by_place(
    full: Catalogue, real_decks: list[dict[str, str]]
) -> None:
    resolved, told = [], {}
    for given in real_decks:
        main, _, outside = given["contents"].partition("|")
        deck = read_deck(given["contents"], full)
        assert deck.entry_count == len([entry for entry in (main + "," + outside).split(",") if entry])
        for is_outside, text in ((False, main), (True, outside)):
            found = [(e.text, e.position) for e in deck.unresolved if e.outside is is_outside]
            assert found == dead_places(text, full)
        assert all(entry.reason is Reason.UNKNOWN for entry in deck.unresolved)
        if deck.unresolved_in_pile:
            told[given["name"]] = {entry.text for entry in deck.unresolved_in_pile}
        else:
            resolved.append(deck)
    assert (len(real_decks), len(resolved), len(told)) == (46, 41, 5)
    legacy = [found for name, found in told.items() if name.startswith("Legacy")]
    assert len(legacy) == 4
    assert all(card.startswith("601_") for found in legacy for card in found)
    assert [found for name, found in told.items() if not name.startswith("Legacy")] == [{DEAD_ID}]
    for deck in resolved:
        require_one_side(deck)
        assert deck.side is not None
    assert {deck.side for deck in resolved} == set(Side)
    assert {len(deck.pile) for deck in resolved} <= {40, 60}


def test_what_lies_behind_the_bar_never_reaches_the_pile(full: Catalogue, real_decks: list[dict[str, str]]) -> None:
    shields = 0
    for given in real_decks:
        deck = read_deck(given["contents"], full)
        shields += sum(card.category == "DEFENSIVE_SHIELD" for card in deck.outside)
        assert not [card for card in deck.pile if card.category == "DEFENSIVE_SHIELD"]
    assert shields > 50
