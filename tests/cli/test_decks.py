"""`sabacc deck show` and `parse`: decks in every format, in process and over the wire, for programs and for people."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deckmapping.examples import example_deck
from tests.cli.deck_texts import CLEAR, CLEAR_STRING, HOLOTABLE, POST, written

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_a_deck_is_read_from_an_argument_a_file_and_standard_input(everywhere: Run, tmp_path: Path) -> None:
    deck = example_deck("example-light")
    path = tmp_path / "deck.txt"
    path.write_bytes(b"\xef\xbb\xbf" + deck.strip().encode() + b"\r\n")
    answers = [
        everywhere("deck", "show", deck, "--json").json,
        everywhere("deck", "show", str(path), "--json").json,
        everywhere("deck", "show", "-", "--json", stdin=path.read_bytes()).json,
    ]
    assert answers[0] == answers[1] == answers[2]
    answer = answers[0]
    assert (answer["side"], len(answer["pile"]), len(answer["outside"])) == ("SIDE_LIGHT", 60, 8)
    assert (answer["cardsIn"], answer["unresolved"]) == (68, [])
    assert answer["pile"][17] == {"blueprintId": "2_14", "title": "R2-D2 (Artoo-Detoo)", "values": ["2", "5"]}
    assert sum(answer["histogram"].values()) == 60
    assert answer["histogram"]["2/5"] == 1


def test_what_is_no_card_is_listed_with_place_and_reason_and_never_dropped(everywhere: Run) -> None:
    ran = everywhere("deck", "show", "1_2,203_30,9999_1,abc,1_x,5-39,|13_3,zz", "--json")
    assert ran.code == 1
    assert [(card["blueprintId"]) for card in ran.json["pile"]] == ["1_2"]
    found = [(u["text"], u["position"], u["outside"], u["reason"].split(":")[0]) for u in ran.json["unresolved"]]
    assert found == [
        ("203_30", 2, False, "unknown"),
        ("9999_1", 3, False, "unknown"),
        ("abc", 4, False, "malformed"),
        ("1_x", 5, False, "malformed"),
        ("5-39", 6, False, "malformed"),
        ("zz", 2, True, "malformed"),
    ]
    assert ran.json["unresolved"][4]["candidates"] == ["5_39"]
    assert ran.json["side"] == "SIDE_UNSPECIFIED"
    words = everywhere("deck", "show", "1_2,203_30").out
    assert "Side not sure: 2 entries = 1 in the pile + 0 outside the deck + 1 unresolved" in words
    assert "203_30" in words


@pytest.mark.parametrize("deck", ["|13_3", ",,", ",".join(["1_2"] * 201), "1_2|13_3|13_4"])
def test_a_deck_that_is_none_is_refused(deck: str, everywhere: Run) -> None:
    ran = everywhere("deck", "show", deck)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("sabacc: deck: got ")


def test_a_path_without_a_file_is_told_to_be_no_file(cli: Run) -> None:
    ran = cli("deck", "show", "deck.txt")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "sabacc: deck.txt: got 'No such file or directory', expected a file that can be read\n"


def test_a_deck_in_another_format_is_shown(everywhere: Run, tmp_path: Path) -> None:
    ran = everywhere("deck", "show", written(tmp_path, "deck.htd", HOLOTABLE))
    assert ran.code == 0
    assert "read as holotable in utf-8: 2 cards = 2 in the pile + 0 outside" in ran.out
    assert everywhere("deck", "show", written(tmp_path, "post.txt", POST), "--json").json["cardsIn"] == 5


def test_a_deck_is_parsed_from_a_file_standard_input_or_an_argument(everywhere: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "deck", CLEAR)
    answers = [
        everywhere("deck", "parse", path, "--json"),
        everywhere("deck", "parse", "-", "--json", stdin=CLEAR.encode("utf-16")),
        everywhere("deck", "parse", CLEAR, "--json"),
    ]
    assert [ran.code for ran in answers] == [0, 0, 0]
    for ran in answers:
        assert (ran.json["deck"], ran.json["format"]) == (CLEAR_STRING, "DECK_FORMAT_FORUM")
    assert [ran.json["encoding"] for ran in answers] == ["utf-8", "utf-16", "utf-8"]


def test_what_is_in_doubt_is_told_with_candidates_and_the_exit_code_says_so(everywhere: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "post.txt", POST)
    ran = everywhere("deck", "parse", path)
    assert ran.code == 1
    words = " ".join(ran.out.split())
    assert "Side not sure, read as forum in utf-8: 5 cards = 4 in the pile + 0 outside the deck + 1 in doubt" in words
    assert "Lando Calrisian" in words
    assert "(5_5," in words
    assert "Look at line 1: 'Mines' was taken for the name of the list" in words
    assert "GEMP's deck string of what is not in doubt: 5_7,5_7,1_109,1_109|" in words
    (doubt,) = everywhere("deck", "parse", path, "--json").json["doubts"]
    assert (doubt["line"], doubt["reason"]) == (5, "DOUBT_REASON_UNKNOWN_TITLE")


def test_a_format_is_forced_by_its_short_or_long_name(everywhere: Run) -> None:
    for name in ("plain", "PLAIN", "DECK_FORMAT_PLAIN"):
        ran = everywhere("deck", "parse", "1_109|4_67", "--format", name, "--json")
        assert (ran.code, ran.json["format"], len(ran.json["doubts"])) == (1, "DECK_FORMAT_PLAIN", 1)
    ran = everywhere("deck", "parse", "Sense", "--format", "html", "--json")
    assert ran.json["format"] == "DECK_FORMAT_GEMP_HTML"


@pytest.mark.parametrize("name", ["word", "", "unspecified"])
def test_an_unknown_format_is_refused_with_the_names_there_are(name: str, cli: Run) -> None:
    ran = cli("deck", "parse", "Sense", "--format", name)
    assert ran.code == 2
    assert ran.err == (
        f"sabacc: --format: got '{name}', expected one of gemp, gemp-xml, gemp-html, holotable, wiki, archive-json, "
        "json, decktech, site, forum, plain\n"
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"PK\x03\x04zip", 2), (b"<deck><card>", 2), (b'{"cards": 3}', 2), (b"\x89PNG", 2), (b"200 Sense\nDash", 1)],
)
def test_a_file_that_cannot_be_used_and_a_deck_beyond_a_limit_are_refused_in_one_line(
    content: bytes, code: int, everywhere: Run, tmp_path: Path
) -> None:
    ran = everywhere("deck", "parse", written(tmp_path, "deck.txt", content))
    assert (ran.code, ran.out) == (code, "")
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith("sabacc: content: got ")


def test_a_file_that_is_too_large_is_not_read_to_its_end(cli: Run, tmp_path: Path) -> None:
    ran = cli("deck", "parse", written(tmp_path, "deck.txt", b"x" * 10_000_000))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("got 'more than 786432 bytes', expected at most 768 KiB\n")


@pytest.mark.parametrize("command", ["show", "parse"])
def test_no_deck_at_all_is_no_folder(command: str, cli: Run) -> None:
    for given in ("", " "):
        ran = cli("deck", command, given)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "sabacc: DECK: got 'nothing', expected a file, a deck string, or - for standard input\n"


def test_a_folder_where_one_deck_is_asked_for_is_told(cli: Run, tmp_path: Path) -> None:
    for command in (("show",), ("diff", CLEAR)):
        ran = cli("deck", *command, str(tmp_path))
        assert (ran.code, ran.out) == (2, "")
        assert f"{tmp_path}: got 'a folder', expected a file" in ran.err


def test_a_word_that_is_no_file_is_told_to_be_none(everywhere: Run) -> None:
    ran = everywhere("deck", "parse", "mydeckk")
    assert ran.code == 1
    assert ran.err == "sabacc: no file is called mydeckk, so it was read as a deck itself\n"
    assert everywhere("deck", "parse", "Sense").err == ""


def test_a_deck_with_doubts_is_shown_with_exit_code_1(everywhere: Run, tmp_path: Path) -> None:
    assert everywhere("deck", "show", written(tmp_path, "post.txt", POST)).code == 1


@pytest.mark.parametrize(
    "text",
    ["Deck: 5_7,5_7,1_109|13_4", '"5_7,5_7,1_109|13_4"', "5_7\n5_7\n1_109\n|\n13_4\n", "5_7 5_7, 1_109|13_4",
     "Deck string = `5_7,5_7,\n1_109|13_4`"],
)  # fmt: skip
@pytest.mark.parametrize("command", ["show", "parse"])
def test_a_deck_string_in_quotes_or_without_commas_is_one(command: str, text: str, everywhere: Run) -> None:
    ran = everywhere("deck", command, text, "--json")
    assert ran.code == 0
    assert [card["blueprintId"] for card in ran.json["pile"]] == ["5_7", "5_7", "1_109"]
    assert [card["blueprintId"] for card in ran.json["outside"]] == ["13_4"]


def test_the_spread_of_values_ascends(everywhere: Run) -> None:
    (spread,) = [
        line for line in everywhere("deck", "parse", "1_109,5_7,2_14,5_43").out.splitlines() if "by value" in line
    ]
    values = [[float(part) for part in value.rstrip(":").split("/")] for value in spread.split()[3::2]]
    assert len(values) > 1
    assert values == sorted(values)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device to write to")
@pytest.mark.parametrize("command", [("parse", CLEAR), ("convert", CLEAR, "--to", "gemp"), ("parse", CLEAR, "--json")])
def test_a_full_disk_is_told(command: tuple[str, ...]) -> None:
    program = "from service.cli.main import main; main()"
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", program, "deck", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    words = "sabacc: standard output: got 'No space left on device', expected a place that can be written\n"
    assert (ran.returncode, "Traceback" in ran.stderr) == (2, False)
    assert ran.stderr.endswith(words)
