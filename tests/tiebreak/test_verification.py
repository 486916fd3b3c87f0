from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.values import whole
from service.tiebreak.errors import BadTranscriptError
from service.tiebreak.lines import MOST_BYTES
from service.tiebreak.verification import Verification, replay, verify
from tests.tiebreak.building import CARDS, answer, values_of
from tests.tiebreak.cases import CASES, golden

TESTS = Path(__file__).resolve().parent.parent
TRANSCRIPTS = {
    f"{path.parent.name}/{path.stem}": path.read_bytes()
    for folder in ("vectors", "golden")
    for path in sorted((TESTS / folder).glob("*.txt"))
}
LOCKED = {name: data for name, data in TRANSCRIPTS.items() if b"\nlock " in data}
FREE = {name: data for name, data in TRANSCRIPTS.items() if name not in LOCKED}
MASKS = (1, 2, 4, 8, 16, 32, 64, 128)
TWO = TRANSCRIPTS["vectors/two-players"]


def flipped(data: bytes, at: int, mask: int) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


def line_of(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_every_transcript_verifies_and_is_replayed(name: str) -> None:
    checked = verify(TRANSCRIPTS[name])
    assert checked == Verification(
        valid=True, first_bad_line=None, values_checked=False, reason="", head_checked=name in LOCKED
    )
    assert replay(TRANSCRIPTS[name].decode()).transcript.encode() == TRANSCRIPTS[name]


@pytest.mark.parametrize("name", LOCKED)
def test_any_flipped_byte_of_a_locked_transcript_shows(name: str) -> None:
    data = LOCKED[name]
    passed = [(at, mask) for at in range(len(data)) for mask in MASKS if verify(flipped(data, at, mask)).valid]
    assert passed == []


@pytest.mark.parametrize("name", FREE)
def test_without_a_lock_all_but_the_words_of_the_head_are_covered(name: str) -> None:
    data = FREE[name]
    _, rules, tie, _, seed = data.split(b"\n")[:5]
    starts = [data.index(line) for line in (rules, tie, seed)]
    free = {
        at for start, line in zip(starts, (rules, tie, seed), strict=True) for at in range(start, start + len(line))
    }
    passed = {at for at in range(len(data)) for mask in MASKS if verify(flipped(data, at, mask)).valid}
    assert passed <= free
    words = [b"stand_on=", b"replay_limit=", b"catalogue=", b"tie ", b"seed "]
    for word in words:
        at = data.index(word)
        assert not passed & set(range(at, at + len(word)))
    assert set(range(starts[2] + len(b"seed "), starts[2] + len(seed))) <= passed


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_any_missing_or_doubled_line_shows(name: str) -> None:
    lines = TRANSCRIPTS[name].splitlines(keepends=True)
    for at in range(len(lines)):
        assert not verify(b"".join(lines[:at] + lines[at + 1 :])).valid
        assert not verify(b"".join([*lines[: at + 1], *lines[at:]])).valid


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"tsb1 1\n", b"tsb1 2\n", 1),
        (b"sabacc-11/1", b"sabacc-11/2", 2),
        (b"stand_on=8", b"stand_on=12", 2),
        (b"stand_on=8", b"stand_on=0", 2),
        (b"stand_on=8", b"stand_on=08", 2),
        (b"replay_limit=64", b"replay_limit=65", 2),
        (b"catalogue=demo", b"catalogue=", 2),
        (b"tie 2026-worlds final 1", b"tie 2026-worlds final 0", 3),
        (b"tie 2026-worlds final 1", b"tie 2026-worlds final 1000", 3),
        (b"tie 2026-worlds final 1", b"tie 2026#worlds final 1", 3),
        (b"mode seed", b"mode dice", 4),
        (b"seed 000102", b"seed 0102", 5),
        (b"seed 000102030405060708090a0b", b"seed 000102030405060708090A0B", 5),
        (b"seed 00", b"seed zz", 5),
        (b"player alice 1_10,1_2", b"player alice 1_2,1_10", 6),
        (b"player alice 1_10,", b"player alice 01_10,", 6),
        (b"player alice 1_10,", b"player alice 1_10*,", 6),
        (b"13_50,2_10,2_9,6_36", b"13_50", 7),
        (b"player bob 13", b"player bob  13", 7),
        (b"lock c6", b"lock C6", 8),
        (b"card 13_50 0", b"card 13_50 0.0", 9),
        (b"card 13_50 0", b"card 13_50 5/2", 9),
        (b"card 13_50 0", b"card 13_50 0/1/2", 9),
        (b"card 13_50 0", b"card 13_50 1e5", 9),
        (b"card 13_50 0", b"card 13_50 NaN", 9),
        (b"group 1 alice bob", b"group 1 bob alice", 16),
        (b"10 under", b"10 over", 22),
        (b"place 1 alice sabacc:1", b"place 1 alice lot:1", 28),
        (b"result 5", b"result 6", 30),
    ],
)
def test_the_first_bad_line_is_named(old: bytes, new: bytes, line: int) -> None:
    assert TWO.count(old) == 1
    checked = verify(TWO.replace(old, new))
    assert (checked.valid, checked.first_bad_line) == (False, line)
    assert checked.reason


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"\n", 1),
        (b"tsb1 1", 1),
        (b"tsb1 1\n", 2),
        (TWO[:-1], 30),
        (TWO + b"\n", 31),
        (TWO + b"x", 31),
        (TWO + TWO, 31),
        (TWO.replace(b"\n", b"\r\n"), 1),
        (b"\xef\xbb\xbf" + TWO, 1),
        (TWO.replace(b"bob", "b\u00f6b".encode()), 7),
        (b"x\n" * MOST_BYTES, MOST_BYTES // 2 + 1),
    ],
)
def test_what_is_no_transcript_does_not_verify(data: bytes, line: int) -> None:
    checked = verify(data)
    assert (checked.valid, checked.first_bad_line) == (False, line)


