"""Requests for odds that are refused before anything is computed: each fault names its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import cards_pb2
from sabacc.v1 import odds_pb2 as pb
from service.odds.hands.limits import MOST_REPLIES
from service.rpc.contract.odds_fields import MOST_KINDS
from tests.rpc.asking_odds import DECK_C, SMALL, every_call, setting, small
from tests.rpc.callers import Service, settings_for
from tests.rpc.work import processes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

FAIR, DUNE, CLOUD_CITY = cards_pb2.VARIANT_FAIR_DECK, cards_pb2.VARIANT_DUNE_SEA, cards_pb2.VARIANT_CLOUD_CITY
NO_FORMAT: Any = 9
MANY = ",".join(f"{value}:2" for value in range(MOST_KINDS + 1))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    url = f"sqlite:///{tmp_path_factory.mktemp('odds')}/sabacc.db"
    with Service(settings_for(url), wired=True) as opened:
        yield opened


def side(counts: str, **fields: Any) -> pb.OddsSide:
    return pb.OddsSide(counts=counts, **fields)


def odds(**fields: Any) -> pb.ComputeOddsRequest:
    return pb.ComputeOddsRequest(setting=small(**fields))


def duel(**fields: Any) -> pb.ComputeVersusOddsRequest:
    usual: dict[str, Any] = {"first": SMALL, "second": SMALL, "variant": FAIR, "draws": pb.DRAWS_FINITE}
    return pb.ComputeVersusOddsRequest(**{**usual, **fields})


def design(**fields: Any) -> pb.DesignDealerDeckRequest:
    return pb.DesignDealerDeckRequest(**{"setting": setting(), "house_edge": "0.02", **fields})


def hands(count: int) -> pb.SimulateHandsRequest:
    return pb.SimulateHandsRequest(setting=small(), hands=count)


def shoes(**fields: Any) -> pb.CountShoesRequest:
    return pb.CountShoesRequest(**{"setting": setting(), **fields})


def tuned(**fields: Any) -> pb.TuneTableRequest:
    usual: dict[str, Any] = {"setting": small(), "house_edge": "0", "tuning": pb.TUNING_PAY_TABLE}
    return pb.TuneTableRequest(**{**usual, **fields})


def shoe(**fields: Any) -> pb.ComputeShoeOddsRequest:
    return pb.ComputeShoeOddsRequest(**{"setting": small(), **fields})


REFUSED: dict[str, tuple[Message, str]] = {
    "nothing": (pb.ComputeOddsRequest(), "setting.variant"),
    "no variant": (odds(variant=0), "setting.variant"),
    "another variant": (odds(variant=77), "setting.variant"),
    "no draws": (odds(draws=0), "setting.draws"),
    "no up card": (odds(up_card=9), "setting.upCard"),
    "no pile": (odds(player=pb.OddsSide()), "setting.player"),
    "no such bundled deck": (odds(dealer=pb.OddsSide(bundled="deck-d")), "setting.dealer.bundled"),
    "no counts": (odds(player=side("")), "setting.player.counts"),
    "wild in a fair deck": (odds(player=side("5:9,wild:1")), "setting.player.counts"),
    "201 cards": (odds(player=side("1:200,2:1")), "setting.player.counts"),
    "one card": (odds(dealer=side("1:1")), "setting.dealer"),
    "too many kinds": (odds(dealer=side(MANY)), "setting.dealer"),
    "an unknown card": (odds(player=pb.OddsSide(deck="31337_1,5_5")), "setting.player.deck"),
    "both sides": (odds(player=pb.OddsSide(deck="5_5,7_180,5_99")), "setting.player.deck"),
    "started without a deck": (odds(player=side("1:9", started_on_table=["5_5"])), "setting.player.startedOnTable"),
    "started elsewhere": (
        odds(player=pb.OddsSide(deck="5_5,5_5,5_5", started_on_table=["5_99"])), "setting.player.startedOnTable[0]"
    ),
    "an unknown character": (odds(player=side("1:9", character="31337_1")), "setting.player.character"),
    "no character": (odds(player=side("1:9", character="7_111")), "setting.player.character"),
    "no barring card": (odds(player=side("1:9", barred_by="5_5")), "setting.player.barredBy"),
    "barred counts": (
        odds(variant=CLOUD_CITY, player=side("1:9,wild:2", barred_by="7_111")), "setting.player.barredBy"
    ),
    "draws to 21": (odds(rule=pb.OddsRule(draws_to=21)), "setting.rule.drawsTo"),
    "draws to -1": (odds(rule=pb.OddsRule(draws_to=-1)), "setting.rule.drawsTo"),
    "overdraws below": (odds(rule=pb.OddsRule(draws_to=7, overdraws_to=7)), "setting.rule.overdrawsTo"),
    "a chance above 1": (odds(rule=pb.OddsRule(overdraw_chance="1.0000001")), "setting.rule.overdrawChance"),
    "no share": (odds(rule=pb.OddsRule(shift_share="all")), "setting.rule.shiftShare"),
    "pays too much": (odds(pay=pb.OddsPay(perfect_pays="5:2")), "setting.pay.perfectPays"),
    "pays nothing that can be read": (odds(pay=pb.OddsPay(perfect_pays="3-2")), "setting.pay.perfectPays"),
    "costs nothing": (odds(pay=pb.OddsPay(perfect_costs=0)), "setting.pay.perfectCosts"),
    "overdraws and sees": (
        odds(rule=pb.OddsRule(overdraws_to=9), dealer_sees_hand=True), "setting.rule.overdrawsTo"
    ),
    "stands on 13": (
        pb.ComputeOddsRequest(setting=small(), policy=pb.OddsPolicy(stand_on=13)), "policy.standOn"
    ),
    "stands on -1": (
        pb.MakeStrategyChartRequest(setting=small(), policy=pb.OddsPolicy(stand_on=-1)), "policy.standOn"
    ),
    "a policy of nothing": (pb.ComputeOddsRequest(setting=small(), policy=pb.OddsPolicy()), "policy"),
    "a policy that is not the best": (
        pb.SimulateHandsRequest(setting=small(), hands=1, policy=pb.OddsPolicy(best=False)), "policy"
    ),
    "a chart of no policy": (pb.MakeStrategyChartRequest(setting=small(), policy=pb.OddsPolicy()), "policy"),
    "a shoe of no policy": (shoe(policy=pb.OddsPolicy(best=False)), "policy"),
    "no play": (duel(), "play"),
    "no equilibrium": (duel(equilibrium=False), "play"),
    "stands on 12 in a duel": (duel(stand_on=pb.StandOnTotals(first=8, second=12)), "standOn.second"),
    "a duel of few": (duel(first=side("1:1"), equilibrium=True), "first"),
    "a duel of too many kinds": (duel(second=side(MANY), equilibrium=True), "second"),
    "a duel without draws": (duel(draws=0, equilibrium=True), "draws"),
    "a profile with a character": (pb.ProfileDeckRequest(side=side("1:9", character="5_5")), "side.character"),
    "a profile that is barred": (pb.ProfileDeckRequest(side=side("1:9", barred_by="7_111")), "side.barredBy"),
    "a profile of too many kinds": (pb.ProfileDeckRequest(side=side(MANY)), "side"),
    "a profile of wild cards": (pb.ProfileDeckRequest(side=side("1:9,wild:1")), "side.counts"),
    "a picture of no format": (pb.ProfileDeckRequest(side=SMALL, picture=NO_FORMAT), "picture"),
    "a chart of no format": (pb.MakeStrategyChartRequest(setting=small(), picture=NO_FORMAT), "picture"),
    "nothing to tune": (tuned(tuning=0), "tuning"),
    "no edge": (tuned(house_edge=""), "houseEdge"),
    "no parts": (tuned(denominator=0), "denominator"),
    "too many parts": (tuned(denominator=1_000_001), "denominator"),
    "more played than there is": (shoe(player_played=pb.PlayedCards(counts="5:7")), "playerPlayed.counts"),
    "nothing left": (shoe(dealer_played=pb.PlayedCards(counts="1:6,5:6,6:5")), "dealerPlayed"),
    "played from endless piles": (
        shoe(setting=small(draws=pb.DRAWS_INDEPENDENT), player_played=pb.PlayedCards(counts="5:1")), "setting.draws"
    ),
    "played what nobody knows": (shoe(dealer_played=pb.PlayedCards(deck="31337_1")), "dealerPlayed.deck"),
    "an edge of 3": (design(house_edge="3"), "houseEdge"),
    "a wide tolerance": (design(tolerance="1.1"), "tolerance"),
    "61 changes": (design(most_changed=61), "mostChanged"),
    "a stranger leaves": (design(may_leave=["9"]), "mayLeave"),
    "no kind leaves": (design(may_leave=["0", "many"]), "mayLeave[1]"),
    "too many kinds come": (design(may_come=[str(kind) for kind in range(30)]), "mayCome"),
    "a design for one who sees": (design(setting=setting(dealer_sees_hand=True)), "setting.dealerSeesHand"),
    "a design of few cards": (design(setting=setting(dealer=side("1:2"))), "setting.dealer"),
    "no hands": (hands(0), "hands"),
    "too many hands": (hands(1_000_000_001), "hands"),
    "one shoe": (shoes(shoes=1), "shoes"),
    "too many shoes": (shoes(shoes=2_000_000_000), "shoes"),
    "a cut that empties a pile": (shoes(cut=11), "cut"),
    "bets the wrong way": (shoes(least_bet="3"), "leastBet"),
    "both bets the wrong way": (shoes(least_bet="3", most_bet="2.5"), "leastBet"),
    "a smallest bet below 0": (shoes(least_bet="-1"), "leastBet"),
    "a largest bet below the usual": (shoes(most_bet="1/2"), "mostBet"),
    "a largest bet above 1000": (shoes(most_bet="1001"), "mostBet"),
    "a largest bet below 0": (shoes(least_bet="1", most_bet="-2"), "mostBet"),
    "shoes of endless piles": (shoes(setting=setting(draws=pb.DRAWS_INDEPENDENT)), "setting.draws"),
}  # fmt: skip
"""What each refused request names first."""


@pytest.mark.parametrize("fault", REFUSED)
def test_a_wrong_field_is_named(service: Service, fault: str) -> None:
    request, field = REFUSED[fault]
    found = service.refusal(request)
    assert found.code == "INVALID_ARGUMENT"
    assert found.metadata["field"] == field
    assert field in found.violations
    assert processes(service.application.pools.odds) == []  # nothing was computed


@pytest.mark.parametrize("kinds", [MOST_KINDS + 1, 23, 60])
def test_more_kinds_than_there_may_be_are_refused_with_the_limit_of_the_contract(service: Service, kinds: int) -> None:
    pile = side(",".join(f"{value}:2" for value in range(kinds)))
    come = [str(value) for value in range(kinds)]
    for request in (odds(player=pile), duel(second=pile, equilibrium=True), design(may_come=come, most_changed=0)):
        found = service.refusal(request)
        assert f"got '{kinds} kinds of card, values of wild cards included'" in found.message
        assert found.metadata["expected"].startswith(f"at most {MOST_KINDS}: ")


def test_a_kind_of_which_more_was_played_than_there_is_stands_in_the_error(service: Service) -> None:
    found = service.refusal(shoe(dealer_played=pb.PlayedCards(counts="1:2,5:7,6:8")))
    fault = "expected from 0 to 6, what the pile held"
    assert found.metadata["field"] == "dealerPlayed.counts"
    assert found.message.startswith(f"dealerPlayed.counts: got '5:7', {fault}")
    assert "got '6:8'" in found.message


def test_every_call_of_the_contract_is_among_them() -> None:
    asked = {type(request) for request, _ in REFUSED.values()}
    assert asked == {type(request) for request in every_call()}


def test_a_dealer_who_sees_the_hand_of_many_kinds_is_too_much_and_what_to_reduce_is_said(service: Service) -> None:
    pile = side(",".join(f"{value * value}.5:2" for value in range(16)))
    found = service.refusal(odds(player=pile, dealer=pile, dealer_sees_hand=True))
    assert found.metadata["field"] == "setting.dealerSeesHand"
    assert found.metadata["expected"].startswith(f"at most {MOST_REPLIES}: fewer different values")


@pytest.mark.parametrize(
    ("request_", "field", "reduce"),
    [
        (design(house_edge="1/3", tolerance="0", most_changed=9), "mostChanged", "fewer cards changed"),
        (shoes(cut=10, shoes=1_000_000), "shoes", "at most"),
    ],
)
def test_work_that_would_take_too_long_is_refused_saying_what_to_reduce(
    service: Service, request_: Message, field: str, reduce: str
) -> None:
    found = service.refusal(request_)
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", field)
    assert reduce in found.metadata["expected"]


def test_several_faults_are_told_at_once(service: Service) -> None:
    found = service.refusal(odds(variant=0, draws=0, up_card=0))
    assert list(found.violations) == ["setting.variant", "setting.draws", "setting.upCard"]
    assert found.violations["setting.draws"] == "got 'nothing', expected finite or independent draws"


def test_limits_hold_at_n_as_they_do_at_n_and_one(tmp_path: Any) -> None:
    with Service(settings_for(f"sqlite:///{tmp_path}/sabacc.db"), wired=False) as near:
        assert near.call(odds(player=side("1:100,5:100"))).player_pile.size == 200
        assert near.call(odds(rule=pb.OddsRule(draws_to=20))).player_edge
        assert near.call(pb.ComputeOddsRequest(setting=small(), policy=pb.OddsPolicy(stand_on=12))).player_edge
        assert near.call(duel(stand_on=pb.StandOnTotals(first=0, second=11))).first_edge
        assert near.call(tuned(denominator=1_000_000)).value
        assert near.call(shoes(setting=setting(player=DECK_C), cut=10, shoes=2))[-1].result.shoes == 2
        assert near.call(hands(1))[-1].result.hands == 1
        assert near.call(design(most_changed=0))[-1].result.tried == 1
