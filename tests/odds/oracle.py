"""A second, plain program for a dealer's table: real cards, ordered draws, exact fractions, no arrays.

It is written from the words of the rules and shares no code with `service`. It is slow: for piles of a few cards.
Where drawing and standing serve a side alike, the side stands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

PERFECT = "perfect"
End = tuple[Fraction, int] | str
"""Total and number of cards, or `PERFECT`."""
Chances = dict[End, Fraction]


@dataclass(frozen=True, order=True)
class OracleCard:
    """A card; `role` is plain, wild, clone or perk-wild."""

    role: str
    printed: tuple[Fraction, ...]


Cards = tuple[OracleCard, ...]


@dataclass(frozen=True)
class OracleSide:
    """A pile and what its owner is allowed."""

    pile: Cards
    wild_values: tuple[Fraction, ...] = ()
    gifts: tuple[Fraction, ...] = ()
    may_change: bool = False
    wins_double: bool = False


@dataclass(frozen=True)
class OracleTable:
    """A dealer's table. The dealer's own `may_change` and `wins_double` are not read: they are the table's."""

    player: OracleSide
    dealer: OracleSide
    is_finite: bool
    is_seen: bool
    draws_to: int
    overdraws_to: int
    overdraw_chance: Fraction
    shift_share: Fraction
    dealer_wins_double: bool
    perfect_pays: Fraction
    perfect_costs: int
    dealer_sees_hand: bool
    stand_on: int | None
    """None: the player plays as serves him best."""


def score(end: tuple[Fraction, int]) -> tuple[bool, Fraction, int]:
    """R7: the higher score wins."""
    total, cards = end
    return total <= 11, total if total <= 11 else -total, -cards


def best_total(cards: Cards, side: OracleSide, may_change: bool) -> Fraction:
    """R5 and R6: try all values of all cards, and every change."""
    if all(card.role == "clone" for card in cards):
        sums = {Fraction(0)}
    else:
        sources = [card for card in cards if card.role != "clone"]
        clones = len(cards) - len(sources)
        sums = set()
        for values in product(*(_may_count(card, side) for card in sources)):
            for cloned in product({*values, *side.gifts}, repeat=clones):
                sums.add(sum(values, Fraction(0)) + sum(cloned, Fraction(0)))
    if may_change:
        sums = sums | {each + 1 for each in sums} | {max(each - 1, Fraction(0)) for each in sums if each > 0}
    return max(sums, key=lambda total: score((total, 0)))


def _may_count(card: OracleCard, side: OracleSide) -> set[Fraction]:
    return {
        "plain": set(card.printed),
        "wild": set(side.wild_values),
        "perk-wild": {*side.wild_values, *card.printed},
    }[card.role]


def is_perfect(cards: Cards) -> bool:
    """R3: two cards, neither wild nor clone, whose printed values can total 11."""
    if len(cards) != 2 or any(card.role in ("wild", "clone") for card in cards):
        return False
    return any(one + other == 11 for one in cards[0].printed for other in cards[1].printed)


@dataclass
class Drawer:
    """One side at the table: which cards may come next to a hand, and what hands are worth."""

    side: OracleSide
    is_finite: bool
    totals: dict[tuple[Cards, bool], Fraction] = field(default_factory=dict)

    def total(self, hand: Cards, may_change: bool) -> Fraction:
        """Return the best total of *hand*."""
        if (hand, may_change) not in self.totals:
            self.totals[hand, may_change] = best_total(hand, self.side, may_change)
        return self.totals[hand, may_change]

    def end(self, hand: Cards, may_change: bool) -> tuple[Fraction, int]:
        """Return the end to which a hand that stands comes."""
        return self.total(hand, may_change), len(hand)

    def next_hands(self, hand: Cards) -> list[tuple[Fraction, Cards]]:
        """Return the hands of one card more with their chances; none where the hand must stand (R4)."""
        left = Counter(self.side.pile)
        if self.is_finite:
            left.subtract(hand)
        cards = sum(left.values())
        if len(hand) == 6 or not cards:
            return []
        return [(Fraction(n, cards), tuple(sorted((*hand, card)))) for card, n in left.items() if n]


def _mix(parts: list[tuple[Fraction, Chances]]) -> Chances:
    mixed: Counter[End] = Counter()
    for chance, ends in parts:
        for end, share in ends.items():
            mixed[end] += chance * share  # type: ignore[assignment]  # a counter of fractions
    return {end: share for end, share in mixed.items() if share}  # type: ignore[misc]


