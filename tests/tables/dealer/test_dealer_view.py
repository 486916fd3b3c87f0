"""Random hands against random dealers: no illegal state, and the player sees what he may see and nothing else."""

from __future__ import annotations

import itertools
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import DomainError
from deckmapping.values import whole
from deckmapping.variants import Role, Variant
from service.rules import casting
from service.rules.cards import SideRules
from service.rules.dealing import PayTable, result_in_bets
from service.rules.hand import Hand
from service.rules.opening import perfect_values
from service.rules.outcome import FinalHand
from service.rules.state import Phase, Seat
from service.tables.dealer import acts
from service.tables.dealer.acts import Act
from service.tables.dealer.character import Character
from service.tables.dealer.events import DealerEvent, Dealt, Ended
from service.tables.dealer.hand import DEALER, PLAYER, DealerHand, Terms, looks_at_hole_card
from service.tables.dealer.notation import read_dealer_hand
from service.tables.dealer.view import CoveredDealer, OpenDealer, dealer_hand_view
from service.tables.dealer.words import event_cues, event_words
from service.tables.shoe import ShoeDeck, ShoePile
from tests.rules.facts import BY_ID, CLONE, PERK_WILD, WILD, plain
from tests.rules.strategies import candidate_choices, cards, side_rules
from tests.tables.dealer_tables import bundled_shoe, hand, played, seed_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.rules.cards import Card

Move = tuple[str, "Callable[[DealerHand], acts.Step]"]
seeds = st.integers(0, 2**32 - 1)
BY_NAME: list[Move] = [
    ("deal", acts.deal),
    ("draw", acts.draw),
    ("stand", acts.stand),
    ("choose_best", acts.choose_best),
    ("finish", acts.finish),
]
HIDDEN = [*plain("0", "3", "6", "2/5", "3.1415927"), WILD, CLONE, PERK_WILD]


@st.composite
def rules(draw: st.DrawFn) -> DealerRule:
    draws_to = draw(st.integers(0, 12))
    overdraws = draw(st.booleans())
    return DealerRule(
        draws_to=draws_to,
        overdraws_to=draws_to + draw(st.integers(1, 3)) if overdraws else None,
        overdraw_chance=Fraction(1, draw(st.integers(1, 4))) if overdraws else Fraction(0),
        shift_share=Fraction(draw(st.integers(0, 2)), 2),
        wins_double=draw(st.booleans()),
    )


@st.composite
def hands_before_deal(draw: st.DrawFn) -> DealerHand:
    """Draw a hand before its deal, with everything that chance may decide."""
    seats = []
    for _ in (PLAYER, DEALER):
        own = replace(draw(side_rules(may_change=False)), wins_double=False)
        seats.append(Seat(Hand.unvalued(rules=own), tuple(draw(st.lists(cards(), min_size=2, max_size=6)))))
    pile = seats[DEALER].pile
    return DealerHand(
        terms=Terms(draw(rules()), PayTable(Fraction(3, 2), draw(st.sampled_from([1, 2])))),
        seats=(seats[PLAYER], seats[DEALER]),
        is_checked=looks_at_hole_card(pile[0], ShoePile(ShoeDeck(tuple(pile))), ()),
        character=Character(draw(st.booleans()), tuple(sorted(draw(st.sets(st.integers(2, 5)))))),
        beneath=draw(st.tuples(st.integers(0, 50), st.integers(0, 50))),
    )


def moves(state: DealerHand) -> list[Move]:
    """List every act that the player could try now, legal or not."""
    count = len(state.seats[PLAYER].hand.cards)
    return BY_NAME + [
        (f"choose {position} {choice}", partial(acts.choose, position=position, choice=choice))
        for position in range(count + 1)
        for choice in candidate_choices(count)
    ]


def possible(state: DealerHand) -> dict[str, Callable[[DealerHand], acts.Step]]:
    """Return the acts that are carried out; every other one must be refused and nothing else."""
    found = {}
    for name, move in moves(state):
        try:
            move(state)
        except DomainError:
            continue
        found[name] = move
    return found


def offered(state: DealerHand) -> set[str]:
    """Return the acts that the view offers, as `moves` names them."""
    view = dealer_hand_view(state)
    named = {act.value for act in view.acts} - {Act.CHOOSE}
    assert bool(view.choices) == (Act.CHOOSE in view.acts)
    return named | {f"choose {at} {choice}" for at, choices in enumerate(view.choices) for choice in choices}


def random_hand(chance: Random, state: DealerHand) -> tuple[list[DealerHand], list[DealerEvent]]:
    """Play random acts to the end."""
    states, log = [state], list[DealerEvent]()
    while state.phase is not Phase.FINISHED:
        legal = possible(state)
        # Choices would go on for ever where a card is valued again and again; the acts by name end them.
        names = sorted(legal) if chance.random() < 0.7 else [name for name in sorted(legal) if "choose " not in name]
        state, events = legal[chance.choice(names)](state)
        states.append(state)
        log += events
    return states, log


