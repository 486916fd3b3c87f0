"""A caller of the service: breaks the example tie and says who is placed where.

Run it beside a service (`make serve`): .venv/bin/python examples/client.py 127.0.0.1:50051

A program elsewhere needs only grpcio, grpcio-status, protobuf and code generated from proto/sabacc/v1.
"""

from __future__ import annotations

import sys
from pathlib import Path

import grpc
from google.protobuf import json_format
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from sabacc.v1 import tiebreaks_pb2, tiebreaks_pb2_grpc

TIE = Path(__file__).parent / "tie.json"


def main(address: str) -> int:
    """Break the example tie at *address* and return an exit code."""
    request = json_format.Parse(TIE.read_bytes(), tiebreaks_pb2.ResolveTiebreakRequest())
    with grpc.insecure_channel(address) as channel:
        ties = tiebreaks_pb2_grpc.TiebreakServiceStub(channel)
        try:
            # A tie is its own idempotency key: after a lost answer the same call is simply made again.
            answer = ties.ResolveTiebreak(request, timeout=5)
        except grpc.RpcError as error:
            print(f"{error.code().name}: {reason_of(error)}", file=sys.stderr)
            return 1
    for place in answer.places:
        print(place.place, place.player, place.decided_by)
    print("result", answer.result_id, "stored before" if answer.replayed else "stored now")
    return 0


def reason_of(error: grpc.RpcError) -> str:
    """Return ErrorInfo's reason, which a program branches on; gRPC's own words where no service answered."""
    status = rpc_status.from_call(error)
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return info.reason
    return error.details()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
