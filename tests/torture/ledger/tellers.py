"""Callers who follow scripts over one or more services, and what they wrote down of it."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc

from tests.rpc.callers import Refused
from tests.torture.client import OPTIONS, RETRYABLE
from tests.torture.ledger.asks import opening
from tests.torture.ledger.server import ALL_METHODS

if TYPE_CHECKING:
    import random
    import threading
    from collections.abc import Callable, Iterable, Sequence

    from google.protobuf.message import Message

    from tests.torture.ledger.asks import Answer, Ask, Script


class LedgerClient:
    """Calls one service over a channel of its own."""

    def __init__(self, port: int) -> None:
        self._channel = grpc.insecure_channel(f"127.0.0.1:{port}", OPTIONS)

    def once(self, request: Message, timeout_s: float = 5) -> Any:
        """Make one call, waiting for a connection.

        Raises:
            Refused: it ended with an error status.
        """
        method = ALL_METHODS[request.DESCRIPTOR.name]
        send: Any = self._channel.unary_unary(method.path, type(request).SerializeToString, method.response.FromString)
        try:
            return send(request, timeout=timeout_s, wait_for_ready=True)
        except grpc.RpcError as error:
            raise Refused.of_call(error) from None

    def answer(self, request: Message, timeout_s: float = 5) -> Answer:
        """Make one call that may be refused for good.

        Raises:
            Refused: it may be asked again.
        """
        try:
            return self.once(request, timeout_s)
        except Refused as refused:
            if refused.code in RETRYABLE:
                raise
            return refused

    def answer_at_last(self, request: Message, patience_s: float = 120) -> Answer:
        """Make one call again and again until it is answered.

        Raises:
            Refused: it was not in all that time.
        """
        until = time.monotonic() + patience_s
        while True:
            try:
                return self.answer(request, 30)
            except Refused:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def connect(self) -> None:
        """Wait for the connection."""
        grpc.channel_ready_future(self._channel).result(60)

    def close(self) -> None:
        self._channel.close()


@dataclass
class Books:
    """What was asked, and what was answered."""

    answers: dict[str, tuple[Ask, Answer]] = field(default_factory=dict)
    """By key; everything here was acknowledged."""
    open: dict[str, Ask] = field(default_factory=dict)
    """Asked at least once, and not answered."""
    fresh: set[str] = field(default_factory=set)
    """Answered since the database was compared last."""
    found: dict[str, bool] = field(default_factory=dict)
    """Of those open when the service had ended last, whether it had stored them."""
    refusals: Counter[str] = field(default_factory=Counter)
    """How many attempts ended with each status that may be asked again."""
    repeats: int = 0
    """Answers that had been given before, and had been lost."""
    longest_s: float = 0
    """Of all questions the longest."""

    def ask(self, ask: Ask, client: LedgerClient, timeout_s: float = 5) -> Answer:
        """Ask once, and write it down.

        Raises:
            Refused: it may be asked again.
        """
        is_stored = self.found.pop(ask.key, None) if ask.key in self.open else False
        self.open[ask.key] = ask
        try:
            answer = client.answer(ask.request, timeout_s)
        except Refused as refused:
            self.refusals[f"{refused.code} {refused.reason}".strip()] += 1
            raise
        if is_stored is not None and hasattr(answer, "replayed"):
            assert answer.replayed == is_stored, ask
        assert ask.posts or not (is_stored and isinstance(answer, Refused)), ask
        self.repeats += getattr(answer, "replayed", False)
        self.answers[ask.key] = (ask, answer)
        self.fresh.add(ask.key)
        del self.open[ask.key]
        return answer


@dataclass
class Teller:
    """Follows one script."""

    script: Script
    books: Books
    chance: random.Random
    due: Ask = field(init=False)
    """What is asked next."""

    def __post_init__(self) -> None:
        self.due = next(self.script)

    def ask(self, client: LedgerClient, timeout_s: float = 5) -> Answer:
        """Ask what is due, and go on in the script.

        Raises:
            Refused: it may be asked again.
        """
        answer = self.books.ask(self.due, client, timeout_s)
        self.due = self.script.send(answer)
        return answer

    def ask_patiently(self, client: LedgerClient) -> None:
        """Ask what is due until it is answered, of a service that is there but may be late.

        Raises:
            Refused: it is not there.
        """
        while True:
            try:
                self.ask(client, 30)
            except Refused as refused:
                if refused.code != "DEADLINE_EXCEEDED":
                    raise
            else:
                return

    def until_refused(self, port: int, together: threading.Barrier) -> None:
        """Go on until the service is gone; all begin *together*, when they are connected."""
        client = LedgerClient(port)
        client.connect()
        together.wait()
        try:
            while True:
                self.ask(client)
        except Refused:
            pass
        finally:
            client.close()

    def times(self, ports: Sequence[int], number: int, patience_s: float, timeout_s: float = 2) -> None:
        """Have so many questions answered, each asked of any of the services again and again.

        Raises:
            Refused: one had no answer in all that time.
        """
        clients = [LedgerClient(port) for port in ports]
        for _ in range(number):
            started = time.monotonic()
            while True:
                try:
                    self.ask(self.chance.choice(clients), timeout_s)
                    break
                except Refused:
                    if time.monotonic() - started > patience_s:
                        raise
                    time.sleep(self.chance.uniform(0.02, 0.2))
            self.books.longest_s = max(self.books.longest_s, time.monotonic() - started)
        for client in clients:
            client.close()


def open_books(port: int, books: Books, more: Iterable[Ask] = ()) -> None:
    """Ask for what all scripts need, and for *more*."""
    client = LedgerClient(port)
    for ask in (*opening(), *more):
        books.ask(ask, client, 30)
    client.close()


def at_once(works: Iterable[Callable[[], object]], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Do all *works* side by side, and something *meanwhile*; raises the first fault of any."""
    todo = list(works)
    with ThreadPoolExecutor(len(todo)) as pool:
        ends = [pool.submit(work) for work in todo]
        meanwhile()
    for end in ends:
        end.result()


def normal(answer: Answer) -> tuple[object, ...]:
    """What stays the same of an answer however often it is given."""
    if isinstance(answer, Refused):
        return answer.code, answer.reason, answer.metadata
    bare = type(answer).FromString(answer.SerializeToString())
    if "replayed" in bare.DESCRIPTOR.fields_by_name:
        bare.replayed = False
    return (bare.SerializeToString(deterministic=True),)
