"""What is asked for when a table is opened, and the setup that it comes to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from deckmapping.themes.themes import themes
from deckmapping.variants import Role
from service.tables.practice import Chips
from service.tables.sessions.opening import dealer_setup, versus_setup
from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder, VersusOrder

CHAIN = Chain("t1", bytes(32), "v1")
ANN = SeatOrder("ann", "deck-c")
RECORDS = starter_catalogue().records


@pytest.mark.parametrize("name", [theme.name for theme in themes()])
def test_the_house_watches_at_every_theme_also_where_lando_has_a_table_of_his_own(name: str) -> None:
    lando = "lando-light" if name.endswith("light") else "lando-dark"
    watched = dealer_setup(DealerOrder(ANN, name), CHAIN).visitor
    assert watched is not None
    assert (watched.key, watched.deck, watched.terms.rule.shift_share) == (lando, None, Fraction(1, 10))
    assert dealer_setup(DealerOrder(ANN, name, has_attention=False), CHAIN).visitor is None


def test_a_modifier_says_what_a_perfect_pays_and_nothing_else_may() -> None:
    order = DealerOrder(ANN, "cloud-city-light", "guest-quarters", has_modifier=True, perfect_costs=2)
    pays = {(each.terms.pay.perfect_pays, each.terms.pay.perfect_costs) for each in dealer_setup(order, CHAIN).dealers}
    assert pays == {(Fraction(7, 4), 2)}
    both = DealerOrder(ANN, "cloud-city-light", "guest-quarters", has_modifier=True, perfect_pays=Fraction(2))
    with pytest.raises(InvalidInputError, match="perfectPays: got '2', expected none where the table modifier"):
        dealer_setup(both, CHAIN)
    without = DealerOrder(ANN, "cloud-city-light", "guest-quarters", perfect_pays=Fraction(2))
    assert dealer_setup(without, CHAIN).dealers[0].terms.pay.perfect_pays == 2


def test_a_modifier_says_when_the_piles_are_shuffled_and_nothing_else_may() -> None:
    assert dealer_setup(DealerOrder(ANN, "dune-sea-light", "jawa-camp", has_modifier=True), CHAIN).cut == 3
    with pytest.raises(InvalidInputError, match="cut: got '9', expected none where the table modifier"):
        dealer_setup(DealerOrder(ANN, "dune-sea-light", "jawa-camp", has_modifier=True, cut=9), CHAIN)
    assert dealer_setup(DealerOrder(ANN, "dune-sea-light", "jawa-camp", cut=9), CHAIN).cut == 9


def test_a_modifier_puts_cards_away() -> None:
    assert dealer_setup(DealerOrder(ANN, "dune-sea-light", "loading-bay", has_modifier=True), CHAIN).burn == 2
    assert dealer_setup(DealerOrder(ANN, "dune-sea-light", "loading-bay"), CHAIN).burn == 0


def test_at_the_casino_a_side_without_a_gambler_has_no_wild_cards() -> None:
    deck = "cloud-city-light"
    for character, is_barred in ((None, True), (RECORDS["5_5"], False)):  # Lando is a gambler
        seat = SeatOrder("ann", deck, character)
        setup = dealer_setup(DealerOrder(seat, "cloud-city-light", "casino", has_modifier=True), CHAIN)
        roles = {card.role for card in setup.pile}
        assert (Role.WILD not in roles) == is_barred
        assert setup.player.barred_by == ("7_111" if is_barred else None)
    free = dealer_setup(DealerOrder(SeatOrder("ann", deck), "cloud-city-light", "casino"), CHAIN)
    assert Role.WILD in {card.role for card in free.pile}


def test_the_standard_table_is_a_fair_deck_with_one_dealer_and_no_place() -> None:
    setup = dealer_setup(DealerOrder(ANN), CHAIN)
    assert (setup.variant, setup.theme, setup.background) == (None, None, None)
    assert [dealer.key for dealer in setup.dealers] == ["house"]
    with pytest.raises(InvalidInputError, match="background: got 'casino', expected none: the standard table"):
        dealer_setup(DealerOrder(ANN, background="casino"), CHAIN)


def test_a_dealer_of_another_theme_is_refused_with_those_who_sit_here() -> None:
    with pytest.raises(InvalidInputError, match="dealer: got 'jabba', expected one of jawa-light, kalit, uutkik, rkik"):
        dealer_setup(DealerOrder(ANN, "dune-sea-light", dealer="jabba"), CHAIN)


def test_a_character_who_may_not_play_is_refused_with_the_reason() -> None:
    vehicle = next(each for each in RECORDS.values() if each.category == "LOCATION")
    seats = (SeatOrder("ann", "dune-sea-light", vehicle), SeatOrder("bob", "dune-sea-dark"))
    variant = next(theme.variant for theme in themes() if theme.name == "dune-sea-light")
    with pytest.raises(InvalidInputError, match=r"players\[0\].character: got"):
        versus_setup(VersusOrder(seats, Chips(10), variant), CHAIN)
