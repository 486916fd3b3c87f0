"""What GEMP pulls by a cursor and acknowledges: settlements, and the grants of rewards in the same way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final, Protocol

from deckmapping.errors import InvalidInputError, shown
from service.campaign.ledger.postings import LONGEST_REASON

if TYPE_CHECKING:
    from deckmapping.errors import DomainError

LARGEST_PAGE: Final = 200
"""That are pulled at once."""


@unique
class SettlementState(StrEnum):
    """What GEMP has done with a settlement or a grant, as far as it was told."""

    PENDING = "pending"
    """Nothing that is known of."""
    APPLIED = "applied"
    """The player has it."""
    DEFERRED = "deferred"
    """It could not be given; it is offered again."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What GEMP tells of a settlement or a grant."""

    id: str
    """Of it."""
    state: SettlementState
    """Applied or deferred."""
    reason: str = ""
    """1 to 255 printable characters on one line where it is deferred, else empty."""


class Acknowledged(Protocol):
    """A settlement or a grant, as it stands."""

    @property
    def state(self) -> SettlementState:
        """What GEMP has done with it."""

    @property
    def reason(self) -> str:
        """Why it was deferred last."""


def verify_page(after: int, size: int) -> None:
    """Check which page is asked for.

    Raises:
        InvalidInputError: there is no such page.
    """
    if after < 0:
        raise InvalidInputError.of("after", after, "0, or the number of the last one that the caller has")
    if not 1 <= size <= LARGEST_PAGE:
        raise InvalidInputError.of("size", size, f"1 to {LARGEST_PAGE}")


def verify_acknowledgement(told: Acknowledgement) -> None:
    """Check all of an acknowledgement that does not depend on what it is about.

    Raises:
        InvalidInputError: something of it cannot be.
    """
    if told.state is SettlementState.PENDING:
        raise InvalidInputError.of("state", told.state.value, "applied or deferred")
    if told.state is SettlementState.APPLIED:
        if told.reason:
            raise InvalidInputError.of("reason", told.reason, "nothing: only what is deferred has a reason")
    elif not (len(told.reason) <= LONGEST_REASON and told.reason.isprintable() and told.reason.strip()):
        raise InvalidInputError.of("reason", told.reason, f"1 to {LONGEST_REASON} printable characters on one line")


def is_news(known: Acknowledged, told: Acknowledgement, refused: type[DomainError]) -> bool:
    """Tell whether an acknowledgement says what is not known yet.

    Args:
        known: what it is about, as it stands.
        told: the acknowledgement.
        refused: the error where it says that what was applied is deferred.
    """
    if known.state is SettlementState.APPLIED and told.state is not SettlementState.APPLIED:
        raise refused.of("state", f"{told.state} for {shown(told.id)}", "applied, as it was acknowledged before")
    return (known.state, known.reason) != (told.state, told.reason)
