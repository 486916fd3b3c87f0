"""Random ties and Python's answers, in the words that the Java side reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.tiebreak.verification import verify
from tests.tiebreak.building import CARDS, answer
from tests.tiebreak.outsider import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

NAMES = ["alice", "Alice", "bob", "cy", "~bot", "Zoe-9", "x_1", "!", "a#b", "9"]
EQUAL_PILES = ["3_8", "13_50"]
"""Cards that count 0: two such piles draw with each other until the lot."""
FLIPS = 3


def random_tie(random: Random) -> Question:
    """A tie of two to six players, often with some of them equal to the end."""
    names = random.sample(NAMES, random.randint(2, 6))
    filed = random.sample(["victory_points", "differential", "lost-pile"], random.choice([0, 0, 1, 2]))
    criteria = [(name, random.choice(["high", "low"])) for name in filed]
    wins = []
    if random.random() < 0.3:
        criteria.insert(random.randint(0, len(criteria)), ("head_to_head", random.choice(["high", "high", "low"])))
        pairs = [(one, other) for one in names for other in names if one != other]
        wins = [(*pair, random.randint(1, 3)) for pair in random.sample(pairs, random.randint(0, min(4, len(pairs))))]
    return Question(
        event=f"event-{random.randint(0, 999)}",
        stage=random.choice(["final", "round-4", "cut,top8"]),
        attempt=random.choice([1, 1, 2, 999]),
        seed=random.randbytes(random.randint(16, 64)),
        piles={name: _pile(random) for name in names},
        cards=CARDS,
        criteria=criteria,
        filed={
            name: {criterion: random.choice(["10", "10", "-0.5", "3.1415927"]) for criterion in filed} for name in names
        },
        wins=wins,
        dropped={name: random.choice([[], [], ["203_16"], ["203_30", "9_1", "203_30"]]) for name in names},
        stand_on=random.choice([8, 8, random.randint(1, 11)]),
        replay_limit=random.choice([64, 0, 1, 3]),
        share=random.random() < 0.05,
        catalogue=random.choice(["demo", "2d02c7943a20d4e7"]),
    )


def _pile(random: Random) -> list[str]:
    if random.random() < 0.25:
        return random.choices(EQUAL_PILES, k=random.randint(2, 4))
    return random.choices(sorted(CARDS), k=random.randint(2, 12))


def written(random: Random, count: int) -> Iterator[str]:
    """Write *count* ties with their transcripts, and verdicts on transcripts of which one byte was changed."""
    for _ in range(count):
        question = random_tie(random)
        transcript = answer(question).transcript
        yield "\n".join([*_facts(question), *(f"> {line}" for line in transcript.splitlines()), ""])
        for _ in range(FLIPS):
            at, byte = random.randrange(len(transcript)), random.randrange(256)
            changed = bytearray(transcript.encode("ascii"))
            if changed[at] == byte:
                continue
            changed[at] = byte
            yield f"flip {at} {byte} {str(verify(bytes(changed)).valid).lower()}\n"
        yield "end\n"


def _facts(question: Question) -> Iterator[str]:
    yield f"tie {question.event} {question.stage} {question.attempt}"
    yield f"seed {question.seed.hex()}"
    share = str(question.share).lower()
    yield f"options {question.stand_on} {question.replay_limit} {question.catalogue} {share}"
    for name, direction in question.criteria:
        yield f"criterion {name} {direction}"
    for name, pile in question.piles.items():
        figures = [question.filed[name][criterion] for criterion, _ in question.criteria if criterion != "head_to_head"]
        yield f"player {name} {_joined(pile)} {_joined(figures)} {_joined(question.dropped[name])}"
    for winner, loser, wins in question.wins:
        yield f"wins {winner} {loser} {wins}"
    for id_, values in question.cards.items():
        yield f"card {id_} {'/'.join(values)}"


def _joined(texts: Sequence[str]) -> str:
    return ",".join(texts) or "-"
