"""Every question one to five times, shuffled, from eight callers, a tenth of them altered: each is done once."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.wrappers_pb2 import StringValue

from tests.rpc.callers import Refused
from tests.torture.ledger.asks import director, gambler
from tests.torture.ledger.server import ServiceWithPoints
from tests.torture.ledger.tellers import Books, LedgerClient, Teller, at_once, normal, open_books
from tests.torture.ledger.truth import assert_kept

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgresql import PostgresServer
    from tests.torture.ledger.asks import Answer, Ask

CALLERS = 8


@dataclass(frozen=True, slots=True)
class Sent:
    """One question as it is sent, and the field in which it was altered; empty for none."""

    ask: Ask
    field: str = ""


def altered(ask: Ask) -> Sent:
    """The same id with one silver more or less somewhere, or else for another hand."""
    request: Any = type(ask.request).FromString(ask.request.SerializeToString())
    if not isinstance(request, StringValue):
        request.amount += 1 if request.amount < 16_777_215 else -1
        moves = tuple((debit, credit, request.amount) for debit, credit, _ in ask.moves)
        return Sent(replace(ask, request=request, moves=moves), "amount")
    id_, entries, hand = json.loads(request.value)
    at = next((at for at, entry in enumerate(entries) if entry[0] != "void"), None)
    if at is None:
        request.value = json.dumps([id_, entries, hand + 1])
        return Sent(replace(ask, request=request), "reference.hand")
    entries[at][-1] += 1
    request.value = json.dumps([id_, entries, hand])
    moves = tuple((debit, credit, amount + 1) for debit, credit, amount in ask.moves)
    return Sent(replace(ask, request=request, moves=moves), f"entries[{at}].amount")


def questions(number: int, chance: random.Random) -> list[Ask]:
    """So many questions that post, as scripts ask them where everything is done; none needs a settlement's id."""
    tellers = [Teller(script(script.__name__, chance), Books(), chance) for script in (director, gambler)]
    found = [teller.due for teller in tellers]
    while len(found) < number:
        found += [teller.script.send(None) for teller in tellers]
    return found


def send_all(folder: Path, url: str, services: int, number: int, seed: int) -> None:
    """Send everything through so many services, and look at each answer."""
    chance, books = random.Random(seed), Books()
    sent = [
        altered(ask) if chance.random() < 0.1 else Sent(ask)
        for ask in questions(number, chance)
        for _ in range(chance.randint(1, 5))
    ]
    chance.shuffle(sent)
    got: list[tuple[Sent, Answer]] = []
    with ExitStack() as running:
        folders = [folder / str(number) for number in range(services)]
        for own in folders:
            own.mkdir()
        ports = [int(running.enter_context(ServiceWithPoints(own, url)).port) for own in folders]
        open_books(ports[0], books)

        def ask(caller: int) -> None:
            client = LedgerClient(ports[caller % services])
            got.extend((each, client.answer(each.ask.request, 60)) for each in sent[caller::CALLERS])
            client.close()

        at_once([partial(ask, caller) for caller in range(CALLERS)])
    assert_each_once(got, books)
    assert_kept(url, books)


def assert_each_once(got: list[tuple[Sent, Answer]], books: Books) -> None:
    """One content of each id is answered, always alike; every other one is refused by the field that differs."""
    ends: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    stands: dict[str, str] = {}
    differing: list[tuple[Sent, Refused]] = []
    for sent, answer in got:
        if isinstance(answer, Refused) and answer.reason == "POSTING_CONTENT_DIFFERS":
            assert answer.code == "ALREADY_EXISTS"
            differing.append((sent, answer))
            continue
        ends[answer.reason if isinstance(answer, Refused) else "posted"] += 1
        firsts[sent.ask.key] += not isinstance(answer, Refused) and not answer.replayed
        assert stands.setdefault(sent.ask.key, sent.field) == sent.field, sent
        known = books.answers.setdefault(sent.ask.key, (sent.ask, answer))
        assert normal(known[1]) == normal(answer), sent
    for sent, refused in differing:
        assert sent.field != stands[sent.ask.key], sent
        assert refused.metadata["field"] == (sent.field or stands[sent.ask.key]), sent
        assert refused.metadata["violations"] == "1"
    for key, (_, answer) in books.answers.items():
        assert firsts[key] == (0 if isinstance(answer, Refused) or key.startswith("open-") else 1), key
    print(f"{len(got)} sent, {len(books.answers)} ids, {dict(ends)}, {len(differing)} differ")
    assert len(differing) > len(got) // 20
    assert set(ends) <= {"posted", "INSUFFICIENT_FUNDS", "HOLD_NOT_FOUND", "HOLD_DIFFERS"}


def test_shuffled_repeats_through_one_service_on_sqlite_are_done_once(tmp_path: Path) -> None:
    send_all(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", 1, 120, 1)


def test_shuffled_repeats_through_two_services_on_postgresql_are_done_once(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    send_all(tmp_path, postgres.new_database(), 2, 120, 2)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_shuffled_repeats_through_one_service_on_sqlite_are_done_once_for_long(tmp_path: Path) -> None:
    send_all(tmp_path, f"sqlite:///{tmp_path}/sabacc.db", 1, 3000, 3)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_shuffled_repeats_through_two_services_on_postgresql_are_done_once_for_long(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    send_all(tmp_path, postgres.new_database(), 2, 3000, 4)
