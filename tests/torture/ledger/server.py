"""The service as `sabacc serve` runs it, with calls of the tests' own: post for a hand, and end at a moment.

    python -m tests.torture.ledger.server --port-file FILE

`ServiceWithPoints` starts it as a process and makes these calls.
"""

from __future__ import annotations

import json
import sys
from copy import copy
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import grpc
from google.protobuf.wrappers_pb2 import BytesValue, StringValue

from sabacc.v1 import ledger_pb2 as pb
from service.access.roles import ALL
from service.bootstrap import build_application
from service.campaign.play.sweeping import Sweeping
from service.cli import serving
from service.rpc.calls.callers import local_caller
from service.rpc.calls.gate import open_gate
from service.rpc.contract.ledger_messages import posting_message
from service.rpc.serving.server import start_server
from service.settings import load_settings
from service.storage.errors import StoreDownError
from tests.campaign.ledger.model import posting_of
from tests.rpc.callers import METHODS, Method
from tests.rpc.processes import ServiceProcess
from tests.torture.ledger.points import Points

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from service.bootstrap import Application
    from service.campaign.ledger.use_cases import Ledger
    from service.rpc.serving.server import RunningServer
    from tests.torture.ledger.nursery import Nursery

POST: Final = "/tests.Ledger/Post"
ARM: Final = "/tests.Ledger/Arm"
PASSED: Final = "/tests.Ledger/Passed"
SWEEP: Final = "/tests.Ledger/Sweep"

ALL_METHODS: Final[Mapping[str, Method]] = {
    **METHODS,
    "StringValue": Method("Ledger", POST, "Post", pb.CorrectLedgerResponse, streams=False),
    "BytesValue": Method("Ledger", SWEEP, "Sweep", StringValue, streams=False),
}
"""The contract's calls, the one that posts what is written in its text, and the one that ends the hand of a table."""


class ServiceWithPoints(ServiceProcess):
    """A process that can be told where to end."""

    command: ClassVar[Sequence[str | Path]] = (sys.executable, "-m", "tests.torture.ledger.server")

    def __init__(self, folder: Path, database_url: str, nursery: Nursery | None = None, **settings: object) -> None:
        self._nursery = nursery
        super().__init__(folder, database_url, **settings)

    def _started(self, environment: Mapping[str, str], folder: Path) -> Any:
        if self._nursery is None:
            return super()._started(environment, folder)
        self.log.touch()
        return self._nursery.beget(environment, folder, self._port_file, self.log)

    def arm(self, name: str) -> None:
        """End at the next moment of this name; empty: at none."""
        self._send(ARM, name.encode())

    def passed(self) -> list[str]:
        """What has passed since it was armed; now it is not."""
        names: list[str] = json.loads(self._send(PASSED, b""))
        return names

    def _send(self, path: str, request: bytes) -> bytes:
        call: Any = self.channel.unary_unary(path)
        answer: bytes = call(request, timeout=60)
        return answer


def handlers(application: Application) -> grpc.GenericRpcHandler:
    """The calls of the tests' own."""
    points = Points(application.engine)
    ledger: Ledger = application.servicers.ledger._ledger

    def post(request: bytes, _context: grpc.ServicerContext) -> bytes:
        id_, entries, hand = json.loads(StringValue.FromString(request).value)
        receipt = ledger.post(posting_of(id_, [tuple(entry) for entry in entries], hand), local_caller(10))
        answer = pb.CorrectLedgerResponse(posting=posting_message(receipt.stored), replayed=receipt.replayed)
        return answer.SerializeToString()

    def arm(request: bytes, _context: grpc.ServicerContext) -> bytes:
        points.arm(request.decode())
        return b""

    def passed(_request: bytes, _context: grpc.ServicerContext) -> bytes:
        return json.dumps(points.passed()).encode()

    def sweep(request: bytes, _context: grpc.ServicerContext) -> bytes:
        done = sweeping_at_once(application.sweeping, BytesValue.FromString(request).value.decode()).round()
        if done.failed:
            raise StoreDownError.of("table", done.failed[0], "a hand that is played to its end")
        return StringValue(value=str(done)).SerializeToString()

    methods: dict[str, Callable[[bytes, grpc.ServicerContext], bytes]] = {
        "Post": post,
        "Arm": arm,
        "Passed": passed,
        "Sweep": sweep,
    }
    made: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        name: grpc.unary_unary_rpc_method_handler(method) for name, method in methods.items()
    }
    return grpc.method_handlers_generic_handler("tests.Ledger", made)


def sweeping_at_once(sweeping: Sweeping, table_id: str) -> Sweeping:
    """The service's own rounds, for one table, as if its hand had waited too long."""
    tables, store = copy(sweeping.tables), copy(sweeping.store)
    tables._keeping = copy(tables._keeping)
    tables._keeping._silver = silver = copy(tables._keeping._silver)
    vars(silver)["_longest_wait"] = timedelta()
    waiting = store.waiting
    vars(store)["waiting"] = lambda *asked: tuple([each for each in waiting(*asked) if each.table_id == table_id])
    return Sweeping(store, tables, timedelta(), sweeping.clock)


def run(port_file: Path) -> None:
    """Serve by the settings of the environment until a signal comes."""
    settings = load_settings()
    extra: list[grpc.GenericRpcHandler] = []

    def build(*args: Any, **kwargs: Any) -> Application:
        application = build_application(*args, **kwargs)
        extra.append(handlers(application))
        return application

    def start(servicers: Any, settings: Any, logger: Any, meter: Any) -> RunningServer:
        gate = open_gate(settings, logger, dict.fromkeys((POST, ARM, PASSED, SWEEP), ALL))
        return start_server(servicers, settings, logger, meter, gate=gate, extra_handlers=extra)

    vars(serving).update(build_application=build, start_server=start)
    serving.serve(settings, port_file)


if __name__ == "__main__":
    run(Path(sys.argv[2]))
