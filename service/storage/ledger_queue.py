"""Postings that must wait for one another anyway are written together: one commit, one wait for the disk for all."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Condition
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from deckmapping.errors import DomainError
from service.storage.database import write
from service.storage.engines import too_late
from service.storage.errors import StoreDownError
from service.storage.ledger_posting import post_all_on

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from service.campaign.ledger.store import StoredPosting
    from service.storage.ledger_posting import Asked


@dataclass(slots=True, eq=False)
class _Waiting:
    """A posting whose thread waits for its answer."""

    asked: Asked
    answer: tuple[StoredPosting, bool] | None = None
    fault: StoreDownError | None = None
    """Why nobody knows whether it is stored."""

    @property
    def is_over(self) -> bool:
        """Whether its thread need not wait."""
        return self.answer is not None or self.fault is not None


class PostingQueue:
    """Where the threads of a process meet that each want to write a posting in a transaction of its own.

    Only one transaction at a time can have the head of the chain, and has it until its commit is on the disk. So while
    a thread writes, the others gather here; then the one that has waited longest writes for all of them.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._changed = Condition()
        self._gathered: list[_Waiting] = []
        self._is_writing = False

    def post(self, asked: Asked) -> tuple[StoredPosting, bool]:
        """Write a posting, in one transaction with those that have gathered meanwhile.

        Returns:
            What is stored under its id, and whether it was written now.

        Raises:
            StoreTimeoutError: its caller's time was over; nothing was stored.
            StoreDownError: the database does not answer; where it broke off at the commit, it may be stored or not.
        """
        mine = _Waiting(asked)
        together = self._wait(mine)
        if not mine.is_over:
            try:
                self._write(mine, together)
            finally:
                self._leave([each for each in together if not each.is_over and each is not mine])
        if mine.fault is not None:
            raise mine.fault
        assert mine.answer is not None
        return mine.answer

    def _wait(self, mine: _Waiting) -> list[_Waiting]:
        """Return once another thread has written *mine*, or with all that has gathered, once it is the oldest of them.

        Raises:
            StoreTimeoutError: the caller's time was over before.
        """
        with self._changed:
            self._gathered.append(mine)
            left = max(0.0, mine.asked.caller.seconds_left())
            if not self._changed.wait_for(lambda: mine.is_over or self._is_turn_of(mine), left):
                # What is being written is soon answered, or it comes back to the others.
                self._changed.wait_for(lambda: mine.is_over or mine in self._gathered)
                if not mine.is_over:
                    self._gathered.remove(mine)
                    self._changed.notify_all()
                    raise too_late()
            if mine.is_over:
                return []
            together, self._gathered, self._is_writing = self._gathered, [], True
            return together

    def _is_turn_of(self, mine: _Waiting) -> bool:
        return not self._is_writing and self._gathered[0] is mine

    def _write(self, mine: _Waiting, together: list[_Waiting]) -> None:
        """Write all, or *mine* alone where that fails: the fault may be another's, and so is the time that is over.

        Where the database broke off, all may be stored: none is asked for again here, for it would then be called a
        repeat. Each caller is told, and asks again himself.
        """
        if len(together) > 1:
            try:
                self._write_all(together, mine)
            except StoreDownError as error:
                for each in together:
                    each.fault = _alike(error)
                return
            except (DomainError, DBAPIError):
                pass
            else:
                return
        self._write_all([mine], mine)

    def _write_all(self, together: list[_Waiting], mine: _Waiting) -> None:
        asked = [each.asked for each in together]
        within_s = mine.asked.caller.seconds_left()
        answers = write(self._engine, lambda connection: post_all_on(connection, asked), within_s)
        for each, answer in zip(together, answers, strict=True):
            each.answer = answer

    def _leave(self, unwritten: list[_Waiting]) -> None:
        with self._changed:
            self._gathered[:0] = unwritten
            self._is_writing = False
            self._changed.notify_all()


def _alike(error: StoreDownError) -> StoreDownError:
    """Return an error that says the same, for a thread of its own."""
    told = type(error).all(error.violations)
    told.cause = error.cause
    return told
