"""The strategy chart against a brute force over all ordered draws, and what must hold of every chart."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.values import parse_value, whole
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import BestPlay, Draws, Setting, StandOn, UpCard
from service.odds.table.chart import Move, chart
from service.odds.table.chart_text import OVER, chart_rows, chart_text
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange
from tests.odds.enumerated import OneCard, best, card, cards, draws, finals, is_perfect, key, pile_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.odds.table.chart import Cell

DECK_C = Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6})
Place = tuple[int, Fraction, OneCard | None]
"""Number of cards, total, up card."""


def dealers(pile: tuple[OneCard, ...], up: OneCard | None) -> dict[tuple[Fraction, int], Fraction]:
    """The dealer's hands by *up* (None: whatever it is) that are no perfect sabacc, on 7 or less drawing."""
    ends: dict[tuple[Fraction, int], Fraction] = {}
    for first in range(len(pile)):
        if up is None or pile[first] == up:
            rest = (pile[first], *pile[:first], *pile[first + 1 :])
            for end, chance in finals_after_first(rest).items():
                ends[end] = ends.get(end, Fraction(0)) + chance / len(pile)
    return ends


@cache
def finals_after_first(pile: tuple[OneCard, ...]) -> Mapping[tuple[Fraction, int], Fraction]:
    """The final hands that begin with the first card of *pile*."""
    ends: dict[tuple[Fraction, int], Fraction] = {}

    def go(drawn: tuple[int, ...], chance: Fraction) -> None:
        held = [pile[at] for at in drawn]
        if is_perfect(held):
            return
        if len(held) >= 2 and (len(held) == min(6, len(pile)) or best(held) > 7):
            ends[best(held), len(held)] = ends.get((best(held), len(held)), Fraction(0)) + chance
            return
        nexts = list(draws(pile, drawn, finite=True))
        for at in nexts:
            go((*drawn, at), chance / len(nexts))

    go((0,), Fraction(1))
    return ends


class Brute:
    """The best play by every ordered draw; what it brings is by the multiset, given the up card and no perfects."""

    def __init__(self, pile: tuple[OneCard, ...], dealer: dict[tuple[Fraction, int], Fraction]) -> None:
        self.pile, self.seen = pile, sum(dealer.values(), Fraction(0))
        self.dealer = {end: chance / self.seen for end, chance in dealer.items()}
        self.memory: dict[tuple[int, ...], Fraction] = {}

    def stand(self, drawn: tuple[int, ...]) -> Fraction:
        total = best([self.pile[at] for at in drawn])
        own = (key(total), len(drawn))
        others = [((key(end[0]), end[1]), chance) for end, chance in self.dealer.items()]
        return sum((chance * ((own < other) - (own > other)) for other, chance in others), Fraction(0))

    def draw(self, drawn: tuple[int, ...]) -> Fraction:
        nexts = list(draws(self.pile, drawn, finite=True))
        return sum((self.value((*drawn, at)) for at in nexts), Fraction(0)) / len(nexts)

    def value(self, drawn: tuple[int, ...]) -> Fraction:
        known = tuple(sorted(drawn))
        if known not in self.memory:
            at_end = len(drawn) == min(6, len(self.pile))
            self.memory[known] = self.stand(drawn) if at_end else max(self.stand(drawn), self.draw(drawn))
        return self.memory[known]

    def places(self) -> dict[tuple[int, Fraction], list[tuple[Fraction, Fraction, Fraction, Fraction]]]:
        """For each place: chance to be there, stand, draw, chance to go over; one a draw that comes there."""
        found: dict[tuple[int, Fraction], list[tuple[Fraction, Fraction, Fraction, Fraction]]] = {}

        def go(drawn: tuple[int, ...], chance: Fraction) -> None:
            held = [self.pile[at] for at in drawn]
            if is_perfect(held) or len(drawn) == min(6, len(self.pile)):
                return
            nexts = list(draws(self.pile, drawn, finite=True))
            if len(held) >= 2:
                stand, draw = self.stand(drawn), self.draw(drawn)
                over = Fraction(sum(best([*held, self.pile[at]]) > 11 for at in nexts), len(nexts))
                found.setdefault((len(held), best(held)), []).append((chance, stand, draw, over))
                if draw <= stand:
                    return
            for at in nexts:
                go((*drawn, at), chance / len(nexts))

        go((), Fraction(1))
        return found


