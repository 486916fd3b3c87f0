"""One tie of two 60-card decks in process, against exactly the hashing that tsb1 needs for it.

The digests of every tie are recorded once, as key and message; a round then times a few ties and their bare digests in
turn until all are done, so that both meet the same machine and equally warm caches. Run it with
``python -m tests.bench.tie_in_process``.
"""

from __future__ import annotations

import hashlib
import hmac
import statistics
import sys
import time
from functools import partial
from typing import TYPE_CHECKING
from unittest.mock import patch

from deckmapping.values import Value, whole
from service.draws import hashes, streams
from service.tiebreak import proof
from service.tiebreak.model import Criterion, Options, Player, Tie, TieRequest
from service.tiebreak.resolution import resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TIES = 1_000
CHUNK = 10
ROUNDS = 9
GOAL = 4.0

Digest = tuple[bytes | None, bytes]
"""Key (None: plain SHA-256) and message."""

SPREAD = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
"""How many of the 60 cards count what."""


def deck(first_set: int) -> dict[str, tuple[Value, ...]]:
    """Return a deck of 60 different ids with the spread above."""
    counts = [value for value, count in SPREAD.items() for _ in range(count)]
    return {f"{first_set + at % 7}_{at + 101}": (whole(value),) for at, value in enumerate(counts)}


def question(seed_number: int, piles: Mapping[str, tuple[str, ...]]) -> TieRequest:
    """Return a tie that two criteria leave equal, with a seed of its own."""
    values = (whole(10), whole(70))
    return TieRequest(
        tie=Tie("2026-worlds", "final", 1),
        seed=hashlib.sha256(b"bench %d" % seed_number).digest(),
        players=tuple(Player(name, pile, values) for name, pile in piles.items()),
        wins=(),
        options=Options((Criterion("victory_points"), Criterion("differential"))),
        catalogue_version=hashlib.sha256(b"catalogue").hexdigest(),
    )


def record(run: Callable[[], object]) -> list[Digest]:
    """Return every digest that *run* computes, in order."""
    digests: list[Digest] = []

    def sha256(message: bytes) -> object:
        digests.append((None, message))
        return hashlib.sha256(message)

    def keyed(key: bytes, message: bytes, algorithm: str) -> hmac.HMAC:
        digests.append((key, message))
        return hmac.new(key, message, algorithm)

    module = type("hmac", (), {"new": staticmethod(keyed)})
    with (
        patch.object(hashes, "sha256", sha256),
        patch.object(proof, "sha256", sha256),
        patch.object(hashes, "hmac", module),
        patch.object(streams, "hmac", module),
    ):
        run()
    return digests


def replay_digests(digests: list[Digest]) -> None:
    """Compute the digests and nothing else."""
    sha256, keyed = hashlib.sha256, hmac.new
    for key, message in digests:
        if key is None:
            sha256(message).digest()
        else:
            keyed(key, message, "sha256").digest()


def seconds(run: Callable[[], object]) -> float:
    """Return the processor time that *run* takes; other programs on the machine do not count."""
    start = time.thread_time()
    run()
    return time.thread_time() - start


def main() -> int:
    """Print the table; exit with 1 if the median ratio misses the goal."""
    decks = {"alice": deck(1), "bob": deck(8)}
    values_of = decks["alice"] | decks["bob"]
    piles = {name: tuple(sorted(cards)) for name, cards in decks.items()}
    questions = [question(number, piles) for number in range(TIES)]

    def ties(chunk: list[TieRequest]) -> None:
        for asked in chunk:
            resolve(asked, values_of)

    chunks = [questions[at : at + CHUNK] for at in range(0, TIES, CHUNK)]
    ties(questions)
    digests = [record(partial(ties, chunk)) for chunk in chunks]
    rounds = []
    for _ in range(ROUNDS):
        pairs = [
            (seconds(partial(ties, chunk)), seconds(partial(replay_digests, bare)))
            for chunk, bare in zip(chunks, digests, strict=True)
        ]
        rounds.append((sum(tie for tie, _ in pairs), sum(bare for _, bare in pairs)))

    per_tie = sum(map(len, digests)) / TIES
    print(f"{TIES} ties of two 60-card decks, {per_tie:.1f} digests a tie, {ROUNDS} interleaved rounds")
    print("round   tie us   digests us   ratio")
    for number, (tie, bare) in enumerate(rounds, 1):
        print(f"{number:5} {tie / TIES * 1e6:8.1f} {bare / TIES * 1e6:12.1f} {tie / bare:7.2f}")
    ratio = statistics.median(tie / bare for tie, bare in rounds)
    print(f"median ratio {ratio:.2f} (goal: at most {GOAL})")
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
