"""The guide's own commands to back PostgreSQL up and to restore it, run on a real server."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.deploy.files import DEPLOY, ROOT
from tests.postgresql import find_binaries

if TYPE_CHECKING:
    from tests.postgresql import PostgresServer


def guided() -> list[str]:
    """The commands that the guide runs in the database's container, without the container."""
    text = (
        (DEPLOY / "README.md").read_text().partition("**PostgreSQL**, while the service runs")[2].partition("\n## ")[0]
    )
    return re.findall(r"^docker compose exec -T db (.*)$", text, re.MULTILINE)


def run(command: str, folder: Path, server: PostgresServer) -> None:
    program, *words = shlex.split(re.sub(r"[<>]\S+", "", command))
    given = re.search(r"<(\S+)", command)
    made = re.search(r">(\S+)", command)
    binaries = find_binaries()
    assert binaries is not None
    found = (
        shutil.which(program) or (binaries / "initdb").resolve().parent / program
    )  # a client's program, or a server's
    done = subprocess.run(
        [found, *words],
        env={**os.environ, "PGHOST": str(server.socket_path().parent)},
        input=(folder / given[1]).read_bytes() if given else None,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    if made:
        (folder / made[1]).write_bytes(done.stdout)


def sabacc(*words: str, url: str) -> str:
    environment = {**os.environ, "SABACC_DATABASE_URL": url}
    done = subprocess.run(
        [Path(sys.executable).parent / "sabacc", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_restored_database_has_every_tie_and_verifies(postgres: PostgresServer, tmp_path: Path) -> None:
    dump, drop, create, restore = guided()
    run(create, tmp_path, postgres)
    url = postgres.url("sabacc")
    try:
        sabacc("db", "upgrade", url=url)
        sabacc("tiebreak", "resolve", "examples/tie.json", url=url)
        shown = sabacc("tiebreak", "show", "cloud-city-open", "final-standings", "1", "--json", url=url)
        run(dump, tmp_path, postgres)
        for command in (drop, create, restore):
            run(command, tmp_path, postgres)
        sabacc("db", "check", url=url)
        sabacc("audit", "verify", url=url)
        assert sabacc("tiebreak", "show", "cloud-city-open", "final-standings", "1", "--json", url=url) == shown
    finally:
        run(drop, tmp_path, postgres)
