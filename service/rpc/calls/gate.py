"""Where a call arrives: who makes it, whether he may, and whether it is not too much."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Protocol, cast

from service.access.access_file import load_access
from service.access.errors import RoleForbidsError, UnauthenticatedError
from service.access.identities import Limits
from service.access.limiter import CallLimiter, PeerLimiter
from service.access.roles import HEALTH_CHECK, REFLECTION, ROLES
from service.access.watched import Watched
from service.caller import Caller, Role
from service.rpc.calls.callers import caller_of, peer_of
from service.rpc.calls.errors import OverloadedError, RequestTooLargeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import grpc
    from structlog.typing import FilteringBoundLogger

    from service.access.identities import AccessList, Identity
    from service.access.limiter import Refusal
    from service.access.roles import RoleTable
    from service.settings import Settings

ANONYMOUS: Final = "anonymous"
"""Name of the caller of a service that knows no identities, and of one who only asks for health."""
LARGEST_MESSAGE: Final = 1024 * 1024
"""Bytes of the largest request."""

WRONG_AT_A_STROKE: Final = 20
"""Wrong tokens or certificates of one network address that are told to be wrong; after that, one a second is."""

_BEARER: Final = "bearer "
_LONGEST_TOKEN: Final = 256
_CREDENTIALS: Final = "a token of the access file (authorization: Bearer TOKEN) or a client certificate that it names"


class Gate(Protocol):
    """Admits calls. Every `enter` that returned is followed by one `leave`."""

    def enter(self, method: str, context: grpc.ServicerContext) -> Caller:
        """Return who calls *method*; its request has not been read yet.

        Raises:
            DomainError: he is unknown, may not, or calls too often.
        """

    def weigh(self, caller: Caller, size: int) -> None:
        """Check the request's *size* in bytes.

        Raises:
            DomainError: it is larger than the caller may send.
        """

    def leave(self, caller: Caller) -> None:
        """Take note that the call is over."""


class AccessGate:
    """Admits those whom the access file names, to what their role may, within their limits.

    Without an access file everybody is one caller without a name who may do everything.
    """

    def __init__(
        self,
        settings: Settings,
        access: Watched[AccessList] | None,
        table: RoleTable,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Make the gate; `open_gate` makes the one of the settings."""
        self._access = access
        self._known: AccessList | None = None
        self._table = table
        self._default_deadline_s = settings.default_deadline_s
        self._with_certificates = settings.tls_client_ca is not None
        self._limits = Limits(settings.calls_per_s, settings.calls_burst, settings.calls_at_once, LARGEST_MESSAGE)
        self._calls = CallLimiter(clock_ns)
        self._probes = PeerLimiter(clock_ns, settings.calls_per_s, settings.calls_burst)
        self._wrong = PeerLimiter(clock_ns, 1, WRONG_AT_A_STROKE)

    def enter(self, method: str, context: grpc.ServicerContext) -> Caller:
        """See `Gate.enter`."""
        if method == HEALTH_CHECK:
            wait = self._probes.take(peer_of(context))
            if wait:
                raise OverloadedError.after(wait, "health", "more checks than the limit", "fewer from one address")
            return caller_of(context, ANONYMOUS, Role.PROBE, self._default_deadline_s)
        identity = self._identify(context)
        if identity is None:
            name, role, limits = ANONYMOUS, Role.LOCAL, self._limits
        else:
            name, role, limits = identity.name, identity.role, identity.limits(self._limits)
        refusal = self._calls.enter(name, limits)
        if refusal is not None:
            raise _overloaded(name, refusal)
        try:
            self._require(role, method)
            return caller_of(context, name, role, self._default_deadline_s)
        except BaseException:
            self._calls.leave(name)
            raise

    def weigh(self, caller: Caller, size: int) -> None:
        """See `Gate.weigh`."""
        most = LARGEST_MESSAGE if caller.role is Role.PROBE else self._calls.limits(caller.name).largest_request
        if size > most:
            raise RequestTooLargeError.of("request", f"{size} bytes", f"at most {most} bytes from {caller.name}")

    def leave(self, caller: Caller) -> None:
        """See `Gate.leave`."""
        if caller.role is not Role.PROBE:
            self._calls.leave(caller.name)

    def _identify(self, context: grpc.ServicerContext) -> Identity | None:
        """Return the caller's identity; None where there is no access file."""
        if self._access is None:
            return None
        known = self._access.current()
        if known is not self._known:
            self._known = known
            self._calls.keep(frozenset(identity.name for identity in known.identities))
        token = _bearer_token(context)
        names = _certificate_names(context) if self._with_certificates else ()
        if token is None and not names:
            raise UnauthenticatedError.of("authorization", "nothing", _CREDENTIALS)
        try:
            return _one_identity(known, token, names)
        except UnauthenticatedError:
            # After the comparison: whoever guesses must not lock out a caller who shares his address.
            wait = self._wrong.take(peer_of(context))
            if not wait:
                raise
            raise OverloadedError.after(
                wait, "authorization", "too many wrong tokens or certificates from this address", _CREDENTIALS
            ) from None

    def _require(self, role: Role, method: str) -> None:
        may = self._table.get(method, frozenset())
        if role not in may:
            roles = " or ".join(sorted(may - {Role.LOCAL}))
            raise RoleForbidsError.of("role", f"{role} for {method}", f"the role {roles}" if roles else "another call")


