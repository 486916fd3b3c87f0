"""Field report 55: nothing that a seat is told holds what it may not know."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.errors import DomainError
from service.rules.cards import Card
from service.rules.events import Revealed, Valued
from service.rules.state import Phase
from service.tables.moves import Absence, ChangeTotal, Choose, ChooseBest, Draw, Leave, Ready, Stand
from service.tables.practice import Chips, Purse
from service.tables.versus.acts import act
from service.tables.versus.events import ToOneSide
from service.tables.versus.hands import can_deal, deal, settle
from service.tables.versus.notation import read_table
from service.tables.versus.table import Player, open_table
from service.tables.versus.view import HandView, HiddenSide, OpenSide, TableView, seat_events, table_view
from service.tables.versus.words import event_words
from tests.rules.facts import values
from tests.rules.strategies import candidate_choices, cards, side_rules
from tests.tables.holdings import purses_of
from tests.tables.two_players import FAIR, RICH, both_ready, dealt, done, seated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.tables.versus.acts import Act
    from service.tables.versus.events import VersusEvent
    from service.tables.versus.hands import Purses
    from service.tables.versus.table import VersusTable

SIMPLE: tuple[Act, ...] = (
    *(Draw(), Draw(), Draw(), Stand(), ChooseBest(), Ready()),
    *map(ChangeTotal, (-2, -1, 0, 1)),
    *map(Leave, Absence),
)
CHOICES: tuple[Act, ...] = tuple(Choose(at, choice) for at in range(-1, 7) for choice in candidate_choices(6))
"""Legal ones and others, for cards that there are and others."""


@st.composite
def players(draw: st.DrawFn, name: str, prefix: str) -> Player:
    """Draw a player whose cards all have ids of their own, of equal length, so that a text can be searched for them."""
    held = draw(st.lists(cards(), min_size=2, max_size=20))
    own = tuple(replace(card, card_id=f"{prefix}_{100 + at}") for at, card in enumerate(held))
    return Player(name, own, draw(side_rules()))


def ids_within(value: object) -> Iterator[str]:
    """Yield the ids of all cards that a value holds, however deep."""
    if isinstance(value, Card):
        yield value.card_id
    elif is_dataclass(value):
        for each in fields(value):
            yield from ids_within(getattr(value, each.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from ids_within(item)


class Listener:
    """One seat: all that it is told, and what it may know by now."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def hears(self, table: VersusTable, seeds: list[bytes], *told: object) -> None:
        """Check what the seat is told while *table* is as it is."""
        view = table_view(table, self.seat)
        hidden = self.hidden(table)
        text = " ".join(f"{each!r} {each}" for each in (view, *told))
        assert [card_id for card_id in hidden if card_id in text] == []
        assert not hidden & set(ids_within((view, *told)))
        for seed in seeds:
            assert seed.hex() not in text
            assert repr(seed)[2:-1] not in text
        if view.hand is not None and not self._is_open(table):
            assert type(view.hand.other) is HiddenSide

    def hidden(self, table: VersusTable) -> set[str]:
        """Every card but the own hand, the other one once it lies open, and what has been played."""
        known = {card.card_id for pile in table.shoe.piles for card in pile.played}
        if table.hand is not None:
            shown = (0, 1) if self._is_open(table) else (self.seat,)
            known |= {card.card_id for side in shown for card in table.hand.seats[side].hand.cards}
        return {card.card_id for pile in table.shoe.piles for card in pile.whole} - known

    @staticmethod
    def _is_open(table: VersusTable) -> bool:
        return table.hand is not None and (table.hand.is_revealed or table.hand.phase is Phase.FINISHED)


@settings(max_examples=100)
@given(players("Ann", "7"), players("Bob", "8"), st.integers(1, 3), st.integers(0, 2**64))
def test_field_report_55_no_view_event_error_or_word_tells_a_seat_what_it_may_not_know(
    ann: Player, bob: Player, hands: int, chance: int
) -> None:
    opened, moves = both_ready(open_table("t1", (ann, bob), Chips(10))), Random(chance)
    seeds: list[bytes] = []
    table: VersusTable = opened
    purses: Purses = Purse(Chips(100)), Purse(Chips(100))
    listeners = Listener(0), Listener(1)
    for _ in range(hands):
        seeds.append(moves.randbytes(32))
        table, purses, events = deal(table, purses, seeds[-1])
        tell(listeners, table, seeds, events)
        table = play_out(listeners, table, seeds, moves)
        assert read_table(str(table), opened) == table
        before = sum(purse.balance.count for purse in purses_of(purses))
        table, purses, events = settle(table, purses)
        tell(listeners, table, seeds, events)
        assert read_table(str(table), opened) == table
        if all(purse.game == 1 for purse in purses_of(purses)):
            assert sum(purse.balance.count for purse in purses_of(purses)) == before
        table = both_ready(table)
        if not can_deal(table, purses):
            break


