"""Structured logs: one canonical JSON line for each call, pretty on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import structlog

from service.settings import LogFormat

if TYPE_CHECKING:
    from structlog.typing import EventDict, WrappedLogger

ALLOWED: Final = frozenset(
    [
        "address",
        "catalogue",
        "cards",
        "database",
        "duration_ms",
        "event",
        "exception",
        "grace_s",
        "incident",
        "level",
        "method",
        "reason",
        "request_bytes",
        "request_id",
        "response_bytes",
        "revision",
        "services",
        "signal",
        "status",
        "text",
        "timestamp",
        "version",
    ]
)
"""The only keys a log line may hold. A deck, a seed or a hidden card has no key of its own; `text` and `reason` hold
words of the program's own."""


def _only_allowed(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Drop every key that is not on the list, and say how many were dropped."""
    refused = [key for key in event if key not in ALLOWED]
    for key in refused:
        del event[key]
    if refused:
        event["text"] = f"{len(refused)} keys withheld"
    return event


def make_logger(log_format: LogFormat) -> structlog.typing.FilteringBoundLogger:
    """Build the logger, which writes to standard error.

    Nothing global is configured: the composition root passes the logger to whoever logs.
    """
    pretty = log_format is LogFormat.PRETTY or (log_format is LogFormat.AUTO and sys.stderr.isatty())
    renderer: Any = structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(sort_keys=True)
    logger: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        processors=[
            _only_allowed,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
    )
    return logger
