"""A PostgreSQL server of the tests' own, under an unprivileged user, reachable through a socket in its folder only."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from sqlalchemy import create_engine, text

_UNPRIVILEGED = ("postgres", "nobody")


def find_binaries() -> Path | None:
    """Return the folder with initdb and pg_ctl of the newest PostgreSQL on this machine, if there is one."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


class PostgresServer:
    """Starts a server in a new folder and removes it again."""

    def __init__(self, binaries: Path, *, durable: bool = False) -> None:
        self._binaries = binaries
        self._durable = durable
        self._folder = Path(tempfile.mkdtemp(prefix="sabacc-pg-"))
        self._data = self._folder / "data"
        self._user = self._choose_user()
        self._databases = 0

    def _choose_user(self) -> str | None:
        """Name the user to run as: PostgreSQL refuses to run as root."""
        if os.getuid() != 0:
            return None
        known = {entry.pw_name for entry in pwd.getpwall()}
        user = next(name for name in _UNPRIVILEGED if name in known)
        shutil.chown(self._folder, user)
        return user

    def _run(self, *words: str) -> None:
        done = subprocess.run(
            [self._binaries / words[0], *words[1:]],
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            log = self._folder / "log"
            raise RuntimeError(f"{words[0]} failed: {done.stderr}\n{log.read_text() if log.exists() else ''}")

    def __enter__(self) -> Self:
        try:
            self._run("initdb", "-D", str(self._data), "-U", "sabacc", "-A", "trust", "-E", "UTF8", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop("immediate")  # nobody reads its files again: no checkpoint of the databases of a whole run
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        sync = "" if self._durable else " -c fsync=off -c synchronous_commit=off"
        options = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c max_connections=60{sync}"
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self._folder / "log"), "-o", options, "-w", "start")

    def stop(self, mode: str) -> None:
        """Stop the server: "fast", or "immediate" as a crash would."""
        self._run("pg_ctl", "-D", str(self._data), "-m", mode, "-w", "stop")

    def url(self, database: str = "postgres") -> str:
        """Return the URL of one of its databases."""
        return f"postgresql+psycopg://sabacc@/{database}?host={self._folder}"

    def socket_path(self) -> Path:
        """Return the socket that it listens on."""
        return self._folder / ".s.PGSQL.5432"

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        self._databases += 1
        name = f"sabacc_{self._databases}"
        engine = create_engine(self.url(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.url(name)

    def copy(self, source: str, target: str) -> None:
        """Make the database *target* anew as a copy of *source*, to which nobody may be connected."""
        engine = create_engine(self.url(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {target}"))
            connection.execute(text(f"CREATE DATABASE {target} TEMPLATE {source}"))
        engine.dispose()
