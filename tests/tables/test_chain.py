"""The hash chain of a table: what is published, what is revealed, and that neither tells of a hand to come."""

from __future__ import annotations

import hashlib

import pytest

from deckmapping.errors import InvalidInputError
from service.tables.chain import (
    MOST_HANDS,
    NO_NONCE,
    KeyChain,
    hand_seed,
    is_key_of,
    pile_hash,
    table_lock,
)
from service.tables.shoe import Shoe, ShoePile
from tests.tables import tsb1_outsider as outsider
from tests.tables.dealer_tables import numbered, seed_of

LAST = bytes(range(32))
CHAIN = KeyChain(1000, LAST)
CARDS = numbered(dict.fromkeys(range(10), 6))
PILE = ShoePile.of(CARDS)
IDS = [card.card_id for card in CARDS]
LOCK = table_lock("table-1", "some rules", CHAIN.published, [pile_hash("table-1", seat, IDS) for seat in (0, 1)])


def test_every_key_is_the_hash_of_the_next_one_back_to_the_published_one() -> None:
    assert CHAIN.key(1000) == LAST
    assert CHAIN.published == hashlib.sha256(CHAIN.key(1)).digest()
    for hand in (2, 3, 500, 1000):
        assert CHAIN.key(hand - 1) == hashlib.sha256(CHAIN.key(hand)).digest()


def test_lock_seed_and_deck_are_hashed_as_the_protocol_says() -> None:
    deck = outsider.h(b"tsb1/deck", b"table-1", b"1", b"", ",".join(sorted(IDS)).encode())
    assert pile_hash("table-1", 1, reversed(IDS)) == deck
    first = outsider.h(b"tsb1/deck", b"table-1", b"0", b"", ",".join(sorted(IDS)).encode())
    lock = outsider.h(b"tsb1/table", b"table-1", b"some rules", CHAIN.published, first, deck)
    assert lock == LOCK
    nonce = seed_of("a player's")
    assert hand_seed(CHAIN.key(7), LOCK, [nonce]) == outsider.m(CHAIN.key(7), b"tsb1/seed", lock, nonce)


def test_a_lock_changes_with_every_part() -> None:
    d = [pile_hash("table-1", seat, IDS) for seat in (0, 1)]
    locks = {
        LOCK,
        table_lock("table-2", "some rules", CHAIN.published, d),
        table_lock("table-1", "other rules", CHAIN.published, d),
        table_lock("table-1", "some rules", CHAIN.key(1), d),
        table_lock("table-1", "some rules", CHAIN.published, d[::-1]),
        table_lock("table-1", "some rules", CHAIN.published, [d[0], pile_hash("table-1", 1, IDS[1:])]),
    }
    assert len(locks) == 6
    seeds = {hand_seed(CHAIN.key(hand), LOCK, [nonce]) for hand in (1, 2) for nonce in (NO_NONCE, LAST)}
    assert len(seeds) == 4


def test_only_the_key_of_that_hand_is_taken_for_it() -> None:
    for hand in (1, 2, 999, 1000):
        assert is_key_of(hand, CHAIN.key(hand), CHAIN.published)
        assert not is_key_of(hand + 1, CHAIN.key(hand), CHAIN.published)
        assert not is_key_of(hand - 1, CHAIN.key(hand), CHAIN.published)
        assert not is_key_of(hand, seed_of("another"), CHAIN.published)
    assert not is_key_of(0, CHAIN.published, CHAIN.published)
    assert not is_key_of(MOST_HANDS + 1, LAST, CHAIN.published)
    assert not is_key_of(1, b"", hashlib.sha256(b"").digest())


def test_no_secret_is_written_out() -> None:
    assert repr(CHAIN) == "KeyChain(length=1000)" == str(CHAIN)
    for wrong in (0, 1001):
        with pytest.raises(InvalidInputError, match="1 to 1000") as caught:
            CHAIN.key(wrong)
        assert LAST.hex() not in str(caught.value)
    with pytest.raises(InvalidInputError, match="31 bytes") as short:
        KeyChain(5, LAST[1:])
    assert "\\x" not in str(short.value)
    with pytest.raises(InvalidInputError, match="31 bytes"):
        hand_seed(CHAIN.key(1), LOCK, [NO_NONCE, LAST[1:]])


@pytest.mark.parametrize("length", [0, -1, MOST_HANDS + 1])
def test_a_chain_of_no_hands_or_too_many_is_refused(length: int) -> None:
    with pytest.raises(InvalidInputError, match="length"):
        KeyChain(length, LAST)


@pytest.mark.parametrize(("table_id", "rules"), [("", "r"), ("a b", "r"), ("é", "r"), ("a" * 61, "r"), ("t", "a\nb")])
def test_a_lock_is_of_printable_ascii(table_id: str, rules: str) -> None:
    with pytest.raises(InvalidInputError):
        table_lock(table_id, rules, CHAIN.published, [])


def test_field_report_14_what_is_published_before_a_hand_matches_its_deal_no_better_than_chance() -> None:
    """60 cards in a pile, so that a guess of the first card is right once in 60 hands."""
    shoe = Shoe((PILE, PILE), cut=1)
    told = {"published": 0, "key before": 0, "key before in hex": 0, "lock": 0, "seed of key before": 0}
    revealed = 0
    for hand in range(1, 1001):
        key = CHAIN.key(hand)
        before = CHAIN.published if hand == 1 else CHAIN.key(hand - 1)
        dealt = shoe.deal(hand_seed(key, LOCK, [NO_NONCE]), hand).next_cards[0][0].card_id
        guesses = {
            "published": CHAIN.published,
            "key before": before,
            "key before in hex": hashlib.sha256(before.hex().encode()).digest(),
            "lock": LOCK,
            "seed of key before": hand_seed(before, LOCK, [NO_NONCE]),
        }
        for name, guess in guesses.items():
            told[name] += outsider.shuffled(IDS, guess, f"hand/{hand}/seat/0", 1) == [dealt]
        seed = outsider.m(key, b"tsb1/seed", LOCK, NO_NONCE)
        revealed += outsider.shuffled(IDS, seed, f"hand/{hand}/seat/0", 1) == [dealt]
        assert is_key_of(hand, key, CHAIN.published)
    assert revealed == 1000
    assert all(hits <= 33 for hits in told.values()), told  # 16.7 expected, standard deviation 4.05
