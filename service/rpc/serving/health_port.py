"""The second port: health alone, in plaintext, for probes that can show no certificate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

import grpc
from grpc_health.v1 import health, health_pb2

from service.rpc.calls.arrivals import parsed, received
from service.rpc.calls.callers import peer_of
from service.rpc.calls.errors import DeadlineError, MalformedRequestError, UnknownServiceError
from service.rpc.calls.probes import Probes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.rpc.serving.health import HealthServicer

_AT_ONCE: Final = 64
_OPTIONS: Final = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", 4096),
    ("grpc.max_concurrent_streams", 16),
    ("grpc.max_connection_idle_ms", 60_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
)


@dataclass(frozen=True, slots=True)
class HealthPort:
    """A server of its own, so that no flood of probes takes a thread or a place from the calls."""

    server: grpc.Server
    _probes: Probes

    @classmethod
    def of(cls, statuses: HealthServicer) -> HealthPort:
        """Make it, not bound and not started yet; it tells what *statuses* holds.

        Only Check is there. A watch would hold a place for as long as its caller likes, and so keep probes out.
        """
        probes = Probes("probe")
        server = grpc.server(probes.threads, options=_OPTIONS, maximum_concurrent_rpcs=_AT_ONCE)
        check: grpc.RpcMethodHandler[Any, Any] = grpc.stream_unary_rpc_method_handler(_Check(statuses, probes))
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(health.SERVICE_NAME, {"Check": check}),))
        return cls(server, probes)

    def stop(self) -> None:
        """Stop answering, at once."""
        self.server.stop(None).wait()
        self._probes.close()


class _Check:
    """Answers a check on raw bytes, so that gRPC has nothing to complain of in lines of its own."""

    def __init__(self, statuses: HealthServicer, probes: Probes) -> None:
        self._statuses = statuses
        self._probes = probes

    def __call__(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        try:
            raw = received(self._probes, requests, context, peer_of(context))
            request = parsed(health_pb2.HealthCheckRequest.FromString, raw)
            answer: bytes = self._statuses.Check(request, context).SerializeToString()
        except MalformedRequestError:
            _refuse(context, grpc.StatusCode.INVALID_ARGUMENT, "this is no HealthCheckRequest")
        except DeadlineError:
            _refuse(context, grpc.StatusCode.DEADLINE_EXCEEDED, "the request did not arrive in time")
        except UnknownServiceError as error:
            _refuse(context, grpc.StatusCode.NOT_FOUND, str(error))
        return answer


def _refuse(context: grpc.ServicerContext, code: grpc.StatusCode, text: str) -> NoReturn:
    context.abort(code, text)
    raise AssertionError("unreachable")
