"""Random questions inside the limits."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.tiebreak.building import CARDS
from tests.tiebreak.outsider import Question

NAMES = st.from_regex(r"[!-+\--~]{1,8}", fullmatch=True)
EVENTS = st.from_regex(r'[!"$-~]{1,8}', fullmatch=True)
PILES = st.lists(st.sampled_from(sorted(CARDS)), min_size=2, max_size=9)
FIGURES = st.sampled_from(["-3", "0", "0.5", "12"])


@st.composite
def questions(draw: st.DrawFn, most_players: int = 5) -> Question:
    """A question of two to *most_players* players, often with some of them equal."""
    names = draw(st.lists(NAMES, min_size=2, max_size=most_players, unique=True))
    filed = draw(st.lists(st.sampled_from(["victory_points", "differential", "x"]), max_size=2, unique=True))
    criteria = [(name, draw(st.sampled_from(["high", "low"]))) for name in filed]
    wins = []
    if draw(st.booleans()):
        criteria.insert(draw(st.integers(0, len(criteria))), ("head_to_head", "high"))
        pairs = st.permutations(names).map(lambda order: (order[0], order[1]))
        wins = [(*pair, draw(st.integers(1, 3))) for pair in draw(st.lists(pairs, max_size=4, unique=True))]
    return Question(
        event=draw(EVENTS),
        stage=draw(EVENTS),
        attempt=draw(st.integers(1, 999)),
        seed=draw(st.binary(min_size=16, max_size=64)),
        piles={name: draw(PILES) for name in names},
        cards=CARDS,
        criteria=criteria,
        filed={name: {criterion: draw(FIGURES) for criterion in filed} for name in names},
        wins=wins,
        dropped={name: draw(st.sampled_from([[], ["203_16"], ["203_30", "9_1"]])) for name in names},
        stand_on=draw(st.integers(1, 11)),
        replay_limit=draw(st.integers(0, 4)),
        share=draw(st.booleans()),
        catalogue=draw(EVENTS),
    )
