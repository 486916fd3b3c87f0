"""The head of a record: all that a table is opened with, there and back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.themes.themes import themes
from deckmapping.values import whole
from deckmapping.variants import Role, Variant
from service.rules.cards import Card, SideRules, WildRange
from service.rules.dealing import PayTable
from service.tables.dealer.hand import Terms
from service.tables.practice import Chips
from service.tables.sessions.errors import BadRecordError
from service.tables.sessions.head import head_lines
from service.tables.sessions.head_reader import read_head
from service.tables.sessions.locks import head_digest
from service.tables.sessions.setup import SeatSetup, VersusSetup
from tests.tables.dealer_tables import numbered
from tests.tables.sessions.dealer_tables import setup_at, small, with_more_dealers


@pytest.mark.parametrize("is_fair", [False, True])
@pytest.mark.parametrize("name", [None, *(theme.name for theme in themes())])
def test_a_table_of_every_theme_is_read_back_from_its_head(name: str | None, is_fair: bool) -> None:
    setup = setup_at(name, is_fair=is_fair)
    assert read_head(head_lines(setup)) == setup


def test_all_that_a_dealers_table_may_be_opened_with_is_read_back() -> None:
    rule = DealerRule(8, overdraws_to=9, overdraw_chance=Fraction(1, 3), shift_share=Fraction(2, 7), wins_double=True)
    rules = SideRules(WildRange(0, 7), perk_value=whole(5), own_destiny=whole(3))
    card = Card("7_160", (whole(2), whole(5)), Role.PERK_WILD, is_stakes=True)
    setup = with_more_dealers(small(cut=None, burn=2, terms=Terms(rule, PayTable(Fraction(7, 4), 2))), wioslea={3: 9})
    setup = replace(
        setup,
        variant=Variant.TROOPER,
        theme="trooper-light",
        background="endor",
        player=SeatSetup("Ann|1", rules, "5_5", "7_111"),
        dealer_rules=rules.perks,
        pile=(*setup.pile, card),
    )
    assert read_head(head_lines(setup)) == setup


def test_a_table_between_two_players_is_read_back() -> None:
    one = SeatSetup("Ann", SideRules(may_change=True), "5_5")
    other = SeatSetup("Bob", SideRules(wins_double=True), None, "7_111")
    setup = VersusSetup(
        table_id="t2",
        catalogue_version="demo",
        variant=Variant.DUNE_SEA,
        cut=4,
        money=Chips(50),
        hands=7,
        published=bytes(32),
        theme="dune-sea-light",
        background="dune-sea",
        players=(one, other),
        piles=(numbered({5: 3}), numbered({4: 2})),
        stake=Chips(3),
    )
    lines = head_lines(setup)
    assert read_head(lines) == setup
    assert lines == (
        "tsb1-table 1 versus",
        "table t2",
        "catalogue demo",
        "place dune-sea-light dune-sea",
        "variant dune-sea",
        "shoe cut=4 burn=0",
        "chips 50",
        "hands 7",
        "player Ann character=5_5 barred=- rules: may-change",
        "pile 5_0:5 5_1:5 5_2:5",
        "player Bob character=- barred=7_111 rules: wins-double",
        "pile 4_0:4 4_1:4",
        "stake 3",
        f"published {'0' * 64}",
    )


def test_whatever_a_table_is_opened_with_changes_what_its_hands_are_bound_to() -> None:
    setup = small()
    others = [
        replace(setup, catalogue_version="other"),
        replace(setup, cut=2),
        replace(setup, burn=1),
        replace(setup, money=Chips(1)),
        replace(setup, theme="dune-sea-light", background="dune-sea"),
        replace(setup, player=replace(setup.player, name="Bob")),
        replace(setup, attention=replace(setup.attention, cooling=3)),
    ]
    assert len({head_digest(each) for each in (setup, *others)}) == 8


def test_a_head_without_one_of_its_lines_is_refused_at_that_line() -> None:
    lines = head_lines(small())
    for at in range(len(lines)):
        with pytest.raises(BadRecordError) as caught:
            read_head([*lines[:at], *lines[at + 1 :]])
        assert caught.value.violations[0].field == f"line {at + 1}"


@pytest.mark.parametrize(
    ("line", "written", "bad"),
    [
        (1, "tsb1-table 1 dealer", "tsb1-table 2 dealer"),
        (1, "tsb1-table 1 dealer", "tsb1-table 1 poker"),
        (4, "place - -", "place -"),
        (5, "variant fair-deck", "variant bespin"),
        (6, "cut=1", "cut=0"),
        (7, "chips 1000", "chips many"),
        (9, "player ann", "player a,b"),
        (9, "rules:", "rules: wild=0-99999999"),
        (10, "5_0:5", "5_0:5~joker"),
        (10, "5_0:5", "5_0:1/2/3"),
        (10, "5_0:5", "5_0:5/2"),
        (10, "5_0:5", " ".join(f"6_{at}:1" for at in range(200))),
        (13, "deck=d", "deck=e"),
        (13, "costs=1", "costs=3"),
        (14, "visitor -", "visitor"),
        (15, "cooling=2", "cooling=200"),
        (16, "published ", "published 0"),
    ],
)
def test_a_line_of_a_head_that_cannot_be_is_named(line: int, written: str, bad: str) -> None:
    lines = list(head_lines(small()))
    assert written in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(written, bad, 1)
    with pytest.raises(BadRecordError) as caught:
        read_head(lines)
    (violation,) = caught.value.violations
    assert violation.field in (f"line {line}", f"line {line + 1}")


def test_nothing_may_stand_after_a_head() -> None:
    lines = head_lines(small())
    with pytest.raises(BadRecordError, match=f"line {len(lines) + 1}: got 'more', expected the end of the head"):
        read_head([*lines, "more"])
