"""The terminal of a table: screens that replace each other and single keys, or plain text and lines of keys."""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import sys
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from rich.text import Text

from service.cli.play.look import ASCII, LEAST, UNICODE, terminal_size

try:
    import termios
    import tty
except ImportError:  # not POSIX: keys are read as lines
    HAS_KEYS = False
else:
    HAS_KEYS = True

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from rich.console import Console

    from service.cli.play.look import Signs

_ENTER: Final = "\n"
_END_OF_INPUT: Final = "\x04"
_KEY: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.)|\r\n?|.", re.DOTALL)
_ALTERNATE, _USUAL = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_CLEAR: Final = "\x1b[H\x1b[2J"
# A terminal that knows these shows a screen at once, and others pass over them.
_BEGIN, _FINISH = "\x1b[?2026h", "\x1b[?2026l"
_LOOK_AGAIN_S: Final = 0.5
"""After so long without a key a terminal is asked whether it has another size."""


class Terminal(Protocol):
    """Shows screens and gives keys."""

    def show(self, lines: Sequence[Text]) -> None:
        """Show a screen in place of the last one."""

    def key(self) -> str:
        """Wait for a key; the empty text is the end of all input."""

    def forget_keys(self) -> None:
        """Forget keys that somebody has pressed already: the next one is another person's."""


@contextmanager
def opened_terminal(console: Console) -> Iterator[Terminal]:
    """Open the terminal that standard input and output are, or what stands in for one where either is none.

    A dumb terminal, which knows no sequences, gets plain text too, and its lines are the keys.
    """
    is_dumb = os.environ.get("TERM") in ("dumb", "unknown")
    if is_dumb or not HAS_KEYS or not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield PipedTerminal(console)
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    handlers = {each: signal.signal(each, _interrupt) for each in (signal.SIGTERM, signal.SIGHUP)}
    tty.setcbreak(number, termios.TCSADRAIN)  # what was typed already is not lost
    sys.stdout.write(_ALTERNATE)
    try:
        yield LiveTerminal(console, number)
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)
        termios.tcsetattr(number, termios.TCSADRAIN, before)
        sys.stdout.write(_USUAL)
        sys.stdout.flush()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """End as by Ctrl-C, so that the terminal is left as it was found."""
    del number, frame
    raise KeyboardInterrupt


def signs_of(encoding: str) -> Signs:
    """Return the signs that a terminal with this encoding can show."""
    return UNICODE if encoding.lower().startswith("utf") else ASCII


class LiveTerminal:
    """A terminal of its own, one key at a time; while it is too small for a table it says so and takes no key."""

    def __init__(self, console: Console, number: int) -> None:
        self._console = console
        self._number = number
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waiting: deque[str] = deque()
        self._lines: Sequence[Text] = ()
        self._size = LEAST

    def show(self, lines: Sequence[Text]) -> None:
        """See `Terminal`."""
        self._lines = lines
        self._paint()

    def _paint(self) -> None:
        """Show the last screen as far as the terminal holds it: its end, where it has become lower since."""
        self._size = terminal_size()
        is_held = self._size.holds(LEAST)
        lines = self._lines[-self._size.height :] if is_held else [Text(f"needs {LEAST.width} by {LEAST.height}")]
        text = rendered(self._console, lines)
        sys.stdout.write(f"{_BEGIN}{_CLEAR}{text}{_FINISH}")
        sys.stdout.flush()

    def key(self) -> str:
        """See `Terminal`."""
        while not self._waiting:
            if not select.select([self._number], [], [], _LOOK_AGAIN_S)[0]:
                if terminal_size() != self._size:
                    self._paint()
                continue
            data = os.read(self._number, 1024)
            if not data:
                return ""
            keys = keys_of(self._decoder.decode(data))
            self._waiting.extend(keys if self._size.holds(LEAST) else [each for each in keys if each == _END_OF_INPUT])
        key = self._waiting.popleft()
        return "" if key == _END_OF_INPUT else key

    def forget_keys(self) -> None:
        """See `Terminal`."""
        self._waiting.clear()
        termios.tcflush(self._number, termios.TCIFLUSH)


class PipedTerminal:
    """No terminal: each screen is printed below the last one, and each line of input holds keys, none of them Enter."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._waiting: deque[str] = deque()

    def show(self, lines: Sequence[Text]) -> None:
        """See `Terminal`."""
        sys.stdout.write(rendered(self._console, lines) + "\n\n")
        sys.stdout.flush()

    def key(self) -> str:
        """See `Terminal`."""
        while not self._waiting:
            line = sys.stdin.readline()
            if not line:
                return ""
            self._waiting.extend(line.strip() or _ENTER)
        return self._waiting.popleft()

    def forget_keys(self) -> None:
        """See `Terminal`; what a line holds was meant as it was written."""


def keys_of(text: str) -> list[str]:
    """Return the keys behind *text*: an arrow is one key although it comes as three characters."""
    return [_ENTER if key.startswith("\r") else key for key in _KEY.findall(text)]


def rendered(console: Console, lines: Sequence[Text]) -> str:
    """Return *lines* as *console* writes them, without blanks at their ends and without a line's end after the last."""
    with console.capture() as capture:
        for line in lines:
            console.print(line, crop=True, no_wrap=True, overflow="crop")
    return "\n".join(line.rstrip() for line in capture.get().split("\n")).rstrip("\n")
