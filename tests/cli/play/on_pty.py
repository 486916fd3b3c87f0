"""The real program on a terminal, of 80 columns and 24 lines if not resized, of which every screen is recorded."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from typing import TYPE_CHECKING, Self

from tests.rpc.processes import COMMAND, plain_environment

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS, LINES = 80, 24
PATIENCE_S = 60
_ON_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C interrupts
os.execv(sys.argv[1], sys.argv[1:])
"""
_SCREEN = re.compile("\x1b\\[\\?2026h\x1b\\[H\x1b\\[2J(.*?)\x1b\\[\\?2026l", re.DOTALL)
_SEQUENCE = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
_USUAL_SCREEN = "\x1b[?25h\x1b[?1049l"


class OnPty:
    """`sabacc ARGS` on a terminal; used as a context, at the end of which it is gone."""

    def __init__(self, folder: Path, *args: str, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        given = {name: value for name, value in plain_environment().items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _ON_TERMINAL, COMMAND, *args],
            cwd=folder,
            env={**given, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end within a character
        self.raw = ""

    @property
    def screens(self) -> list[str]:
        """Every screen in full, without colours, in order."""
        return [_plain(screen) for screen in _SCREEN.findall(self.raw)]

    @property
    def last(self) -> str:
        """What is left on the usual screen at the end."""
        return _plain(self.raw.rpartition(_USUAL_SCREEN)[2])

    def resized(self, columns: int, lines: int) -> str:
        """Give the terminal another size, and wait for the screen that comes without a key."""
        seen = len(self.screens)
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        return self._next(seen)

    def ignored(self, keys: str) -> None:
        """Press keys that nothing comes of."""
        os.write(self._ours, keys.encode())

    def started(self) -> str:
        """Wait for the first screen."""
        return self._next(0)

    def press(self, *keys: str) -> str:
        """Press keys one by one, each on the screen that the last one brought, and return the last screen."""
        for key in keys:
            seen = len(self.screens)
            os.write(self._ours, key.encode())
            self._next(seen)
        return self.screens[-1]

    def wait_for(self, words: str) -> None:
        """Wait until *words* have been written, without colours and line breaks."""
        until = time.monotonic() + PATIENCE_S
        while words not in _plain(self.raw).replace("\n", ""):
            assert self._read(), self.raw
            assert time.monotonic() < until, self.raw

    def finish(self, key: str = "") -> int:
        """Press the last key, wait for the program's end, and return its exit code."""
        if key:
            os.write(self._ours, key.encode())
        until = time.monotonic() + PATIENCE_S
        while self._read() and time.monotonic() < until:
            pass
        return self.process.wait(PATIENCE_S)

    def _next(self, seen: int) -> str:
        until = time.monotonic() + PATIENCE_S
        while len(self.screens) <= seen:
            assert self._read(), self.raw
            assert time.monotonic() < until, self.raw
        return self.screens[-1]

    def _read(self) -> bool:
        """Take what is written within a moment, and tell whether there may be more."""
        if select.select([self._ours], [], [], 0.1)[0]:
            try:
                data = os.read(self._ours, 1 << 16)
            except OSError:  # nobody holds the other end any more
                return False
            self.raw += self._decoder.decode(data)
            return bool(data)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)


def _plain(text: str) -> str:
    return _SEQUENCE.sub("", text).replace("\r\n", "\n")
