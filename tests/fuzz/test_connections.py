"""Hostile bytes below gRPC, on the bare connection: no HTTP/2, broken HTTP/2, and floods of its frames."""

from __future__ import annotations

import random
import socket
import struct
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tests.fuzz.target import Target

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 8, 9


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name: bytes, value: bytes) -> bytes:
    """A header that is not indexed, as HPACK writes it; names and values below 127 bytes."""
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


CALL = b"".join(
    literal(name, value)
    for name, value in (
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", b"/sabacc.v1.TiebreakService/ListTiebreaks"),
        (b":authority", b"x"),
        (b"te", b"trailers"),
        (b"content-type", b"application/grpc"),
    )
)
MANY = literal(b"x", b"y") * 500
OPEN = PREFACE + frame(SETTINGS, 0, 0)


def reset_at_once(streams: int) -> bytes:
    """Streams that are opened and reset in the same breath."""
    return b"".join(
        frame(HEADERS, 4, 2 * number + 1, CALL) + frame(RESET, 0, 2 * number + 1, struct.pack(">I", 8))
        for number in range(streams)
    )


FLOODS = {
    "nothing of HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 100,
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "half a preface": PREFACE[:10],
    "no settings": PREFACE + frame(HEADERS, 5, 1, CALL),
    "headers that never end": OPEN + frame(HEADERS, 0, 1, CALL) + frame(CONTINUATION, 0, 1, MANY) * 200,
    "rapid resets": OPEN + reset_at_once(3000),
    "streams without requests": OPEN + b"".join(frame(HEADERS, 4, 2 * n + 1, CALL) for n in range(1000)),
    "pings": OPEN + frame(PING, 0, 0, bytes(8)) * 5000,
    "settings": OPEN + frame(SETTINGS, 0, 0, struct.pack(">HI", 3, 7) * 50) * 1000,
    "window of zero": OPEN + frame(WINDOW, 0, 0, bytes(4)) * 100,
    "window too far": OPEN + frame(WINDOW, 0, 0, b"\x7f\xff\xff\xff") * 10,
    "a frame of 16 MB": OPEN + b"\xff\xff\xff" + bytes([DATA, 0]) + struct.pack(">I", 1) + bytes(100_000),
    "data on no stream": OPEN + frame(DATA, 0, 99, bytes(16_000)) * 50,
    "a message that claims 4 GB": OPEN + frame(HEADERS, 4, 1, CALL) + frame(DATA, 0, 1, b"\0\xff\xff\xff\xff\0"),
    "a compressed message": OPEN + frame(HEADERS, 4, 1, CALL) + frame(DATA, 1, 1, b"\x01\x00\x00\x00\x09" + bytes(9)),
    "headers that are no text": OPEN + frame(HEADERS, 5, 1, CALL + literal(b"x-request-id", b"\xe9\xff\x01")),
    "a path that is no text": OPEN + frame(HEADERS, 5, 1, literal(b":path", b"/\xff\xfe") + CALL),
    "broken HPACK": OPEN + frame(HEADERS, 4, 1, b"\xff" * 500),
    "a table of 4 GB": OPEN + frame(HEADERS, 4, 1, b"\x3f\xe1\xff\xff\xff\x0f" + CALL),
}  # fmt: skip


def throw(target: Target, data: bytes) -> None:
    """Send bytes on a connection of their own, and take what comes until the service has had enough or is silent."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", int(target.process.port)), 5) as connection:
        connection.settimeout(0.3)
        connection.sendall(data)
        while connection.recv(65_536):
            pass


@pytest.mark.parametrize("name", FLOODS)
def test_a_connection_that_breaks_the_rules_harms_no_other(target: Target, valid: list[Message], name: str) -> None:
    assert valid
    before = target.memory_mb()
    for _ in range(3):
        throw(target, FLOODS[name])
    assert target.send("ListTiebreaksRequest", b"") == "OK"
    target.assert_well(before)


def test_any_bytes_on_a_connection_harm_no_other(target: Target, valid: list[Message]) -> None:
    assert valid
    chance = random.Random(1138)
    before = target.memory_mb()
    for _ in range(10):
        noise = chance.randbytes(chance.choice((1, 10, 1000, 100_000)))
        throw(target, chance.choice((b"", PREFACE, OPEN)) + noise)
    assert target.send("ListTiebreaksRequest", b"") == "OK"
    target.assert_well(before)
