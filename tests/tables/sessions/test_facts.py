"""What a record's head may state: what the catalogue and the variants say, and of whom the themes know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.dealer_rule import DealerRule
from deckmapping.themes.themes import themes
from deckmapping.values import whole
from deckmapping.variants import Variant
from service.rules.cards import SideRules, WildRange
from service.rules.notation import read_card
from service.tables.dealer.hand import Terms
from service.tables.practice import Chips
from service.tables.sessions.facts import false_facts, remarks
from service.tables.sessions.opening import dealer_setup, versus_setup
from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder, VersusOrder
from service.tables.sessions.record import checked_with, verify_record
from tests.tables.sessions.dealer_tables import Table, setup_at

if TYPE_CHECKING:
    from deckmapping.themes.themes import Theme
    from service.tables.sessions.setup import DealerSetup, VersusSetup

CATALOGUE = starter_catalogue()
RECORDS = CATALOGUE.records
CHAIN = Chain("t1", bytes(32), CATALOGUE.version)


def told(setup: DealerSetup | VersusSetup) -> list[str]:
    return [*false_facts(setup, CATALOGUE)]


def between(variant: Variant | None, *characters: str) -> VersusSetup:
    """Ann and Bob with the Dune Sea's sample decks; `characters` by their ids."""
    played = [RECORDS[each] for each in characters] + [None] * (2 - len(characters))
    seats = (SeatOrder("ann", "dune-sea-light", played[0]), SeatOrder("bob", "dune-sea-dark", played[1]))
    return versus_setup(VersusOrder(seats, Chips(10), variant), CHAIN)


@pytest.mark.parametrize("has_option", [True, False])
@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_every_table_that_is_opened_states_what_is_true(theme: Theme, *, has_option: bool) -> None:
    for place in theme.backgrounds:
        order = DealerOrder(
            SeatOrder("ann", theme.name), theme.name, place.key, has_option=has_option, has_modifier=True
        )
        setup = dealer_setup(order, CHAIN)
        assert (told(setup), [*remarks(setup)]) == ([], [])


@pytest.mark.parametrize("variant", [*Variant, None])
def test_every_table_of_two_states_what_is_true(variant: Variant | None) -> None:
    assert told(between(variant)) == []
    assert told(between(Variant.DUNE_SEA, "6_36")) == []


@pytest.mark.parametrize(
    ("variant", "rules", "expected"),
    [
        (None, SideRules(wins_double=True), "rules of ann: wins-double"),
        (None, SideRules(WildRange(0, 7)), "rules of ann: wild=0-7"),
        (Variant.DUNE_SEA, SideRules(WildRange(0, 11)), "rules of ann: wild=0-11"),
        (Variant.DUNE_SEA, SideRules(), "rules of ann: "),
        (Variant.DUNE_SEA, SideRules(WildRange(0, 7), may_change=True), "rules of ann: wild=0-7 may-change"),
        (Variant.TROOPER, SideRules(WildRange(1, 6), perk_value=whole(5)), "rules of ann: wild=1-6 perk=5"),
    ],
)
def test_rules_that_neither_variant_nor_character_gives_are_found(
    variant: Variant | None, rules: SideRules, expected: str
) -> None:
    setup = between(variant)
    ann, bob = setup.players
    assert told(replace(setup, players=(replace(ann, rules=rules), bob))) == [expected]


def test_rules_that_a_character_gives_and_the_head_leaves_out_are_found() -> None:
    setup = between(Variant.DUNE_SEA, "6_36")  # R'kik D'nec, who wins double
    rkik, bob = setup.players
    assert rkik.rules.wins_double
    without = replace(rkik, rules=rkik.rules.perks)
    assert told(replace(setup, players=(without, bob))) == ["rules of ann: wild=0-7"]


def test_a_character_whom_nobody_knows_or_who_may_not_play_is_found() -> None:
    setup = between(Variant.DUNE_SEA)
    ann, bob = setup.players
    assert told(replace(setup, players=(replace(ann, character="9999_9"), bob))) == ["character 9999_9"]
    place = next(each.blueprint_id for each in RECORDS.values() if each.category == "LOCATION")
    (found,) = told(replace(setup, players=(replace(ann, character=place), bob)))
    assert found.startswith(f"character {place}: ")


def test_a_dealer_or_a_deck_that_the_themes_have_otherwise_is_remarked() -> None:
    setup = dealer_setup(DealerOrder(SeatOrder("ann", "deck-c")), CHAIN)
    (house,) = setup.dealers
    shifting = replace(house, terms=Terms(DealerRule(shift_share=Fraction(1))))
    assert [*remarks(replace(setup, dealers=(shifting,)))] == ["the dealer house plays otherwise here"]
    zero, *rest = setup.decks["deck-c"]
    seven = next(card for card in rest if card.printed == (whole(7),))
    swapped = replace(setup, decks={"deck-c": (seven, *rest)})
    assert [*remarks(swapped)] == ["the deck deck-c has other cards here"]
    assert zero.printed == (whole(0),)
    assert told(setup) == []  # the values of Deck C are cards of no catalogue
    assert "card 7:7" in told(swapped)  # in another deck there are none


