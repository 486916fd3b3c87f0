"""A tie that was answered once is answered the same for ever, however it is asked again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.values import format_value
from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import (
    DARK,
    LIGHT,
    SEED,
    but_for_the_repeat_mark,
    get,
    high,
    places,
    player,
    rehearsal,
    tie,
)
from tests.rpc.catalogues import written
from tests.tiebreak import outsider

if TYPE_CHECKING:
    from pathlib import Path

    from tests.rpc.callers import Service

MAIN_DARK, MAIN_LIGHT = (deck.partition("|")[0].split(",") for deck in (DARK, LIGHT))
STARTED = {"alice": ["13_69", "110_6"], "bob": ["109_4"]}
"""The Objectives and Starting Effects of the example decks."""


def without(ids: list[str], left_out: list[str]) -> list[str]:
    pile = list(ids)
    for id_ in left_out:
        pile.remove(id_)
    return sorted(pile)


def many(event: str) -> pb.ResolveTiebreakRequest:
    """Five players, three criteria and wins: two groups play, one player is placed by a criterion alone."""
    return tie(
        event,
        [
            player("ana", DARK, {"victory_points": "10", "differential": "-6"}),
            player("bo", LIGHT, {"victory_points": "10", "differential": "-6"}),
            player("cy", LIGHT, {"victory_points": "4", "differential": "9.5"}, ["109_4", "5_3", "5_3"]),
            player("di", DARK, {"victory_points": "4", "differential": "9.5"}),
            player("ed", "", {"victory_points": "4", "differential": "10"}),
        ],
        head_to_head=[
            pb.HeadToHead(winner=winner, loser=loser, wins=1) for winner, loser in (("ed", "cy"), ("bo", "ed"))
        ],
        criteria=[*high("victory_points", "differential", "head_to_head")],
        stand_on=9,
    )


def mix(chance: random.Random, listed: Any) -> None:
    """Shuffle a repeated field."""
    mixed = chance.sample(list(listed), len(listed))
    del listed[:]
    listed.extend(mixed)


def shuffled(request: pb.ResolveTiebreakRequest, seed: int) -> pb.ResolveTiebreakRequest:
    """The same question in another order of everything that has none, with other spellings of ids and figures."""
    chance = random.Random(seed)
    other = pb.ResolveTiebreakRequest.FromString(request.SerializeToString())
    mix(chance, other.players)
    mix(chance, other.head_to_head)
    for each in other.players:
        main, bar, outside = each.deck.partition("|")
        ids = chance.sample(main.split(","), main.count(",") + 1)
        ids = [chance.choice([id_, f" {id_}", f"{id_}*", f"{id_}^", f"0{id_}"]) for id_ in ids]
        each.deck = ",".join(ids) + chance.choice([bar + outside, "", "|13_3"]) if main else ""
        mix(chance, each.started_on_table)
        mix(chance, each.criteria)
        for filed in each.criteria:
            filed.value = chance.choice([filed.value, filed.value + ".0" * ("." not in filed.value), "0" + filed.value])
            filed.value = filed.value.replace("0-", "-0")
    other.options.with_win_shares = False
    return other


def test_field_report_54_a_tie_is_answered_as_an_independent_program_answers_it(service: Service, event: str) -> None:
    answer = service.call(tie(event))
    records = starter_catalogue().records
    piles = {"alice": without(MAIN_DARK, STARTED["alice"]), "bob": without(MAIN_LIGHT, STARTED["bob"])}
    cards = {id_: [format_value(value) for value in records[id_].values] for pile in piles.values() for id_ in pile}
    question = outsider.Question(event, "final", 1, SEED, piles, cards, catalogue=starter_catalogue().version)
    proof = outsider.transcript(question)
    assert answer.transcript == proof
    lines = [line.split(" ") for line in proof.splitlines()]

    assert (answer.event, answer.stage, answer.attempt) == (event, "final", 1)
    assert places(answer) == [
        (name, int(at), by) for word, *rest in lines if word == "place" for at, name, by in [rest]
    ]
    assert [(group.place, list(group.players)) for group in answer.groups] == [(1, ["alice", "bob"])]
    drawn = [(hand.number, hand.player, card.blueprint_id) for hand in answer.hands for card in hand.cards]
    assert drawn == [(int(rest[0]), rest[1], rest[2]) for word, *rest in lines if word == "draw"]
    totals = [
        (str(hand.number), hand.player, "+".join(card.value for card in hand.cards), hand.total, hand.over)
        for hand in answer.hands
    ]
    assert totals == [(*rest[:4], rest[4] == "over") for word, *rest in lines if word == "total"]
    assert list(answer.lots) == []
    assert [(pile.player, list(pile.cards)) for pile in answer.piles] == sorted(piles.items())
    assert [(pile.player, list(pile.started_on_table)) for pile in answer.piles] == [
        (name, sorted(ids)) for name, ids in STARTED.items()
    ]
    assert all(pile.started_on_table_assumed and not pile.dropped for pile in answer.piles)
    assert answer.result_id == lines[-1][1]
    rules = ["sabacc-11/1", "stand_on=8", "replay_limit=64", f"catalogue={starter_catalogue().version}"]
    assert answer.rules_id == outsider.sha("tsb1/rules", *rules).hex()
    lock = next(rest[0] for word, *rest in lines if word == "lock")
    assert answer.lock_hex == lock
    derived = outsider.mac(outsider.sha("tsb1/caller-seed", SEED), "tsb1/seed", bytes.fromhex(lock))
    assert answer.seed_hex == derived.hex()
    assert answer.caller_seed_hex == SEED.hex()
    assert answer.catalogue_version == starter_catalogue().version
    assert answer.grade == pb.GRADE_C
    assert (len(answer.earlier_attempts), len(answer.win_shares)) == (0, 0)
    assert (answer.replayed, answer.shared, answer.rehearsal) == (False, False, False)
    assert answer.create_time.seconds > 1_700_000_000
    assert answer.void_reason == ""


def test_asked_again_it_is_the_first_answer_byte_for_byte_but_for_the_repeat_mark(service: Service, event: str) -> None:
    first = service.call(many(event))
    for _ in range(2):
        again = service.call(many(event))
        assert (first.replayed, again.replayed) == (False, True)
        assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
    got = service.call(get(many(event)))
    assert got.replayed
    assert got.SerializeToString() == again.SerializeToString()  # both responses have the same fields


@pytest.mark.parametrize("seed", range(4))
def test_the_order_and_the_spelling_of_the_question_change_nothing(service: Service, event: str, seed: int) -> None:
    first = service.call(many(event))
    assert [(place, by.partition(":")[0]) for _, place, by in places(first)] == [
        (1, "sabacc"), (2, "sabacc"), (3, "criterion"), (4, "sabacc"), (5, "sabacc")
    ]  # fmt: skip
    again = service.call(shuffled(many(event), seed))
    assert again.replayed
    assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
    rehearsed = service.call(rehearsal(shuffled(many(event), seed + 100)))
    assert rehearsed.transcript == first.transcript


def test_odds_may_be_asked_for_or_not(service: Service, event: str) -> None:
    first = service.call(tie(event))
    with_odds = service.call(tie(event, with_win_shares=True))
    assert with_odds.replayed
    assert [share.player for share in with_odds.win_shares] == ["alice", "bob"]
    del with_odds.win_shares[:]
    assert but_for_the_repeat_mark(with_odds) == but_for_the_repeat_mark(first)

    asked = tie(event, stage="second", with_win_shares=True)
    first = service.call(asked)
    assert first.win_shares
    assert but_for_the_repeat_mark(service.call(asked)) == but_for_the_repeat_mark(first)
    assert list(service.call(get(asked)).win_shares) == []


def test_naming_the_cards_that_start_on_table_unasked_is_asking_the_same(service: Service, event: str) -> None:
    first = service.call(tie(event))
    named = [player("alice", DARK, started=STARTED["alice"]), player("bob", LIGHT, started=STARTED["bob"])]
    again = service.call(tie(event, named))
    assert again.replayed
    assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
    assert all(pile.started_on_table_assumed for pile in again.piles)


def test_a_deck_that_comes_to_the_same_pile_is_the_same(service: Service, event: str) -> None:
    first = service.call(tie(event))
    bare = [player("alice", ",".join(without(MAIN_DARK, STARTED["alice"]))), player("bob", LIGHT)]
    again = service.call(tie(event, bare))
    assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)


def test_it_is_the_same_after_a_restart(service: Service, event: str) -> None:
    first = service.call(many(event))
    with service.again() as restarted:
        again = restarted.call(many(event))
        assert again.replayed
        assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
        assert restarted.call(get(many(event))).SerializeToString() == again.SerializeToString()


def test_it_outlives_the_cards_of_its_catalogue(service: Service, event: str, tmp_path: Path) -> None:
    first = service.call(many(event))
    lost, catalogue = written(tmp_path / "lost.json", lost=("110_6", "109_4", first.hands[0].cards[0].blueprint_id))
    with service.again(catalogue=lost) as later:
        again = later.call(shuffled(many(event), 7))
        assert again.replayed
        assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
        assert again.catalogue_version == starter_catalogue().version != catalogue.version
        assert later.call(get(many(event))).transcript == first.transcript
        assert later.refusal(tie(event, stage="new")).reason == "UNKNOWN_CARD"
        asked = many(event)
        asked.options.with_win_shares = True
        with_odds = later.call(asked)  # asking for odds never takes the stored answer from its caller
        assert but_for_the_repeat_mark(with_odds) == but_for_the_repeat_mark(first)
        assert not with_odds.win_shares


def test_it_outlives_changed_values(service: Service, event: str, tmp_path: Path) -> None:
    first = service.call(tie(event))
    drawn = {card.blueprint_id: (90_000_000,) for hand in first.hands for card in hand.cards}
    changed, catalogue = written(tmp_path / "changed.json", values=drawn)
    with service.again(catalogue=changed) as later:
        again = later.call(tie(event))
        assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
        other = later.call(rehearsal(tie(event)))
        assert other.catalogue_version == catalogue.version
        assert other.transcript != first.transcript


def test_an_id_left_out_with_leave_stays_left_out_when_a_catalogue_learns_it(
    service: Service, event: str, tmp_path: Path
) -> None:
    asked = tie(event, [player("alice", f"{DARK.partition('|')[0]},9999_1"), player("bob", LIGHT)], allow_unknown=True)
    first = service.call(asked)
    assert [list(pile.dropped) for pile in first.piles] == [["9999_1"], []]
    assert "dropped alice 9999_1\n" in first.transcript
    learnt, _ = written(tmp_path / "learnt.json", values={"9999_1": (70_000_000,)})
    with service.again(catalogue=learnt) as later:
        again = later.call(asked)
        assert again.replayed
        assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
