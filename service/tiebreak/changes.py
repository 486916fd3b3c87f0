"""What the audit log tells of a tie: hashes in place of decks, seed and transcript."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from service.audit.entries import Change, Kind

if TYPE_CHECKING:
    from service.tiebreak.store import StoredTie, Void


def resolved(stored: StoredTie) -> Change:
    """Return the change that stored a tie."""
    return Change(
        Kind.TIE_RESOLVED,
        stored.create_time,
        {
            **_named(stored),
            "catalogueVersion": stored.catalogue_version,
            "contentHash": _hash(stored.content),
            "transcriptHash": _hash(stored.transcript),
        },
    )


def voided(stored: StoredTie, void: Void) -> Change:
    """Return the change that voided a tie."""
    return Change(Kind.TIE_VOIDED, void.void_time, {**_named(stored), "reason": void.reason})


def _named(stored: StoredTie) -> dict[str, object]:
    tie = stored.tie
    return {"event": tie.event, "stage": tie.stage, "attempt": tie.attempt, "resultId": stored.result_id}


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
