"""A dealer who sees the player's finished hand and plays his best against it, in place of a fixed rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from service.odds.hands.drawing import whole_numbers
from service.odds.table.player import best_play, played_out
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from service.odds.hands.drawing import Drawing, Masses
    from service.odds.hands.hands import Ends
    from service.odds.hands.ladder import Ladder
    from service.odds.setting import Setting
    from service.odds.table.player import Play

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

_MOST_CELLS: Final = 1 << 20
"""Numbers in one array: 8 MiB."""


def worth_against_knowing_dealer(setting: Setting, dealer: Drawing, order: Ladder) -> NDArray[np.float64]:
    """Return what each end of the player's brings him, in bets, times the chance of each up card.

    One row a place of the ladder (those that are no end of the player's have 0), one column an up card.
    """
    share = float(setting.rule.shift_share)
    opening = _opening(dealer, np.dtype(np.float64))
    worth = np.zeros((len(order.ends), opening.shape[1]))
    for ends, at, part in order.dealer_cases(dealer.hands, 1 - share, share):
        for against in _in_parts(dealer, np.unique(order.player)):
            worth[against] -= part * (opening.T @ _play(setting, dealer, ends, at, against).value).T
    return worth


def knowing_dealer_counts(
    setting: Setting, dealer: Drawing, order: Ladder, against: Iterable[int]
) -> dict[int, Masses]:
    """Return how his hands end against each place of the ladder in *against*, exactly.

    Returns:
        For each of them one row a place of the ladder and one column an up card, in whole numbers out of all his
        ordered draws times the parts of the share in which he may change his total; no perfect sabaccs.
    """
    share = setting.rule.shift_share
    places = np.array(sorted(against), np.int64)
    of_orders, of_parts = (whole_numbers(most) for most in (dealer.orders, dealer.orders * share.denominator))
    opening = _opening(dealer, of_orders)
    found = {place: np.zeros((len(order.ends), opening.shape[1]), of_parts) for place in places.tolist()}
    for ends, at, part in order.dealer_cases(dealer.hands, share.denominator - share.numerator, share.numerator):
        for columns in _in_parts(dealer, places):
            draws = _play(setting, dealer, ends, at, columns).draws
            for column, place in enumerate(columns.tolist()):
                by_size = played_out(dealer, opening, [flags[:, column, None] for flags in draws])
                found[place] += part * order.placed(at, ends.summed(by_size)).astype(of_parts)
    return found


def _in_parts(dealer: Drawing, places: Ints) -> list[Ints]:
    """Return *places* in parts that keep the arrays of the dealer's hands (rows) by place (columns) small."""
    longest = max(len(level.held) for level in dealer.hands.levels)
    return np.array_split(places, -(-len(places) * longest // _MOST_CELLS)) if len(places) else []


def knowing_draws(
    setting: Setting, dealer: Drawing, order: Ladder, against: Ints
) -> list[tuple[Ends, Ints, tuple[Flags, ...]]]:
    """Return how he plays against each place of the ladder in *against*.

    Returns:
        For the hands whose total he may not change, then for those where he may; those that never occur are left out.
        Each time the ends of his hands, their places on the ladder, and when he draws: for each number of cards from 2
        one row a hand and one column a place in *against*.
    """
    share = float(setting.rule.shift_share)
    cases = order.dealer_cases(dealer.hands, 1 - share, share)
    return [(ends, at, _play(setting, dealer, ends, at, against).draws) for ends, at, _ in cases]


def _opening(dealer: Drawing, dtype: np.dtype) -> Masses:
    """Return the hands of two cards (rows) by up card (columns), without perfect sabaccs."""
    opening = dealer.opening(dtype)
    opening[dealer.hands.is_perfect] = 0
    return opening


def _play(setting: Setting, dealer: Drawing, ends: Ends, at: Ints, against: Ints) -> Play:
    """Return his best play; its cases are the places in *against*, and what it brings is his, in bets."""
    by_end = at[:, None] - against
    bets = np.where(by_end < 0, float(setting.stakes.costs), np.where(by_end > 0, -float(setting.stakes.wins), 0.0))
    return best_play(dealer, tuple(bets[places] for places in ends.of[FIRST_CARDS - 1 : dealer.longest]))
