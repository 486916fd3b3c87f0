"""TiebreakService: converts, calls the use cases, converts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from sabacc.v1 import tiebreaks_pb2 as pb
from sabacc.v1 import tiebreaks_pb2_grpc
from service.rpc.calls.callers import local_caller
from service.rpc.contract.page_token import make_token, page_size, read_token
from service.rpc.contract.tiebreak_messages import asked_tie, fill_answer, place_messages, timestamp
from service.tiebreak.model import Tie
from service.tiebreak.verification import verify

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.values import Value
    from service.caller import Caller
    from service.tiebreak.use_cases import Row, Tiebreaks

LARGEST_TRANSCRIPT: Final = 768 * 1024
"""Bytes; the limits of a tie allow a transcript of some 660,000."""


class TiebreakServicer(tiebreaks_pb2_grpc.TiebreakServiceServicer):
    """Every method may be called without a caller, in process; it then has the default deadline."""

    def __init__(self, tiebreaks: Tiebreaks, catalogue: Catalogue, default_deadline_s: float) -> None:
        self._tiebreaks = tiebreaks
        self._catalogue = catalogue
        self._default_deadline_s = default_deadline_s

    def ResolveTiebreak(  # noqa: N802
        self, request: pb.ResolveTiebreakRequest, caller: Caller | None = None
    ) -> pb.ResolveTiebreakResponse:
        """See the contract."""
        answer = self._tiebreaks.resolve(
            asked_tie(request), caller or self._local(), with_shares=request.options.with_win_shares
        )
        response = pb.ResolveTiebreakResponse()
        fill_answer(response, answer)
        return response

    def RehearseTiebreak(  # noqa: N802
        self, request: pb.RehearseTiebreakRequest, caller: Caller | None = None
    ) -> pb.RehearseTiebreakResponse:
        """See the contract."""
        answer = self._tiebreaks.rehearse(
            asked_tie(request), caller or self._local(), with_shares=request.options.with_win_shares
        )
        response = pb.RehearseTiebreakResponse()
        fill_answer(response, answer)
        return response

    def VoidTiebreak(  # noqa: N802
        self, request: pb.VoidTiebreakRequest, caller: Caller | None = None
    ) -> pb.VoidTiebreakResponse:
        """See the contract."""
        tie = Tie(request.event, request.stage, request.attempt)
        stored, replayed = self._tiebreaks.void(tie, request.reason, caller or self._local())
        assert stored.void is not None
        return pb.VoidTiebreakResponse(
            event=stored.tie.event,
            stage=stored.tie.stage,
            attempt=stored.tie.attempt,
            result_id=stored.result_id,
            reason=stored.void.reason,
            void_time=timestamp(stored.void.void_time),
            replayed=replayed,
            audit_head=stored.void.audit_head,
        )

    def GetTiebreak(  # noqa: N802
        self, request: pb.GetTiebreakRequest, caller: Caller | None = None
    ) -> pb.GetTiebreakResponse:
        """See the contract."""
        response = pb.GetTiebreakResponse()
        tie = Tie(request.event, request.stage, request.attempt)
        fill_answer(response, self._tiebreaks.get(tie, caller or self._local()))
        return response

    def ListTiebreaks(  # noqa: N802
        self, request: pb.ListTiebreaksRequest, caller: Caller | None = None
    ) -> pb.ListTiebreaksResponse:
        """See the contract."""
        size = page_size(request.page_size)
        after = read_token(request.event, request.page_token)
        rows, more = self._tiebreaks.page(request.event, after, size, caller or self._local())
        return pb.ListTiebreaksResponse(
            tiebreaks=[_summary(row) for row in rows],
            next_page_token=make_token(request.event, rows[-1][0]) if more else "",
        )

    def VerifyTranscript(  # noqa: N802
        self, request: pb.VerifyTranscriptRequest, caller: Caller | None = None
    ) -> pb.VerifyTranscriptResponse:
        """See the contract."""
        del caller
        return verified(request.transcript, self._catalogue)

    def _local(self) -> Caller:
        return local_caller(self._default_deadline_s)


def verified(transcript: bytes, catalogue: Catalogue) -> pb.VerifyTranscriptResponse:
    """Verify a transcript; needs neither database nor server.

    Raises:
        InvalidInputError: it is longer than 768 KiB.
    """
    if len(transcript) > LARGEST_TRANSCRIPT:
        raise InvalidInputError.of("transcript", f"{len(transcript)} bytes", f"at most {LARGEST_TRANSCRIPT} bytes")

    def values_of(blueprint_id: str) -> tuple[Value, ...] | None:
        card = catalogue.get(blueprint_id)
        return None if card is None else card.values

    found = verify(transcript, values_of, catalogue.version)
    return pb.VerifyTranscriptResponse(
        valid=found.valid,
        first_bad_line=found.first_bad_line or 0,
        values_checked=found.values_checked,
        head_checked=found.head_checked,
        reason=found.reason,
        result_id=transcript.rstrip().rsplit(b" ", 1)[-1].decode("ascii") if found.valid else "",
    )


def _summary(row: Row) -> pb.TiebreakSummary:
    _, stored, places = row
    return pb.TiebreakSummary(
        event=stored.tie.event,
        stage=stored.tie.stage,
        attempt=stored.tie.attempt,
        result_id=stored.result_id,
        places=place_messages(places),
        create_time=timestamp(stored.create_time),
        void_reason=stored.void.reason if stored.void else "",
    )
