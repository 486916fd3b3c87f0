"""Records of tables for silver: their heads there and back, what proves them, and what is found out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.themes import themes
from deckmapping.values import whole
from service.money import Silver
from service.tables.dealer.attention import Attention, AttentionRules
from service.tables.dealer.hand import Terms
from service.tables.moves import Bet, Close, Draw, Ending, EndTable, Stand
from service.tables.practice import Chips
from service.tables.sessions.errors import BadRecordError
from service.tables.sessions.facts import false_facts, remarks
from service.tables.sessions.head import head_lines
from service.tables.sessions.head_reader import read_head
from service.tables.sessions.record import checked_with, record_text, verify_record
from service.tables.silver import BetLimits
from tests.tables.holdings import score_of
from tests.tables.sessions.changed_records import assert_every_change_is_found
from tests.tables.sessions.dealer_tables import Table, small
from tests.tables.sessions.silver_tables import between, plain, setup_for
from tests.tables.sessions.versus_chance import tables
from tests.tables.sessions.versus_tables import opened, stepped

if TYPE_CHECKING:
    from deckmapping.themes.themes import Theme
    from service.tables.sessions.setup import DealerSetup, TableSetup
    from tests.tables.sessions.versus_chance import Table as VersusTable

NEAR = Attention(meter=2399, hands=10, wagered=100)
CATALOGUE = starter_catalogue()


def short() -> str:
    """The record of a table at which Lando comes after the first of two hands; closed by the house."""
    table = Table(plain(carried=NEAR, hands=5))
    table.move(Bet(10), Stand(), Bet(20, bytes(range(32))), Draw(), Stand(), EndTable(Ending.EMPTY_BANK))
    return table.record


def duel() -> str:
    """The record of two hands between players."""
    setup = between("5 4 3 2/5", "4 4 2 1", stake=25, hands=3)
    session, lines = opened(setup), list[str]()
    for line in ("0 ready -", "1 ready -", *["leave"] * 2, f"0 ready {'11' * 32}", "1 ready -", *["leave"] * 2):
        if line == "leave" and not session.is_hand_running:
            continue
        move = f"{session.table.waits_for[0]} leave conceded" if line == "leave" else line
        session, step = stepped(session, move)
        lines += step.lines
    assert (session.number, session.is_hand_running) == (2, False)
    return record_text(head_lines(setup), lines)


def forged(text: str, written: str, other: str) -> tuple[str, int]:
    """A record with one line's words changed, and the number of that line."""
    lines = text.splitlines()
    (at,) = (at for at, line in enumerate(lines) if written in line)
    lines[at] = lines[at].replace(written, other)
    return record_text((), lines), at + 1


def line_of(text: str, start: str) -> int:
    return next(at for at, line in enumerate(text.splitlines(), start=1) if line.startswith(start))


# Heads


@st.composite
def setups(draw: st.DrawFn) -> DealerSetup:
    """Draw a dealer's table for practice or for silver."""
    if draw(st.booleans()):
        return small(start=draw(st.integers(1, 10**9)), cut=draw(st.sampled_from([None, 1, 3])))
    least = draw(st.integers(1, 16_777_215))
    limits = BetLimits(Silver(least), Silver(draw(st.integers(least, 16_777_215))))
    threshold = draw(st.integers(1, 100_000))
    rules = AttentionRules(
        threshold,
        cooling=draw(st.integers(0, 100)),
        most_a_hand=draw(st.integers(1, 100_000)),
        visit_hands=draw(st.integers(1, 1000)),
        rest=draw(st.integers(0, threshold - 1)),
    )
    hands, visit = draw(st.integers(0, 10**9 - 1)), draw(st.integers(0, rules.visit_hands))
    carried = Attention(
        meter=draw(st.integers(0, threshold)),
        hands=hands,
        wagered=draw(st.integers(hands, 10**15 - 1)) if hands else 0,
        visit=visit,
        visit_won=draw(st.integers(1 - 10**15, 10**15 - 1)) if visit else 0,
    )
    return replace(plain(), money=limits, attention=rules, carried=carried)


