"""The record of a table: what it was opened with and what happened, from which anybody can play it again.

A record is the lines of `service.tables.sessions.head`, then those of each step (`Step.lines`): a move, and what became
public with it. It ends where no hand is being played. Verifying it means to make the same moves with the keys that it
reveals, by the very functions by which the table was played, and to compare every line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError, Violation, shown
from service.tables.moves import read_move
from service.tables.sessions.errors import BadRecordError, KeyNotRevealedError
from service.tables.sessions.facts import false_facts
from service.tables.sessions.head import LAST, head_lines
from service.tables.sessions.head_reader import read_head
from service.tables.sessions.keys import RevealedKeys
from service.tables.sessions.playing import move, opened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.catalogue import Catalogue
    from service.tables.sessions.session import Session, Step
    from service.tables.sessions.setup import TableSetup

MOST_CHARACTERS: Final = 8 * 1024 * 1024
"""Of a record: ten thousand hands as they are usually played, the most of a table, are shorter."""
MOST_HEAD: Final = 64 * 1024
"""Characters of its head: that of two decks of 200 cards is shorter."""

_MOVE: Final = re.compile("([01]) (.+)")
_KEY: Final = re.compile("key ([1-9][0-9]{0,4}) ([0-9a-f]{64})")
_END: Final = "the end"
_PROVED: Final = "every line follows from the head, the moves and the revealed keys"


@dataclass(frozen=True, slots=True)
class Verified:
    """What a record was found to be."""

    is_valid: bool
    first_bad_line: int | None
    """Counted from 1; None in a valid record, and where the text is too long to be read."""
    reason: str
    """What is wrong with that line, or what a valid record proves, in words."""
    table_id: str
    """Empty where the head says none."""
    hands: int
    """Hands that were played again, each to its end: all of them in a valid record."""
    is_closed: bool
    """Whether the table was closed."""
    setup: TableSetup | None = None
    """What the table was opened with; None where the head cannot be read."""


def record_text(head: Iterable[str], lines: Iterable[str]) -> str:
    """Return the record of a table, each line with its end.

    Args:
        head: its head (`head_lines`).
        lines: those of its steps, up to one after which no hand is being played.
    """
    return "".join(f"{line}\n" for line in (*head, *lines))


def verify_record(text: str) -> Verified:
    """Play the table of the record *text* again, and say where it first differs; bad text raises nothing."""
    replay = _Replay()
    try:
        replay.play(text)
    except BadRecordError as error:
        (violation,) = error.violations
        number = violation.field.removeprefix("line ")
        found, line, is_closed = violation.words, int(number) if number.isdecimal() else None, False
    else:
        found, line, is_closed = _PROVED, None, replay.is_closed
    return Verified(
        is_valid=found == _PROVED,
        first_bad_line=line,
        reason=found,
        table_id=replay.table_id,
        hands=replay.hands,
        is_closed=is_closed,
        setup=replay.setup,
    )


def checked_with(found: Verified, catalogue: Catalogue) -> tuple[Verified, bool]:
    """Compare the cards, characters and rules that a verified record states with *catalogue*.

    Returns:
        What the record was found to be, not valid if the catalogue that it names has one of them otherwise; and whether
        they were compared, which another catalogue than that one cannot do.
    """
    setup = found.setup
    if not found.is_valid or setup is None or setup.catalogue_version != catalogue.version:
        return found, False
    wrong = tuple(false_facts(setup, catalogue))
    if not wrong:
        return found, True
    violation = Violation("head", shown(wrong[0]), f"what the catalogue {catalogue.version[:12]} says")
    reason = f"{violation}; such facts in all: {len(wrong)}"
    return replace(found, is_valid=False, first_bad_line=1, reason=reason), True


class _Replay:
    """Plays a record again, line by line."""

    def __init__(self) -> None:
        self.table_id = ""
        self.setup: TableSetup | None = None
        self._lines: list[str] = []
        self._at = 0
        """Lines that were found right, from the first one on."""
        self._session: Session | None = None

    @property
    def hands(self) -> int:
        """Hands that were played to their end."""
        session = self._session
        return 0 if session is None else session.number - session.is_hand_running

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be played any more."""
        return self._session is not None and self._session.is_closed

    def play(self, text: str) -> None:
        """Play all of it.

        Raises:
            BadRecordError: a line is not what it must be; there is one violation, which names it.
        """
        self._lines = _lines(text)
        self.setup = setup = self._head()
        self.table_id = setup.table_id
        stated = self._stated()
        keys = RevealedKeys.leading_to(setup.published, {hand: key for hand, (_, key) in stated.items()})
        self._follow(self._opened(setup))
        while self._at < len(self._lines):
            try:
                step = self._moved(keys)
            except KeyNotRevealedError:
                assert self._session is not None
                raise self._keyless(stated.get(self._session.number + 1)) from None
            self._follow(step)

    def _head(self) -> TableSetup:
        """Read the head, and write it again: it may be written in one way only."""
        ends = (at for at, line in enumerate(self._lines, start=1) if line.startswith(f"{LAST} "))
        head = self._lines[: next(ends, len(self._lines))]
        if sum(map(len, head)) > MOST_HEAD:
            raise BadRecordError.of("line 1", f"a head of {sum(map(len, head))} characters", f"at most {MOST_HEAD}")
        setup = read_head(head)
        self._compare(head_lines(setup))
        return setup

    def _opened(self, setup: TableSetup) -> Step:
        try:
            return opened(setup)
        except (DomainError, ValueError) as error:
            raise self._wrong(self._at, f"a head that a table can be opened with: {_wanted(error)}") from None

    def _stated(self) -> dict[int, tuple[int, bytes]]:
        """Return which key is stated first for each hand, and by which line."""
        stated: dict[int, tuple[int, bytes]] = {}
        for at, line in enumerate(self._lines[self._at :], start=self._at + 1):
            if match := _KEY.fullmatch(line):
                stated.setdefault(int(match[1]), (at, bytes.fromhex(match[2])))
        return stated

    def _moved(self, keys: RevealedKeys) -> Step:
        assert self._session is not None
        match = _MOVE.fullmatch(self._lines[self._at])
        if match is None:
            raise self._wrong(self._at + 1, "a seat and its move, such as '0 bet 10 -'")
        try:
            return move(self._session, int(match[1]), read_move(match[2]), keys)
        except KeyNotRevealedError:
            raise
        except (DomainError, ValueError) as error:
            raise self._wrong(self._at + 1, f"a move that is legal here: {_wanted(error)}") from None

    def _keyless(self, stated: tuple[int, bytes] | None) -> BadRecordError:
        """Say why the hand that the next line deals cannot be dealt again."""
        assert self._session is not None
        hand = self._session.number + 1
        if stated is not None:
            steps = "one step" if hand == 1 else f"{hand} steps"
            return self._wrong(stated[0], f"a key that leads to the published one in {steps} of SHA-256")
        if any(line.startswith("hand ") for line in self._lines[self._at :]):
            return self._wrong(self._at + 1, f"a hand whose key a later line reveals: none does for {hand}")
        return self._wrong(self._at + 1, f"a hand that is over: the record ends in the middle of hand {hand}")

    def _follow(self, step: Step) -> None:
        self._compare(step.lines)
        self._session = step.session

    def _compare(self, expected: Iterable[str]) -> None:
        """Compare the next lines with those that are expected there."""
        for line in expected:
            found = self._lines[self._at] if self._at < len(self._lines) else _END
            self._at += 1
            if found != line:
                raise BadRecordError(_difference(self._at, found, line))

    def _wrong(self, line: int, expected: str) -> BadRecordError:
        return BadRecordError(Violation(f"line {line}", shown(self._lines[line - 1]), expected))


def _lines(text: str) -> list[str]:
    """Part *text* into lines without their ends."""
    if len(text) > MOST_CHARACTERS:
        raise BadRecordError.of("record", f"{len(text)} characters", f"at most {MOST_CHARACTERS}")
    *lines, last = text.split("\n")
    for at, line in enumerate(lines, start=1):
        if not (line.isascii() and line.isprintable()):
            raise BadRecordError.of(f"line {at}", line, "printable ASCII characters")
    if last or not lines:
        raise BadRecordError.of(f"line {len(lines) + 1}", last, "a line that ends with a line feed")
    return lines


def _wanted(error: DomainError | ValueError) -> str:
    return error.violations[0].expected if isinstance(error, DomainError) else shown(error)


def _difference(number: int, found: str, expected: str) -> Violation:
    """Say from which character on a line is another one."""
    at = next(at for at, (one, other) in enumerate(zip_longest(found, expected)) if one != other)
    here = "" if found == _END or not at else f" from character {at + 1} on"
    if found == _END:
        at = 0
    return Violation(f"line {number}", shown(found[at:]), f"'{shown(expected[at:])}'{here}")
