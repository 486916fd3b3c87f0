"""Single fields of requests for odds as domain values, and the limits of the service beside those of the domain."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError, Violation, shown
from sabacc.v1 import cards_pb2, tables_pb2
from sabacc.v1 import odds_pb2 as pb
from service.odds.hands.limits import verify_kind_count
from service.odds.piles import parse_kind, parse_share
from service.odds.setting import BestPlay, Draws, StandOn, UpCard
from service.pictures.formats import PictureFormat
from service.rpc.contract.enums import VARIANTS, refused
from service.rpc.contract.fields import under
from service.rules.dealing import PayTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckmapping.variants import Variant
    from service.odds.kinds import Kind, Side
    from service.odds.setting import Policy

    WithPolicy: TypeAlias = (
        pb.ComputeOddsRequest | pb.MakeStrategyChartRequest | pb.ComputeShoeOddsRequest | pb.SimulateHandsRequest
    )

Named = TypeVar("Named")

DRAWS: Final[Mapping[int, Draws]] = MappingProxyType(
    {pb.DRAWS_FINITE: Draws.FINITE, pb.DRAWS_INDEPENDENT: Draws.INDEPENDENT}
)
UP_CARDS: Final[Mapping[int, UpCard]] = MappingProxyType(
    {pb.UP_CARD_SEEN: UpCard.SEEN, pb.UP_CARD_HIDDEN: UpCard.HIDDEN}
)
PICTURES: Final[Mapping[int, PictureFormat]] = MappingProxyType(
    {pb.PICTURE_FORMAT_PNG: PictureFormat.PNG, pb.PICTURE_FORMAT_SVG: PictureFormat.SVG}
)
MOST_KINDS: Final = 18
"""Kinds of card of one side, with which its tables take some 200 MB; every further kind takes a third more."""
STAND_ON: Final = range(13)
"""On 0 nobody draws, on 12 everybody does until he is over."""


def verify_size(side: Side, field: str, more: Sequence[Kind] = ()) -> None:
    """Check that the tables of a side's hands fit into a process of the service.

    Args:
        side: the side.
        field: names it in errors.
        more: kinds that may come into its pile.

    Raises:
        InvalidInputError: too many kinds of card.
    """
    verify_kind_count(tuple(sorted({*side.pile.kinds, *more})), side.rules, field, MOST_KINDS)


def read_variant(number: int, field: str, faults: list[Violation]) -> Variant | None:
    """Read a variant, None for the fair deck; what is neither is added to *faults*."""
    if number != cards_pb2.VARIANT_FAIR_DECK and number not in VARIANTS:
        faults.append(refused(field, number, "one of the four variants, or the fair deck"))
    return VARIANTS.get(number)


def read_up_card(number: int, field: str, faults: list[Violation]) -> UpCard:
    """Read whether the up card is seen; what is no answer to that is added to *faults*."""
    return _enum(UP_CARDS, number, field, "an up card that is seen or hidden", faults) or UpCard.SEEN


def read_draws(number: int, field: str, faults: list[Violation]) -> Draws:
    """Read how cards are drawn; what is no way to do so is added to *faults*."""
    return _enum(DRAWS, number, field, "finite or independent draws", faults) or Draws.FINITE


def read_policy(request: WithPolicy) -> Policy:
    """Read the player's play, his best where the request names none.

    Raises:
        InvalidInputError: a message that names no play, or a total that is none to stand on.
    """
    message = request.policy
    if not request.HasField("policy"):
        return BestPlay()
    match message.WhichOneof("policy"):
        case "best" if message.best:
            return BestPlay()
        case "stand_on" if message.stand_on in STAND_ON:
            return StandOn(message.stand_on)
        case "stand_on":
            raise InvalidInputError.of("policy.standOn", message.stand_on, f"{STAND_ON[0]} to {STAND_ON[-1]}")
        case _:
            raise InvalidInputError.of("policy", "nothing", "one of best: true and standOn, or no policy at all")


def read_picture(number: int) -> PictureFormat | None:
    """Read which picture is asked for, None for none.

    Raises:
        InvalidInputError: there is no such format.
    """
    if number != pb.PICTURE_FORMAT_UNSPECIFIED and number not in PICTURES:
        raise InvalidInputError(refused("picture", number, "PNG, SVG, or none"))
    return PICTURES.get(number)


def read_kinds(texts: Iterable[str], variant: Variant | None, field: str) -> tuple[Kind, ...] | None:
    """Read kinds of card, None where there are none.

    Raises:
        InvalidInputError: some are no kinds that the variant has.
    """
    kinds, faults = [], []
    for at, text in enumerate(texts):
        try:
            kinds.append(parse_kind(text, variant))
        except ValueError as fault:
            faults.append(Violation(f"{field}[{at}]", shown(text), str(fault)))
    if faults:
        raise InvalidInputError.all(faults)
    return tuple(dict.fromkeys(kinds)) or None


def read_rule(message: pb.OddsRule, path: str) -> DealerRule:
    """Read how the dealer draws.

    Raises:
        InvalidInputError: a field of the message at *path* is out of its limits.
    """
    given: dict[str, int] = {}
    for name in ("draws_to", "overdraws_to"):
        if message.HasField(name):
            given[name] = getattr(message, name)
    with under(path):
        return DealerRule(
            **given,
            overdraw_chance=parse_share(message.overdraw_chance or "0", "overdrawChance"),
            shift_share=parse_share(message.shift_share or "0", "shiftShare"),
            wins_double=message.wins_double,
        )


def read_pay(message: pb.OddsPay | tables_pb2.DealerTable, path: str) -> PayTable:
    """Read what a perfect sabacc pays and costs.

    Raises:
        InvalidInputError: a field of the message at *path* is out of its limits.
    """
    usual = PayTable()
    with under(path):
        return PayTable(
            parse_share(message.perfect_pays, "perfectPays") if message.perfect_pays else usual.perfect_pays,
            message.perfect_costs if message.HasField("perfect_costs") else usual.perfect_costs,
        )


def _enum(known: Mapping[int, Named], number: int, field: str, names: str, faults: list[Violation]) -> Named | None:
    found = known.get(number)
    if found is None:
        faults.append(refused(field, number, names))
    return found
