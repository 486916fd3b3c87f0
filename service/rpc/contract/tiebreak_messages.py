"""Ties between their messages and the domain."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from google.protobuf.timestamp_pb2 import Timestamp

from deckmapping.errors import InvalidInputError
from deckmapping.values import format_value
from sabacc.v1 import tiebreaks_pb2 as pb
from service.rpc.contract.enums import DIRECTIONS, refused
from service.tiebreak.asked import AskedPlayer, AskedTie, FiledValue
from service.tiebreak.limits import check, check_sizes
from service.tiebreak.model import Criterion, Direction, Options, Tie, Win
from service.tiebreak.win_shares import format_share

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from deckmapping.errors import Violation
    from service.tiebreak.model import Hand, Place
    from service.tiebreak.store import StoredTie
    from service.tiebreak.use_cases import Answer

    Request: TypeAlias = pb.ResolveTiebreakRequest | pb.RehearseTiebreakRequest
    Response: TypeAlias = pb.ResolveTiebreakResponse | pb.RehearseTiebreakResponse | pb.GetTiebreakResponse


def asked_tie(request: Request) -> AskedTie:
    """Return the question as the domain takes it; all else is checked there.

    Raises:
        InvalidInputError: a list is longer than a tie may have, or a direction is unset or unknown.
    """
    faults = list(check_sizes(request.players, request.options.criteria, request.head_to_head))
    if faults:  # so that no list of any length is converted
        raise InvalidInputError.all(faults)
    options, faults = _options(request.options)
    asked = AskedTie(
        tie=Tie(request.event, request.stage, request.attempt),
        seed=request.seed,
        players=tuple([_player(player) for player in request.players]),
        wins=tuple([Win(win.winner, win.loser, win.wins) for win in request.head_to_head]),
        options=options,
        allow_unknown=request.options.allow_unknown,
    )
    if faults:
        raise InvalidInputError.all([*faults, *_other_faults(asked)])
    return asked


def _other_faults(asked: AskedTie) -> tuple[Violation, ...]:
    """Return what else is wrong, so that a caller learns of all faults at once."""
    try:
        check(asked)
    except InvalidInputError as error:
        return error.violations
    return ()


def _player(player: pb.TiebreakPlayer) -> AskedPlayer:
    filed = tuple([FiledValue(value.name, value.value) for value in player.criteria])
    return AskedPlayer(player.name, player.deck, tuple(player.started_on_table), filed)


def _options(options: pb.TiebreakOptions) -> tuple[Options, list[Violation]]:
    """Return the options, and the directions that are unset or unknown."""
    criteria, faults = [], []
    for at, criterion in enumerate(options.criteria):
        direction = DIRECTIONS.get(criterion.direction)
        if direction is None:
            field = f"options.criteria[{at}].direction"
            faults.append(refused(field, criterion.direction, "DIRECTION_HIGH or DIRECTION_LOW"))
        criteria.append(Criterion(criterion.name, direction or Direction.HIGH))
    default = Options()
    read = Options(
        criteria=tuple(criteria),
        share=options.share,
        stand_on=options.stand_on if options.HasField("stand_on") else default.stand_on,
        replay_limit=options.replay_limit if options.HasField("replay_limit") else default.replay_limit,
    )
    return read, faults


def fill_answer(response: Response, answer: Answer) -> None:
    """Write *answer* into the response of any of the three calls that give a tie."""
    request, result = answer.request, answer.result
    response.event = request.tie.event
    response.stage = request.tie.stage
    response.attempt = request.tie.attempt
    for place in result.places:
        response.places.add(player=place.player, place=place.place, decided_by=place.decided_by)
    for group in result.groups:
        response.groups.add(place=group.place, players=group.players)
    _add_hands(response, result.hands)
    for lot in result.lots:
        response.lots.add(hand=lot.hand, players=lot.players)
    _add_piles(response, answer)
    response.transcript = result.transcript
    response.result_id = result.result_id.hex()
    response.rules_id = result.rules_id.hex()
    response.lock_hex = result.lock.hex() if result.lock else ""
    response.seed_hex = result.seed.hex() if result.seed else ""
    response.caller_seed_hex = request.seed.hex()
    response.catalogue_version = request.catalogue_version
    response.grade = pb.GRADE_C
    response.win_shares.extend([pb.WinShare(player=name, share=format_share(share)) for name, share in answer.shares])
    response.earlier_attempts.extend([_earlier(stored) for stored in answer.earlier])
    response.replayed = answer.replayed
    response.shared = request.options.share
    response.rehearsal = answer.rehearsal
    if not isinstance(response, pb.RehearseTiebreakResponse):
        if answer.create_time is not None:
            response.create_time.CopyFrom(timestamp(answer.create_time))
        response.void_reason = answer.void.reason if answer.void else ""
        response.audit_head = answer.audit_head


def place_messages(places: Iterable[Place]) -> list[pb.Place]:
    """Return the places in their order."""
    return [pb.Place(player=place.player, place=place.place, decided_by=place.decided_by) for place in places]


def timestamp(moment: datetime) -> Timestamp:
    """Return a moment of UTC as a message."""
    message = Timestamp()
    message.FromDatetime(moment)
    return message


def _add_hands(response: Response, hands: Iterable[Hand]) -> None:
    for hand in hands:
        message = response.hands.add(
            number=hand.number, player=hand.player, total=format_value(hand.total), over=hand.over
        )
        for id_, value in zip(hand.ids, hand.values, strict=True):
            message.cards.add(blueprint_id=id_, value=format_value(value))


def _add_piles(response: Response, answer: Answer) -> None:
    """Add the piles that were locked: those of the players still equal after the criteria."""
    for name in sorted([name for group in answer.result.groups for name in group.players]):
        cards = answer.cards[name]
        response.piles.add(
            player=name,
            cards=cards.pile,
            dropped=cards.dropped,
            started_on_table=cards.on_table,
            started_on_table_assumed=cards.assumed,
        )


def _earlier(stored: StoredTie) -> pb.EarlierAttempt:
    message = pb.EarlierAttempt(attempt=stored.tie.attempt, result_id=stored.result_id)
    if stored.void is not None:
        message.void_reason = stored.void.reason
        message.void_time.CopyFrom(timestamp(stored.void.void_time))
    return message
