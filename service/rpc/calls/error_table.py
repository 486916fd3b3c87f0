"""The one table from domain errors to what a caller sees, and its translation to google.rpc.Status."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from google.protobuf import any_pb2, duration_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from deckmapping import errors as cards
from service.access import errors as access
from service.campaign.ladder import errors as ladder
from service.campaign.ledger import errors as ledger
from service.campaign.play import errors as play
from service.campaign.rewards import errors as rewards
from service.campaign.settlement import errors as settlements
from service.rpc.calls import errors as calls
from service.rules import errors as hands
from service.storage import errors as storage
from service.tables.sessions import errors as tables
from service.tiebreak import errors as ties

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.message import Message

DOMAIN: Final = "sabacc.gemp"
"""ErrorInfo's domain of every error of this service."""

INCIDENT: Final = "INTERNAL"
"""ErrorInfo's reason of a fault of our own, whatever it is."""

_MOST_VIOLATIONS: Final = 20
# gRPC drops the whole call where the trailers pass 8 KiB: the status in base64, and its message once more.
_MOST_BYTES: Final = 4096
_MOST_MESSAGE: Final = 1500
_MOST_EXPECTED: Final = 1000
_MOST_DESCRIPTION: Final = 500
_MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class ErrorSpec:
    """How one kind of error looks on the wire."""

    code: int
    """A google.rpc.Code, equal to the gRPC status."""
    reason: str
    """ErrorInfo's reason; callers branch on it."""
    meaning: str
    """What a caller should do, for the documentation."""
    retry_s: int = 0
    """Seconds after which the same call may be repeated; 0 where repeating it is of no use."""


_FIELD = code_pb2.INVALID_ARGUMENT
_STATE = code_pb2.FAILED_PRECONDITION
_ITS_ID = "a refused posting uses up its id, a refused bet does not"

