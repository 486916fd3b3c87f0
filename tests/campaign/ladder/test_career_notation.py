"""The one line of a career: a golden line, the round trip of every career, and what is no line of one."""

from __future__ import annotations

from datetime import date
from string import printable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.campaign.ladder.career import Career, OpenTable, start
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.notation import read_career, write_career
from service.campaign.ladder.progress import DealerScore, Match, Progress
from service.money import LARGEST, Silver
from service.rules.errors import InvalidNotationError
from service.tables.dealer.attention import Attention
from tests.campaign.ladder.climbing import climber

NOTHING = "won=0,0,0,0 beaten=0 lost=0 scores=- meters=0,0,0,0,0;0,0,0,0,0;0,0,0,0,0;0,0,0,0,0"

names = st.text([each for each in printable if "!" <= each <= "~"], min_size=1, max_size=60)
keys = st.from_regex("[a-z][a-z0-9-]{0,39}", fullmatch=True)
counts = st.integers(0, LARGEST.count)
amounts = st.integers(-LARGEST.count, LARGEST.count).map(Silver)
attentions = st.builds(Attention, counts, counts, counts, counts, st.integers(-LARGEST.count, LARGEST.count))
levels = len(ladder().levels)
progresses = st.builds(
    Progress,
    won=st.tuples(*[amounts] * levels),
    beaten=st.integers(0, levels),
    scores=st.lists(st.builds(DealerScore, keys, counts, counts.map(Silver), st.booleans()), max_size=4).map(tuple),
    lost=counts,
    match=st.none() | st.builds(Match, counts, amounts),
    attention=st.tuples(*[attentions] * levels),
)
careers = st.builds(
    Career,
    player=names,
    light=progresses,
    dark=progresses,
    lessons=st.lists(keys, max_size=4).map(tuple),
    rewards=st.lists(keys, max_size=4).map(tuple),
    table=st.none() | st.builds(OpenTable, names, keys),
    is_ruined=st.booleans(),
    sent_off=st.none() | st.dates(),
)


@given(careers)
def test_a_career_is_read_as_it_was_written(career: Career) -> None:
    line = write_career(career)
    assert read_career(line) == career
    assert line.isascii()
    assert line.isprintable()


def test_the_line_of_a_beginner_is_short_and_names_its_version() -> None:
    line = f"career1 player=lars lessons=- rewards=- | {NOTHING} | {NOTHING}"
    assert write_career(start("lars", ladder())) == line
    assert read_career(line) == start("lars", ladder())


def test_the_line_of_a_player_in_a_match_shows_all_that_counts() -> None:
    who = climber().play("kalit", -5).climb("light", 1).beat("max-rebo").sit("devaronian").hands(30, -50)
    line = write_career(who.career)
    assert line == (
        "career1 player=lars"
        " lessons=eleven,perfect-sabacc,over,fewer-cards,house-rule,drawing,wild-and-clone"
        " rewards=landos-advice,dune-sea-sabacc-light,dune-sea-upgrade-light table=devaronian,t7"
        # With each of three dealers 100, 5 lost before, and 9 hands with the boss at 1 each: 304.
        " | won=304,130,0,0 beaten=1 lost=0 scores=devaronian:2:0,max-rebo:30:150:beaten"
        " meters=0,0,0,0,0;0,0,0,0,0;0,0,0,0,0;0,0,0,0,0"
        f" | {NOTHING}"
    )


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("career1", "career2"),
        ("player=lars", "player=la rs"),
        ("lessons=-", "lessons="),
        (" | ", "|"),
        ("won=0", "won=x"),
        ("won=0", "won=0.5"),
        ("beaten=0", "beaten=-1"),
        ("scores=-", "scores=kalit:1"),
        ("scores=-", "scores=kalit:1:-5"),
        ("rewards=-", "rewards=- table=kalit"),
        ("rewards=-", "rewards=- sent-off=2026-13-01"),
        ("meters=0", "meters=-1"),
        ("lost=0", "lost=0 match=1,2,3"),
    ],
)
def test_a_line_that_is_no_career_is_refused(written: str, instead: str) -> None:
    line = write_career(start("lars", ladder()))
    assert written in line
    with pytest.raises(InvalidNotationError, match="expected a career on one line, beginning with career1"):
        read_career(line.replace(written, instead, 1))


@given(st.text(max_size=80))
def test_no_text_does_anything_but_be_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError):
        read_career(text)


def test_a_day_is_written_as_a_date() -> None:
    line = write_career(Career("a", Progress(()), Progress(()), sent_off=date(2026, 3, 9)))
    assert "sent-off=2026-03-09" in line
