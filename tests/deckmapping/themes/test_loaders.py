"""The loaders of themes, dealers, swaps and recipes refuse what is wrong and say where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.dealers import read_dealers
from deckmapping.themes.errors import BadThemeDataError
from deckmapping.themes.reading import Section, read_section
from deckmapping.themes.recipes import read_recipes
from deckmapping.themes.swaps import Swap, SwappedDeck, apply_swaps, read_swapped_decks
from deckmapping.themes.themes import read_themes
from deckmapping.themes.upgrades import read_upgrades
from tests.deckmapping.themes.mutations import WRONG_KIND, changed, packaged, paths, without

if TYPE_CHECKING:
    from collections.abc import Callable

READERS: dict[str, Callable[[Section], object]] = {
    "dealers.toml": read_dealers,
    "recipes.toml": read_recipes,
    "swaps.toml": read_swapped_decks,
    "themes.toml": read_themes,
    "upgrades.toml": read_upgrades,
}
OPTIONAL = {"card", "boss", "draws_to", "shift_share", "wins_double", "most"}
"""Keys that may be missing, as far as their kind goes; a favour's conditions may be missing too."""
CONDITIONS = {"titles", "keywords", "species", "personas", "icons", "systems", "category"}
RECORDS = starter_catalogue().records


def refused(name: str, data: dict[str, Any]) -> str:
    with pytest.raises(BadThemeDataError) as caught:
        READERS[name](Section(data, name))
    (violation,) = caught.value.violations
    assert violation.field.startswith(name)
    assert violation.expected
    return violation.field


@pytest.mark.parametrize("name", READERS)
def test_every_key_of_another_kind_is_refused_by_its_place(name: str) -> None:
    data = packaged(name)
    seen = 0
    for path, keys in paths(data):
        assert refused(name, changed(data, keys, WRONG_KIND)) == name + path
        seen += 1
    assert seen > 100


@pytest.mark.parametrize("name", READERS)
def test_every_key_that_is_missing_is_refused_unless_it_may_be(name: str) -> None:
    data = packaged(name)
    for path, keys in paths(data):
        if isinstance(keys[-1], int) or keys[-1] in OPTIONAL | CONDITIONS:
            continue
        if name in ("dealers.toml", "swaps.toml", "upgrades.toml") and len(keys) == 1:
            continue  # one dealer or deck less; what needs it says so
        place = path.replace("overdraws_to", "overdraw_chance")  # the two stand or fall together
        assert refused(name, without(data, keys)) == name + place


@pytest.mark.parametrize("name", READERS)
def test_a_key_that_nobody_knows_is_refused(name: str) -> None:
    data = packaged(name)
    for path, keys in paths(data):
        place: Any = data
        for key in keys:
            place = place[key]
        if isinstance(place, dict):
            assert refused(name, changed(data, [*keys, "colour"], "red")) == f"{name}{path}.colour"


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("card", "9999_1", "a card of the starter catalogue"),
        ("card", "5_99", "a card of the light side"),
        ("card", "1_109", "a character who may play: only a gambler, a thief or a smuggler may play"),
        ("card", "1_9", "a card whose text says so"),
        ("deck", "example-light", "one of deck-c, cloud-city-light"),
        ("deck", "deck-c", "none where it is Deck C"),
        ("boss", "yes", "true or false"),
        ("shift_share", "1/0", "a share from 0 to 1 such as 1/10"),
        ("shift_share", "3/2", "a share from 0 to 1 such as 1/10"),
        ("shift_share", "0.1", "a share from 0 to 1 such as 1/10"),
        ("shift_share", 1, "a share from 0 to 1 such as 1/10"),
        ("draws_to", 21, "a whole number from 0 to 20"),
        ("draws_to", -1, "a whole number from 0 to 20"),
        ("draws_to", True, "a whole number from 0 to 20"),
        ("overdraws_to", 9, "a share above 0 together with overdraws_to"),
        ("overdraw_chance", "1/5", "a share above 0 together with overdraws_to"),
        ("wins_double", True, "a card whose text says so in this variant"),
        ("greeting", "", "a text of 1 to 400 characters"),
        ("character", "a" * 401, "a text of 1 to 400 characters"),
    ],
)
def test_a_dealer_whose_parts_do_not_go_together_is_refused(key: str, value: object, expected: str) -> None:
    data = packaged("dealers.toml")
    lando = {**data["lando-light"], key: value}
    with pytest.raises(BadThemeDataError, match=r"^dealers\.toml\.lando-light\.") as caught:
        read_dealers(Section({"lando-light": lando}, "dealers.toml"))
    assert expected in str(caught.value)


def test_a_dealer_who_overdraws_on_what_he_draws_on_anyway_is_refused() -> None:
    jawa = {**packaged("dealers.toml")["jawa-light"], "overdraws_to": 7}
    with pytest.raises(BadThemeDataError, match=r"jawa-light\.overdraws_to: .* above 7"):
        read_dealers(Section({"jawa-light": jawa}, "dealers.toml"))


