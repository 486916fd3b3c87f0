"""Whole transcripts, byte for byte: those of the protocol (tests/vectors) and our own (tests/golden)."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deckmapping.values import Value
from service.tiebreak.resolution import resolve
from tests.tiebreak import outsider
from tests.tiebreak.building import CARDS, answer, question_in, request_of, values_of
from tests.tiebreak.cases import CASES

if TYPE_CHECKING:
    from deckmapping.values import Value as ValueType

TESTS = Path(__file__).resolve().parent.parent
VECTORS = sorted((TESTS / "vectors").glob("*.txt"))
GOLDEN = sorted((TESTS / "golden").glob("*.txt"))


def read(path: Path) -> str:
    return path.read_bytes().decode("ascii")


def test_no_vector_and_no_golden_transcript_is_missing() -> None:
    assert len(VECTORS) == 9
    assert [path.stem for path in GOLDEN] == sorted(CASES)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_vectors_come_out_byte_for_byte(path: Path) -> None:
    question = question_in(read(path))
    undrawn_count_nothing: dict[str, tuple[ValueType, ...]] = defaultdict(lambda: (Value(0),))
    undrawn_count_nothing.update(values_of(question.cards))
    assert resolve(request_of(question), undrawn_count_nothing).transcript == read(path)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_outsiders_program_gives_the_vectors_too(path: Path) -> None:
    question = question_in(read(path))
    question.cards = {id_: ["0"] for pile in question.piles.values() for id_ in pile} | question.cards
    assert outsider.transcript(question) == read(path)


@pytest.mark.parametrize("name", CASES)
def test_the_golden_transcripts_come_out_byte_for_byte(name: str) -> None:
    result = answer(CASES[name])
    assert result.transcript == read(TESTS / "golden" / f"{name}.txt")


@pytest.mark.parametrize("name", CASES)
def test_the_outsiders_program_gives_the_golden_transcripts_too(name: str) -> None:
    assert outsider.transcript(CASES[name]) == read(TESTS / "golden" / f"{name}.txt")


def test_the_golden_transcripts_show_what_their_names_say() -> None:
    shows = {
        "replay": "hand 3 begin",
        "lot": "lot 2 ",
        "opening-11": "total 1 alice 5+6 11 under",
        "two-destiny": "card 2_14 2/5",
        "criteria-only": "criterion:lost_pile",
        "dropped": "dropped bob 203_30,203_30,9999_1\n",
        "two-groups": "group 1 ana bo\ngroup 4 cy di\nhand 1 begin",
        "two-lots-of-one-hand": "lot 1 d c\nlot 1 b a\n",
        "stand-on-11": "draw 1 alice 1_148\ntotal 1 alice 2+2+3+0+6 13 over",
    }
    for name, text in shows.items():
        assert text in read(TESTS / "golden" / f"{name}.txt"), name
    assert read(TESTS / "golden" / "both-over.txt").count(" over\n") == 2
    assert "lock" not in read(TESTS / "golden" / "criteria-only.txt")
    two_destiny = read(TESTS / "golden" / "two-destiny.txt")
    assert "total 1 alice 6+1+2 9" in two_destiny
    assert "total 1 bob 5+4 9" in two_destiny


def test_the_parts_of_the_answer_say_what_the_transcript_says() -> None:
    result = answer(CASES["two-groups"])
    lines = result.transcript.splitlines()
    assert [f"place {p.place} {p.player} {p.decided_by}" for p in result.places] == lines[-6:-1]
    assert [f"group {g.place} {' '.join(g.players)}" for g in result.groups] == [x for x in lines if x[:6] == "group "]
    draws = [f"draw {h.number} {h.player} {id_}" for h in result.hands for id_ in h.ids]
    assert draws == [line for line in lines if line.startswith("draw ")]
    assert {(h.total > Value(110_000_000)) == h.over for h in result.hands} == {True}
    assert result.lock is not None
    assert f"lock {result.lock.hex()}" in lines
    assert lines[-1] == f"result {result.result_id.hex()}"
    counted = [pair for hand in result.hands for pair in zip(hand.ids, hand.values, strict=True)]
    assert all(value in values_of(CARDS)[id_] for id_, value in counted)
