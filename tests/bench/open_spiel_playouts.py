"""Playouts of OpenSpiel's blackjack by random play: a program for a Python that has ``open_spiel``, without our code.

It prints one line of JSON: for each way the microseconds of processor time that a playout takes.

- ``stepped``: whole hands stepped from Python as OpenSpiel's own examples do it, drawing from ``chance_outcomes``.
- ``stepped_lean``: the same with the least that works: in its blackjack all cards left are equally likely, so chance
  may pick one of the legal actions as the player does.
- ``played``: whole hands played in C++ by its C++ bot that acts at random (``evaluate_bots``, a call from Python each).
- ``rolled_out``: rollouts in C++ (``RandomRolloutEvaluator`` within an ``MCTSBot``, so no call from Python a hand).
  They begin after the deal: the evaluator cannot be called from Python by itself, and a search from the start of a
  hand, where chance deals, ends in a segmentation fault.
- ``rolled_out_whole``: the same for as many moves as a whole hand has on average, deal included.

Run it with ``PYTHON tests/bench/open_spiel_playouts.py``.
"""

from __future__ import annotations

import json
import random
import time
from functools import partial
from importlib import import_module
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
STEPPED = 500
PLAYED = 3_000
ROLLED_OUT = 50_000
DEALT = ("C5", "D6", "H9", "S7")
"""Two cards of the player's and two of the dealer's: the moves from there on are about as many as from any deal."""

pyspiel: Any = import_module("pyspiel")
game = pyspiel.load_game("blackjack")


def stepped() -> None:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    state.returns()


def stepped_lean() -> None:
    play_on(game.new_initial_state())


def play_on(state: Any) -> int:
    """Play to the end; return the number of moves, chance's included."""
    moves = 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    state.returns()
    return moves


def dealt() -> Any:
    state = game.new_initial_state()
    for card in DEALT:
        action = next(each for each in state.legal_actions() if state.action_to_string(each) == card)
        state.apply_action(action)
    assert not state.is_chance_node()
    return state


def microseconds(run: Callable[[], object], playouts: int) -> float:
    """Return what a playout takes, where *run* is all of them."""
    start = time.thread_time()
    run()
    return (time.thread_time() - start) / playouts * 1e6


def main() -> None:
    bot = pyspiel.make_uniform_random_bot(0, 1)
    root = dealt()

    def played() -> None:
        for seed in range(PLAYED):
            pyspiel.evaluate_bots(game.new_initial_state(), [bot], seed)

    def rolled_out() -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLED_OUT, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).mcts_search(root)

    def many(run: Callable[[], None]) -> None:
        for _ in range(STEPPED):
            run()

    ways: dict[str, tuple[Callable[[], None], int]] = {
        "stepped": (partial(many, stepped), STEPPED),
        "stepped_lean": (partial(many, stepped_lean), STEPPED),
        "played": (played, PLAYED),
        "rolled_out": (rolled_out, ROLLED_OUT),
    }
    figures = {name: median(microseconds(*way) for _ in range(ROUNDS)) for name, way in ways.items()}
    whole, rolled = (sum(play_on(state.clone()) for _ in range(PLAYED)) for state in (game.new_initial_state(), root))
    print(json.dumps({**figures, "rolled_out_whole": figures["rolled_out"] * whole / rolled}))


if __name__ == "__main__":
    main()
