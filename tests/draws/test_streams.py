from __future__ import annotations

import hashlib
import hmac
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.draws import drawn_from, stream, streams, uniform

SEED = bytes(range(32))


def words_by_hand(seed: bytes, label: bytes, count: int) -> list[int]:
    """The words as the protocol page says, block after block."""
    data, block = b"", 0
    while len(data) < 4 * count:
        message = b"\0\0\0\x0btsb1/stream" + len(label).to_bytes(4, "big") + label + b"\0\0\0\x04"
        data += hmac.new(seed, message + block.to_bytes(4, "big"), hashlib.sha256).digest()
        block += 1
    return [int.from_bytes(data[at : at + 4], "big") for at in range(0, 4 * count, 4)]


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 40))
def test_words_run_on_from_block_to_block(seed: bytes, label: bytes, count: int) -> None:
    assert list(islice(stream(seed, label), count)) == words_by_hand(seed, label, count)


@pytest.mark.parametrize("size", [31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        next(stream(bytes(size), b"x"))


def test_a_block_is_hashed_only_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = []

    class Counting:
        @staticmethod
        def new(key: bytes, message: bytes, algorithm: str) -> hmac.HMAC:
            blocks.append(message)
            return hmac.new(key, message, algorithm)

    monkeypatch.setattr(streams, "hmac", Counting)
    drawing = drawn_from([str(card) for card in range(60)], stream(SEED, b"hand/1/x"))
    counts = [len(blocks) for _ in islice(drawing, 9)]
    assert counts == [1, 1, 1, 1, 1, 1, 1, 1, 2]


def test_words_of_the_incomplete_last_run_are_passed_over() -> None:
    n = 3 * 2**30
    drawn, passed = uniform(n, iter([n, 2**32 - 1, n - 1])), uniform(n, iter([5]))
    assert (drawn, passed) == (n - 1, 5)


@pytest.mark.parametrize("n", [1, 2, 3, 60, 2**31, 2**32])
def test_every_result_has_exactly_as_many_words(n: int) -> None:
    limit = 2**32 - 2**32 % n
    assert limit % n == 0
    assert uniform(n, iter([limit - 1])) == n - 1
    if limit < 2**32:
        assert uniform(n, iter([limit, 0])) == 0


@pytest.mark.parametrize("n", [-1, 0, 2**32 + 1])
def test_a_range_that_words_cannot_fill_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=r"1 to 2\^32"):
        uniform(n, iter([0]))


def test_labels_and_seeds_give_words_of_their_own() -> None:
    starts = {
        tuple(islice(stream(seed, label), 2))
        for seed in (SEED, bytes(32))
        for label in (b"hand/1/a", b"hand/2/a", b"hand/1/b", b"last-resort/1")
    }
    assert len(starts) == 8
    assert all(first != second for first, second in pairwise(sorted(starts)))
