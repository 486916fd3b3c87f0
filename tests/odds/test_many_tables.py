"""Many tables at once earn what each of them earns alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import whole
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile, Side
from service.odds.many_tables import ManyTables, counts_of
from service.odds.setting import Draws, Setting, UpCard
from service.odds.solution import solve
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
