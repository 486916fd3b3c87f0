"""Each player's exact chance of first place before the seed is known, replays and lot included.

Everything is whole numbers: the chances of one hand are counts of ordered draws, and those of up to 65 hands in a row
are kept over one common denominator, so nothing is rounded before `format_share`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from service.odds.decimals import as_decimal
from service.odds.hands.final_hands import final_hands, go_on
from service.odds.kinds import Kind, Pile, Side
from service.rules.ranking import rank
from service.tiebreak.criteria import standings
from service.tiebreak.errors import TooManyEqualError
from service.tiebreak.limits import WIN_SHARES
from service.tiebreak.resolution import check_piles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckmapping.values import Value
    from service.odds.hands.final_hands import Checkpoint
    from service.rules.ranking import Rank
    from service.tiebreak.model import TieRequest

    Cards = tuple[tuple[Value, ...], ...]
    """A pile as the values each of its cards may count."""

SHARE_DECIMALS: Final = 12


class Contest(NamedTuple):
    """Who may still come first, and with what: plain values that another process can take."""

    players: tuple[str, ...]
    """All of the tie, by name."""
    first: tuple[str, ...]
    """Those on the best level after the criteria, by name."""
    piles: tuple[Cards, ...]
    """Theirs, aligned with `first`; empty where nothing is played."""
    stand_on: int
    replay_limit: int


class HandChances(NamedTuple):
    """How often each final hand comes, as counts of ordered draws."""

    ways: Mapping[Rank, int]
    of: int
    """All ordered draws."""


def contest_of(request: TieRequest, values_of: Mapping[str, tuple[Value, ...]]) -> Contest:
    """Return what the chances of first place depend on.

    Raises:
        TooManyEqualError: more than six players would play for it.
        NoDeckError: one of them has no deck.
        PileTooSmallError: one of them has a pile of one card.
    """
    options = request.options
    first = standings(request.players, request.wins, options.criteria)[0].players
    piles: tuple[Cards, ...] = ()
    if len(first) > 1 and not options.share:
        if not WIN_SHARES.accepts(len(first)):
            raise TooManyEqualError.of("options.withWinShares", f"{len(first)} players", WIN_SHARES.expected)
        by_name = {player.name: player.pile for player in request.players}
        check_piles(request.players, {name: by_name[name] for name in first})
        piles = tuple([tuple(sorted([values_of[id_] for id_ in by_name[name]])) for name in first])
    names = tuple(sorted([player.name for player in request.players]))
    return Contest(names, first, piles, options.stand_on, options.replay_limit)


def win_shares(contest: Contest, checkpoint: Checkpoint = go_on) -> tuple[tuple[str, Fraction], ...]:
    """Return each player's chance of first place, by name.

    It is 0 for those below the best level, and 1 on it where nothing is played: for a player alone there, and for each
    of those who share first place. *checkpoint* is called every few milliseconds or sooner.
    """
    shares = dict.fromkeys(contest.players, Fraction(0))
    if contest.piles:
        chances = [hand_chances(cards, contest.stand_on, checkpoint) for cards in contest.piles]
        shares |= dict(zip(contest.first, _first_places(chances, contest.replay_limit, checkpoint), strict=True))
    else:
        shares |= dict.fromkeys(contest.first, Fraction(1))
    return tuple(shares.items())


def format_share(share: Fraction) -> str:
    """Write a chance as a decimal with at most 12 decimals, halves rounded up, no trailing zero."""
    return as_decimal(share, SHARE_DECIMALS).rstrip("0").rstrip(".")


def hand_chances(cards: Cards, stand_on: int, checkpoint: Checkpoint = go_on) -> HandChances:
    """Enumerate one player's hand under the automatic rule (tsb1, HAND).

    A perfect sabacc is a plain 11 here.
    """
    pile = Pile.of_counts(Counter(Kind(values) for values in cards))
    found = final_hands(Side(pile), stand_on, checkpoint=checkpoint)
    ways: Counter[Rank] = Counter()
    for (total, size), orders in found.ways.items():
        ways[rank(total, size)] += orders
    return HandChances(ways, found.of)


def _first_places(chances: Sequence[HandChances], replay_limit: int, checkpoint: Checkpoint) -> list[Fraction]:
    """Return each player's chance that he is first of this group.

    With h hands left before the lot, a group G (a set of bits) and the chance q(G, S) that exactly S hold its best
    hand, a player's chance in G is the sum over all S with him of q(G, S) times his chance in S with h - 1 hands left;
    with none left it is 1 / |G|, the lot's. All q have the denominator `hand`, so the chances have hand^h * lot.
    """
    everybody = (1 << len(chances)) - 1
    hand = prod(chance.of for chance in chances)
    lot = lcm(*range(1, len(chances) + 1))
    best = _best_hands(chances, checkpoint)
    shares = {(group, player): lot // group.bit_count() for group in _subsets(everybody) for player in _members(group)}
    for _ in range(1 + replay_limit):
        checkpoint()
        after: Counter[tuple[int, int]] = Counter()
        for (group, tied), ways in best.items():
            for player in _members(tied):
                after[group, player] += ways * shares[tied, player]
        shares = after
    whole_chance = hand ** (1 + replay_limit) * lot
    return [Fraction(shares[everybody, player], whole_chance) for player in range(len(chances))]


def _best_hands(chances: Sequence[HandChances], checkpoint: Checkpoint) -> dict[tuple[int, int], int]:
    """Return for every group, and every set of its members, in how many ways exactly that set holds its best hand.

    The ways are out of the product of all players' draws, those outside the group included.
    """
    ranks = sorted({key for chance in chances for key in chance.ways})
    exactly = [[chance.ways.get(key, 0) for key in ranks] for chance in chances]
    worse = [[sum(row[at + 1 :]) for at in range(len(ranks))] for row in exactly]
    everybody = (1 << len(chances)) - 1
    best = {}
    for group in _subsets(everybody):
        outside = prod(chances[player].of for player in _members(everybody ^ group))
        for tied in _subsets(group):
            checkpoint()
            rows = [exactly[player] for player in _members(tied)] + [worse[player] for player in _members(group ^ tied)]
            best[group, tied] = outside * sum(map(prod, zip(*rows, strict=True)))
    return best


def _members(group: int) -> list[int]:
    """Return the players of a set of bits."""
    return [player for player in range(group.bit_length()) if group >> player & 1]


def _subsets(group: int) -> Iterator[int]:
    """Yield every subset of a set of bits but the empty one."""
    subset = group
    while subset:
        yield subset
        subset = (subset - 1) & group
