"""Many tables at once earn what each of them earns alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import Value, whole
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting, UpCard
from service.odds.table.many_tables import ManyTables, counts_of
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange

PLAIN = Side(Pile.of_values({0: 6, 1: 4, 4: 3, 5: 5, 6: 3, 7: 2}))
THEMED = Side(
    Pile.of_counts(
        {
            Kind((), Role.CLONE): 5,
            Kind((), Role.WILD): 2,
            Kind((whole(2), whole(5))): 2,
            Kind((whole(3),), Role.PERK_WILD): 2,
            Kind((whole(1),)): 5,
            Kind((whole(6),)): 4,
        }
    ),
    SideRules(WildRange(2, 7), perk_value=whole(0)),
)
CHANGING = Side(PLAIN.pile, SideRules(may_change=True, wins_double=True))
LOW = Side(Pile.of_values({0: 7, 1: 9}))
"""It never comes near most hands of a dealer, so that drawing often brings just what standing brings."""
RULES = (
    DealerRule(),
    DealerRule(5, 9, Fraction(2, 7), shift_share=Fraction(1, 3)),
    DealerRule(8, shift_share=Fraction(1), wins_double=True),
)


def some_piles(side: Side, tables: int, seed: int) -> list[list[int]]:
    """Piles of the cards of *side* with a few of them gone, of different sizes."""
    chance = np.random.default_rng(seed)
    cards = [kind for kind, count in side.pile.as_counts().items() for _ in range(count)]
    piles = []
    for _ in range(tables):
        gone = Counter(chance.choice(len(cards), size=chance.integers(0, 9), replace=False).tolist())
        left = Counter(card for at, card in enumerate(cards) if at not in gone)
        piles.append([left[kind] for kind in side.pile.kinds])
    return piles


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("up_card", UpCard)
@pytest.mark.parametrize("draws", Draws)
@pytest.mark.parametrize(("player", "dealer"), [(PLAIN, PLAIN), (THEMED, PLAIN), (PLAIN, THEMED), (CHANGING, THEMED)])
def test_each_of_many_tables_earns_what_it_earns_alone(
    player: Side, dealer: Side, draws: Draws, up_card: UpCard, rule: DealerRule
) -> None:
    setting = Setting(player, dealer, draws, up_card, rule)
    tables = ManyTables.of(setting)
    own, theirs = some_piles(player, 4, 1), some_piles(dealer, 4, 2)
    found = tables.solve(counts_of(tables.player, own), counts_of(tables.dealer, theirs))
    for table, (mine, his) in enumerate(zip(own, theirs, strict=True)):
        alone = replace(
            setting,
            player=Side(Pile.of_counts(dict(zip(player.pile.kinds, mine, strict=True))), player.rules),
            dealer=Side(Pile.of_counts(dict(zip(dealer.pile.kinds, his, strict=True))), dealer.rules),
        )
        assert found.edges[table] == pytest.approx(solve(alone).edge, abs=1e-12)


some_kinds = st.one_of(
    st.sets(st.integers(0, 22), min_size=1, max_size=2).map(
        lambda halves: Kind(tuple(Value(whole(each) // 2) for each in sorted(halves)))
    ),
    st.sampled_from([Kind((), Role.WILD), Kind((), Role.CLONE), Kind((whole(3),), Role.PERK_WILD)]),
)
some_sides = st.builds(
    lambda counts, rules: Side(Pile.of_counts(counts), rules),
    st.dictionaries(some_kinds, st.integers(2, 5), min_size=3, max_size=5),
    st.builds(
        SideRules,
        st.builds(WildRange, st.integers(0, 2), st.integers(3, 4)),
        st.sampled_from([None, whole(0), whole(4)]),
    ),
)


@settings(max_examples=40)
@given(some_sides, some_sides, st.sampled_from(RULES), st.sampled_from(UpCard), st.sampled_from(Draws))
def test_a_table_of_any_cards_earns_what_it_earns_alone(
    player: Side, dealer: Side, rule: DealerRule, up_card: UpCard, draws: Draws
) -> None:
    setting = Setting(player, dealer, draws, up_card, rule)
    tables = ManyTables.of(setting)
    own, his = (
        counts_of(side, [pile.counts])
        for side, pile in zip((tables.player, tables.dealer), (player.pile, dealer.pile), strict=True)
    )
    assert tables.solve(own, his).edges[0] == pytest.approx(solve(setting).edge, abs=1e-12)


def test_a_hand_worse_than_all_hands_it_can_come_from_is_no_hand_that_decides() -> None:
    # 1/5 and 1/6, 1/5 and 1/10, 1/6 and 1/10 are 11 each, but all three are 8 at best, and a 3 would make them better.
    cards = [Kind((whole(1), whole(high))) for high in (5, 6, 10)]
    side = Side(Pile.of_counts({**dict.fromkeys(cards, 2), Kind((whole(3),)): 3, Kind((whole(0),)): 2}))
    setting = Setting(side, side)
    tables = ManyTables.of(setting)
    own = counts_of(tables.player, [side.pile.counts])
    assert tables.solve(own, own).edges[0] == pytest.approx(solve(setting).edge, abs=1e-12)
    held = tables.player.hands.levels[2].held[tables.deciding[1]]
    kinds = [tables.player.hands.kinds.index(card) for card in cards]
    assert not (held[:, kinds] == 1).all(axis=1).any()


@pytest.mark.parametrize("up_card", UpCard)
@pytest.mark.parametrize(("player", "dealer"), [(PLAIN, PLAIN), (CHANGING, THEMED), (LOW, PLAIN)])
def test_the_player_draws_at_one_of_many_tables_as_he_draws_at_it_alone(
    player: Side, dealer: Side, up_card: UpCard
) -> None:
    setting = Setting(player, dealer, up_card=up_card)
    tables = ManyTables.of(setting)
    own, theirs = counts_of(tables.player, [player.pile.counts]), counts_of(tables.dealer, [dealer.pile.counts])
    plays = tables.solve(own, theirs)
    alone = solve(setting).play
    assert len(plays.draws) == len(alone.draws) == len(tables.deciding)
    for rows, together, draws in zip(tables.deciding, plays.draws, alone.draws, strict=True):
        assert together[..., 0].tolist() == draws[rows].tolist()


def test_a_play_found_at_one_table_can_be_played_at_another() -> None:
    tables = ManyTables.of(Setting(PLAIN, PLAIN))
    own, theirs = (counts_of(side, some_piles(PLAIN, 5, 3)) for side in (tables.player, tables.dealer))
    best = tables.solve(own, theirs)
    first = tables.solve(own[:, :1], theirs[:, :1])
    same = tables.solve(own, theirs, best.draws)
    other = tables.solve(own, theirs, first.draws)
    assert same.edges == pytest.approx(best.edges, abs=1e-15)
    assert other.edges[0] == pytest.approx(best.edges[0], abs=1e-15)
    assert np.all(other.edges <= best.edges + 1e-15)
    assert np.any(other.edges < best.edges - 1e-6)


def test_a_dealer_who_sees_the_hand_is_not_solved_among_many() -> None:
    with pytest.raises(ValueError, match="by a rule"):
        ManyTables.of(Setting(PLAIN, PLAIN, dealer_sees_hand=True))
