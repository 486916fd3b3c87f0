"""GEMP's side of campaign money, in Java on a MariaDB, and the service: one of them is killed at every step.

Whatever is killed and whenever, no silver and no reward is lost or made, every id has its effect once on either side,
and in the end the books of both agree.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import time
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

from tests.java.gemp_side import QuickJava
from tests.java.money_world import MOST, MOST_CARDS, World
from tests.java.toolchain import PROJECT, default_jdk
from tests.java.wire import Swallowing
from tests.rpc.processes import ServiceProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.java.mariadb import MariaServer

pytestmark = pytest.mark.timeout(1500)

TORTURE: Final = os.environ.get("SABACC_TORTURE") == "1"
LISTS_ASKED: Final = ("LIST_ASKED", "GRANTS_ASKED")
CALLS: Final = (
    "ASK_SENT", *LISTS_ASKED, "SETTLEMENT_COMMITTED", "SETTLEMENT_DEFERRED", "GRANT_COMMITTED", "GRANT_DEFERRED",
    "BOOKS_SENT",
)  # fmt: skip
"""The steps after which GEMP calls the service."""
ANSWERED: Final = (
    "ASK_ANSWERED", "LIST_ANSWERED", "SETTLEMENT_ACKNOWLEDGED", "GRANTS_ANSWERED", "GRANT_ACKNOWLEDGED",
    "BOOKS_ANSWERED",
)  # fmt: skip
"""The steps at which the service has answered."""
MOST_TELLING: Final = ("SETTLEMENT_COMMITTED", Swallowing.ANSWERS)
IN_TRANSACTION: Final = (
    "ASK_WRITTEN", "ANSWER_WRITTEN", "RETURN_WRITTEN", "SETTLEMENT_WRITTEN", "GRANT_WRITTEN", "BOOKS_WRITTEN",
)  # fmt: skip
BETWEEN: Final = (
    "ASK_COMMITTED", "ASK_SENT", "ASK_ANSWERED", "ANSWER_COMMITTED", "RETURN_COMMITTED", "LIST_ASKED",
    "LIST_ANSWERED", "SETTLEMENT_COMMITTED", "SETTLEMENT_DEFERRED", "SETTLEMENT_ACKNOWLEDGED", "CURSOR_COMMITTED",
    "GRANTS_ASKED", "GRANTS_ANSWERED", "GRANT_COMMITTED", "GRANT_DEFERRED", "GRANT_ACKNOWLEDGED",
    "GRANT_CURSOR_COMMITTED", "BOOKS_SENT", "BOOKS_ANSWERED", "BOOKS_COMMITTED",
)  # fmt: skip
STEPS: Final = {*IN_TRANSACTION, *BETWEEN}
"""All of the enumeration Step of the example."""
SAMPLE: Final = {
    "ASK_WRITTEN", "ASK_COMMITTED", "ASK_ANSWERED", "RETURN_COMMITTED", "SETTLEMENT_COMMITTED",
    "SETTLEMENT_ACKNOWLEDGED", "GRANT_WRITTEN", "GRANT_COMMITTED", "BOOKS_ANSWERED",
}  # fmt: skip
"""Those where most could go wrong; the others are left to the long run."""
README: Final = (PROJECT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def java(client: None, maria: MariaServer, tmp_path_factory: pytest.TempPathFactory) -> QuickJava:  # noqa: ARG001
    jdk = default_jdk()
    assert jdk is not None
    archive = tmp_path_factory.mktemp("gemp") / "classes.jsa"
    return QuickJava(jdk.java, archive, maria.jdbc(maria.new_database()))


@pytest.fixture
def world(java: QuickJava, maria: MariaServer, tmp_path: Path) -> Iterator[World]:
    """Both sides, with a player who has silver, and one whose purse, wallet and collection are full, or nearly."""
    with World(tmp_path, java, maria) as opened:
        opened.purse("leia", 1000)
        opened.purse("jabba", MOST - 20)
        opened.prize("jabba", MOST - 40)
        opened.hold_cards("jabba", MOST_CARDS)
        yield opened


def evening(world: World) -> None:
    """All that may happen: silver handed over, asked back, refused, deferred, applied, compared, rewards given."""
    assert world.ask("deposit", "leia", 300) == "done"
    world.work()
    assert world.ask("withdraw", "leia", 45) == "done"
    world.work()
    assert world.ask("deposit", "jabba", 50) == "done"  # his wallet has no room for it
    assert world.ask("withdraw", "leia", 1000) == "done"  # she has 255 there
    world.work()
    assert world.ask("withdraw", "jabba", 70) == "done"  # his purse has room for 20
    world.work()
    world.work("again")
    assert world.purses()["jabba"] == MOST - 20
    world.spend("jabba", 100)
    world.work("again")
    assert world.purses() == {"leia": 745, "jabba": MOST - 50}
    world.learn("leia")
    world.work()
    assert world.do("rewards leia").startswith("INFORMATION, Lando's advice: ")
    world.beat_rkik("jabba")  # his collection has no room for the card
    world.work()
    world.work("again")
    assert world.cards() == {"jabba": MOST_CARDS}
    world.hold_cards("jabba", 7)
    world.work("again")
    assert world.cards() == {"jabba": 8}
    world.compare_books()


def assert_well_ended(world: World) -> None:
    world.at = lambda _step: None
    world.assert_all_is_done_once()
    world.assert_both_sides_agree()


def test_there_are_these_steps_and_the_service_is_called_outside_of_transactions(world: World) -> None:
    seen = set()

    def look(step: str) -> None:
        if step not in seen:
            seen.add(step)
            world.wait_for_transaction(is_open=step in IN_TRANSACTION)

    world.at = look
    world.restart_gemp()
    evening(world)
    assert seen == STEPS
    assert_well_ended(world)


def test_gemp_is_killed_at_steps_of_all_kinds(world: World) -> None:
    left = set(STEPS if TORTURE else SAMPLE)

    def kill(step: str) -> None:
        if step in left:
            left.remove(step)
            world.restart_gemp()
            world.assert_nothing_is_lost_or_made()

    world.at = kill
    world.restart_gemp()
    evening(world)
    assert left == set()
    assert_well_ended(world)


@pytest.mark.skipif(not TORTURE, reason="a long run: set SABACC_TORTURE=1, or make torture")
def test_the_service_is_killed_at_every_step_of_gemp(world: World) -> None:
    left = set(STEPS)

    def kill(step: str) -> None:
        if step in left:
            left.remove(step)
            world.kill_service()
            world.start_service()
            world.assert_nothing_is_lost_or_made()

    world.at = kill
    world.restart_gemp()
    evening(world)
    assert left == set()
    assert_well_ended(world)


def test_the_service_is_killed_before_and_after_it_has_done_what_it_is_asked(world: World) -> None:
    left = [(step, what) for what in (Swallowing.REQUESTS, Swallowing.ANSWERS) for step in CALLS]
    if not TORTURE:
        left = [(step, what) for step, what in left if step == "ASK_SENT" or (step, what) == MOST_TELLING]
    killers: list[Thread] = []
    is_connected = False

    def kill(step: str, swallowed: Swallowing, before: object) -> None:
        world.wire.wait_for_request()
        until = time.monotonic() + 120
        if swallowed is Swallowing.ANSWERS and step not in {*LISTS_ASKED, "BOOKS_SENT"}:
            while world.done_by_the_service() == before and time.monotonic() < until:
                time.sleep(0.01)
        world.kill_service()
        world.wire.swallow(Swallowing.NOTHING)
        world.start_service()

    def arm(step: str) -> None:
        nonlocal is_connected
        for killer in killers:
            killer.join()
        due = next((each for each in left if each[0] == step), None)
        if due is not None and is_connected:  # what is swallowed is not the greeting of a new connection
            left.remove(due)
            before = world.done_by_the_service()
            world.wire.swallow(due[1])
            killers.append(Thread(target=kill, args=(*due, before)))
            killers[-1].start()
            is_connected = False
        elif step in ANSWERED:
            is_connected = True

    world.at = arm
    world.restart_gemp()
    world.work()
    evening(world)
    while left:  # what had no connection when its turn came
        world.work()
        world.compare_books()
    assert_well_ended(world)


def test_kills_at_any_time_of_either_side_and_of_the_database(world: World) -> None:
    seed = random.SystemRandom().getrandbits(32)
    print(f"chance: {seed}")  # noqa: T201  # pytest shows it with a failure
    chance = random.Random(seed)
    kills = 100 if TORTURE else 3
    victims = [lambda: world.restart_gemp(stops=False), world.restart_service, world.restart_database]

    def strike(victim: Callable[[], None], after_s: float) -> None:
        time.sleep(after_s)
        victim()

    for number in range(kills):
        world.purse(f"pupil-{number}", 0)
        world.learn(f"pupil-{number}")
        killer = Thread(target=strike, args=(victims[number % 3], chance.uniform(0, 0.5)))
        killer.start()
        for _ in range(2):
            world.ask(chance.choice(["deposit", "withdraw"]), chance.choice(["leia", "jabba"]), chance.randint(1, 90))
            world.do(chance.choice(["work", "again", "books"]))
        killer.join()
        world.assert_nothing_is_lost_or_made()
    assert world.kills == kills
    world.work("again")
    world.assert_all_is_done_once()


@pytest.mark.usefixtures("client")
def test_the_commands_of_the_guide_do_what_it_says(maria: MariaServer, tmp_path: Path) -> None:
    (block, shown) = re.findall(r"<!-- money -->\n```sh\n(.*?)```\n+prints\n+```text\n(.*?)```", README, re.DOTALL)[0]
    with ServiceProcess(tmp_path, f"sqlite:///{tmp_path}/sabacc.db") as service:
        commands = re.sub(r"jdbc:[^']+", maria.jdbc(maria.new_database()), block).replace("50051", service.port)
        done = subprocess.run(
            ["sh", "-eu", "-c", commands], cwd=PROJECT, capture_output=True, text=True, check=False, timeout=300
        )
    assert (done.returncode, done.stdout) == (0, shown), done.stderr
