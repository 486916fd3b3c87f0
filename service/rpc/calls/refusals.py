"""How a call is ended with a status."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grpc_status import rpc_status

from service.rpc.calls.error_table import retry_s_of
from service.rpc.calls.errors import DrainingError, OverloadedError

if TYPE_CHECKING:
    import grpc
    from google.rpc import status_pb2

    from deckmapping.errors import DomainError

    Trailers = tuple[tuple[str, str], ...]


def trailers_of(error: DomainError) -> Trailers:
    """Tell a channel that repeats calls by itself when to do so (gRFC A6)."""
    if not isinstance(error, OverloadedError | DrainingError):
        return ()
    return (("grpc-retry-pushback-ms", str(math.ceil(retry_s_of(error) * 1000))),)


def abort(context: grpc.ServicerContext, failed: status_pb2.Status, trailers: Trailers) -> None:
    """End the call with a status; always raises, as gRPC wants it.

    Raises:
        Exception: in any case.
    """
    status = rpc_status.to_status(failed)
    context.abort_with_status(status._replace(trailing_metadata=(*status.trailing_metadata, *trailers)))
