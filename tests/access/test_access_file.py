"""The access file, read strictly: every fault by its place, and no token or whole hash in any error."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from service.access.access_file import LARGEST_FILE, load_access, parse_access
from service.access.identities import AccessList, Identity, Limits
from service.access.tokens import hash_of, is_token, new_token, without_tokens
from service.caller import Role

if TYPE_CHECKING:
    from pathlib import Path

A, B, C = ("a" * 64, "b" * 64, "c" * 64)

WHOLE = f"""
# Who may call.
[[identity]]
name = "gemp"
role = "game"
token_hashes = ["{A}", "{B}"]
certificate_names = ["gemp.example", "spiffe://gemp/server"]
calls_per_s = 0.5
calls_burst = 3
calls_at_once = 2
largest_request = 1000

[[identity]]
name = "td"
role = "director"
certificate_names = ["td"]

[[identity]]
name = "eye"
role = "auditor"
token_hashes = ["{C}"]
calls_per_s = 7
"""


def entry(**fields: str) -> str:
    given = {"name": '"gemp"', "role": '"game"', "token_hashes": f'["{A}"]', **fields}
    return "[[identity]]\n" + "".join(f"{key} = {value}\n" for key, value in given.items() if value)


def faults(text: str | bytes) -> dict[str, tuple[str, str]]:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(InvalidInputError) as caught:
        parse_access(data, "access.toml")
    assert all((letter * 9) not in str(caught.value) for letter in "abc")
    return {fault.field: (fault.value, fault.expected) for fault in caught.value.violations}


def test_a_whole_file_is_read() -> None:
    assert parse_access(WHOLE.encode(), "access.toml") == AccessList(
        (
            Identity("gemp", Role.GAME, (A, B), ("gemp.example", "spiffe://gemp/server"), 0.5, 3, 2, 1000),
            Identity("td", Role.DIRECTOR, (), ("td",)),
            Identity("eye", Role.AUDITOR, (C,), (), 7),
        )
    )


def test_a_file_without_identities_lets_nobody_in() -> None:
    assert parse_access(b"# nobody yet\n", "access.toml") == AccessList()


def test_limits_that_an_identity_lacks_are_those_of_the_settings() -> None:
    settings = Limits(1000, 2000, 256, 1024)
    assert Identity("a", Role.GAME).limits(settings) == settings
    assert Identity("a", Role.GAME, (), (), 1, 2, 3, 4).limits(settings) == Limits(1, 2, 3, 4)


BAD: dict[str, tuple[str, str, str]] = {
    "unknown key of the file": ("[server]\nport = 1\n", "server", "an unknown key"),
    "identity that is no table": ("identity = 5\n", "identity", "a int"),
    "identity that is one table": ("[identity]\nname = 'x'\n", "identity", "a table"),
    "unknown key": (entry(rank='"game"'), "identity[0].rank", "an unknown key"),
    "no name": (entry(name=""), "identity[0].name", "nothing"),
    "empty name": (entry(name='""'), "identity[0].name", ""),
    "61 characters": (entry(name=f'"{"n" * 61}"'), "identity[0].name", "n" * 61),
    "blank in a name": (entry(name='"a b"'), "identity[0].name", "a b"),
    "other letters": (entry(name='"zoë"'), "identity[0].name", "zo\\xeb"),
    "number for a name": (entry(name="7"), "identity[0].name", "7"),
    "reserved name": (entry(name='"anonymous"'), "identity[0].name", "anonymous"),
    "no role": (entry(role=""), "identity[0].role", "nothing"),
    "unknown role": (entry(role='"boss"'), "identity[0].role", "boss"),
    "local role": (entry(role='"local"'), "identity[0].role", "local"),
    "probe role": (entry(role='"probe"'), "identity[0].role", "probe"),
    "role in capitals": (entry(role='"GAME"'), "identity[0].role", "GAME"),
    "one hash without list": (entry(token_hashes=f'"{A}"'), "identity[0].token_hashes", "a text of 64 characters"),
    "three hashes": (entry(token_hashes=f'["{A}", "{B}", "{C}"]'), "identity[0].token_hashes", "3 hashes"),
    "63 digits": (entry(token_hashes=f'["{A[1:]}"]'), "identity[0].token_hashes[0]", "a text of 63 characters"),
    "65 digits": (entry(token_hashes=f'["{A}a"]'), "identity[0].token_hashes[0]", "a text of 65 characters"),
    "capitals": (entry(token_hashes=f'["{A.upper()}"]'), "identity[0].token_hashes[0]", "a text of 64 characters"),
    "hash and line end": (entry(token_hashes=f'["{A}\\n"]'), "identity[0].token_hashes[0]", "a text of 65 characters"),
    "the same hash twice": (entry(token_hashes=f'["{A}", "{A}"]'), "identity[0].token_hashes[1]", "aaaaaaaa..."),
    "no credentials": (entry(token_hashes=""), "identity[0]", "gemp without a token hash or certificate name"),
    "empty lists": (
        entry(token_hashes="[]", certificate_names="[]"),
        "identity[0]",
        "gemp without a token hash or certificate name",
    ),
    "certificate name without list": (entry(certificate_names="5"), "identity[0].certificate_names", "a int"),
    "empty certificate name": (entry(certificate_names='[""]'), "identity[0].certificate_names[0]", ""),
    "no burst": (entry(calls_burst="0"), "identity[0].calls_burst", "0"),
    "half a call": (entry(calls_at_once="1.5"), "identity[0].calls_at_once", "1.5"),
    "true calls": (entry(calls_burst="true"), "identity[0].calls_burst", "True"),
    "no rate": (entry(calls_per_s="0"), "identity[0].calls_per_s", "0"),
    "hardly any rate": (entry(calls_per_s="1e-300"), "identity[0].calls_per_s", "1e-300"),
    "endless rate": (entry(calls_per_s="inf"), "identity[0].calls_per_s", "inf"),
    "rate that is none": (entry(calls_per_s="nan"), "identity[0].calls_per_s", "nan"),
    "2 MiB": (entry(largest_request="2097152"), "identity[0].largest_request", "2097152"),
    "a name twice": (entry() + entry(token_hashes=f'["{B}"]'), "identity[1].name", "gemp"),
    "a hash in two identities": (entry() + entry(name='"td"'), "identity[1].token_hashes[0]", "aaaaaaaa..."),
    "a certificate in two identities": (
        entry(certificate_names='["x"]') + entry(name='"td"', token_hashes="", certificate_names='["x"]'),
        "identity[1].certificate_names[0]",
        "x",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_fault_is_named_by_its_place(name: str) -> None:
    text, place, value = BAD[name]
    found = faults(text)
    assert list(found) == [f"access.toml {place}"]
    assert found[f"access.toml {place}"][0] == value
    assert found[f"access.toml {place}"][1]


def test_all_faults_are_named_at_once() -> None:
    text = entry(name='"a b"', role='"boss"') + entry(token_hashes='["x"]')
    assert set(faults(text)) == {
        "access.toml identity[0].name",
        "access.toml identity[0].role",
        "access.toml identity[1].token_hashes[0]",
    }


def test_a_token_in_the_place_of_its_hash_is_not_shown() -> None:
    token = new_token()
    with pytest.raises(InvalidInputError) as caught:
        parse_access(entry(token_hashes=f'["{token}"]').encode(), "access.toml")
    assert token not in str(caught.value)
    assert token[7:20] not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"identity = [[[",
        b"[[identity]]\nname = 'a'\nname = 'b'\n",
        b"a = " + b"[" * 100_000,
        b"a = " + b"9" * 10_000,
        b"x" * (LARGEST_FILE + 1),
        b"\x00",
    ],
)
def test_what_is_no_toml_is_refused(data: bytes) -> None:
    assert list(faults(data)) == ["access.toml"]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(InvalidInputError):
        parse_access(data, "access.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="No such file"):
        load_access(tmp_path / "access.toml")


def test_tokens_have_256_bits_and_never_repeat() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(is_token(token) and len(token) == len("sabacc_") + 43 for token in made)
    assert not is_token("sabacc_" + "a" * 42)
    assert not is_token("a" * 50)


def test_the_hash_of_a_token_is_its_sha256() -> None:
    # From the shell: printf abc | sha256sum
    assert hash_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_token_finds_its_owner_and_a_certificate_every_owner() -> None:
    old, new = new_token(), new_token()
    gemp = Identity("gemp", Role.GAME, (hash_of(old), hash_of(new)), ("a", "b"))
    td = Identity("td", Role.DIRECTOR, (), ("c",))
    known = AccessList((gemp, td))
    assert known.by_token(old) is gemp
    assert known.by_token(new) is gemp
    for wrong in ("", hash_of(old), old[:-1], old + "=", old.upper(), "\udcff", "ä"):
        assert known.by_token(wrong) is None
    assert known.by_certificate(["b"]) == (gemp,)
    assert known.by_certificate(["x", "c", "a"]) == (gemp, td)
    assert known.by_certificate([]) == known.by_certificate(["A"]) == ()


def test_tokens_and_their_pieces_are_taken_out_of_texts() -> None:
    token = new_token()
    assert without_tokens(f"id-{token}!") == "id-sabacc_?!"
    assert without_tokens(token[:20]) == "sabacc_?"
    assert without_tokens("sabacc rules") == "sabacc rules"
