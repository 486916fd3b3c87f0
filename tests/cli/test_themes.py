"""`sabacc themes`, `sabacc dealers` and `sabacc deck build`: what other programs read, and what people read."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import import_catalogue, starter_catalogue
from deckmapping.decks import read_deck
from deckmapping.themes.bundled import bundled_deck

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

THEMES = [f"{variant}-{side}" for variant in ("cloud-city", "dune-sea", "jabbas-palace", "trooper")
          for side in ("light", "dark")]  # fmt: skip


def test_all_themes_are_listed(cli: Run) -> None:
    answer = cli("themes", "--json").json
    assert [theme["name"] for theme in answer["themes"]] == THEMES
    assert answer["themes"][2] == cli("themes", "dune-sea-light", "--json").json
    ran = cli("themes")
    assert (ran.code, ran.err) == (0, "")
    assert all(name in ran.out for name in THEMES)


def test_a_theme_is_shown_to_programs_with_all_that_a_page_needs(cli: Run) -> None:
    theme = cli("themes", "cloud-city-dark", "--json").json
    assert (theme["variant"], theme["side"]) == ("VARIANT_CLOUD_CITY", "SIDE_DARK")
    casino = theme["backgrounds"][0]
    assert (casino["key"], casino["title"], casino["blueprintId"]) == ("casino", "Cloud City: Casino", "7_269")
    modifier = {"kind": "no-wild-without-gambler", "amount": None, "words": casino["modifier"]["words"]}
    assert casino["modifier"] == modifier
    assert theme["cues"]["music"] == "music.cloud-city"
    assert theme["cues"]["arrival"] == "cue.lando-arrives"
    assert set(theme["lights"]) == {"table", "accent", "arrival"}
    assert theme["zones"][0]["place"] == "top centre"
    assert [deck["name"] for deck in theme["decks"]] == [theme["sampleDeck"], theme["houseDeck"], theme["bossDeck"]]
    sample = theme["decks"][0]
    assert (sample["cards"], sample["wild"], sample["clone"]) == (60, 2, 19)
    assert sample["deck"] == bundled_deck("cloud-city-dark").deck_string
    lando = theme["dealers"][-1]
    assert (lando["key"], lando["boss"], lando["blueprintId"]) == ("lando-dark", True, "5_99")
    rule = {"drawsTo": 7, "overdrawsTo": None, "overdrawChance": "0", "shiftShare": "1/10", "winsDouble": False}
    assert lando["rule"] == rule
    # Reckoned again from the tables themselves in tests/tables/dealer/test_edges.py.
    assert round(float(Fraction(lando["houseEdge"])), 4) == 0.0707
    assert round(float(Fraction(casino["houseEdgePlain"])), 4) == 0.0514


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_shown_to_people_in_80_columns(name: str, cli: Run) -> None:
    ran = cli("themes", name)
    assert (ran.code, ran.err) == (0, "")
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    for word in ("Backgrounds", "Dealers", "Decks", "Layout", "Music and light"):
        assert f"\n{word}" in ran.out


def test_dealers_are_listed_all_or_of_a_theme(cli: Run) -> None:
    everyone = cli("dealers", "--json").json["dealers"]
    assert everyone[0]["key"] == "house"
    assert everyone[0]["blueprintId"] == ""
    assert Fraction(everyone[0]["houseEdge"]) == Fraction(-25704983714913247, 644500305797040000)
    assert len(everyone) == 34
    jawas = cli("dealers", "--theme", "dune-sea-dark", "--json").json["dealers"]
    assert [each["key"] for each in jawas] == ["jawa-dark", "wittin", "herat", "iasa"]
    assert all(each in everyone for each in jawas)
    words = cli("dealers", "--theme", "jabbas-palace-dark").out
    assert "brangus-glee" in words
    assert "plain 2.78%" in " ".join(words.split())
    assert "stands early" in " ".join(words.split())


def test_a_key_to_copy_stands_whole_in_its_column(cli: Run) -> None:
    dealers, themes = cli("dealers"), cli("themes")
    keys = [each["key"] for each in cli("dealers", "--json").json["dealers"]]
    assert "snowtrooper-officer" in keys
    assert [key for key in keys if f"\n {key} " not in dealers.out] == []
    assert [name for name in THEMES if f"\n {name} " not in themes.out] == []


@pytest.mark.parametrize("args", [("themes", "cloud-city"), ("dealers", "--theme", "cloud-city")])
def test_another_theme_is_refused_with_the_names_there_are(args: tuple[str, ...], cli: Run) -> None:
    ran = cli(*args)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"sabacc: theme: got 'cloud-city', expected one of {', '.join(THEMES)}\n"


def test_candidates_of_the_starter_catalogue_say_where_the_others_are(cli: Run) -> None:
    ran = cli("dealers", "--candidates")
    words = " ".join(ran.out.split())
    assert ran.code == 0
    assert "7_169" in words
    assert "starter catalogue: it holds only the cards that decks and dealers of our own name" in words
    assert "sabacc cards import FILE... --out CATALOGUE" in words
    answer = cli("dealers", "--candidates", "--json").json
    assert answer["starterCatalogue"] is True
    assert answer["catalogueVersion"] == starter_catalogue().version
    (brangus,) = [each for each in answer["candidates"] if each["blueprintId"] == "7_169"]
    assert brangus == {
        "blueprintId": "7_169",
        "title": "Brangus Glee",
        "side": "SIDE_DARK",
        "variants": ["VARIANT_CLOUD_CITY", "VARIANT_JABBAS_PALACE", "VARIANT_TROOPER"],
        "dealers": ["brangus-glee"],
    }


def test_candidates_of_a_whole_catalogue_are_all_its_gamblers(cli: Run, whole_catalogue: str) -> None:
    answer = cli("dealers", "--candidates", "--catalogue", whole_catalogue, "--json").json
    assert answer["starterCatalogue"] is False
    assert len(answer["candidates"]) == 36
    assert "starter catalogue" not in cli("dealers", "--candidates", "--catalogue", whole_catalogue).out
    jawas = cli("dealers", "--candidates", "--theme", "dune-sea-light", "--catalogue", whole_catalogue, "--json").json
    assert {each["side"] for each in jawas["candidates"]} == {"SIDE_LIGHT"}
    assert {"1_12", "2_9", "7_45"} <= {each["blueprintId"] for each in jawas["candidates"]}


def test_a_catalogue_without_candidates_is_refused_for_dealers(cli: Run) -> None:
    ran = cli("dealers", "--catalogue", "x.json")
    assert ran.code == 2
    assert ran.err.startswith("sabacc: --catalogue: got 'no --candidates'")


@pytest.fixture(scope="session")
def whole_catalogue(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> str:
    """The catalogue file of all real cards."""
    cards = shared_data / "data" / "swccg-card-json"
    sources = [
        shared_data / "data" / "gemp" / "card_blueprint_database.json",
        cards / "Dark.json",
        cards / "Light.json",
    ]
    path = tmp_path_factory.mktemp("whole") / "catalogue.json"
    path.write_text(import_catalogue(sources).dump(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", THEMES)
def test_a_built_deck_of_the_whole_catalogue_is_the_sample_deck(name: str, cli: Run, whole_catalogue: str) -> None:
    ran = cli("deck", "build", "--theme", name, "--catalogue", whole_catalogue, "--json")
    assert ran.json["deck"] == bundled_deck(name).deck_string


def test_a_built_deck_has_the_numbers_asked_for(cli: Run, whole_catalogue: str) -> None:
    args = ("--spread", "0:10,1:10,2:10,3:10,5:5", "--wild", "4", "--clone", "12", "--catalogue", whole_catalogue)
    first = cli("deck", "build", "--theme", "trooper", "--side", "dark", *args, "--json").json
    assert first == cli("deck", "build", "--theme", "trooper-dark", *args, "--json").json
    roles, values = Counter[str](), Counter[str]()
    for card in first["cards"]:
        roles[card["role"]] += card["copies"]
        values[card["value"]] += card["copies"]
    assert (roles["CARD_ROLE_WILD"], roles["CARD_ROLE_CLONE"]) == (4, 12)
    assert values == {"0": 10, "1": 10, "2": 10, "3": 10, "5": 5}
    assert (first["variant"], first["side"], first["wild"], first["clone"]) == ("VARIANT_TROOPER", "SIDE_DARK", 4, 12)
    assert len(first["deck"].split(",")) == 45


def test_a_deck_is_built_for_people_and_written_as_a_deck_string(cli: Run, tmp_path: Path) -> None:
    out = tmp_path / "deck.txt"
    ran = cli("deck", "build", "--theme", "dune-sea", "--side", "light", "--out", str(out))
    assert ran.code == 0
    assert ran.err.startswith("sabacc: This is the starter catalogue: ")
    assert ran.out.startswith("Dune Sea Sabacc, Light Side: 60 cards, 3 of them wild and 16 clone cards")
    text = out.read_text(encoding="utf-8")
    assert text in ran.out
    pile = read_deck(text, starter_catalogue()).pile
    assert Counter(card.destiny for card in pile) == {"0": 19, "1": 10, "2": 3, "3": 1, "4": 5, "5": 11, "6": 5, "7": 6}


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (("--theme", "x"), 2, "--theme: got 'x', expected one of cloud-city, dune-sea, jabbas-palace, trooper, with"),
        (("--theme", "dune-sea"), 2, "--side: got 'nothing', expected light or dark"),
        (("--theme", "dune-sea", "--side", "grey"), 2, "--side: got 'grey', expected light or dark"),
        (("--theme", "dune-sea-light", "--side", "dark"), 2, "--side: got 'dark', expected light, the side of the"),
        (("--theme", "dune-sea-light", "--spread", "0:1,9:3"), 2, "--spread[1]: got '9:3', expected VALUE:CARDS such"),
        (("--theme", "dune-sea-light", "--wild", "-1"), 1, "--wild: got '-1', expected 0 or more"),
        (("--theme", "cloud-city-dark", "--clone", "3"), 1, "--clone: got '3 cards', expected at least 1"),
        (("--theme", "dune-sea-light", "--spread", "0:3"), 1, "--spread: got '3 wild and 16 clone cards', expected at"),
        (("--theme", "dune-sea-light", "--catalogue", "none.json"), 2, "none.json: got 'No such file or directory'"),
        (("--theme", "dune-sea-light", "--out", "no/deck.txt"), 2, "no/deck.txt: got 'No such file or directory'"),
    ],
)
def test_a_deck_that_cannot_be_built_is_refused_by_its_option(
    args: tuple[str, ...], code: int, error: str, cli: Run
) -> None:
    ran = cli("deck", "build", *args)
    assert (ran.code, ran.out) == (code, "")
    assert f"sabacc: {error}" in ran.err
    assert "Traceback" not in ran.err