@given(hands_before_deal(), seeds)
@settings(max_examples=100)
def test_a_random_hand_keeps_its_cards_and_ends_by_the_rules(before: DealerHand, seed: int) -> None:
    states, log = random_hand(Random(seed), before)
    for earlier, later in itertools.pairwise(states):
        for side in (PLAYER, DEALER):
            seat = later.seats[side]
            assert (*seat.hand.cards, *seat.pile) == before.seats[side].pile
            assert 2 <= len(seat.hand.cards) <= 6
            assert len(seat.hand.cards) >= len(earlier.seats[side].hand.cards)
        assert later.is_shown or later.used[DEALER] == 2
        assert not (later.seats[PLAYER].is_finished and not later.is_shown)
        assert (later.terms, later.character, later.beneath) == (before.terms, before.character, before.beneath)
        assert read_dealer_hand(str(later)) == later
    end = states[-1]
    result = end.result
    assert result is not None
    perfect = [perfect_values(Hand.unvalued(seat.pile[:2], seat.hand.rules)) is not None for seat in before.seats]
    if any(perfect):
        assert end.used == (2, 2)
    player, dealer = (
        FinalHand(len(seat.hand.cards), seat.final_total, is_perfect, doubles)
        for seat, is_perfect, doubles in zip(end.seats, perfect, (False, end.terms.rule.wins_double), strict=True)
    )
    assert result.bets == result_in_bets(player, dealer, end.terms.pay)
    assert (type(log[0]), log[-1]) == (Dealt, Ended(result))
    assert result.totals == (end.seats[PLAYER].final_total, end.seats[DEALER].final_total)
    for event in log:
        assert event_words(event).endswith((".", "!"))
        assert event_cues(event).cue.startswith("cue.")


@given(hands_before_deal(), seeds)
@settings(max_examples=80)
def test_every_act_that_the_view_offers_is_possible_and_no_other(before: DealerHand, seed: int) -> None:
    for state in random_hand(Random(seed), before)[0]:
        assert offered(state) == set(possible(state))
        for act in BY_NAME:
            assert getattr(acts, f"can_{act[0]}")(state) is (act[0] in offered(state))


@given(hands_before_deal(), seeds)
@settings(max_examples=100)
def test_field_report_55_view_and_refusals_do_not_depend_on_what_is_hidden(before: DealerHand, seed: int) -> None:
    chance = Random(seed)
    for state in random_hand(chance, before)[0]:
        if state.is_shown or state.phase is Phase.DEALING:
            continue
        twin = with_other_hidden(chance, state)
        assert dealer_hand_view(twin) == dealer_hand_view(state)
        assert repr(twin) == repr(state)
        for _, move in moves(state):
            assert refusal(twin, move) == refusal(state, move)


def refusal(state: DealerHand, move: Callable[[DealerHand], acts.Step]) -> str | None:
    try:
        move(state)
    except DomainError as error:
        return f"{type(error).__name__}: {error}"
    return None


def with_other_hidden(chance: Random, state: DealerHand) -> DealerHand:
    """Replace the hole card, both piles and the character's part in this hand."""

    def some(allowed: SideRules, count: int) -> tuple[Card, ...]:
        return tuple(chance.choices(HIDDEN if allowed.wild_range else HIDDEN[:5], k=count))

    player, dealer = state.seats
    own = dealer.hand.rules
    covered = Hand.unvalued((dealer.hand.cards[0], *some(own, 1)), own)
    if perfect_values(covered) is not None:  # that would have ended the hand
        covered = dealer.hand
    return replace(
        state,
        seats=(
            replace(player, pile=some(player.hand.rules, len(player.pile))),
            replace(dealer, hand=covered, pile=some(own, len(dealer.pile))),
        ),
        character=Character(chance.random() < 0.5, tuple(chance.sample((2, 3, 4, 5), 2))),
    )


def held(value: object) -> list[object]:
    """List all that a view holds, to any depth."""
    if is_dataclass(value):
        return [value, *(inner for each in fields(value) for inner in held(getattr(value, each.name)))]
    return [value, *(inner for each in value for inner in held(each))] if isinstance(value, tuple) else [value]


@given(hands_before_deal(), seeds)
@settings(max_examples=60)
def test_a_view_holds_one_card_of_a_covered_dealer_and_never_his_character(before: DealerHand, seed: int) -> None:
    named = before
    for side in (PLAYER, DEALER):
        seat = named.seats[side]
        pile = tuple(replace(card, card_id=f"{side}_{at}") for at, card in enumerate(seat.pile))
        named = named.with_seat(side, replace(seat, pile=pile))
    for state in random_hand(Random(seed), named)[0]:
        view = dealer_hand_view(state)
        shown = {each.card_id for each in held(view) if hasattr(each, "card_id")}
        opened = [state.used[PLAYER], state.used[DEALER] if state.is_shown else min(1, state.used[DEALER])]
        assert shown == {f"{side}_{at}" for side in (PLAYER, DEALER) for at in range(opened[side])}
        assert not any(isinstance(each, Character | Seat | DealerHand | bytes) for each in held(view))


