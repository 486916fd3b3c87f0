"""Field report 55: nothing that a seat is told holds, or depends on, what it may not know."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from hypothesis import given

from deckmapping.errors import DomainError
from deckmapping.values import Value
from service.money import Silver
from service.rules.best import best_values
from service.rules.cards import Card, SideRules
from service.rules.choices import Choice
from service.rules.events import Valued
from service.rules.hand import Hand
from service.rules.outcome import Outcome
from service.rules.state import Phase
from service.tables.chain import hand_seed
from service.tables.moves import Absence
from service.tables.practice import Chips, Purse, Wager
from service.tables.purses import Amount, Holdings
from service.tables.sessions.telling import told
from service.tables.sessions.versus_session import VersusSession
from service.tables.sessions.versus_view import VersusSeatView, versus_seat_view
from service.tables.shoe import ShoeDeal, Shuffle
from service.tables.silver import BetLimits, Score, SilverWager
from service.tables.versus.events import ToOneSide
from service.tables.versus.view import HiddenSide, OpenSide, TableView, seat_events
from tests.tables.sessions.versus_chance import attempted, chances, game, games, is_open, random_move, tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from service.rules.state import Seat
    from service.tables.sessions.session import Step
    from service.tables.versus.hands import Purses
    from tests.tables.sessions.versus_chance import Table


def as_told(session: VersusSession, step: Step, seat: int) -> list[object]:
    """Return all that *seat* is told of a step: events, words and keys."""
    words = [each for each in told(session, step.events, lambda card: card.card_id) if each.seat == seat]
    return [*seat_events(step.events, seat), *words]


@games
@given(tables(), chances)
def test_field_report_55_nothing_that_a_seat_is_told_holds_a_hidden_card_a_seed_or_a_key(
    table: Table, chance: Random
) -> None:
    nonces: list[bytes] = [b"", b""]
    seeds: list[bytes] = []
    for turn in game(table, chance):
        after, step = turn.after, turn.step
        if isinstance(step, DomainError):
            check(table, after, turn.seat, seeds, step, *step.violations)
            continue
        nonces[turn.seat] = getattr(turn.move, "nonce", nonces[turn.seat])
        if after.number > turn.before.number:
            seeds.append(hand_seed(table.keys.key(after.number), after.lock, nonces))
        for seat in (0, 1):
            seen = as_told(after, step, seat)
            assert all(event.side == seat for event in seen if isinstance(event, Valued | ToOneSide))
            check(table, after, seat, seeds, *seen)


def check(table: Table, session: VersusSession, seat: int, seeds: list[bytes], *seen: object) -> None:
    """Check the view of *seat* and what else it has *seen*."""
    view = versus_seat_view(session, seat)
    assert view.purse == session.purses[seat]
    text = " ".join(f"{each!r} {each}" for each in (view, *session.legal(seat), *seen))
    cards = set(re.findall(r"(?<![0-9_])[0-9]{1,3}_[0-9]{1,3}(?![0-9_])", text))
    assert not cards & hidden(session, seat)
    secret = [table.keys.key(hand) for hand in range(session.last_over + 1, table.keys.length + 1)]
    for each in (*secret, *seeds):
        assert each.hex() not in text
        assert repr(each)[2:-1] not in text
    if view.table.hand is not None:
        assert isinstance(view.table.hand.other, OpenSide if is_open(session) else HiddenSide)
    if view.last is not None:
        assert isinstance(view.last.other, OpenSide)


def hidden(session: VersusSession, seat: int) -> set[str]:
    """Every card but the own hand, the other one once it lies open, and what has been played."""
    piles, hand = session.table.shoe.piles, session.table.hand
    known = {card.card_id for pile in piles for card in pile.played}
    if hand is not None:
        sides = (0, 1) if is_open(session) else (seat,)
        known |= {card.card_id for side in sides for card in hand.seats[side].hand.cards}
    return {card.card_id for pile in piles for card in pile.whole} - known


def twin(session: VersusSession, seat: int, chance: Random, *, own_pile: bool) -> VersusSession | None:
    """Return a table that differs in nothing but what *seat* may not know; None where this one would be no such table.

    The other side has other cards of its pile in its hand, and other values for them; its pile lies in another order,
    and with *own_pile* that of *seat* too. It has also more chips, or has won more silver.
    """
    hand = session.table.hand
    assert hand is not None
    assert session.table.dealt is not None
    other = 1 - seat
    swapped = hand.with_seat(other, _other_cards(session, other, hand.seats[other], chance))
    if hand.phase is Phase.VALUING and chance.randrange(2):
        chosen = swapped.seats[other]
        swapped = swapped.with_seat(other, replace(chosen, hand=best_values(chosen.hand).hand))
    if own_pile:
        mine = hand.seats[seat]
        swapped = swapped.with_seat(seat, replace(mine, pile=tuple(chance.sample(mine.pile, len(mine.pile)))))
    if swapped.phase is not hand.phase:
        return None  # a perfect sabacc, which would have been seen
    first, second = ((*each.hand.cards, *each.pile) for each in swapped.seats)
    dealt = ShoeDeal(((), ()), (first, second), session.table.dealt.beneath)
    richer = richer_side(session.purses, other)
    return replace(session, table=replace(session.table, hand=swapped, dealt=dealt), purses=richer)


def richer_side(purses: Purses, side: int) -> Purses:
    """Return both purses, that of *side* with one coin more."""
    first, second = (_richer(has) if at == side else has for at, has in enumerate(purses))
    return first, second


def _richer(has: Holdings) -> Holdings:
    if isinstance(has, Purse):
        return replace(has, balance=has.balance + Chips(1))
    return replace(has, won=has.won + Silver(1))


def _other_cards(session: VersusSession, side: int, seat: Seat, chance: Random) -> Seat:
    held, left = len(seat.hand.cards), session.table.shoe.piles[side].left
    cards = chance.sample(left, held + len(seat.pile))
    return replace(seat, hand=Hand.unvalued(cards[:held], seat.hand.rules), pile=tuple(cards[held:]))


def hands_hidden_from_both(table: Table, chance: Random) -> Iterator[VersusSession]:
    return (turn.after for turn in game(table, chance) if not is_open(turn.after))


@games
@given(tables(), chances)
def test_field_report_55_what_a_seat_is_told_depends_on_nothing_that_is_hidden(table: Table, chance: Random) -> None:
    for session in hands_hidden_from_both(table, chance):
        for seat in (0, 1):
            twins = twin(session, seat, chance, own_pile=True)
            if twins is None:
                continue
            assert versus_seat_view(twins, seat) == versus_seat_view(session, seat)
            assert repr(versus_seat_view(twins, seat)) == repr(versus_seat_view(session, seat))
            assert (twins.turn(seat), twins.legal(seat)) == (session.turn(seat), session.legal(seat))
            for _ in range(3):
                move = random_move(session, seat, chance)
                one, two = (attempted(each, seat, move, table) for each in (session, twins))
                assert isinstance(one, DomainError) == isinstance(two, DomainError)
                if isinstance(one, DomainError):
                    assert (str(one), type(one)) == (str(two), type(two))


@games
@given(tables(), chances)
def test_field_report_55_what_a_seat_sees_happen_depends_on_nothing_that_is_hidden(
    table: Table, chance: Random
) -> None:
    """Until both hands lie open, two tables that differ in the other side's cards alone go on alike for a seat."""
    for session in hands_hidden_from_both(table, chance):
        seat = chance.randrange(2)
        twins = twin(session, seat, chance, own_pile=False)
        if twins is None:
            continue
        mover = chance.randrange(2)
        move = random_move(session, mover, chance)
        one, two = (attempted(each, mover, move, table) for each in (session, twins))
        if isinstance(one, DomainError) or isinstance(two, DomainError):
            continue
        after, after_twin = one.session, two.session
        assert isinstance(after, VersusSession)
        assert isinstance(after_twin, VersusSession)
        if is_open(after) or is_open(after_twin):
            continue
        assert as_told(after, one, seat) == as_told(after_twin, two, seat)
        assert versus_seat_view(after, seat) == versus_seat_view(after_twin, seat)


