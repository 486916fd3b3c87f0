"""Odds as messages."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

from deckmapping.values import format_value
from sabacc.v1 import odds_pb2 as pb
from service.odds.decimals import as_decimal
from service.rpc.contract.enums import WIRE_VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from deckmapping.values import Value
    from service.odds.design.design import Design
    from service.odds.design.tuning import Tuned
    from service.odds.kinds import Kind, Pile
    from service.odds.profile import DeckProfile, VariantProfile
    from service.odds.shoe.counting import CounterGain, Estimate
    from service.odds.simulation.simulation import Simulated
    from service.odds.table.chart import Cell
    from service.odds.table.outcomes import Outcomes
    from service.odds.versus.versus import VersusOdds, VersusShares
    from service.rpc.contract.odds_jobs import Over, Picture, TableOdds
    from service.rpc.contract.odds_requests import ReadSide

DECIMALS: Final = 15
"""Of every exact number that is written as a decimal."""


def decimal(number: Fraction) -> str:
    """Write *number* with 15 decimals, rounded half up, and half down below 0, so that only the sign differs there."""
    return as_decimal(number, DECIMALS)


def outcomes_message(outcomes: Outcomes) -> pb.OddsOutcomes:
    """Return how hands come out."""
    return pb.OddsOutcomes(
        **{name: decimal(getattr(outcomes, name)) for name in pb.OddsOutcomes.DESCRIPTOR.fields_by_name}
    )


def pile_message(read: ReadSide, pile: Pile | None = None) -> pb.OddsPile:
    """Return the pile of a side, or *pile* of it, with what was left out."""
    pile = pile or read.side.pile
    return pb.OddsPile(
        counts=str(pile), size=pile.size, started_on_table=read.on_table, started_on_table_assumed=read.guessed
    )


def fill_odds(response: pb.ComputeOddsResponse, found: TableOdds) -> None:
    """Fill in what a table earns."""
    odds = found.odds
    response.player_edge = decimal(odds.edge)
    response.player_edge_fraction = str(odds.edge)
    response.house_edge = decimal(-odds.edge)
    response.edge = found.edge
    response.error_bound = found.error_bound
    response.variance = decimal(odds.variance)
    response.outcomes.CopyFrom(outcomes_message(odds.outcomes))
    response.player_opens_perfect = decimal(odds.player_opens_perfect)
    response.dealer_opens_perfect = decimal(odds.dealer_opens_perfect)
    response.player_ends.extend(_ends(odds.player_ends))
    response.dealer_ends.extend(_ends(odds.dealer_ends))
    response.over_chances.extend(map(_over, found.over))


def cell_message(cell: Cell) -> pb.ChartCell:
    """Return a cell of a chart."""
    return pb.ChartCell(
        cards=cell.cards,
        total=format_value(cell.total),
        up_card=cell.up,
        draw_share=cell.draw_share,
        cost=cell.cost,
        composition=cell.composition,
        stand=cell.stand,
        draw=cell.draw,
        chance=cell.chance,
        goes_over=cell.goes_over,
        is_reached=cell.is_reached,
    )


def fill_versus(
    response: pb.ComputeVersusOddsResponse,
    odds: VersusOdds,
    stand_on: tuple[Mapping[int, Fraction], Mapping[int, Fraction]],
) -> None:
    """Fill in how hands between two players come out who stand so often on which total."""
    response.first_edge = decimal(odds.edge)
    response.first_edge_fraction = str(odds.edge)
    response.first.CopyFrom(_versus_shares(odds.first))
    response.second.CopyFrom(_versus_shares(odds.second))
    response.draw = decimal(odds.draw)
    response.first_stand_on.extend(stand_on_shares(stand_on[0]))
    response.second_stand_on.extend(stand_on_shares(stand_on[1]))


def _versus_shares(shares: VersusShares) -> pb.VersusShares:
    return pb.VersusShares(wins=decimal(shares.wins), perfect=decimal(shares.perfect), doubles=decimal(shares.doubles))


def stand_on_shares(shares: Mapping[int, Fraction]) -> list[pb.StandOnShare]:
    """Return how often somebody stands on which total."""
    return [pb.StandOnShare(stand_on=total, share=str(share)) for total, share in shares.items()]


def fill_profile(response: pb.ProfileDeckResponse, found: DeckProfile) -> None:
    """Fill in a deck's profile."""
    response.histogram.extend(kind_counts(found.histogram))
    response.perfect = decimal(found.perfect)
    response.perfect_fraction = str(found.perfect)
    response.goes_over.extend(
        pb.OverShare(total=format_value(total), chance=decimal(chance)) for total, chance in found.goes_over.items()
    )
    response.edge = decimal(found.edge)
    response.edges.extend(pb.StandOnEdge(stand_on=total, edge=edge) for total, edge in found.edges.items())
    response.best_stand_on = found.best_stand_on
    response.tie_stand_on.extend(stand_on_shares(found.tie_stand_on))
    response.variants.extend(map(_variant, found.variants))