@pytest.mark.parametrize(
    ("player", "dealer", "up_card"),
    [
        ("0 1 2 5 6 7", "0 3 5 5 7", UpCard.SEEN),
        ("0 1 4.5 5 6 2/5", "1 2 4 6 6", UpCard.HIDDEN),
        ("0 3 6 6 wild clone", "0 2/5 3 5 6", UpCard.SEEN),
    ],
)
def test_a_chart_is_that_of_all_ordered_draws(player: str, dealer: str, up_card: UpCard) -> None:
    rules = SideRules(wild_range=WildRange(1, 6))
    sides = Side(pile_of(cards(player)), rules), Side(pile_of(cards(dealer)), rules)
    ours = chart(solve(Setting(*sides, up_card=up_card)))
    reached = 0
    for at, kind in enumerate(ours.up_cards):
        brute = Brute(cards(player), dealers(cards(dealer), None if kind is None else card(str(kind))))
        expected = brute.places()
        own = {(cell.cards, Fraction(cell.total, 10**7)): cell for cell in ours.cells if cell.up == at}
        assert {place for place, cell in own.items() if cell.is_reached} == set(expected)
        reached += len(expected)
        for place, hands in expected.items():
            assert_same(own[place], hands, brute.seen)
    assert reached > 20


def assert_same(cell: Cell, hands: list[tuple[Fraction, Fraction, Fraction, Fraction]], seen: Fraction) -> None:
    there = sum(chance for chance, *_ in hands)

    def mean(values: list[Fraction]) -> Fraction:
        return sum((hand[0] * value for hand, value in zip(hands, values, strict=True)), Fraction(0)) / there

    stand, draw = mean([hand[1] for hand in hands]), mean([hand[2] for hand in hands])
    best_of_each = mean([max(hand[1], hand[2]) for hand in hands])
    expected = {
        "draw_share": mean([Fraction(hand[2] > hand[1]) for hand in hands]),
        "cost": best_of_each - min(stand, draw),
        "composition": best_of_each - max(stand, draw),
        "stand": stand,
        "draw": draw,
        "chance": there * seen,
        "goes_over": mean([hand[3] for hand in hands]),
    }
    assert {name: getattr(cell, name) for name in expected} == pytest.approx(
        {name: float(value) for name, value in expected.items()}, abs=1e-12
    )


def test_places_the_play_never_comes_to_count_all_ways_to_draw_them() -> None:
    sides = Side(Pile.of_values({0: 4, 3: 2, 7: 2})), Side(DECK_C)
    stands_at_once = chart(solve(Setting(*sides, up_card=UpCard.HIDDEN), StandOn(0)))
    assert {cell.is_reached for cell in stands_at_once.cells if cell.cards == 2} == {True}
    later = {(cell.cards, cell.total): cell for cell in stands_at_once.cells if cell.cards > 2}
    assert not any(cell.is_reached or cell.chance for cell in later.values())
    # Three cards that make 7 are 0 0 7; of the five that are left one is a 7 and two are 3s: 14 is over, 10 is not.
    assert later[3, whole(7)].goes_over == pytest.approx(1 / 5)
    # Three cards that make 6 are 0 3 3; of the five that are left two are 7s.
    assert later[3, whole(6)].goes_over == pytest.approx(2 / 5)


PILES = st.dictionaries(st.integers(0, 7), st.integers(1, 9), min_size=2, max_size=5).map(Pile.of_values)


@given(
    PILES,
    PILES,
    st.sampled_from(Draws),
    st.sampled_from(UpCard),
    st.one_of(st.just(BestPlay()), st.integers(0, 12).map(StandOn)),
)
@settings(max_examples=40)
def test_what_holds_of_every_chart(
    player: Pile, dealer: Pile, draws: Draws, up_card: UpCard, policy: BestPlay | StandOn
) -> None:
    setting = Setting(Side(player), Side(dealer), draws, up_card)
    found = chart(solve(setting, policy))
    for cell in found.cells:
        assert cell.cost >= cell.composition >= 0
        assert 0 <= cell.draw_share <= 1
        assert -1 - 1e-12 <= cell.stand <= 1 + 1e-12
        assert 0 <= cell.goes_over <= 1 + 1e-12
        assert (cell.composition < 1e-12) or cell.move is Move.MIXED
        assert cell.is_reached == (cell.chance > 0)
        assert 0 <= cell.up < len(found.up_cards)
    opening = sum(cell.chance for cell in found.cells if cell.cards == 2)
    perfect = [1 - float(chance_of_perfect(pile, draws)) for pile in (player, dealer)]
    if len(found.cells):
        assert opening == pytest.approx(perfect[0] * perfect[1])


