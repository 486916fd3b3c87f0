"""`sabacc deck convert` and `diff`: decks in other formats, and compared, in process and over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.examples import example_deck
from tests.cli.deck_texts import CLEAR, POST, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gemp", "5_7,5_7,1_109|13_4\n"),
        ("plain", "Light Side\n\n2x Princess Leia\n1x Sense (s)\n\nOUTSIDE THE DECK (1)\n1x Aim High\n"),
    ],
)
def test_a_deck_is_converted_to_standard_output(name: str, expected: str, everywhere: Run) -> None:
    ran = everywhere("deck", "convert", CLEAR, "--to", name)
    assert (ran.code, ran.out) == (0, expected)
    assert "a title may belong to a card that it lacks" in " ".join(ran.err.split())


@pytest.mark.parametrize("name", ["gemp", "xml", "gemp-xml", "plain", "forum", "json"])
def test_a_converted_deck_is_the_same_deck(name: str, everywhere: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    light = example_deck("example-light")
    ran = everywhere("deck", "convert", light, "--to", name, "--out", str(out))
    assert (ran.code, ran.out) == (0, "")
    ran = everywhere("deck", "diff", str(out), light)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "The decks hold the same cards.")


def test_nothing_is_written_while_something_is_in_doubt(everywhere: Run, tmp_path: Path) -> None:
    path, out = written(tmp_path, "post.txt", POST), tmp_path / "out.txt"
    ran = everywhere("deck", "convert", path, "--to", "gemp", "--out", str(out))
    assert (ran.code, ran.out, out.exists()) == (1, "", False)
    assert "Lando Calrisian" in ran.err
    printed = everywhere("deck", "convert", path, "--to", "gemp")
    assert (printed.code, printed.out) == (1, "")
    assert "nothing was written: something is in doubt; --allow-unresolved writes the rest" in printed.err
    told = everywhere("deck", "convert", path, "--to", "gemp", "--json")
    assert (told.code, told.json["exports"], len(told.json["doubts"])) == (1, [], 1)


def test_what_was_resolved_is_written_where_that_is_allowed(everywhere: Run, tmp_path: Path) -> None:
    path, out = written(tmp_path, "post.txt", POST), tmp_path / "out.txt"
    ran = everywhere("deck", "convert", path, "--to", "gemp", "--out", str(out), "--allow-unresolved")
    assert (ran.code, ran.out, out.read_bytes()) == (0, "", b"5_7,5_7,1_109,1_109|\n")
    assert "Lando Calrisian" in ran.err


def test_a_deck_is_not_converted_to_a_format_that_is_not_written(everywhere: Run) -> None:
    ran = everywhere("deck", "convert", CLEAR, "--to", "wiki")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "sabacc: --to: got 'wiki', expected one of gemp, gemp-xml, json, forum, plain\n"


def test_an_out_file_that_cannot_be_written_is_told(cli: Run, tmp_path: Path) -> None:
    ran = cli("deck", "convert", CLEAR, "--to", "gemp", "--out", str(tmp_path / "no" / "deck.txt"))
    assert ran.code == 2
    assert "expected a file that can be written" in ran.err


def test_two_decks_are_compared_card_by_card_whatever_their_order(everywhere: Run) -> None:
    first, second = "1_109,5_7,5_7|13_4", "Princess Leia\n2x Sense\nDash\nSHIELDS\nAim High"
    ran = everywhere("deck", "diff", first, second, "--json")
    assert ran.code == 1
    assert [(d["outside"], d["blueprintId"], d["first"], d["second"]) for d in ran.json["differences"]] == [
        (False, "1_109", 1, 2), (False, "5_7", 2, 1), (False, "5_43", 0, 1)
    ]  # fmt: skip
    assert [deck["format"] for deck in ran.json["decks"]] == ["DECK_FORMAT_GEMP", "DECK_FORMAT_FORUM"]
    words = everywhere("deck", "diff", first, second).out
    assert "3 titles differ, by 3 copies together." in words
    assert "Princess Leia" in words
    one = everywhere("deck", "diff", "1_109,5_7", "1_109,1_109,5_7").out
    assert "1 title differs, by 1 copy." in one
    same = everywhere("deck", "diff", first, "5_7,1_109,5_7|13_4")
    assert (same.code, same.out) == (0, "The decks hold the same cards.\n")


def test_decks_with_doubts_are_not_told_to_be_the_same(everywhere: Run) -> None:
    ran = everywhere("deck", "diff", "Sense\nDahs", "Sense\nDahs")
    assert ran.code == 1
    assert "Dahs" in ran.out


def test_the_refused_one_of_two_decks_is_named(everywhere: Run, tmp_path: Path) -> None:
    many, archive = ",".join(["1_109"] * 201), written(tmp_path, "b.txt", b"PK\x03\x04")
    for name, code, decks in (("A", 1, (many, CLEAR)), ("B", 2, (CLEAR, archive))):
        ran = everywhere("deck", "diff", *decks)
        assert (ran.code, ran.out) == (code, "")
        assert ran.err.splitlines()[0] == f"sabacc: deck {name} is refused:"
        assert len(ran.err.splitlines()) == 2
