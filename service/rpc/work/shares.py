"""Exact win shares by a pool."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from service.rpc.calls.callers import local_caller
from service.rpc.work.executor import finished
from service.tiebreak.win_shares import win_shares

if TYPE_CHECKING:
    from fractions import Fraction

    from service.rpc.work.executor import Executor, Watch
    from service.tiebreak.win_shares import Contest


class PooledShares:
    """A `service.tiebreak.use_cases.ShareComputer` that has an executor do the work."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def compute(self, contest: Contest, timeout_s: float) -> tuple[tuple[str, Fraction], ...]:
        """Return each player's chance of first place, by name.

        Raises:
            OverloadedError: too much work is waiting or running.
            DeadlineError: the result is not there after *timeout_s* seconds. The computation ends then too.
        """
        return finished(self._executor.follow(partial(_compute, contest), local_caller(timeout_s)))


def _compute(contest: Contest, watch: Watch) -> tuple[tuple[str, Fraction], ...]:
    return win_shares(contest, lambda: watch(0, 0))
