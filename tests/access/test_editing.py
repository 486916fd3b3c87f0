"""Changes of the access file: what is not changed stays byte for byte, and one who fails changes nothing."""

from __future__ import annotations

import os
import stat
import threading
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import InvalidInputError
from service.access.access_file import load_access
from service.access.editing import add_token, remove_identity, retire_token
from service.caller import Role

if TYPE_CHECKING:
    from pathlib import Path

A, B, C = ("a" * 64, "b" * 64, "c" * 64)

COMMENTED = f"""# The access file of the spring league.

# GEMP itself
[[identity]]
role = "game"  # not more
name = "gemp"
token_hashes = [
    "{A}",
]
calls_per_s = 50

# The two directors:
# one of them is on leave
[[identity]]
name = "td"
role = "director"
certificate_names = ["td.example"]   # no token

[[ identity ]]
name = "eye"
role = "auditor"
token_hashes=["{B}"]
# the end
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "access.toml"
    path.write_text(COMMENTED)
    return path


def test_a_file_that_is_not_there_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    before = os.umask(0)
    try:
        add_token(path, "gemp", Role.GAME, A)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == f'[[identity]]\nname = "gemp"\nrole = "game"\ntoken_hashes = ["{A}"]\n'
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_identity_is_added_at_the_end(path: Path) -> None:
    add_token(path, "new", Role.AUDITOR, C)
    added = f'\n[[identity]]\nname = "new"\nrole = "auditor"\ntoken_hashes = ["{C}"]\n'
    assert path.read_text() == COMMENTED + added


def test_a_name_with_quotes_survives(path: Path) -> None:
    name = "a\"b\\c'd]#"
    add_token(path, name, Role.GAME, C)
    assert load_access(path).identities[-1].name == name
    remove_identity(path, name)
    assert path.read_text() == COMMENTED + "\n"


def test_a_second_token_stands_beside_the_first(path: Path) -> None:
    identity = add_token(path, "gemp", None, C)
    assert identity.token_hashes == (A, C)
    assert path.read_text() == COMMENTED.replace(f'[\n    "{A}",\n]', f'["{A}", "{C}"]')


def test_a_token_for_one_who_had_a_certificate_alone(path: Path) -> None:
    add_token(path, "td", Role.DIRECTOR, C)
    assert load_access(path).identities[1].token_hashes == (C,)
    assert path.read_text() == COMMENTED.replace(
        '[[identity]]\nname = "td"', f'[[identity]]\ntoken_hashes = ["{C}"]\nname = "td"'
    )


def test_a_third_token_is_refused_saying_how_to_retire_the_older(path: Path) -> None:
    add_token(path, "gemp", None, C)
    before = path.read_bytes()
    with pytest.raises(InvalidInputError) as caught:
        add_token(path, "gemp", None, B[:32] + A[:32])
    assert caught.value.violations[0].expected == (
        "at most 2: retire the older one (aaaaaaaa) with `sabacc token retire gemp`"
    )
    assert path.read_bytes() == before


def test_the_oldest_token_is_retired_or_the_one_that_is_named(path: Path) -> None:
    add_token(path, "gemp", None, C)
    assert retire_token(path, "gemp", "ccc") == C
    assert load_access(path).identities[0].token_hashes == (A,)
    add_token(path, "gemp", None, C)
    assert retire_token(path, "gemp", "") == A
    assert load_access(path).identities[0].token_hashes == (C,)
    assert path.read_text() == COMMENTED.replace(f'[\n    "{A}",\n]', f'["{C}"]')


@pytest.mark.parametrize(("name", "prefix"), [("gemp", "f"), ("gemp", ""), ("eye", B), ("td", ""), ("nobody", "")])
def test_what_cannot_be_retired_is_refused_and_nothing_changes(path: Path, name: str, prefix: str) -> None:
    with pytest.raises(InvalidInputError):
        retire_token(path, name, prefix)
    assert path.read_text() == COMMENTED


def test_the_beginning_of_two_hashes_retires_neither(path: Path) -> None:
    add_token(path, "gemp", None, "a" * 63 + "b")
    with pytest.raises(InvalidInputError, match="aaaaaaaa, aaaaaaaa"):
        retire_token(path, "gemp", "aaa")


def test_the_last_token_may_go_where_there_is_a_certificate(path: Path) -> None:
    add_token(path, "td", None, C)
    assert retire_token(path, "td", "") == C
    assert load_access(path).identities[1].token_hashes == ()


def test_an_identity_is_removed_and_the_comments_above_the_next_one_stay(path: Path) -> None:
    assert remove_identity(path, "gemp").role is Role.GAME
    head, _, rest = COMMENTED.partition("[[identity]]")
    assert path.read_text() == head + "\n# The two directors:" + rest.partition("# The two directors:")[2]
    remove_identity(path, "eye")
    remove_identity(path, "td")
    assert load_access(path).identities == ()
    with pytest.raises(InvalidInputError, match="none: the file is empty"):
        remove_identity(path, "td")


def test_the_last_one_leaves_a_file_that_lets_nobody_in_and_takes_the_next(tmp_path: Path) -> None:
    path = tmp_path / "access.toml"
    add_token(path, "gemp", Role.GAME, A)
    remove_identity(path, "gemp")
    assert path.read_text() == "identity = []\n"
    assert load_access(path).identities == ()
    add_token(path, "td", Role.DIRECTOR, B)
    assert [identity.name for identity in load_access(path).identities] == ["td"]


def test_an_empty_file_shuts_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "access.toml"
    for text in ("", " \n\n"):
        path.write_text(text)
        with pytest.raises(InvalidInputError, match="an empty file"):
            load_access(path)


def test_another_role_is_refused(path: Path) -> None:
    with pytest.raises(InvalidInputError, match="game, the role of gemp"):
        add_token(path, "gemp", Role.DIRECTOR, C)
    with pytest.raises(InvalidInputError, match="the role of a new identity"):
        add_token(path, "new", None, C)
    assert path.read_text() == COMMENTED


@pytest.mark.parametrize(
    "text",
    [
        f'identity = [{{name = "gemp", role = "game", token_hashes = ["{A}"]}}]\n',
        f'[[identity]]\nname = "gemp"\nrole = "game"\n"token_hashes" = ["{A}"]\n',
        f'[[identity]]\nname = "gemp"\nrole = "game"\ntoken_hashes = ["{A}" # ]\n]\n',
        f'[["identity"]]\nname = "gemp"\nrole = "game"\ntoken_hashes = ["{A}"]\n',
    ],
)
def test_a_form_that_cannot_be_edited_safely_is_left_alone(path: Path, text: str) -> None:
    path.write_text(text)
    assert load_access(path).identities[0].name == "gemp"
    for edit in (lambda: add_token(path, "gemp", None, C), lambda: retire_token(path, "gemp", "")):
        with pytest.raises(InvalidInputError):
            edit()
    assert path.read_text() == text


def test_a_bad_file_is_not_made_worse(path: Path) -> None:
    path.write_text("[[identity]]\nname = 5\n")
    with pytest.raises(InvalidInputError):
        add_token(path, "new", Role.GAME, C)
    assert path.read_text() == "[[identity]]\nname = 5\n"


def test_a_file_that_is_no_text_is_named_and_stays(path: Path) -> None:
    path.write_bytes(b"# \xff\n")
    with pytest.raises(InvalidInputError, match="byte 2 is not UTF-8"):
        add_token(path, "new", Role.GAME, C)
    assert path.read_bytes() == b"# \xff\n"


def test_mode_and_link_of_the_file_stay(path: Path, tmp_path: Path) -> None:
    path.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    add_token(link, "new", Role.GAME, C)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert load_access(path).identities[-1].name == "new"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="No such file"):
        add_token(tmp_path / "no" / "access.toml", "new", Role.GAME, C)


def test_edits_at_the_same_time_lose_nothing(path: Path) -> None:
    def add(number: int) -> None:
        add_token(path, f"n{number}", Role.GAME, f"{number:064x}")

    threads = [threading.Thread(target=add, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {identity.name for identity in load_access(path).identities} == {
        "gemp", "td", "eye", *(f"n{number}" for number in range(12))
    }  # fmt: skip
