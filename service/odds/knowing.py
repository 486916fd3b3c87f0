"""A dealer who sees the player's finished hand and plays his best against it, in place of a fixed rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from service.odds.player import LEAST_GAIN
from service.rules.dealing import win_counts
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from service.odds.drawing import Drawing, Masses
    from service.odds.hands import Ends
    from service.odds.ladder import Ladder
    from service.odds.setting import Setting

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

_MOST_CELLS: Final = 1 << 20
"""Numbers in one array: 8 MiB."""


def worth_against_knowing_dealer(setting: Setting, dealer: Drawing, order: Ladder) -> NDArray[np.float64]:
    """Return what each end of the player's brings him, in bets, times the chance of each up card.

    One row a place of the ladder (those that are no end of the player's have 0), one column an up card.
    """
    share = float(setting.rule.shift_share)
    opening = _opening(dealer, np.diag(dealer.counts / dealer.size)) / dealer.remaining(1)
    worth = np.zeros((len(order.ends), opening.shape[1]))
    for ends, at, part in _cases(dealer, order, 1 - share, share):
        for against in _in_parts(dealer, np.unique(order.player)):
            stand = _stand(setting, dealer, ends, at, against)
            worth[against] += part * (opening.T @ _play(dealer, stand)[1]).T
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
    of_orders, of_parts = (_whole_numbers(most) for most in (dealer.orders, dealer.orders * share.denominator))
    opening = _opening(dealer, np.diag(dealer.counts).astype(of_orders))
    found = {place: np.zeros((len(order.ends), opening.shape[1]), of_parts) for place in places.tolist()}
    for ends, at, part in _cases(dealer, order, share.denominator - share.numerator, share.numerator):
        for columns in _in_parts(dealer, places):
            draws = _play(dealer, _stand(setting, dealer, ends, at, columns))[0]
            for column, place in enumerate(columns.tolist()):
                ended = _ended(dealer, ends, opening, [flags[:, column, None] for flags in draws])
                found[place] += part * order.placed(at, ended).astype(of_parts)
    return found


def _whole_numbers(most: int) -> np.dtype[Any]:
    """Return what holds whole numbers up to *most*; Python's integers are many times slower."""
    return np.dtype(np.int64 if most < np.iinfo(np.int64).max else object)


def _in_parts(dealer: Drawing, places: Ints) -> list[Ints]:
    """Return *places* in parts that keep the arrays of the dealer's hands (rows) by place (columns) small."""
    longest = max(len(level.held) for level in dealer.hands.levels)
    return np.array_split(places, -(-len(places) * longest // _MOST_CELLS)) if len(places) else []


def knowing_draws(
    setting: Setting, dealer: Drawing, order: Ladder, against: Ints
) -> list[tuple[Ends, Ints, list[Flags]]]:
    """Return how he plays against each place of the ladder in *against*.

    Returns:
        For the hands whose total he may not change, then for those where he may; those that never occur are left out.
        Each time the ends of his hands, their places on the ladder, and when he draws: for each number of cards from 2
        one row a hand and one column a place in *against*.
    """
    share = float(setting.rule.shift_share)
    cases = _cases(dealer, order, 1 - share, share)
    return [(ends, at, _play(dealer, _stand(setting, dealer, ends, at, against))[0]) for ends, at, _ in cases]


def _cases(dealer: Drawing, order: Ladder, plain: float, changed: float) -> list[tuple[Ends, Ints, float]]:
    """Return the ends without and with a change, their places on the ladder and their part of the hands."""
    table = dealer.hands
    cases = zip((table.plain, table.changed), order.dealer, (plain, changed), strict=True)
    return [(ends, at, part) for ends, at, part in cases if part]


def _opening(dealer: Drawing, up_cards: Masses) -> Masses:
    """Return the hands of two cards (rows) by up card (columns), without perfect sabaccs."""
    opening = dealer.grown(1, up_cards)
    opening[dealer.hands.is_perfect] = 0
    return opening


def _stand(setting: Setting, dealer: Drawing, ends: Ends, at: Ints, against: Ints) -> list[NDArray[np.float64]]:
    """Return for each number of cards what the dealer's standing hands (rows) bring against ends of the player's."""
    wins = win_counts(wins_double=setting.player.rules.wins_double)
    costs = win_counts(wins_double=setting.rule.wins_double)
    by_end = at[:, None] - against[None, :]
    bets = np.where(by_end > 0, float(wins), np.where(by_end < 0, -float(costs), 0.0))
    return [bets[places] for places in ends.of[FIRST_CARDS - 1 : dealer.longest]]


def _play(dealer: Drawing, stand: list[NDArray[np.float64]]) -> tuple[list[Flags], NDArray[np.float64]]:
    """Return when he draws, and what hands of two cards then bring; he stands where drawing serves him no better."""
    value = stand[dealer.longest - FIRST_CARDS]
    draws: list[Flags] = []
    for size in range(dealer.longest - 1, FIRST_CARDS - 1, -1):
        drawn = dealer.next_sum(size, value) / dealer.remaining(size)
        stands = stand[size - FIRST_CARDS]
        draws.insert(0, drawn < stands - LEAST_GAIN)
        value = np.where(draws[0], drawn, stands)
    return draws, value


def _ended(dealer: Drawing, ends: Ends, masses: Masses, draws: list[Flags]) -> Masses:
    """Return in how many ordered draws each of *ends* comes by *draws* out of the opening *masses*."""
    ended = []
    for size in range(FIRST_CARDS, dealer.longest + 1):
        drawn = draws[size - FIRST_CARDS] if size < dealer.longest else np.zeros((len(masses), 1), np.bool_)
        ended.append(ends.summed(size, np.where(drawn, 0, masses) * dealer.undrawn_orders(size)))
        if size < dealer.longest:
            masses = dealer.grown(size, np.where(drawn, masses, 0))
    return ends.all_sizes(ended)