def dealer_by_rule(
    table: OracleTable, drawer: Drawer, hand: Cards, shifts: bool, memory: dict[Cards, Chances]
) -> Chances:
    """Return how the dealer's *hand* ends; he looks at his own best total and at nothing else."""
    if hand in memory:
        return memory[hand]
    stands: Chances = {drawer.end(hand, shifts): Fraction(1)}
    further = drawer.next_hands(hand)
    total = drawer.total(hand, False)
    if total <= table.draws_to:
        chance = Fraction(1)
    elif total <= table.overdraws_to:
        chance = table.overdraw_chance
    else:
        chance = Fraction(0)
    if not further:
        chance = Fraction(0)
    parts = [(1 - chance, stands)] if chance < 1 else []
    if chance:
        parts += [(chance * p, dealer_by_rule(table, drawer, more, shifts, memory)) for p, more in further]
    memory[hand] = _mix(parts)
    return memory[hand]


def dealer_knowing(  # noqa: PLR0917
    table: OracleTable,
    drawer: Drawer,
    hand: Cards,
    shifts: bool,
    target: tuple[Fraction, int],
    memory: dict[Cards, tuple[Fraction, Chances]],
) -> tuple[Fraction, Chances]:
    """Return what the player gets where the dealer plays his best against the end *target*, and how he ends."""
    if hand in memory:
        return memory[hand]
    end = drawer.end(hand, shifts)
    best: tuple[Fraction, Chances] = (bets(table, target, end), {end: Fraction(1)})
    further = [(p, dealer_knowing(table, drawer, more, shifts, target, memory)) for p, more in drawer.next_hands(hand)]
    if further:
        drawn = sum((p * value for p, (value, _) in further), Fraction(0))
        if drawn < best[0]:
            best = drawn, _mix([(p, ends) for p, (_, ends) in further])
    memory[hand] = best
    return best


def bets(table: OracleTable, player: End, dealer: End) -> Fraction:
    """Return what the player wins (R3, R7, R8 and the table's payouts)."""
    if PERFECT in {player, dealer}:
        if player == dealer:
            return Fraction(0)
        if player == PERFECT:
            return Fraction(2) if table.player.wins_double else table.perfect_pays
        return Fraction(-2) if table.dealer_wins_double else Fraction(-table.perfect_costs)
    assert not isinstance(player, str)
    assert not isinstance(dealer, str)
    mine, his = score(player), score(dealer)
    if mine > his:
        return Fraction(2 if table.player.wins_double else 1)
    return Fraction(-2 if table.dealer_wins_double else -1) if mine < his else Fraction(0)


