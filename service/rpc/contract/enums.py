"""Enums of the contract and of the domain, side by side."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import Violation, shown
from deckmapping.records import Side
from deckmapping.variants import Role, Variant
from sabacc.v1 import cards_pb2, tables_pb2, tiebreaks_pb2
from service.rules.state import Phase
from service.tables.moves import Absence
from service.tiebreak.model import Direction

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDES: Final[Mapping[Side | None, cards_pb2.Side]] = MappingProxyType(
    {None: cards_pb2.SIDE_UNSPECIFIED, Side.LIGHT: cards_pb2.SIDE_LIGHT, Side.DARK: cards_pb2.SIDE_DARK}
)

ROLES: Final[Mapping[Role, cards_pb2.CardRole]] = MappingProxyType(
    {
        Role.PLAIN: cards_pb2.CARD_ROLE_PLAIN,
        Role.WILD: cards_pb2.CARD_ROLE_WILD,
        Role.CLONE: cards_pb2.CARD_ROLE_CLONE,
        Role.PERK_WILD: cards_pb2.CARD_ROLE_PERK_WILD,
    }
)

WIRE_VARIANTS: Final[Mapping[Variant, cards_pb2.Variant]] = MappingProxyType(
    {
        Variant.CLOUD_CITY: cards_pb2.VARIANT_CLOUD_CITY,
        Variant.DUNE_SEA: cards_pb2.VARIANT_DUNE_SEA,
        Variant.JABBAS_PALACE: cards_pb2.VARIANT_JABBAS_PALACE,
        Variant.TROOPER: cards_pb2.VARIANT_TROOPER,
    }
)

VARIANTS: Final[Mapping[int, Variant]] = MappingProxyType({int(number): name for name, number in WIRE_VARIANTS.items()})

DIRECTIONS: Final[Mapping[int, Direction]] = MappingProxyType(
    {tiebreaks_pb2.DIRECTION_HIGH: Direction.HIGH, tiebreaks_pb2.DIRECTION_LOW: Direction.LOW}
)

MOVE_KINDS: Final[Mapping[str, tables_pb2.MoveKind]] = MappingProxyType(
    {
        "bet": tables_pb2.MOVE_KIND_BET,
        "ready": tables_pb2.MOVE_KIND_READY,
        "draw": tables_pb2.MOVE_KIND_DRAW,
        "stand": tables_pb2.MOVE_KIND_STAND,
        "choose": tables_pb2.MOVE_KIND_CHOOSE,
        "best": tables_pb2.MOVE_KIND_CHOOSE_BEST,
        "change": tables_pb2.MOVE_KIND_CHANGE_TOTAL,
        "finish": tables_pb2.MOVE_KIND_FINISH,
        "leave": tables_pb2.MOVE_KIND_LEAVE,
        "seat": tables_pb2.MOVE_KIND_SEAT_DEALER,
        "close": tables_pb2.MOVE_KIND_CLOSE,
    }
)
"""By the name that `service.tables.moves.name_of` gives a move."""

WIRE_ABSENCES: Final[Mapping[Absence | None, tables_pb2.Absence]] = MappingProxyType(
    {
        None: tables_pb2.ABSENCE_UNSPECIFIED,
        Absence.MISSED_DEADLINE: tables_pb2.ABSENCE_MISSED_DEADLINE,
        Absence.LEFT: tables_pb2.ABSENCE_LEFT,
        Absence.CONCEDED: tables_pb2.ABSENCE_CONCEDED,
    }
)

PHASES: Final[Mapping[Phase, tables_pb2.HandPhase]] = MappingProxyType(
    {
        Phase.DRAWING: tables_pb2.HAND_PHASE_DRAWING,
        Phase.VALUING: tables_pb2.HAND_PHASE_VALUING,
        Phase.CHANGING: tables_pb2.HAND_PHASE_CHANGING,
        Phase.FINISHED: tables_pb2.HAND_PHASE_FINISHED,
    }
)
"""A table's hand is dealt at once, so nobody ever sees one that is not."""


def refused(field: str, number: int, names: str) -> Violation:
    """Name an enum field that is unset, or holds a number that this version does not know."""
    return Violation(field, "nothing" if number == 0 else shown(str(number)), names)
