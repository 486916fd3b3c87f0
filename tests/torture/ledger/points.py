"""The moments of a service's transactions, at any of which it ends itself as a power cut would."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import event

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

BEFORE_BEGIN: Final = "before begin"
BEFORE_COMMIT: Final = "before commit"
COMMITTED: Final = "committed"
"""The database has said so, and the caller has not been answered. It also begins the names of all later moments."""
READ: Final = "read"
"""A transaction that only reads is over."""

_STATEMENT: Final = re.compile(r"\s*(INSERT INTO|UPDATE|DELETE FROM|SELECT\b.*?\bFROM)\s+(\w+)", re.DOTALL)


class Points:
    """Watches an engine. A statement names the moment after it: "INSERT ledger_entry", a second one with " 2"."""

    def __init__(self, engine: Engine) -> None:
        self._lock = threading.Lock()
        self._armed = ""
        self._passed: list[str] = []
        self._own = threading.local()
        event.listen(engine, "before_cursor_execute", self._before_statement)
        event.listen(engine, "after_cursor_execute", self._after_statement)
        event.listen(engine, "commit", self._before_commit)
        commit = engine.dialect.do_commit

        def do_commit(connection: Any) -> None:
            commit(connection)
            self._pass(READ if self._own.reads_only else COMMITTED)

        engine.dialect.do_commit = do_commit  # type: ignore[assignment, method-assign]  # no event comes after a commit

    def arm(self, name: str) -> None:
        """End at the next moment of this name, or at none if it is empty; forget what has passed."""
        with self._lock:
            self._armed, self._passed = name, []

    def passed(self) -> list[str]:
        """The moments that have passed since, in their order; end at none any more."""
        with self._lock:
            self._armed = ""
            return list(self._passed)

    def _before_commit(self, connection: Connection) -> None:
        self._own.reads_only = connection.get_execution_options().get("reads_only", False)
        if not self._own.reads_only:
            self._pass(BEFORE_COMMIT)

    def _before_statement(self, _connection: object, _cursor: object, statement: str, *_: object) -> None:
        if name_of(statement) == "BEGIN":
            self._pass(BEFORE_BEGIN)

    def _after_statement(self, _connection: object, _cursor: object, statement: str, *_: object) -> None:
        name = name_of(statement)
        if name != "SET":  # the time that is left, set only where it is short
            self._pass(name)

    def _pass(self, name: str) -> None:
        with self._lock:
            if COMMITTED in self._passed and name != COMMITTED:
                name = f"{COMMITTED}, {name}"
            number = 1 + sum(passed.rstrip("0123456789 ") == name for passed in self._passed)
            self._passed.append(name if number == 1 else f"{name} {number}")
            if self._passed[-1] == self._armed:
                os.kill(os.getpid(), signal.SIGKILL)
                time.sleep(60)  # no statement more, however late the signal comes


def name_of(statement: str) -> str:
    """Name a statement by its verb and its table."""
    found = _STATEMENT.match(statement)
    return " ".join(statement.split()[:1]) if found is None else f"{found[1].split()[0]} {found[2]}"
