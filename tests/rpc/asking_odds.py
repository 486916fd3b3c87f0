"""Requests about odds, as short as tests need them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabacc.v1 import cards_pb2
from sabacc.v1 import odds_pb2 as pb
from service.odds.kinds import Pile, Side
from service.odds.piles import bundled_side

if TYPE_CHECKING:
    from google.protobuf.message import Message

DECK_C = pb.OddsSide(bundled="deck-c")
SMALL = pb.OddsSide(counts="1:6,5:6,6:6")
DECK = bundled_side("deck-c", None)
SMALL_SIDE = Side(Pile.of_values({1: 6, 5: 6, 6: 6}))


def setting(**fields: Any) -> pb.OddsSetting:
    """The table as it is played: Deck C on both sides, unless told otherwise."""
    usual: dict[str, Any] = {
        "player": DECK_C,
        "dealer": DECK_C,
        "variant": cards_pb2.VARIANT_FAIR_DECK,
        "draws": pb.DRAWS_FINITE,
        "up_card": pb.UP_CARD_SEEN,
    }
    return pb.OddsSetting(**{**usual, **fields})


def small(**fields: Any) -> pb.OddsSetting:
    """A table of small piles."""
    return setting(**{"player": SMALL, "dealer": SMALL, **fields})


def every_call(asked: pb.OddsSetting | None = None) -> list[Message]:
    """Each call once, about one table, with little to do."""
    table = asked or small()
    fair, finite = cards_pb2.VARIANT_FAIR_DECK, pb.DRAWS_FINITE
    return [
        pb.ComputeOddsRequest(setting=table),
        pb.ComputeVersusOddsRequest(first=SMALL, second=DECK_C, variant=fair, draws=finite, equilibrium=True),
        pb.MakeStrategyChartRequest(setting=table),
        pb.ProfileDeckRequest(side=SMALL),
        pb.TuneTableRequest(setting=table, house_edge="0", tuning=pb.TUNING_SHIFT_SHARE),
        pb.ComputeShoeOddsRequest(setting=table, player_played=pb.PlayedCards(counts="5:1")),
        pb.DesignDealerDeckRequest(setting=table, house_edge="0", most_changed=1),
        pb.SimulateHandsRequest(setting=table, hands=10_000, seed=1),
        pb.CountShoesRequest(setting=table, shoes=10, seed=1),
    ]


def edge_of(answer: Any) -> Fraction:
    return Fraction(answer.player_edge_fraction)


def last(answers: list[Any]) -> Any:
    """The result of a stream, which ends it; what comes before is progress."""
    assert [answer.WhichOneof("update") for answer in answers] == ["progress"] * (len(answers) - 1) + ["result"]
    return answers[-1].result
