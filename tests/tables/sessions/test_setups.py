"""Setups of stored tables: with the words of their cards, and what they have in common is there once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.themes import themes
from deckmapping.values import Value
from service.tables.sessions.errors import BadRecordError
from service.tables.sessions.head import head_lines
from service.tables.sessions.setup import DealerSetup
from service.tables.sessions.setups import Setups
from tests.tables.sessions.dealer_tables import setup_at


def read(setups: Setups, setup: DealerSetup) -> DealerSetup:
    found = setups.of(head_lines(setup))
    assert isinstance(found, DealerSetup)
    return found


def test_a_setup_is_read_from_its_head_once_and_its_cards_have_their_words() -> None:
    setups = Setups(starter_catalogue())
    for name in (None, *(theme.name for theme in themes())):
        setup = setup_at(name)
        found = read(setups, setup)
        assert found == setup
        assert found is read(setups, setup)
        for pile in (found.pile, *found.decks.values()) if name else ():
            assert all(card.reason for card in pile)
            assert any("wild" in card.reason for card in pile)


def test_tables_share_the_cards_that_they_have_in_common_and_nothing_else() -> None:
    setups, setup = Setups(starter_catalogue()), setup_at("dune-sea-light")
    one, other = read(setups, setup), read(setups, replace(setup, table_id="another", burn=1))
    assert one.pile is other.pile
    assert [one.decks[name] is other.decks[name] for name in one.decks] == [True] * len(one.decks)
    assert one.memory is not other.memory
    fair = read(setups, setup_at("dune-sea-light", is_fair=True))
    assert fair.pile != one.pile
    assert {card.role for card in fair.pile} != {card.role for card in one.pile}


def test_a_card_that_the_catalogue_has_otherwise_stays_as_the_table_has_it_and_without_words() -> None:
    setup = setup_at("dune-sea-light")
    first, *others = setup.pile
    odd = replace(first, printed=(Value(first.printed[0] + 1),))
    found = read(Setups(starter_catalogue()), replace(setup, pile=(odd, *others)))
    assert found.pile[0] == odd
    assert not found.pile[0].reason
    assert all(card.reason for card in found.pile[1:])


def test_a_head_that_is_none_is_refused_each_time() -> None:
    setups, lines = Setups(starter_catalogue()), head_lines(setup_at(None))
    for _ in range(2):
        with pytest.raises(BadRecordError, match="line 10"):
            setups.of((*lines[:9], lines[9].replace(":", ":x", 1), *lines[10:]))