ERROR_TABLE: Final[Mapping[type[cards.DomainError], ErrorSpec]] = MappingProxyType(
    {
        cards.InvalidInputError: ErrorSpec(_FIELD, "FIELD_INVALID", "correct the field"),
        cards.MalformedIdError: ErrorSpec(_FIELD, "MALFORMED_ID", "write blueprint ids as set_number"),
        cards.UnknownCardError: ErrorSpec(_FIELD, "UNKNOWN_CARD", "correct the id, update the catalogue, or allow it"),
        cards.NoDeckError: ErrorSpec(_FIELD, "NO_DECK", "give the player's deck, or share the places"),
        cards.TwoSidedDeckError: ErrorSpec(_FIELD, "TWO_SIDED_DECK", "give a deck of one side"),
        cards.PileTooSmallError: ErrorSpec(_FIELD, "PILE_TOO_SMALL", "give a deck of at least two drawable cards"),
        cards.BadCatalogueError: ErrorSpec(_STATE, "BAD_CATALOGUE", "build the catalogue again with cards import"),
        hands.IllegalActError: ErrorSpec(_STATE, "ILLEGAL_ACT", "do what the text says is legal now"),
        hands.IllegalChoiceError: ErrorSpec(_FIELD, "ILLEGAL_CHOICE", "choose a value that the card may take"),
        ties.TooManyEqualError: ErrorSpec(_FIELD, "TOO_MANY_EQUAL", "ask without win shares"),
        ties.TieNotFoundError: ErrorSpec(code_pb2.NOT_FOUND, "TIE_NOT_FOUND", "look at the list of ties"),
        ties.TieContentDiffersError: ErrorSpec(
            code_pb2.ALREADY_EXISTS, "TIE_CONTENT_DIFFERS", "void the stored attempt and ask for the next one"
        ),
        ties.EarlierAttemptStandsError: ErrorSpec(
            _STATE, "EARLIER_ATTEMPT_STANDS", "void the attempt before, with a reason"
        ),
        ties.VoidedOtherwiseError: ErrorSpec(code_pb2.ALREADY_EXISTS, "VOIDED_OTHERWISE", "the first reason stands"),
        ties.BadTranscriptError: ErrorSpec(
            code_pb2.DATA_LOSS, "TRANSCRIPT_CORRUPT", "the stored tie was changed from outside: restore a backup"
        ),
        tables.TableNotFoundError: ErrorSpec(code_pb2.NOT_FOUND, "TABLE_NOT_FOUND", "open the table first"),
        tables.TableMovedOnError: ErrorSpec(_STATE, "TABLE_MOVED_ON", "get the table, and move for its turn of now"),
        tables.RequestReusedError: ErrorSpec(
            code_pb2.ALREADY_EXISTS, "REQUEST_REUSED", "name each call by a request id of its own"
        ),
        tables.BadRecordError: ErrorSpec(
            code_pb2.DATA_LOSS, "RECORD_CORRUPT", "the stored table was changed from outside: restore a backup"
        ),
        tables.TableEndsError: ErrorSpec(_STATE, "TABLE_ENDED", "nothing: the house has closed the table"),
        ledger.PostingRefusedError: ErrorSpec(_STATE, "POSTING_REFUSED", f"see the text; {_ITS_ID}"),
        ledger.InsufficientFundsError: ErrorSpec(_STATE, "INSUFFICIENT_FUNDS", f"ask for what is free; {_ITS_ID}"),
        ledger.NoRoomError: ErrorSpec(_STATE, "NO_ROOM", f"ask for what there is room for; {_ITS_ID}"),
        ledger.HoldNotFoundError: ErrorSpec(code_pb2.NOT_FOUND, "HOLD_NOT_FOUND", "name a hold that was posted before"),
        ledger.HoldResolvedError: ErrorSpec(_STATE, "HOLD_RESOLVED", "nothing: what was held is posted or voided"),
        ledger.HoldDiffersError: ErrorSpec(_STATE, "HOLD_DIFFERS", "post what is held, for the hand it is held for"),
        ledger.PostingContentDiffersError: ErrorSpec(
            code_pb2.ALREADY_EXISTS, "POSTING_CONTENT_DIFFERS", "use an id once; the first content stands"
        ),
        ledger.PostingNotFoundError: ErrorSpec(code_pb2.NOT_FOUND, "POSTING_NOT_FOUND", "look at the statement"),
        ledger.LedgerDamagedError: ErrorSpec(
            code_pb2.DATA_LOSS, "LEDGER_DAMAGED", "the ledger was changed from outside: audit it, restore a backup"
        ),
        settlements.SettlementNotFoundError: ErrorSpec(
            code_pb2.NOT_FOUND, "SETTLEMENT_NOT_FOUND", "look at the list of settlements"
        ),
        settlements.SettlementAppliedError: ErrorSpec(
            _STATE, "SETTLEMENT_APPLIED", "nothing: the silver is in the purse, as you acknowledged"
        ),
        ladder.CareerForbidsError: ErrorSpec(_STATE, "CAREER_FORBIDS", "see the text: the ladder says what must be"),
        play.CareerMovedOnError: ErrorSpec(
            _STATE, "CAREER_MOVED_ON", "repeat the call: the player did something else meanwhile", retry_s=1
        ),
        play.HouseCannotPayError: ErrorSpec(
            _STATE, "HOUSE_CANNOT_PAY", "bet what the dealer's bank covers, as the text says"
        ),
        play.DuelLimitError: ErrorSpec(_STATE, "DUEL_LIMIT", "wait for the next day (UTC), or play another opponent"),
        rewards.GrantNotFoundError: ErrorSpec(code_pb2.NOT_FOUND, "GRANT_NOT_FOUND", "look at the list of grants"),
        rewards.GrantAppliedError: ErrorSpec(
            _STATE, "GRANT_APPLIED", "nothing: the player has it, as you acknowledged"
        ),
        storage.StoreDownError: ErrorSpec(code_pb2.UNAVAILABLE, "STORE_DOWN", "repeat the call", retry_s=1),
        storage.StoreTimeoutError: ErrorSpec(
            code_pb2.DEADLINE_EXCEEDED, "STORE_TIMEOUT", "repeat the call: nothing is stored twice"
        ),
        storage.SchemaMismatchError: ErrorSpec(_STATE, "SCHEMA_MISMATCH", "run sabacc db upgrade, or a newer service"),
        calls.MalformedRequestError: ErrorSpec(_FIELD, "MALFORMED_REQUEST", "send the request type of the call"),
        calls.OverloadedError: ErrorSpec(code_pb2.RESOURCE_EXHAUSTED, "OVERLOADED", "repeat the call later", retry_s=2),
        calls.DrainingError: ErrorSpec(code_pb2.UNAVAILABLE, "DRAINING", "repeat the call", retry_s=1),
        calls.RequestTooLargeError: ErrorSpec(
            code_pb2.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE", "send less in one call"
        ),
        access.UnauthenticatedError: ErrorSpec(
            code_pb2.UNAUTHENTICATED, "UNAUTHENTICATED", "send a valid token, or show a client certificate"
        ),
        access.RoleForbidsError: ErrorSpec(
            code_pb2.PERMISSION_DENIED, "ROLE_FORBIDS", "call as somebody whose role may"
        ),
        calls.UnknownServiceError: ErrorSpec(
            code_pb2.NOT_FOUND, "UNKNOWN_SERVICE", "ask for a service of the contract"
        ),
        calls.CallerGoneError: ErrorSpec(code_pb2.CANCELLED, "CALLER_GONE", "nothing: you cancelled the call"),
        calls.DeadlineError: ErrorSpec(code_pb2.DEADLINE_EXCEEDED, "DEADLINE", "repeat the call with more time"),
    }
)


