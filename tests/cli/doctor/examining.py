"""What a run of `sabacc doctor` found, and what it is run on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import trustme
from sqlalchemy import create_engine, text

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Examined:
    """The findings of one run."""

    def __init__(self, code: int, findings: list[dict[str, str]]) -> None:
        self.code = code
        self.findings = findings

    def __getitem__(self, check: str) -> tuple[str, str, str]:
        """State, what was found and what to do of the one finding of a check."""
        (found,) = [each for each in self.findings if each["check"] == check]
        return found["state"], found["found"], found["todo"]

    def states(self) -> dict[str, str]:
        return {each["check"]: each["state"] for each in self.findings}


def change(url: str, *statements: str) -> None:
    """Change a database from outside."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def pki(folder: Path, not_after: datetime | None = None) -> Path:
    """A folder with an authority, a server's certificate and its key."""
    folder.mkdir(exist_ok=True)
    authority = trustme.CA()
    server = authority.issue_cert("localhost", not_after=not_after, not_before=NOW - timedelta(days=3000))
    (folder / "server.pem").write_bytes(b"".join(pem.bytes() for pem in server.cert_chain_pems))
    (folder / "server.key").write_bytes(server.private_key_pem.bytes())
    (folder / "server.key").chmod(0o600)
    (folder / "ca.pem").write_bytes(authority.cert_pem.bytes())
    return folder