@pytest.mark.parametrize(
    ("change", "value", "expected"),
    [
        (["backgrounds", 0, "card"], "7_269", r"backgrounds\[0\]\.card: .* a light location"),
        (["backgrounds", 0, "card"], "5_5", r"backgrounds\[0\]\.card: .* a light location"),
        (["backgrounds", 0, "card"], "9999_1", r"backgrounds\[0\]\.card: .* a light location"),
        (["backgrounds", 1, "key"], "casino", r"backgrounds\[1\]\.key: .* no other background"),
        (["backgrounds"], [], r"backgrounds: .* at least one"),
        (
            ["backgrounds", 1, "modifier", "kind"],
            "free-drinks",
            r"backgrounds\[1\]\.modifier\.kind: .* one of no-wild-without-gambler",
        ),
        (["backgrounds", 1, "modifier", "amount"], 0, r"backgrounds\[1\]\.modifier\.amount: .* from 1 to 9"),
        (["backgrounds", 2, "modifier", "amount"], 201, r"backgrounds\[2\]\.modifier\.amount: .* from 100 to 200"),
        (
            ["backgrounds", 0, "modifier", "amount"],
            1,
            r"backgrounds\[0\]\.modifier\.amount: .* no other keys than kind",
        ),
        (["lights", "table"], "#1fb6d6", r"lights\.table: .* a colour such as"),
        (["lights", "table"], "cyan", r"lights\.table: .* a colour such as"),
    ],
)
def test_a_theme_that_cannot_be_is_refused(change: list[Any], value: object, expected: str) -> None:
    data = changed(packaged("themes.toml"), ["themes", "cloud-city-light", *change], value)
    with pytest.raises(BadThemeDataError, match=rf"^themes\.toml\.themes\.cloud-city-light\.{expected}"):
        read_themes(Section(data, "themes.toml"))


@pytest.mark.parametrize(
    ("swaps", "expected"),
    [
        ([("1_134", "1_12")], r"swaps\[0\]\.out: got '1_134', expected a card of dune-sea-light"),
        ([("1_12", "2_9"), ("1_12", "2_9")], r"swaps\[1\]\.out: got '1_12'"),
        ([("1_12", "1_182")], r"swaps\[0\]\.into: got '1_182', expected a light card"),
        ([("1_12", "9999_1")], r"swaps\[0\]\.into: got '9999_1'"),
    ],
)
def test_a_swap_of_cards_that_are_not_there_is_refused(swaps: list[tuple[str, str]], expected: str) -> None:
    cards = [RECORDS["1_12"], RECORDS["2_9"]]
    listed = tuple(Swap(out, into) for out, into in swaps)
    deck = SwappedDeck("test", "Test", "dune-sea-light", "words", listed, "swaps.toml.test")
    with pytest.raises(BadThemeDataError, match=rf"^swaps\.toml\.test\.{expected}"):
        apply_swaps(deck, cards, RECORDS)


def test_a_deck_of_too_many_swaps_is_refused() -> None:
    deck = packaged("swaps.toml")["dune-sea-light-house"]
    many = {"many": {**deck, "swaps": [{"out": "1_12", "into": "2_9"}] * 21}}
    with pytest.raises(BadThemeDataError, match=r"swaps\.toml\.many\.swaps: .* at most 20 swaps"):
        read_swapped_decks(Section(many, "swaps.toml"))


@pytest.mark.parametrize(
    ("at", "key", "value", "expected"),
    [
        (1, "key", "salvage", r"upgrades\[1\]\.key: .* a key that no other upgrade of the theme has"),
        (0, "key", "Salvage", r"upgrades\[0\]\.key: .* small letters"),
        (1, "swaps", [{"out": "5_62", "into": "5_2"}], r"upgrades\[1\]\.swaps: .* swaps; 5_62 is one"),
        (0, "swaps", [{"out": "1_4", "into": "3_8"}], r"upgrades\[1\]\.swaps: .* swaps; 1_4 is one"),
    ],
)
def test_upgrades_of_one_theme_that_get_into_each_others_way_are_refused(
    at: int, key: str, value: object, expected: str
) -> None:
    data = changed(packaged("upgrades.toml"), ["cloud-city-light", "upgrades", at, key], value)
    with pytest.raises(BadThemeDataError, match=rf"^upgrades\.toml\.cloud-city-light\.{expected}"):
        read_upgrades(Section(data, "upgrades.toml"))


def test_a_theme_with_more_upgrades_than_can_be_combined_is_refused() -> None:
    one = {"title": "T", "words": "w"}
    many = [{**one, "key": key, "swaps": [{"out": f"1_{at}", "into": f"2_{at}"}]} for at, key in enumerate("abcd")]
    for count, is_refused in ((3, False), (4, True)):
        section = Section({"t": {"title": "T", "upgrades": many[:count]}}, "upgrades.toml")
        if is_refused:
            with pytest.raises(BadThemeDataError, match=r"^upgrades\.toml\.t\.upgrades: .* at most 3 upgrades"):
                read_upgrades(section)
        else:
            assert len(read_upgrades(section)[0].upgrades) == count


def test_a_text_that_is_no_toml_is_refused_by_the_files_name() -> None:
    with pytest.raises(BadThemeDataError, match=r"^themes\.toml: .* expected TOML$"):
        read_section("zones = [", "themes.toml")


@pytest.mark.parametrize("value", [["a", "a"], [""], "a", [1]])
def test_a_list_of_texts_holds_texts_once(value: object) -> None:
    with pytest.raises(BadThemeDataError, match=r"^f\.key"):
        Section({"key": value}, "f").texts("key")
