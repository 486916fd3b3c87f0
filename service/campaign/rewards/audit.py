"""Whether rewards are whole: each grant is a reward of its player's career, and the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from deckmapping.errors import shown
from service.campaign.ladder.notation import read_career
from service.campaign.ledger.snapshot import Fault
from service.campaign.settlement.audit import MOST_FAULTS, acknowledgement_faults
from service.rules.errors import InvalidNotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.campaign.settlement.audit import RawAcknowledgement


class RawGrant(NamedTuple):
    """A stored grant, value by value; any may be anything where somebody changed it from outside."""

    sequence: int
    player: object
    reward: object
    copy: object
    """Counted from 1 for each reward."""
    acknowledgements: tuple[RawAcknowledgement, ...]
    """By their numbers."""


class RawCareer(NamedTuple):
    """A career as its last step has it."""

    player: str
    steps: tuple[int, int]
    """How many there are, and the number of the last one."""
    state: str
    granted: tuple[str, ...]
    """Keys of the rewards that are granted to the player, in the order of the grants."""


class RewardSnapshot(Protocol):
    """All that is stored of rewards and careers at one moment."""

    def page(self, after: int) -> tuple[RawGrant, ...]:
        """Return the next grants with a number above *after* in the order of their numbers; none at the end."""

    def careers(self, after: str) -> tuple[RawCareer, ...]:
        """Return the next careers of players behind *after* in the order of their names; none at the end."""

    def strays(self) -> Iterator[tuple[str, object]]:
        """Return what belongs to nothing: in words what it is, and its number or name."""


class RewardAudit(NamedTuple):
    """What an audit of rewards found."""

    grants: int
    careers: int
    faults: tuple[Fault, ...]


def audited_rewards(snapshot: RewardSnapshot) -> RewardAudit:
    """Follow all grants and careers; it ends after a hundred faults."""
    faults: list[Fault] = []
    grants = _follow_grants(snapshot, faults)
    careers = _follow_careers(snapshot, faults)
    faults += [Fault(f"{what} {shown(str(which))}", "belongs to no career") for what, which in snapshot.strays()]
    return RewardAudit(grants, careers, tuple(faults[:MOST_FAULTS]))


def _follow_grants(snapshot: RewardSnapshot, faults: list[Fault]) -> int:
    count, after = 0, -(2**63)
    copies: dict[object, int] = {}
    while (page := snapshot.page(after)) and len(faults) < MOST_FAULTS:
        for raw in page:
            count += 1
            copies[raw.reward] = copies.get(raw.reward, 0) + 1
            faults += _of_grant(raw, count, copies[raw.reward])
        after = page[-1].sequence
    return count


def _of_grant(raw: RawGrant, due: int, copy: int) -> Iterator[Fault]:
    where = f"grant {raw.sequence}"
    if raw.sequence != due:
        yield Fault(f"grant {due}", f"is missing: grant {raw.sequence} is the next that is stored")
    if raw.copy != copy:
        yield Fault(where, f"is copy {shown(str(raw.copy))} of {shown(str(raw.reward))}: copy {copy} was expected")
    yield from acknowledgement_faults(where, raw.acknowledgements)


def _follow_careers(snapshot: RewardSnapshot, faults: list[Fault]) -> int:
    count, after = 0, ""
    while (page := snapshot.careers(after)) and len(faults) < MOST_FAULTS:
        for raw in page:
            count += 1
            faults += _of_career(raw)
        after = page[-1].player
    return count


def _of_career(raw: RawCareer) -> Iterator[Fault]:
    where = f"career of {shown(raw.player)}"
    found, last = raw.steps
    if found != last:
        yield Fault(where, f"has {found} steps, of which the last one has number {last}")
    try:
        career = read_career(raw.state)
    except InvalidNotationError:
        yield Fault(where, f"step {last} is no career")
        return
    if career.player != raw.player:
        yield Fault(where, f"step {last} is the career of {shown(career.player)}")
    if career.rewards != raw.granted:
        has, given = (", ".join(keys) or "none" for keys in (career.rewards, raw.granted))
        yield Fault(where, f"has the rewards {shown(has)}, and is granted {shown(given)}")
