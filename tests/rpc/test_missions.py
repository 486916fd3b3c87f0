"""Missions by calls: the same bytes wherever they are asked, everything to show, and refusals by field."""

from __future__ import annotations

import multiprocessing
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import bundled_deck
from sabacc.v1 import cards_pb2, tables_pb2
from sabacc.v1 import missions_pb2 as pb
from service.campaign.missions.mission import Mission
from service.campaign.missions.playing import play_mission
from service.odds.setting import StandOn
from service.rpc.contract.mission_messages import outcome_message
from service.rpc.contract.odds_fields import MOST_KINDS
from service.tables.practice import Chips
from service.tables.sessions.orders import SeatOrder
from tests.rpc.asking_missions import REWARD, SEED, mission, won
from tests.rpc.asking_tables import sitting
from tests.rpc.catalogues import written

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.rpc.callers import Service

DEVARONIAN = "6_10"
PLAYS = (pb.MISSION_PLAY_STAND_ON, pb.MISSION_PLAY_AS_DEALER, pb.MISSION_PLAY_BEST)


def test_a_mission_is_the_same_to_the_last_byte_wherever_it_is_played(service: Service) -> None:
    catalogue = starter_catalogue()
    asked = Mission(
        "m-1", SeatOrder("ann", "dune-sea-light"), StandOn(8), Chips(100), Chips(10), 5, theme="dune-sea-light"
    )
    outcome = play_mission(asked, SEED, catalogue.version)
    expected = outcome_message(outcome, lambda card: catalogue.records[card.card_id].title).SerializeToString()
    for _ in range(2):
        assert service.call(mission(theme="dune-sea-light")).SerializeToString() == expected


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("theme", ["", "jabbas-palace-light"])
def test_its_record_is_verified_by_the_service(service: Service, play: Any, theme: str) -> None:
    asked = mission(
        play=play, theme=theme, player=sitting(deck=theme or "deck-c", character=DEVARONIAN if theme else "")
    )
    answer = service.call(asked)
    found = service.call(tables_pb2.VerifyTableRecordRequest(record=answer.record))
    assert (found.valid, found.closed, found.cards_checked, list(found.remarks)) == (True, True, True, [])
    assert (found.hands, found.table_id) == (len(answer.hands), answer.table_id)
    assert found.digest == answer.digest == sha256(answer.record).hexdigest()
    assert answer.catalogue_version == starter_catalogue().version


def test_hands_are_told_as_a_table_tells_them(service: Service) -> None:
    answer = service.call(mission(theme="cloud-city-light", opponent="wioslea", hands=20, purse=1000))
    assert (answer.opponent.key, answer.opponent.terms) == (
        "wioslea", "draws-to=7 overdraws-to=8 overdraw-chance=1/5 pays=3/2 costs=1",
    )  # fmt: skip
    assert answer.variant == cards_pb2.VARIANT_CLOUD_CITY
    assert [event.cue for event in answer.opening] == ["cue.table-opens", "cue.dealer.wioslea"]
    assert [event.cue for event in answer.closing] == ["cue.table-closes"]
    purse = 1000
    for number, hand in enumerate(answer.hands, start=1):
        player, dealer = hand.seats
        purse += hand.result.chips
        assert (hand.number, hand.purse) == (number, purse)
        assert (player.name, dealer.name) == ("ann", "Wioslea")
        assert player.card_count == len(player.cards) >= 2 <= len(dealer.cards) == dealer.card_count
        cues, pictures = (
            [event.cue for event in hand.events],
            [each for event in hand.events for each in event.pictures],
        )
        assert cues.index("cue.bet") < cues.index("cue.deal") < cues.index("cue.paid") < cues.index("cue.key")
        assert sorted(pictures) == sorted(
            f"picture.card.{card.blueprint_id}" for card in (*player.cards, *dealer.cards)
        )
        assert hand.result.words in [event.text for event in hand.events]
    assert (answer.purse, answer.won) == (purse, purse - 1000)


def test_a_mission_that_is_won_gives_its_reward_back_as_it_was_promised(service: Service) -> None:
    answer = won(service, goal=120, reward=REWARD)
    assert (answer.verdict, answer.ending) == (pb.MISSION_VERDICT_WON, pb.MISSION_ENDING_GOAL)
    assert answer.reward == REWARD
    assert answer.words.startswith("Won after ")
    assert won(service).reward == pb.MissionReward()


