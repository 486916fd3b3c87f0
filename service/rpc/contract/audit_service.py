"""AuditService: converts, reads or verifies the log, converts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from sabacc.v1 import audits_pb2 as pb
from sabacc.v1 import audits_pb2_grpc
from service.audit.verification import verify
from service.rpc.calls.callers import local_caller
from service.rpc.contract.bounded import LOCAL_S, LONGEST_S, OneAtATime
from service.rpc.contract.page_token import make_token, page_size, read_token

if TYPE_CHECKING:
    from service.audit.store import AuditStore
    from service.caller import Caller

_LIST: Final = "#audit"
"""The list's name in page tokens; no event has a # in its id."""

HEAD: Final = re.compile(r"[0-9A-Fa-f]{64}")


class AuditServicer(audits_pb2_grpc.AuditServiceServicer):
    """Every method may be called without a caller, in process."""

    def __init__(self, store: AuditStore, longest_s: float = LONGEST_S) -> None:
        self._store = store
        self._verifying = OneAtATime("verification", "sabacc audit verify", longest_s)

    def ListAuditEntries(  # noqa: N802
        self, request: pb.ListAuditEntriesRequest, caller: Caller | None = None
    ) -> pb.ListAuditEntriesResponse:
        """See the contract."""
        size = page_size(request.page_size)
        after = read_token(_LIST, request.page_token)
        entries, more = self._store.page(after, size, caller or local_caller(LOCAL_S))
        return pb.ListAuditEntriesResponse(
            entries=[
                pb.AuditEntry(sequence=entry.sequence, kind=entry.kind, payload=entry.payload, head=entry.head)
                for entry in entries
            ],
            next_page_token=make_token(_LIST, entries[-1].sequence) if more else "",
        )

    def VerifyAuditLog(  # noqa: N802
        self, request: pb.VerifyAuditLogRequest, caller: Caller | None = None
    ) -> pb.VerifyAuditLogResponse:
        """See the contract."""
        kept = request.kept_head
        if kept and not HEAD.fullmatch(kept):
            raise InvalidInputError.of("keptHead", kept, "64 hexadecimal digits")
        with self._verifying.bounded(caller) as bounded:
            found = self._store.examine(lambda log: verify(log, kept.lower()), bounded)
        return pb.VerifyAuditLogResponse(
            valid=found.valid,
            entries=found.entries,
            head=found.head,
            first_bad_sequence=found.first_bad_sequence,
            reason=found.reason,
            kept_sequence=found.kept_sequence,
        )
