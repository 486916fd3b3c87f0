"""What the odds of a dealer's table depend on, as one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError, PileTooSmallError
from deckmapping.values import whole
from service.rules.dealing import PayTable, perfect_costs, perfect_pays, win_counts
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from service.odds.kinds import Side


@unique
class Draws(StrEnum):
    """How a card drawn changes the chances of the next one."""

    FINITE = "finite"
    """The pile that is really played: a card drawn is gone."""
    INDEPENDENT = "independent"
    """Every draw from the whole pile, as the plan's talk page reckons."""


@unique
class UpCard(StrEnum):
    """Whether the player sees the dealer's first card."""

    SEEN = "seen"
    HIDDEN = "hidden"


class Stakes(NamedTuple):
    """What each way to end a hand is worth to the player, in bets; all above 0."""

    wins: int
    """He wins without perfect sabacc."""
    costs: int
    """The dealer wins without perfect sabacc."""
    perfect_pays: Fraction
    """He has a perfect sabacc and the dealer has none."""
    perfect_costs: int
    """The dealer has a perfect sabacc and he has none."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A dealer's table: the player finishes first, then the dealer plays."""

    player: Side
    dealer: Side
    """Whether he may change his total is `rule.shift_share`'s to say, and a double `rule.wins_double`'s."""
    draws: Draws = Draws.FINITE
    up_card: UpCard = UpCard.SEEN
    rule: DealerRule = field(default_factory=DealerRule)
    pay: PayTable = field(default_factory=PayTable)
    dealer_sees_hand: bool = False
    """The dealer knows the player's finished hand and plays his best against it, in place of the rule's draws."""

    def __post_init__(self) -> None:
        if self.dealer_sees_hand and self.rule.overdraws_to is not None:
            raise InvalidInputError.of("overdrawsTo", self.rule.overdraws_to, "none where the dealer sees the hand")
        for name, side in (("player", self.player), ("dealer", self.dealer)):
            if side.pile.size < FIRST_CARDS:
                raise PileTooSmallError.of(name, f"a pile of {side.pile.size}", "two cards or more (R1)")
        if self.dealer.rules.may_change or self.dealer.rules.wins_double:
            raise InvalidInputError.of("dealer", str(self.dealer.rules), "changes and doubles by the dealer's rule")

    @property
    def stakes(self) -> Stakes:
        """What a hand is played for."""
        player, dealer = self.player.rules.wins_double, self.rule.wins_double
        return Stakes(
            wins=win_counts(wins_double=player),
            costs=win_counts(wins_double=dealer),
            perfect_pays=perfect_pays(self.pay, wins_double=player),
            perfect_costs=perfect_costs(self.pay, wins_double=dealer),
        )


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The player draws and stands as serves him best, by every card of his hand and the up card he sees."""


@dataclass(frozen=True, slots=True)
class StandOn:
    """The player stands on a best total of `total` or more, whole, and draws on less."""

    total: int

    def draws_on(self, totals: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell on which of the best *totals*, in ten-millionths and before any change, the player draws."""
        return totals < whole(self.total)


Policy: TypeAlias = BestPlay | StandOn
