"""Work that reads all that is stored, in a process that answers other calls too: one at a time, and never for long."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from service.rpc.calls.callers import counting_down, local_caller
from service.rpc.calls.errors import DeadlineError, OverloadedError
from service.storage.errors import StoreTimeoutError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.caller import Caller

LOCAL_S: Final = 3600.0
"""Seconds for a command in this process: nobody waits for it but who gave it, and a log may be long."""
LONGEST_S: Final = 10.0
"""Seconds in a process that answers other calls too, and slower while it runs."""


class OneAtATime:
    """Lets in one such work at a time."""

    def __init__(self, what: str, command: str, longest_s: float) -> None:
        """Let in one *what* at a time for *longest_s* seconds; *command* does it beside the service."""
        self._what = what
        self._command = command
        self._longest_s = longest_s
        self._running = threading.Lock()

    @contextmanager
    def bounded(self, caller: Caller | None) -> Iterator[Caller]:
        """Let *caller* in, for a while; a command in its own process, which is no caller, holds up nobody.

        Raises:
            OverloadedError: another one runs.
            DeadlineError: it takes longer than its caller or the service allows.
        """
        if caller is None:
            yield local_caller(LOCAL_S)
            return
        if not self._running.acquire(blocking=False):
            raise OverloadedError.of(self._what, "another one that runs", "one at a time: a call later")
        allowed_s = min(caller.seconds_left(), self._longest_s)
        try:
            yield replace(caller, seconds_left=counting_down(allowed_s))
        except StoreTimeoutError:
            raise DeadlineError.of(
                self._what,
                f"{max(0, allowed_s):.1f} s",
                f"less than the {self._longest_s:g} s there are at most: run `{self._command}` beside the service",
            ) from None
        finally:
            self._running.release()
