"""`sabacc deck parse` and `convert` on folders of decks, for programs and for people."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from service.cli import deck_folder
from tests.cli.deck_texts import CLEAR, HOLOTABLE, POST, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

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
