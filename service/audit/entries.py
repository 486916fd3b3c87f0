"""An entry of the audit log and the hash that links it to the one before (tsb1, LOG)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum, unique
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from service.draws.hashes import hash_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from service.caller import Caller

FIRST_HEAD: Final = bytes(32)
"""The head of an empty log."""


@unique
class Kind(StrEnum):
    """What was changed."""

    TIE_RESOLVED = "tie-resolved"
    TIE_VOIDED = "tie-voided"


@dataclass(frozen=True, slots=True)
class Change:
    """A stored change, as far as the log tells it."""

    kind: Kind
    time: datetime
    """UTC, as it is stored with the change."""
    facts: Mapping[str, object]
    """What the kind of change tells, by the payload's key; of decks, seeds and transcripts only hashes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. Entries are numbered from 1 without a gap."""

    sequence: int
    kind: str
    """A `Kind`; any text where somebody changed the log from outside."""
    payload: str
    """Canonical JSON: sorted keys, no blanks, ASCII only."""
    head: str
    """64 hexadecimal digits: the chain up to and including this entry."""


def next_head(previous: bytes, kind: str, payload: str) -> bytes:
    """Return head_t = H("tsb1/log", head_(t-1), kind, SHA-256 of the payload), 32 bytes.

    Raises:
        UnicodeEncodeError: kind or payload is not ASCII.
    """
    return hash_of(b"tsb1/log", previous, kind.encode("ascii"), sha256(payload.encode("ascii")).digest())


def payload_of(caller: Caller, change: Change) -> str:
    """Write what was changed, by whom and when, in the one form that is hashed."""
    document = {**told(change), "caller": told_of(caller)}
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def told_of(caller: Caller) -> dict[str, str]:
    """Return what is told of who changed something."""
    return {
        "name": caller.name,
        "role": caller.role.value,
        "onBehalfOf": caller.on_behalf_of,
        "requestId": caller.request_id,
    }


def told(change: Change) -> dict[str, object]:
    """Return what a payload tells of the change itself: all that can be compared with what is stored."""
    return {**change.facts, "time": change.time.astimezone(UTC).isoformat(timespec="microseconds")}