def play_out(
    listeners: tuple[Listener, Listener], table: VersusTable, seeds: list[bytes], moves: Random
) -> VersusTable:
    """Let both sides do whatever comes to their minds, legal or not; who idles too long misses the deadline."""
    for _ in range(25):
        if table.outcome is not None:
            return table
        side, each = moves.randrange(2), moves.choice(SIMPLE if moves.randrange(3) else CHOICES)
        refused = None
        try:
            table, events = act(table, side, each)
        except DomainError as error:
            refused = error
        if refused is None:
            tell(listeners, table, seeds, events)
        else:
            for listener in listeners:
                listener.hears(table, seeds, refused, *refused.violations)
    while table.outcome is None:
        table, events = act(table, table.waits_for[0], Leave(Absence.MISSED_DEADLINE))
        tell(listeners, table, seeds, events)
    return table


def tell(
    listeners: tuple[Listener, Listener], table: VersusTable, seeds: list[bytes], events: tuple[VersusEvent, ...]
) -> None:
    """Tell both seats what happened."""
    for listener in listeners:
        seen = seat_events(events, listener.seat)
        assert all(event.side == listener.seat for event in seen if isinstance(event, Valued | ToOneSide))
        listener.hears(table, seeds, *seen, *(event_words(event, table.terms.names) for event in seen))


plain_decks = st.lists(st.sampled_from(["0", "1", "2", "3", "5"]), min_size=7, max_size=7).map(" ".join)


@given(plain_decks, plain_decks, plain_decks, st.binary(min_size=32, max_size=32), st.lists(st.booleans(), max_size=8))
def test_field_report_55_a_view_does_not_depend_on_what_is_hidden(
    own: str, one: str, other: str, seed: bytes, draws: list[bool]
) -> None:
    """Two tables differ in nothing but the other side's cards: until the reveal the seat cannot tell them apart."""
    tables = [dealt(seated(own, his), seed) for his in (one, other)]
    for draw in draws:
        hands = [table.hand for table in tables]
        if any(hand is None or hand.phase is not Phase.DRAWING for hand in hands):
            break
        assert table_view(tables[0], 0) == table_view(tables[1], 0)
        told = []
        for at, table in enumerate(tables):
            tables[at], events = act(table, table.waits_for[0], Draw() if draw else Stand())
            told.append([event for event in seat_events(events, 0) if not is_end(event)])
        assert told[0] == told[1]


def is_end(event: VersusEvent) -> bool:
    return type(event).__name__ in ("Revealed", "Ended")


def test_a_hidden_side_has_no_place_for_a_card_a_value_or_a_total() -> None:
    assert [(each.name, each.type) for each in fields(HiddenSide)] == [("card_count", "int")]
    held: dict[str, Any] = {each.name: each.type for each in fields(HandView)} | {
        each.name: each.type for each in fields(TableView)
    }
    assert held["other"] == "HiddenSide | OpenSide"
    assert not {"seed", "piles", "shoe", "dealt", "pile"} & set(held)


def test_a_seat_sees_its_own_hand_and_of_the_other_side_a_number_of_cards() -> None:
    table = dealt(seated("4 4", "3 3 3"))
    view = table_view(table, 0).hand
    assert view is not None
    assert isinstance(view.own, OpenSide)
    assert [(each.card.card_id[:1], each.value) for each in view.own.cards] == [("7", values("4")[0])] * 2
    assert (view.own.total, view.best_total) == (values("8")[0], values("8")[0])
    assert view.other == HiddenSide(2)
    assert [each.pile_count for each in view.standing] == [0, 1]
    assert [each.is_done for each in view.standing] == [True, False]


def test_once_both_lie_open_each_seat_sees_both_hands() -> None:
    table = done(dealt(seated("4 4", "3 3 3")), (1, Stand()))
    for seat, own in ((0, "8"), (1, "6")):
        view = table_view(table, seat).hand
        assert view is not None
        assert isinstance(view.other, OpenSide)
        assert (view.own.total, view.other.total) == (values(own)[0], values("8" if own == "6" else "6")[0])
        assert view.outcome == table.outcome


def test_what_may_be_chosen_is_told_while_it_may_be_chosen() -> None:
    ann = Player("Ann", (Card("2_14", values("2/5")), Card("2_15", values("3"))), FAIR)
    bob = Player("Bob", (Card("8_14", values("0/7")), Card("8_15", values("3"))), FAIR)
    table = dealt(open_table("t1", (ann, bob), Chips(1)))
    view = table_view(table, 0).hand
    assert view is not None
    at = [card.card.card_id for card in view.own.cards].index("2_14")
    assert [str(choice) for choice in view.choices[at]] == ["2", "5"]
    assert view.best_total == values("8")[0]
    table = done(table, (0, Leave(Absence.LEFT)))
    gone = table_view(table, 0).hand
    assert gone is not None
    assert gone.choices == ()


def test_purses_are_told_to_their_owners_alone() -> None:
    _, _, events = deal(seated("4 4", "3 3"), RICH, bytes(32))
    for seat in (0, 1):
        told = [event for event in seat_events(events, seat) if isinstance(event, ToOneSide)]
        assert [event.side for event in told] == [seat]
    assert any(isinstance(event, Revealed) for event in events)


def test_cards_that_were_played_are_public_once_the_hand_is_settled() -> None:
    table, purses, _ = deal(seated("4 4 1 1 1 1 1 1 1 1", "3 3"), RICH, bytes(32))
    table = done(table, (0, Stand()))
    assert table_view(table, 1).played == ((), ())
    table, _, _ = settle(table, purses)
    view = table_view(table, 1)
    assert view.hand is None
    assert [len(each) for each in view.played] == [2, 2]
