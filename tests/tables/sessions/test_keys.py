"""Keys of a table that is played: those of its chain, however they are asked for, and none of them in a text."""

from __future__ import annotations

import random

import pytest

from deckmapping.errors import InvalidInputError
from service.tables.chain import KeyChain
from service.tables.sessions.keys import NearKeys

LAST = bytes(range(100, 132))


@pytest.mark.parametrize("length", [1, 31, 32, 33, 64, 100])
def test_every_key_is_that_of_the_chain_whatever_was_asked_for_before(length: int) -> None:
    chain = KeyChain(length, LAST)
    keys, hands = NearKeys(chain), [*range(1, length + 1)] * 2
    random.Random(length).shuffle(hands)
    assert [keys.key(hand) for hand in hands] == [chain.key(hand) for hand in hands]


@pytest.mark.parametrize("hand", [-1, 0, 41, 64, 65])
def test_a_hand_that_the_chain_has_not_has_no_key(hand: int) -> None:
    keys = NearKeys(KeyChain(40, LAST))
    for _ in range(2):
        with pytest.raises(InvalidInputError, match="1 to 40"):
            keys.key(hand)


def test_the_text_of_keys_tells_none() -> None:
    keys = NearKeys(KeyChain(3, LAST))
    keys.key(3)
    for text in (repr(keys), str(keys)):
        assert LAST.hex() not in text
        assert repr(LAST)[2:10] not in text
