"""Player against player: the exact shares when each draws below a total of his own and stands from it on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from deckmapping.values import ELEVEN
from service.odds.hands.final_hands import MOST_STAND_ON, final_hands
from service.odds.setting import Draws
from service.rules.dealing import win_counts
from service.rules.hand import FIRST_CARDS
from service.rules.ranking import Rank, rank

if TYPE_CHECKING:
    from service.odds.hands.final_hands import FinalHands
    from service.odds.kinds import Side

_PERFECT = (ELEVEN, FIRST_CARDS)


@dataclass(frozen=True, slots=True)
class VersusShares:
    """What one player wins, each a share of all hands."""

    wins: Fraction
    """All that he wins; with the other's and the draws they make 1."""
    perfect: Fraction
    """Those of `wins` that a perfect sabacc decides."""
    doubles: Fraction
    """Those of `wins` that count two bets: by perfect sabacc or by his text (R8)."""


@dataclass(frozen=True, slots=True)
class VersusOdds:
    """How hands between two players come out."""

    stand_on: tuple[int, int]
    first: VersusShares
    second: VersusShares
    draw: Fraction
    """The bets are returned; both perfect included (R3)."""
    edge: Fraction
    """What the first player wins, in bets a hand; the second's is its negative."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The final hands of one side in the order of R7, ready to be compared with another side's."""

    ranks: tuple[Rank, ...]
    """Best first. A perfect sabacc is not among them: it ends the hand at once."""
    ways: tuple[int, ...]
    """Ordered draws, aligned with `ranks`."""
    worse_from: tuple[int, ...]
    """At each place the ordered draws of all ranks from there on; one entry more than there are ranks."""
    perfect: int
    of: int
    double: bool
    """Whether its every win counts two bets (R8)."""

    @classmethod
    def of_hands(cls, found: FinalHands, *, double: bool) -> Ranked:
        """Put the final hands of a side in order."""
        plain = {rank(*end): ways - (found.perfect if end == _PERFECT else 0) for end, ways in found.ways.items()}
        ranks = tuple(sorted(plain))
        ways = tuple(plain[each] for each in ranks)
        worse = tuple(reversed(tuple(accumulate(reversed(ways), initial=0))))
        return cls(ranks, ways, worse, found.perfect, found.of, double)

    def beats(self, other: Ranked) -> int:
        """Return in how many pairs of draws this side wins without perfect sabacc."""
        return sum(
            ways * other.worse_from[bisect_right(other.ranks, own)]
            for own, ways in zip(self.ranks, self.ways, strict=True)
        )

    def perfectly_beats(self, other: Ranked) -> int:
        """Return in how many pairs of draws this side alone has a perfect sabacc."""
        return self.perfect * (other.of - other.perfect)

    def ties(self, other: Ranked) -> int:
        """Return in how many pairs of draws neither wins, both perfect included."""
        equal = sum(
            ways * (other.worse_from[bisect_left(other.ranks, own)] - other.worse_from[bisect_right(other.ranks, own)])
            for own, ways in zip(self.ranks, self.ways, strict=True)
        )
        return equal + self.perfect * other.perfect

    def bets_won(self, other: Ranked) -> int:
        """Return the bets that this side wins, over all pairs of draws."""
        return win_counts(wins_double=self.double) * self.beats(other) + win_counts(
            wins_double=True
        ) * self.perfectly_beats(other)


def versus_odds(first: Side, second: Side, stand_on: tuple[int, int], draws: Draws = Draws.FINITE) -> VersusOdds:
    """Return how hands between two players come out.

    Neither sees the other's cards before the reveal and each draws by his own total alone, so it makes no difference
    who starts (R4). A perfect sabacc ends the hand at once (R3); a side that may change its total does so as serves it
    best (R6).

    Args:
        first: one side, with what its variant and playing character allow it.
        second: the other.
        stand_on: at which best total, whole, each of them stands.
        draws: whether a card drawn is gone.

    Raises:
        InvalidInputError: a pile of fewer than two cards, a stand-on total out of 0 to 11.
    """
    one, two = (
        ranked(side, total, draws, name)
        for side, total, name in zip((first, second), stand_on, ("first", "second"), strict=True)
    )
    of = one.of * two.of
    return VersusOdds(
        stand_on=stand_on,
        first=_shares(one, two),
        second=_shares(two, one),
        draw=Fraction(one.ties(two), of),
        edge=edge(one, two),
    )


def ranked(side: Side, stand_on: int, draws: Draws, field: str) -> Ranked:
    """Return the final hands of a side, ready to be compared.

    Raises:
        InvalidInputError: a pile of fewer than two cards, a stand-on total out of 0 to 11; *field* names the side.
    """
    if not 0 <= stand_on <= MOST_STAND_ON:
        raise InvalidInputError.of(f"{field}.standOn", stand_on, f"a whole number from 0 to {MOST_STAND_ON}")
    if side.pile.size < FIRST_CARDS:
        raise InvalidInputError.of(field, f"a pile of {side.pile.size}", "two cards or more (R1)")
    return Ranked.of_hands(final_hands(side, stand_on, draws), double=side.rules.wins_double)


def edge(first: Ranked, second: Ranked) -> Fraction:
    """Return what the first side wins, in bets a hand."""
    return Fraction(first.bets_won(second) - second.bets_won(first), first.of * second.of)


def _shares(own: Ranked, other: Ranked) -> VersusShares:
    of = own.of * other.of
    plain, perfect = Fraction(own.beats(other), of), Fraction(own.perfectly_beats(other), of)
    return VersusShares(plain + perfect, perfect, plain + perfect if own.double else perfect)