@given(setups())
def test_a_dealers_table_of_either_kind_is_read_back_from_its_head(setup: DealerSetup) -> None:
    assert read_head(head_lines(setup)) == setup


@given(tables())
def test_a_table_between_two_players_of_either_kind_is_read_back_from_its_head(table: VersusTable) -> None:
    assert read_head(head_lines(table.setup)) == table.setup


def test_what_a_table_for_silver_is_opened_with_is_written_so() -> None:
    lines = head_lines(plain(carried=Attention(2400, 10, 200, 3, -45)))
    assert lines[6] == "silver least=10 most=50"
    assert lines[13:-1] == (
        "visitor lando-light deck=- draws-to=7 shift-share=9/20 pays=3/2 costs=1",
        "attention threshold=2400 cooling=1 most=300 visit=4 rest=1200",
        "carried meter=2400 hands=10 wagered=200 visit=3 won=-45",
    )
    lines = head_lines(between("4", "5"))
    assert lines[6] == "silver least=145 most=145"
    assert lines[-2] == "stake 145"


def test_a_head_for_silver_without_one_of_its_lines_is_refused_at_that_line() -> None:
    for setup in (plain(), between("4 4", "5 5")):
        lines = head_lines(setup)
        for at in range(len(lines)):
            with pytest.raises(BadRecordError) as caught:
                read_head([*lines[:at], *lines[at + 1 :]])
            assert caught.value.violations[0].field == f"line {at + 1}"


# What is proved


def test_a_record_of_a_table_for_silver_is_proved() -> None:
    found = verify_record(short())
    assert (found.is_valid, found.hands, found.is_closed, found.table_id) == (True, 2, True, "t1")
    found = verify_record(duel())
    assert (found.is_valid, found.hands, found.is_closed, found.table_id) == (True, 2, False, "t1")


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_hands_of_every_dealer_for_silver_are_proved(theme: Theme) -> None:
    for dealer in theme.dealers:
        table = Table(setup_for(theme.name, dealer.key, deck=theme.sample_deck, carried=NEAR))
        for bet in (25, 50, 30, 10, 20, 15):
            table.play_hand(max(bet, score_of(table.session.ready_purse).least_bet.count))
        table.move(Close())
        found = verify_record(table.record)
        assert (found.is_valid, found.hands, found.is_closed) == (True, 6, True), found
        assert checked_with(found, CATALOGUE) == (found, True)


def test_every_change_of_one_character_of_a_dealers_record_for_silver_is_found() -> None:
    assert_every_change_is_found(short())


def test_every_change_of_one_character_of_a_record_for_silver_between_players_is_found() -> None:
    assert_every_change_is_found(duel())


# What is forged


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("least=10 most=50", "least=0 most=50"),
        ("least=10 most=50", "least=51 most=50"),
        ("least=10 most=50", "least=10 most=16777216"),
        ("least=10 most=50", "least=-10 most=50"),
        ("least=10 most=50", "least=10"),
        ("carried meter=2399", "carried meter=2401"),
        ("carried meter=2399", "carried meter=-1"),
        ("hands=10 wagered=100", "hands=10 wagered=9"),
        ("hands=10 wagered=100", "hands=0 wagered=100"),
        ("wagered=100 visit=0", "wagered=100 visit=5"),
        ("visit=0 won=0", "visit=0 won=1"),
    ],
)
def test_limits_and_an_attention_that_cannot_be_are_refused_at_their_line(written: str, other: str) -> None:
    text, at = forged(short(), written, other)
    found = verify_record(text)
    assert (found.is_valid, found.first_bad_line, found.setup) == (False, at, None)


