"""How often and how much at once: token buckets on a clock that is handed in, in whole nanoseconds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.access.identities import Limits

_SECOND_NS: Final = 1_000_000_000


class Bucket:
    """A token bucket, kept as the moment at which it will be full again (the generic cell rate algorithm).

    It is exact: whole nanoseconds, no rounding that adds up.
    """

    __slots__ = ("_full_at", "_interval_ns", "_slack_ns")

    def __init__(self, calls_per_s: float, burst: int) -> None:
        self._interval_ns = round(_SECOND_NS / calls_per_s)
        self._slack_ns = (burst - 1) * self._interval_ns
        self._full_at = 0

    def wait_ns(self, now_ns: int) -> int:
        """Return how long a call must wait; 0 if there is a token for it now."""
        return max(0, self._full_at - self._slack_ns - now_ns)

    def take(self, now_ns: int) -> int:
        """Take a token and return 0; or take none and return how long to wait for the next one."""
        wait = self.wait_ns(now_ns)
        if wait == 0:
            self._full_at = max(self._full_at, now_ns) + self._interval_ns
        return wait


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a caller must wait."""

    what: str
    """What he did too much of."""
    most: str
    retry_s: float | None = None
    """Seconds after which he may try again; None where nobody knows."""


@dataclass(slots=True)
class _Account:
    limits: Limits
    bucket: Bucket
    running: int = 0


@dataclass(slots=True)
class CallLimiter:
    """Counts the calls of each identity. It holds one account a name, so names must come from the access file."""

    clock_ns: Callable[[], int]
    _accounts: dict[str, _Account] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, name: str, limits: Limits) -> Refusal | None:
        """Count a call of *name* and return None, or count nothing and return why it must wait."""
        with self._lock:
            account = self._accounts.get(name)
            if account is None:
                account = self._accounts[name] = _Account(limits, _bucket(limits))
            elif account.limits != limits:  # the access file has changed
                account.limits, account.bucket = limits, _bucket(limits)
            if account.running >= limits.calls_at_once:
                return Refusal(f"{account.running} calls at once", f"at most {limits.calls_at_once} calls at once")
            wait = account.bucket.take(self.clock_ns())
            if wait:
                most = f"at most {limits.calls_per_s:g} calls a second and {limits.calls_burst} at a stroke"
                return Refusal("more calls than that", most, wait / _SECOND_NS)
            account.running += 1
            return None

    def limits(self, name: str) -> Limits:
        """Return the limits of *name*, of whom a call runs."""
        with self._lock:
            return self._accounts[name].limits

    def leave(self, name: str) -> None:
        """Take note that a call of *name*, which `enter` counted, is over."""
        with self._lock:
            self._accounts[name].running -= 1

    def keep(self, names: frozenset[str]) -> None:
        """Forget the accounts of others than *names*, but for those with calls that still run."""
        with self._lock:
            gone = [name for name, account in self._accounts.items() if name not in names and not account.running]
            for name in gone:
                del self._accounts[name]


def _bucket(limits: Limits) -> Bucket:
    return Bucket(limits.calls_per_s, limits.calls_burst)


@dataclass(slots=True)
class PeerLimiter:
    """A bucket for each network address, for the *most* addresses that were seen last."""

    clock_ns: Callable[[], int]
    calls_per_s: float
    burst: int
    most: int = 4096
    _buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, peer: str) -> float:
        """Take a token of *peer* and return 0; or take none and return the seconds to wait for the next one."""
        with self._lock:
            bucket = self._buckets.get(peer)
            if bucket is None:
                bucket = self._buckets[peer] = Bucket(self.calls_per_s, self.burst)
                if len(self._buckets) > self.most:
                    self._buckets.popitem(last=False)
            self._buckets.move_to_end(peer)
            return bucket.take(self.clock_ns()) / _SECOND_NS
