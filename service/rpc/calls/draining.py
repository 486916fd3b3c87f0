"""The gate at the stop: it closes before the server does, so that every late caller gets an answer that he can read."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from service.access.roles import HEALTH_CHECK
from service.rpc.calls.errors import DrainingError

if TYPE_CHECKING:
    import grpc

    from service.caller import Caller
    from service.rpc.calls.gate import Gate


class DrainingGate:
    """A gate before another one; when it is closed, only health is asked for through it.

    A server that stops cancels calls that reach it in the moment before its clients know, and CANCELLED is nothing that
    a client repeats by itself. So calls are refused with UNAVAILABLE for a while before.
    """

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._changed = threading.Condition()
        self._inside = 0
        self._closed = False

    def enter(self, method: str, context: grpc.ServicerContext) -> Caller:
        """See `Gate.enter`.

        Raises:
            DrainingError: the gate is closed.
        """
        with self._changed:
            if self._closed and method != HEALTH_CHECK:
                raise DrainingError.of("service", "stopping", "another instance, or this one after its restart")
            self._inside += 1
        try:
            return self._gate.enter(method, context)
        except BaseException:
            self._out()
            raise

    def weigh(self, caller: Caller, size: int) -> None:
        """See `Gate.weigh`."""
        self._gate.weigh(caller, size)

    def leave(self, caller: Caller) -> None:
        """See `Gate.leave`."""
        self._gate.leave(caller)
        self._out()

    def close(self, patience_s: float) -> bool:
        """Let nobody in any more, and wait until those inside are out, at most *patience_s* seconds.

        Returns:
            Whether they are.
        """
        with self._changed:
            self._closed = True
            return self._changed.wait_for(lambda: self._inside == 0, patience_s)

    def _out(self) -> None:
        with self._changed:
            self._inside -= 1
            if self._closed and self._inside == 0:
                self._changed.notify_all()
