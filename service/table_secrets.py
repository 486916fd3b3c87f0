"""Where new tables get their names and keys from."""

from __future__ import annotations

import hmac
import itertools
import secrets
from hashlib import sha256
from typing import Final

from service.draws import KEY_BYTES

_ID_DIGITS: Final = 20


class RandomSecrets:
    """The system's secure random source: what a service opens tables with."""

    def fresh(self) -> tuple[str, bytes]:
        """See `service.tables.sessions.use_cases.TableSecrets.fresh`."""
        return f"t{secrets.token_hex(_ID_DIGITS // 2)}", secrets.token_bytes(KEY_BYTES)


class SeededSecrets:
    """Names and keys that follow from a text: for practice at one's own terminal, where an evening is played again.

    Whoever knows the text knows every card, so no call ever reaches it.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._numbers = itertools.count(1)

    def fresh(self) -> tuple[str, bytes]:
        """See `service.tables.sessions.use_cases.TableSecrets.fresh`; the first table is always the same, and so on."""
        number = next(self._numbers)
        return f"t{self._of('table', number).hex()[:_ID_DIGITS]}", self._of("key", number)

    def _of(self, what: str, number: int) -> bytes:
        return hmac.digest(self._seed, f"sabacc/practice/{what}/{number}".encode(), sha256)
