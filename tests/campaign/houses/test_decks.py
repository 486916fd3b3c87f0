"""What a choice of the player means: his own deck, and the deck that a dealer plays against it."""

from __future__ import annotations

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.records import Side
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.themes import Theme, theme, themes
from service.campaign.houses.choices import PlayerChoice, PlayerDeck, choices
from service.campaign.houses.decks import house_deck, player_deck
from service.tables.sessions.opening import bundled_cards

STANDARD, SAMPLE = PlayerDeck.STANDARD, PlayerDeck.SAMPLE
SALVAGE, POLISH = "dune-sea-light:salvage", "dune-sea-light:polish"
DUNE_SEA = theme("dune-sea-light")


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_a_player_may_choose_deck_c_or_the_sample_deck_with_any_set_of_upgrades_with_the_option_or_without(
    theme: Theme,
) -> None:
    there = choices(theme)
    assert len(there) == len(set(there)) == 10
    assert [player_deck(theme, choice) for choice in there if choice.has_option] == [
        "deck-c",
        theme.name,
        f"{theme.name}+salvage",
        f"{theme.name}+polish",
        f"{theme.name}+salvage+polish",
    ]
    assert [choice.has_option for choice in there] == [True, False] * 5


@pytest.mark.parametrize(
    ("dealer", "mild", "strong"),
    [
        ("kalit", "dune-sea-light-mild", "dune-sea-light-strong"),
        ("rkik", "dune-sea-light-mild-boss", "dune-sea-light-boss"),
        ("iasa", "dune-sea-dark-mild", "dune-sea-dark-strong"),
        ("jabba", "jabbas-palace-dark-mild-boss", "jabbas-palace-dark-boss"),
        ("lando-light", "cloud-city-light-mild", "cloud-city-light-strong"),
    ],
)
def test_a_dealer_plays_his_strong_deck_against_a_sample_deck_with_its_wild_and_clone_cards_alone(
    dealer: str, mild: str, strong: str
) -> None:
    (seat,) = (each for each in themes() if dealer in {other.key for other in each.dealers})
    (seated,) = (each for each in seat.dealers if each.key == dealer)
    for choice in choices(seat):
        is_strong = choice.has_option and choice.deck is SAMPLE
        assert house_deck(seat, seated, choice) == (strong if is_strong else mild)


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_every_deck_is_of_the_themes_side_and_can_be_dealt(theme: Theme) -> None:
    for dealer in theme.dealers:
        for choice in choices(theme):
            house = bundled_deck(house_deck(theme, dealer, choice))
            assert (house.variant, house.side) == (theme.variant, Side(theme.side))
            assert len(bundled_cards(house.name, theme.variant, None, None)) == 60
            assert len(bundled_cards(player_deck(theme, choice), theme.variant, None, None)) == 60


def test_upgrades_mean_one_deck_in_whatever_order_they_are_named() -> None:
    for upgrades in ((SALVAGE, POLISH), (POLISH, SALVAGE)):
        assert player_deck(DUNE_SEA, PlayerChoice(SAMPLE, upgrades=upgrades)) == "dune-sea-light+salvage+polish"


def test_deck_c_has_no_upgrades_and_no_upgrade_counts_twice() -> None:
    with pytest.raises(InvalidInputError, match=f"^upgrades: got '{SALVAGE}', expected none: Deck C has no upgrades$"):
        PlayerChoice(STANDARD, upgrades=(SALVAGE,))
    with pytest.raises(InvalidInputError, match=f"^upgrades: got '{POLISH}', expected each upgrade once$"):
        PlayerChoice(SAMPLE, upgrades=(SALVAGE, POLISH, POLISH))


@pytest.mark.parametrize("name", ["dune-sea-dark:salvage", "salvage", "dune-sea-light:wax", ""])
def test_an_upgrade_of_another_deck_is_refused_with_those_that_there_are(name: str) -> None:
    choice = PlayerChoice(SAMPLE, upgrades=(SALVAGE, name))
    with pytest.raises(InvalidInputError, match=f"^upgrades: got '{name}', expected one of {SALVAGE}, {POLISH}$"):
        player_deck(DUNE_SEA, choice)
