"""R1, R2 and R4: dealing, drawing and standing in turn."""

from __future__ import annotations

import pytest

from deckmapping.errors import PileTooSmallError
from deckmapping.values import whole
from service.rules.acts import can_deal, can_draw, can_stand, choose_best, deal, draw, legal_acts, reveal, stand
from service.rules.cards import SideRules
from service.rules.errors import IllegalActError
from service.rules.events import Dealt, Drew, Ended, Revealed, Stood
from service.rules.outcome import DecidedBy, Outcome
from service.rules.state import HandState, Phase
from tests.rules.facts import plain

PLAIN = SideRules(), SideRules()


def table(first: int, second: int, starter: int = 0) -> HandState:
    """Return a hand before the deal, with piles of so many ones."""
    return HandState.before_deal((plain(*"1" * first), plain(*"1" * second)), PLAIN, starter)


@pytest.mark.parametrize(("first", "second"), [(1, 60), (60, 1), (0, 60), (60, 0)])
def test_r1_a_pile_of_fewer_than_two_cards_is_refused_before_dealing(first: int, second: int) -> None:
    state = table(first, second)
    short = 0 if first < 2 else 1
    with pytest.raises(PileTooSmallError) as caught:
        deal(state)
    (fault,) = caught.value.violations
    assert (fault.field, fault.value) == (f"piles[{short}]", f"{min(first, second)} cards")
    assert "needs 2" in fault.expected
    assert not can_deal(state)


def test_r1_both_small_piles_are_named() -> None:
    with pytest.raises(PileTooSmallError) as caught:
        deal(table(1, 0))
    assert [fault.field for fault in caught.value.violations] == ["piles[0]", "piles[1]"]


def test_r2_each_side_draws_two_from_the_front_of_its_own_pile() -> None:
    state, events = deal(HandState.before_deal((plain("1", "2", "3"), plain("4", "5", "6", "7")), PLAIN))
    printed = [[card.printed[0] // whole(1) for card in seat.hand.cards] for seat in state.seats]
    assert (printed, [len(seat.pile) for seat in state.seats]) == ([[1, 2], [4, 5]], [1, 2])
    assert (state.phase, events) == (Phase.DRAWING, (Dealt(),))
    with pytest.raises(IllegalActError, match="deal"):
        deal(state)


@pytest.mark.parametrize("starter", [0, 1])
def test_r4_the_side_that_did_not_start_is_asked_first_and_turns_alternate(starter: int) -> None:
    other = 1 - starter
    state, _ = deal(table(9, 9, starter))
    for side in (other, starter, other, starter):
        assert state.to_act == side
        assert (can_draw(state, side), can_stand(state, side)) == (True, True)
        assert (can_draw(state, 1 - side), can_stand(state, 1 - side)) == (False, False)
        state, events = draw(state, side)
        assert events == (Drew(side, len(state.seats[side].hand.cards)),)


def test_r4_passing_is_final_and_six_cards_are_the_end() -> None:
    x, y = 0, 1  # X started the hand
    state, _ = deal(table(60, 60, starter=x))
    state, _ = draw(state, y)
    state, events = stand(state, x)
    assert events == (Stood(x, is_forced=False),)
    for count in (4, 5):
        assert state.to_act == y
        state, events = draw(state, y)
        assert events == (Drew(y, count),)
    state, events = draw(state, y)
    assert events == (Drew(y, 6), Stood(y, is_forced=True))
    assert state.phase is Phase.VALUING
    for late in (x, y):
        with pytest.raises(IllegalActError, match=f"draw by side {late}"):
            draw(state, late)


def test_r4_a_side_that_stood_is_not_asked_again_while_the_other_goes_on() -> None:
    state, _ = deal(table(60, 60))
    state, _ = stand(state, 1)
    state, _ = draw(state, 0)
    assert state.to_act == 0
    with pytest.raises(IllegalActError, match="expected draw or stand, by side 0"):
        draw(state, 1)


@pytest.mark.parametrize(("first", "second", "goes_on"), [(2, 60, 1), (60, 2, 0)])
def test_r4_an_empty_pile_stands_without_being_asked(first: int, second: int, goes_on: int) -> None:
    state, events = deal(table(first, second))
    assert events == (Dealt(), Stood(1 - goes_on, is_forced=True))
    assert (state.phase, state.to_act) == (Phase.DRAWING, goes_on)
    state, _ = draw(state, goes_on)
    assert state.to_act == goes_on


def test_r4_a_pile_that_runs_out_stands() -> None:
    state, _ = deal(table(3, 60))
    state, _ = draw(state, 1)
    state, events = draw(state, 0)
    assert events == (Drew(0, 3), Stood(0, is_forced=True))
    assert state.to_act == 1


def test_r4_two_piles_of_two_cards_are_played_without_a_question() -> None:
    state, events = deal(table(2, 2, starter=1))
    assert events == (Dealt(), Stood(0, is_forced=True), Stood(1, is_forced=True))
    state, events = reveal(state)
    two = whole(1), whole(1)
    draw_ = Outcome(None, is_double=False, decided_by=DecidedBy.DRAW)
    assert events == (Revealed((two, two), (whole(2), whole(2))), Ended(draw_))
    assert (state.phase, state.outcome()) == (Phase.FINISHED, draw_)


def test_r4_a_total_over_11_ends_nothing() -> None:
    state, _ = deal(HandState.before_deal((plain("7", "7", "7"), plain("1", "1", "1", "1")), PLAIN))
    state, _ = draw(state, 1)
    assert can_draw(state, 0)
    state, _ = draw(state, 0)
    assert state.phase is Phase.DRAWING


def test_every_act_out_of_its_phase_is_refused_with_what_is_legal() -> None:
    before = table(3, 3)
    assert legal_acts(before) == "deal"
    with pytest.raises(IllegalActError, match="expected deal"):
        draw(before, 1)
    dealt, _ = deal(before)
    with pytest.raises(IllegalActError, match="expected draw or stand, by side 1"):
        reveal(dealt)
    with pytest.raises(IllegalActError, match="expected draw or stand, by side 1"):
        choose_best(dealt, 1)
    valuing = stand(stand(dealt, 1)[0], 0)[0]
    with pytest.raises(IllegalActError, match="expected choose or choose_best"):
        stand(valuing, 0)
    with pytest.raises(IllegalActError, match="choose_best by side 2"):
        choose_best(valuing, 2)
    finished, _ = reveal(valuing)
    with pytest.raises(IllegalActError, match="expected nothing: the hand is over"):
        reveal(finished)


def test_a_starter_is_side_0_or_side_1() -> None:
    with pytest.raises(ValueError, match="side 0 or side 1"):
        table(2, 2, starter=2)
