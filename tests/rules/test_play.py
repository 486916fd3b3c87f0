"""Random legal hands from random piles, played to the end."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import DomainError
from deckmapping.variants import Variant
from service.rules import acts
from service.rules.cases import HandCase, HandsCase
from service.rules.casting import cast, side_rules
from service.rules.events import Dealt, Ended, Event, Revealed
from service.rules.hand import Hand
from service.rules.judge import judge
from service.rules.notation import read_state
from service.rules.opening import perfect_values
from service.rules.state import SIDES, HandState, Phase, Seat
from service.rules.views import seat_view, visible_events
from tests.rules.facts import BY_ID, CLONE, PERK_WILD, WILD, plain
from tests.rules.strategies import candidate_choices

if TYPE_CHECKING:
    from service.rules.cards import Card, SideRules

seeds = st.integers(0, 2**32 - 1)
CHARACTERS = [None, *(record for record in BY_ID.values() if record.category == "CHARACTER")]
IDS = sorted(BY_ID)
BY_SIDE = {"draw": acts.draw, "stand": acts.stand, "best": acts.choose_best}
Move = tuple[str, Callable[[HandState], acts.Step]]
HIDDEN = [*plain("0", "3", "6", "2/5", "3.1415927"), WILD, CLONE, PERK_WILD]


def moves(state: HandState) -> list[Move]:
    """List every act that anybody could try now, legal or not."""
    found: list[Move] = [("deal", acts.deal), ("reveal", acts.reveal)]
    for side in SIDES:
        found += [(name, partial(act, side=side)) for name, act in BY_SIDE.items()]
        found += [("change", partial(acts.change_total, side=side, change=change)) for change in (-1, 0, 1, 2)]
        count = len(state.seats[side].hand.cards)
        found += [
            ("choose", partial(acts.choose, side=side, position=position, choice=choice))
            for position in range(count + 1)
            for choice in candidate_choices(count)
        ]
    return found


def legal_moves(state: HandState) -> list[Move]:
    """List the acts that are carried out; every other one must raise and nothing else."""
    legal = []
    for name, move in moves(state):
        try:
            after, events = move(state)
        except DomainError:
            continue
        assert events, name
        assert after != state or name in {"choose", "best"}, name
        legal.append((name, move))
    return legal


@st.composite
def casts(draw: st.DrawFn) -> tuple[HandsCase, HandState]:
    """Draw a variant, characters and piles of real cards; return them as a case without hands, and before the deal."""
    variant = draw(st.none() | st.sampled_from(Variant))
    starter = draw(st.sampled_from([0, 1]))
    sides, piles, rules = [], [], []
    for _ in SIDES:
        character = draw(st.sampled_from(CHARACTERS))
        barred = draw(st.sampled_from([None, None, "7_111"]))
        pile = draw(st.lists(st.sampled_from(IDS), min_size=2, max_size=8))
        sides.append(HandCase((), None if character is None else character.blueprint_id, barred))
        piles.append([cast(BY_ID[each], variant, character, barred) for each in pile])
        rules.append(side_rules(variant, character))
    case = HandsCase(variant, tuple(sides), starter)
    return case, HandState.before_deal((piles[0], piles[1]), (rules[0], rules[1]), starter)


def play(chance: Random, state: HandState) -> tuple[list[HandState], list[Event]]:
    """Play random legal acts to the end; values are chosen a few times before the best fill what is left."""
    states, log = [state], list[Event]()
    choices = 0
    while state.phase is not Phase.FINISHED:
        legal = legal_moves(state)
        if state.phase is Phase.VALUING:
            wanted = (
                {"choose", "best"} if choices < chance.randrange(8) else {"reveal"} if state.is_valued else {"best"}
            )
            legal = [(name, move) for name, move in legal if name in wanted]
            choices += 1
        _, move = chance.choice(legal)
        state, events = move(state)
        states.append(state)
        log += events
    return states, log


@given(casts(), seeds)
@settings(max_examples=120)
def test_a_random_hand_stays_legal_ends_and_is_judged_alike(started: tuple[HandsCase, HandState], seed: int) -> None:
    case, before = started
    states, log = play(Random(seed), before)
    for earlier, later in itertools.pairwise(states):
        assert later.starter == before.starter
        for side in SIDES:
            seat, held = later.seats[side], before.seats[side]
            assert (*seat.hand.cards, *seat.pile) == held.pile
            assert 2 <= len(seat.hand.cards) <= 6
            assert len(seat.hand.cards) >= len(earlier.seats[side].hand.cards)
            assert not (earlier.seats[side].is_done and len(earlier.seats[side].hand.cards) >= 2) or (
                len(seat.hand.cards) == len(earlier.seats[side].hand.cards)
            )
        assert read_state(str(later)) == later
    end = states[-1]
    outcome = end.outcome()
    assert outcome is not None
    assert (log[0], log[-1]) == (Dealt(), Ended(outcome))
    assert sum(isinstance(event, Revealed) for event in log) == int(end.is_revealed)

    verdict = judge(final_case(case, end), BY_ID.get)
    assert (verdict.winner, verdict.is_double, verdict.decided_by) == (
        outcome.winner,
        outcome.is_double,
        outcome.decided_by,
    )
    for side in SIDES:
        seat, judged = end.seats[side], verdict.hands[side]
        assert judged.total == seat.final_total
        assert judged.is_perfect == end.is_perfect(side)
        assert judged.change == (seat.change or 0)


def final_case(case: HandsCase, end: HandState) -> HandsCase:
    """Put the cards, choices and changes of a finished hand before the judge, and nothing else."""
    hands = (
        replace(
            case.hands[side],
            cards=tuple(card.card_id for card in seat.hand.cards),
            choices=tuple((place, choice) for place, choice in enumerate(seat.hand.choices) if choice is not None),
            only_chosen=True,
            change=seat.change,
        )
        for side, seat in enumerate(end.seats)
    )
    return replace(case, hands=tuple(hands))


@given(casts(), seeds)
@settings(max_examples=120)
def test_a_view_does_not_depend_on_what_its_side_may_not_see(started: tuple[HandsCase, HandState], seed: int) -> None:
    _, before = started
    chance = Random(seed)
    states, _ = play(chance, before)
    for state in states:
        for viewer in SIDES:
            if not state.is_revealed and state.phase is not Phase.FINISHED:
                assert seat_view(other_hidden_cards(chance, state, viewer), viewer) == seat_view(state, viewer)


def other_hidden_cards(chance: Random, state: HandState, viewer: int) -> HandState:
    """Replace all cards hidden from *viewer*: both piles, and the other hand with what was chosen for it."""

    def some(rules: SideRules, count: int) -> list[Card]:
        return chance.choices(HIDDEN if rules.wild_range else HIDDEN[:5], k=count)

    own, other = state.seats[viewer], state.seats[1 - viewer]
    rules = other.hand.rules
    hand = Hand.unvalued(some(rules, len(other.hand.cards)), rules)
    if perfect_values(hand) is not None:  # that would be seen at once
        hand = other.hand
    hidden = Seat(hand, tuple(some(rules, len(other.pile))), other.has_stood, other.change)
    twin = state.with_seat(1 - viewer, hidden)
    return twin.with_seat(viewer, replace(own, pile=tuple(some(own.hand.rules, len(own.pile)))))


def test_a_view_shows_the_own_hand_and_only_counts_of_the_other() -> None:
    state, _ = acts.deal(read_state("starter=0 | : / 1_1:5 1_2:4 1_3:3 | wild=1-6 : / 2_1:1~wild 2_2:2 2_3:7"))
    view = seat_view(state, 0)
    own, other = view.sides
    assert (own.hand, own.values, own.total) == (state.seats[0].hand, (50_000_000, 40_000_000), 90_000_000)
    assert (other.hand, other.values, other.total) == (None, None, None)
    assert (other.card_count, other.pile_count, other.is_done) == (2, 1, False)
    assert (view.viewer, view.phase, view.to_act, view.outcome) == (0, Phase.DRAWING, 1, None)
    for hidden in ("2_1", "2_2", "2_3", "1_3"):
        assert hidden not in repr(view)


@pytest.mark.parametrize("viewer", SIDES)
def test_a_view_shows_both_hands_once_they_lie_open(viewer: int) -> None:
    state = read_state("starter=0 revealed | may-change : 1_1:5 1_2:4 / | : 2_1:1 2_2:2 / 2_3:7 stood")
    assert state.phase is Phase.CHANGING
    assert [side.total for side in seat_view(state, viewer).sides] == [90_000_000, 30_000_000]
    perfect, _ = acts.deal(read_state("starter=0 | : / 1_1:5 1_2:6 | : / 2_1:1 2_2:2"))
    assert all(side.hand is not None for side in seat_view(perfect, viewer).sides)


def test_that_a_side_has_cards_to_value_is_not_shown_to_the_other() -> None:
    state, _ = acts.deal(read_state("starter=0 | wild=1-6 : / 1_1:1~wild 1_2:4 | : / 2_1:1 2_2:2"))
    after, events = acts.choose_best(state, 0)
    assert (visible_events(events, 0), visible_events(events, 1)) == (events, ())
    assert seat_view(after, 1) == seat_view(state, 1)
