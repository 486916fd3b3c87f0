"""Pages of lists: their sizes, and tokens that are opaque, bound to their list, and refused when made up."""

from __future__ import annotations

import base64
import binascii
import struct
from hashlib import sha256
from typing import Final

from deckmapping.errors import InvalidInputError

DEFAULT_PAGE: Final = 50
LARGEST_PAGE: Final = 200

_FORMAT: Final = struct.Struct(">BQ8s")
_VERSION: Final = 1


def page_size(asked: int) -> int:
    """Return how many rows a page has for whom *asked* for so many.

    Raises:
        InvalidInputError: *asked* is negative.
    """
    if asked < 0:
        raise InvalidInputError.of("pageSize", asked, f"0 to {LARGEST_PAGE}")
    return min(asked or DEFAULT_PAGE, LARGEST_PAGE)


def make_token(list_name: str, after: int) -> str:
    """Return the token for the page that follows row *after* of the list."""
    packed = _FORMAT.pack(_VERSION, after, _check(list_name, after))
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def read_token(list_name: str, token: str) -> int:
    """Return the row that the page follows; 0 for an empty token, the first page.

    Raises:
        InvalidInputError: the token was not made for this list.
    """
    if not token:
        return 0
    try:
        version, after, check = _FORMAT.unpack(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    except (binascii.Error, struct.error, ValueError):
        version, after, check = 0, 0, b""
    if version != _VERSION or check != _check(list_name, after) or make_token(list_name, after) != token:
        raise InvalidInputError.of("pageToken", token, "the nextPageToken of the page before, of the same list")
    return int(after)


def _check(list_name: str, after: int) -> bytes:
    return sha256(f"sabacc/page/{list_name}/{after}".encode()).digest()[:8]
