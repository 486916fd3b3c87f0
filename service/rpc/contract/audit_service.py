"""AuditService: converts, reads or verifies the log, converts."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from sabacc.v1 import audits_pb2 as pb
from sabacc.v1 import audits_pb2_grpc
from service.audit.verification import verify
from service.rpc.calls.callers import counting_down, local_caller
from service.rpc.calls.errors import DeadlineError, OverloadedError
from service.rpc.contract.page_token import make_token, page_size, read_token
from service.storage.errors import StoreTimeoutError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.audit.store import AuditStore
    from service.caller import Caller

_LIST: Final = "#audit"
"""The list's name in page tokens; no event has a # in its id."""

HEAD: Final = re.compile(r"[0-9A-Fa-f]{64}")

_LOCAL_S: Final = 3600.0
"""Seconds for a command in this process: nobody waits for it but who gave it, and a log may be long."""
LONGEST_S: Final = 10.0
"""Seconds for a verification in a process that answers other calls too, and slower while it runs."""


class AuditServicer(audits_pb2_grpc.AuditServiceServicer):
    """Every method may be called without a caller, in process."""

    def __init__(self, store: AuditStore, longest_s: float = LONGEST_S) -> None:
        self._store = store
        self._longest_s = longest_s
        self._verifying = threading.Lock()

    def ListAuditEntries(  # noqa: N802
        self, request: pb.ListAuditEntriesRequest, caller: Caller | None = None
    ) -> pb.ListAuditEntriesResponse:
        """See the contract."""
        size = page_size(request.page_size)
        after = read_token(_LIST, request.page_token)
        entries, more = self._store.page(after, size, caller or local_caller(_LOCAL_S))
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
        with self._bounded(caller) as bounded:
            found = self._store.examine(lambda log: verify(log, kept.lower()), bounded)
        return pb.VerifyAuditLogResponse(
            valid=found.valid,
            entries=found.entries,
            head=found.head,
            first_bad_sequence=found.first_bad_sequence,
            reason=found.reason,
            kept_sequence=found.kept_sequence,
        )

    @contextmanager
    def _bounded(self, caller: Caller | None) -> Iterator[Caller]:
        """Let in one verification at a time, for a while; a command in its own process holds up nobody.

        Raises:
            OverloadedError: another one runs.
            DeadlineError: it takes longer than its caller or the service allows.
        """
        if caller is None:
            yield local_caller(_LOCAL_S)
            return
        if not self._verifying.acquire(blocking=False):
            raise OverloadedError.of("verification", "another one that runs", "one at a time: a call later")
        allowed_s = min(caller.seconds_left(), self._longest_s)
        try:
            yield replace(caller, seconds_left=counting_down(allowed_s))
        except StoreTimeoutError:
            raise DeadlineError.of(
                "verification",
                f"{max(0, allowed_s):.1f} s",
                f"less than the {self._longest_s:g} s there are at most: run `sabacc audit verify` beside the service",
            ) from None
        finally:
            self._verifying.release()
