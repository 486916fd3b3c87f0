"""`sabacc db`: check and back up; and one service a SQLite file."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from typing import TYPE_CHECKING

import pytest

from service.storage.service_lock import sole_service
from tests.cli.conftest import EXAMPLE_TIE, run_command
from tests.rpc.asking import tie
from tests.rpc.processes import COMMAND, ServiceProcess, plain_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run
    from tests.postgresql import PostgresServer


@pytest.fixture
def stored(tmp_path: Path) -> str:
    """URL of a SQLite database with the example tie."""
    url = f"sqlite:///{tmp_path}/sabacc.db"
    assert run_command("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", url).code == 0
    return url


def test_a_backup_holds_the_ties_and_can_be_used(stored: str, cli: Run, tmp_path: Path) -> None:
    done = cli("db", "backup", "copy.db", "--database", stored)
    size = (tmp_path / "copy.db").stat().st_size
    assert (done.code, done.out, done.err) == (0, f"copy.db: 1 stored ties, {size} bytes, checked.\n", "")
    first, again = (
        cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--database", url, "--json").json
        for url in (stored, "sqlite:///copy.db")
    )
    assert first["replayed"]
    assert first == again
    refused = cli("db", "backup", "copy.db", "--database", stored)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "--force" in refused.err
    assert cli("db", "backup", "copy.db", "--force", "--database", stored).code == 0


def test_a_sound_database_is_called_sound(stored: str, cli: Run) -> None:
    ran = cli("db", "check", "--database", stored)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("sqlite, schema revision ")
    assert "stored ties: 1\nEverything is sound." in ran.out


def test_what_is_wrong_is_named_with_exit_code_1(stored: str, cli: Run, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "sabacc.db")
    connection.execute("DROP TRIGGER tie_no_update")
    connection.commit()
    connection.close()
    ran = cli("db", "check", "--database", stored)
    assert ran.code == 1
    assert "WRONG: the trigger tie_no_update is missing or off" in ran.out
    assert "sound" not in ran.out


def test_a_missing_file_is_neither_checked_nor_made(cli: Run, tmp_path: Path) -> None:
    for words in (("check",), ("backup", "copy.db")):
        ran = cli("db", *words, "--database", "sqlite:///none.db")
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "a SQLite file" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_postgresql_is_checked_and_says_how_it_is_backed_up(cli: Run, postgres: PostgresServer) -> None:
    url = postgres.new_database()
    assert cli("db", "check", "--database", url).code == 1  # it has no schema yet
    assert cli("db", "upgrade", "--database", url).code == 0
    ran = cli("db", "check", "--database", url)
    assert ran.code == 0
    assert ran.out.startswith("postgresql, schema revision ")
    assert "pg_dump" in ran.out
    refused = cli("db", "backup", "copy.db", "--database", url)
    assert refused.code == 2
    assert "pg_dump" in refused.err


def test_a_second_service_on_one_sqlite_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "sabacc.db")
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db") as service:
        for name in ("sabacc.db", "link.db"):
            second = subprocess.run(
                [COMMAND, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/{name}"],
                env=plain_environment(), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300,
            )  # fmt: skip
            assert (second.returncode, second.stdout, second.stderr.count("\n")) == (2, "", 1)
            assert f"a SQLite file that process {service.process.pid} serves" in second.stderr
        # A command is no service: its transactions wait for their turn.
        assert run_command("tiebreak", "list", "--database", f"sqlite:///{tmp_path}/sabacc.db").code == 0
        assert run_command("db", "check", "--database", f"sqlite:///{tmp_path}/sabacc.db").code == 0
        assert service.call(tie("event")).places
        service.kill()
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db") as service:  # the lock went with its holder
        assert service.call(tie("event")).replayed
        assert service.terminate() == 0
    with sole_service(f"sqlite:///{tmp_path}/sabacc.db"):
        assert (tmp_path / "sabacc.db.lock").read_text() == f"{os.getpid()}\n"


def test_many_services_may_share_a_postgresql_database() -> None:
    url = "postgresql+psycopg://nobody@nowhere/none"
    with sole_service(url), sole_service(url):
        pass
