"""Health of the services, told by gRPC's own servicer with two repairs and a limit."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from grpc_health.v1 import health, health_pb2

from service.rpc.calls.errors import OverloadedError, UnknownServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    import grpc


class HealthServicer(health.HealthServicer):  # type: ignore[misc]  # the package has no types
    """Lets go of a watcher that hung up in a thread of its own pool, and needs no context for a check.

    gRPC calls back in the one thread that serves all events. The library's callback takes a lock there which `set`
    holds while it waits for that very thread to send to another watcher: a watcher that hung up during a stop kept the
    server from stopping for ever.
    """

    def __init__(self, watches: int) -> None:
        # gRPC counts no watch among the calls at once, for it holds no thread: so this is their only limit.
        self._free = threading.BoundedSemaphore(watches)
        self._watches = watches
        self._let_go = False
        # A pool of its own also keeps watchers from taking threads from the calls.
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="health")
        super().__init__(experimental_non_blocking=True, experimental_thread_pool=self._pool)

    def Check(self, request: health_pb2.HealthCheckRequest, context: object) -> health_pb2.HealthCheckResponse:  # noqa: N802
        """Answer as the library does, but raise where it would write into the context, which calls here do not get."""
        del context
        with self._lock:
            status = self._server_status.get(request.service)
        if status is None:
            raise UnknownServiceError.of("service", request.service, "a service of this server, or empty for all")
        return health_pb2.HealthCheckResponse(status=status)

    def Watch(  # noqa: N802
        self,
        request: health_pb2.HealthCheckRequest,
        context: grpc.ServicerContext,
        send_response_callback: Callable[..., None],
    ) -> None:
        """Watch as the library does, up to the limit.

        Raises:
            OverloadedError: there are as many watches as are allowed.
        """
        if not self._free.acquire(blocking=False):
            raise OverloadedError.of("watches", f"{self._watches} watches", "fewer at the same time")
        if not context.add_callback(self._free.release):  # it ended before it began
            self._free.release()
            return
        super().Watch(request, context, send_response_callback)
        if self._let_go:  # many a client watches again as soon as its watch has ended
            send_response_callback(None)
        if not context.is_active():  # it ended before the library asked to be told of that
            self._pool.submit(self._forget, send_response_callback, request.service)

    def let_go(self) -> None:
        """End all watches, and each new one with its first answer: an open one would hold up the stop for its grace."""
        with self._lock:
            self._let_go = True
            watches = [send for sends in self._send_response_callbacks.values() for send in sends]
        for send in watches:
            send(None)

    def _on_close_callback(self, send_response_callback: Callable[..., None], service: str) -> Callable[[], object]:
        return lambda: self._pool.submit(self._forget, send_response_callback, service)

    def _forget(self, send: Callable[..., None], service: str) -> None:
        with self._lock:
            sends = self._send_response_callbacks.get(service, set())
            sends.discard(send)
            if not sends:  # else every name that was ever asked for would be kept
                self._send_response_callbacks.pop(service, None)
        send(None)
