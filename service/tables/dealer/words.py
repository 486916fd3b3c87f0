"""What happened in a hand against a dealer, in words for the player and in keys for GEMP's page."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.values import format_value
from deckmapping.variants import Role
from service.rules.events import PerfectSeen
from service.rules.outcome import DecidedBy
from service.tables.dealer.events import (
    Checked,
    DealerDrew,
    DealerShifted,
    DealerShowed,
    DealerStood,
    Dealt,
    Drew,
    Ended,
    Stood,
    Valued,
)
from service.tables.dealer.hand import PLAYER
from service.tables.telling import DECIDED, EventCues

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from service.rules.cards import Card
    from service.tables.dealer.events import DealerEvent
    from service.tables.dealer.hand import Result
    from service.tables.telling import Naming

_CUES: Final[Mapping[type[DealerEvent], tuple[str, str]]] = MappingProxyType(
    {
        Dealt: ("cue.deal", "table"),
        Checked: ("cue.check", "table"),
        PerfectSeen: ("cue.perfect-sabacc", "accent"),
        Drew: ("cue.draw", "table"),
        Stood: ("cue.stand", "table"),
        Valued: ("cue.value", "table"),
        DealerShowed: ("cue.dealer-shows", "table"),
        DealerDrew: ("cue.dealer-draws", "table"),
        DealerStood: ("cue.dealer-stands", "table"),
        DealerShifted: ("cue.dealer-shifts", "accent"),
    }
)


def event_words(event: DealerEvent, name: Naming | None = None) -> str:
    """Return a sentence for the player.

    Args:
        event: what happened.
        name: what cards are called; their ids if it is not given.
    """

    def shown(card: Card) -> str:
        called, counts = card.card_id if name is None else name(card), _counts(card)
        return called if called == counts else f"{called} ({counts})"

    match event:
        case Dealt() | Drew() | Stood() | Valued():
            return _of_player(event, shown)
        case DealerShowed() | DealerDrew() | DealerStood() | DealerShifted():
            return _of_dealer(event, shown)
        case Checked(is_perfect=is_perfect):
            found = "it makes a perfect sabacc" if is_perfect else "no perfect sabacc"
            return f"The dealer looks at his hole card: {found}."
        case PerfectSeen(side=side):
            return f"Perfect sabacc for {'you' if side == PLAYER else 'the dealer'}!"
        case Ended(result=result):
            return _of_end(result)


def event_cues(event: DealerEvent) -> EventCues:
    """Return the keys of *event*."""
    if isinstance(event, Ended):
        bets = event.result.bets
        return EventCues("cue.win", "accent") if bets > 0 else EventCues("cue.lose" if bets else "cue.push", "table")
    return EventCues(*_CUES[type(event)], _pictures(event))


def _pictures(event: DealerEvent) -> tuple[str, ...]:
    match event:
        case Dealt(cards=cards, up_card=up_card):
            opened: tuple[Card, ...] = (*cards, up_card)
        case Drew(card=card) | DealerDrew(card=card) | DealerShowed(hole_card=card):
            opened = (card,)
        case _:
            opened = ()
    return tuple(f"picture.card.{card.card_id}" for card in opened)


def _of_player(event: Dealt | Drew | Stood | Valued, shown: Naming) -> str:
    match event:
        case Dealt(cards=(first, second), up_card=up_card):
            return f"You are dealt {shown(first)} and {shown(second)}; the dealer's up card is {shown(up_card)}."
        case Drew(card=card, card_count=count):
            return f"You draw {shown(card)}, your card number {count}."
        case Stood(card_count=count, is_forced=is_forced):
            return f"You stand with {count} cards{': you can draw no more' if is_forced else ''}."
        case Valued(card=card, value=value):
            counts = "what the other card will count" if value is None else format_value(value)
            return f"{shown(card)} counts {counts}."


def _of_dealer(event: DealerShowed | DealerDrew | DealerStood | DealerShifted, shown: Naming) -> str:
    total = f"total {format_value(event.total)}"
    match event:
        case DealerShowed(hole_card=card):
            return f"The dealer shows {shown(card)}: {total}."
        case DealerDrew(card=card, is_by_chance=is_by_chance):
            return f"The dealer {'cannot help drawing' if is_by_chance else 'draws'} {shown(card)}: {total}."
        case DealerStood(is_forced=is_forced):
            return f"The dealer stands on {format_value(event.total)}{': he can draw no more' if is_forced else ''}."
        case DealerShifted(before=before, change=change):
            return f"The dealer counts {format_value(before)} and changes it by {change:+d}: {total}."


def _of_end(result: Result) -> str:
    bets, decided_by = result.bets, result.outcome.decided_by
    told = "Push, your bet is returned" if not bets else f"You {'win' if bets > 0 else 'lose'} {_amount(abs(bets))}"
    if decided_by in (DecidedBy.PERFECT, DecidedBy.BOTH_PERFECT):
        return f"{told}: {DECIDED[decided_by]}."
    player, dealer = (format_value(total) for total in result.totals if total is not None)
    return f"{told}: {player} against {dealer}, {DECIDED[decided_by]}."


def _amount(bets: Fraction) -> str:
    if bets.denominator == 1:
        return "your bet" if bets == 1 else f"{bets} bets"
    return f"{bets.numerator}:{bets.denominator}"


def _counts(card: Card) -> str:
    """Say what *card* may count."""
    printed = " or ".join(map(format_value, card.printed))
    if card.role is Role.PLAIN:
        return printed
    return f"{printed}, or wild" if card.role is Role.PERK_WILD else card.role.value
