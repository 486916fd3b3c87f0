"""A dealer who sees the player's hand: what he does about it, reckoned by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import whole
from service.odds.kinds import Side
from service.odds.setting import Setting, StandOn
from service.odds.table import knowing
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from tests.odds.small_tables import pile

if TYPE_CHECKING:
    from service.odds.table.outcomes import Odds


def odds(player: str, dealer: str, rule: DealerRule | None = None) -> Odds:
    """Return the odds where the player stands on what he is dealt."""
    setting = Setting(Side(pile(player)), Side(pile(dealer)), rule=rule or DealerRule(), dealer_sees_hand=True)
    return exact_odds(solve(setting, StandOn(0)))


def test_he_stands_on_any_total_that_wins() -> None:
    # By the rule he would draw on 2, 5 and 7, and 12 would lose.
    found = odds("0 1", "2 0 5 5")
    assert found.outcomes.lose == 1
    assert {cards for _, cards in found.dealer_ends} == {2}


def test_he_draws_on_high_totals_that_lose() -> None:
    found = odds("5 5", "4 4 1 1 1 1")
    # By the rule he stands on 8 and loses to 10; three 1s more make 11, which beats it.
    assert (whole(8), 2) not in found.dealer_ends
    assert found.edge < exact_odds(solve(Setting(Side(pile("5 5")), Side(pile("4 4 1 1 1 1"))), StandOn(0))).edge


def test_he_draws_where_he_has_lost_otherwise() -> None:
    found = odds("4 4", "0 4 7")
    # 0 4 has lost to 8, and drawing the 7 wins with 11; 0 7 has lost, and drawing the 4 wins; 4 7 is perfect.
    assert found.outcomes.dealer_perfect == Fraction(1, 3)
    assert found.outcomes.lose == Fraction(2, 3)
    assert found.edge == -1


def test_he_stands_where_drawing_brings_him_the_same() -> None:
    found = odds("5 5", "1 1 1 1 1 1 1")
    assert found.outcomes.win == 1
    assert dict(found.dealer_ends) == {(whole(2), 2): 1}


def test_he_knows_whether_he_may_change_his_total() -> None:
    # 5 4 ties with 4 5 and wins as 10 where he may change; where he may not he stands, for the next card is a 5 or 4.
    found = odds("4 5", "4 5 5 5", DealerRule(shift_share=Fraction(1, 4)))
    pairs = {"4 5": Fraction(1, 2), "5 5": Fraction(1, 2)}
    assert found.outcomes.push == pairs["4 5"] * Fraction(3, 4)
    assert found.outcomes.lose == pairs["5 5"] + pairs["4 5"] * Fraction(1, 4)
    assert dict(found.dealer_ends) == {
        (whole(9), 2): Fraction(3, 8),
        (whole(10), 2): Fraction(3, 8) + Fraction(1, 8),
        (whole(11), 2): Fraction(1, 8),
    }


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 3), Fraction(1, 10**18)])
def test_his_answers_are_the_same_in_small_parts(share: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = Side(pile("0 0 1 2 5 6")), Side(pile("0 1 4 4.5 7"))
    setting = Setting(*sides, rule=DealerRule(shift_share=share), dealer_sees_hand=True)
    at_once = solve(setting)
    monkeypatch.setattr(knowing, "_MOST_CELLS", 2000)
    in_parts = solve(setting)
    assert exact_odds(in_parts) == exact_odds(at_once)
    assert in_parts.edge == pytest.approx(at_once.edge, abs=1e-14)


def test_a_share_in_parts_beyond_64_bits_is_exact() -> None:
    sides = Side(pile("0 0 1 2 5 6")), Side(pile("0 1 4 4.5 7"))
    share = Fraction(123_456_789_012_345_679, 10**18)
    never, sometimes, always = (
        exact_odds(solve(Setting(*sides, rule=DealerRule(shift_share=each), dealer_sees_hand=True), StandOn(6)))
        for each in (Fraction(0), share, Fraction(1))
    )
    assert sometimes.edge == (1 - share) * never.edge + share * always.edge
    assert sometimes.edge < never.edge
