"""Hands per second of the engine of the dealers' tables, beside the blackjack of gymnasium, RLCard and OpenSpiel.

    python -m tests.bench.tables_engine [PYTHON_WITH_PEERS]

All of them are played from Python, each in one process. A hand of ours is what a table plays: its seed from its key and
the table's lock, the cards drawn from the shoe (shuffled after three hands), every act of the player, the dealer's turn
and the result, with all events kept. The player stands on 8 or more. Times are processor times of one thread, the
median of rounds in which all engines play in turn. The others play in a Python of their own (the argument, or the
setting SABACC_TABLE_PEERS), whose environment has ``gymnasium``, ``rlcard`` and ``open_spiel``; see `table_peers`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from deckmapping.themes.themes import theme
from deckmapping.values import whole
from service.rules.best import best_total
from service.rules.state import Phase
from service.tables.chain import NO_NONCE, KeyChain, hand_seed
from service.tables.dealer import acts
from service.tables.dealer.character import drawn_character
from service.tables.dealer.hand import PLAYER, DealerHand, Terms
from tests.tables.dealer_tables import FAIR, bundled_rules, bundled_shoe, seed_of, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.rules.cards import SideRules
    from service.tables.dealer.events import DealerEvent
    from service.tables.shoe import Shoe

ROUNDS = 9
HANDS = 1_000
CUT = 3
STANDS_ON = whole(8)
THEME = "dune-sea-light"
PEERS = "SABACC_TABLE_PEERS"
DECK_C = "Deck C on both sides"
OPEN_CARDS = f"{THEME}, option on"
OTHERS = {
    "gymnasium": "gymnasium: Blackjack-v1",
    "gymnasium-seeded": "gymnasium: the same, a seed for each hand",
    "rlcard": "RLCard: blackjack",
    "open-spiel": "OpenSpiel: blackjack stepped from Python",
}
GOALS = {"gymnasium", "rlcard"}
"""Beside which the engine is to play at least as many hands with Deck C; the others are reported."""


@dataclass(frozen=True, slots=True)
class DealersTable:
    """What a table plays by."""

    terms: Terms
    rules: tuple[SideRules, SideRules]
    shoe: Shoe
    lock: bytes


def tables() -> dict[str, DealersTable]:
    """Return the tables that are measured."""
    seated = theme(THEME).dealers[0]
    sample = bundled_shoe(theme(THEME).sample_deck, seated.deck, CUT)
    return {
        DECK_C: DealersTable(Terms(), FAIR, bundled_shoe("deck-c", "deck-c", CUT), seed_of("lock")),
        OPEN_CARDS: DealersTable(terms_of(seated), bundled_rules(seated), sample, seed_of("lock")),
    }


def play(table: DealersTable, keys: Sequence[bytes]) -> int:
    """Play a hand with each of *keys* and return how many events there were."""
    shoe, told = table.shoe, 0
    for number, key in enumerate(keys, 1):
        shoe, _ = shoe.ready()
        seed = hand_seed(key, table.lock, (NO_NONCE,))
        dealt, character = shoe.deal(seed, number), drawn_character(table.terms.rule, seed, number)
        end, events = played(DealerHand.from_deal(table.terms, shoe, table.rules, dealt, character))
        shoe = shoe.after(dealt, end.used)
        told += len(events)
    return told


def played(state: DealerHand) -> tuple[DealerHand, list[DealerEvent]]:
    """Play a hand to its end."""
    state, events = acts.deal(state)
    log = [*events]
    while state.phase is Phase.DRAWING:
        total = best_total(state.seats[PLAYER].hand)
        state, events = acts.draw(state) if total < STANDS_ON else acts.stand(state)
        log += events
    if state.phase is Phase.VALUING:
        state, events = acts.choose_best(state)
        log += events
    return state, log


@dataclass(frozen=True, slots=True)
class Peers:
    """The others' engines, in a process that plays when it is asked; None where there is none."""

    process: subprocess.Popen[str] | None

    def seconds(self, name: str, hands: int) -> float | None:
        """Return the processor time of so many hands; None where this engine cannot be had."""
        if self.process is None:
            return None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(name, hands, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().strip()
        return None if answer in ("", "-") else float(answer)


@contextmanager
def peers(python: str | None) -> Iterator[Peers]:
    """Start the others' engines in *python*."""
    if not python:
        yield Peers(None)
        return
    program = Path(__file__).with_name("table_peers.py")
    with subprocess.Popen([python, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Peers(process)


def measured(others: Peers) -> dict[str, list[float]]:
    """Return the microseconds a hand of each engine in every round; those that cannot be had are left out."""
    chain = KeyChain(HANDS, seed_of("last key"))
    keys = [chain.key(hand) for hand in range(1, HANDS + 1)]
    times: dict[str, list[float]] = {}
    for number in range(ROUNDS + 1):
        taken: dict[str, float | None] = {}
        for name, table in tables().items():
            start = time.thread_time()
            play(table, keys)
            taken[name] = time.thread_time() - start
        taken |= {name: others.seconds(name, HANDS) for name in OTHERS}
        if number:  # the first round warms up
            for name, seconds in taken.items():
                if seconds is not None:
                    times.setdefault(name, []).append(seconds / HANDS * 1e6)
    return times


def main(python: str | None) -> None:
    """Print the table."""
    with peers(python) as others:
        times = measured(others)
    told = {name: play(table, [seed_of(str(hand)) for hand in range(HANDS)]) for name, table in tables().items()}
    table = Table(title=f"Hands from Python in one process, events on; {ROUNDS} rounds of {HANDS} hands in turn")
    for head in ("engine", "a hand", "hands a second", "Deck C's hands a second, times as many", "goal", ""):
        table.add_column(head, justify="left" if head == "engine" else "right")
    for name, words in {**{name: f"ours: {name}" for name in told}, **OTHERS}.items():
        if name not in times:
            table.add_row(f"{words}: NOT MEASURED, name a Python that has it ({PEERS})")
            continue
        each = median(times[name])
        ratio = median(other / own for own, other in zip(times[DECK_C], times[name], strict=True))
        goal = ("at least 1", "reached" if ratio >= 1 else "MISSED") if name in GOALS else ("", "")
        table.add_row(words, f"{each:.1f} us", f"{1e6 / each:,.0f}", f"{ratio:.2f}", *goal)
    console = Console(width=140)
    console.print(table)
    for name, events in told.items():
        console.print(f"{events / HANDS:.1f} events a hand: {name}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.environ.get(PEERS))
