"""What each seat is told of what happens at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest

from deckmapping.themes.dealers import dealer
from deckmapping.values import whole
from service.money import Silver
from service.rules import events as rules_events
from service.rules.choices import Number
from service.rules.outcome import DecidedBy, Outcome
from service.tables.dealer import events as dealer_events
from service.tables.dealer.attention import AttentionRules
from service.tables.dealer.events import DealerEvent
from service.tables.dealer.hand import Result
from service.tables.dealer.visits import AttentionEvent
from service.tables.moves import Absence, Bet, Close, Draw, SeatDealer, Stand
from service.tables.practice import Chips, Held, NewGame, Paid, Wager
from service.tables.purses import MoneyEvent
from service.tables.sessions.session import (
    DealerSeated,
    KeyRevealed,
    PilesShuffled,
    SessionEvent,
    TableClosed,
    TableEvent,
    TableOpened,
)
from service.tables.sessions.setup import TableDealer
from service.tables.sessions.telling import Told, told
from service.tables.shoe import Shuffle
from service.tables.silver import SilverHeld, SilverPaid, SilverWager
from service.tables.telling import EventCues
from service.tables.versus import events as versus_events
from service.tables.versus.events import VersusEvent
from tests.tables.dealer_tables import numbered
from tests.tables.sessions.dealer_tables import Table, small, with_more_dealers
from tests.tables.sessions.versus_tables import opened, plain_setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.rules.cards import Card

FIVE, SIX = numbered({5: 1, 6: 1})
WON = Outcome(0, is_double=False, decided_by=DecidedBy.CLOSEST)
HELD, PAID, NEW = Held(Wager("t1/1", Chips(10), 2)), Paid("t1/1", Chips(10), Chips(1010)), NewGame(2, Chips(1000))
SILVER_HELD = SilverHeld(SilverWager("t1/1", Silver(10), 2))
SILVER_PAID = SilverPaid("t1/1", Silver(10), Silver(-90))
LANDO = dealer("lando-light")
COMES = Table(
    replace(
        small(),
        visitor=TableDealer("lando-light", None, small().dealers[0].terms),
        attention=AttentionRules(threshold=1, cooling=0, visit_hands=1, rest=0),
    )
)
_HANDS: Sequence[SessionEvent] = (PilesShuffled(Shuffle.CUT), KeyRevealed(1, bytes(32)))
"""What happens at tables of either kind."""
AT_DEALERS: Sequence[SessionEvent] = (
    TableOpened(),
    DealerSeated("rkik"),
    *_HANDS,
    dealer_events.Dealt((FIVE, SIX), FIVE),
    dealer_events.Checked(is_perfect=False),
    rules_events.PerfectSeen(0),
    dealer_events.Drew(FIVE, 3),
    dealer_events.Stood(3, is_forced=False),
    dealer_events.Valued(0, FIVE, Number(whole(5)), whole(5)),
    dealer_events.DealerShowed(FIVE, whole(10)),
    dealer_events.DealerDrew(FIVE, 3, whole(15), is_by_chance=False),
    dealer_events.DealerStood(whole(10), is_forced=False),
    dealer_events.DealerShifted(whole(10), 1, whole(11)),
    dealer_events.Ended(Result(WON, bets=dealer("rkik").rule.shift_share + 1, totals=(whole(10), whole(9)))),
    HELD,
    PAID,
    NEW,
    SILVER_HELD,
    SILVER_PAID,
    TableClosed(),
)
BETWEEN_PLAYERS: Sequence[SessionEvent] = (
    TableOpened(),
    *_HANDS,
    rules_events.Dealt(),
    rules_events.PerfectSeen(0),
    rules_events.Drew(0, 3),
    rules_events.Stood(0, is_forced=False),
    rules_events.Valued(0),
    rules_events.Revealed(((whole(5), whole(5)), (whole(4), whole(4))), (whole(10), whole(8))),
    rules_events.Changed(0, 1, whole(11)),
    rules_events.Ended(WON),
    versus_events.Shuffled(Shuffle.CUT),
    versus_events.HandBegan(1, 0),
    versus_events.WentAbsent(0, Absence.LEFT),
    versus_events.HandSettled(1, WON, (Chips(5), Chips(-5))),
    versus_events.BecameReady(0),
    versus_events.ToOneSide(0, HELD),
    versus_events.ToOneSide(1, PAID),
    versus_events.ToOneSide(1, NEW),
    versus_events.ToOneSide(0, SILVER_HELD),
    versus_events.ToOneSide(1, SILVER_PAID),
    TableClosed(),
)


def title(card: Card) -> str:
    return f"card {card.card_id}"


def lando_happenings() -> list[SessionEvent]:
    """Lando comes, is beaten and leaves."""
    table = Table(COMES.setup)
    table.move(Bet(10), Stand(), Bet(10), Stand())
    return [event for event in table.log if isinstance(event, AttentionEvent)]


def test_every_kind_of_event_has_words_and_keys_at_its_table() -> None:
    kinds = {*get_args(TableEvent), *get_args(DealerEvent), *get_args(MoneyEvent), AttentionEvent}
    assert {*map(type, AT_DEALERS), AttentionEvent} == kinds
    assert {*map(type, BETWEEN_PLAYERS)} == {*get_args(TableEvent), *get_args(VersusEvent)} - {DealerSeated}
    assert {*get_args(SessionEvent)} == kinds | {*get_args(VersusEvent)}
    dealers = told(COMES.session, [*AT_DEALERS, *lando_happenings()], title)
    players = told(opened(plain_setup("5 5", "4 4")), BETWEEN_PLAYERS, title)
    assert len(dealers) == len(AT_DEALERS) + 3
    assert len(players) == 2 * len(BETWEEN_PLAYERS) - 6  # a value and what five purses do are for one side's eyes
    for each in (*dealers, *players):
        assert each.words.endswith((".", "!"))
        assert each.cues.cue.startswith("cue.")
        assert each.cues.light in ("table", "accent", "arrival")
        assert all(picture.startswith(("picture.card.", "picture.dealer.")) for picture in each.cues.pictures)


def test_a_table_from_its_opening_to_its_close_in_words() -> None:
    table = Table(with_more_dealers(small(cut=1), wioslea={4: 12}))
    table.move(Bet(10), Stand(), SeatDealer("wioslea"), Bet(5), Draw(), Stand(), Bet(1), Close())
    keys = [table.keys.key(hand).hex() for hand in (1, 2, 3)]
    house, wioslea = dealer("house"), dealer("wioslea")
    opening = (
        f"The table is open for 40 hands. It publishes {table.setup.published.hex()}: "
        "the key of each hand, revealed after it, leads back to this."
    )
    words = [each.words for each in told(table.session, table.log, lambda _: "a card")]
    assert words == [
        opening,
        f"The house droid takes the table: {house.greeting} {house.character}",
        "10 chips of yours are held until the hand is over.",
        "You are dealt a card (5) and a card (5); the dealer's up card is a card (4).",
        "You stand with 2 cards.",
        "The dealer shows a card (4): total 8.",
        "The dealer stands on 8.",
        "You win your bet: 10 against 8, closest to 11.",
        "You win 10 chips. Your balance is 1010 chips.",
        f"Hand 1 was dealt from the key {keys[0]}: hashed once with SHA-256 it is what the table published.",
        f"{wioslea.name} takes the table: {wioslea.greeting} {wioslea.character}",
        "5 chips of yours are held until the hand is over.",
        "You are dealt a card (5) and a card (5); the dealer's up card is a card (4).",
        "You draw a card (5), your card number 3.",
        "You stand with 3 cards.",
        "The dealer shows a card (4): total 8.",
        "The dealer stands on 8.",
        "You lose your bet: 15 against 8, only the loser is over 11.",
        "You lose 5 chips. Your balance is 1005 chips.",
        f"Hand 2 was dealt from the key {keys[1]}: hashed 2 times with SHA-256 it is what the table published.",
        "1 chip of yours is held until the hand is over.",
        "Both piles are shuffled: the set number of hands has been played.",
        "You are dealt a card (5) and a card (5); the dealer's up card is a card (4).",
        "You stand with 2 cards.",
        "The dealer shows a card (4): total 8.",
        "The dealer stands on 8.",
        "You win your bet: 10 against 8, closest to 11.",
        "You win 1 chip. Your balance is 1006 chips.",
        f"Hand 3 was dealt from the key {keys[2]}: hashed 3 times with SHA-256 it is what the table published.",
        "The table is closed.",
    ]


def test_a_push_and_a_new_game_in_words() -> None:
    pushed = [each.words for each in told(COMES.session, (Paid("t1/1", Chips(0), Chips(5)), NEW), title)]
    assert pushed == ["Your balance is 5 chips.", "You are bust. Game 2 begins with 1000 chips."]


def test_the_dealer_who_takes_the_table_is_seen_and_heard() -> None:
    (seen,) = told(COMES.session, (DealerSeated("rkik"),), title)
    assert seen.cues == EventCues("cue.dealer.rkik", "table", ("picture.dealer.rkik",))
    assert seen.words.startswith(f"{dealer('rkik').name} takes the table: ")


def test_cards_are_called_what_the_table_calls_them() -> None:
    (seen,) = told(COMES.session, (dealer_events.Drew(FIVE, 3),), title)
    assert seen == Told(
        0, "You draw card 5_0 (5), your card number 3.", EventCues("cue.draw", "table", ("picture.card.5_0",))
    )


@pytest.mark.parametrize(("won", "light"), [(True, "arrival"), (False, "table")])
def test_landos_light_is_there_from_his_arrival_until_he_leaves(won: bool, light: str) -> None:
    table = Table(COMES.setup)
    rest = (Stand(),) if won else (Draw(), Stand())
    first = [told(step.session, step.events, title) for step in (table.move(Bet(10)), table.move(*rest))]
    *before, last = [each for step in first for each in step]
    assert {each.cues.light for each in before} <= {"table", "accent"}
    assert last.cues.light == light
    if won:
        assert last.cues.cue == "cue.lando-arrives"
        assert last.cues.pictures == (LANDO.picture,)
        assert last.words.startswith(f"{LANDO.name} takes the table for one hand: ")
        dealt = told(table.session, table.move(Bet(10)).events, title)
        assert [each.cues.light for each in dealt] == ["arrival"] * len(dealt)
        *ended, beaten, left = told(table.session, table.move(Stand()).events, title)
        assert {each.cues.light for each in ended} == {"arrival", "accent"}
        assert (beaten.cues.cue, beaten.cues.light) == ("cue.lando-beaten", "arrival")
        assert left.cues == EventCues("cue.lando-leaves", "table", ("picture.dealer.house",))


def test_what_is_one_players_own_is_told_to_nobody_else() -> None:
    session = opened(plain_setup("5 5", "4 4"))
    own: list[SessionEvent] = [
        rules_events.Valued(1),
        versus_events.ToOneSide(1, PAID),
        rules_events.Stood(1, is_forced=False),
    ]
    assert [each.seat for each in told(session, own, title)] == [1, 1, 0, 1]
