"""Both sides of campaign money and rewards, each on a database of its own, and what must hold of them at any moment."""

from __future__ import annotations

import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self
from uuid import uuid4

from deckmapping.records import Side
from deckmapping.variants import Variant
from sabacc.v1 import campaign_pb2
from sabacc.v1 import ledger_pb2 as pb
from tests.java.gemp_side import Ended, GempSide, QuickJava
from tests.java.wire import Wire
from tests.rpc.asking_campaign import LESSONS, answered, boss_beaten, earn
from tests.rpc.asking_ledger import APPLIED, prize
from tests.rpc.callers import Refused, Service, settings_for
from tests.rpc.processes import COMMAND, ServiceProcess, plain_environment
from tests.torture.client import free_port

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from google.protobuf.message import Message

    from tests.java.mariadb import MariaServer

MOST: Final = 16_777_215
"""What a purse and a wallet hold at most."""
MOST_CARDS: Final = 255
"""How many of one card a collection holds at most."""
CARD: Final = "6_65"
"""The card that the first boss of the Light Side leaves, and the only one that a collection of these tests holds."""
CARDS_AS_STORED: Final = "X'000100060041{:02X}0000'"
"""How many cards follow; set and number of this one; how many plain ones, foils and others there are of it."""
LEFT_BY_RKIK: Final = frozenset({"dune-sea-sabacc-light", "dune-sea-upgrade-light"})


@dataclass(frozen=True)
class Asked:
    """What a player asked for, and GEMP took on."""

    kind: str
    player: str
    amount: int


@dataclass
class Model:
    """What players did, and nothing of how it was done."""

    purses: dict[str, int] = field(default_factory=dict)
    """What was in each at first, and what came and went besides."""
    prizes: dict[str, int] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    """How many of the card are in each collection, but for rewards."""
    earned: set[tuple[str, str]] = field(default_factory=set)
    """Players, and keys of the rewards that they have earned."""

    @property
    def silver(self) -> int:
        """All there is."""
        return sum(self.purses.values()) + sum(self.prizes.values())