@dataclass
class OracleOdds:
    """How often each pair of ends meets, as chances that add up to 1."""

    table: OracleTable
    joint: dict[tuple[End, End], Fraction]

    @property
    def edge(self) -> Fraction:
        """Return what the player wins on average."""
        return sum((p * bets(self.table, *pair) for pair, p in self.joint.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Return the mean squared distance from the edge."""
        edge = self.edge
        return sum((p * (bets(self.table, *pair) - edge) ** 2 for pair, p in self.joint.items()), Fraction(0))

    def share(self, *, won: int | None = None, perfect: tuple[bool, bool] | None = None) -> Fraction:
        """Return the share of hands with a sign of the result, and with a perfect sabacc of the player, the dealer."""
        return sum(
            (
                p
                for (mine, his), p in self.joint.items()
                if (won is None or _sign(bets(self.table, mine, his)) == won)
                and (perfect is None or (mine == PERFECT, his == PERFECT) == perfect)
            ),
            Fraction(0),
        )

    def over(self, player: bool, dealer: bool) -> Fraction:
        """Return the share of hands played out in which those asked for are over 11."""
        found = Fraction(0)
        for (mine, his), p in self.joint.items():
            if isinstance(mine, str) or isinstance(his, str):
                continue
            if (not player or mine[0] > 11) and (not dealer or his[0] > 11):
                found += p
        return found

    def ends(self, side: int) -> Chances:
        """Return how the hands of a side (0 the player's) end, as shares of the hands played out."""
        played = self.share(perfect=(False, False))
        found: Counter[End] = Counter()
        for pair, p in self.joint.items():
            if PERFECT not in pair:
                found[pair[side]] += p / played  # type: ignore[assignment]  # a counter of fractions
        return dict(found)  # type: ignore[arg-type]


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def play_out(table: OracleTable) -> OracleOdds:
    """Play *table* through."""
    player, dealer = Drawer(table.player, table.is_finite), Drawer(table.dealer, table.is_finite)
    player_opens, dealer_opens = _openings(player), _openings(dealer)
    joint: dict[tuple[End, End], Fraction] = {}

    def meet(mine: End, his: End, chance: Fraction) -> None:
        if chance:
            joint[mine, his] = joint.get((mine, his), Fraction(0)) + chance

    cases = sorted({up for up, _ in dealer_opens}) if table.is_seen else [None]
    for up in cases:
        hole = {pair: p for pair, p in dealer_opens.items() if up is None or pair[0] == up}
        of_perfect = sum((p for pair, p in hole.items() if is_perfect(pair)), Fraction(0))
        open_hands = _by_hand({pair: p for pair, p in hole.items() if not is_perfect(pair)})
        answers = _Answers(table, dealer, open_hands)
        plays: dict[Cards, tuple[Fraction, Chances]] = {}
        for pair, p in player_opens.items():
            if is_perfect(pair):
                meet(PERFECT, PERFECT, p * of_perfect)
                for his, share in answers.any_end().items():
                    meet(PERFECT, his, p * share)
                continue
            for mine, often in _play(table, player, tuple(sorted(pair)), answers, plays)[1].items():
                meet(mine, PERFECT, p * often * of_perfect)
                assert not isinstance(mine, str)
                for his, share in answers.to(mine)[1].items():
                    meet(mine, his, p * often * share)
    return OracleOdds(table, joint)


def _openings(drawer: Drawer) -> dict[Cards, Fraction]:
    """Return the first two cards, in the order drawn, with their chances."""
    found: dict[Cards, Fraction] = {}
    pile = drawer.side.pile
    for at, first in enumerate(pile):
        rest = pile[:at] + pile[at + 1 :] if drawer.is_finite else pile
        for second in rest:
            found[first, second] = found.get((first, second), Fraction(0)) + Fraction(1, len(pile) * len(rest))
    return found


def _by_hand(openings: dict[Cards, Fraction]) -> dict[Cards, Fraction]:
    found: dict[Cards, Fraction] = {}
    for pair, p in openings.items():
        hand = tuple(sorted(pair))
        found[hand] = found.get(hand, Fraction(0)) + p
    return found


@dataclass
class _Answers:
    """What the dealer's hands that are no perfect sabacc come to, for one case of the up card."""

    table: OracleTable
    drawer: Drawer
    hands: dict[Cards, Fraction]
    known: dict[tuple[Fraction, int], tuple[Fraction, Chances]] = field(default_factory=dict)
    by_rule: Chances | None = None

    def to(self, target: tuple[Fraction, int]) -> tuple[Fraction, Chances]:
        """Return what the player's end *target* brings him, times the chance of the case, and how the dealer ends."""
        if target not in self.known:
            ends = self._knowing(target) if self.table.dealer_sees_hand else self._by_rule()
            value = sum((p * bets(self.table, target, his) for his, p in ends.items()), Fraction(0))
            self.known[target] = value, ends
        return self.known[target]

    def any_end(self) -> Chances:
        """Return how the dealer ends where it does not matter: he need not play."""
        return {(Fraction(0), 2): sum(self.hands.values(), Fraction(0))}

    def _by_rule(self) -> Chances:
        if self.by_rule is None:
            parts = []
            for shifts, part in self._shifts():
                memory: dict[Cards, Chances] = {}
                for hand, p in self.hands.items():
                    parts.append((part * p, dealer_by_rule(self.table, self.drawer, hand, shifts, memory)))
            self.by_rule = _mix(parts)
        return self.by_rule

    def _knowing(self, target: tuple[Fraction, int]) -> Chances:
        parts = []
        for shifts, part in self._shifts():
            memory: dict[Cards, tuple[Fraction, Chances]] = {}
            for hand, p in self.hands.items():
                parts.append((part * p, dealer_knowing(self.table, self.drawer, hand, shifts, target, memory)[1]))
        return _mix(parts)

    def _shifts(self) -> list[tuple[bool, Fraction]]:
        share = self.table.shift_share
        return [(shifts, part) for shifts, part in ((False, 1 - share), (True, share)) if part]


def _play(
    table: OracleTable, drawer: Drawer, hand: Cards, answers: _Answers, memory: dict[Cards, tuple[Fraction, Chances]]
) -> tuple[Fraction, Chances]:
    """Return what the player's *hand* brings, times the chance of the case, and how it ends."""
    if hand in memory:
        return memory[hand]
    end = drawer.end(hand, table.player.may_change)
    best: tuple[Fraction, Chances] = (answers.to(end)[0], {end: Fraction(1)})
    further = [(p, _play(table, drawer, more, answers, memory)) for p, more in drawer.next_hands(hand)]
    if further:
        drawn = sum((p * value for p, (value, _) in further), Fraction(0))
        draws = drawn > best[0] if table.stand_on is None else drawer.total(hand, False) < table.stand_on
        if draws:
            best = drawn, _mix([(p, ends) for p, (_, ends) in further])
    memory[hand] = best
    return best