def chance_of_perfect(pile: Pile, draws: Draws) -> Fraction:
    held = {kind.printed[0] // 10**7: count for kind, count in pile.as_counts().items()}
    pairs = sum(count * held.get(11 - value, 0) for value, count in held.items())
    return Fraction(pairs, pile.size * (pile.size - (draws is Draws.FINITE)))


@given(PILES, PILES, st.integers(0, 12))
@settings(max_examples=20)
def test_no_stand_on_total_brings_more_than_the_best_play(player: Pile, dealer: Pile, total: int) -> None:
    setting = Setting(Side(player), Side(dealer))
    assert solve(setting, StandOn(total)).edge <= solve(setting).edge + 1e-9


def test_the_plans_chart_of_deck_c_stands_on_eight_and_draws_on_six() -> None:
    found = chart(solve(Setting(Side(DECK_C), Side(DECK_C))))
    assert {cell.move for cell in found.cells if cell.is_reached and cell.total < whole(6)} == {Move.DRAW}
    assert {cell.move for cell in found.cells if cell.is_reached and cell.total >= whole(9)} == {Move.STAND}


def test_text_keeps_to_its_width_and_shows_every_up_card_and_total() -> None:
    wild = Pile.of_counts({**DECK_C.as_counts(), Kind((), Role.WILD): 4, Kind((parse_value("3.1415927"),)): 2})
    rules = SideRules(wild_range=WildRange(1, 6))
    for side in (Side(DECK_C), Side(wild, rules)):
        found = chart(solve(Setting(side, side)))
        for width in (40, 80, 132):
            text = chart_text(found, width)
            assert max(map(len, text.splitlines())) <= width
            for label in ("2 cards", "5 cards", OVER, *map(str, found.up_cards)):
                assert label in text


def test_rows_of_totals_over_11_are_one_and_costs_are_written_in_hundredths() -> None:
    found = chart(solve(Setting(Side(DECK_C), Side(DECK_C), up_card=UpCard.HIDDEN)))
    rows = {(row.cards, row.label): row for row in chart_rows(found)}
    assert [label for cards, label in rows if cards == 2] == [*map(str, range(11)), OVER]  # 11 is perfect
    cell = next(cell for cell in found.cells if (cell.cards, cell.total) == (2, 0))
    mark = rows[2, "0"].marks[0]
    assert mark is not None
    assert mark.text == f"D{f'{cell.cost:.2f}'[1:]:>4}"
    assert sum(row.chance for row in chart_rows(found)) == pytest.approx(sum(cell.chance for cell in found.cells))


def test_bands_put_totals_between_whole_numbers_together_as_often_as_they_come_about() -> None:
    halves = Pile.of_counts(
        DECK_C.as_counts() | {Kind((parse_value(text),)): 3 for text in ("0.5", "3.1415927", "4.5")}
    )
    found = chart(solve(Setting(Side(halves), Side(DECK_C))))
    rows = {(row.cards, row.label): row for row in chart_rows(found, in_bands=True)}
    assert [label for cards, label in rows if cards == 3] == [
        *(f"{low} to <{low + 1}" for low in range(11)), "11", OVER,
    ]  # fmt: skip
    assert chart_rows(found) == tuple(rows.values())  # more totals than anybody reads
    assert len(chart_rows(found, in_bands=False)) > 100
    assert sum(row.chance for row in rows.values()) == pytest.approx(sum(cell.chance for cell in found.cells))
    for up in range(len(found.up_cards)):
        band = [cell for cell in found.cells if (cell.cards, cell.up) == (3, up) and 7 <= cell.total / 10**7 < 8]
        assert len(band) > 3
        of = sum(cell.chance for cell in band)
        best_moves = sum(cell.chance * (max(cell.stand, cell.draw) + cell.composition) for cell in band) / of
        stand, draw = (sum(cell.chance * getattr(cell, name) for cell in band) / of for name in ("stand", "draw"))
        mark = rows[3, "7 to <8"].marks[up]
        assert mark is not None
        assert mark.cost == pytest.approx(best_moves - min(stand, draw))
        assert (mark.letter.upper() == "D") == (draw > stand)
        moves = {cell.move for cell in band if cell.is_reached}
        assert mark.letter.islower() == (len(moves) > 1 or Move.MIXED in moves)


def test_finals_know_a_sure_hand() -> None:
    assert finals(cards("4 4 4"), lambda held: best(held) < 9) == {(Fraction(12), 3, False): Fraction(1)}
