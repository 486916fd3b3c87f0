"""Odds of tables, over gRPC and in process: each call gives exactly what the domain gives."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from math import isclose
from typing import TYPE_CHECKING

import pytest
from google.protobuf import json_format

from deckmapping.catalogue import starter_catalogue
from deckmapping.dealer_rule import DealerRule
from deckmapping.themes.bundled import bundled_deck
from deckmapping.values import format_value
from deckmapping.variants import Variant
from sabacc.v1 import cards_pb2
from sabacc.v1 import odds_pb2 as pb
from service.odds.kinds import Side
from service.odds.piles import bundled_side, parse_pile, side_of
from service.odds.setting import Draws, Setting, StandOn, UpCard
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rpc.contract.odds_messages import decimal
from service.rules.dealing import PayTable
from tests.rpc.asking_odds import DECK, SMALL, SMALL_SIDE, edge_of, every_call, last, setting, small
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

DUNE = cards_pb2.VARIANT_DUNE_SEA


@pytest.fixture(scope="module", params=[False, True], ids=["in_process", "wire"])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    url = f"sqlite:///{tmp_path_factory.mktemp('odds')}/sabacc.db"
    with Service(settings_for(url), wired=request.param) as opened:
        yield opened


def test_what_is_asked_without_more_is_the_table_as_it_is_played(service: Service) -> None:
    answer = service.call(pb.ComputeOddsRequest(setting=setting()))
    solution = solve(Setting(DECK, DECK))
    odds = exact_odds(solution)
    assert edge_of(answer) == odds.edge
    assert answer.player_edge == "0.039883586530071"  # 3.99 % to the player, as the design says
    assert answer.house_edge == f"-{answer.player_edge}"
    assert (answer.edge, answer.error_bound) == (solution.edge, solution.error_bound)
    assert answer.variance == decimal(odds.variance)
    for name in pb.OddsOutcomes.DESCRIPTOR.fields_by_name:
        assert getattr(answer.outcomes, name) == decimal(getattr(odds.outcomes, name))
    opening = Fraction(2 * (6 * 5 + 5 * 11), 60 * 59)  # 4 and 7, or 5 and 6, in either order: 5*6 + 11*5
    assert Fraction(answer.player_opens_perfect) == pytest.approx(opening, abs=1e-15)
    assert answer.player_pile.counts == answer.dealer_pile.counts == str(DECK.pile)
    assert answer.catalogue_version == starter_catalogue().version


def test_the_ends_of_both_sides_are_told_by_cards_and_total(service: Service) -> None:
    answer = service.call(pb.ComputeOddsRequest(setting=small()))
    odds = exact_odds(solve(Setting(SMALL_SIDE, SMALL_SIDE)))
    for told, ends in ((answer.player_ends, odds.player_ends), (answer.dealer_ends, odds.dealer_ends)):
        expected = sorted((cards, total, share) for (total, cards), share in ends.items() if share)
        assert [(end.cards, end.total, end.share) for end in told] == [
            (cards, format_value(total), decimal(share)) for cards, total, share in expected
        ]


def test_the_chance_to_go_over_is_told_by_cards_and_total(service: Service) -> None:
    answer = service.call(pb.ComputeOddsRequest(setting=small(up_card=pb.UP_CARD_HIDDEN)))
    found = {(over.cards, over.total): over.chance for over in answer.over_chances}
    # Of 1:6,5:6,6:6 two 5s make 10, and of the 16 cards left the ten 5s and 6s go over; two 6s are over and stay so.
    assert isclose(found[2, "10"], 10 / 16, abs_tol=1e-12)
    assert isclose(found[2, "12"], 1, abs_tol=1e-12)
    assert isclose(found[2, "2"], 0, abs_tol=1e-12)


ASKED: list[tuple[pb.OddsSetting, Setting]] = [
    (
        setting(draws=pb.DRAWS_INDEPENDENT, pay=pb.OddsPay(perfect_pays="2", perfect_costs=2)),
        Setting(DECK, DECK, Draws.INDEPENDENT, pay=PayTable(Fraction(2), 2)),
    ),
    (
        small(up_card=pb.UP_CARD_HIDDEN, rule=pb.OddsRule(draws_to=5, overdraws_to=9, overdraw_chance="1/3")),
        Setting(
            SMALL_SIDE,
            SMALL_SIDE,
            up_card=UpCard.HIDDEN,
            rule=DealerRule(draws_to=5, overdraws_to=9, overdraw_chance=Fraction(1, 3)),
        ),
    ),
    (
        small(rule=pb.OddsRule(shift_share="0.25", wins_double=True), dealer_sees_hand=True),
        Setting(
            SMALL_SIDE,
            SMALL_SIDE,
            rule=DealerRule(shift_share=Fraction(1, 4), wins_double=True),
            dealer_sees_hand=True,
        ),
    ),
    (
        setting(player=pb.OddsSide(counts="2/5:10,wild:3,clone:4,0:20"), variant=DUNE),
        Setting(
            Side(parse_pile("2/5:10,wild:3,clone:4,0:20", "x", Variant.DUNE_SEA), side_of([], Variant.DUNE_SEA).rules),
            bundled_side("deck-c", Variant.DUNE_SEA),
        ),
    ),
    (
        setting(
            player=pb.OddsSide(bundled="dune-sea-light"), dealer=pb.OddsSide(bundled="dune-sea-dark-boss"), variant=DUNE
        ),
        Setting(bundled_side("dune-sea-light", Variant.DUNE_SEA), bundled_side("dune-sea-dark-boss", Variant.DUNE_SEA)),
    ),
]


@pytest.mark.parametrize(("asked", "domain"), ASKED)
def test_each_field_of_a_table_reaches_the_domain(service: Service, asked: pb.OddsSetting, domain: Setting) -> None:
    answer = service.call(pb.ComputeOddsRequest(setting=asked))
    assert edge_of(answer) == exact_odds(solve(domain)).edge


def test_the_player_may_stand_on_a_total(service: Service) -> None:
    for total in (0, 8, 12):
        policy = pb.OddsPolicy(stand_on=total)
        answer = service.call(pb.ComputeOddsRequest(setting=small(), policy=policy))
        assert edge_of(answer) == exact_odds(solve(Setting(SMALL_SIDE, SMALL_SIDE), StandOn(total))).edge
    best = service.call(pb.ComputeOddsRequest(setting=small(), policy=pb.OddsPolicy(best=True)))
    assert edge_of(best) == exact_odds(solve(Setting(SMALL_SIDE, SMALL_SIDE))).edge


def test_a_deck_of_cards_is_cast_as_its_variant_says_and_what_started_on_table_is_left_out(service: Service) -> None:
    deck = bundled_deck("cloud-city-dark")
    asked = pb.OddsSide(deck=deck.deck_string, started_on_table=deck.card_ids[:2])
    request = pb.ComputeOddsRequest(setting=setting(player=asked, variant=cards_pb2.VARIANT_CLOUD_CITY))
    answer = service.call(request)
    records = [starter_catalogue().records[card] for card in deck.card_ids[2:]]
    side = side_of(records, Variant.CLOUD_CITY)
    assert edge_of(answer) == exact_odds(solve(Setting(side, bundled_side("deck-c", Variant.CLOUD_CITY)))).edge
    pile = answer.player_pile
    assert (pile.size, sorted(pile.started_on_table), pile.started_on_table_assumed) == (
        58, sorted(deck.card_ids[:2]), False
    )  # fmt: skip
    assert pile.counts == str(side.pile)


def test_lando_as_dealer_may_change_every_total_unless_a_share_is_named(service: Service) -> None:
    lando = pb.OddsSide(counts=SMALL.counts, character="5_5")
    cloud_city = cards_pb2.VARIANT_CLOUD_CITY
    always = service.call(pb.ComputeOddsRequest(setting=small(dealer=lando, variant=cloud_city)))
    tenth = service.call(
        pb.ComputeOddsRequest(setting=small(dealer=lando, variant=cloud_city, rule=pb.OddsRule(shift_share="1/10")))
    )
    rules = side_of([], Variant.CLOUD_CITY).rules
    texts = side_of([], Variant.CLOUD_CITY, starter_catalogue().require("5_5")).rules
    assert texts.may_change
    sides = Side(SMALL_SIDE.pile, rules), Side(SMALL_SIDE.pile, replace(texts, may_change=False))
    for answer, share in ((always, Fraction(1)), (tenth, Fraction(1, 10))):
        assert edge_of(answer) == exact_odds(solve(Setting(*sides, rule=DealerRule(shift_share=share)))).edge


@pytest.mark.parametrize("policy", [None, pb.OddsPolicy(best=True)])
def test_the_best_play_is_named_or_understood(service: Service, policy: pb.OddsPolicy | None) -> None:
    found = service.call(pb.ComputeOddsRequest(setting=small(), policy=policy))
    assert edge_of(found) == exact_odds(solve(Setting(SMALL_SIDE, SMALL_SIDE))).edge


# Every call


def test_every_call_names_its_catalogue(service: Service) -> None:
    for request in every_call():
        answer = service.call(request)
        told = last(answer) if isinstance(answer, list) else answer
        assert told.catalogue_version == starter_catalogue().version


def test_no_answer_holds_what_json_has_no_number_for(service: Service) -> None:
    for request in every_call():
        answer = service.call(request)
        for each in answer if isinstance(answer, list) else [answer]:
            assert not re.search('"-?Infinity"|"NaN"', json_format.MessageToJson(each))


# Decimals


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0.000000000000000"),
        (Fraction(1), "1.000000000000000"),
        (Fraction(-1, 3), "-0.333333333333333"),
        (Fraction(2, 3), "0.666666666666667"),
        (Fraction(1, 2 * 10**15), "0.000000000000001"),
        (Fraction(-1, 2 * 10**15), "-0.000000000000001"),
        (Fraction(-1, 3 * 10**15), "0.000000000000000"),
        (Fraction(19999, 10000), "1.999900000000000"),
    ],
)
def test_decimals_are_rounded_half_away_from_zero(number: Fraction, text: str) -> None:
    assert decimal(number) == text
