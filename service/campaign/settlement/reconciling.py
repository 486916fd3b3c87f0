"""GEMP's books beside the ledger's: what differs is told, and nothing is put right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import InvalidInputError, Violation, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from service.campaign.ledger.store import Figures
    from service.money import Silver

MOST_MOVEMENTS: Final = 5_000
"""That GEMP names in one call: what a message has room for."""
MOST_POSTINGS: Final = 5_000
"""That are looked at in one call."""


@unique
class Way(StrEnum):
    """Which way silver went between GEMP and the ledger."""

    DEPOSIT = "deposit"
    SETTLEMENT = "settlement"


class Key(NamedTuple):
    """What both sides know a movement by."""

    way: Way
    id: str
    """Of a deposit the id of its posting, or else the settlement's."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Silver that went between GEMP and the ledger, as one side has it."""

    key: Key
    player: str
    amount: Silver

    def __str__(self) -> str:
        return f"{self.amount} of {shown(self.player)}"


@unique
class Standing(StrEnum):
    """What the ledger knows of what it has under a key."""

    DONE = "done"
    """The deposit is written, or the settlement acknowledged as applied."""
    REFUSED = "refused"
    """The deposit was refused."""
    NOT_ACKNOWLEDGED = "not-acknowledged"
    """The settlement was not acknowledged as applied."""
    OTHER = "other"
    """It is no such movement."""


class Ours(NamedTuple):
    """What the ledger has under a key."""

    standing: Standing
    movement: Movement | None
    """None where it is refused or another one."""


@dataclass(frozen=True, slots=True)
class GempSide:
    """What GEMP's books say."""

    movements: tuple[Movement, ...]
    deposited: Silver | None = None
    """All that it has ever handed over; None: not told."""
    applied: Silver | None = None
    """All settlements that it has ever applied; None: not told."""


@dataclass(frozen=True, slots=True)
class Totals:
    """All that went between GEMP and the ledger so far."""

    deposited: Silver
    withdrawn: Silver
    unapplied: Silver
    unapplied_count: int

    @property
    def applied(self) -> Silver:
        """What is acknowledged to be in the purses."""
        return self.withdrawn - self.unapplied


@dataclass(frozen=True, slots=True)
class Books:
    """What the ledger's books say at one moment."""

    stretch: tuple[Movement, ...]
    """Deposits, and settlements that are acknowledged as applied, of the postings that were looked at."""
    through: int
    """Number of the last posting that was looked at."""
    named: Mapping[Key, Ours]
    """What there is under the keys that GEMP names."""
    totals: Totals
    figures: Figures

    @property
    def more(self) -> bool:
        """Whether more postings follow."""
        return self.through < self.figures.postings


@unique
class DifferenceKind(StrEnum):
    """How the two differ."""

    MISSING_HERE = "missing-here"
    MISSING_AT_GEMP = "missing-at-gemp"
    DOUBLE = "double"
    AMOUNT = "amount"
    PLAYER = "player"
    OTHER_MOVEMENT = "other-movement"
    REFUSED_HERE = "refused-here"
    NOT_ACKNOWLEDGED = "not-acknowledged"
    TOTAL = "total"


class Difference(NamedTuple):
    """Something that differs."""

    kind: DifferenceKind
    id: str
    """Of the movement; of a total ``deposited`` or ``applied``."""
    gemp: str
    """What GEMP says, in words; empty for nothing."""
    ledger: str
    """What the ledger says, likewise."""


_NO_MOVEMENT: Final = {
    Standing.REFUSED: (DifferenceKind.REFUSED_HERE, "refused"),
    Standing.OTHER: (DifferenceKind.OTHER_MOVEMENT, "no such movement"),
}


def verify_gemp_side(gemp: GempSide, after: int) -> None:
    """Check what GEMP gives.

    Raises:
        InvalidInputError: it cannot be compared.
    """
    faults = []
    if after < 0:
        faults.append(Violation("after", str(after), "0, or the number of the last posting that was compared"))
    if len(gemp.movements) > MOST_MOVEMENTS:
        faults.append(Violation("movements", f"{len(gemp.movements)} movements", f"at most {MOST_MOVEMENTS}"))
    if faults:
        raise InvalidInputError.all(faults)


def differences(gemp: GempSide, ours: Books) -> tuple[Difference, ...]:
    """Return everything in which GEMP's books and the ledger's differ; what neither has to name is not looked at."""
    return (
        *_of_named(gemp.movements, ours.named),
        *_unnamed(gemp.movements, ours.stretch),
        *_of_total("deposited", gemp.deposited, ours.totals.deposited),
        *_of_total("applied", gemp.applied, ours.totals.applied),
    )


def _of_named(movements: Iterable[Movement], named: Mapping[Key, Ours]) -> Iterator[Difference]:
    times: Counter[Key] = Counter()
    for theirs in movements:
        times[theirs.key] += 1
        yield from _of_one(theirs, named.get(theirs.key))
    for key, count in times.items():
        if count > 1:
            yield Difference(DifferenceKind.DOUBLE, key.id, f"{count} times", "once" if key in named else "")


def _of_one(theirs: Movement, ours: Ours | None) -> Iterator[Difference]:
    id_, said = theirs.key.id, str(theirs)
    if ours is None:
        yield Difference(DifferenceKind.MISSING_HERE, id_, said, "")
        return
    if ours.movement is None:
        kind, words = _NO_MOVEMENT[ours.standing]
        yield Difference(kind, id_, said, words)
        return
    if ours.movement.amount != theirs.amount:
        yield Difference(DifferenceKind.AMOUNT, id_, said, str(ours.movement))
    if ours.movement.player != theirs.player:
        yield Difference(DifferenceKind.PLAYER, id_, said, str(ours.movement))
    if ours.standing is Standing.NOT_ACKNOWLEDGED:
        yield Difference(DifferenceKind.NOT_ACKNOWLEDGED, id_, said, "not acknowledged as applied")


def _unnamed(movements: Iterable[Movement], stretch: Iterable[Movement]) -> Iterator[Difference]:
    named = {theirs.key for theirs in movements}
    for ours in stretch:
        if ours.key not in named:
            yield Difference(DifferenceKind.MISSING_AT_GEMP, ours.key.id, "", str(ours))


def _of_total(name: str, gemp: Silver | None, ours: Silver) -> Iterator[Difference]:
    if gemp is not None and gemp != ours:
        yield Difference(DifferenceKind.TOTAL, name, str(gemp), str(ours))
