"""Whether settlements are whole: one of each withdrawal, and what is due is what GEMP has not applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from deckmapping.errors import shown
from service.campaign.ledger.snapshot import Fault
from service.campaign.ledger.transfers import TransferKind
from service.campaign.settlement.acknowledging import SettlementState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_FAULTS: Final = 100
"""After so many an audit ends."""
_APPLIED: Final = SettlementState.APPLIED.value
_STATES: Final = frozenset({_APPLIED, SettlementState.DEFERRED.value})


class RawAcknowledgement(NamedTuple):
    """A stored acknowledgement; any value may be anything where somebody changed it from outside."""

    number: object
    state: object


class RawSettlement(NamedTuple):
    """A stored settlement, value by value."""

    sequence: int
    settlement_id: object
    kind: object
    """Of the ledger's entry with its id; None where there is none."""
    is_due: bool
    acknowledgements: tuple[RawAcknowledgement, ...]
    """By their numbers."""


class SettlementSnapshot(Protocol):
    """All that is stored of settlements at one moment."""

    def page(self, after: int) -> tuple[RawSettlement, ...]:
        """Return the next settlements with a number above *after* in the order of their numbers; none at the end."""

    def strays(self) -> Iterator[tuple[str, object]]:
        """Return what belongs to no settlement: in words what it is, and the id of the entry or the number."""


class SettlementAudit(NamedTuple):
    """What an audit of settlements found."""

    settlements: int
    faults: tuple[Fault, ...]


def audited_settlements(snapshot: SettlementSnapshot) -> SettlementAudit:
    """Follow all settlements; it ends after a hundred faults."""
    count, after = 0, -(2**63)
    faults: list[Fault] = []
    while (page := snapshot.page(after)) and len(faults) < MOST_FAULTS:
        for raw in page:
            count += 1
            faults += _faults(raw, count)
        after = page[-1].sequence
    faults += [Fault(f"{what} {shown(str(which))}", "belongs to no settlement") for what, which in snapshot.strays()]
    return SettlementAudit(count, tuple(faults[:MOST_FAULTS]))


def _faults(raw: RawSettlement, due: int) -> Iterator[Fault]:
    where = f"settlement {raw.sequence}"
    if raw.sequence != due:
        yield Fault(f"settlement {due}", f"is missing: settlement {raw.sequence} is the next that is stored")
    if raw.kind != TransferKind.WITHDRAW.value:
        yield Fault(where, f"is of {shown(str(raw.settlement_id))}, which is no entry that withdraws silver")
    yield from acknowledgement_faults(where, raw.acknowledgements)
    if raw.is_due == any(each.state == _APPLIED for each in raw.acknowledgements):
        yield Fault(where, "is applied, but still due" if raw.is_due else "is not applied, but not due")


def acknowledgement_faults(where: str, acknowledgements: Sequence[RawAcknowledgement]) -> Iterator[Fault]:
    """Yield what is wrong with what was told of one settlement, or of one grant."""
    for number, each in enumerate(acknowledgements, start=1):
        if each.number != number or each.state not in _STATES:
            yield Fault(f"{where}, acknowledgement {number}", f"{shown(each)} is stored")
    if any(each.state == _APPLIED for each in acknowledgements[:-1]):
        yield Fault(where, "was acknowledged after it was applied")