def test_the_types_of_a_view_have_no_room_for_what_is_hidden() -> None:
    assert {each.name for each in fields(CoveredDealer)} == {"rules", "up_card", "pile_count", "has_checked"}
    assert {each.name: each.type for each in fields(CoveredDealer)}["up_card"] == "Card | None"


# A hand as the player sees it


def test_a_view_shows_cards_totals_counts_and_reasons() -> None:
    state, _ = played(
        hand(
            "wild=1-6 : / 1_1:1~wild 1_2:4 1_3:0",
            ": / 2_1:7 2_2:2 2_3:5",
            "checks may-shift",
            "draws-to=7 shift-share=1/10 pays=3/2 costs=1",
        ),
        "deal",
    )
    view = dealer_hand_view(state)
    assert (view.phase, view.result, view.choices) == (Phase.DRAWING, None, ())
    assert (view.player.total, view.player.best_total) == (None, whole(10))
    assert [card.value for card in view.player.cards] == [None, whole(4)]
    assert view.player.cards[1].reason.startswith("printed destiny 4")
    assert (view.player.pile_count, view.player.is_done) == (1, False)
    assert isinstance(view.dealer, CoveredDealer)
    assert (str(view.dealer.up_card), view.dealer.pile_count, view.dealer.has_checked) == ("2_1:7", 1, True)
    assert "2_2" not in repr(view)

    state, _ = played(state, "stand")
    assert [len(choices) for choices in dealer_hand_view(state).choices] == [6, 1]
    view = dealer_hand_view(acts.choose_best(state)[0])
    assert isinstance(view.dealer, OpenDealer)
    assert (view.dealer.total, view.dealer.change, view.player.total) == (whole(10), 1, whole(10))
    assert view.result is not None
    assert view.result.bets == 0
    assert (view.acts, view.choices) == ((), ())


@pytest.mark.parametrize(
    ("variant", "barred_by", "counted", "named"),
    [
        (Variant.CLOUD_CITY, "7_111", whole(1), True),
        (Variant.CLOUD_CITY, None, None, False),
        (Variant.TROOPER, "7_111", whole(1), False),
    ],
)
def test_field_report_20_a_side_barred_from_wild_cards_is_told_by_which_card(
    variant: Variant, barred_by: str | None, counted: int | None, named: bool
) -> None:
    """217_13 is a Lando, wild in Cloud City; his printed destiny is 1, and in Trooper he is a plain card."""
    own, other = (
        Seat(
            Hand.unvalued(rules=casting.side_rules(variant)),
            tuple(casting.cast(BY_ID[card_id], variant, barred_by=barred) for card_id in ids),
        )
        for ids, barred in ((("217_13", "200_120", "1_175"), barred_by), (("5_5", "105_2", "3_8"), None))
    )
    state, _ = acts.deal(DealerHand(Terms(), (own, other)))
    first = dealer_hand_view(state).player.cards[0]
    assert first.value == counted
    assert ("7_111 bars this side" in first.reason) is named
    covered = dealer_hand_view(state).dealer
    assert isinstance(covered, CoveredDealer)
    assert covered.up_card is not None
    assert covered.up_card.role is (Role.WILD if variant is Variant.CLOUD_CITY else Role.PLAIN)


def test_a_view_counts_the_cards_of_the_shoe_and_not_of_the_hand_alone() -> None:
    shoe = bundled_shoe("deck-c", "deck-c")
    counts = []
    state = DealerHand.from_seed(Terms(), shoe, (SideRules(), SideRules()), seed_of("c"), 1)
    for act in (acts.deal, acts.draw):
        view = dealer_hand_view(state)
        counts.append((view.player.pile_count, view.dealer.pile_count))
        state, _ = act(state)
    view = dealer_hand_view(state)
    assert [*counts, (view.player.pile_count, view.dealer.pile_count)] == [(60, 60), (58, 58), (57, 58)]


def test_before_the_deal_a_view_shows_counts_alone() -> None:
    view = dealer_hand_view(hand(": / 1_1:5 1_2:4 1_3:0", ": / 2_1:7 2_2:4", "checks"))
    assert (view.acts, view.player.cards, view.player.total, view.player.best_total) == ((Act.DEAL,), (), None, None)
    assert (view.player.pile_count, view.player.is_done) == (3, False)
    assert view.dealer == CoveredDealer(SideRules(), None, 2, has_checked=False)


def test_that_a_dealer_might_have_shifted_is_not_shown_even_afterwards() -> None:
    """He has 11 with three cards, which he leaves as it is."""
    ends = [
        played(hand(": / 1_1:5 1_2:4 1_3:0", ": / 2_1:1 2_2:3 2_3:7 2_4:0", words), "deal", "stand")
        for words in ("", "may-shift")
    ]
    assert dealer_hand_view(ends[0][0]) == dealer_hand_view(ends[1][0])
    assert ends[0][1] == ends[1][1]
