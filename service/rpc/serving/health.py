"""Health of the services: told to who asks, and to who watches.

gRPC's own servicer holds one lock for all while it tells a watcher, so one who does not read would keep every check
unanswered and the server from stopping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grpc_health.v1 import health_pb2, health_pb2_grpc

from service.rpc.calls.errors import UnknownServiceError
from service.rpc.serving.watches import Watches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import grpc

_SERVING: Final[int] = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING: Final[int] = health_pb2.HealthCheckResponse.NOT_SERVING
_UNKNOWN: Final[int] = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN


class HealthServicer(health_pb2_grpc.HealthServicer):  # type: ignore[misc]  # the package has no types
    """NOT_SERVING until `serve`, and again from `drain` on."""

    def __init__(self, names: Iterable[str], watches: int) -> None:
        """Tell the health of these services, the empty name for the whole, to that many watchers at most."""
        self._names = frozenset(names)
        self._status = _NOT_SERVING
        self._watches = Watches(watches, self._status_of)

    def Check(self, request: health_pb2.HealthCheckRequest, context: object) -> health_pb2.HealthCheckResponse:  # noqa: N802
        """Answer a check; its *context* is not used, for calls here do not get one.

        Raises:
            UnknownServiceError: there is no such service.
        """
        del context
        if request.service not in self._names:
            raise UnknownServiceError.of("service", request.service, "a service of this server, or empty for all")
        return health_pb2.HealthCheckResponse(status=self._status)

    def Watch(  # noqa: N802
        self, request: health_pb2.HealthCheckRequest, context: grpc.ServicerContext, send: Callable[[object], None]
    ) -> None:
        """Begin to watch; one may watch a service that is not there, and is told so.

        Raises:
            OverloadedError: there are as many watches as are allowed.
        """
        self._watches.begin(request.service, context, send)

    def serve(self) -> None:
        """Tell that every service answers."""
        self._change(_SERVING)

    def drain(self) -> None:
        """Tell that soon no service answers."""
        self._change(_NOT_SERVING)

    def let_go(self) -> None:
        """End all watches, those that are still to come with their first answer."""
        self._watches.let_go()

    def close(self) -> None:
        """Give the threads back; the server has stopped before."""
        self._watches.close()

    def _change(self, status: int) -> None:
        self._status = status
        self._watches.tell()

    def _status_of(self, name: str) -> int:
        return self._status if name in self._names else _UNKNOWN
