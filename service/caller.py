"""Who makes a call, in what role, and how long an answer is of use to him."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable


OWN_IDS: Final = "sabacc/"
"""With this the ids begin that the service gives to what it does of itself; no caller's own may."""


def _never() -> bool:
    return False


@unique
class Role(StrEnum):
    """What a caller may do; `service.access.roles` holds the table."""

    GAME = "game"
    """The GEMP server: asks for ties, cards and hands."""
    DIRECTOR = "director"
    """A tournament director: may also void a tie."""
    AUDITOR = "auditor"
    """Reads and verifies, and changes nothing."""
    LOCAL = "local"
    """Whoever has the machine: a command in this process, or a caller of a service that knows no identities."""
    PROBE = "probe"
    """A load balancer or a monitor: asks for health, shows no identity, and may do nothing else."""


@dataclass(frozen=True, slots=True)
class Caller:
    """One call's caller; made where the call arrives and handed down to the database."""

    name: str
    """His identity's name: 1 to 60 printable ASCII characters."""
    role: Role
    seconds_left: Callable[[], float]
    """Seconds until an answer is of no use any more; negative after that."""
    on_behalf_of: str = ""
    """The person for whom he acts, as he says; at most 60 printable ASCII characters."""
    request_id: str = ""
    """His own name for the call, at most 64 printable ASCII characters."""
    has_gone: Callable[[], bool] = _never
    """Whether nobody waits for an answer any more, because he has cancelled the call or his connection is broken."""
