"""Bearer tokens: 256 bits of chance that a caller keeps, of which only the hash is stored."""

from __future__ import annotations

import base64
import re
import secrets
from hashlib import sha256
from typing import Final

_PREFIX: Final = "sabacc_"
_BYTES: Final = 32
_TOKEN: Final = re.compile(r"sabacc_[A-Za-z0-9_-]{43}")
_TOKEN_LIKE: Final = re.compile(r"sabacc_[A-Za-z0-9_-]+")

HASH: Final = re.compile(r"[0-9a-f]{64}")
"""A token's SHA-256 as the access file holds it."""

SHOWN_OF_HASH: Final = 8
"""Characters of a hash that are shown; enough to tell two tokens apart, and of no use to anybody else."""


def new_token() -> str:
    """Return a new token: ``sabacc_`` and 32 random bytes in base64url."""
    return _PREFIX + base64.urlsafe_b64encode(secrets.token_bytes(_BYTES)).decode("ascii").rstrip("=")


def is_token(text: str) -> bool:
    """Tell whether *text* has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def hash_of(token: str) -> str:
    """Return the token's SHA-256 in hex; a token of 256 bits needs neither salt nor a slow hash."""
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def without_tokens(text: str) -> str:
    """Return *text* with everything that may be a token, or a piece of one, replaced."""
    return _TOKEN_LIKE.sub(f"{_PREFIX}?", text)
