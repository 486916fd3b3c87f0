"""Hostile files for the command line: JSON requests, transcripts and decks, read in process."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from sabacc.v1 import cards_pb2, hands_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from service.cli.request_reader import LARGEST_REQUEST, read_request
from service.rpc.contract.card_service import CardServicer
from service.rpc.contract.tiebreak_service import LARGEST_TRANSCRIPT
from tests.fuzz.hostile import mutated
from tests.rpc.asking import rehearsal, tie
from tests.rpc.callers import METHODS

if TYPE_CHECKING:
    from tests.fuzz.target import Target

KINDS = [pb.ResolveTiebreakRequest, pb.VoidTiebreakRequest, hands_pb2.JudgeHandsRequest, cards_pb2.GetCardsRequest]
EXAMPLE = json.dumps(
    {
        "event": "e",
        "stage": "s",
        "attempt": 1,
        "seed": "AAECAwQFBgcICQoLDA0ODw==",
        "players": [{"name": "a", "deck": "1_109,4_67", "criteria": [{"name": "p", "value": "1.5"}]}, {"name": "b"}],
        "headToHead": [{"winner": "a", "loser": "b", "wins": 1}],
        "options": {"criteria": [{"name": "p", "direction": "HIGH"}], "standOn": 8, "withWinShares": True},
    }
).encode()

DEEP = {
    "lists": b"[" * 500_000,
    "objects": b'{"a":' * 100_000,
    "lists that end": b"[" * 100_000 + b"]" * 100_000,
    "players in players": b'{"players":[' * 50_000,
    "a number of 500,000 digits": b'{"attempt":' + b"9" * 500_000 + b"}",
    "a fraction of 500,000 digits": b'{"attempt":0.' + b"9" * 500_000 + b"}",
    "an exponent beyond all": b'{"attempt":1e999999999999}',
    "100,000 keys": b"{" + b",".join(b'"k%d":1' % number for number in range(60_000)) + b"}",
    "the same key for ever": b"{" + b'"event":"x",' * 60_000 + b'"event":"x"}',
    "half a surrogate pair": b'{"event":"\\ud800"}',
    "no UTF-8": b'{"event":"\xff"}',
    "more than 1 MiB": b" " * (LARGEST_REQUEST + 1),
    "only blanks": b" " * 1000,
    "null characters": bytes(1000),
    "not a number": b'{"attempt":NaN}',
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_and_large_json_is_refused_in_words(name: str) -> None:
    for kind in KINDS:
        with pytest.raises(InvalidInputError) as caught:
            read_request(DEEP[name], "request.json", kind)
        assert all(len(str(fault)) < 2000 for fault in caught.value.violations)


def test_mutations_of_a_request_file_are_read_or_refused() -> None:
    chance = random.Random(42)
    read = 0
    for _ in range(3000):
        try:
            read_request(mutated(chance, EXAMPLE, [EXAMPLE]), "request.json", pb.ResolveTiebreakRequest)
        except InvalidInputError:
            continue
        read += 1
    assert read


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["players", "options", "event", "criteria", "name", "hands", "x"]), inner)
    ),
    max_leaves=20,
)


@settings(max_examples=200)
@given(JSON, st.sampled_from(KINDS))
def test_any_json_is_read_or_refused(value: object, kind: type[pb.ResolveTiebreakRequest]) -> None:
    with suppress(InvalidInputError):
        read_request(json.dumps(value).encode("utf-8", "surrogatepass"), "request.json", kind)


def test_hostile_transcripts_do_not_verify(target: Target) -> None:
    method = METHODS["RehearseTiebreakRequest"]
    send: Any = target.process.channel.unary_unary(
        method.path, pb.RehearseTiebreakRequest.SerializeToString, pb.RehearseTiebreakResponse.FromString
    )
    good = send(rehearsal(tie("readers")), timeout=30, metadata=target.access.of("all")).transcript.encode()
    chance = random.Random(9)
    before = target.memory_mb()
    verify = METHODS["VerifyTranscriptRequest"]
    check: Any = target.process.channel.unary_unary(
        verify.path, pb.VerifyTranscriptRequest.SerializeToString, pb.VerifyTranscriptResponse.FromString
    )
    hostile = [mutated(chance, good, [good])[:LARGEST_TRANSCRIPT] for _ in range(300)]
    hostile += [b"\n" * 700_000, b"card " * 100_000, good[:-70] * 20, b"9" * 700_000, good.replace(b"\n", b"\r\n")]
    for transcript in hostile:
        answer = check(pb.VerifyTranscriptRequest(transcript=transcript), timeout=60, metadata=target.access.of("all"))
        assert not answer.valid or transcript == good
    target.assert_well(before)


def test_hostile_decks_are_read_or_refused() -> None:
    cards = CardServicer(starter_catalogue())
    chance = random.Random(5)
    letters = "0123456789_,|*^ \n\t:x½()<>&;\"'\u202e\U0001f600abcLukeSkywalker"
    for _ in range(200):
        text = "".join(chance.choices(letters, k=chance.choice((1, 10, 200, 5000))))
        with suppress(InvalidInputError):
            cards.ReadDeck(cards_pb2.ReadDeckRequest(deck=text))
        with suppress(InvalidInputError):
            cards.ParseDeck(cards_pb2.ParseDeckRequest(content=text.encode()))
