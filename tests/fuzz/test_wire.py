"""Hostile bytes over the wire at a real process: it lives, refuses in words, keeps its memory, and serves after."""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.fuzz.hostile import crafted, mutated
from tests.rpc.callers import METHODS

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tests.fuzz.target import Target

LONG = pytest.mark.skipif(os.environ.get("SABACC_TORTURE") != "1", reason="a long run: set SABACC_TORTURE=1")
SECONDS = [pytest.param(6, id="sample"), pytest.param(300, id="long", marks=[pytest.mark.torture, LONG])]
THREADS = 4


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seconds", SECONDS)
def test_mutations_of_valid_requests_are_answered_or_refused_in_words(
    target: Target, valid: list[Message], seconds: int
) -> None:
    seed = int(os.environ.get("SABACC_FUZZ_SEED", "1977"))
    originals = [(request.DESCRIPTOR.name, request.SerializeToString()) for request in valid]
    pieces = [raw for _, raw in originals]
    before = target.memory_mb()
    end = time.monotonic() + seconds

    def attack(number: int) -> Counter[str]:
        chance, found = random.Random(f"{seed}-{number}"), Counter[str]()
        while time.monotonic() < end:
            name, raw = chance.choice(originals)
            found[target.send(name, mutated(chance, raw, pieces))] += 1
        return found

    with ThreadPoolExecutor(THREADS) as threads:
        total = sum(threads.map(attack, range(THREADS)), Counter[str]())
    print(f"seed {seed}: {total.total()} calls, {dict(total.most_common())}")  # noqa: T201
    target.assert_well(before)
    # The mutations reach behind the parser, and are not all refused there either.
    assert total["MALFORMED_REQUEST"]
    assert total["FIELD_INVALID"]
    assert total["OK"]


def test_messages_that_are_wrong_on_purpose(target: Target, valid: list[Message]) -> None:
    assert valid
    before = target.memory_mb()
    messages = list(crafted())
    names = list(METHODS)
    chance = random.Random(7)
    for name, raw in messages:
        for request in chance.sample(names, 2 if len(raw) > 10_000 else 4):
            found = target.send(request, raw)
            if "never end" in name or "claims" in name or "100000 deep" in name:
                assert found == "MALFORMED_REQUEST", (name, request)
    target.assert_well(before)


def test_valid_requests_cut_short_at_every_byte(target: Target, valid: list[Message]) -> None:
    before = target.memory_mb()
    for request in valid:
        raw = request.SerializeToString()
        for end in range(0, len(raw), max(1, len(raw) // 60)):
            target.send(request.DESCRIPTOR.name, raw[:end])
    target.assert_well(before)


@settings(
    max_examples=20_000 if os.environ.get("SABACC_TORTURE") == "1" else 200,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(name=st.sampled_from(sorted(METHODS)), raw=st.binary(max_size=2000))
@example(name="ResolveTiebreakRequest", raw=b"\x0a\x02\xff\xfe")
def test_any_bytes_are_answered_or_refused_in_words(target: Target, name: str, raw: bytes) -> None:
    target.send(name, raw)


METADATA: list[tuple[tuple[str, str | bytes], ...]] = [
    tuple((f"x-{number}", "y") for number in range(100)),
    (("x-request-id", "\x20" * 500),),
    (("x-request-id", "a" * 5000),),
    (("x-on-behalf-of", "a" * 5000),),
    tuple(("x-request-id", str(number)) for number in range(100)),
    (("x-bin", bytes(range(256)) * 8),),
    (("traceparent", "00-" + "0" * 5000),),
    (("traceparent", "-" * 256),),
    (("authorization", "Bearer sabacc_" + "a" * 43),),
    (("authorization", "bearer" * 500),),
    tuple(("authorization", "Bearer x") for _ in range(50)),
    (("grpc-accept-encoding", "x" * 1000),),
]


def test_hostile_metadata_are_answered_or_refused_in_words(target: Target, valid: list[Message]) -> None:
    assert valid
    before = target.memory_mb()
    mine = target.access.of("all")
    found = Counter[str]()
    for metadata in METADATA:
        for given_too in ((), mine):
            found[target.send("ListTiebreaksRequest", b"", (*metadata, *given_too))] += 1
    too_large = tuple((f"x-{number}", "y" * 1000) for number in range(64))
    assert target.send("ListTiebreaksRequest", b"", (*too_large, *mine)) == "RESOURCE_EXHAUSTED"
    assert found["OK"]
    assert found["UNAUTHENTICATED"]
    target.assert_well(before)


def test_paths_that_nobody_has(target: Target) -> None:
    for path in (
        "/",
        "//",
        "/a",
        "/sabacc.v1.TiebreakService/",
        "/" + "x" * 4000,
        "/%00/%ff",
        "/sabacc.v1.X/../Y",
        "/é/ü",
    ):
        found = target.send_to(path, b"", target.access.of("all"))
        assert found in {"UNIMPLEMENTED", "RESOURCE_EXHAUSTED"}


def test_hostile_streams_of_health_and_reflection(target: Target, valid: list[Message]) -> None:
    assert valid
    before = target.memory_mb()
    chance = random.Random(11)
    for path in ("/grpc.health.v1.Health/Watch", "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"):
        call: Any = target.process.channel.stream_stream(path)
        for _ in range(60):
            raw = [chance.randbytes(chance.choice((0, 3, 50, 2000))) for _ in range(3)]
            with suppress(grpc.RpcError, StopIteration):
                stream = call(iter(raw), timeout=5, metadata=target.access.of("all"))
                next(stream)
            stream.cancel()
    target.assert_well(before)
