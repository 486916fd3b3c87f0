"""Adding an entry to the audit log, in the transaction of the change it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import insert, select

from service.audit.entries import next_head, payload_of
from service.storage.schema import AUDIT_ENTRIES, AUDIT_HEAD

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from service.audit.entries import Change
    from service.caller import Caller

_LOCKED_HEAD: Final = select(AUDIT_HEAD.c.sequence, AUDIT_HEAD.c.head).with_for_update()
_INSERT: Final = insert(AUDIT_ENTRIES)


def append(connection: Connection, tie_id: int, change: Change, caller: Caller) -> str:
    """Write the entry of a change of a tie and return the new head.

    From here to its end the transaction holds the log's head, and so keeps all other writers waiting. It must therefore
    be the last thing that a transaction does: that keeps the wait short, and since whatever else is locked was locked
    before, no two transactions can wait for each other.
    """
    payload = payload_of(caller, change)
    sequence, previous = connection.execute(_LOCKED_HEAD).one()
    head = next_head(bytes.fromhex(previous), change.kind, payload).hex()
    # A trigger moves the head row, and refuses an entry that does not follow the last one.
    connection.execute(
        _INSERT,
        {"sequence": sequence + 1, "tie_id": tie_id, "kind": change.kind.value, "payload": payload, "head": head},
    )
    return head
