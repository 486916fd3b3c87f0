"""What a table earns: the player's play and the edge, in float64 with a bound of its error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from service.odds.hands.drawing import Drawing
from service.odds.hands.ladder import beaten_and_better, ladder
from service.odds.hands.limits import verify_setting
from service.odds.setting import BestPlay, UpCard
from service.odds.table.dealer import dealer_chances
from service.odds.table.knowing import worth_against_knowing_dealer
from service.odds.table.player import LEAST_GAIN, best_play, simple_play
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from service.odds.hands.drawing import Masses
    from service.odds.hands.hands import Ends, Hands
    from service.odds.hands.ladder import Ladder
    from service.odds.setting import Policy, Setting
    from service.odds.table.dealer import DealerEnds
    from service.odds.table.player import Play

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solution:
    """The player's play in a setting, and what it brings."""

    setting: Setting
    policy: Policy
    player: Drawing
    dealer: Drawing
    ladder: Ladder
    play: Play
    """Its cases are the up cards, in the order of `dealer.hands.kinds`; one case where none is seen."""
    edge: float
    """What the player wins, in bets a hand."""
    error_bound: float
    """How far `edge` may be, in bets, from what exactly this play brings, and from the best where that is asked for."""

    @property
    def ends(self) -> Ends:
        """The ends of the player's hands."""
        return player_ends(self.setting, self.player)


def player_ends(setting: Setting, player: Drawing) -> Ends:
    """Return the ends of the player's hands."""
    return player.hands.changed if setting.player.rules.may_change else player.hands.plain


def solve(setting: Setting, policy: Policy | None = None) -> Solution:
    """Find what *setting* earns.

    Args:
        setting: a table whose piles hold two cards or more each.
        policy: the player's play; None for the best one.

    Raises:
        InvalidInputError: the setting is too large (`verify_setting`).
    """
    verify_setting(setting)
    policy = policy or BestPlay()
    player, dealer = (Drawing.of(side, setting.draws) for side in (setting.player, setting.dealer))
    ends = player_ends(setting, player)
    order = ladder(ends.ends, dealer.hands.plain.ends, dealer.hands.changed.ends)
    by_end, dealer_perfect = _against(setting, dealer, order)
    worth = tuple(by_end[order.player[places]] for places in ends.of[FIRST_CARDS - 1 : player.longest])
    play = best_play(player, worth) if isinstance(policy, BestPlay) else simple_play(player, worth, policy)
    opening = player.opening(np.dtype(np.float64)).sum(axis=1)
    edge = float(edges(setting, player.hands, opening, play.value, dealer_perfect))
    return Solution(setting, policy, player, dealer, order, play, edge, _error_bound(setting, player, dealer, order))


def _against(setting: Setting, dealer: Drawing, order: Ladder) -> tuple[Floats, Floats]:
    """Return what each place of the ladder brings the player in each case, and how often the dealer is perfect."""
    found = dealer_chances(dealer, setting.rule)
    if setting.dealer_sees_hand:
        by_end = worth_against_knowing_dealer(setting, dealer, order)
    else:
        by_end = worth_by_end(setting, dealer_on_ladder(found, setting, order))
    is_hidden = setting.up_card is UpCard.HIDDEN
    return by_end.sum(axis=1, keepdims=True) if is_hidden else by_end, found.perfect.sum()


def dealer_on_ladder(found: DealerEnds, setting: Setting, order: Ladder) -> Masses:
    """Return the dealer's hands played out, one row a place of the ladder; whole numbers are times the share's parts.

    On `rule.shift_share` of the hands he may change his total, and does so as is best for him.
    """
    share = setting.rule.shift_share
    plain = order.placed(order.dealer[0], found.plain)
    if not share:
        return plain
    changed = order.placed(order.dealer[1], found.changed)
    if plain.dtype == np.float64:
        return np.add(plain * float(1 - share), changed * float(share))
    plain, changed = plain.astype(object), changed.astype(object)
    both: Masses = plain * (share.denominator - share.numerator) + changed * share.numerator
    return both


def worth_by_end(setting: Setting, dealer: Floats) -> Floats:
    """Return what each place of the ladder (rows) brings the player, in bets, where *dealer* is how often his end."""
    beaten, better = beaten_and_better(dealer)
    worth: Floats = setting.stakes.wins * beaten - setting.stakes.costs * better
    return worth


def edges(setting: Setting, player: Hands, opening: Floats, value: Floats, dealer_perfect: Floats) -> Floats:
    """Return what the player wins, in bets a hand: one number, or, where all arrays end with a column a table, each's.

    Args:
        setting: the table, or what is common to all tables.
        player: the player's hands.
        opening: the chances of his hands of two cards (rows).
        value: what these bring when played, in bets times the chance of the up card; the second dimension.
        dealer_perfect: the chance that the dealer has a perfect sabacc.
    """
    is_perfect, stakes = player.is_perfect, setting.stakes
    played = opening[~is_perfect] * (value[~is_perfect].sum(axis=1) - stakes.perfect_costs * dealer_perfect)
    perfect = opening[is_perfect].sum(axis=0) * float(stakes.perfect_pays) * (1 - dealer_perfect)
    found: Floats = played.sum(axis=0) + perfect
    return found


def _error_bound(setting: Setting, player: Drawing, dealer: Drawing, order: Ladder) -> float:
    """Bound how far the edge can be off, in bets.

    A sum of products that passes n roundings is off by at most n * u * s, where u is half of float64's eps and s is the
    sum of its terms' absolute values (Higham, Accuracy and Stability of Numerical Algorithms, 3.1; the terms in u * u
    are less than a millionth of that, which the factor of 4 below has to spare). The chances of all cases together add
    up to 1 and no result passes two bets, so s is 2 at most. Left to count are the roundings on the longest way:

    - a draw, on either side: a product and an addition a kind, the quotient, the dealer's choice by chance (three);
    - the dealer's hands that end alike (or his hands of two cards, where he knows the player's): an addition each;
    - the ladder: an addition a place to cumulate, and the same again for what is left of the whole;
    - the cases of the up card, and the player's hands of two cards: an addition each;
    - payouts, shares and the hands that a perfect sabacc ends: a dozen.

    What the player beats and what beats him both carry the dealer's error, so it counts twice: 4 * n * u in all. The
    best play is off by no more, as the larger of two numbers is off by no more than they are; what it leaves lying is
    at most `LEAST_GAIN` a decision and case, and likewise for a dealer who knows the hand.
    """
    a_draw = max(len(player.counts), len(dealer.counts)) + 5
    alike = max(len(level.held) for level in dealer.hands.levels)
    opening = len(player.hands.levels[FIRST_CARDS - 1].held)
    added = alike + 2 * len(order.ends) + len(dealer.counts) + opening + 12
    roundings = (player.longest + dealer.longest) * a_draw + added
    decisions = player.longest - FIRST_CARDS + (dealer.longest - FIRST_CARDS if setting.dealer_sees_hand else 0)
    left_lying = decisions * len(dealer.counts) * LEAST_GAIN
    return float(2 * roundings * np.finfo(np.float64).eps + left_lying)
