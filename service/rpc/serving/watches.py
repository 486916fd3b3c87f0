"""Who watches health: told of every change, limited for each address, and not for ever."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health_pb2

from service.rpc.calls.callers import peer_of
from service.rpc.calls.errors import OverloadedError
from service.rpc.calls.waiting import Waiting

if TYPE_CHECKING:
    from collections.abc import Callable

WATCHES_OF_ONE: Final = 8
"""Watches of one network address at the same time; of all addresses the setting's."""
LONGEST_S: Final = 300.0
"""Seconds without a change after which a watch is ended; whoever still wants it watches again."""
PATIENCE_S: Final = 1.0
"""Seconds until a watcher must have taken what he is told."""

_THREADS: Final = 4


@dataclass(eq=False, slots=True)
class _Watch:
    service: str
    peer: str
    context: grpc.ServicerContext
    send: Callable[[object], None]
    told: int | None = None
    since: float = field(default_factory=time.monotonic)
    """When it was told last; seconds of the clock that never goes back."""
    ended: bool = False
    sending: threading.Lock = field(default_factory=threading.Lock)


class Watches(Waiting):
    """The watches that are open. They hold no thread while nothing changes, and are told in threads of their own.

    So nobody waits for a watcher who does not read but these threads, and they not for long.
    """

    def __init__(self, most: int, status_of: Callable[[str], int]) -> None:
        """Watch what *status_of* tells of a service's name, up to *most* at the same time."""
        super().__init__(PATIENCE_S)
        self._most = most
        self._status_of = status_of
        self._open: set[_Watch] = set()
        self._let_go = False
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="watches")

    def begin(self, service: str, context: grpc.ServicerContext, send: Callable[[object], None]) -> None:
        """Watch a service from now on; *send* sends an answer, or with None ends the call.

        Raises:
            OverloadedError: there are as many watches as are allowed, in all or of the caller's address.
        """
        watch = _Watch(service, peer_of(context), context, send)
        with self._lock:
            of_one = Counter(each.peer for each in self._open)[watch.peer]
            if len(self._open) >= self._most or of_one >= WATCHES_OF_ONE:
                most = f"at most {self._most}, and {WATCHES_OF_ONE} from one address"
                raise OverloadedError.of("watches", f"{len(self._open)} watches, {of_one} from this address", most)
            self._open.add(watch)
        if not context.add_callback(lambda: self._forget(watch)):  # it ended before it began
            self._forget(watch)
            return
        self._threads.submit(self._tell, watch)

    def tell(self) -> None:
        """Tell every watcher what has changed for him."""
        with self._lock:
            for watch in self._open:
                self._threads.submit(self._tell, watch)

    def let_go(self) -> None:
        """End all watches, and each new one with its first answer: an open one would hold up the stop for its grace."""
        self._let_go = True
        self.tell()

    def close(self) -> None:
        """Tell nobody any more; the server has stopped before."""
        super().close()
        self._threads.shutdown()

    def _tell(self, watch: _Watch) -> None:
        with watch.sending:
            status = self._status_of(watch.service)
            if watch.ended:
                return
            if status != watch.told:
                with self.held(watch.context, watch.peer):
                    watch.send(health_pb2.HealthCheckResponse(status=status))
                watch.told, watch.since = status, time.monotonic()
            if self._let_go:
                watch.ended = True
                watch.send(None)

    def _end(self, watch: _Watch) -> None:
        """End a watch that has waited long enough; a client that is told so watches again by itself."""
        with watch.sending:
            if not watch.ended:
                watch.ended = True
                watch.context.set_code(grpc.StatusCode.UNAVAILABLE)
                watch.context.set_details(f"no change for {LONGEST_S:g} seconds: watch again")
                watch.send(None)

    def _forget(self, watch: _Watch) -> None:
        """Take note that a watch is over; gRPC's own thread asks for it, so nothing here may wait for that one."""
        with self._lock:
            self._open.discard(watch)

    def _look(self) -> None:
        super()._look()
        old = time.monotonic() - LONGEST_S
        with self._lock:
            for watch in self._open:
                if watch.since < old and not watch.ended:
                    self._threads.submit(self._end, watch)
