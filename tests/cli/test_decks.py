"""`sabacc deck`: decks in every format, in process and over the wire, for programs and for people."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from deckmapping.examples import example_deck
from service.cli import deck_folder

if TYPE_CHECKING:
    from tests.cli.conftest import Run

POST = "Mines\n\nCHARACTERS (3)\n2x Princess Leia\nLando Calrisian\n\nINTERRUPTS (2)\nSense x2\n"
CLEAR = "2x Princess Leia\nSense (s)\nSHIELDS\nAim High\n"
CLEAR_STRING = "5_7,5_7,1_109|13_4"
HOLOTABLE = 'ver 2\ncard "/starwars/Premiere-Light/t_sense" 2\n'


def written(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


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


FOLDER: dict[str, str | bytes] = {
    "b.txt": CLEAR,
    "a.htd": HOLOTABLE,
    "deep/post.txt": POST,
    "zip.txt": b"PK\x03\x04",
    ".hidden": "Sense",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FOLDER.items():
        written(tmp_path / "decks", name, content)
    return tmp_path / "decks"


def test_a_folder_is_summed_up_a_line_a_file_in_80_columns(everywhere: Run, folder: Path) -> None:
    ran = everywhere("deck", "parse", str(folder))
    assert (ran.code, ran.err) == (1, "")
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["a.htd", "holotable", "Light", "2", "0", "0", "1"] in rows
    assert ["b.txt", "forum", "Light", "3", "1", "0", "1"] in rows
    assert ["deep/post.txt", "forum", "not", "sure", "4", "0", "1", "2"] in rows
    assert "zip.txt: refused: content: got 'a zip archive'" in ran.out
    assert "4 files: 2 clear, 1 with doubts, 1 refused; 11 cards, 1 of them in doubt." in ran.out
    told = everywhere("deck", "parse", str(folder), "--json").json["files"]
    assert [file["file"] for file in told] == ["a.htd", "b.txt", "deep/post.txt", "zip.txt"]
    assert ("deck" in told[3], "a zip archive" in told[3]["words"]) == (False, True)


def test_a_folder_of_clear_decks_is_fine(everywhere: Run, tmp_path: Path) -> None:
    written(tmp_path / "clear", "deck.txt", CLEAR)
    assert everywhere("deck", "parse", str(tmp_path / "clear")).code == 0


def test_the_clear_decks_of_a_folder_are_converted(everywhere: Run, folder: Path, tmp_path: Path) -> None:
    written(folder, "a.txt", CLEAR)
    for _ in range(2):  # the second time over what was written the first time
        ran = everywhere("deck", "convert", str(folder), "--to", "json", "--out", str(tmp_path / "out"))
        assert ran.code == 1
        names = sorted(path.name for path in (tmp_path / "out").iterdir())
        assert names == ["a.htd.json", "a.txt.json", "b.json"]
        assert "deep/post.txt: not written: something is in doubt" in ran.out
    allowed = everywhere(
        "deck", "convert", str(folder), "--to", "xml", "--out", str(tmp_path / "all"), "--allow-unresolved"
    )
    assert allowed.code == 1  # for the file that was refused
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        "a.htd.txt",
        "a.txt.txt",
        "b.txt",
        "deep-post.txt",
    ]
    assert everywhere("deck", "diff", str(tmp_path / "all" / "b.txt"), str(tmp_path / "out" / "b.json")).code == 0


def test_no_folder_of_decks_is_written_over(cli: Run, folder: Path) -> None:
    ran = cli("deck", "convert", str(folder), "--to", "json", "--out", f"{folder}/deep/..")
    assert (ran.code, ran.out) == (2, "")
    assert "expected another folder: decks would be written over those read" in ran.err
    assert (folder / "b.txt").read_text() == CLEAR


@pytest.mark.parametrize(("options", "told"), [((), "--out: got 'nothing'"), (("--out", "file"), "file: got")])
def test_a_folder_is_converted_into_a_folder(
    options: tuple[str, ...], told: str, cli: Run, folder: Path, tmp_path: Path
) -> None:
    written(tmp_path, "file", "")
    ran = cli("deck", "convert", str(folder), "--to", "gemp", *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"sabacc: {told}")


def test_an_empty_folder_is_refused(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = cli("deck", "parse", str(tmp_path / "empty"))
    assert ran.code == 2
    assert ran.err == f"sabacc: {tmp_path}/empty: got 'no file', expected a folder with files\n"


def test_on_a_terminal_a_progress_bar_is_shown_on_standard_error(
    cli: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(deck_folder, "Console", lambda **_: Console(file=screen, force_terminal=True, width=80))
    ran = cli("deck", "parse", str(folder))
    assert "Reading decks" in screen.getvalue()
    assert "Reading decks" not in ran.out + ran.err


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


def test_the_refused_one_of_two_decks_is_named(everywhere: Run, tmp_path: Path) -> None:
    many, archive = ",".join(["1_109"] * 201), written(tmp_path, "b.txt", b"PK\x03\x04")
    for name, code, decks in (("A", 1, (many, CLEAR)), ("B", 2, (CLEAR, archive))):
        ran = everywhere("deck", "diff", *decks)
        assert (ran.code, ran.out) == (code, "")
        assert ran.err.splitlines()[0] == f"sabacc: deck {name} is refused:"
        assert len(ran.err.splitlines()) == 2


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


def test_no_deck_of_a_folder_is_written_over_another(everywhere: Run, tmp_path: Path) -> None:
    decks = {
        "sub/b.txt": "Sense", "sub-b.txt": "Dash", "sub-b.txt.deck": "Princess Leia", "x.txt": "Sense", "X.TXT": "Dash",
    }  # fmt: skip
    for name, content in decks.items():
        written(tmp_path / "in", name, content)
    ran = everywhere("deck", "convert", str(tmp_path / "in"), "--to", "gemp", "--out", str(tmp_path / "out"))
    assert ran.code == 0
    found = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert len({name.casefold() for name in found}) == 5
    assert sorted(found.values()) == sorted(["1_109|\n", "5_43|\n", "5_7|\n", "1_109|\n", "5_43|\n"])
    assert sorted(found) == ["X.TXT.txt", "sub-b.txt-2.txt", "sub-b.txt-3.txt", "sub-b.txt.txt", "x.txt-2.txt"]


def test_a_deck_of_which_nothing_is_sure_is_not_written(everywhere: Run, tmp_path: Path) -> None:
    written(tmp_path / "in", "none.txt", "2 No Such Card")
    out = tmp_path / "out"
    ran = everywhere("deck", "convert", str(tmp_path / "in"), "--to", "plain", "--out", str(out), "--allow-unresolved")
    assert list(out.iterdir()) == []
    assert "none.txt: not written: no card of it is sure" in ran.out


def test_links_out_of_a_folder_are_told_and_not_followed(everywhere: Run, tmp_path: Path) -> None:
    outside = written(tmp_path, "secret.txt", "Sense")
    folder = tmp_path / "in"
    written(folder, "deck.txt", CLEAR)
    (folder / "link.txt").symlink_to(outside)
    (folder / "same.txt").symlink_to(folder / "deck.txt")
    (folder / "up").symlink_to(tmp_path)
    ran = everywhere("deck", "parse", str(folder), "--json")
    assert ran.code == 1
    told = {file["file"]: (file["words"], "deck" in file) for file in ran.json["files"]}
    refused = ("a link out of the folder, which is not followed", False)
    assert told == {"deck.txt": ("", True), "link.txt": refused, "same.txt": ("", True), "up": refused}


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