@games
@given(tables(), chances)
def test_field_report_55_while_the_other_side_values_its_cards_nothing_moves(table: Table, chance: Random) -> None:
    for turn in game(table, chance):
        if isinstance(turn.step, DomainError) or is_open(turn.after) or not is_value(turn.before):
            continue
        other = 1 - turn.seat
        if str(turn.move).split()[0] in ("choose", "best"):
            assert as_told(turn.after, turn.step, other) == []
            assert versus_seat_view(turn.before, other) == versus_seat_view(turn.after, other)


def is_value(session: VersusSession) -> bool:
    return session.table.hand is not None and session.table.hand.phase is Phase.VALUING


TOLD_TO_CHECKERS = (Absence, Card, Outcome, Shuffle, SideRules)
NAMES: dict[str, Any] = {"Amount": Amount, "Choice": Choice, "Holdings": Holdings, "Value": Value} | {
    each.__name__: each for each in TOLD_TO_CHECKERS
}
"""What the modules of the views import for type checkers alone."""


def types_within(kind: Any, seen: dict[type, set[str]], path: str) -> None:  # whatever a hint is
    """Collect all types that a value of *kind* may hold, however deep, with where they are held."""
    for each in get_args(kind):
        types_within(each, seen, path)
    if isinstance(kind, type):
        is_new = kind not in seen
        seen.setdefault(kind, set()).add(path)
        if is_new and is_dataclass(kind) and kind is not Card:
            hints = get_type_hints(kind, localns=NAMES)
            for field in fields(kind):
                types_within(hints[field.name], seen, f"{kind.__name__}.{field.name}")


def reached(kind: type) -> set[type]:
    """Return all types that a value of *kind* may hold, and itself."""
    seen: dict[type, set[str]] = {}
    types_within(kind, seen, "")
    return {each for each in seen if each is not NoneType and each is not tuple}


def test_a_view_has_no_place_for_what_is_hidden() -> None:
    seen: dict[type, set[str]] = {}
    types_within(VersusSeatView, seen, "")
    assert {each.name for each in fields(HiddenSide)} == {"card_count"}
    assert seen[Card] == {"CardView.card"}
    assert seen[bytes] == {"KeyRevealed.key"}
    assert seen[OpenSide] == {"HandView.own", "HandView.other"}
    assert seen[Purse] == seen[Score] == {"VersusSeatView.purse"}
    assert reached(Purse) == {Purse, Chips, Wager, int, str}
    assert reached(Score) == {Score, BetLimits, Silver, SilverWager, int, str}
    assert seen[TableView] == {"VersusSeatView.table"}
    names = {kind.__name__ for kind in seen}
    assert names.isdisjoint(
        ("Hand", "HandState", "Seat", "Shoe", "ShoePile", "ShoeDeal", "VersusTable", "VersusSession")
    )
    assert names.isdisjoint(("VersusSetup", "KeyChain", "object", "dict", "list"))
