"""What players at a table of two are told, in words and keys."""

from __future__ import annotations

from typing import get_args

from deckmapping.values import whole
from service.rules.choices import Number
from service.rules.events import Changed, Ended, PerfectSeen
from service.rules.outcome import DecidedBy, Outcome
from service.tables.moves import Absence, Choose, Draw, Ready
from service.tables.practice import Chips, NewGame
from service.tables.purses import MoneyEvent
from service.tables.shoe import Shuffle
from service.tables.telling import EventCues
from service.tables.versus.acts import act
from service.tables.versus.events import HandSettled, Shuffled, ToOneSide, VersusEvent, WentAbsent
from service.tables.versus.hands import deal, settle
from service.tables.versus.view import seat_events
from service.tables.versus.words import CUES, event_cues, event_words
from tests.tables.two_players import RICH, SEED, seated

NAMES = ("Ann", "Bob")


def test_a_hand_from_the_deal_to_the_next_one_in_words() -> None:
    table, purses, events = deal(seated("2/5 4", "3 3 3"), RICH, SEED)
    told = [*seat_events(events, 0)]
    assert table.hand is not None
    two_destinies = [len(card.printed) for card in table.hand.seats[0].hand.cards].index(2)
    for side, each in ((1, Draw()), (0, Choose(two_destinies, Number(whole(5))))):
        table, events = act(table, side, each)
        told += seat_events(events, 0)
    table, _, events = settle(table, purses)
    told += seat_events(events, 0)
    table, events = act(table, 1, Ready())
    told += events
    starter, asked = ("Bob", "Ann") if table.last_starter else ("Ann", "Bob")
    assert [event_words(event, NAMES) for event in told] == [
        "290 chips of yours are held until the hand is over.",
        f"Hand 1: {starter} starts, so {asked} is asked first.",
        "Both sides draw two cards.",
        "Ann can draw no more.",
        "Bob draws card number 3.",
        "Bob can draw no more.",
        "Ann has valued a card.",
        "Both hands lie open: Ann has 9, Bob 9.",
        "Ann wins: equal totals, and fewer cards win.",
        "Ann wins 145 chips from Bob.",
        "Your balance is 1145 chips.",
        "Bob is ready for the next hand.",
    ]


def test_other_events_in_words() -> None:
    won = Outcome(1, is_double=True, decided_by=DecidedBy.PERFECT)
    drawn = Outcome(None, is_double=False, decided_by=DecidedBy.DRAW)
    for event, words in (
        (PerfectSeen(1), "Bob has a perfect sabacc!"),
        (Ended(won), "Bob wins, and the win counts double: perfect sabacc."),
        (Ended(drawn), "A draw: equal totals of equally many cards."),
        (HandSettled(1, won, (Chips(-290), Chips(290))), "Bob wins 290 chips from Ann."),
        (HandSettled(1, drawn, (Chips(0), Chips(0))), "Both stakes are returned."),
        (Changed(0, 1, whole(11)), "Ann changes the total to 11."),
        (Changed(0, 0, whole(9)), "Ann leaves the total at 9."),
        (Shuffled(Shuffle.SHORT), "Both piles are shuffled: one could run out in this hand."),
        (Shuffled(Shuffle.CUT), "Both piles are shuffled: the set number of hands has been played."),
        (WentAbsent(0, Absence.LEFT), "Ann has left: the side stands and gets its best values."),
        (ToOneSide(0, NewGame(2, Chips(1000))), "You are bust. Game 2 begins with 1000 chips."),
    ):
        assert event_words(event, NAMES) == words


def test_every_kind_of_event_has_keys() -> None:
    kinds = [kind for kind in (*get_args(VersusEvent), *get_args(MoneyEvent)) if kind is not ToOneSide]
    assert len(kinds) == 18
    assert event_cues(PerfectSeen(1)) == EventCues("cue.perfect-sabacc", "accent")
    assert event_cues(ToOneSide(0, NewGame(2, Chips(1000)))) == EventCues("cue.new-game", "table")
    assert set(CUES) == set(kinds)
