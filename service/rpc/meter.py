"""What is counted of calls."""

from __future__ import annotations

from typing import Protocol


class Meter(Protocol):
    """Takes note of calls; must not fail and must be quick."""

    def call(self, method: str, status: str, reason: str, seconds: float) -> None:
        """Take note of a finished call.

        Args:
            method: the full path, of the contract or unknown to it.
            status: name of the gRPC status.
            reason: ErrorInfo's reason, empty where the call was answered.
            seconds: from the first byte of the handler to its last.
        """


class NoMeter:
    """Takes note of nothing."""

    def call(self, method: str, status: str, reason: str, seconds: float) -> None:
        """See `Meter.call`."""