def fill_picture(response: pb.MakeStrategyChartResponse | pb.ProfileDeckResponse, picture: Picture | None) -> None:
    """Fill in a picture, if there is one."""
    if picture is not None:
        response.picture, response.media_type = picture


def tuned_message(found: Tuned, value: Fraction, catalogue_version: str) -> pb.TuneTableResponse:
    """Return a tuned table, of which *value* was tuned."""
    rule, pay = found.setting.rule, found.setting.pay
    return pb.TuneTableResponse(
        value=str(value),
        exactly=str(found.exactly),
        house_edge=decimal(found.house_edge),
        house_edge_fraction=str(found.house_edge),
        rule=pb.OddsRule(
            draws_to=rule.draws_to,
            overdraws_to=rule.overdraws_to,
            overdraw_chance=str(rule.overdraw_chance),
            shift_share=str(rule.shift_share),
            wins_double=rule.wins_double,
        ),
        pay=pb.OddsPay(perfect_pays=str(pay.perfect_pays), perfect_costs=pay.perfect_costs),
        catalogue_version=catalogue_version,
    )


def designed_message(found: Design, catalogue_version: str) -> pb.DesignedDeck:
    """Return a designed deck."""
    return pb.DesignedDeck(
        counts=str(found.setting.dealer.pile),
        leaves=kind_counts(found.leaves),
        comes=kind_counts(found.comes),
        house_edge=decimal(found.house_edge),
        house_edge_fraction=str(found.house_edge),
        is_within=found.is_within,
        tried=found.tried,
        catalogue_version=catalogue_version,
    )


def simulated_message(found: Simulated, edge: Fraction, errors_off: float, catalogue_version: str) -> pb.SimulatedHands:
    """Return what simulated hands brought."""
    return pb.SimulatedHands(
        hands=found.hands,
        seed=found.seed,
        edge=found.edge,
        standard_error=found.standard_error,
        variance=found.variance,
        outcomes=outcomes_message(found.outcomes),
        player_edge=decimal(edge),
        errors_off=errors_off if isfinite(errors_off) else 0,
        catalogue_version=catalogue_version,
    )


def counted_message(found: CounterGain, catalogue_version: str) -> pb.CountedShoes:
    """Return what a counter earns."""
    return pb.CountedShoes(
        shoes=found.order.shoes,
        seed=found.order.seed,
        first_edge=found.first_edge,
        uncounted=found.uncounted,
        flat=_estimate(found.flat),
        spread=_estimate(found.spread),
        bets=_estimate(found.bets),
        by_bet=_estimate(found.by_bet),
        edge_deviation=found.edge_deviation,
        good_hands=found.good_hands,
        catalogue_version=catalogue_version,
    )


def kind_counts(counts: Mapping[Kind, int]) -> list[pb.KindCount]:
    """Return how many cards there are of each kind, ascending."""
    return [pb.KindCount(kind=str(kind), count=count) for kind, count in sorted(counts.items())]


def _ends(shares: Mapping[tuple[Value, int], Fraction]) -> Iterable[pb.EndShare]:
    by_cards = sorted(shares.items(), key=lambda end: (end[0][1], end[0][0]))
    return (
        pb.EndShare(total=format_value(total), cards=cards, share=decimal(share))
        for (total, cards), share in by_cards
        if share
    )


def _over(over: Over) -> pb.OverChance:
    return pb.OverChance(total=format_value(over.total), cards=over.cards, chance=over.chance)


def _variant(found: VariantProfile) -> pb.VariantProfile:
    return pb.VariantProfile(
        variant=WIRE_VARIANTS[found.variant],
        wild=found.wild,
        clone=found.clone,
        perk_wild=found.perk_wild,
        perfect=decimal(found.perfect),
        perfect_fraction=str(found.perfect),
        edge=decimal(found.edge),
    )


def _estimate(found: Estimate) -> pb.Estimate:
    return pb.Estimate(mean=found.mean, standard_error=found.standard_error)