def test_a_visit_without_a_visitor_is_refused_at_its_line() -> None:
    text, _ = forged(short(), "visitor lando-light deck=- draws-to=7 shift-share=9/20 pays=3/2 costs=1", "visitor -")
    assert verify_record(text).first_bad_line == line_of(text, "sits")  # that is another table
    text, at = forged(text, "visit=0 won=0", "visit=1 won=0")
    assert verify_record(text).first_bad_line == at


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("least=10 most=50", "least=10 most=51"),
        ("least=10 most=50", "least=1 most=50"),
        ("carried meter=2399", "carried meter=0"),
        ("hands=10 wagered=100", "hands=9 wagered=100"),
        ("wagered=100 visit=0", "wagered=100 visit=4"),
    ],
)
def test_another_table_that_could_be_is_found_by_what_its_hands_are_bound_to(written: str, other: str) -> None:
    text, _ = forged(short(), written, other)
    found = verify_record(text)
    assert (found.is_valid, found.first_bad_line) == (False, line_of(text, "sits"))


def test_chips_in_the_place_of_silver_are_found() -> None:
    text, _ = forged(short(), "silver least=10 most=50", "chips 1000")
    assert verify_record(text).first_bad_line == line_of(text, "carried")
    without = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("carried"))
    assert verify_record(without).first_bad_line == line_of(without, "sits")
    text, _ = forged(duel(), "silver least=25 most=25", "chips 1000")
    assert not verify_record(text).is_valid
    lines = [*head_lines(small())]
    lines.insert(-1, "carried meter=0 hands=0 wagered=0 visit=0 won=0")
    with pytest.raises(BadRecordError, match=f"line {len(lines) - 1}: got 'carried"):
        read_head(lines)


@pytest.mark.parametrize("other", ["least=24 most=25", "least=25 most=26", "least=26 most=26"])
def test_a_stake_that_is_not_the_only_bet_is_found(other: str) -> None:
    text, _ = forged(duel(), "least=25 most=25", other)
    found = verify_record(text)
    assert (found.is_valid, found.hands) == (False, 0)
    assert found.first_bad_line == line_of(text, "published")
    assert "expected a head that a table can be opened with: the only bet" in found.reason


@pytest.mark.parametrize(
    ("line", "other", "expected"),
    [
        ("0 bet 20", "0 bet 21", "10 to 20 silver, as the first bet of this shoe was 10"),
        ("0 bet 10", "0 bet 9", "10 to 50 silver"),
        ("0 end empty-bank", "0 close", "a move that is legal here: bet"),
        ("result 1 bets=1 silver=10 won=10", "result 1 bets=1 silver=11 won=11", "'0 won=10'"),
    ],
)
def test_a_move_or_a_result_that_the_table_did_not_allow_is_named(line: str, other: str, expected: str) -> None:
    lines = short().splitlines()
    (at,) = (at for at, each in enumerate(lines) if each.startswith(line))
    lines[at] = lines[at].replace(line, other)
    found = verify_record(record_text((), lines))
    assert (found.is_valid, found.first_bad_line) == (False, at + 1)
    assert expected in found.reason


# Facts


def told(setup: TableSetup) -> tuple[list[str], list[str]]:
    return [*false_facts(setup, CATALOGUE)], [*remarks(setup)]


@pytest.mark.parametrize("has_option", [True, False])
def test_every_table_for_silver_states_what_is_true(has_option: bool) -> None:
    for theme in themes():
        for dealer in theme.dealers:
            for deck in (None, theme.sample_deck):
                assert told(setup_for(theme.name, dealer.key, deck=deck, has_option=has_option)) == ([], [])


def test_what_a_table_for_silver_states_otherwise_is_found() -> None:
    setup = setup_for("dune-sea-light", "kalit", deck="dune-sea-light")
    rkik = setup_for("dune-sea-light", "rkik").visitor
    assert told(replace(setup, visitor=rkik)) == ([], ["the dealer lando-light plays otherwise here"])
    (kalit,) = setup.dealers
    other = replace(kalit, terms=Terms(replace(kalit.terms.rule, draws_to=8)))
    assert "the dealer kalit plays otherwise here" in told(replace(setup, dealers=(other,)))[1]
    card = replace(setup.pile[0], printed=(whole(9),), reason="")
    facts, _ = told(replace(setup, pile=(card, *setup.pile[1:])))
    assert facts == [f"card {card}"]
    practice = replace(setup, money=Chips(1000), carried=Attention())
    assert told(practice) == ([], ["the dealer lando-light plays otherwise here"])  # whose share is his own there
