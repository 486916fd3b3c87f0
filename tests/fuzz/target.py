"""The service as a process of its own that hostile bytes are sent to, and what must hold of it whatever they are."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from service.rpc.calls.error_table import ERROR_TABLE
from tests.rpc.callers import METHODS, Refused

if TYPE_CHECKING:
    from tests.rpc.identities import Access
    from tests.rpc.processes import ServiceProcess

GROWTH_MB: Final = 64
"""Memory that the process may gain from the first hostile bytes to the last, however many there are: pools and caches
that fill once, and what the allocator keeps of the largest messages in eight threads."""

SILENT: Final = frozenset({"RESOURCE_EXHAUSTED", "UNIMPLEMENTED"})
"""Statuses that gRPC itself gives, before the service sees a call: too large, too many, no such method."""

_EVENTS: Final = frozenset({"serving", "starter catalogue", "call", "stopping", "stopped", "exposed", "library"})
_REASONS: Final = frozenset(spec.reason for spec in ERROR_TABLE.values())
_PATHS: Final = {request: method.path for request, method in METHODS.items()}


@dataclass
class Target:
    """The process, and the credentials of a caller who may do everything."""

    process: ServiceProcess
    access: Access

    def send(self, request_name: str, raw: bytes, metadata: tuple[tuple[str, str | bytes], ...] | None = None) -> str:
        """Send bytes as a request of that type; return the reason of the refusal, or OK.

        Raises:
            AssertionError: the answer is none that the service may give.
        """
        return self.send_to(_PATHS[request_name], raw, self.access.of("all") if metadata is None else metadata)

    def send_to(self, path: str, raw: bytes, metadata: tuple[tuple[str, str | bytes], ...]) -> str:
        """Send bytes to any path, as `send`."""
        call: Any = self.process.channel.unary_stream(path)  # which any call answers, be it once
        try:
            list(call(raw, timeout=60, metadata=metadata))
        except grpc.RpcError as error:
            found = Refused.of_call(error)
            assert found.code not in {"INTERNAL", "UNKNOWN"}, (path, raw[:200], found)
            if found.reason:
                assert found.domain == "sabacc.gemp"
                assert found.reason in _REASONS, found
            else:
                assert found.code in SILENT, (path, len(raw), raw[:200], found)
            return found.reason or found.code
        return "OK"

    def memory_mb(self) -> float:
        """Memory that the process holds now."""
        status = Path(f"/proc/{self.process.process.pid}/status").read_text()
        found = re.search(r"^VmRSS:\s+([0-9]+) kB", status, re.MULTILINE)
        assert found is not None
        return int(found[1]) / 1024

    def assert_well(self, memory_before_mb: float) -> None:
        """Check that the process lives, serves, has not grown, and had no incident."""
        assert self.process.process.poll() is None, self.process.log.read_text()[-3000:]
        stub: Any = health_pb2_grpc.HealthStub(self.process.channel)
        answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=10)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        grown = self.memory_mb() - memory_before_mb
        assert grown < GROWTH_MB, f"{grown:.0f} MB more than before"
        for line in self.process.log.read_text().splitlines():
            content = json.loads(line)
            assert content["event"] in _EVENTS, content
            assert content.get("status") not in {"INTERNAL", "UNKNOWN"}, content
