"""GEMP's side of campaign money: the Java example as a process that does commands and stops at every step."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import TYPE_CHECKING, Final

from tests.java.toolchain import FAT_JAR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHELL: Final = "org.truesabacc.example.money.Shell"


class QuickJava:
    """A Java that starts in half the time, from an archive of the classes that the example loads."""

    def __init__(self, java: Path, archive: Path, jdbc: str) -> None:
        """Make the archive: hand silver over to a service that does not listen."""
        self._java = java
        self._option = f"-XX:ArchiveClassesAtExit={archive}"
        commands = ["tables", "purse nobody 1", "deposit new nobody 1", "work"]
        made = subprocess.run(
            [*self.command(), "127.0.0.1", "1", *commands],
            env={**os.environ, "GEMP_DATABASE": jdbc},
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert made.stdout.splitlines()[:3] == ["done"] * 3, made.stdout + made.stderr
        self._option = f"-XX:SharedArchiveFile={archive}"

    def command(self, *options: str) -> list[str | Path]:
        """The command that starts the example."""
        quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", self._option)
        return [self._java, *quick, *options, "-cp", FAT_JAR, SHELL]


class Ended(Exception):  # noqa: N818  # what a kill leads to
    """The process has gone before it answered."""


class GempSide:
    """One life of GEMP's process."""

    def __init__(self, java: QuickJava, jdbc: str, port: int, log: Path, *, stops: bool) -> None:
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [*java.command(f"-Dsabacc.stops={str(stops).lower()}"), "127.0.0.1", str(port)],
                env={**os.environ, "GEMP_DATABASE": jdbc},
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip

    def do(self, command: str, at: Callable[[str], None]) -> str:
        """Have a command done; call *at* with the name of each step on the way, and return the answer.

        Raises:
            Ended: it was killed.
        """
        self._write(command)
        while (line := self._read()).startswith("at "):
            at(line.removeprefix("at "))
            self._write("go on")
        return line

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):  # killed; its pipe closed
            raise Ended from None

    def _read(self) -> str:
        assert self._process.stdout is not None
        try:
            line = self._process.stdout.readline()
        except ValueError:
            raise Ended from None
        if not line.endswith("\n"):
            raise Ended
        return line.strip()
