"""A MariaDB server of the tests' own, as GEMP's database, on the loopback under an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from secrets import token_hex
from typing import Self

from tests.torture.client import free_port

_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
"""Debian puts the server where only root looks."""
_PROGRAMS = ("mariadbd", "mariadb-install-db", "mariadb")


def missing_mariadb() -> str:
    """What this machine lacks of MariaDB; empty where nothing is missing."""
    return ", ".join(name for name in _PROGRAMS if shutil.which(name, path=_PATH) is None)


class MariaServer:
    """Starts a server in a new folder and removes it again; what it acknowledges it has written to the disk."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="sabacc-maria-"))
        self._password = token_hex(16)
        self._port = free_port()
        self._databases = 0
        self._user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            shutil.chown(self._folder, self._user)
            self._run(
                "mariadb-install-db", "--no-defaults", f"--user={self._user}", f"--datadir={self._folder}/data",
                "--auth-root-authentication-method=normal", "--skip-test-db", "--innodb-log-file-size=8M",
            )  # fmt: skip
            self.start()
            self.sql(f"CREATE USER gemp@'%' IDENTIFIED BY '{self._password}'; GRANT ALL ON *.* TO gemp@'%'")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(
                [
                    str(shutil.which("mariadbd", path=_PATH)), "--no-defaults", f"--datadir={self._folder}/data",
                    f"--socket={self._socket}", "--bind-address=127.0.0.1", f"--port={self._port}",
                    f"--user={self._user}", f"--pid-file={self._folder}/pid", "--innodb-log-file-size=8M",
                    "--innodb-buffer-pool-size=32M", "--performance-schema=OFF", "--skip-name-resolve",
                ],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        until = time.monotonic() + 120
        while not self._answers():
            assert self._server.poll() is None, self._log.read_text()
            assert time.monotonic() < until, self._log.read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None

    def sql(self, statements: str, database: str = "mysql") -> list[list[str]]:
        """Run statements beside whoever else is connected; return the rows, each value as text."""
        out = self._run(
            "mariadb", "--no-defaults", f"--socket={self._socket}", "--user=root", "--batch",
            "--skip-column-names", "--raw", f"--database={database}", f"--execute={statements}",
        )  # fmt: skip
        return [line.split("\t") for line in out.splitlines()]

    def new_database(self) -> str:
        """Make an empty database and return its name."""
        self._databases += 1
        name = f"gemp_{self._databases}"
        self.sql(f"CREATE DATABASE {name}")
        return name

    def jdbc(self, database: str) -> str:
        """The address by which Java opens one of its databases."""
        return f"jdbc:mariadb://127.0.0.1:{self._port}/{database}?user=gemp&password={self._password}&sslMode=disable"

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    @property
    def _socket(self) -> Path:
        return self._folder / "socket"

    def _answers(self) -> bool:
        try:
            return self.sql("SELECT 1") == [["1"]]
        except RuntimeError:
            return False

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [str(shutil.which(program, path=_PATH)), *words],
            capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL, cwd=self._folder,
        )  # fmt: skip
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stderr or done.stdout}")
        return done.stdout
