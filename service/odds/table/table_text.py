"""A dealer's table in a few lines, as they stand below the title of a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.themes.building import DECK_C
from deckmapping.values import format_value
from deckmapping.variants import variant_rules
from service.odds.kinds import Pile
from service.odds.setting import BestPlay

if TYPE_CHECKING:
    from fractions import Fraction

    from deckmapping.dealer_rule import DealerRule
    from deckmapping.variants import Variant
    from service.odds.kinds import Side
    from service.odds.setting import Policy, Setting
    from service.rules.cards import SideRules

_BEST: Final = BestPlay()


def table_lines(setting: Setting, policy: Policy = _BEST, variant: Variant | None = None) -> tuple[str, str, str]:
    """Tell what *setting* is: a line about the player, one about the dealer, one about the table.

    Args:
        setting: a table.
        policy: how the player plays.
        variant: what makes cards wild or clones; None for fair decks.
    """
    plays = "plays his best" if isinstance(policy, BestPlay) else f"stands on {policy.total} or more"
    draws = "sees the player's hand, plays his best" if setting.dealer_sees_hand else _draws(setting.rule)
    title = "Fair decks" if variant is None else variant_rules(variant).title
    pays = setting.pay.perfect_pays
    table = (
        f"{title}; {setting.draws} draws; up card {setting.up_card}; "
        f"a perfect sabacc pays {pays.numerator}:{pays.denominator}, costs {setting.pay.perfect_costs}"
    )
    player = "; ".join((_deck(setting.player), plays, *_own(setting.player.rules)))
    dealer = "; ".join((_deck(setting.dealer), draws, *_own(setting.dealer.rules), *_of_character(setting.rule)))
    return f"Player: {player}", f"Dealer: {dealer}", table


def _deck(side: Side) -> str:
    """Name Deck C, and count what any other deck holds."""
    return "Deck C" if side.pile == Pile.of_values(DECK_C) else str(side.pile).replace(",", ", ")


def _draws(rule: DealerRule) -> str:
    always = f"draws on {rule.draws_to} or less"
    if rule.overdraws_to is None:
        return always
    return f"{always}, up to {rule.overdraws_to} in {_percent(rule.overdraw_chance)} of the cases"


def _own(rules: SideRules) -> list[str]:
    """Tell what a side's character makes of its hands."""
    also = [format_value(value) for value in (rules.perk_value, rules.own_destiny) if value is not None]
    words = [f"clone cards also {' or '.join(also)}"] if also else []
    if rules.may_change:
        words.append("may change the total by 1")
    if rules.wins_double:
        words.append("every win counts double")
    return words


def _of_character(rule: DealerRule) -> list[str]:
    words = [f"may change his total by 1 on {_percent(rule.shift_share)} of the hands"] if rule.shift_share else []
    return [*words, "every win costs two bets"] if rule.wins_double else words


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4g} %"
