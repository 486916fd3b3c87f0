"""What can be wrong with an input, as values that name the field, what it held and what was expected.

Every package derives its own errors from `DomainError`; the wire status of each stands in one table
(`service/rpc/calls/error_table.py`), so nothing below that table knows of gRPC.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 80  # characters of a bad value that are repeated to the caller


def shown(value: object) -> str:
    """Return *value* as an error may show it: printable ASCII, at most 80 characters.

    Callers never pass a seed, a salt or a hidden card; they pass its length instead.
    """
    text = str(value) if isinstance(value, (str, Fraction)) else repr(value)
    safe = text[: _SHOWN + 1].encode("unicode_escape").decode("ascii")
    return safe if len(safe) <= _SHOWN else safe[: _SHOWN - 3] + "..."


def wanted(fault: ValueError) -> str:
    """Return what *fault* says was expected, as a violation words it."""
    return str(fault).removeprefix("expected ")


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault: the path of the field, what it held, what was expected there."""

    field: str
    """Path in the caller's terms, such as ``players[1].deck[12]``."""
    value: str
    expected: str

    def __str__(self) -> str:
        return f"{self.field}: {self.words}"

    @property
    def words(self) -> str:
        """What was found and what was expected, without the field."""
        # Not the value's repr: `shown` has escaped it once.
        return f"got '{self.value}', expected {self.expected}"


class DomainError(Exception):
    """A request that cannot be carried out, with every fault that was found.

    Its text is fit for the caller: it never holds a seed, a salt or a card the caller may not see.
    """

    cause: str = ""
    """What only the operator may know; it is logged and never sent."""

    def __init__(self, *violations: Violation) -> None:
        if not violations:
            raise ValueError("an error without a violation says nothing")
        super().__init__("; ".join(str(v) for v in violations))
        self.violations = violations

    @classmethod
    def of(cls, field: str, value: object, expected: str) -> Self:
        """Build the error with a single fault."""
        return cls(Violation(field, shown(value), expected))

    @classmethod
    def all(cls, violations: Iterable[Violation]) -> Self:
        """Build the error with all faults that were found."""
        return cls(*violations)


class InvalidInputError(DomainError):
    """A field outside its limits or its grammar."""


class UnreadableError(InvalidInputError):
    """A text that is not in the format it seems to be in: an archive, broken XML or JSON."""


class MalformedIdError(InvalidInputError):
    """Text that is no blueprint id."""


class UnknownCardError(InvalidInputError):
    """A well-formed blueprint id that the catalogue does not hold."""


class NoDeckError(InvalidInputError):
    """A deck is needed and none was given."""


class TwoSidedDeckError(InvalidInputError):
    """A deck with cards of both sides of the Force."""


class PileTooSmallError(InvalidInputError):
    """A pile of fewer than two cards: no hand can be dealt from it."""


class BadCatalogueError(DomainError):
    """A catalogue or source file that cannot be used."""