class World:
    """GEMP's process and database, the service's process and database, and the wire between them."""

    def __init__(self, folder: Path, java: QuickJava, maria: MariaServer) -> None:
        self._folder = folder
        self._java = java
        self._maria = maria
        self._port = free_port()
        self._url = f"sqlite:///{folder}/sabacc.db"
        self._database = maria.new_database()
        self.wire = Wire(self._port)
        self.model = Model()
        self.at: Callable[[str], None] = lambda _step: None
        """Called at each step of GEMP's."""
        self.kills = 0

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(self.wire)
            self.service = ServiceProcess(self._folder, self._url, port=self._port)
            stack.callback(self._end_service)
            self.gemp = self._new_gemp(stops=False)
            stack.callback(self._end_gemp)
            assert self.do("tables") == "done"
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _end_service(self) -> None:
        self.service.__exit__()

    def _end_gemp(self) -> None:
        self.gemp.kill()

    def _new_gemp(self, *, stops: bool) -> GempSide:
        jdbc = self._maria.jdbc(self._database)
        return GempSide(self._java, jdbc, self.wire.port, self._folder / "gemp.log", stops=stops)

    # What is done to it.

    def restart_gemp(self, *, stops: bool = True) -> None:
        """Kill GEMP's process where it is, and start another one."""
        self.kills += 1
        self.gemp.kill()
        self.gemp = self._new_gemp(stops=stops)

    def kill_service(self) -> None:
        self.kills += 1
        self.service.kill()
        self.service.channel.close()

    def restart_database(self) -> None:
        self.kills += 1
        self._maria.kill()
        self._maria.start()

    def restart_service(self) -> None:
        self.kill_service()
        self.start_service()

    def start_service(self) -> None:
        self.service = ServiceProcess(self._folder, self._url, port=self._port)

    def call(self, request: Message) -> Any:
        """Call the service beside GEMP; a busy machine may take its time."""
        return self.service.call(request, 120)

    # What players do.

    def purse(self, player: str, silver: int) -> None:
        assert self.do(f"purse {player} {silver}") == "done"
        self.model.purses[player] = silver

    def prize(self, player: str, silver: int) -> None:
        self.call(prize(f"prize-{player}", player, silver))
        self.model.prizes[player] = silver

    def spend(self, player: str, silver: int) -> None:
        """Something of GEMP's own: it has no id, so it is done while nobody is killed."""
        assert self.do(f"spend {player} {silver}") == "done"
        self.model.purses[player] -= silver

    def hold_cards(self, player: str, count: int) -> None:
        """Something of GEMP's own too: a trade, in which the silver stays."""
        stored = CARDS_AS_STORED.format(count)
        self.sql(
            f"UPDATE collection SET collection = CONCAT(LEFT(collection, 6), {stored})"
            f" WHERE player_id = (SELECT id FROM player WHERE name = '{player}')"
        )
        self.model.cards[player] = count

    def learn(self, player: str) -> None:
        """Answer all lessons, which is rewarded."""
        for lesson in LESSONS:
            assert self.call(answered(player, lesson)).right
        self.model.earned.add((player, "landos-advice"))

    def beat_rkik(self, player: str) -> None:
        """Win the match with the first boss of the Light Side, which is rewarded by a card and an upgrade."""
        with Service(settings_for(self._url), wired=False) as beside:
            earn(beside, player, boss_beaten(Variant.DUNE_SEA, Side.LIGHT))
        self.model.earned |= {(player, reward) for reward in LEFT_BY_RKIK}

    def ask(self, kind: str, player: str, amount: int) -> str:
        """Ask for a deposit or a withdrawal, under one id, until GEMP has taken it on or has not; return its answer."""
        id_ = str(uuid4())
        answer = self.until(lambda said: not said.startswith("not now"), f"{kind} {id_} {player} {amount}")
        if answer == "done":
            self.model.asked[id_] = Asked(kind, player, amount)
        return answer

    def work(self, command: str = "work") -> None:
        """Have GEMP work until it is quiet."""
        self.until(lambda answer: answer == "quiet", command)

    def compare_books(self) -> None:
        answer = self.until(lambda said: not said.startswith("not now"), "books")
        assert answer.startswith("the books agree up to posting "), answer

    def do(self, command: str) -> str:
        """Have a command done, again after each kill."""
        while True:
            try:
                return self.gemp.do(command, self.at)
            except Ended:
                time.sleep(0.01)  # the next one is on its way

    def until(self, ends: Callable[[str], bool], command: str) -> str:
        """Have a command done until its answer ends it."""
        deadline = time.monotonic() + 300
        while not ends(answer := self.do(command)):
            assert time.monotonic() < deadline, answer
            time.sleep(0.05)
        return answer

    # What must hold.

    def sql(self, statement: str) -> list[list[str]]:
        return self._maria.sql(statement, self._database)

    def wait_for_transaction(self, *, is_open: bool) -> None:
        """Wait until there is one in GEMP's database, or none.

        MariaDB looks at them anew where nobody has asked for a tenth of a second.
        """
        until = time.monotonic() + 120
        while (self.sql("SELECT COUNT(*) FROM information_schema.innodb_trx") != [["0"]]) != is_open:
            assert time.monotonic() < until
            time.sleep(0.15)

    def purses(self) -> dict[str, int]:
        rows = self.sql("SELECT p.name, HEX(c.collection) FROM collection c JOIN player p ON p.id = c.player_id")
        return {name: int(written[2:8], 16) for name, written in rows}

    def settlements(self) -> dict[str, pb.Settlement]:
        found: dict[str, pb.Settlement] = {}
        after = 0
        while True:
            page = self.call(pb.ListSettlementsRequest(after=after, page_size=200, include_applied=True))
            found |= {each.settlement_id: each for each in page.settlements}
            after = page.next_after
            if not page.more:
                return found

    def grants(self) -> dict[str, campaign_pb2.Grant]:
        found: dict[str, campaign_pb2.Grant] = {}
        after = 0
        while True:
            request = campaign_pb2.ListGrantsRequest(after=after, page_size=200, include_applied=True)
            page = self.call(request)
            found |= {each.grant_id: each for each in page.grants}
            after = page.next_after
            if not page.more:
                return found

    def cards(self) -> dict[str, int]:
        """How many of the card each collection holds."""
        rows = self.sql("SELECT p.name, HEX(c.collection) FROM collection c JOIN player p ON p.id = c.player_id")
        return {name: int(written[24:26], 16) for name, written in rows if len(written) > len("02CCCCCC00000000")}

    def inbox(self, kind: str) -> dict[str, list[str]]:
        """What GEMP has noted as done, by its id: the player, and how much silver."""
        rows = self.sql(f"SELECT id, player, amount FROM sabacc_inbox WHERE kind = '{kind}'")
        return {id_: noted for id_, *noted in rows}

    def posting(self, id_: str) -> pb.LedgerPosting | None:
        try:
            found: pb.GetPostingResponse = self.call(pb.GetPostingRequest(request_id=id_))
        except Refused as refused:
            if refused.reason != "POSTING_NOT_FOUND":
                raise
            return None
        return found.posting

    def done_by_the_service(self) -> tuple[int, tuple[tuple[str, int, str], ...]]:
        """How many postings it has, refused ones too, and how its settlements and grants stand."""
        coming: dict[str, pb.Settlement | campaign_pb2.Grant] = {**self.settlements(), **self.grants()}
        standing = ((id_, each.state, each.reason) for id_, each in coming.items())
        return self.call(pb.AuditLedgerRequest()).postings, tuple(standing)

    def assert_nothing_is_lost_or_made(self) -> None:
        """Neither silver nor a reward, whatever was killed just now."""
        self._assert_no_silver_is_lost_or_made()
        self._assert_rewards_are_given_once_or_not_yet()

    def _assert_no_silver_is_lost_or_made(self) -> None:
        """In the purses, in the wallets, or on the way between them, exactly once."""
        outbox = self.sql("SELECT id, state, amount FROM sabacc_outbox WHERE kind = 'DEPOSIT'")
        inbox = set(self.inbox("SETTLEMENT"))
        handing_over = 0
        for id_, state, amount in outbox:
            posting = self.posting(id_)
            is_written = posting is not None and not posting.refusal
            assert is_written or state != "DONE"
            assert not is_written or state in {"WAITING", "DONE"}
            handing_over += int(amount) if state in {"WAITING", "RETURNING"} and not is_written else 0
        settlements = self.settlements()
        coming = sum(each.amount.silver for id_, each in settlements.items() if id_ not in inbox)
        assert inbox <= set(settlements)
        assert {id_ for id_, each in settlements.items() if each.state == APPLIED} <= inbox
        wallets = self.call(pb.ReconcileRequest()).totals.wallets.silver
        assert sum(self.purses().values()) + handing_over + wallets + coming == self.model.silver

    def _assert_rewards_are_given_once_or_not_yet(self) -> None:
        """What the inbox has, and nothing else, is in the collections and in the table of rewards."""
        grants, inbox = self.grants(), self.inbox("GRANT")
        assert {(each.player, each.reward) for each in grants.values()} == self.model.earned
        assert len(grants) == len(self.model.earned)
        assert {id_ for id_, each in grants.items() if each.state == APPLIED} <= set(inbox) <= set(grants)
        noted, cards = [], dict(self.model.cards)
        for id_ in inbox:
            grant = grants[id_]
            assert inbox[id_] == [grant.player, "0"]
            if grant.kind == campaign_pb2.REWARD_KIND_CARD:
                assert list(grant.content) == [CARD]
                cards[grant.player] = cards.get(grant.player, 0) + 1
            else:
                kind = campaign_pb2.RewardKind.Name(grant.kind).removeprefix("REWARD_KIND_")
                noted += [[id_, str(at), grant.player, grant.reward, kind, of] for at, of in enumerate(grant.content)]
        assert self.cards() == cards
        rows = self.sql("SELECT grant_id, part, player, reward, kind, content FROM sabacc_reward")
        assert sorted(rows) == sorted(noted)

    def assert_all_is_done_once(self) -> None:
        """Once everything is quiet: each id has had its effect once on either side, and nothing else has."""
        self.assert_nothing_is_lost_or_made()
        assert {each.state for each in self.grants().values()} <= {APPLIED}
        rows = {row[0]: row for row in self.sql("SELECT id, kind, player, amount, state FROM sabacc_outbox")}
        settlements, left, inbox = self.settlements(), dict(self.model.purses), self.inbox("SETTLEMENT")
        given = [id_ for id_, each in self.grants().items() if each.kind == campaign_pb2.REWARD_KIND_CARD]
        transfers = [[f"Sabacc reward {id_}", "to"] for id_ in given]
        assert set(rows) == set(self.model.asked)
        for id_, asked in self.model.asked.items():
            posting, state = self.posting(id_), rows[id_][4]
            assert posting is not None
            assert state == ("REFUSED" if posting.refusal else "DONE")
            assert len(posting.entries) == (0 if posting.refusal else 1)
            if asked.kind == "deposit":
                left[asked.player] -= 0 if posting.refusal else asked.amount
                transfers.append([f"Sabacc deposit {id_}", "from"])
                if posting.refusal:
                    transfers.append([f"Sabacc deposit refused {id_}", "to"])
            elif not posting.refusal:
                settlement = settlements.pop(f"{id_}#1")
                assert (settlement.player, settlement.amount.silver) == (asked.player, asked.amount)
                is_applied = settlement.state == APPLIED
                assert (inbox.pop(f"{id_}#1", None) == [asked.player, str(asked.amount)]) == is_applied
                if is_applied:
                    left[asked.player] += asked.amount
                    transfers.append([f"Sabacc settlement {id_}#1", "to"])
        assert settlements == {}
        assert inbox == {}
        assert self.purses() == left
        assert sorted(self.sql("SELECT reason, direction FROM transfer WHERE reason LIKE 'Sabacc%'")) == sorted(
            transfers
        )

    def assert_both_sides_agree(self) -> None:
        """By GEMP's own comparison, and by the auditor's; the service has ended then."""
        self.compare_books()
        assert self.service.terminate() == 0
        audit = subprocess.run(
            [COMMAND, "ledger", "audit"],
            env={**plain_environment(), "SABACC_DATABASE_URL": self._url},
            capture_output=True, text=True, check=False, timeout=300, cwd=self._folder,
        )  # fmt: skip
        assert audit.returncode == 0, audit.stdout + audit.stderr
