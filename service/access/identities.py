"""The identities of the access file, and who a token or a certificate belongs to."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.access.tokens import hash_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.caller import Role


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one identity may ask for."""

    calls_per_s: float
    """Calls a second on average."""
    calls_burst: int
    """Calls at a stroke."""
    calls_at_once: int
    """Calls that run or wait at the same time."""
    largest_request: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Identity:
    """One entry of the access file."""

    name: str
    """1 to 60 printable ASCII characters without blanks."""
    role: Role
    token_hashes: tuple[str, ...] = ()
    """SHA-256 in hex of his tokens, the oldest first: one, and while it is replaced two."""
    certificate_names: tuple[str, ...] = ()
    """DNS or URI names, or the common name, of his client certificates."""
    calls_per_s: float | None = None
    calls_burst: int | None = None
    calls_at_once: int | None = None
    largest_request: int | None = None

    def limits(self, otherwise: Limits) -> Limits:
        """Return his own limits, and of those that he has none of the ones of *otherwise*."""
        return Limits(
            calls_per_s=self.calls_per_s or otherwise.calls_per_s,
            calls_burst=self.calls_burst or otherwise.calls_burst,
            calls_at_once=self.calls_at_once or otherwise.calls_at_once,
            largest_request=self.largest_request or otherwise.largest_request,
        )


@dataclass(frozen=True, slots=True)
class AccessList:
    """Everybody who may call. No two identities share a name, a token or a certificate name."""

    identities: tuple[Identity, ...] = ()

    def by_token(self, token: str) -> Identity | None:
        """Return whose token it is. Every hash is compared whole, so the time says nothing of how near a guess was."""
        digest, found = hash_of(token), None
        for identity in self.identities:
            for known in identity.token_hashes:
                if hmac.compare_digest(known, digest):
                    found = identity
        return found

    def by_certificate(self, names: Iterable[str]) -> tuple[Identity, ...]:
        """Return whom a certificate with these names belongs to; more than one where it names several."""
        shown = frozenset(names)
        return tuple(identity for identity in self.identities if not shown.isdisjoint(identity.certificate_names))
