"""The vectors of the protocol page, all of them, among them those of modes that are only derived here."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

from service.draws import drawn_from, hash_of, mac_of, stream, uniform

SECRET = bytes(range(32))
EVENT = b"2026-worlds"
TIE = b"2026-worlds#final#1"
RULES_ID = hash_of(b"tsb1/rules", b"demo")
QUICKNET = bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")
ALICE = ["1_2", "1_10", "5_34", "7_109", "5_34"]
BOB = ["6_36", "2_9", "13_50", "2_10"]
COMMITMENT = hash_of(b"tsb1/commit", EVENT, SECRET)


def salted_deck(player: bytes, pile: list[str]) -> bytes:
    salt = mac_of(SECRET, b"tsb1/salt", EVENT, player)
    return hash_of(b"tsb1/deck", EVENT, player, salt, ",".join(sorted(pile)).encode())


def lock(mode: bytes, chain_hash: bytes, drand_round: bytes) -> bytes:
    decks = (b"alice", salted_deck(b"alice", ALICE), b"bob", salted_deck(b"bob", BOB))
    return hash_of(b"tsb1/lock", TIE, RULES_ID, COMMITMENT, mode, chain_hash, drand_round, *decks)


BEACON_LOCK = lock(b"beacon", QUICKNET, b"12345678")
BEACON_SEED = mac_of(bytes(32), b"tsb1/seed", BEACON_LOCK, sha256(bytes(48)).digest())


def test_commitment_and_salted_decks() -> None:
    assert COMMITMENT.hex() == "3e8f1a625c53877449b70b005802d6433e515b839d3d645fa345b4556bca7db5"
    alice, bob = salted_deck(b"alice", ALICE), salted_deck(b"bob", BOB)
    assert alice.hex() == "f700486bcc711b149cf852e98171c6b15847b713be45bf9bd67ea5fc943b231d"
    assert bob.hex() == "9ca2e8fe35b6bbb6d07856f7a898f743b11acc301a385cc6229891822dae2b50"


def test_beacon_lock_and_seed() -> None:
    assert BEACON_LOCK.hex() == "b763d30de84028d1d600b279d1cd698e164b123f4397e2cb44f9821f2dc84113"
    assert BEACON_SEED.hex() == "9080867a0b6901c70f21291e439d5eab89ea8b576510690384c28fff096c5458"


def test_commit_seed_takes_a_nonce_of_each_player() -> None:
    nonces = (sha256(b"alice").digest(), sha256(b"bob").digest())
    seed = mac_of(SECRET, b"tsb1/seed", lock(b"commit", b"", b"0"), *nonces)
    assert seed.hex() == "535228ca9f4e8fc3fa6d98f97b1347baa73e82b655783978996ef7f549599837"


def test_drawing_orders_of_the_beacon_seed() -> None:
    assert ",".join(drawn_from(ALICE, stream(BEACON_SEED, b"hand/1/alice"))) == "5_34,1_10,5_34,7_109,1_2"
    assert ",".join(drawn_from(BOB, stream(BEACON_SEED, b"hand/1/bob"))) == "2_9,2_10,6_36,13_50"


def test_words_and_rejections_of_the_beacon_seed() -> None:
    assert list(islice(stream(BEACON_SEED, b"vector"), 3)) == [0x8A4975CD, 0xE0C446CB, 0xC1235D25]
    words = stream(BEACON_SEED, b"reject")
    drawn = [uniform(3_221_225_472, words) for _ in range(6)]
    assert drawn == [1015251817, 1773297844, 1232189550, 12251377, 2152195811, 363500812]


def test_a_whole_deck_in_drawing_order() -> None:
    order = ",".join(drawn_from([f"1_{number}" for number in range(60)], stream(BEACON_SEED, b"hand/1/x")))
    digest = sha256(order.encode()).hexdigest()
    assert digest == "cef8229a5fa74afcf79f9601d0c4b2edbb2cb028c5de7b308112da95a705cdc5"


def test_first_link_of_the_chain() -> None:
    first = hash_of(b"tsb1/event", hash_of(b"tsb1/chain", BEACON_LOCK, BEACON_SEED), b"hand 1 begin")
    assert first.hex() == "c0c624e928bc11e2b89c1b9994a5aefd995c85c0e2b32f3593a0b883b50d8766"


def test_plain_mode() -> None:
    words = (b"sabacc-11/1", b"stand_on=8", b"replay_limit=64", b"catalogue=demo")
    rules_id = hash_of(b"tsb1/rules", *words)
    alice, bob = (
        hash_of(b"tsb1/deck", EVENT, name, b"", ",".join(sorted(pile)).encode())
        for name, pile in ((b"alice", ALICE), (b"bob", BOB))
    )
    plain_lock = hash_of(b"tsb1/lock", TIE, rules_id, b"", b"seed", b"", b"0", b"alice", alice, b"bob", bob)
    seed = mac_of(hash_of(b"tsb1/caller-seed", bytes(range(16))), b"tsb1/seed", plain_lock)
    assert rules_id.hex() == "61d2bf957c8615ab618104125e599f906e79372b6a476efc47f8d9263055905d"
    assert alice.hex() == "91c55772db2df24454f23a22add23b857826b20337d5b83c1e45b6e4621fa873"
    assert plain_lock.hex() == "c66b501770c2e8b7fef7326b77ea5517260f44f552bbc0ac83386abafee7a8da"
    assert seed.hex() == "1dd409dc07e4d4a27eea43edce02257a59475cc3519bc9e16053c680bae94ee8"
    assert ",".join(drawn_from(ALICE, stream(seed, b"hand/1/alice"))) == "1_2,1_10,5_34,5_34,7_109"
    assert ",".join(drawn_from(BOB, stream(seed, b"hand/1/bob"))) == "6_36,2_9,2_10,13_50"
