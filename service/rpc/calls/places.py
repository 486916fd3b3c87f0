"""Threads that answer calls, of which each kind of call that holds one for long has its own few."""

from __future__ import annotations

from service.rpc.calls.errors import OverloadedError
from service.settings_reading import PREFIX


def require_place(field: str, taken: int, most: int, workers: int) -> None:
    """Check that a call of a kind may hold a thread.

    Args:
        field: names the kind in errors.
        taken: how many of its calls hold one.
        most: how many may.
        workers: how many threads there must be for one of them to be this kind's.

    Raises:
        OverloadedError: no thread is free for it, or none ever is.
    """
    if most == 0:
        raise OverloadedError.of(field, "no thread for them", f"a service with {PREFIX}WORKERS of {workers} or more")
    if taken >= most:
        raise OverloadedError.of(field, f"{most} at once", "fewer at the same time")
