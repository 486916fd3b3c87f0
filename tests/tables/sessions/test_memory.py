"""What a setup remembers is its own, and of no other setup that is made of it."""

from __future__ import annotations

import pickle
from dataclasses import replace

from service.tables.sessions.locks import dealer_lock
from service.tables.sessions.memory import Memory
from tests.tables.sessions.dealer_tables import setup_at


def test_what_is_reckoned_under_a_name_is_reckoned_once() -> None:
    memory = Memory()
    numbers = iter((1, 2, 3))
    reckoned = [memory.recall("first", lambda: next(numbers)) for _ in range(3)]
    assert reckoned == [1, 1, 1]
    assert memory.recall(("first",), lambda: 4) == 4


def test_a_setup_that_is_made_of_another_one_has_locks_and_piles_of_its_own() -> None:
    setup = setup_at("dune-sea-light")
    first, second = setup.dealers[:2]
    locks = [dealer_lock(setup, first), dealer_lock(setup, second), dealer_lock(replace(setup, burn=1), first)]
    assert len(set(locks)) == 3
    assert dealer_lock(setup, replace(first, deck=setup.dealers[-1].deck)) not in locks
    assert [dealer_lock(setup, first), dealer_lock(replace(setup), first)] == [locks[0]] * 2


def test_what_a_setup_remembers_is_not_compared_and_not_sent_to_other_processes() -> None:
    setup, fresh = setup_at("dune-sea-light"), setup_at("dune-sea-light")
    before = len(pickle.dumps(setup))
    dealer_lock(setup, setup.dealers[0])
    assert setup == fresh
    assert repr(setup) == repr(fresh)
    sent = pickle.dumps(setup)
    assert len(sent) == before
    assert pickle.loads(sent) == setup
