"""The service is killed at any moment: nothing acknowledged is lost, nothing is there twice or by halves."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.torture.restarting import ask_while_it_restarts
from tests.torture.truth import assert_nothing_is_lost

if TYPE_CHECKING:
    from pathlib import Path

    from tests.rpc.processes import ServiceProcess


def storm(folder: Path, url: str, *, ties: int, kills: int) -> None:
    """Store *ties* ties while the service is killed *kills* times, at moments of chance, and started again."""
    seed = random.SystemRandom().getrandbits(32)
    print(f"chance: {seed}")  # pytest shows it with a failure
    chance = random.Random(seed)

    def kill(service: ServiceProcess) -> None:
        time.sleep(chance.uniform(0, 0.005))
        assert service.process.poll() is None, service.log.read_text()
        service.kill()

    crowd = ask_while_it_restarts(folder, url, chance, kill, ties=ties, restarts=kills, gives_up=0.2)
    assert sum(crowd.refusals.values()) > 0  # the kills were felt
    assert_nothing_is_lost(url, crowd)


def test_three_kills_during_150_ties_lose_nothing(database_url: str, tmp_path: Path) -> None:
    storm(tmp_path, database_url, ties=150, kills=3)


@pytest.mark.torture
@pytest.mark.timeout(1800)
def test_ten_kills_during_1000_ties_lose_nothing(database_url: str, tmp_path: Path) -> None:
    storm(tmp_path, database_url, ties=1000, kills=10)
