"""Structured logs: one canonical JSON line for each call, pretty on a terminal."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import structlog

from service.settings import LogFormat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

ALLOWED: Final = frozenset(
    [
        "access",
        "address",
        "admin",
        "caller",
        "cards",
        "catalogue",
        "database",
        "duration_ms",
        "event",
        "exception",
        "grace_s",
        "health",
        "incident",
        "level",
        "logger",
        "method",
        "on_behalf_of",
        "peer",
        "place",
        "reason",
        "request_bytes",
        "request_id",
        "response_bytes",
        "responses",
        "revision",
        "role",
        "signal",
        "span_id",
        "status",
        "text",
        "timestamp",
        "tls",
        "trace_id",
        "version",
    ]
)
"""The only keys a log line may hold. A deck, a seed or a hidden card has no key of its own; `text` and `reason` hold
words of the program's own."""

_FRAMES: Final = 6


def _only_allowed(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Drop every key that is not on the list, and say how many were dropped."""
    refused = [key for key in event if key not in ALLOWED]
    for key in refused:
        del event[key]
    if refused:
        event["text"] = f"{len(refused)} keys withheld"
    return event


def make_logger(log_format: LogFormat) -> FilteringBoundLogger:
    """Build the logger, which writes to standard error.

    Nothing global is configured: the composition root passes the logger to whoever logs.
    """
    pretty = log_format is LogFormat.PRETTY or (log_format is LogFormat.AUTO and sys.stderr.isatty())
    renderer: Any = structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(sort_keys=True)
    logger: FilteringBoundLogger = structlog.wrap_logger(
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


def kind_and_place(error: BaseException) -> str:
    """Describe an unexpected exception without its text, which may hold a seed: its class and where it was raised."""
    frames = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return " < ".join([type(error).__name__, *reversed(frames[-_FRAMES:])])


@contextmanager
def libraries_logged(logger: FilteringBoundLogger) -> Iterator[None]:
    """Inside, what libraries log, warnings, and exceptions that nobody caught become lines of *logger*.

    Only a whole process may ask for it: Python has one place for each. gRPC's own core writes past Python; what it
    writes is turned off where the command is imported.
    """
    handler = _Libraries(logger)

    def uncaught(kind: type[BaseException], error: BaseException | None) -> None:
        logger.error("uncaught", exception=kind.__name__ if error is None else kind_and_place(error))

    def warned(*warning: Any, **_: Any) -> None:
        category, path, line = warning[1:4]
        logger.warning("library", place=f"{Path(path).name}:{line}", text=category.__name__)

    before = threading.excepthook, sys.unraisablehook, warnings.showwarning
    threading.excepthook = lambda args: uncaught(args.exc_type, args.exc_value)
    sys.unraisablehook = lambda args: uncaught(args.exc_type, args.exc_value)
    warnings.showwarning = warned
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        threading.excepthook, sys.unraisablehook, warnings.showwarning = before


class _Libraries(logging.Handler):
    """Writes a library's warnings and errors as lines: its template, never what was put into it."""

    def __init__(self, logger: FilteringBoundLogger) -> None:
        super().__init__(logging.WARNING)
        self._logger = logger

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        write = self._logger.error if record.levelno >= logging.ERROR else self._logger.warning
        fields = {"logger": record.name, "place": f"{Path(record.pathname).name}:{record.lineno}"}
        if error is not None:  # the text may be the exception's
            write("library", **fields, exception=kind_and_place(error))
        else:
            write("library", **fields, text=str(record.msg))
