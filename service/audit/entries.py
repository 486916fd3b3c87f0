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
class Entry:
    """One change. Entries are numbered from 1 without a gap."""

    sequence: int
    kind: Kind
    payload: str
    """Canonical JSON: sorted keys, no blanks, ASCII only."""
    head: str
    """64 hexadecimal digits: the chain up to and including this entry."""


def next_head(previous: bytes, kind: str, payload: str) -> bytes:
    """Return head_t = H("tsb1/log", head_(t-1), kind, SHA-256 of the payload), 32 bytes."""
    return hash_of(b"tsb1/log", previous, kind.encode("ascii"), sha256(payload.encode("ascii")).digest())


def payload_of(caller: Caller, moment: datetime, facts: Mapping[str, object]) -> str:
    """Write what was changed, by whom and when.

    Args:
        caller: who asked for it.
        moment: UTC.
        facts: what the kind of change tells; neither decks nor seeds, of which only hashes are told.
    """
    return canonical(
        {
            **facts,
            "caller": {
                "name": caller.name,
                "role": caller.role.value,
                "onBehalfOf": caller.on_behalf_of,
                "requestId": caller.request_id,
            },
            "time": moment.astimezone(UTC).isoformat(timespec="microseconds"),
        }
    )


def canonical(document: Mapping[str, object]) -> str:
    """Write a document in the one form that is hashed."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
