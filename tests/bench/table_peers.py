"""Hands of other engines' blackjack: a program for a Python that has their packages, without our code.

It reads a line ``NAME HANDS`` from its standard input, plays so many hands and answers with the seconds of processor
time that they took, until its input ends; for an engine whose package is missing it answers ``-``. Where the engine
tells the player's total he stands on 17 or more.

- ``gymnasium``: ``Blackjack-v1`` as `gymnasium.make` gives it, seeded once, cards drawn from an endless deck.
- ``gymnasium-seeded``: the same, each hand with a seed of its own, as a hand of ours has.
- ``rlcard``: its ``blackjack`` as `rlcard.make` gives it, a deck shuffled for every hand.
- ``open-spiel``: whole hands stepped from Python, by random play (`stepped` of ``open_spiel_playouts.py``).
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[int], None]

STANDS_ON = 17


def gymnasium(*, seeded: bool) -> Play:
    env: Any = import_module("gymnasium").make("Blackjack-v1")
    env.reset(seed=0)

    def play(hands: int) -> None:
        for hand in range(hands):
            (total, *_), _ = env.reset(seed=hand if seeded else None)
            is_over = False
            while not is_over:
                (total, *_), _, is_over, _, _ = env.step(int(total < STANDS_ON))

    return play


def rlcard() -> Play:
    env: Any = import_module("rlcard").make("blackjack", {"seed": 0})
    hit, stand = (env.actions.index(name) for name in ("hit", "stand"))

    def play(hands: int) -> None:
        for _ in range(hands):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(hit if state["obs"][0] < STANDS_ON else stand)
            env.get_payoffs()

    return play


def open_spiel() -> Play:
    stepped: Any = import_module("open_spiel_playouts").stepped

    def play(hands: int) -> None:
        for _ in range(hands):
            stepped()

    return play


ENGINES: dict[str, Callable[[], Play]] = {
    "gymnasium": lambda: gymnasium(seeded=False),
    "gymnasium-seeded": lambda: gymnasium(seeded=True),
    "rlcard": rlcard,
    "open-spiel": open_spiel,
}


def main() -> None:
    ready: dict[str, Play | None] = {}
    for name, make in ENGINES.items():
        try:
            ready[name] = make()
        except ImportError:
            ready[name] = None
    for line in sys.stdin:
        name, hands = line.split()
        play = ready[name]
        if play is None:
            print("-", flush=True)
            continue
        start = time.thread_time()
        play(int(hands))
        print(time.thread_time() - start, flush=True)


if __name__ == "__main__":
    main()
