"""The exact odds against a second program that plays the table card by card (tests/odds/oracle.py)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import whole
from service.odds.kinds import Side
from service.odds.setting import BestPlay, Draws, Setting, StandOn, UpCard
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange
from service.rules.dealing import PayTable
from tests.odds.oracle import play_out
from tests.odds.small_tables import as_oracle_table, fraction, pile, policies, settings_of_few_cards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.odds.hands.ladder import End
    from service.odds.setting import Policy

JAWA = DealerRule(draws_to=6, overdraws_to=9, overdraw_chance=Fraction(1, 4))
LANDO = DealerRule(shift_share=Fraction(1, 10))
RKIK = DealerRule(wins_double=True)
GIFTED = SideRules(wild_range=WildRange(1, 4), perk_value=whole(3))
SHIFTS = SideRules(may_change=True)
ALL_ROLES = pile("0 5 2/5 wild clone perk-wild:6 clone")
PLAIN = Side(pile("0 0 5 6 1 4"))
WIDE = Side(pile("0 0 1 2 5 6 6 7"))
ODD = Side(pile("0.5 4.5 pi pi 6 2/5"))
TRADER = Side(ALL_ROLES, GIFTED)
DEVARONIAN = Side(ALL_ROLES, SideRules(wild_range=WildRange(0, 3), own_destiny=whole(3), may_change=True))
FEW_ROLES = Side(pile("5 wild clone 2/5"), SideRules(wild_range=WildRange(0, 1), perk_value=whole(4)))
SIX = Side(pile("0 1 2 5 6 7"))
FOUR = Side(pile("0 0 4 7"))
SHIFTER = Side(pile("0 0 4.5 pi 6 5"), SHIFTS)
DOUBLER = Side(pile("0 2 5 5 6"), SideRules(wins_double=True))
PERFECT = Side(pile("4/7 4/7"))


def assert_agrees(setting: Setting, policy: Policy) -> None:
    """Compare everything that the odds tell with the oracle, as fractions."""
    solution = solve(setting, policy)
    odds = exact_odds(solution)
    oracle = play_out(as_oracle_table(setting, policy))
    outcomes = odds.outcomes
    assert sum(oracle.joint.values()) == 1
    assert odds.edge == oracle.edge
    assert abs(Fraction(solution.edge) - oracle.edge) <= Fraction(solution.error_bound)
    assert odds.variance == oracle.variance
    assert outcomes.win == oracle.share(won=1, perfect=(False, False))
    assert outcomes.perfect == oracle.share(perfect=(True, False))
    assert outcomes.push == oracle.share(won=0)
    assert outcomes.lose == oracle.share(won=-1, perfect=(False, False))
    assert outcomes.dealer_perfect == oracle.share(perfect=(False, True))
    assert outcomes.player_over == oracle.over(player=True, dealer=False)
    assert outcomes.dealer_over == oracle.over(player=False, dealer=True)
    assert outcomes.both_over == oracle.over(player=True, dealer=True)
    both = oracle.share(perfect=(True, True))
    assert odds.player_opens_perfect == outcomes.perfect + both
    assert odds.dealer_opens_perfect == outcomes.dealer_perfect + both
    assert as_numbers(odds.player_ends) == oracle.ends(0)
    assert as_numbers(odds.dealer_ends) == oracle.ends(1)


def as_numbers(ends: Mapping[End, Fraction]) -> dict[tuple[Fraction, int], Fraction]:
    return {(fraction(total), cards): share for (total, cards), share in ends.items()}


TABLES = {
    "plain cards": Setting(PLAIN, PLAIN),
    "plain cards drawn independently": Setting(PLAIN, PLAIN, Draws.INDEPENDENT),
    "a hidden up card": Setting(PLAIN, WIDE, up_card=UpCard.HIDDEN),
    "a hidden up card and independent draws": Setting(WIDE, PLAIN, Draws.INDEPENDENT, UpCard.HIDDEN),
    "a wide pile": Setting(WIDE, WIDE),
    "every role": Setting(TRADER, TRADER),
    "every role by another character": Setting(DEVARONIAN, TRADER),
    "every role drawn independently": Setting(FEW_ROLES, PLAIN, Draws.INDEPENDENT),
    "halves and pi": Setting(ODD, ODD),
    "a player who may change": Setting(SHIFTER, ODD),
    "a player who may change clones": Setting(Side(pile("clone clone clone 0 5"), SHIFTS), PLAIN),
    "a player who wins double": Setting(DOUBLER, PLAIN, pay=PayTable(Fraction(1), 2)),
    "a dealer who overdraws": Setting(WIDE, WIDE, rule=JAWA),
    "a dealer who always overdraws": Setting(WIDE, PLAIN, rule=DealerRule(4, 11, Fraction(1))),
    "a dealer who may change": Setting(PLAIN, ODD, rule=LANDO),
    "a dealer who always changes": Setting(PLAIN, PLAIN, rule=DealerRule(shift_share=Fraction(1))),
    "a dealer who overdraws and may change": Setting(ODD, WIDE, rule=DealerRule(5, 8, Fraction(1, 3), Fraction(2, 7))),
    "a dealer who wins double": Setting(PLAIN, WIDE, rule=RKIK),
    "both win double": Setting(DOUBLER, WIDE, rule=RKIK),
    "a dealer who draws on everything": Setting(PLAIN, WIDE, rule=DealerRule(draws_to=20)),
    "a dealer who draws on 0 alone": Setting(PLAIN, WIDE, rule=DealerRule(draws_to=0)),
    "a dealer who sees the hand": Setting(PLAIN, SIX, dealer_sees_hand=True),
    "a dealer who sees the hand and may change": Setting(SIX, ODD, rule=LANDO, dealer_sees_hand=True),
    "a dealer who sees the hand and wins double": Setting(
        DOUBLER, TRADER, up_card=UpCard.HIDDEN, rule=RKIK, dealer_sees_hand=True
    ),
    "a dealer who sees the hand, independently": Setting(FEW_ROLES, FOUR, Draws.INDEPENDENT, dealer_sees_hand=True),
    "two cards a side": Setting(Side(pile("0 4")), Side(pile("5 5"))),
    "two cards against five": Setting(Side(pile("0 4")), Side(pile("0 1 2 5 6"))),
    "five cards against three": Setting(Side(pile("0 1 2 5 6")), Side(pile("0 0 4"))),
    "four cards against four": Setting(Side(pile("0 1 2 7")), Side(pile("1 1 2 2"))),
    "a player who is always perfect": Setting(PERFECT, PLAIN),
    "a dealer who is always perfect": Setting(PLAIN, PERFECT, pay=PayTable(Fraction(2), 2)),
    "both always perfect": Setting(PERFECT, PERFECT),
    "two destinies that may be perfect": Setting(Side(pile("2/5 2/6 1/6 0")), Side(pile("4/7 4/7 5 6"))),
    "a perfect sabacc out of halves": Setting(Side(pile("4.5 6.5 0.5 0 6")), Side(pile("4.5 6.5 5"))),
    "perfect costs double": Setting(PLAIN, PLAIN, pay=PayTable(Fraction(2), 2)),
    "perfect pays even": Setting(PLAIN, PLAIN, pay=PayTable(Fraction(1), 1)),
    "plays that bring the same": Setting(
        Side(pile("clone clone 0/4 0.5/4.5 0.5/4.5"), SideRules(None, whole(4), whole(3), wins_double=True)),
        Side(pile("clone perk-wild:5 perk-wild:5 perk-wild:5 5/7 5/7"), SideRules(WildRange(4, 5), whole(0))),
        Draws.INDEPENDENT,
        UpCard.HIDDEN,
        DealerRule(draws_to=6, shift_share=Fraction(1, 10), wins_double=True),
        dealer_sees_hand=True,
    ),
    "nothing but clones": Setting(Side(pile("clone clone clone"), GIFTED), Side(pile("clone clone 0"), GIFTED)),
    "nothing but wild cards": Setting(Side(pile("wild wild wild"), GIFTED), PLAIN),
    "one wild card of one number": Setting(
        Side(pile("wild 1 2 4"), SideRules(wild_range=WildRange(5, 5))),
        Side(pile("perk-wild:3 perk-wild:2/7 1 6"), GIFTED),
    ),
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("policy", [BestPlay(), StandOn(8)], ids=["best play", "stands on 8"])
def test_the_odds_of_this_table_are_those_of_the_second_program(name: str, policy: Policy) -> None:
    assert_agrees(TABLES[name], policy)


@settings(max_examples=40)
@given(settings_of_few_cards(), policies)
def test_the_odds_of_any_table_are_those_of_the_second_program(setting: Setting, policy: Policy) -> None:
    assert_agrees(setting, policy)
