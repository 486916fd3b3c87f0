"""Long work of the odds as it is seen on a terminal, and how Ctrl-C ends it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.rpc.processes import COMMAND, plain_environment

if TYPE_CHECKING:
    from pathlib import Path

LONG = {
    "simulate --hands 1000000000": "Playing hands",
    "count --shoes 90000": "Playing shoes",
    "design --most-changed 5 --house-edge 50%": "Trying decks",
}
CTRL_C = b"\x03"
PATIENCE_S = 240
_ON_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C interrupts
os.execv(sys.argv[1], sys.argv[1:])
"""


class Seen(NamedTuple):
    """What a command left on its terminal."""

    code: int
    screen: str
    seconds: float
    """From Ctrl-C to the end."""


def on_terminal(folder: Path, *command: str, interrupt_at: str = "") -> Seen:
    """Run a command on a terminal; where *interrupt_at* is seen with a percentage, press Ctrl-C."""
    environment = {**plain_environment(), "TERM": "xterm", "COLUMNS": "80"}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _ON_TERMINAL, COMMAND, *command],
        cwd=folder,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    screen, pressed, until = b"", 0.0, time.monotonic() + PATIENCE_S
    try:
        while time.monotonic() < until:
            if select.select([ours], [], [], 0.05)[0]:
                try:
                    screen += os.read(ours, 1 << 16)
                except OSError:  # nobody holds the other end any more
                    break
            if interrupt_at and not pressed and interrupt_at.encode() in screen and b"1%" in screen:
                os.write(ours, CTRL_C)
                pressed = time.monotonic()
        code, seconds = process.wait(PATIENCE_S), time.monotonic() - pressed
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)  # nothing that it started lives on
        return Seen(code, screen.decode(), seconds)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.mark.parametrize("command", LONG)
@pytest.mark.parametrize("where", ["in process", "over the wire"])
def test_ctrl_c_ends_long_work_at_once(
    command: str, where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    options = ("--server", request.getfixturevalue("server")) if where == "over the wire" else ()
    seen = on_terminal(tmp_path, *command.split(), *options, interrupt_at=LONG[command])
    assert seen.code == 130
    assert seen.seconds < 60
    assert "Traceback" not in seen.screen
    assert "internal error" not in seen.screen


def test_on_a_terminal_a_bar_shows_how_far_the_work_is_and_goes(tmp_path: Path) -> None:
    seen = on_terminal(tmp_path, "simulate", "--hands", "20000000")
    assert seen.code == 0
    assert "Playing hands" in seen.screen
    assert seen.screen.rindex("Playing hands") < seen.screen.index("The player won")


def test_without_a_terminal_there_is_no_bar(tmp_path: Path) -> None:
    command = [str(COMMAND), "design", "--json"]
    ran = subprocess.run(command, cwd=tmp_path, env=plain_environment(), capture_output=True, check=True, timeout=300)
    assert ran.stderr == b""
    assert ran.stdout.startswith(b"{")