def test_a_mission_that_is_lost_gives_nothing(service: Service) -> None:
    answer = service.call(mission(purse=10, goal=150, hands=100, reward=REWARD))
    assert (answer.verdict, answer.ending) == (pb.MISSION_VERDICT_LOST, pb.MISSION_ENDING_BUST)
    assert not answer.rewarded
    assert not answer.HasField("reward")
    assert answer.won == answer.purse - 10 < 0


def test_plain_cards_and_modifiers_do_what_they_do_at_tables(service: Service) -> None:
    plain = service.call(mission(theme="dune-sea-light", plain_cards=True))
    assert plain.variant == cards_pb2.VARIANT_FAIR_DECK
    assert {card.role for hand in plain.hands for seat in hand.seats for card in seat.cards} == {
        cards_pb2.CARD_ROLE_PLAIN
    }
    burned = service.call(mission(theme="dune-sea-light", background="loading-bay", with_modifier=True))
    assert {len(seat.burned) for hand in burned.hands for seat in hand.seats} == {2}
    assert b"\nplace dune-sea-light loading-bay\n" in burned.record


def pile_of(answer: pb.PlayMissionResponse) -> list[str]:
    """The player's whole pile, as the record's head has it."""
    (line,) = (line for line in answer.record.decode().splitlines() if line.startswith("pile "))
    return sorted(card.split(":")[0] for card in line.split()[1:])


def test_decks_come_in_every_way_in_which_tables_take_them(service: Service) -> None:
    light = bundled_deck("trooper-light")
    pasted = "\n".join(f"1 {starter_catalogue().records[card].title}" for card in dict.fromkeys(light.card_ids))
    given = service.call(mission(theme="trooper-light", player=sitting(gemp=light.deck_string)))
    assert pile_of(given) == pile_of(service.call(mission(theme="trooper-light"))) == sorted(light.card_ids)
    other = service.call(mission(theme="trooper-light", player=sitting(pasted=pasted)))
    assert pile_of(other) == sorted(set(light.card_ids))


def test_the_largest_answer_is_sent(service: Service) -> None:
    for theme in ("jabbas-palace-dark", "dune-sea-light"):
        answer = service.call(mission(theme=theme, purse=10_000, hands=100, play=pb.MISSION_PLAY_BEST))
        assert len(answer.hands) == 100
        assert answer.ByteSize() < 512 * 1024


