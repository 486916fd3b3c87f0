"""Hostile bytes: mutations of valid messages by a seeded generator, and messages that are wrong on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.rpc.asking import DARK, LIGHT, get, high, player, rehearsal, tie, void
from tests.rpc.asking_missions import mission
from tests.rpc.asking_odds import every_call
from tests.rpc.asking_tables import every_call as every_table_call

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from google.protobuf.message import Message

from sabacc.v1 import audits_pb2, cards_pb2, hands_pb2
from sabacc.v1 import tiebreaks_pb2 as pb

LARGEST: Final = 1024 * 1024

_TEXTS: Final = (
    b"",
    b"\xff\xfe\xfd",
    b"\xc0\x80",  # an overlong null
    b"\xed\xa0\x80",  # half a surrogate pair
    b"\xf4\x90\x80\x80",  # beyond Unicode
    b"\x00",
    b"%s%n%x",
    b"${jndi:x}",
    b"' OR 1=1 --",
    b"../../../../etc/passwd",
    "\u202e\u0000\uffff\U0001f600".encode(),
    "½".encode() * 50,
    b"1" * 5000,
    b"," * 5000,
    b"|" * 300,
    b"9999_9999," * 400,
    b"<!DOCTYPE x [<!ENTITY a 'aaaa'>]><x>&a;</x>",
    b"{" * 3000,
    b"NaN",
    b"-0",
    b"1e999999999",
)
_NUMBERS: Final = (0, 1, 2, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)


def valid_requests(transcript: bytes) -> list[Message]:
    """Requests of every kind that are answered, or refused by a rule and not by their form."""
    two = [player("a", DARK, {"points": "12.5"}), player("b", LIGHT, {"points": "12.5"})]
    asked = tie("fuzz", two, criteria=high("points"))
    met = tie(
        "fuzz",
        two,
        stage="met",
        head_to_head=[pb.HeadToHead(winner="a", loser="b", wins=1)],
        criteria=high("head_to_head"),
    )
    hand = hands_pb2.HandToJudge(
        cards=["217_13", "111_2", "204_1"],
        character="5_5",
        choices=[hands_pb2.CardChoice(card=0, value="7"), hands_pb2.CardChoice(card=1, clone_of=0)],
    )
    return [
        asked,
        met,
        rehearsal(asked),
        rehearsal(met),
        void(asked, "a reason"),
        get(asked),
        pb.ListTiebreaksRequest(event="fuzz", page_size=3),
        pb.VerifyTranscriptRequest(transcript=transcript),
        *every_call(),
        *every_table_call(),
        mission(theme="dune-sea-light", goal=120),
        cards_pb2.GetCatalogueRequest(),
        cards_pb2.GetCardsRequest(blueprint_ids=["5_39", "2_14"]),
        cards_pb2.ClassifyCardsRequest(variant=cards_pb2.VARIANT_TROOPER),
        cards_pb2.ReadDeckRequest(deck=DARK),
        cards_pb2.ParseDeckRequest(content=DARK.encode()),
        cards_pb2.ParseDeckRequest(content=b"1 Luke Skywalker\n2x Lando's Blaster Rifle (V)\n"),
        hands_pb2.JudgeHandsRequest(variant=cards_pb2.VARIANT_CLOUD_CITY, hands=[hand, hand]),
        audits_pb2.ListAuditEntriesRequest(),
        audits_pb2.VerifyAuditLogRequest(),
    ]


def mutated(chance: random.Random, raw: bytes, others: list[bytes]) -> bytes:
    """Change *raw* a few times; *others* give pieces of other messages."""
    data = bytearray(raw)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8, 30))):
        chance.choice(_MUTATIONS)(chance, data, others)
    return bytes(data[:LARGEST])


def _flip(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _set(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    if data:
        data[chance.randrange(len(data))] = chance.randrange(256)


def _cut(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    del data[chance.randrange(len(data) + 1) :]


def _drop(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    start = chance.randrange(len(data) + 1)
    del data[start : start + chance.choice((1, 2, 7, 100))]


def _repeat(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    start = chance.randrange(len(data) + 1)
    data[start:start] = data[start : start + chance.randrange(200)] * chance.choice((1, 2, 50))


def _splice(chance: random.Random, data: bytearray, others: list[bytes]) -> None:
    other = chance.choice(others)
    start = chance.randrange(len(other) + 1)
    data[chance.randrange(len(data) + 1) :] = other[start:]


def _append_field(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    data += field(chance.randrange(1, 24), chance.choice(_TEXTS))


def _append_number(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    data += varint(chance.randrange(1, 24) << 3) + varint(chance.choice(_NUMBERS))


def _nest(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    number = chance.randrange(1, 12)
    for _ in range(chance.choice((1, 3, 120))):
        if len(data) < LARGEST:
            data[:] = field(number, bytes(data))


def _retype(chance: random.Random, data: bytearray, _others: list[bytes]) -> None:
    if data:
        data[0] = data[0] & 0xF8 | chance.randrange(8)


_MUTATIONS: Final[tuple[Callable[[random.Random, bytearray, list[bytes]], None], ...]] = (
    _flip,
    _flip,
    _set,
    _cut,
    _drop,
    _repeat,
    _splice,
    _append_field,
    _append_number,
    _nest,
    _retype,
)


def varint(number: int) -> bytes:
    """Write a number as protobuf does."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def field(number: int, value: bytes) -> bytes:
    """Write a field of bytes, text or a message."""
    return varint(number << 3 | 2) + varint(len(value)) + value


def crafted() -> Iterator[tuple[str, bytes]]:
    """Messages that are wrong on purpose, whatever type they are sent as."""
    for depth in (50, 99, 100, 101, 1000, 100_000, 400_000):
        yield f"unknown groups, {depth} deep", b"\xa3\x06" * depth + b"\xa4\x06" * depth
        yield f"unknown groups that never end, {depth} deep", b"\xa3\x06" * depth
    for number in range(1, 9):
        nested = b""
        for _ in range(3000):
            nested = field(number, nested)
        yield f"field {number} in itself 3000 times", nested
        for kind in range(8):
            yield f"field {number} as wire type {kind}", varint(number << 3 | kind) + b"\x01" * 9
        for text in _TEXTS:
            yield f"field {number} = {text[:12]!r}", field(number, text)
        for size in (2**31 - 1, 2**32, 2**63, 2**64 - 1):
            yield f"field {number} that claims {size} bytes", varint(number << 3 | 2) + varint(size) + b"x"
        yield f"field {number} with a varint of 11 bytes", varint(number << 3) + b"\xff" * 10 + b"\x01"
        yield f"field {number} with a varint that never ends", varint(number << 3) + b"\xff" * 5000
        yield f"field {number}, 1 MB of it", field(number, b"1" * 1_000_000)
        yield f"field {number}, empty, 500,000 times", field(number, b"") * 500_000
        yield f"field {number}, packed", field(number, b"\xff\x01" * 300_000)
    yield "field 0", b"\x02\x00"
    yield "the largest field number", varint((2**29 - 1) << 3) + b"\x01"
    yield "a field number that is too large", varint(2**32 << 3) + b"\x01"
    yield "zeros", bytes(1000)
    yield "ones", b"\xff" * 1000
