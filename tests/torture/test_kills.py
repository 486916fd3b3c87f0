"""The service is killed at any moment: nothing acknowledged is lost, nothing is there twice or by halves."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.rpc.processes import ServiceProcess
from tests.torture.client import Crowd, free_port
from tests.torture.truth import assert_nothing_is_lost

if TYPE_CHECKING:
    from pathlib import Path

CALLERS = 8


def storm(folder: Path, url: str, *, ties: int, kills: int) -> None:
    """Store *ties* ties while the service is killed *kills* times, at moments of chance, and started again."""
    seed = random.SystemRandom().getrandbits(32)
    print(f"chance: {seed}")  # pytest shows it with a failure
    chance = random.Random(seed)
    port = free_port()
    service = ServiceProcess(folder, url, port=port)
    crowd = Crowd("storm", (port,), chance, gives_up=0.2)

    def kill_again_and_again() -> None:
        nonlocal service
        for number in range(1, kills + 1):
            crowd.wait_for(number * ties // (kills + 2))
            time.sleep(chance.uniform(0, 0.2))
            assert service.process.poll() is None, service.log.read_text()
            service.kill()
            service.channel.close()
            service = ServiceProcess(folder, url, port=port)

    try:
        crowd.ask_for([f"s{number}" for number in range(ties)], CALLERS, kill_again_and_again)
        assert len(crowd.answers) + len(crowd.given_up) == ties
        assert service.terminate() == 0
    finally:
        service.__exit__()
    print(f"{len(crowd.answers)} answered, {len(crowd.given_up)} given up, {dict(crowd.refusals)}")
    assert {refusal.split()[0] for refusal in crowd.refusals} <= {"UNAVAILABLE", "DEADLINE_EXCEEDED"}
    assert sum(crowd.refusals.values()) > 0  # the kills were felt
    assert_nothing_is_lost(url, crowd)


def test_three_kills_during_150_ties_lose_nothing(database_url: str, tmp_path: Path) -> None:
    storm(tmp_path, database_url, ties=150, kills=3)


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_ten_kills_during_1000_ties_lose_nothing(database_url: str, tmp_path: Path) -> None:
    storm(tmp_path, database_url, ties=1000, kills=10)
