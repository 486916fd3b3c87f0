"""HandService: two final hands before the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, Violation, shown, wanted
from deckmapping.values import format_value, parse_value
from sabacc.v1 import cards_pb2, hands_pb2_grpc
from sabacc.v1 import hands_pb2 as pb
from service.rpc.contract.enums import ROLES, VARIANTS, refused
from service.rules.case_reading import check_counts
from service.rules.cases import HandCase, HandsCase
from service.rules.choices import ByCharacter, CloneOf, Number
from service.rules.errors import InvalidCaseError
from service.rules.judge import judge

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.variants import Variant
    from service.caller import Caller
    from service.rules.choices import Choice
    from service.rules.verdict import JudgedHand, Verdict


class HandServicer(hands_pb2_grpc.HandServiceServicer):
    """Converts, calls, converts. Every method may be called without a caller, in process."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def JudgeHands(  # noqa: N802
        self, request: pb.JudgeHandsRequest, caller: Caller | None = None
    ) -> pb.JudgeHandsResponse:
        """See the contract."""
        del caller
        verdict = judge(_case(request), self._catalogue.get)
        return _verdict(verdict, self._catalogue.version)


def _case(request: pb.JudgeHandsRequest) -> HandsCase:
    faults = list(check_counts(request.hands))
    if faults:  # nothing inside a list that is too long is looked at
        raise InvalidCaseError.all(faults)
    variant: Variant | None = None
    if request.variant != cards_pb2.VARIANT_FAIR_DECK:
        variant = VARIANTS.get(request.variant)
        if variant is None:
            faults.append(refused("variant", request.variant, "one of the four variants, or the fair deck"))
    hands = tuple(_hand(hand, f"hands[{at}]", faults) for at, hand in enumerate(request.hands))
    if faults:
        raise InvalidInputError.all(faults)
    return HandsCase(variant, hands)


def _hand(hand: pb.HandToJudge, path: str, faults: list[Violation]) -> HandCase:
    choices: list[tuple[int, Choice]] = []
    for at, chosen in enumerate(hand.choices):
        choice = _choice(chosen, f"{path}.choices[{at}]", faults)
        if choice is not None:
            choices.append((chosen.card, choice))
    return HandCase(
        cards=tuple(hand.cards),
        character=hand.character or None,
        barred_by=hand.barred_by or None,
        choices=tuple(choices),
        only_chosen=hand.only_chosen,
        change=hand.change if hand.HasField("change") else None,
    )


def _choice(chosen: pb.CardChoice, path: str, faults: list[Violation]) -> Choice | None:
    match chosen.WhichOneof("choice"):
        case "value":
            try:
                return Number(parse_value(chosen.value))
            except ValueError as fault:
                faults.append(Violation(f"{path}.value", shown(chosen.value), wanted(fault)))
        case "clone_of":
            return CloneOf(chosen.clone_of)
        case "perk" if chosen.perk:
            return ByCharacter.PERK
        case "own_destiny" if chosen.own_destiny:
            return ByCharacter.OWN_DESTINY
        case _:
            faults.append(Violation(path, "no choice", "one of value, cloneOf, perk: true and ownDestiny: true"))
    return None


def _verdict(verdict: Verdict, catalogue_version: str) -> pb.JudgeHandsResponse:
    reasons = {change.side: change.reason for change in verdict.changes}
    return pb.JudgeHandsResponse(
        hands=[_judged(hand, reasons.get(side, "")) for side, hand in enumerate(verdict.hands)],
        winner=verdict.winner,
        double=verdict.is_double,
        decided_by=verdict.decided_by,
        stakes=[
            pb.StakesCard(card=stake.position, blueprint_id=stake.blueprint_id, reason=stake.reason)
            for stake in verdict.stakes
        ],
        stakes_count=verdict.stakes_count,
        claimed_count=verdict.claimed_count,
        lost_count=verdict.lost_count,
        notes=verdict.notes,
        catalogue_version=catalogue_version,
    )


def _judged(hand: JudgedHand, change_reason: str) -> pb.JudgedHand:
    values = ["" if value is None else format_value(value) for value in hand.values]
    return pb.JudgedHand(
        total=None if hand.total is None else format_value(hand.total),
        values=values,
        perfect=hand.is_perfect,
        over=hand.is_over,
        incomplete=hand.total is None,
        change=hand.change,
        change_reason=change_reason,
        cards=[
            pb.JudgedCard(
                blueprint_id=card.blueprint_id, title=card.title, role=ROLES[card.role], value=value, reason=card.reason
            )
            for card, value in zip(hand.cards, values, strict=True)
        ],
    )