@pytest.mark.parametrize("place", [("hoth", "dune-sea"), ("dune-sea-light", "hoth"), ("dune-sea-light", None)])
def test_a_place_that_the_themes_do_not_have_is_remarked_and_makes_no_record_false(
    place: tuple[str, str | None],
) -> None:
    opened = dealer_setup(DealerOrder(SeatOrder("ann", "dune-sea-light"), "dune-sea-light"), CHAIN)
    setup = replace(opened, theme=place[0], background=place[1])
    assert [*remarks(setup)] == [f"the place {place[0]} {place[1] or '-'} is unknown here"]
    assert told(setup) == []


def test_a_dealer_of_whom_the_themes_know_nothing_is_remarked() -> None:
    setup = dealer_setup(DealerOrder(SeatOrder("ann", "deck-c")), CHAIN)
    (house,) = setup.dealers
    strangers = replace(setup, dealers=(replace(house, key="palpatine", deck="his"),), decks={"his": setup.pile})
    assert [*remarks(strangers)] == ["the dealer palpatine plays otherwise here", "the deck his has other cards here"]


# Records that are compared


@pytest.mark.parametrize("name", [None, "cloud-city-light", "dune-sea-dark", "trooper-light"])
def test_the_cards_of_a_record_are_compared_with_the_catalogue_that_it_names(name: str | None) -> None:
    honest = verify_record(Table(setup_at(name)).record)
    assert checked_with(honest, CATALOGUE) == (honest, True)


def test_a_table_that_was_opened_with_a_card_of_its_own_is_found() -> None:
    setup = setup_at("dune-sea-light")
    first, count = Counter(setup.pile).most_common()[-1]
    assert count == 1
    rest = [card for card in setup.pile if card != first]
    forged = verify_record(Table(replace(setup, pile=(replace(first, printed=(whole(9),)), *rest))).record)
    assert forged.is_valid
    found, were_checked = checked_with(forged, CATALOGUE)
    assert (found.is_valid, were_checked, found.first_bad_line) == (False, True, 1)
    assert found.reason.endswith("such facts in all: 1")
    assert f"got 'card {first.card_id}:9" in found.reason


def test_a_record_of_a_place_that_the_themes_do_not_have_is_compared_all_the_same() -> None:
    honest = verify_record(Table(replace(setup_at("dune-sea-light"), theme="hoth")).record)
    assert checked_with(honest, CATALOGUE) == (honest, True)


def test_a_record_of_another_catalogue_or_one_that_is_not_valid_is_not_compared() -> None:
    other = verify_record(Table(replace(setup_at("dune-sea-light"), catalogue_version="another")).record)
    assert checked_with(other, CATALOGUE) == (other, False)
    broken = verify_record("tsb1-table 1 dealer\n")
    assert checked_with(broken, CATALOGUE) == (broken, False)


@pytest.mark.parametrize("pile", ["5:5 6:6", "11:11 0:0", "5.5:5.5 5.5:5.5", "5:5~wild 6:6~wild", "7:7$ 4:4$"])
@pytest.mark.parametrize("theme", [None, "trooper-light"])
def test_a_pile_of_values_that_is_not_deck_c_is_found(theme: str | None, pile: str) -> None:
    setup = dealer_setup(DealerOrder(SeatOrder("ann", "deck-c"), theme), CHAIN)
    forged = replace(setup, pile=tuple(map(read_card, pile.split())))
    assert told(forged) == [f"card {card}" for card in pile.split()]


def test_a_bar_without_a_place_that_bars_or_with_wild_cards_all_the_same_is_found() -> None:
    order = DealerOrder(SeatOrder("ann", "cloud-city-light"), "cloud-city-light", "casino", has_modifier=True)
    barred = dealer_setup(order, CHAIN)
    assert barred.player.barred_by == "7_111"
    assert "barred=7_111" in told(replace(barred, theme=None, background=None))
    wild = dealer_setup(DealerOrder(SeatOrder("ann", "cloud-city-light"), "cloud-city-light", "casino"), CHAIN)
    found = told(replace(barred, pile=wild.pile))
    assert found
    assert all(each.endswith("of a side that is barred") for each in found if "barred" in each)
    between_players = between(Variant.CLOUD_CITY)
    ann, bob = between_players.players
    assert "barred=7_111" in told(replace(between_players, players=(replace(ann, barred_by="7_111"), bob)))
