"""What the rules of a hand refuse.

    DomainError
    ├── IllegalActError            the act is not legal in this state of the hand
    └── InvalidInputError
        ├── IllegalChoiceError     a value, clone or change that the rules do not allow
        ├── InvalidCaseError       two hands that cannot be judged as they stand
        └── InvalidNotationError   text that is no hand, state or case

An `IllegalActError` says what is legal now in terms that both sides know: it never holds a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.errors import DomainError, InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable


class IllegalActError(DomainError):
    """An act out of turn, after standing, or in another phase of the hand."""


class IllegalChoiceError(InvalidInputError):
    """A value of a card, or a change of a total, that the rules do not allow."""


class InvalidCaseError(InvalidInputError):
    """Two hands that cannot be judged: too few or too many cards, a character that is none, ..."""


class InvalidNotationError(InvalidInputError):
    """Text that does not stand for a hand, a state of a hand or a case."""


def is_legal(verify: Callable[[], None]) -> bool:
    """Tell whether *verify*, which holds the rule of an act and raises what it refuses, lets the act pass."""
    try:
        verify()
    except DomainError:
        return False
    return True
