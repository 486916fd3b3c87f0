"""OddsService: converts, has the work done, converts.

A stream holds a thread, which is why the contract has few. A long unary call would hold one as well, and tell nothing
meanwhile; so the three calls that may take minutes answer with a stream, and are counted and capped.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import inf
from typing import TYPE_CHECKING, TypeVar

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck
from sabacc.v1 import odds_pb2 as pb
from sabacc.v1 import odds_pb2_grpc
from service.rpc.calls.callers import local_caller
from service.rpc.contract import odds_jobs as jobs
from service.rpc.contract import odds_messages as messages
from service.rpc.contract import odds_orders as orders
from service.rpc.contract.odds_fields import read_picture, read_policy, verify_size
from service.rpc.contract.odds_requests import OddsReader
from service.rpc.work.executor import Followed, finished

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord
    from service.caller import Caller
    from service.odds.kinds import Pile
    from service.rpc.contract.odds_requests import ReadSide
    from service.rpc.work.executor import Executor, Job, Step

    Result = TypeVar("Result")


class OddsServicer(odds_pb2_grpc.OddsServiceServicer):
    """Every method may be called without a caller, in process; the work then has all the time it needs."""

    def __init__(self, catalogue: Catalogue, quick: Executor, long: Executor) -> None:
        """Answer by *catalogue*; what takes minutes is done by *long*, everything else by *quick*."""
        self._catalogue = catalogue
        self._reader = OddsReader(catalogue)
        self._quick = quick
        self._long = long

    def ComputeOdds(  # noqa: N802
        self, request: pb.ComputeOddsRequest, caller: Caller | None = None
    ) -> pb.ComputeOddsResponse:
        """See the contract."""
        table, policy = self._reader.table(request.setting), read_policy(request)
        found = self._done(partial(jobs.table_odds, table.setting, policy), caller)
        response = pb.ComputeOddsResponse(
            player_pile=messages.pile_message(table.player),
            dealer_pile=messages.pile_message(table.dealer),
            catalogue_version=self._catalogue.version,
        )
        messages.fill_odds(response, found)
        return response

    def ComputeVersusOdds(  # noqa: N802
        self, request: pb.ComputeVersusOddsRequest, caller: Caller | None = None
    ) -> pb.ComputeVersusOddsResponse:
        """See the contract."""
        order = orders.read_versus(request, self._reader)
        first, second = order.first.side, order.second.side
        response = pb.ComputeVersusOddsResponse(
            first_pile=messages.pile_message(order.first),
            second_pile=messages.pile_message(order.second),
            catalogue_version=self._catalogue.version,
        )
        if order.stand_on is None:
            equilibrium, odds = self._done(partial(jobs.versus_equilibrium, first, second, order.draws), caller)
            messages.fill_versus(response, odds, (equilibrium.first, equilibrium.second))
            response.first_replies.extend(map(messages.decimal, equilibrium.replies_of_first))
            response.second_replies.extend(map(messages.decimal, equilibrium.replies_to_first))
        else:
            odds = self._done(partial(jobs.versus, first, second, order.stand_on, order.draws), caller)
            one, two = order.stand_on
            messages.fill_versus(response, odds, ({one: Fraction(1)}, {two: Fraction(1)}))
        return response

    def MakeStrategyChart(  # noqa: N802
        self, request: pb.MakeStrategyChartRequest, caller: Caller | None = None
    ) -> pb.MakeStrategyChartResponse:
        """See the contract."""
        picture = read_picture(request.picture)
        table, policy = self._reader.table(request.setting), read_policy(request)
        found = self._done(partial(jobs.charted, table.setting, policy, table.variant, picture), caller)
        response = pb.MakeStrategyChartResponse(
            up_cards=["" if kind is None else str(kind) for kind in found.chart.up_cards],
            cells=map(messages.cell_message, found.chart.cells),
            edge=found.edge,
            text=found.text,
            catalogue_version=self._catalogue.version,
        )
        messages.fill_picture(response, found.picture)
        return response

    def ProfileDeck(  # noqa: N802
        self, request: pb.ProfileDeckRequest, caller: Caller | None = None
    ) -> pb.ProfileDeckResponse:
        """See the contract."""
        for field, given in (("character", request.side.character), ("barredBy", request.side.barred_by)):
            if given:
                raise InvalidInputError.of(f"side.{field}", given, "none: a profile is of the deck alone")
        read = self._reader.side(request.side, None, "side", "the player")
        verify_size(read.side, "side")
        picture = read_picture(request.picture)
        found, drawn = self._done(partial(jobs.profiled, self._cards(request.side, read), picture), caller)
        response = pb.ProfileDeckResponse(pile=messages.pile_message(read), catalogue_version=self._catalogue.version)
        messages.fill_profile(response, found)
        messages.fill_picture(response, drawn)
        return response

    def TuneTable(  # noqa: N802
        self, request: pb.TuneTableRequest, caller: Caller | None = None
    ) -> pb.TuneTableResponse:
        """See the contract."""
        order = orders.read_tuning(request, self._reader)
        found = self._done(partial(order.tune, order.setting, order.house_edge, order.denominator), caller)
        value = found.setting.rule.shift_share if order.is_share else found.setting.pay.perfect_pays
        return messages.tuned_message(found, value, self._catalogue.version)

    def ComputeShoeOdds(  # noqa: N802
        self, request: pb.ComputeShoeOddsRequest, caller: Caller | None = None
    ) -> pb.ComputeShoeOddsResponse:
        """See the contract."""
        table, now, policy = orders.read_shoe(request, self._reader)
        odds, full_edge = self._done(partial(jobs.shoe_odds, now, table.setting, policy), caller)
        return pb.ComputeShoeOddsResponse(
            player_edge=messages.decimal(odds.edge),
            player_edge_fraction=str(odds.edge),
            house_edge=messages.decimal(-odds.edge),
            full_player_edge=messages.decimal(full_edge),
            outcomes=messages.outcomes_message(odds.outcomes),
            player_pile=messages.pile_message(table.player, now.player.pile),
            dealer_pile=messages.pile_message(table.dealer, now.dealer.pile),
            catalogue_version=self._catalogue.version,
        )

    def DesignDealerDeck(  # noqa: N802
        self, request: pb.DesignDealerDeckRequest, caller: Caller | None = None
    ) -> Iterator[pb.DesignDealerDeckResponse]:
        """See the contract."""
        job = partial(jobs.designed, orders.read_design(request, self._reader))
        for step in (steps := Followed(self._long.follow(job, caller or local_caller(inf)))):
            yield pb.DesignDealerDeckResponse(progress=_progress(step))
        yield pb.DesignDealerDeckResponse(result=messages.designed_message(steps.result, self._catalogue.version))

    def SimulateHands(  # noqa: N802
        self, request: pb.SimulateHandsRequest, caller: Caller | None = None
    ) -> Iterator[pb.SimulateHandsResponse]:
        """See the contract."""
        job = partial(jobs.simulated, *orders.read_simulation(request, self._reader))
        for step in (steps := Followed(self._long.follow(job, caller or local_caller(inf)))):
            yield pb.SimulateHandsResponse(progress=_progress(step))
        yield pb.SimulateHandsResponse(result=messages.simulated_message(*steps.result, self._catalogue.version))

    def CountShoes(  # noqa: N802
        self, request: pb.CountShoesRequest, caller: Caller | None = None
    ) -> Iterator[pb.CountShoesResponse]:
        """See the contract."""
        job = partial(jobs.counted, orders.read_count(request, self._reader))
        for step in (steps := Followed(self._long.follow(job, caller or local_caller(inf)))):
            yield pb.CountShoesResponse(progress=_progress(step))
        yield pb.CountShoesResponse(result=messages.counted_message(steps.result, self._catalogue.version))

    def _done(self, job: Job[Result], caller: Caller | None) -> Result:
        return finished(self._quick.follow(job, caller or local_caller(inf)))

    def _cards(self, message: pb.OddsSide, read: ReadSide) -> Pile | Sequence[CardRecord]:
        """Return the cards that a profile looks at in every variant; the bare pile where there are none."""
        ids: Sequence[str] = ()
        records = self._catalogue.records
        if message.WhichOneof("pile") == "bundled":
            ids, records = bundled_deck(message.bundled).card_ids, starter_catalogue().records
        elif message.WhichOneof("pile") == "deck":
            ids = read.card_ids
        return tuple([records[card] for card in ids]) or read.side.pile


def _progress(step: Step) -> pb.WorkProgress:
    return pb.WorkProgress(done=step.done, of=step.of)