MOST = 16_777_215
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a name with a blank": ({"name": "a b"}, "name"),
    "no seed": ({"seed": b""}, "seed"),
    "a short seed": ({"seed": bytes(15)}, "seed"),
    "a long seed": ({"seed": bytes(65)}, "seed"),
    "no player": ({"player": None}, "player.name"),
    "no deck": ({"player": tables_pb2.TablePlayer(name="ann")}, "player"),
    "an unknown deck": ({"player": sitting(deck="deck-d")}, "player.bundled"),
    "no play": ({"play": pb.MISSION_PLAY_UNSPECIFIED}, "play"),
    "an unknown play": ({"play": 9}, "play"),
    "no total": ({"stand_on": None}, "standOn"),
    "a total above 12": ({"stand_on": 13}, "standOn"),
    "a total for the best play": ({"play": pb.MISSION_PLAY_BEST, "stand_on": 8}, "standOn"),
    "a total for the dealer's play": ({"play": pb.MISSION_PLAY_AS_DEALER, "stand_on": 8}, "standOn"),
    "no purse": ({"purse": 0}, "purse"),
    "a purse below nothing": ({"purse": -(2**63)}, "purse"),
    "a purse that nobody has": ({"purse": MOST + 1}, "purse"),
    "no stake": ({"stake": 0}, "stake"),
    "a stake above the purse": ({"stake": 101}, "stake"),
    "no hands": ({"hands": 0}, "hands"),
    "too many hands": ({"hands": 101}, "hands"),
    "a goal that is reached": ({"goal": 100}, "goal"),
    "a goal of nothing": ({"goal": 0}, "goal"),
    "a goal beyond reach": ({"goal": 176}, "goal"),
    "a goal beyond all numbers": ({"goal": 2**63 - 1}, "goal"),
    "an unknown theme": ({"theme": "hoth", "player": sitting()}, "theme"),
    "an unknown background": ({"theme": "trooper-light", "background": "x"}, "background"),
    "a background of no theme": ({"background": "casino"}, "background"),
    "another theme's dealer": ({"theme": "trooper-light", "opponent": "rkik"}, "opponent"),
    "a dealer who is none": ({"opponent": "nobody"}, "opponent"),
    "no character": ({"player": sitting(character="1_128")}, "player.character"),
    "a character who may not play": (
        {"theme": "dune-sea-light", "player": sitting(deck="dune-sea-light", character="5_5")},
        "player.character",
    ),
    "a long reward": ({"reward": pb.MissionReward(text="x" * 501)}, "reward.text"),
    "a reward of many cards": ({"reward": pb.MissionReward(blueprint_ids=["1_1"] * 21)}, "reward.blueprintIds"),
    "a reward of no card": ({"reward": pb.MissionReward(blueprint_ids=["1_1", ""])}, "reward.blueprintIds[1]"),
    "a reward of too much silver": ({"reward": pb.MissionReward(silver=MOST + 1)}, "reward.silver"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mission_that_cannot_be_is_refused_by_field(service: Service, what: str) -> None:
    fields, field = WRONG[what]
    found = service.refusal(mission(**fields))
    assert (found.code, found.reason) == ("INVALID_ARGUMENT", "FIELD_INVALID")
    assert list(found.violations) == [field]
    assert found.metadata["field"] == field
    assert found.metadata["expected"]


def test_everything_that_is_wrong_is_named_at_once(service: Service) -> None:
    found = service.refusal(mission(name="", seed=b"", play=9, purse=0, stake=0, hands=0, goal=0))
    assert list(found.violations) == ["name", "purse", "stake", "hands", "goal", "seed", "play"]


@pytest.mark.parametrize(
    ("gemp", "reason"),
    [("1_19,abc", "MALFORMED_ID"), ("1_19,9999_1", "UNKNOWN_CARD"), ("5_39,5_134", "TWO_SIDED_DECK")],
)
def test_decks_are_refused_as_tables_refuse_them(service: Service, gemp: str, reason: str) -> None:
    found = service.refusal(mission(player=sitting(gemp=gemp)))
    assert (found.code, found.reason, found.metadata["field"]) == ("INVALID_ARGUMENT", reason, "player.gemp")


def test_a_pile_too_small_for_the_modifier_is_refused_naming_the_player(service: Service) -> None:
    fields = {"theme": "dune-sea-light", "with_modifier": True, "player": sitting(gemp="1_131,1_131")}
    found = service.refusal(mission(**fields))
    assert (found.reason, found.metadata["field"]) == ("PILE_TOO_SMALL", "player")
    assert found.metadata["value"] == "2 cards"


def test_piles_too_large_for_the_best_play_are_refused_and_other_plays_are_not(
    open_service: Callable[..., Service], tmp_path: Path
) -> None:
    ids = [f"9000_{number}" for number in range(MOST_KINDS + 1)]
    path, _ = written(tmp_path / "many.json", values={id_: (at * 1009 + 1,) for at, id_ in enumerate(ids)})
    service = open_service(catalogue=path)
    many, fewer = (sitting(gemp=",".join(kinds)) for kinds in (ids, ids[1:]))
    found = service.refusal(mission(player=many, play=pb.MISSION_PLAY_BEST))
    assert (found.reason, found.metadata["field"]) == ("FIELD_INVALID", "player")
    assert found.metadata["expected"].startswith(f"at most {MOST_KINDS}: fewer different values")
    assert service.call(mission(player=many)).hands
    assert service.call(mission(player=fewer, play=pb.MISSION_PLAY_BEST)).hands


def test_no_answer_and_no_refusal_has_the_seed(service: Service) -> None:
    seeds = (SEED, SEED.hex().encode(), SEED.hex().upper().encode())
    answer = service.call(mission()).SerializeToString()
    refused = str(service.refusal(mission(stake=101))).encode() + str(service.refusal(mission(hands=0))).encode()
    assert not any(seed in answer + refused for seed in seeds)


def test_missions_are_played_by_the_processes_that_reckon_odds(open_service: Callable[..., Service]) -> None:
    service = open_service()
    before = set(multiprocessing.active_children())
    first = service.call(mission(hands=100, purse=5000))
    (process,) = set(multiprocessing.active_children()) - before
    assert service.call(mission(hands=100, purse=5000)) == first
    assert set(multiprocessing.active_children()) - before == {process}
