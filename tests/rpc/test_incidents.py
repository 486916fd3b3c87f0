"""A fault of the service's own: the caller gets an incident id and nothing else, the log the class and the place."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.rpc.asking import tie
from tests.rpc.faults import PATH, raising, refused, send

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

SECRET = "seed=deadbeef"


class Unprintable(Exception):  # noqa: N818
    """An exception whose own text cannot even be made."""

    def __str__(self) -> str:
        raise RuntimeError(SECRET)


def chained() -> ValueError:
    """An exception that carries secrets in its cause and its notes too."""
    error = ValueError(SECRET)
    error.__cause__ = KeyError(SECRET)
    error.add_note(SECRET)
    return error


FAULTS: dict[bytes, BaseException] = {
    b"value": ValueError(SECRET),
    b"cancelled": asyncio.CancelledError(SECRET),
    b"chained": chained(),
    b"group": ExceptionGroup(SECRET, [ValueError(SECRET)]),
    b"memory": MemoryError(SECRET),
    b"recursion": RecursionError(SECRET),
    b"unprintable": Unprintable(),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_unexpected_exception_becomes_an_incident_without_its_text(
    open_service: Callable[..., Service], fault: bytes
) -> None:
    service = open_service((raising(FAULTS),))
    found = refused(service, PATH, fault)
    (incident, call) = service.lines()
    assert re.fullmatch(r"[0-9a-f]{16}", incident["incident"])
    assert (found.code, found.reason, found.domain) == ("INTERNAL", "INTERNAL", "sabacc.gemp")
    assert found.message == f"internal error, incident {incident['incident']}"
    assert found.metadata == {"incident": incident["incident"]}
    assert (found.violations, found.retry_s) == ({}, None)

    assert (incident["event"], incident["level"], incident["method"]) == ("incident", "error", PATH)
    kind, _, place = incident["exception"].partition(" < ")
    assert kind == type(FAULTS[fault]).__name__
    assert re.match(r"faults\.py:\d+ handle < interceptor\.py:\d+ ", place)
    assert (call["event"], call["status"], call["reason"]) == ("call", "INTERNAL", "INTERNAL")
    assert call["incident"] == incident["incident"]
    for text in (str(found), str(found.metadata), service.log.getvalue()):
        assert SECRET not in text
        assert "deadbeef" not in text


def test_every_incident_has_an_id_of_its_own_and_the_service_goes_on(open_service: Callable[..., Service]) -> None:
    service = open_service((raising(FAULTS),))
    found = [refused(service, PATH, b"value") for _ in range(5)]
    assert len({each.metadata["incident"] for each in found}) == 5
    assert send(service, PATH, b"fine") == b"fine"


def test_a_fault_in_the_middle_of_a_call_of_ours_is_an_incident_too(
    open_service: Callable[..., Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service()

    def broken(*_: Any, **__: Any) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr(type(service.application.servicers.ties._tiebreaks), "resolve", broken)
    found = service.refusal(tie("event"))
    assert (found.code, found.reason) == ("INTERNAL", "INTERNAL")
    assert SECRET not in str(found)
    assert service.lines()[0]["exception"].startswith("KeyError < test_incidents.py:")
