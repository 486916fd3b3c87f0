"""What holds of every mission."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from deckmapping.themes.themes import themes
from service.campaign.missions.mission import AsDealer
from service.campaign.missions.outcome import Ending, Verdict
from service.campaign.missions.playing import play_mission
from service.odds.setting import BestPlay, StandOn
from service.tables.practice import NONE
from service.tables.sessions.record import verify_record
from tests.campaign.missions.asking import VERSION, mission

PLAYS = st.one_of(st.integers(0, 12).map(StandOn), st.just(AsDealer()), st.just(BestPlay()))


@st.composite
def missions(draw: st.DrawFn) -> dict[str, Any]:
    """Any mission, of few hands mostly: its fields as `asking.mission` takes them."""
    theme = draw(st.sampled_from((None, *themes())))
    stake = draw(st.integers(1, 50))
    purse = draw(st.integers(2 * stake, 20 * stake))
    hands = draw(st.integers(1, 12))
    fields: dict[str, Any] = {
        "name": draw(st.text("abcXYZ019-_/.", min_size=1, max_size=60)),
        "play": draw(PLAYS),
        "purse": purse,
        "stake": stake,
        "hands": hands,
        "goal": draw(st.none() | st.integers(purse + 1, purse + hands * stake)),
        "has_option": draw(st.booleans()),
    }
    if theme is not None:
        fields["theme"] = theme.name
        fields["opponent"] = draw(st.sampled_from([each.key for each in theme.dealers]))
        fields["background"] = draw(st.none() | st.sampled_from([each.key for each in theme.backgrounds]))
        fields["has_modifier"] = draw(st.booleans())
        fields["deck"] = draw(st.sampled_from(("deck-c", theme.sample_deck)))
    return fields


@settings(max_examples=60, deadline=None)
@given(fields=missions(), seed=st.binary(min_size=16, max_size=64))
def test_a_mission_is_a_function_of_itself_and_its_seed_and_its_purse_adds_up(
    fields: dict[str, Any], seed: bytes
) -> None:
    asked = mission(**fields)
    outcome, again = play_mission(asked, seed, VERSION), play_mission(mission(**fields), seed, VERSION)
    assert again.record == outcome.record
    assert [hand.won for hand in again.hands] == [hand.won for hand in outcome.hands]
    assert (again.verdict, again.ending, again.words) == (outcome.verdict, outcome.ending, outcome.words)

    purse = asked.purse
    for hand in outcome.hands:
        purse += hand.won
        assert hand.purse == purse >= NONE
    assert purse == outcome.purse == asked.purse + outcome.won
    assert outcome.is_rewarded == (outcome.verdict is Verdict.WON)
    if asked.goal is None:
        assert (outcome.won > NONE, outcome.won < NONE) == (outcome.is_rewarded, outcome.verdict is Verdict.LOST)
    else:
        assert (outcome.purse >= asked.goal) == outcome.is_rewarded == (outcome.ending is Ending.GOAL)
    assert (len(outcome.hands) == asked.hands) or outcome.ending is not Ending.PLAYED

    found = verify_record(outcome.record)
    assert (found.is_valid, found.hands, found.is_closed) == (True, len(outcome.hands), True)


@settings(max_examples=60, deadline=None)
@given(
    purse=st.integers(-2, 60),
    stake=st.integers(-2, 60),
    hands=st.integers(-1, 4),
    goal=st.none() | st.integers(-1, 200),
)
def test_a_mission_is_played_or_refused_by_what_is_wrong_with_it(
    purse: int, stake: int, hands: int, goal: int | None
) -> None:
    wrong = {
        *(["purse"] if purse < 1 else []),
        *(["stake"] if stake < 1 or stake > purse >= 1 <= hands else []),
        *(["hands"] if hands < 1 else []),
        *(["goal"] if goal is not None and goal <= purse else []),
    }
    beyond = goal is not None and goal > purse + hands * (stake * 3 // 2)
    fields = {"purse": purse, "stake": stake, "hands": hands, "goal": goal}
    try:
        outcome = play_mission(mission(**fields), bytes(16), VERSION)
    except InvalidInputError as error:
        found = {violation.field for violation in error.violations}
        assert found <= (wrong or {"goal"})
        assert wrong or beyond
    else:
        assert not wrong
        assert not beyond
        assert 1 <= len(outcome.hands) <= hands
