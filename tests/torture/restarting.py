"""A service that ends and comes back on its port while a crowd asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rpc.processes import ServiceProcess
from tests.torture.client import Crowd, free_port

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

CALLERS = 8


def stages(count: int) -> list[str]:
    return [f"s{number}" for number in range(count)]


def assert_only_retries(crowd: Crowd) -> None:
    """Whatever a caller was told, he could ask again."""
    print(f"{len(crowd.answers)} answered, {len(crowd.given_up)} given up, {dict(crowd.refusals)}")
    print(f"the longest question took {crowd.longest_s:.1f} s")
    assert {refusal.split()[0] for refusal in crowd.refusals} <= {"UNAVAILABLE", "DEADLINE_EXCEEDED"}


def ask_while_it_restarts(
    folder: Path,
    url: str,
    chance: random.Random,
    end: Callable[[ServiceProcess], None],
    *,
    ties: int,
    restarts: int,
    gives_up: float = 0,
) -> Crowd:
    """Ask for *ties* ties while the service is ended *restarts* times, each time after a number of answers by chance.

    At the end the service has stopped, and every tie of the crowd that is returned was answered or given up.
    """
    port = free_port()
    service = ServiceProcess(folder, url, port=port)
    crowd = Crowd("restarted", (port,), chance, gives_up=gives_up)

    def restart() -> None:
        nonlocal service
        part = ties // (restarts + 2)
        for number in range(1, restarts + 1):
            # By answers and not by the clock: on a fast machine all would be answered before a moment of the clock.
            crowd.wait_for(number * part + chance.randrange(part))
            end(service)
            service.channel.close()
            service = ServiceProcess(folder, url, port=port)

    try:
        crowd.ask_for(stages(ties), CALLERS, restart)
        assert service.terminate() == 0
    finally:
        service.__exit__()
    assert len(crowd.answers) + len(crowd.given_up) == ties
    assert_only_retries(crowd)
    return crowd
