"""What a record of a table was found to be, as the message that answers the call."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.tables.sessions.facts import remarks
from service.tables.sessions.record import checked_with

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from service.tables.sessions.record import Verified


def verified_message(record: bytes, found: Verified, catalogue: Catalogue) -> pb.VerifyTableRecordResponse:
    """Return what *record* was found to be, its cards compared with *catalogue* where that is the one it names."""
    found, are_checked = checked_with(found, catalogue)
    return pb.VerifyTableRecordResponse(
        valid=found.is_valid,
        first_bad_line=found.first_bad_line or 0,
        reason=found.reason,
        table_id=found.table_id,
        hands=found.hands,
        closed=found.is_closed,
        digest=sha256(record).hexdigest(),
        cards_checked=are_checked,
        remarks=() if found.setup is None else remarks(found.setup),
    )
