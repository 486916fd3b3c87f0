"""The ladder, careers on it, and the lessons before the first table, by calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.records import Side
from deckmapping.themes.bundled import bundled_deck, theme_name
from deckmapping.themes.themes import theme
from deckmapping.variants import Variant
from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2
from tests.rpc.asking_campaign import LESSONS, answered, career, learn, mine

if TYPE_CHECKING:
    from tests.rpc.callers import Service

CLIMBED = [
    (cards_pb2.VARIANT_DUNE_SEA, Variant.DUNE_SEA),
    (cards_pb2.VARIANT_JABBAS_PALACE, Variant.JABBAS_PALACE),
    (cards_pb2.VARIANT_TROOPER, Variant.TROOPER),
    (cards_pb2.VARIANT_CLOUD_CITY, Variant.CLOUD_CITY),
]
SIDES = {cards_pb2.SIDE_LIGHT: Side.LIGHT, cards_pb2.SIDE_DARK: Side.DARK}
LANDOS = {"lando-light", "lando-dark"}


def ladder_of(service: Service) -> pb.GetLadderResponse:
    found: pb.GetLadderResponse = service.call(pb.GetLadderRequest())
    return found


# The ladder


def test_the_ladder_goes_from_the_dune_sea_to_lando_on_both_sides(service: Service) -> None:
    levels = ladder_of(service).levels
    assert [level.variant for level in levels] == [wire for wire, _ in CLIMBED]
    for level, (_, variant) in zip(levels, CLIMBED, strict=True):
        for wire, side in SIDES.items():
            here = [dealer for dealer in level.dealers if dealer.side == wire]
            assert [dealer.key for dealer in here] == [each.key for each in theme(theme_name(variant, side)).dealers]
            assert [dealer.boss for dealer in here] == [False] * (len(here) - 1) + [True]
            assert {dealer.theme for dealer in here} == {theme_name(variant, side)}
        assert [dealer.side for dealer in level.dealers] == sorted(dealer.side for dealer in level.dealers)
    assert {dealer.key for dealer in levels[-1].dealers if dealer.boss} == LANDOS


def test_bets_rise_with_the_levels_and_each_dealer_says_what_he_needs(service: Service) -> None:
    levels = ladder_of(service).levels
    least = [level.least_bet.silver for level in levels]
    assert least == sorted(set(least))
    for level in levels:
        assert level.least_bet.text == f"0 gold, {level.least_bet.silver:02d} silver"
        assert level.least_bet.silver <= level.match_stake.silver <= level.most_bet.silver
        assert 0 < level.dealers_to_beat < len(level.dealers)
        for dealer in level.dealers:
            # The worst of the smallest bet, or of a whole match; R'kik D'nec at Dune Sea wins double.
            worst = 2 if "two bets" in dealer.character else 1
            hands, bet = (level.match_hands, level.match_stake) if dealer.boss else (1, level.least_bet)
            assert dealer.needed.silver == worst * hands * bet.silver
    doubling = [dealer.key for level in levels for dealer in level.dealers if "two bets" in dealer.character]
    assert doubling == ["rkik"]


def test_each_usual_dealer_earns_between_one_and_three_of_a_hundred_bets_against_every_choice(
    service: Service,
) -> None:
    choices = [(deck, plain) for deck in (pb.CAMPAIGN_DECK_STANDARD, pb.CAMPAIGN_DECK_SAMPLE) for plain in (0, 1)]
    dealers = [dealer for level in ladder_of(service).levels for dealer in level.dealers]
    for dealer in dealers:
        assert [(edge.deck, edge.plain_cards) for edge in dealer.edges] == choices
        for edge in dealer.edges:
            assert len(edge.house_edge.partition(".")[2]) == 15
            assert bundled_deck(edge.house_deck).theme == dealer.theme
            if not dealer.boss:
                assert 0.01 <= float(edge.house_edge) <= 0.03


def test_a_lesson_shows_cards_that_are_there_and_not_its_right_answer(service: Service) -> None:
    found = ladder_of(service)
    assert found.intro
    assert [lesson.key for lesson in found.lessons] == list(LESSONS)
    records = starter_catalogue().records
    for lesson in found.lessons:
        assert {*lesson.cards, *lesson.dealer_cards} <= set(records)
        assert LESSONS[lesson.key] in lesson.answers
        assert len(lesson.answers) > 1
        assert {field.name for field, _ in lesson.ListFields()} <= {
            "key", "title", "words", "cards", "dealer_cards", "variant", "question", "answers",
        }  # fmt: skip


def test_a_reward_says_what_it_is_for_and_not_what_it_is(service: Service) -> None:
    rewards = ladder_of(service).rewards
    assert len({reward.key for reward in rewards}) == len(rewards)
    assert {reward.kind for reward in rewards} == {
        pb.REWARD_KIND_INFORMATION, pb.REWARD_KIND_CARD, pb.REWARD_KIND_DECK_UPGRADE, pb.REWARD_KIND_CASINO,
    }  # fmt: skip
    for reward in rewards:
        assert reward.title
        assert reward.earned_by.startswith(("answering all lessons", "beating Lando while", "beating the boss at "))
        assert reward.limit >= 0
    assert any(reward.limit for reward in rewards)


# Careers


def test_who_has_done_nothing_has_a_career_and_nothing_is_stored_of_it(service: Service, event: str) -> None:
    found = career(service, event)
    assert (found.player, list(found.lessons), list(found.lessons_left)) == (event, [], list(LESSONS))
    assert [side.side for side in found.sides] == [cards_pb2.SIDE_LIGHT, cards_pb2.SIDE_DARK]
    for side in found.sides:
        assert (side.level, side.done, side.bosses_beaten) == (cards_pb2.VARIANT_DUNE_SEA, False, 0)
        assert [won.silver for won in side.won] == [0] * 4
        assert (list(side.attention), list(side.dealers_beaten), side.dealers_left) == ([0] * 4, [], 2)
        assert not side.HasField("match")
    assert (found.table_id, found.dealer, found.ruined) == ("", "", False)
    assert (list(found.rewards), list(found.upgrades)) == ([], [])
    assert mine(service, event, include_applied=True) == []


@pytest.mark.parametrize("name", ["", "a b", "a,b", "zoë", "n" * 61, "a\n", "a\0b"])
def test_there_is_no_career_of_a_name_that_no_player_can_have(service: Service, name: str) -> None:
    for request in (pb.GetCareerRequest(player=name), answered(name)):
        found = service.refusal(request)
        assert (found.code, found.reason, found.metadata["field"]) == ("INVALID_ARGUMENT", "FIELD_INVALID", "player")
        assert found.metadata["expected"] == "1 to 60 printable ASCII characters without blanks and commas"


# Lessons


def test_a_wrong_answer_costs_nothing_and_the_right_one_counts_once(service: Service, event: str) -> None:
    lesson = next(each for each in ladder_of(service).lessons if each.key == "eleven")
    wrong = next(each for each in lesson.answers if each != LESSONS["eleven"])
    found = service.call(answered(event, answer=wrong))
    assert (found.right, list(found.career.lessons)) == (False, [])
    assert [each.cue for each in found.events] == ["cue.lesson-wrong"]
    assert found.events[0].text
    found = service.call(answered(event))
    assert (found.right, list(found.career.lessons)) == (True, ["eleven"])
    assert "eleven" not in found.career.lessons_left
    assert [each.cue for each in found.events] == ["cue.lesson-right"]
    again = service.call(answered(event))
    assert again == found
    assert service.call(answered(event, answer=wrong)).career == found.career
    assert career(service, event) == found.career


def test_the_last_lesson_opens_the_tables_and_brings_a_reward_once(service: Service, event: str) -> None:
    *others, last = LESSONS
    for lesson in others:
        assert list(service.call(answered(event, lesson)).career.rewards) == []
    found = service.call(answered(event, last))
    assert [each.cue for each in found.events] == ["cue.lesson-right", "cue.lessons-done", "cue.reward"]
    assert all(each.text for each in found.events)
    assert (list(found.career.rewards), list(found.career.lessons_left)) == (["landos-advice"], [])
    learn(service, event)
    assert [grant.reward for grant in mine(service, event)] == ["landos-advice"]


@pytest.mark.parametrize(
    ("lesson", "answer", "field"), [("nothing", "11", "lesson"), ("", "11", "lesson"), ("eleven", "12345", "answer")]
)
def test_another_lesson_or_answer_is_refused_with_those_there_are(
    service: Service, event: str, lesson: str, answer: str, field: str
) -> None:
    found = service.refusal(answered(event, lesson, answer))
    assert (found.code, found.reason, found.metadata["field"]) == ("INVALID_ARGUMENT", "FIELD_INVALID", field)
    assert found.metadata["expected"].startswith("one of ")
    assert career(service, event).lessons == []
