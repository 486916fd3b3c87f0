"""A client that repeats what the Java client repeats, and a crowd of them that asks for many ties."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

import grpc

from tests.rpc.asking import ZEROS, player, tie
from tests.rpc.callers import METHODS, Refused

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

    from google.protobuf.message import Message

    from sabacc.v1 import tiebreaks_pb2 as pb

CALL_S: Final = 2.0
"""Deadline of one attempt."""
PATIENCE_S: Final = 120.0
"""Seconds in all for one question."""
RETRYABLE: Final = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED"})
"""What is asked again, the same question each time, until it is answered or the patience is over."""
_FIRST_PAUSE_S: Final = 0.2
_LONGEST_PAUSE_S: Final = 3.0

OPTIONS: Final = [
    ("grpc.enable_http_proxy", 0),
    ("grpc.enable_retries", 0),  # the retries are counted here
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
    ("grpc.use_local_subchannel_pool", 1),
]


class Client:
    """Calls one service over a channel of its own."""

    def __init__(self, port: int) -> None:
        self._channel = grpc.insecure_channel(f"127.0.0.1:{port}", OPTIONS)

    def once(self, request: Message, timeout_s: float = CALL_S, *, patient: bool = False) -> Any:
        """Make one call.

        Args:
            request: the question.
            timeout_s: the deadline.
            patient: wait for a connection until the deadline.

        Raises:
            Refused: it ended with an error status.
        """
        method = METHODS[request.DESCRIPTOR.name]
        send: Any = self._channel.unary_unary(method.path, type(request).SerializeToString, method.response.FromString)
        try:
            return send(request, timeout=timeout_s, wait_for_ready=patient)
        except grpc.RpcError as error:
            raise Refused.of_call(error) from None

    def close(self) -> None:
        self._channel.close()


def free_port() -> int:
    """A port that nobody listens on, for a service that is started again on the same one."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def small_tie(event: str, stage: str) -> pb.ResolveTiebreakRequest:
    """A tie that is decided by lot at once: what is tested here is the storing."""
    return tie(event, [player("a", ZEROS), player("b", ZEROS)], stage=stage, replay_limit=0)


@dataclass
class Crowd:
    """Callers that share a list of stages, each asking until it is answered."""

    event: str
    ports: tuple[int, ...]
    """The callers are dealt out to the services on these."""
    chance: random.Random
    patience_s: float = PATIENCE_S
    gives_up: float = 0
    """How often a caller who is refused lets the tie go instead of asking again."""
    answers: dict[str, pb.ResolveTiebreakResponse] = field(default_factory=dict)
    """What was acknowledged, by stage."""
    given_up: set[str] = field(default_factory=set)
    """Asked for at least once, and never answered."""
    refusals: Counter[str] = field(default_factory=Counter)
    """How many attempts ended with each status and reason."""
    faults: list[BaseException] = field(default_factory=list)
    longest_s: float = 0
    """Of all questions that were answered, the longest one."""

    def ask_for(self, stages: Iterable[str], callers: int, meanwhile: Callable[[], None]) -> None:
        """Ask for all *stages*, and do something *meanwhile*; raises the first fault of any caller."""
        left: SimpleQueue[str] = SimpleQueue()
        for stage in stages:
            left.put(stage)
        threads = [
            threading.Thread(target=self._guarded, args=(left, self.ports[number % len(self.ports)]))
            for number in range(callers)
        ]
        for thread in threads:
            thread.start()
        try:
            meanwhile()
        finally:
            for thread in threads:
                thread.join()
        for fault in self.faults:
            raise fault

    def wait_for(self, count: int) -> None:
        """Wait until so many ties are answered."""
        until = time.monotonic() + 600
        while len(self.answers) + len(self.given_up) < count and not self.faults:
            assert time.monotonic() < until, f"{len(self.answers)} answers, {self.refusals}"
            time.sleep(0.002)

    def _guarded(self, left: SimpleQueue[str], port: int) -> None:
        client = Client(port)
        try:
            while True:
                self._ask(client, left.get_nowait())
        except Empty:
            pass
        except BaseException as fault:  # noqa: BLE001  # raised again by `ask_for`
            self.faults.append(fault)
        finally:
            client.close()

    def _ask(self, client: Client, stage: str) -> None:
        request = small_tie(self.event, stage)
        started = time.monotonic()
        pause = _FIRST_PAUSE_S
        while True:
            try:
                self.answers[stage] = client.once(request, patient=True)
            except Refused as refused:
                self.refusals[f"{refused.code} {refused.reason}".strip()] += 1
                if refused.code not in RETRYABLE or time.monotonic() + pause - started > self.patience_s:
                    raise
                if self.chance.random() < self.gives_up:
                    self.given_up.add(stage)
                    return
                time.sleep(pause * self.chance.uniform(0.8, 1.2))
                pause = min(2 * pause, _LONGEST_PAUSE_S)
            else:
                self.longest_s = max(self.longest_s, time.monotonic() - started)
                return
