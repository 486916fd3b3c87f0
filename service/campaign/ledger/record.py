"""A posting as it is stored and hashed: one line of canonical JSON, from which all of it is read again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from deckmapping.errors import InvalidInputError, Violation, shown
from service.audit.entries import told_of
from service.campaign.ledger.accounts import Account
from service.campaign.ledger.deciding import Refusal, RefusalReason
from service.campaign.ledger.postings import ByHand, HandReference, Posting
from service.campaign.ledger.transfers import Entry, Hold, Post, Transfer, TransferKind, Void, VoidCause
from service.money import Silver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from service.caller import Caller

POSTED: Final = "ledger-posted"
REFUSED: Final = "ledger-refused"

_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


@dataclass(frozen=True, slots=True)
class Record:
    """What was asked of the ledger, when and by whom, and whether it was refused."""

    posting: Posting
    time: datetime
    """UTC."""
    caller: Mapping[str, str]
    """Name, role, and for whom he acted, as the audit log tells them."""
    refusal: Refusal | None = None

    @property
    def outcome(self) -> str:
        """What the chain tells beside the record."""
        return POSTED if self.refusal is None else REFUSED


def recorded(posting: Posting, time: datetime, caller: Caller, refusal: Refusal | None) -> Record:
    """Make the record of a call."""
    return Record(posting, time.astimezone(UTC), told_of(caller), refusal)


def write_record(record: Record) -> str:
    """Write a record: sorted keys, no blanks, ASCII only."""
    document = {
        **_content(record.posting),
        "postingId": record.posting.posting_id,
        "time": record.time.isoformat(timespec="microseconds"),
        "caller": dict(record.caller),
    }
    if record.refusal is not None:
        document["refusal"] = {**asdict(record.refusal), "reason": record.refusal.reason.value}
    return _CANONICAL.encode(document)


def read_record(text: str) -> Record:
    """Read what `write_record` wrote.

    Raises:
        ValueError: *text* is anything else. What it says may still be against every rule of a posting.
    """
    try:
        return _read(json.loads(text))
    except (InvalidInputError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as fault:
        raise ValueError("not a record of the ledger") from fault


def differences(stored: Posting, asked: Posting) -> list[Violation]:
    """Name every field in which *asked* differs from *stored*; nothing where both ask the same."""
    first, now = dict(_fields(_content(stored), "")), dict(_fields(_content(asked), ""))
    found = []
    for field in sorted(first.keys() | now.keys()):
        was, is_ = first.get(field, "nothing"), now.get(field, "nothing")
        if was != is_:
            found.append(Violation(field, shown(is_), f"{shown(was)}, as in the stored posting"))
    return found


def _content(posting: Posting) -> dict[str, Any]:
    """Return everything that makes two postings ask the same."""
    document: dict[str, Any] = {"entries": [_entry(entry) for entry in posting.entries]}
    if posting.reference is not None:
        document["reference"] = {"tableId": posting.reference.table_id, "hand": posting.reference.hand}
    if posting.by_hand is not None:
        document["director"], document["reason"] = posting.by_hand.director, posting.by_hand.reason
    return document


def _entry(entry: Entry) -> dict[str, object]:
    if isinstance(entry, (Transfer, Hold)):
        between = {"debit": str(entry.debit), "credit": str(entry.credit), "amount": entry.amount.count}
        if isinstance(entry, Transfer):
            return {"type": "transfer", "kind": entry.kind.value, **between}
        return {"type": "hold", **between}
    if isinstance(entry, Post):
        return {"type": "post", "holdId": entry.hold_id, "amount": entry.amount.count}
    return {"type": "void", "holdId": entry.hold_id, "cause": entry.cause.value}


def _read(document: dict[str, Any]) -> Record:
    reference, refusal = document.get("reference"), document.get("refusal")
    posting = Posting(
        _text(document["postingId"]),
        tuple(_read_entry(entry) for entry in document["entries"]),
        None if reference is None else HandReference(_text(reference["tableId"]), _whole(reference["hand"])),
        ByHand(_text(document["director"]), _text(document["reason"])) if "director" in document else None,
    )
    return Record(
        posting,
        datetime.fromisoformat(document["time"]).astimezone(UTC),
        {key: _text(value) for key, value in document["caller"].items()},
        None if refusal is None else _read_refusal(**refusal),
    )


def _read_refusal(*, reason: str, field: str, value: str, expected: str, account: str) -> Refusal:
    return Refusal(RefusalReason(reason), _text(field), _text(value), _text(expected), _text(account))


def _read_entry(entry: dict[str, Any]) -> Entry:
    match entry["type"]:
        case "transfer":
            return Transfer(TransferKind(entry["kind"]), *_between(entry))
        case "hold":
            return Hold(*_between(entry))
        case "post":
            return Post(_text(entry["holdId"]), Silver(entry["amount"]))
        case "void":
            return Void(_text(entry["holdId"]), VoidCause(entry["cause"]))
        case _:
            raise ValueError("no type of entry")


def _between(entry: dict[str, Any]) -> tuple[Account, Account, Silver]:
    return Account.parse(entry["debit"]), Account.parse(entry["credit"]), Silver(entry["amount"])


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError("not a whole number")
    return value


def _fields(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Take a document apart into its fields: ``entries[1].amount``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _fields(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _fields(inner, f"{path}[{at}]")
    else:
        yield path, str(value)
