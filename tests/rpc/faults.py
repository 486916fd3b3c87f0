"""A service of the tests' own whose one call raises what it is told to, behind the real interceptor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc

from tests.rpc.callers import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.rpc.callers import Service

PATH = "/tests.Faults/Raise"


def raising(faults: Mapping[bytes, BaseException]) -> grpc.GenericRpcHandler:
    """Handlers of a call that raises the fault named by the request, and answers other requests with their bytes."""

    def handle(request: bytes, _context: grpc.ServicerContext) -> bytes:
        if request in faults:
            raise faults[request].with_traceback(None)  # without the places where it was raised before
        return request

    return grpc.method_handlers_generic_handler("tests.Faults", {"Raise": grpc.unary_unary_rpc_method_handler(handle)})


def send(service: Service, path: str, request: bytes, timeout_s: float | None = 120) -> bytes | Refused:
    """Send raw bytes to a path and return the raw answer, or the refusal."""
    assert service.channel is not None
    call: Any = service.channel.unary_unary(path)
    try:
        answer: bytes = call(request, timeout=timeout_s)
    except grpc.RpcError as error:
        return Refused.of_call(error)
    return answer


def refused(service: Service, path: str, request: bytes, timeout_s: float | None = 120) -> Refused:
    """Send raw bytes that must be refused."""
    answer = send(service, path, request, timeout_s)
    assert isinstance(answer, Refused)
    return answer
