"""`sabacc token`: a token is printed once, its hash is kept, and nothing is told of it after."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

TOKEN = re.compile(r"sabacc_[A-Za-z0-9_-]{43}\n")


def test_a_new_token_is_the_whole_of_standard_output_and_only_its_hash_is_kept(cli: Run, tmp_path: Path) -> None:
    ran = cli("token", "new", "gemp", "--role", "game", "--access", "access.toml")
    assert ran.code == 0
    assert TOKEN.fullmatch(ran.out)
    assert ran.out.strip() not in ran.err
    kept = (tmp_path / "access.toml").read_text()
    assert sha256(ran.out.strip().encode()).hexdigest() in kept
    assert ran.out.strip() not in kept


def test_tokens_are_replaced_without_a_gap(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_ACCESS", "access.toml")
    first = cli("token", "new", "gemp", "--role", "game", "--json").json
    second = cli("token", "new", "gemp", "--json").json
    assert first["token"] != second["token"]
    hashes = [made["token_hash"] for made in (first, second)]
    assert second["token_hashes"] == hashes
    assert sha256(first["token"].encode()).hexdigest()[:8] == hashes[0]
    third = cli("token", "new", "gemp")
    assert (third.code, third.out) == (2, "")
    assert f"retire the older one ({hashes[0]}) with `sabacc token retire gemp`" in third.err
    assert cli("token", "retire", "gemp", "--json").json == {"name": "gemp", "retired": hashes[0]}
    listed = cli("token", "list", "--json").json
    assert listed == {
        "identities": [
            {"name": "gemp", "role": "game", "token_hashes": [hashes[1]], "certificate_names": []},
        ]
    }
    last = cli("token", "retire", "gemp")
    assert (last.code, "sabacc token remove gemp" in last.err) == (2, True)
    assert cli("token", "remove", "gemp").out == "Removed gemp (game).\n"
    assert cli("token", "list", "--json").json == {"identities": []}


def test_the_list_shows_eight_characters_of_a_hash(cli: Run) -> None:
    made = cli("token", "new", "gemp", "--role", "game", "--access", "a.toml").out.strip()
    shown = cli("token", "list", "--access", "a.toml").out
    digest = sha256(made.encode()).hexdigest()
    assert digest[:8] in shown
    assert digest[:9] not in shown


@pytest.mark.parametrize(
    ("args", "field"),
    [
        (("new", "a b", "--role", "game"), "NAME"),
        (("new", "anonymous", "--role", "game"), "NAME"),
        (("new", "x" * 61, "--role", "game"), "NAME"),
        (("new", "gemp", "--role", "local"), "--role"),
        (("new", "gemp", "--role", "Game"), "--role"),
        (("new", "gemp"), "--role"),
        (("retire", "gemp"), "NAME"),
        (("remove", "gemp"), "NAME"),
    ],
)
def test_a_mistake_makes_no_file(cli: Run, tmp_path: Path, args: tuple[str, ...], field: str) -> None:
    ran = cli("token", *args, "--access", "access.toml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"sabacc: {field}: got ")
    assert not (tmp_path / "access.toml").exists()


def test_without_a_file_nothing_is_done(cli: Run) -> None:
    ran = cli("token", "list")
    assert (ran.code, ran.err) == (
        2,
        "sabacc: --access: got 'nothing', expected an access file, here or in SABACC_ACCESS\n",
    )
