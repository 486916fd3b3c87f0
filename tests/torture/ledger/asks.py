"""What callers ask of the ledger: scripts that go on by what they are answered.

A script is a generator: it yields an `Ask` and is sent its answer, however often that had to be asked for. Another kind
of call becomes part of every workload here by a script of its own, added to `tests.torture.ledger.scripts.SCRIPTS`.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from google.protobuf.wrappers_pb2 import StringValue
from sqlalchemy import select

from sabacc.v1 import ledger_pb2 as pb
from service.storage.schema import SETTLEMENT_ACKNOWLEDGEMENTS, SETTLEMENTS
from tests.rpc.asking_ledger import (
    DEPOSIT,
    applied,
    bank,
    correction,
    deferred,
    deposit,
    moved,
    prize,
    withdraw,
)
from tests.rpc.callers import Refused

if TYPE_CHECKING:
    import random

    from google.protobuf.message import Message
    from sqlalchemy import Connection

    from tests.campaign.ledger.model import Plain

Moves: TypeAlias = tuple[tuple[str, str, int], ...]
"""Debit, credit and silver, as the caller reckons it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question."""

    kind: str
    """Questions of one kind pass the same moments in the service, on the whole."""
    key: str
    """Its own; that of the posting it makes, if it makes one."""
    request: Message
    posts: bool = True
    """Whether the ledger has a posting by the key's name once it is answered."""
    moves: Moves = ()
    """What the posting must have moved unless it was refused."""
    is_kept: bool = True
    """Whether the answer is the same for ever, but for the mark of a repeat."""
    is_stored: Callable[[Connection], bool] | None = None
    """Whether the database has what it stores beside a posting of its key's name; None: it stores nothing else."""

    @property
    def stores(self) -> bool:
        """Whether it changes anything."""
        return self.posts or self.is_stored is not None

    def keeps(self, answer: Answer) -> bool:
        """Whether it is answered so for ever: a refusal only where it is posted."""
        return self.is_kept and (self.posts or not isinstance(answer, Refused))


Answer: TypeAlias = Any  # a response of the call, or Refused
Script: TypeAlias = Generator[Ask, Answer, None]

HOUSES: Final = ("kalit", "jawa-dark")
CLEARING, MINT = "gemp_clearing", "mint"


def post(kind: str, id_: str, entries: list[Plain], hand: int, moves: Moves = ()) -> Ask:
    """Ask the test's own call for a posting."""
    return Ask(kind, id_, StringValue(value=json.dumps([id_, entries, hand])), moves=moves)


def opening() -> list[Ask]:
    """Banks for the houses, to be asked for before the scripts."""
    return [_bank(f"open-{house}", f"house:{house}", 100_000) for house in HOUSES]


def gemp(name: str, chance: random.Random) -> Script:
    """GEMP moves silver in and out, applies and defers settlements, and compares its books."""
    due: deque[str] = deque()
    for number in count(1):
        key, player = f"{name}-{number}", f"{name}-p{number // 8}"
        what = chance.random()
        if due and what < 0.35:
            yield from _acknowledge(key, due, chance)
        elif what < 0.4:
            request = pb.ReconcileRequest(movements=[moved(DEPOSIT, key, player, 1)])
            yield Ask("reconcile", key, request, posts=False, is_kept=False)
        elif what < 0.45:
            yield Ask("wallet", key, pb.GetWalletRequest(player=player), posts=False, is_kept=False)
        elif what < 0.75:
            amount = chance.choice((chance.randint(1, 300), 16_777_215))
            moves = ((CLEARING, f"wallet:{player}", amount),)
            yield Ask("deposit", key, deposit(key, player, amount), moves=moves)
        else:
            amount = chance.randint(1, 300)
            moves = ((f"wallet:{player}", CLEARING, amount),)
            answer = yield Ask("withdraw", key, withdraw(key, player, amount), moves=moves)
            if not isinstance(answer, Refused):
                due.append(answer.settlement_id)


def _acknowledge(key: str, due: deque[str], chance: random.Random) -> Script:
    id_ = due.popleft()
    if chance.random() < 0.3:
        due.append(id_)
        request = deferred(id_, f"the purse is full ({key})")
        yield Ask("defer", key, request, posts=False, is_kept=False, is_stored=partial(_is_told, request))
    else:
        request = applied(id_)
        yield Ask("apply", key, request, posts=False, is_stored=partial(_is_told, request))


