"""Building questions for the project's own code from those of the outsider's program."""

from __future__ import annotations

from deckmapping.values import Value, parse_value
from service.tiebreak.model import Criterion, Direction, Options, Player, Tie, TieRequest, TieResult, Win
from service.tiebreak.resolution import resolve
from tests.tiebreak.outsider import Question

CARDS = {
    "1_2": ["2"],
    "1_10": ["2"],
    "1_148": ["6"],
    "2_2": ["3.1415927"],
    "2_9": ["3"],
    "2_10": ["3"],
    "2_14": ["2", "5"],
    "3_8": ["0"],
    "5_34": ["3"],
    "5_57": ["5"],
    "6_3": ["1", "6"],
    "6_36": ["1"],
    "7_109": ["4"],
    "13_50": ["0"],
    "111_2": ["0", "7"],
    "204_1": ["3.1415927", "6.2831855"],
    "213_10": ["0.5"],
    "217_2": ["4.5"],
}
"""What the cards that the tests play with count."""

ALICE = ["1_2", "1_10", "5_34", "7_109", "5_34"]
BOB = ["6_36", "2_9", "13_50", "2_10"]
"""The piles of the protocol page."""


def values_of(cards: dict[str, list[str]]) -> dict[str, tuple[Value, ...]]:
    """The cards' values as the project keeps them."""
    return {id_: tuple(map(parse_value, texts)) for id_, texts in cards.items()}


def request_of(question: Question) -> TieRequest:
    """The same question for the project's own code."""
    names = [name for name, _ in question.criteria if name != "head_to_head"]
    return TieRequest(
        tie=Tie(question.event, question.stage, question.attempt),
        seed=question.seed,
        players=tuple(
            Player(
                name=name,
                pile=tuple(pile),
                values=tuple(parse_value(question.filed[name][criterion]) for criterion in names),
                dropped=tuple(question.dropped.get(name, ())),
            )
            for name, pile in question.piles.items()
        ),
        wins=tuple(Win(*win) for win in question.wins),
        options=Options(
            criteria=tuple(Criterion(name, Direction(direction)) for name, direction in question.criteria),
            share=question.share,
            stand_on=question.stand_on,
            replay_limit=question.replay_limit,
        ),
        catalogue_version=question.catalogue,
    )


def question_in(transcript: str) -> Question:
    """Read the question back from a transcript, as far as the tests' own transcripts go."""
    lines = [line.split(" ") for line in transcript.splitlines()]
    rows: dict[str, list[list[str]]] = {}
    for word, *rest in lines:
        rows.setdefault(word, []).append(rest)
    options = dict(word.split("=") for word in rows["rules"][0][1:])
    event, stage, attempt = rows["tie"][0]
    criteria = [(name, direction) for name, direction in rows.get("criterion", [])]
    filed = [name for name, _ in criteria if name != "head_to_head"]
    piles: dict[str, list[str]] = {name: [] for _, name, _ in rows["place"]}
    piles.update({name: ids.split(",") for name, ids in rows.get("player", [])})
    return Question(
        event=event,
        stage=stage,
        attempt=int(attempt),
        seed=bytes.fromhex(rows["seed"][0][0]),
        piles=piles,
        cards={id_: values.split("/") for id_, values in rows.get("card", [])},
        criteria=criteria,
        filed={name: dict(zip(filed, values, strict=True)) for name, *values in rows.get("value", [])},
        wins=[(winner, loser, int(wins)) for winner, loser, wins in rows.get("wins", [])],
        dropped={name: ids.split(",") for name, ids in rows.get("dropped", [])},
        stand_on=int(options["stand_on"]),
        replay_limit=int(options["replay_limit"]),
        share="lock" not in rows,
        catalogue=options["catalogue"],
    )


def answer(question: Question) -> TieResult:
    """The project's answer."""
    return resolve(request_of(question), values_of(question.cards))
