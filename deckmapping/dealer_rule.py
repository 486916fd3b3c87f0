"""How a dealer draws, as data: the fixed rule of the table and what his character makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from deckmapping.errors import InvalidInputError

USUAL_DRAWS_TO = 7
"""The plan's rule: the dealer draws on 7 or less and stands on 8 or more."""

MOST_DRAWS_TO = 20
"""No rule needs more: it would draw on almost every hand that is over 11."""


@dataclass(frozen=True, slots=True)
class DealerRule:
    """What a dealer does once the player has finished; none of it looks at the player's hand."""

    draws_to: int = USUAL_DRAWS_TO
    """He draws while his best total is this or less (halves and pi compare exactly)."""
    overdraws_to: int | None = None
    """On a best total above `draws_to` and up to this he sometimes draws all the same; None: never."""
    overdraw_chance: Fraction = Fraction(0)
    """How often he does so, decided anew each time."""
    shift_share: Fraction = Fraction(0)
    """On which share of the hands he may change his total by 1 after the reveal, as Lando does (R6)."""
    wins_double: bool = False
    """Whether his every win costs two bets (R'kik D'nec at Dune Sea, R8)."""

    def __post_init__(self) -> None:
        if not 0 <= self.draws_to <= MOST_DRAWS_TO:
            raise InvalidInputError.of("drawsTo", self.draws_to, f"a whole number from 0 to {MOST_DRAWS_TO}")
        for field, share in (("overdrawChance", self.overdraw_chance), ("shiftShare", self.shift_share)):
            if not 0 <= share <= 1:
                raise InvalidInputError.of(field, str(share), "a share from 0 to 1")
        if self.overdraws_to is not None and not self.draws_to < self.overdraws_to <= MOST_DRAWS_TO:
            expected = f"a whole number above {self.draws_to} and up to {MOST_DRAWS_TO}"
            raise InvalidInputError.of("overdrawsTo", self.overdraws_to, expected)
        if self.overdraws_to is None and self.overdraw_chance:
            raise InvalidInputError.of("overdrawChance", str(self.overdraw_chance), "0 where he overdraws on no total")
