"""What seats have, each by its own type: purses at a table for practice, scores at one for silver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.tables.practice import Purse
from service.tables.silver import Score

if TYPE_CHECKING:
    from service.tables.purses import Holdings
    from service.tables.versus.hands import Purses


def purse_of(has: Holdings) -> Purse:
    """Return the purse of a seat that plays for practice."""
    assert isinstance(has, Purse)
    return has


def score_of(has: Holdings) -> Score:
    """Return the score of a seat that plays for silver."""
    assert isinstance(has, Score)
    return has


def purses_of(both: Purses) -> tuple[Purse, Purse]:
    """Return the purses of two who play for practice."""
    first, second = both
    return purse_of(first), purse_of(second)


def scores_of(both: Purses) -> tuple[Score, Score]:
    """Return the scores of two who play for silver."""
    first, second = both
    return score_of(first), score_of(second)
