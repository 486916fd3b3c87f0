"""What commands about a dealer's table have in common: the table, how hands come out, piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.dealer_rule import USUAL_DRAWS_TO
from sabacc.v1 import cards_pb2, odds_pb2
from service.cli.enums import word_of
from service.cli.output import exact, line, table
from service.cli.render.shares import fraction_percent, percent

if TYPE_CHECKING:
    from rich.console import Console


def print_table(console: Console, setting: odds_pb2.OddsSetting) -> None:
    """Print what the table is, in words."""
    rule, pay = setting.rule, setting.pay
    is_fair = setting.variant == cards_pb2.VARIANT_FAIR_DECK
    words = [
        f"The table: {'fair decks' if is_fair else word_of(cards_pb2.Variant.DESCRIPTOR, setting.variant)}",
        f"{word_of(odds_pb2.Draws.DESCRIPTOR, setting.draws)} draws",
        f"up card {word_of(odds_pb2.UpCard.DESCRIPTOR, setting.up_card)}",
    ]
    if setting.dealer_sees_hand:
        words.append("the dealer sees the hand")
    else:
        draws_to = rule.draws_to if rule.HasField("draws_to") else USUAL_DRAWS_TO
        words.append(f"the dealer draws on {draws_to} or less")
        if rule.HasField("overdraws_to"):
            words[-1] += f", and up to {rule.overdraws_to} in {fraction_percent(rule.overdraw_chance)} of the cases"
    if rule.HasField("shift_share"):
        words.append(f"he may change his total in {fraction_percent(rule.shift_share)} of the hands")
    if rule.wins_double:
        words.append("his every win costs two bets")
    words.append(f"a perfect sabacc pays {pay.perfect_pays or '3:2'} and costs {pay.perfect_costs}")
    for whose, side in (("player's", setting.player), ("dealer's", setting.dealer)):
        if side.character:
            words.append(f"{whose} character {side.character}")
    line(console, "; ".join(words) + ".")


def print_outcomes(console: Console, outcomes: odds_pb2.OddsOutcomes) -> None:
    """Print how hands come out."""
    rows = (
        ("The player wins", outcomes.win),
        ("The player has a perfect sabacc", outcomes.perfect),
        ("Push", outcomes.push),
        ("The dealer wins", outcomes.lose),
        ("The dealer has a perfect sabacc", outcomes.dealer_perfect),
        ("The player goes over 11", outcomes.player_over),
        ("The dealer goes over 11", outcomes.dealer_over),
        ("Both go over 11", outcomes.both_over),
    )
    console.print(table(("Outcome", "Share"), [(words, percent(share)) for words, share in rows], right=(1,)))


def print_pile(console: Console, whose: str, pile: odds_pb2.OddsPile) -> None:
    """Print a pile as it was read, and what was left out of it."""
    exact(console, f"{whose} {pile.size} cards: {pile.counts}")
    if pile.started_on_table:
        assumed = ", by their types" if pile.started_on_table_assumed else ""
        line(console, f"Left out because they start on table{assumed}: {', '.join(pile.started_on_table)}")
