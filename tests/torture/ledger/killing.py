"""A service that is killed again and again: at each moment of each kind of call, and at any time under load."""

from __future__ import annotations

import math
import random
import signal
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING

import grpc

from tests.rpc.callers import Refused
from tests.torture.ledger.nursery import Nursery
from tests.torture.ledger.points import COMMITTED
from tests.torture.ledger.scripts import SCRIPTS
from tests.torture.ledger.server import ServiceWithPoints
from tests.torture.ledger.tellers import Books, LedgerClient, Teller, at_once, normal, open_books
from tests.torture.ledger.truth import assert_kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from tests.torture.ledger.asks import Ask

LOOKS = 8
"""Calls of a kind that are looked at, so that its moments are known."""
MISSES = 12
"""Calls after which a moment that none of them passes is given up, such as the opening of an account."""
FIRST_ASKS = 14
"""Questions of each script before the first kill at any time: then tables for silver are open."""
FIRSTS = {
    "open table": (
        *("INSERT ledger_posting 2", "INSERT ledger_entry 2", "INSERT ledger_account"),
        *("SELECT ledger_head", "INSERT ledger_posting", "INSERT ledger_entry"),
    )
}
"""Moments that only few calls pass, here the first at each dealer's: the service is killed there before all others."""
CALM = {"sweep_s": 3600}
"""No round of the service's own comes between the moments of a call."""
BUSY = {"sweep_s": 0.1, "hand_wait_s": 1}
"""Hands are played to their ends between the calls."""
REPEATS = 5
"""Earlier questions that are asked again after each kill."""


def tellers_of(books: Books, chance: random.Random, each: int = 1) -> list[Teller]:
    """Tellers of every script in turn, so many of each."""
    return [
        Teller(script(f"{script.__name__}{number}", chance), books, chance)
        for number in range(each)
        for script in SCRIPTS
    ]


def ask_again(client: LedgerClient, books: Books, keys: Iterable[str]) -> None:
    """Ask what was answered before: the answer is the stored one."""
    for key in keys:
        ask, answer = books.answers[key]
        if ask.keeps(answer):
            again = client.answer_at_last(ask.request)
            assert normal(again) == normal(answer), ask
            assert getattr(again, "replayed", True), ask


@dataclass
class Victim:
    """A service on one database that is started again whenever it has ended."""

    folder: Path
    url: str
    nursery: Nursery
    settings: Mapping[str, object]
    books: Books = field(default_factory=Books)
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self._start()
        open_books(int(self.service.port), self.books)

    def _start(self) -> None:
        self.service = ServiceWithPoints(self.folder, self.url, self.nursery, **self.settings)
        self.client = LedgerClient(int(self.service.port))

    def close(self) -> None:
        """End it for good."""
        self.client.close()
        self.service.__exit__()

    def kill(self, together: threading.Barrier, after_s: float, after_answers: int) -> None:
        """End it as a power cut would, so many seconds after all callers began, and so many answers."""
        due, until = len(self.books.answers) + after_answers, time.monotonic() + 60
        together.wait()
        time.sleep(after_s)
        while len(self.books.answers) < due and time.monotonic() < until:
            time.sleep(0.002)
        assert self.service.process.poll() is None, self.service.log.read_text()
        self.service.kill()

    def is_disarmed(self) -> bool:
        """Let it end at no moment any more; False where it has ended."""
        try:
            self.service.arm("")
        except grpc.RpcError:
            return False
        return True

    def restart(self) -> None:
        """Compare what it left with the books, start it again, and ask it for what it had answered."""
        self.close()
        assert_kept(self.url, self.books)
        self._start()
        known = sorted(self.books.answers)
        ask_again(self.client, self.books, self.chance.sample(known, min(REPEATS, len(known))))


@dataclass
class Moments:
    """Which moments of a kind of call are known, and at which the service is still to be killed."""

    wanted: int | None
    """So many of those that are seen first, spread evenly with the first and the last; None: all that are ever seen."""
    looks: int = 0
    todo: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    misses: int = 0

    def see(self, names: list[str]) -> None:
        """Take note of what a call has passed that was answered."""
        self.looks += 1
        if self.wanted is None:
            self.todo += [name for name in names if name not in {*self.todo, *self.killed, *self.given_up}]
        elif self.looks == 1:
            self.todo = _spread(names, self.wanted)
        if self.todo and self.looks > 1:
            self.misses += 1
            if self.misses == MISSES:
                self.given_up.append(self.todo.pop(0))
                self.misses = 0

    def kill(self) -> None:
        """Take note of a kill at what was due."""
        self.killed.append(self.todo.pop(0))
        self.misses = 0

    @property
    def is_over(self) -> bool:
        return not self.todo and (self.looks >= LOOKS or (self.wanted is not None and self.looks > 0))


