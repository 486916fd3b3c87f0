from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.draws import hash_of, mac_of, pack, u32

PARTS = st.lists(st.binary(max_size=300), max_size=5)


def unpack(data: bytes) -> list[bytes]:
    """Read packed parts back, which shows that no two lists pack alike."""
    parts = []
    while data:
        size = int.from_bytes(data[:4], "big")
        parts.append(data[4 : 4 + size])
        data = data[4 + size :]
    return parts


@given(PARTS)
def test_packed_parts_can_be_told_apart(parts: list[bytes]) -> None:
    assert unpack(pack(*parts)) == parts


def test_long_parts_are_packed_like_short_ones() -> None:
    for size in (0, 1, 4095, 4096, 70_000):
        assert pack(b"x" * size, b"y") == u32(size) + b"x" * size + u32(1) + b"y"


@pytest.mark.parametrize("number", [0, 1, 255, 256, 65_535, 2**32 - 1])
def test_u32_is_four_big_endian_bytes(number: int) -> None:
    assert u32(number) == bytes([number >> 24, number >> 16 & 255, number >> 8 & 255, number & 255])


@pytest.mark.parametrize("number", [-1, 2**32])
def test_u32_refuses_what_does_not_fit(number: int) -> None:
    with pytest.raises(OverflowError):
        u32(number)


def test_the_two_hashes_run_over_packed_parts() -> None:
    packed = b"\x00\x00\x00\x03tag\x00\x00\x00\x00\x00\x00\x00\x01x"
    key = bytes(range(32))
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key.ljust(64, b"\0")) + packed).digest()
    outer = hashlib.sha256(bytes(b ^ 0x5C for b in key.ljust(64, b"\0")) + inner).digest()
    assert hash_of(b"tag", b"", b"x") == hashlib.sha256(packed).digest()
    assert mac_of(key, b"tag", b"", b"x") == outer


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_key_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        mac_of(bytes(size), b"tag")
