"""One service for all hostile bytes of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.fuzz.hostile import valid_requests
from tests.fuzz.target import Target
from tests.rpc.asking import rehearsal, tie
from tests.rpc.callers import METHODS
from tests.rpc.identities import Access
from tests.rpc.processes import ServiceProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A service with an access file; the caller `all` may do everything, without limits."""
    folder = tmp_path_factory.mktemp("fuzz")
    access = Access.with_roles(folder)
    access.add("all", "director", calls_per_s=1e6, calls_burst=10_000_000, calls_at_once=100_000)
    settings = {"access": access.path, "reflection": "true", "stream_s": 1}  # a feed lasts as long as it may
    with ServiceProcess(folder, f"sqlite:///{folder}/sabacc.db", **settings) as process:
        made = Target(process, access)
        yield made
        assert process.terminate() == 0


@pytest.fixture(scope="session")
def valid(target: Target) -> list[Message]:
    """Valid requests of every kind; each was sent once, so that caches are filled before memory is measured."""
    answer = _rehearsed(target)
    requests = valid_requests(answer)
    for request in requests:
        target.send(request.DESCRIPTOR.name, request.SerializeToString())
    return requests


def _rehearsed(target: Target) -> bytes:
    request = rehearsal(tie("fuzz"))
    method = METHODS[request.DESCRIPTOR.name]
    call: Any = target.process.channel.unary_unary(
        method.path, type(request).SerializeToString, method.response.FromString
    )
    transcript: bytes = call(request, timeout=30, metadata=target.access.of("all")).transcript.encode()
    return transcript