def _spread(names: list[str], number: int) -> list[str]:
    steps = max(number - 1, 1)
    return [names[math.ceil(at * (len(names) - 1) / steps)] for at in range(number)] if number > 1 else [names[-1]]


def kill_at_moments(folder: Path, url: str, wanted: Mapping[str, int | None]) -> dict[str, Moments]:
    """Kill the service at moments of its calls, one after the other, while nobody else calls.

    Whatever is killed before its commit has left nothing, whatever after it is stored; both are then answered alike.

    Args:
        folder: of the service.
        url: of an empty database.
        wanted: how many moments of which kinds; None: all that there are.
    """
    with Nursery() as nursery:
        return _kill_at_moments(Victim(folder, url, nursery, CALM), wanted)


def _kill_at_moments(victim: Victim, wanted: Mapping[str, int | None]) -> dict[str, Moments]:
    moments = {kind: Moments(number) for kind, number in wanted.items()}
    for kind, each in moments.items():
        each.todo += FIRSTS.get(kind, ()) if each.wanted is None else ()
    try:
        kinds = list(zip(tellers_of(victim.books, victim.chance), SCRIPTS.values(), strict=True))
        for teller, own in cycle(kinds):
            if all(each.is_over for each in moments.values()):
                break
            if all(moments[kind].is_over for kind in own if kind in moments):
                continue
            if teller.due.kind in moments:
                _kill_at_one(victim, teller, moments[teller.due.kind])
            else:
                teller.ask_patiently(victim.client)
    finally:
        victim.close()
    assert_kept(victim.url, victim.books)
    return moments


def _kill_at_one(victim: Victim, teller: Teller, moments: Moments) -> None:
    ask, name = teller.due, moments.todo[0] if moments.todo else ""
    is_first = ask.key not in victim.books.open
    victim.service.arm(name)
    try:
        teller.ask(victim.client, 30)
    except Refused as refused:
        if refused.code == "DEADLINE_EXCEEDED" and victim.is_disarmed():
            return  # late on a busy machine: it is asked again
        if not name:
            raise
        assert victim.service.process.wait(60) == -signal.SIGKILL
        moments.kill()
        victim.restart()
        if is_first:
            assert_stored(victim.books, ask, is_due=name.startswith(COMMITTED))
        teller.ask_patiently(victim.client)
        ask_again(victim.client, victim.books, [ask.key])
    else:
        moments.see(victim.service.passed())


def assert_stored(books: Books, ask: Ask, *, is_due: bool) -> None:
    """The question that was killed is stored if, and only if, the database had committed it."""
    if ask.stores:
        assert books.found[ask.key] == is_due, ask


def kill_at_any_time(folder: Path, url: str, kills: int, chance: random.Random, callers: int = 10) -> Books:
    """Kill the service so many times under load, each 0 to 200 ms after the callers began, and 0 to 40 answers."""
    with Nursery() as nursery:
        return _kill_at_any_time(Victim(folder, url, nursery, BUSY, chance=chance), kills, callers)


def _kill_at_any_time(victim: Victim, kills: int, callers: int) -> Books:
    chance = victim.chance
    tellers = tellers_of(victim.books, chance, math.ceil(callers / len(SCRIPTS)))[:callers]
    try:
        for teller in tellers:
            for _ in range(FIRST_ASKS):
                teller.ask_patiently(victim.client)
        for _ in range(kills):
            port = int(victim.service.port)
            together = threading.Barrier(len(tellers) + 1)
            works = [partial(teller.until_refused, port, together) for teller in tellers]
            at_once(works, partial(victim.kill, together, chance.uniform(0, 0.2), chance.randint(0, 40)))
            victim.restart()
    finally:
        victim.close()
    assert_kept(victim.url, victim.books)
    return victim.books
