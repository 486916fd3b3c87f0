"""Moves at a table on one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.values import Value, whole
from service.rules.choices import ByCharacter, CloneOf, Number
from service.rules.errors import InvalidNotationError
from service.tables.chain import NO_NONCE
from service.tables.moves import (
    Absence,
    Bet,
    ChangeTotal,
    Choose,
    ChooseBest,
    Close,
    Draw,
    Finish,
    Leave,
    Move,
    Ready,
    SeatDealer,
    Stand,
    read_move,
)

NONCE = bytes(range(32))
nonces = st.one_of(st.just(NO_NONCE), st.binary(min_size=32, max_size=32))
choices = st.one_of(
    st.integers(0, 11).map(lambda number: Number(whole(number))),
    st.just(Number(Value(31415927))),
    st.integers(0, 5).map(CloneOf),
    st.sampled_from(ByCharacter),
)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Bet, st.integers(1, 10**18 - 1), nonces),
    st.builds(Ready, nonces),
    st.builds(Choose, st.integers(0, 5), choices),
    st.builds(ChangeTotal, st.sampled_from([-1, 0, 1])),
    st.builds(Leave, st.sampled_from(Absence)),
    st.builds(SeatDealer, st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True)),
    st.sampled_from([Draw(), Stand(), ChooseBest(), Finish(), Close()]),
)


@given(moves)
def test_what_is_read_is_what_was_written(move: Move) -> None:
    assert read_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("bet 10 -", Bet(10)),
        (f"bet 1 {NONCE.hex()}", Bet(1, NONCE)),
        ("ready -", Ready()),
        ("choose 0 5", Choose(0, Number(whole(5)))),
        ("choose 5 @1", Choose(5, CloneOf(1))),
        ("best", ChooseBest()),
        ("change -1", ChangeTotal(-1)),
        ("leave conceded", Leave(Absence.CONCEDED)),
        ("seat brangus-glee", SeatDealer("brangus-glee")),
    ],
)
def test_moves_are_written_so(text: str, move: Move) -> None:
    assert str(move) == text
    assert read_move(text) == move


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "hit",
            "draw ",
            " draw",
            "Draw",
            "draw\n",
            "draw 1",
            "best 1",
            "bet",
            "bet 10",
            "bet 0 -",
            "bet -1 -",
        ),
        *(
            "bet 010 -",
            "bet 1.5 -",
            "bet ١ -",
            f"bet {10**18} -",
            "bet 10  -",
            "bet 10 00",
            f"bet 10 {NONCE.hex().upper()}",
        ),
        *(
            f"bet 10 {NONCE.hex()}0",
            "ready",
            "choose 6 1",
            "choose -1 1",
            "choose 0",
            "choose 0 x",
            "choose 0 @",
            "choose 0 1 2",
        ),
        *(
            "change 2",
            "change +1",
            "change",
            "leave",
            "leave bored",
            "seat",
            "seat Lando",
            f"seat {'a' * 41}",
            "close\r",
        ),
    ],
)
def test_other_text_is_no_move(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_move(text)
