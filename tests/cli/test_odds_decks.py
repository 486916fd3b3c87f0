"""Decks as the commands of the odds take them: by name, as counts, as a deck string, in files, on standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.themes.bundled import bundled_deck, bundled_deck_names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

DECK_C = "0:19,1:10,2:3,3:1,4:5,5:11,6:5,7:6"
NAME = "dune-sea-dark"
TABLE = ("--variant", "dune-sea", "--json")


def pile(run: Run, deck: str, stdin: bytes = b"") -> tuple[str, str]:
    """The player's pile as it was read, and his edge."""
    ran = run("odds", "--player", deck, *TABLE, stdin=stdin)
    assert ran.code == 0, ran.err
    return ran.json["playerPile"]["counts"], ran.json["playerEdgeFraction"]


@pytest.mark.parametrize("name", bundled_deck_names())
def test_every_bundled_deck_is_known_by_its_name(name: str, cli: Run) -> None:
    answer = cli("odds", "--dealer", name, "--json").json
    assert answer["dealerPile"]["size"] == len(bundled_deck(name).card_ids or bundled_deck(name).values)


def test_counts_are_the_deck_that_they_count_in_any_order_and_with_blanks(everywhere: Run) -> None:
    backwards = " , ".join(reversed(DECK_C.split(",")))
    assert pile(everywhere, f" {backwards}") == pile(everywhere, DECK_C) == pile(everywhere, "deck-c")


def test_cards_with_two_destinies_and_other_values_count_as_they_are(everywhere: Run) -> None:
    ran = everywhere("odds", "--player", "2/5:2,3.1415927:1,0.5:3", "--dealer", "4:6", "--json")
    assert ran.json["playerPile"]["counts"] == "0.5:3,2/5:2,3.1415927:1"


@pytest.mark.parametrize("format_", ["gemp", "xml", "plain", "forum", "json"])
def test_a_deck_file_of_any_format_is_the_deck(format_: str, everywhere: Run, tmp_path: Path) -> None:
    out = tmp_path / f"deck.{format_}"
    ids = ",".join(bundled_deck(NAME).card_ids)
    assert everywhere("deck", "convert", ids, "--to", format_, "--out", str(out)).code == 0
    expected = pile(everywhere, NAME)
    assert pile(everywhere, str(out)) == expected
    assert pile(everywhere, "-", stdin=out.read_bytes()) == expected
    assert pile(everywhere, ids) == expected


def test_a_bundled_deck_is_meant_before_a_file_of_its_name(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "deck-c").write_text("1_2,1_2,1_2")  # the working folder of the test
    assert pile(cli, "deck-c")[0] == DECK_C
    assert pile(cli, "./deck-c")[0] != DECK_C


def test_a_file_whose_name_has_no_ending_is_read(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text(",".join(bundled_deck(NAME).card_ids))
    assert pile(cli, "mine") == pile(cli, NAME)


def test_what_starts_on_table_is_left_out_and_told(everywhere: Run) -> None:
    deck = ",".join(["1_2"] * 9 + ["109_4"])  # an Objective
    ran = everywhere("odds", "--player", deck)
    assert "Left out because they start on table, by their types: 109_4" in ran.out
    assert everywhere("odds", "--player", deck, "--json").json["playerPile"]["size"] == 9


def test_a_deck_in_doubt_is_refused_with_its_first_doubt(everywhere: Run, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("1x Nobody At All\n2x Nothing Either\n")
    ran = everywhere("profile", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("sabacc: DECK: got '")
    assert "and 1 more" in ran.err


def test_a_shoe_has_what_was_played_no_more(everywhere: Run) -> None:
    after = everywhere("shoe", "--player-played", "0:2,5:1", "--dealer-played", "7:6", "--json").json
    left = ("--player", "0:17,1:10,2:3,3:1,4:5,5:10,6:5,7:6", "--dealer", "0:19,1:10,2:3,3:1,4:5,5:11,6:5")
    assert after["playerEdgeFraction"] == everywhere("odds", *left, "--json").json["playerEdgeFraction"]
    assert after["fullPlayerEdge"] == everywhere("odds", "--json").json["playerEdge"]


def test_cards_are_played_by_their_ids_be_it_one(everywhere: Run) -> None:
    first = bundled_deck(NAME).card_ids[0]
    ran = everywhere("shoe", "--player", NAME, "--player-played", first, *TABLE)
    assert ran.code == 0, ran.err
    assert ran.json["playerPile"]["size"] == len(bundled_deck(NAME).card_ids) - 1


def test_nothing_played_is_a_full_shoe(cli: Run) -> None:
    answer = cli("shoe", "--json").json
    assert answer["playerEdge"] == answer["fullPlayerEdge"]