def open_gate(settings: Settings, logger: FilteringBoundLogger, more: RoleTable | None = None) -> AccessGate:
    """Return the gate of the settings.

    Args:
        settings: the access file, limits and default deadline.
        logger: is told when a changed access file cannot be used.
        more: roles of methods beside the contract's, for measurements.

    Raises:
        InvalidInputError: the access file cannot be used.
    """

    def refused(text: str) -> None:
        logger.error("the changed access file cannot be used: the one before stays in force", text=text)

    path = settings.access
    access = None if path is None else Watched((path,), lambda: load_access(path), refused)
    return AccessGate(settings, access, {**ROLES, **(REFLECTION if settings.reflection else {}), **(more or {})})


def _one_identity(known: AccessList, token: str | None, names: Iterable[str]) -> Identity:
    """Return whom the token and the certificate belong to.

    Raises:
        UnauthenticatedError: nobody, or the two belong to different identities.
    """
    found = set(known.by_certificate(names))
    if token is not None:
        owner = known.by_token(token)
        if owner is None:
            raise UnauthenticatedError.of("authorization", "an unknown token", _CREDENTIALS)
        found.add(owner)
    if not found:
        raise UnauthenticatedError.of("client certificate", "one that the access file does not name", _CREDENTIALS)
    if len(found) > 1:
        told = " and ".join(sorted(identity.name for identity in found))
        raise UnauthenticatedError.of("authorization", f"credentials of {told}", "credentials of one identity")
    return found.pop()


def _bearer_token(context: grpc.ServicerContext) -> str | None:
    """Return the token of the call's metadata, None without one.

    Raises:
        UnauthenticatedError: there are several, or it is no bearer token.
    """
    given = [value for key, value in context.invocation_metadata() if key == "authorization"]
    if not given:
        return None
    value = str(given[0])
    if len(given) > 1 or value[: len(_BEARER)].lower() != _BEARER or len(value) > _LONGEST_TOKEN:
        raise UnauthenticatedError.of("authorization", "no bearer token", "one `Bearer TOKEN`")
    return value[len(_BEARER) :].strip()


def _certificate_names(context: grpc.ServicerContext) -> tuple[str, ...]:
    """Return the names in the client certificate that the TLS handshake has verified."""
    shown = cast("Mapping[str, Sequence[bytes]]", context.auth_context())  # the stubs lack the sequence
    values = [value for key in ("x509_common_name", "peer_dns", "peer_uri") for value in shown.get(key, ())]
    return tuple(value.decode("utf-8", "replace") for value in values)


def _overloaded(name: str, refusal: Refusal) -> OverloadedError:
    return OverloadedError.after(refusal.retry_s, f"calls of {name}", refusal.what, refusal.most)
