"""Requests about ties, as short as tests need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckmapping.examples import example_deck
from sabacc.v1 import tiebreaks_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Answer = pb.ResolveTiebreakResponse | pb.GetTiebreakResponse | pb.RehearseTiebreakResponse

DARK = example_deck("example-dark").strip()
LIGHT = example_deck("example-light").strip()
SEED = bytes(range(16))
ZEROS = "3_8,3_8"
"""A deck that draws with itself for ever: both cards count 0."""


def player(
    name: str, deck: str = LIGHT, values: Mapping[str, str] | None = None, started: Sequence[str] = ()
) -> pb.TiebreakPlayer:
    """A player with his deck and his figures."""
    filed = [pb.CriterionValue(name=criterion, value=value) for criterion, value in (values or {}).items()]
    return pb.TiebreakPlayer(name=name, deck=deck, started_on_table=started, criteria=filed)


def high(*names: str) -> list[pb.Criterion]:
    """Criteria of which the higher figure wins."""
    return [pb.Criterion(name=name, direction=pb.DIRECTION_HIGH) for name in names]


def tie(event: str, players: Sequence[pb.TiebreakPlayer] = (), **fields: Any) -> pb.ResolveTiebreakRequest:
    """A tie of two players with the example decks, unless told otherwise.

    *fields* are the request's, and those of its options (``stand_on``, ``criteria``, ...).
    """
    options = {name: fields.pop(name) for name in pb.TiebreakOptions.DESCRIPTOR.fields_by_name if name in fields}
    asked: dict[str, Any] = {"stage": "final", "attempt": 1, "seed": SEED, **fields}
    both = players or [player("alice", DARK), player("bob", LIGHT)]
    return pb.ResolveTiebreakRequest(event=event, players=both, options=pb.TiebreakOptions(**options), **asked)


def rehearsal(request: pb.ResolveTiebreakRequest) -> pb.RehearseTiebreakRequest:
    """The same question as a rehearsal: both requests have the same fields."""
    return pb.RehearseTiebreakRequest.FromString(request.SerializeToString())


def void(request: pb.ResolveTiebreakRequest, reason: str) -> pb.VoidTiebreakRequest:
    """The request that voids the tie of *request*."""
    return pb.VoidTiebreakRequest(event=request.event, stage=request.stage, attempt=request.attempt, reason=reason)


def get(request: pb.ResolveTiebreakRequest) -> pb.GetTiebreakRequest:
    """The request that gets the tie of *request*."""
    return pb.GetTiebreakRequest(event=request.event, stage=request.stage, attempt=request.attempt)


def places(answer: Answer) -> list[tuple[str, int, str]]:
    """Player, place and what decided it."""
    return [(place.player, place.place, place.decided_by) for place in answer.places]


def but_for_the_repeat_mark(answer: Answer) -> bytes:
    """An answer's bytes with the repeat mark taken off."""
    plain = type(answer).FromString(answer.SerializeToString())
    plain.replayed = False
    return plain.SerializeToString(deterministic=True)
