"""What calls for odds ask for beside a table, as domain values: everything is checked before any work begins."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deckmapping.errors import InvalidInputError, Violation
from sabacc.v1 import odds_pb2 as pb
from service.odds.design.design import DesignOrder
from service.odds.design.tuning import MOST_PARTS
from service.odds.hands.limits import verify_kinds
from service.odds.piles import parse_share
from service.odds.shoe.counting import MOST_BET, CountingOrder
from service.odds.shoe.shoe import remaining
from service.odds.versus.equilibrium import TOTALS
from service.rpc.contract import odds_jobs as jobs
from service.rpc.contract.enums import refused
from service.rpc.contract.fields import renamed
from service.rpc.contract.odds_fields import read_draws, read_kinds, read_policy, read_variant, verify_size
from service.rules.hand import FIRST_CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from service.odds.design.tuning import Tuned
    from service.odds.setting import Draws, Policy, Setting
    from service.rpc.contract.odds_requests import OddsReader, ReadSide, ReadTable
    from service.rpc.work.executor import Watch

    Tune = Callable[[Setting, Fraction, int, Watch], Tuned]

MOST_HANDS: Final = 1_000_000_000
"""Hands of a simulation: some minutes, and more than any question needs."""
USUAL_TOLERANCE: Final = "0.001"
SHARE_PARTS: Final = 100
PAYOUT_PARTS: Final = 20
"""Into how many parts a tuned share and a tuned payout are rounded unless the caller says otherwise."""

_TUNES: Final[Mapping[int, Tune]] = MappingProxyType(
    {
        pb.TUNING_SHIFT_SHARE: jobs.tuned_share,
        pb.TUNING_PERFECT_PAYS: jobs.tuned_pays,
        pb.TUNING_PAY_TABLE: jobs.tuned_pay_table,
    }
)


_OF_SETTING: Final = MappingProxyType(
    {name: f"setting.{name}" for name in ("player", "dealer", "draws", "dealerSeesHand")}
)
"""Fields of a table that orders look at once more."""
_BETS: Final = MappingProxyType({"least_bet": "leastBet", "most_bet": "mostBet"})


class VersusOrder(NamedTuple):
    """Two sides to play against each other."""

    first: ReadSide
    second: ReadSide
    draws: Draws
    stand_on: tuple[int, int] | None
    """None: at the equilibrium."""


class TuningOrder(NamedTuple):
    """A table to tune."""

    tune: Tune
    setting: Setting
    house_edge: Fraction
    denominator: int
    is_share: bool
    """Whether a share of hands is tuned, and not a payout."""


class ShoeOrder(NamedTuple):
    """The next hand of a shoe."""

    table: ReadTable
    """With full piles."""
    now: Setting
    """With what is left of them."""
    policy: Policy


class SimulationOrder(NamedTuple):
    """Hands to play."""

    setting: Setting
    policy: Policy
    hands: int
    seed: int


def read_versus(request: pb.ComputeVersusOddsRequest, reader: OddsReader) -> VersusOrder:
    """Read two sides and how they play.

    Raises:
        InvalidInputError: a field is wrong, or a pile too large.
    """
    faults: list[Violation] = []
    variant = read_variant(request.variant, "variant", faults)
    draws = read_draws(request.draws, "draws", faults)
    stand_on = None
    match request.WhichOneof("play"):
        case "stand_on":
            stand_on = request.stand_on.first, request.stand_on.second
            for name, total in zip(("first", "second"), stand_on, strict=True):
                if total not in TOTALS:
                    faults.append(Violation(f"standOn.{name}", str(total), f"{TOTALS[0]} to {TOTALS[-1]}"))
        case "equilibrium" if request.equilibrium:
            pass
        case _:
            faults.append(Violation("play", "nothing", "one of standOn and equilibrium: true"))
    if faults:
        raise InvalidInputError.all(faults)
    first = reader.side(request.first, variant, "first", "the first side")
    second = reader.side(request.second, variant, "second", "the second side")
    for name, read in (("first", first), ("second", second)):
        verify_size(read.side, name)
        verify_kinds(read.side.pile.kinds, read.side.rules, name)
        if read.side.pile.size < FIRST_CARDS:
            raise InvalidInputError.of(name, f"a pile of {read.side.pile.size}", "two cards or more (R1)")
    return VersusOrder(first, second, draws, stand_on)


def read_tuning(request: pb.TuneTableRequest, reader: OddsReader) -> TuningOrder:
    """Read a table to tune.

    Raises:
        InvalidInputError: a field is wrong.
    """
    tune = _TUNES.get(request.tuning)
    if tune is None:
        raise InvalidInputError(refused("tuning", request.tuning, "a share of hands, a payout, or a pay table"))
    is_share = request.tuning == pb.TUNING_SHIFT_SHARE
    parts = SHARE_PARTS if is_share else PAYOUT_PARTS
    if request.HasField("denominator"):
        parts = request.denominator
    if not 1 <= parts <= MOST_PARTS:
        raise InvalidInputError.of("denominator", parts, f"1 to {MOST_PARTS}")
    setting = reader.table(request.setting).setting
    return TuningOrder(tune, setting, parse_share(request.house_edge, "houseEdge"), parts, is_share)


def read_design(request: pb.DesignDealerDeckRequest, reader: OddsReader) -> DesignOrder:
    """Read what deck is wanted.

    Raises:
        InvalidInputError: a field is wrong.
    """
    table = reader.table(request.setting)
    more = {"most_changed": request.most_changed} if request.HasField("most_changed") else {}
    may_come = read_kinds(request.may_come, table.variant, "mayCome")
    verify_size(table.setting.dealer, "mayCome", may_come or ())
    with renamed(_OF_SETTING):
        return DesignOrder(
            table.setting,
            parse_share(request.house_edge, "houseEdge"),
            parse_share(request.tolerance or USUAL_TOLERANCE, "tolerance"),
            may_leave=read_kinds(request.may_leave, table.variant, "mayLeave"),
            may_come=may_come,
            **more,
        )


def read_simulation(request: pb.SimulateHandsRequest, reader: OddsReader) -> SimulationOrder:
    """Read which hands are to be played.

    Raises:
        InvalidInputError: a field is wrong, or there are too many.
    """
    if not 1 <= request.hands <= MOST_HANDS:
        raise InvalidInputError.of("hands", request.hands, f"1 to {MOST_HANDS}")
    setting = reader.table(request.setting).setting
    return SimulationOrder(setting, read_policy(request), request.hands, request.seed)


def read_count(request: pb.CountShoesRequest, reader: OddsReader) -> CountingOrder:
    """Read which shoes are to be played.

    Raises:
        InvalidInputError: a field is wrong, or there are too many.
    """
    setting = reader.table(request.setting).setting
    given: dict[str, Any] = {name: getattr(request, name) for name in ("cut", "shoes") if request.HasField(name)}
    for name, field in _BETS.items():
        if getattr(request, name):
            given[name] = parse_share(getattr(request, name), field)
    with renamed({**_OF_SETTING, "bets": _bet_at_fault(given)}):
        return CountingOrder(setting, leaves=request.leaves, seed=request.seed, **given)


def read_shoe(request: pb.ComputeShoeOddsRequest, reader: OddsReader) -> ShoeOrder:
    """Read a table and what has been played at it.

    Raises:
        InvalidInputError: a field is wrong, or more was played than there is.
    """
    table = reader.table(request.setting)
    played = (
        reader.played(request.player_played, table.player, table.variant, "playerPlayed"),
        reader.played(request.dealer_played, table.dealer, table.variant, "dealerPlayed"),
    )
    policy = read_policy(request)
    with renamed({"draws": "setting.draws"}), _played_fields(request):
        return ShoeOrder(table, remaining(table.setting, *played), policy)


def _bet_at_fault(given: Mapping[str, Any]) -> str:
    """Return the field of the bet that is out of its limits, or else of the one that was named."""
    for name, field in _BETS.items():
        if not 0 <= given.get(name, 0) <= MOST_BET:
            return field
    return _BETS["least_bet" if "least_bet" in given else "most_bet"]


@contextmanager
def _played_fields(request: pb.ComputeShoeOddsRequest) -> Iterator[None]:
    """Inside, faults of kinds of card that were played name the text that they stand in."""
    try:
        yield
    except InvalidInputError as error:
        raise type(error).all(_in_request(fault, request) for fault in error.violations) from None


def _in_request(fault: Violation, request: pb.ComputeShoeOddsRequest) -> Violation:
    for name, message in (("player", request.player_played), ("dealer", request.dealer_played)):
        kind = fault.field.removeprefix(f"{name}.played")
        if kind == fault.field:
            continue
        if not kind:
            return replace(fault, field=f"{name}Played")
        text = f"{name}Played.{message.WhichOneof('cards')}"
        return replace(fault, field=text, value=f"{kind.strip('[]')}:{fault.value}")
    return fault
