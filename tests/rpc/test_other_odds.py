"""The other calls for odds, over gRPC and in process: each gives exactly what the domain gives."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from google.protobuf import json_format

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import bundled_deck
from deckmapping.values import format_value
from deckmapping.variants import Variant
from sabacc.v1 import cards_pb2
from sabacc.v1 import odds_pb2 as pb
from service.odds.design.design import DesignOrder, design
from service.odds.design.tuning import tune_pay_table, tune_perfect_pays, tune_shift_share
from service.odds.kinds import Pile, Side
from service.odds.piles import bundled_side, parse_pile, side_of
from service.odds.profile import profile
from service.odds.setting import Draws, Setting
from service.odds.shoe.counting import CountingOrder, counter_gain
from service.odds.simulation.simulation import simulate
from service.odds.table.chart import chart
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.odds.versus.equilibrium import equilibrium
from service.odds.versus.versus import versus_odds
from service.rpc.contract.odds_messages import decimal
from tests.rpc.asking_odds import DECK, DECK_C, SMALL, SMALL_SIDE, edge_of, last, setting, small
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

DUNE, FAIR = cards_pb2.VARIANT_DUNE_SEA, cards_pb2.VARIANT_FAIR_DECK


@pytest.fixture(scope="module", params=[False, True], ids=["in_process", "wire"])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    url = f"sqlite:///{tmp_path_factory.mktemp('odds')}/sabacc.db"
    with Service(settings_for(url), wired=request.param) as opened:
        yield opened


def test_a_chart_is_the_domains_cell_by_cell(service: Service) -> None:
    answer = service.call(pb.MakeStrategyChartRequest(setting=small()))
    expected = chart(solve(Setting(SMALL_SIDE, SMALL_SIDE)))
    assert list(answer.up_cards) == [str(kind) for kind in expected.up_cards]
    assert len(answer.cells) == len(expected.cells)
    for told, cell in zip(answer.cells, expected.cells, strict=True):
        assert (told.cards, told.total, told.up_card) == (cell.cards, format_value(cell.total), cell.up)
        for name in ("draw_share", "cost", "composition", "stand", "draw", "chance", "goes_over", "is_reached"):
            assert getattr(told, name) == getattr(cell, name)
    assert "2 cards" in answer.text
    assert (answer.picture, answer.media_type) == (b"", "")
    hidden = service.call(pb.MakeStrategyChartRequest(setting=small(up_card=pb.UP_CARD_HIDDEN)))
    assert list(hidden.up_cards) == [""]


@pytest.mark.parametrize(
    ("kind", "media_type", "begins"),
    [(pb.PICTURE_FORMAT_PNG, "image/png", b"\x89PNG\r\n"), (pb.PICTURE_FORMAT_SVG, "image/svg+xml", b"<?xml")],
)
def test_charts_and_profiles_come_with_a_picture_when_it_is_asked_for(
    service: Service, kind: pb.PictureFormat, media_type: str, begins: bytes
) -> None:
    answers = [
        service.call(pb.MakeStrategyChartRequest(setting=small(), picture=kind)),
        service.call(pb.ProfileDeckRequest(side=SMALL, picture=kind)),
    ]
    for answer in answers:
        assert answer.media_type == media_type
        assert answer.picture.startswith(begins)
    assert answers[0].picture != answers[1].picture


def test_two_decks_meet_by_given_totals(service: Service) -> None:
    request = pb.ComputeVersusOddsRequest(
        first=SMALL,
        second=pb.OddsSide(bundled="dune-sea-light"),
        variant=DUNE,
        draws=pb.DRAWS_INDEPENDENT,
        stand_on=pb.StandOnTotals(first=0, second=11),
    )
    answer = service.call(request)
    rules = side_of([], Variant.DUNE_SEA).rules
    sides = Side(SMALL_SIDE.pile, rules), bundled_side("dune-sea-light", Variant.DUNE_SEA)
    odds = versus_odds(*sides, (0, 11), Draws.INDEPENDENT)
    assert Fraction(answer.first_edge_fraction) == odds.edge
    for told, shares in ((answer.first, odds.first), (answer.second, odds.second)):
        assert (told.wins, told.perfect, told.doubles) == tuple(
            map(decimal, (shares.wins, shares.perfect, shares.doubles))
        )
    assert answer.draw == decimal(odds.draw)
    assert [(each.stand_on, each.share) for each in answer.first_stand_on] == [(0, "1")]
    assert [(each.stand_on, each.share) for each in answer.second_stand_on] == [(11, "1")]
    assert not answer.first_replies


@pytest.mark.parametrize("counts", ["1:6,5:6,6:6", "4:7,9/2:8"])
def test_at_an_equilibrium_nobody_gains_by_another_total(service: Service, counts: str) -> None:
    side = pb.OddsSide(counts=counts)
    request = pb.ComputeVersusOddsRequest(
        first=side, second=DECK_C, variant=FAIR, draws=pb.DRAWS_FINITE, equilibrium=True
    )
    answer = service.call(request)
    expected = equilibrium(Side(parse_pile(counts, "x", None)), DECK)
    assert Fraction(answer.first_edge_fraction) == expected.edge
    assert {each.stand_on: Fraction(each.share) for each in answer.first_stand_on} == expected.first
    assert {each.stand_on: Fraction(each.share) for each in answer.second_stand_on} == expected.second
    best, worst = max(answer.first_replies, key=Fraction), min(answer.second_replies, key=Fraction)
    assert best == worst == answer.first_edge
    assert answer.first_replies[0] == decimal(expected.replies_of_first[0])
    shares = (answer.first.wins, answer.second.wins, answer.draw)
    assert abs(sum(map(Fraction, shares), Fraction(-1))) < Fraction(1, 10**14)


def test_a_profile_of_cards_has_every_variant_and_one_of_counts_has_none(service: Service) -> None:
    answer = service.call(pb.ProfileDeckRequest(side=pb.OddsSide(bundled="trooper-light")))
    records = [starter_catalogue().records[card] for card in bundled_deck("trooper-light").card_ids]
    expected = profile(records)
    assert answer.perfect_fraction == str(expected.perfect)
    assert {kind.kind: kind.count for kind in answer.histogram} == {
        str(kind): count for kind, count in expected.histogram.items()
    }
    assert {each.stand_on: each.edge for each in answer.edges} == expected.edges
    assert answer.best_stand_on == expected.best_stand_on
    assert {each.stand_on: Fraction(each.share) for each in answer.tie_stand_on} == expected.tie_stand_on
    assert {each.total: each.chance for each in answer.goes_over} == {
        format_value(total): decimal(chance) for total, chance in expected.goes_over.items()
    }
    assert [(each.wild, each.clone, each.perk_wild, each.edge) for each in answer.variants] == [
        (each.wild, each.clone, each.perk_wild, decimal(each.edge)) for each in expected.variants
    ]
    assert len({each.variant for each in answer.variants}) == 4
    bare = service.call(pb.ProfileDeckRequest(side=DECK_C))
    assert not bare.variants
    assert bare.edge == "0.039883586530071"


def test_a_table_is_tuned(service: Service) -> None:
    table = Setting(DECK, DECK)
    share = tune_shift_share(table, Fraction(1, 50))
    answer = service.call(pb.TuneTableRequest(setting=setting(), house_edge="0.02", tuning=pb.TUNING_SHIFT_SHARE))
    assert Fraction(answer.value) == share.setting.rule.shift_share == Fraction(answer.rule.shift_share)
    assert Fraction(answer.exactly) == share.exactly
    assert Fraction(answer.house_edge_fraction) == share.house_edge
    pays = tune_perfect_pays(table, Fraction(-1, 25), 1000)
    answer = service.call(
        pb.TuneTableRequest(setting=setting(), house_edge="-1/25", tuning=pb.TUNING_PERFECT_PAYS, denominator=1000)
    )
    assert Fraction(answer.value) == pays.setting.pay.perfect_pays == Fraction(answer.pay.perfect_pays)
    both = tune_pay_table(table, Fraction(-1, 100))
    answer = service.call(pb.TuneTableRequest(setting=setting(), house_edge="-0.01", tuning=pb.TUNING_PAY_TABLE))
    assert answer.pay.perfect_costs == both.setting.pay.perfect_costs == 2
    refused = service.refusal(pb.TuneTableRequest(setting=setting(), house_edge="1", tuning=pb.TUNING_SHIFT_SHARE))
    assert (refused.reason, list(refused.violations)) == ("FIELD_INVALID", ["houseEdge"])


def test_a_shoe_is_the_table_less_what_was_played(service: Service) -> None:
    request = pb.ComputeShoeOddsRequest(
        setting=setting(),
        player_played=pb.PlayedCards(counts="0:3,5:1"),
        dealer_played=pb.PlayedCards(counts="7:2"),
    )
    answer = service.call(request)
    left = Side(Pile.of_values({0: 16, 1: 10, 2: 3, 3: 1, 4: 5, 5: 10, 6: 5, 7: 6}))
    dealt = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 4}))
    assert edge_of(answer) == exact_odds(solve(Setting(left, dealt))).edge
    assert answer.full_player_edge == "0.039883586530071"
    assert (answer.player_pile.size, answer.dealer_pile.size) == (56, 58)


def test_cards_that_were_played_may_be_named_by_id(service: Service) -> None:
    deck = bundled_deck("trooper-dark")
    gone = deck.card_ids[:4]
    table = setting(player=pb.OddsSide(deck=deck.deck_string), variant=cards_pb2.VARIANT_TROOPER)
    answer = service.call(pb.ComputeShoeOddsRequest(setting=table, player_played=pb.PlayedCards(deck=",".join(gone))))
    left = Counter(deck.card_ids) - Counter(gone)
    records = [starter_catalogue().records[card] for card in left.elements()]
    assert answer.player_pile.counts == str(side_of(records, Variant.TROOPER).pile)


def test_one_card_that_was_played_may_be_named_by_id_of_a_barred_side_too(service: Service) -> None:
    deck = bundled_deck("cloud-city-dark")
    records = starter_catalogue().records
    wild = next(
        card for card in deck.card_ids if side_of([records[card]], Variant.CLOUD_CITY).pile.kinds[0].role == "wild"
    )
    barred = pb.OddsSide(deck=deck.deck_string, barred_by="7_269")
    answer = service.call(
        pb.ComputeShoeOddsRequest(
            setting=setting(dealer=barred, variant=cards_pb2.VARIANT_CLOUD_CITY),
            dealer_played=pb.PlayedCards(deck=wild),
        )
    )
    left = Counter(deck.card_ids) - Counter([wild])
    side = side_of([records[card] for card in left.elements()], Variant.CLOUD_CITY, None, "7_269")
    assert answer.dealer_pile.counts == str(side.pile)
    assert "wild" not in answer.dealer_pile.counts


def test_a_dealers_deck_is_designed(service: Service) -> None:
    request = pb.DesignDealerDeckRequest(
        setting=setting(),
        house_edge="0.02",
        most_changed=2,
        may_leave=["0", "2"],
        may_come=["4", "5"],
        tolerance="1/200",
    )
    found = last(service.call(request))
    kinds = {str(kind): kind for kind in DECK.pile.kinds}
    expected = design(
        DesignOrder(
            Setting(DECK, DECK),
            Fraction(1, 50),
            Fraction(1, 200),
            2,
            (kinds["0"], kinds["2"]),
            (kinds["4"], kinds["5"]),
        )
    )
    assert Fraction(found.house_edge_fraction) == expected.house_edge
    assert found.counts == str(expected.setting.dealer.pile)
    assert {each.kind: each.count for each in found.leaves} == {str(k): n for k, n in expected.leaves.items()}
    assert {each.kind: each.count for each in found.comes} == {str(k): n for k, n in expected.comes.items()}
    assert (found.is_within, found.tried) == (expected.is_within, expected.tried)


def test_hands_are_simulated_from_a_seed(service: Service) -> None:
    found = last(service.call(pb.SimulateHandsRequest(setting=small(), hands=50_000, seed=2**64 - 1)))
    solution = solve(Setting(SMALL_SIDE, SMALL_SIDE))
    expected = simulate(solution, 50_000, 2**64 - 1)
    assert (found.hands, found.seed, found.edge) == (50_000, 2**64 - 1, expected.edge)
    assert (found.standard_error, found.variance) == (expected.standard_error, expected.variance)
    assert found.outcomes.win == decimal(expected.outcomes.win)
    odds = exact_odds(solution)
    assert found.player_edge == decimal(odds.edge)
    assert found.errors_off == expected.errors_off(odds)
    assert abs(found.errors_off) < 4


@pytest.mark.parametrize("hands", [1, 2, 5])
def test_few_hands_give_numbers_that_json_has(service: Service, hands: int) -> None:
    for seed in range(3):
        found = last(service.call(pb.SimulateHandsRequest(setting=small(), hands=hands, seed=seed)))
        text = json.dumps(json_format.MessageToDict(found), allow_nan=False)
        assert not re.search("Infinity|NaN", text)
        if hands == 1:
            assert (found.standard_error, found.errors_off) == (0, 0)


def test_a_counters_gain_is_told(service: Service) -> None:
    request = pb.CountShoesRequest(setting=setting(), cut=2, least_bet="1/2", most_bet="3", shoes=50, seed=5)
    found = last(service.call(request))
    expected = counter_gain(
        CountingOrder(Setting(DECK, DECK), cut=2, least_bet=Fraction(1, 2), most_bet=Fraction(3), shoes=50, seed=5)
    )
    for name in ("first_edge", "uncounted", "edge_deviation", "good_hands"):
        assert getattr(found, name) == getattr(expected, name)
    for name in ("flat", "spread", "bets", "by_bet"):
        told, estimate = getattr(found, name), getattr(expected, name)
        assert (told.mean, told.standard_error) == (estimate.mean, estimate.standard_error)
