"""The same tie asked for with other content is refused, and every part that differs is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import DARK, LIGHT, SEED, but_for_the_repeat_mark, get, high, player, tie

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Refused, Service

FIGURES = {"victory_points": "4", "lost_pile": "2.5"}
PILE = "1_109,1_109,4_67"


def asked(event: str) -> pb.ResolveTiebreakRequest:
    return tie(
        event,
        [player("alice", DARK, FIGURES), player("bob", f"{PILE},5_39,5_39", FIGURES, ["5_39"])],
        criteria=high("victory_points", "lost_pile", "head_to_head"),
        head_to_head=[
            pb.HeadToHead(winner="alice", loser="bob", wins=2),
            pb.HeadToHead(winner="bob", loser="alice", wins=2),
        ],
    )


def change_seed(request: pb.ResolveTiebreakRequest) -> None:
    request.seed = SEED + b"\x10"


def change_name(request: pb.ResolveTiebreakRequest) -> None:
    request.players[1].name = "Bob"
    for wins in request.head_to_head:
        wins.winner, wins.loser = wins.winner.replace("bob", "Bob"), wins.loser.replace("bob", "Bob")


def add_player(request: pb.ResolveTiebreakRequest) -> None:
    request.players.append(player("cy", LIGHT, FIGURES))


def change_card(request: pb.ResolveTiebreakRequest) -> None:
    request.players[1].deck = f"{PILE},5_39,107_3"
    request.players[1].started_on_table[:] = ["107_3"]
    request.players[1].deck = request.players[1].deck.replace("4_67", "13_34")


def add_copy(request: pb.ResolveTiebreakRequest) -> None:
    request.players[1].deck += ",4_67"


def name_no_started(request: pb.ResolveTiebreakRequest) -> None:
    del request.players[1].started_on_table[:]


def change_direction(request: pb.ResolveTiebreakRequest) -> None:
    request.options.criteria[1].direction = pb.DIRECTION_LOW


def change_order(request: pb.ResolveTiebreakRequest) -> None:
    for criterion, name in zip(request.options.criteria, ("lost_pile", "victory_points"), strict=False):
        criterion.name = name


def drop_criterion(request: pb.ResolveTiebreakRequest) -> None:
    del request.options.criteria[1]
    for each in request.players:
        del each.criteria[1]


def change_figure(request: pb.ResolveTiebreakRequest) -> None:
    for each in request.players:
        each.criteria[1].value = "2"


def change_wins(request: pb.ResolveTiebreakRequest) -> None:
    for wins in request.head_to_head:
        wins.wins = 3


def change_options(**fields: object) -> Callable[[pb.ResolveTiebreakRequest], None]:
    return lambda request: request.options.MergeFrom(pb.TiebreakOptions(**fields))  # type: ignore[arg-type]


CHANGES = [
    (change_seed, ["seed"]),
    (change_name, ["headToHead", "players"]),
    (add_player, ["players"]),
    (change_card, ["players[bob].deck"]),
    (add_copy, ["players[bob].deck"]),
    (name_no_started, ["players[bob].deck"]),
    (change_direction, ["options.criteria"]),
    (change_order, ["options.criteria"]),
    (drop_criterion, ["options.criteria", "players[alice].criteria", "players[bob].criteria"]),
    (change_figure, ["players[alice].criteria", "players[bob].criteria"]),
    (change_wins, ["headToHead"]),
    (change_options(share=True), ["options.share"]),
    (change_options(stand_on=9), ["options.standOn"]),
    (change_options(replay_limit=0), ["options.replayLimit"]),
    (change_options(allow_unknown=True), ["options.allowUnknown"]),
]


def named(refused: Refused) -> list[str]:
    """The fields that the message names, each before its colon."""
    return [part.partition(": got ")[0] for part in refused.message.split("; ")]


@pytest.mark.parametrize(("change", "fields"), CHANGES, ids=[" ".join(fields) for _, fields in CHANGES])
def test_each_part_that_differs_is_named_and_the_first_answer_stays(
    service: Service, event: str, change: Callable[[pb.ResolveTiebreakRequest], None], fields: list[str]
) -> None:
    first = service.call(asked(event))
    other = asked(event)
    change(other)
    refused = service.refusal(other)
    assert (refused.code, refused.reason) == ("ALREADY_EXISTS", "TIE_CONTENT_DIFFERS")
    assert sorted(named(refused)) == fields
    assert refused.metadata["violations"] == str(len(fields))
    assert refused.metadata["field"] == named(refused)[0]
    for secret in (SEED, other.seed):
        assert secret.hex() not in str(refused)
        assert secret.hex() not in str(refused.metadata)
    assert "1_109" not in f"{refused} {refused.metadata}"
    assert but_for_the_repeat_mark(service.call(asked(event))) == but_for_the_repeat_mark(first)
    assert service.stored(event) == 1


def test_all_parts_that_differ_are_named_at_once(service: Service, event: str) -> None:
    service.call(asked(event))
    other = asked(event)
    for change in (change_seed, change_card, change_figure, change_wins, change_options(share=True, stand_on=11)):
        change(other)
    assert sorted(named(service.refusal(other))) == [
        "headToHead", "options.share", "options.standOn", "players[alice].criteria", "players[bob].criteria",
        "players[bob].deck", "seed",
    ]  # fmt: skip


def test_what_is_as_the_default_says_is_no_difference(service: Service, event: str) -> None:
    service.call(asked(event))
    same = asked(event)
    change_options(stand_on=8, replay_limit=64, share=False)(same)
    assert service.call(same).replayed


def test_players_who_differ_only_in_case_are_two(service: Service, event: str) -> None:
    answer = service.call(tie(event, [player("Zoe", DARK), player("zoe", LIGHT)]))
    assert sorted(place.player for place in answer.places) == ["Zoe", "zoe"]
    assert [pile.player for pile in answer.piles] == ["Zoe", "zoe"]


def test_events_and_stages_that_differ_only_in_case_are_two(service: Service, event: str) -> None:
    for name, stage in ((event, "final"), (event.upper(), "final"), (event, "FINAL")):
        assert not service.call(tie(name, stage=stage)).replayed
    assert service.call(get(tie(event, stage="FINAL"))).stage == "FINAL"
    assert service.stored(event) == 2