def test_criteria_that_no_request_could_hold_are_refused() -> None:
    """They come out alike when rendered, so the parser must refuse them."""
    data = TRANSCRIPTS["golden/criteria-only"]
    twice = data.replace(b"criterion lost_pile low", b"criterion differential high")
    assert verify(twice).first_bad_line == 7
    circle = TRANSCRIPTS["vectors/criteria-circle"]
    assert verify(circle.replace(b"wins ana bo 1", b"wins ana bo 1\nwins ana bo 2")).first_bad_line == 13
    assert verify(circle.replace(b"wins ana bo 1", b"wins ana ana 1")).first_bad_line == 12
    assert verify(circle.replace(b"wins ana bo 1", b"wins ana xo 1")).first_bad_line == 12
    assert verify(circle.replace(b"wins ana bo 1", b"wins ana bo 0")).first_bad_line == 12
    assert verify(circle.replace(b"criterion head_to_head high", b"criterion head_to_head up")).first_bad_line == 8


def test_a_player_left_out_of_the_lock_is_named() -> None:
    data = TRANSCRIPTS["vectors/criteria-then-sabacc"]
    lines = data.splitlines(keepends=True)
    assert lines[6].startswith(b"player bo ")
    checked = verify(b"".join(lines[:6] + lines[7:]))
    assert (checked.valid, checked.first_bad_line) == (False, 7)
    assert "bo" in checked.reason


def test_card_values_are_checked_with_a_catalogue_of_the_same_version() -> None:
    catalogue = values_of(CARDS)
    data = TRANSCRIPTS["golden/two-destiny"]
    assert verify(data, catalogue.get, "demo").values_checked
    assert verify(data, catalogue.get, "demo").valid
    other = verify(data, catalogue.get, "demo2")
    assert (other.valid, other.values_checked) == (True, False)
    changed = verify(data, (catalogue | {"2_14": (whole(2), whole(6))}).get, "demo")
    assert (changed.valid, changed.values_checked) == (False, True)
    assert changed.first_bad_line == data.split(b"\n").index(b"card 2_14 2/5") + 1
    unknown = verify(data, lambda _id: None, "demo")
    assert (unknown.valid, unknown.first_bad_line) == (False, data.split(b"\n").index(b"card 1_148 6") + 1)


def test_values_that_nobody_printed_are_caught_only_by_a_catalogue() -> None:
    question = golden("forged", 1, {"alice": ["1_2", "1_10"], "bob": ["1_2", "1_10"]}, replay_limit=0)
    question.cards = {"1_2": ["5"], "1_10": ["6"]}
    forged = answer(question).transcript.encode()
    assert verify(forged).valid
    assert not verify(forged, values_of(CARDS).get, "demo").valid


def test_a_transcript_that_does_not_verify_is_not_replayed() -> None:
    with pytest.raises(BadTranscriptError) as caught:
        replay(TWO.decode().replace("10 under", "11 under"))
    assert caught.value.violations[0].value == "line 22"


@given(st.binary(max_size=300))
def test_any_bytes_are_answered(data: bytes) -> None:
    assert not verify(data).valid


LINES = st.sampled_from(sorted({line for data in TRANSCRIPTS.values() for line in data.split(b"\n")}))


@given(st.lists(LINES, max_size=12), st.integers(0, 29))
def test_any_mixture_of_good_lines_is_answered(lines: list[bytes], keep: int) -> None:
    data = b"\n".join([*TWO.split(b"\n")[:keep], *lines, b""])
    assert verify(data).valid == (data in TRANSCRIPTS.values())


def test_a_hostile_transcript_takes_bounded_time() -> None:
    ids = ",".join(sorted(["2_14"] * 200))
    head = "tsb1 1\nrules sabacc-11/1 stand_on=11 replay_limit=64 catalogue=x\ntie e s 1\nmode seed\nseed " + "0" * 32
    players = "".join(f"player p{number:02d} {ids}\n" for number in range(16))
    cards = "card 2_14 0.0000001/0.0000002\n"
    places = "".join(f"place 1 p{number:02d} x\n" for number in range(16))
    data = f"{head}\n{players}lock 00\n{cards}".encode() + b"draw\n" * 100_000 + places.encode()
    started = time.perf_counter()
    assert not verify(data).valid
    assert not verify(b"tsb1 1\n" + b" " * (MOST_BYTES - 8) + b"\n").valid
    assert not verify(f"{head}\n{'card 1_1 1' * 90_000}\n".encode()).valid
    assert not verify(f"{head}\n{'value a ' * 100_000}\n".encode()).valid
    assert time.perf_counter() - started < 60


def test_the_golden_questions_are_the_ones_in_the_files() -> None:
    assert {f"golden/{name}" for name in CASES} <= set(TRANSCRIPTS)
