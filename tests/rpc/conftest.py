"""The service in the four ways that one contract must hold for: in process and over the wire, on both databases."""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grpc

    from tests.postgresql import PostgresServer

    Open = Callable[..., Service]

_WAYS = [(wired, database) for database in ("sqlite", "postgresql") for wired in (False, True)]


@pytest.fixture(
    scope="session", params=_WAYS, ids=[f"{'wire' if wired else 'in_process'}-{kind}" for wired, kind in _WAYS]
)
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that lives as long as the run; tests keep apart by their events."""
    wired, kind = request.param
    if kind == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('contract')}/sabacc.db"
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.new_database()
    with Service(settings_for(url), wired=wired) as opened:
        yield opened


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give work long to end by itself: on a busy machine it may hear late, and would be killed for it."""
    monkeypatch.setattr("service.rpc.work.process.PATIENCE_S", 60)


@pytest.fixture
def event(request: pytest.FixtureRequest) -> str:
    """An event that no other test uses, and that is the same in every run: what is drawn depends on it."""
    return f"event-{sha256(request.node.nodeid.encode()).hexdigest()[:12]}"


@pytest.fixture
def open_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Opens services over the wire on a SQLite database of their own, with settings of their own."""
    opened: list[Service] = []
    url = f"sqlite:///{tmp_path_factory.mktemp('own')}/sabacc.db"

    def open_one(extra_handlers: tuple[grpc.GenericRpcHandler, ...] = (), **changed: object) -> Service:
        settings = settings_for(str(changed.pop("database_url", url)), **changed)
        opened.append(Service(settings, wired=True, extra_handlers=extra_handlers))
        return opened[-1]

    yield open_one
    for service in opened:
        service.close(0)
        sys.stdout.write(service.log.getvalue())  # pytest shows it with a failure