def spec_of(error: cards.DomainError) -> ErrorSpec:
    """Return the row of the error's own class, or of the nearest class it is derived from."""
    for kind in type(error).__mro__:
        if kind in ERROR_TABLE:
            return ERROR_TABLE[kind]
    raise LookupError(f"{type(error).__name__} has no row in the error table")


def retry_s_of(error: cards.DomainError) -> float:
    """Return the seconds after which the same call may be repeated; 0 where repeating it is of no use."""
    known = error.retry_s if isinstance(error, calls.OverloadedError) else None
    return spec_of(error).retry_s if known is None else known


def status_of(error: cards.DomainError) -> status_pb2.Status:
    """Build the status: message, ErrorInfo, BadRequest for wrong fields, RetryInfo where repeating helps.

    Details stay below 4 KiB: the first violations are given, and how many there are in all.
    """
    spec = spec_of(error)
    count = len(error.violations)
    kept = error.violations[:_MOST_VIOLATIONS]
    while True:
        status = _status(error, spec, kept, count)
        if status.ByteSize() <= _MOST_BYTES or len(kept) == 1:
            return status
        kept = kept[: len(kept) // 2]


def _status(
    error: cards.DomainError, spec: ErrorSpec, kept: tuple[cards.Violation, ...], count: int
) -> status_pb2.Status:
    first = error.violations[0]
    info = error_details_pb2.ErrorInfo(
        reason=spec.reason,
        domain=DOMAIN,
        metadata={
            "field": _cut(first.field, _MOST_SHOWN),
            "value": _cut(first.value, _MOST_SHOWN),
            "expected": _cut(first.expected, _MOST_EXPECTED),
            "violations": str(count),
        },
    )
    details: list[Message] = [info]
    if spec.code == _FIELD:
        details.append(
            error_details_pb2.BadRequest(
                field_violations=[
                    error_details_pb2.BadRequest.FieldViolation(
                        field=_cut(v.field, _MOST_SHOWN),
                        description=_cut(v.words, _MOST_DESCRIPTION),
                    )
                    for v in kept
                ]
            )
        )
    retry_s = retry_s_of(error)
    if retry_s:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(math.ceil(retry_s * 1000))
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    status = status_pb2.Status(code=spec.code, message=_message(kept, count))
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    return status


def _message(kept: tuple[cards.Violation, ...], count: int) -> str:
    """Write as many whole violations as there is room for, the first one in any case, and how many more there are."""
    text, told = _cut(str(kept[0]), _MOST_MESSAGE), 1
    for violation in kept[1:]:
        longer = f"{text}; {violation}"
        if _cut(longer, _MOST_MESSAGE) != longer:
            break
        text, told = longer, told + 1
    return f"{text}; and {count - told} more" if count > told else text


def _cut(text: str, most: int) -> str:
    """Shorten *text* to *most* bytes as gRPC sends it: all but printable ASCII takes three a byte, and so does a %."""
    room = most
    for at, character in enumerate(text):
        is_plain = " " <= character <= "~" and character != "%"
        room -= 1 if is_plain else 3 * len(character.encode())
        if room < 0:
            return text[:at]
    return text


def incident_status(incident: str) -> status_pb2.Status:
    """Build the status of a fault of our own: an incident id for the logs, and nothing else."""
    status = status_pb2.Status(code=code_pb2.INTERNAL, message=f"internal error, incident {incident}")
    packed = any_pb2.Any()
    packed.Pack(error_details_pb2.ErrorInfo(reason=INCIDENT, domain=DOMAIN, metadata={"incident": incident}))
    status.details.append(packed)
    return status
