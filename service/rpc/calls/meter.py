"""What is counted of calls."""

from __future__ import annotations

from typing import Protocol


class Meter(Protocol):
    """Takes note of calls; must not fail and must be quick."""

    def begin(self) -> None:
        """Take note that a call's handler begins; one `end` follows."""

    def answered(self, response: object) -> None:
        """Take note of what a handler returned: its *response* tells what was done."""

    def end(self, method: str, status: str, reason: str, seconds: float) -> None:
        """Take note of a finished call.

        Args:
            method: the full path of a method that the server has.
            status: name of the gRPC status.
            reason: ErrorInfo's reason, empty where the call was answered.
            seconds: from the first byte of the handler to its last.
        """

    def unknown(self) -> None:
        """Take note of a call to a method that the server does not have."""
