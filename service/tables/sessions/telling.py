"""What happened at a table, for each seat that may see it: words for the player and keys for GEMP's page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deckmapping.themes.dealers import dealer
from service.rules.state import SIDES
from service.tables.dealer import words as dealer_words
from service.tables.dealer.events import DealerEvent
from service.tables.dealer.hand import PLAYER
from service.tables.dealer.visits import AttentionEvent, Happening
from service.tables.moves import Ending
from service.tables.practice import Paid
from service.tables.purses import MoneyEvent
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.session import (
    DealerSeated,
    KeyRevealed,
    PilesShuffled,
    TableClosed,
    TableEvent,
    TableOpened,
)
from service.tables.sessions.setup import VersusSetup
from service.tables.silver import SilverPaid
from service.tables.telling import PURSE_CUES, SHUFFLE_CUE, EventCues, purse_words, shuffle_words
from service.tables.versus import words as versus_words
from service.tables.versus.events import VersusEvent
from service.tables.versus.view import seat_events

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.tables.sessions.session import Session, SessionEvent
    from service.tables.sessions.setup import TableSetup
    from service.tables.telling import Naming


_ENDINGS: Final = {
    Ending.EMPTY_BANK: "The dealer's bank is empty, and with regrets the house closes the table.",
    Ending.EMPTY_WALLET: "You cannot pay for another hand of this shoe, and the house closes the table.",
    Ending.NO_MORE_HANDS: "You are dealt no further hand here, and the house closes the table.",
}


@dataclass(frozen=True, slots=True)
class Told:
    """An event as one seat is told of it."""

    seat: int
    words: str
    cues: EventCues


def told(session: Session, events: Sequence[SessionEvent], name: Naming) -> tuple[Told, ...]:
    """Return *events* in words and keys, in order, once for each seat that may see them.

    Args:
        session: the table after the move that they came of.
        events: all that happened with it.
        name: what cards are called.
    """
    setup = session.setup
    if isinstance(setup, VersusSetup):
        return tuple(_to_players(setup, events))
    assert isinstance(session, DealerSession)
    return tuple(_to_player(session, events, name))


def _to_players(setup: VersusSetup, events: Sequence[SessionEvent]) -> Iterator[Told]:
    first, second = (player.name for player in setup.players)
    for event in events:
        if isinstance(event, TableEvent):
            words, cues = _table_words(setup, event), _table_cues(event)
            yield from (Told(seat, words, cues) for seat in SIDES)
        else:
            assert isinstance(event, VersusEvent)
            words, cues = versus_words.event_words(event, (first, second)), versus_words.event_cues(event)
            yield from (Told(seat, words, cues) for seat in SIDES if seat_events((event,), seat))


def _to_player(session: DealerSession, events: Sequence[SessionEvent], name: Naming) -> Iterator[Told]:
    is_lando_here = _dealt_by_lando(session, events)
    for event in events:
        words, cues = _at_dealers(session, event, name)
        if is_lando_here and cues.light == "table" and not isinstance(event, AttentionEvent):
            cues = replace(cues, light="arrival")  # his light stays until he leaves
        yield Told(PLAYER, words, cues)


def _dealt_by_lando(session: DealerSession, events: Sequence[SessionEvent]) -> bool:
    """Tell whether Lando had taken the table before *events*, of which his coming and leaving are the last."""
    changes = {event.happening for event in events if isinstance(event, AttentionEvent)}
    return Happening.LEFT in changes or (session.is_visited and Happening.ARRIVED not in changes)


def _at_dealers(session: DealerSession, event: SessionEvent, name: Naming) -> tuple[str, EventCues]:
    if isinstance(event, TableEvent):
        return _table_words(session.setup, event), _table_cues(event)
    if isinstance(event, MoneyEvent):
        return _purse_words(event), EventCues(PURSE_CUES[type(event)], "table")
    if isinstance(event, AttentionEvent):
        is_left = event.happening is Happening.LEFT
        picture = dealer(session.host).picture if is_left else event.picture
        return event.words, EventCues(event.cue, event.light, (picture,))
    assert isinstance(event, DealerEvent)
    return dealer_words.event_words(event, name), dealer_words.event_cues(event)


def _table_words(setup: TableSetup, event: TableEvent) -> str:
    match event:
        case TableOpened():
            hands = "one hand" if setup.hands == 1 else f"{setup.hands} hands"
            return (
                f"The table is open for {hands}. It publishes {setup.published.hex()}: "
                "the key of each hand, revealed after it, leads back to this."
            )
        case DealerSeated(dealer=key):
            host = dealer(key)
            return f"{host.name} takes the table: {host.greeting} {host.character}"
        case PilesShuffled(why=why):
            return shuffle_words(why)
        case KeyRevealed(hand=hand, key=key):
            times = "once" if hand == 1 else f"{hand} times"
            return (
                f"Hand {hand} was dealt from the key {key.hex()}: "
                f"hashed {times} with SHA-256 it is what the table published."
            )
        case TableClosed(by_house=why):
            return "The table is closed." if why is None else _ENDINGS[why]


def _table_cues(event: TableEvent) -> EventCues:
    match event:
        case TableOpened():
            return EventCues("cue.table-opens", "table")
        case DealerSeated(dealer=key):
            host = dealer(key)
            return EventCues(host.cue, "table", (host.picture,))
        case PilesShuffled():
            return EventCues(SHUFFLE_CUE, "table")
        case KeyRevealed():
            return EventCues("cue.key", "table")
        case TableClosed():
            return EventCues("cue.table-closes", "table")


def _purse_words(event: MoneyEvent) -> str:
    """Say in chips or silver what a dealer's hand said in bets."""
    if not isinstance(event, Paid | SilverPaid) or not event.change.count:
        return purse_words(event)
    won = event.change.count > 0
    return f"You {'win' if won else 'lose'} {event.change.times(1 if won else -1)}. {purse_words(event)}"
