"""Files that are read again when they change."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from deckmapping.errors import DomainError
from service.logs import kind_and_place

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Signature = tuple[tuple[int, int, int] | None, ...]

Content = TypeVar("Content")

LOOK_EVERY_NS: Final = 1_000_000_000
"""Nanoseconds between two looks at the files."""


class Watched(Generic[Content]):
    """What is in some files: read at once, and again when the time, size or inode of one changes.

    Content that cannot be used, for whatever reason, leaves the old one in force; that is told once, and tried again at
    each look, because a file may be half written and a certificate not valid yet.
    """

    def __init__(
        self,
        paths: tuple[Path, ...],
        load: Callable[[], Content],
        refused: Callable[[str], None],
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Read the files.

        Args:
            paths: the files.
            load: reads them.
            refused: is told once of each change that cannot be used, and why.
            clock_ns: nanoseconds that never go back.

        Raises:
            DomainError: they cannot be used.
        """
        self._paths = paths
        self._load = load
        self._refused = refused
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        # Taken before the files are read: what changes meanwhile is seen at the next look.
        self._read = self._told = self._signature()
        self._content = load()
        self._next_look = clock_ns() + LOOK_EVERY_NS

    def current(self) -> Content:
        """Return the content in force; one caller a second looks whether the files have changed."""
        if self._clock_ns() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._next_look = self._clock_ns() + LOOK_EVERY_NS
                self._look()
            finally:
                self._lock.release()
        return self._content

    def _look(self) -> None:
        signature = self._signature()
        if signature == self._read:
            return
        try:
            self._content = self._load()
        except Exception as error:  # noqa: BLE001  # a fault of ours must not cost every caller his calls
            if signature != self._told:
                self._refused(str(error) if isinstance(error, DomainError) else kind_and_place(error))
            self._told = signature
        else:
            self._read = self._told = signature

    def _signature(self) -> Signature:
        return tuple(_signature(path) for path in self._paths)


def _signature(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