def _is_told(request: pb.AcknowledgeSettlementRequest, connection: Connection) -> bool:
    found = select(SETTLEMENT_ACKNOWLEDGEMENTS.c.number).where(
        SETTLEMENT_ACKNOWLEDGEMENTS.c.sequence == SETTLEMENTS.c.sequence,
        SETTLEMENTS.c.settlement_id == request.settlement_id,
        SETTLEMENT_ACKNOWLEDGEMENTS.c.state == ("deferred" if request.reason else "applied"),
        SETTLEMENT_ACKNOWLEDGEMENTS.c.reason == request.reason,
    )
    return len(connection.execute(found).all()) == 1


def director(name: str, chance: random.Random) -> Script:
    """A director gives prizes and banks, and moves silver between the players of his own."""
    for number in count(1):
        key, amount = f"{name}-{number}", chance.randint(1, 300)
        one, other = chance.sample([f"wallet:{name}-{player}" for player in "abcd"], 2)
        what = chance.random()
        if what < 0.3:
            request = prize(key, one.removeprefix("wallet:"), amount)
            yield Ask("prize", key, request, moves=((MINT, one, amount),))
        elif what < 0.4:
            yield _bank(key, f"house:{chance.choice(HOUSES)}", amount)
        else:
            yield Ask("correction", key, correction(key, one, other, amount), moves=((one, other, amount),))


def _bank(key: str, account: str, amount: int) -> Ask:
    return Ask("bank", key, bank(key, account, amount), moves=((MINT, account, amount),))


def gambler(name: str, chance: random.Random) -> Script:
    """A player bets against a house: the worst of both sides is held, then one is posted, or the hand is not dealt."""
    wallet = f"wallet:{name}"
    start = f"{name}-0"
    yield Ask("deposit", start, deposit(start, name, 5000), moves=((CLEARING, wallet, 5000),))
    for hand in count(1):
        yield from bet_and_result(f"{name}-{hand}", (wallet, f"house:{chance.choice(HOUSES)}"), hand, chance)


def bet_and_result(key: str, sides: tuple[str, str], hand: int, chance: random.Random) -> Script:
    """Hold silver of both *sides*, then post and void, or void both."""
    most = chance.randint(1, 400)
    bet, end = f"{key}-bet", f"{key}-end"
    answer = yield post("bet", bet, [("hold", *sides, most), ("hold", *sides[::-1], most)], hand)
    if isinstance(answer, Refused):
        return
    if chance.random() < 0.2:
        yield post("no hand", end, [("void", f"{bet}#1", 0), ("void", f"{bet}#2", 0)], hand)
        return
    winner, amount = chance.randrange(2), chance.randint(0, most)
    pays, goes = (2, 1) if winner == 0 else (1, 2)
    moves = ((sides[1 - winner], sides[winner], amount),)
    yield post("result", end, [("post", f"{bet}#{pays}", amount), ("void", f"{bet}#{goes}", 0)], hand, moves)


BANK: Final = (*[f"wallet:bank-{number}" for number in range(8)], *[f"house:{house}" for house in HOUSES])
"""Accounts between which bankers move silver."""
EACH = 1000
"""Silver that each of its wallets has at the start."""


def bank_opening() -> list[Ask]:
    """What the wallets of the bank get before the bankers begin."""
    return [
        Ask("deposit", f"fill-{wallet}", deposit(f"fill-{wallet}", wallet.removeprefix("wallet:"), EACH), moves=moves)
        for wallet in BANK[:8]
        for moves in [((CLEARING, wallet, EACH),)]
    ]


def banker(name: str, chance: random.Random) -> Script:
    """Silver moves and is bet between ten accounts, none of it in or out."""
    for number in count(1):
        key = f"{name}-{number}"
        if chance.random() < 0.5:
            debit, credit = chance.sample(BANK, 2)
            amount = chance.randint(1, 400)
            yield Ask("correction", key, correction(key, debit, credit, amount), moves=((debit, credit, amount),))
        else:
            one, other = chance.choice(BANK[:8]), chance.choice(BANK)
            if one != other:
                yield from bet_and_result(key, (one, other), number, chance)
