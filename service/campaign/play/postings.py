"""What a hand for silver posts in the ledger: both sides' worst cases before a card is dealt, and its result once.

    sabacc/TABLE/HAND/bet   entry 1 holds what the player may lose, entry 2 what the house or the opponent may
    sabacc/TABLE/HAND/end   posts one of them and sets the other free

Both ids follow from the hand, so that none is ever dealt or paid twice.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from service.caller import OWN_IDS
from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.postings import HandReference, Posting
from service.campaign.ledger.transfers import Hold, Post, Void, VoidCause
from service.money import NOTHING, Silver
from service.tables.practice import MOST_BETS
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.versus_session import VersusSession
from service.tables.silver import SilverHeld, SilverPaid, result_in_silver
from service.tables.versus.events import HandSettled

if TYPE_CHECKING:
    from service.campaign.ledger.accounts import Account
    from service.tables.sessions.session import Session, Step


class Stakes(NamedTuple):
    """What two sides may lose to each other in one hand."""

    first: Account
    """The player, or side 0."""
    second: Account
    """The dealer's house, or side 1."""
    first_may_lose: Silver
    second_may_lose: Silver


def hand_postings(before: Session, step: Step) -> tuple[Posting, ...]:
    """Return what the step of a table for silver posts, in this order: a hand that is dealt, a hand that is over.

    Args:
        before: the table before the step.
        step: what a move made of it.
    """
    after = step.session
    if after.number == before.number and not before.is_hand_running:
        return ()
    is_dealt, is_over = after.number > before.number, not after.is_hand_running
    return (
        *((_bet(step),) if is_dealt else ()),
        *((_end(after, _change(step)),) if is_over else ()),
    )


def stakes(step: Step) -> Stakes:
    """Return what both sides may lose in the hand that *step* has dealt."""
    session = step.session
    if isinstance(session, VersusSession):
        first, second = session.setup.players
        stake = session.setup.stake
        assert isinstance(stake, Silver)
        worst = stake.times(MOST_BETS)  # R8: either may win double
        return Stakes(wallet(first.name), wallet(second.name), worst, worst)
    assert isinstance(session, DealerSession)
    wager = next(event.wager for event in step.events if isinstance(event, SilverHeld))
    assert session.dealt_by is not None
    player, bank = wallet(session.setup.player.name), house(session.dealt_by)
    return Stakes(player, bank, wager.held, result_in_silver(wager.bet, _best(session)))


def covered_bet(session: DealerSession, has: Silver) -> Silver:
    """Return the largest bet on the hand of *session* that a bank with *has* can pay, whatever the player wins."""
    return Silver(ceil((has.count + 1) / _best(session)) - 1)  # what a win comes to is rounded down


def _best(session: DealerSession) -> Fraction:
    """Return the most that the player may win with the hand that is played, in bets."""
    assert session.hand is not None
    return max(session.hand.terms.pay.perfect_pays, Fraction(1))


def _bet(step: Step) -> Posting:
    session = step.session
    first, second, first_may_lose, second_may_lose = stakes(step)
    return Posting(
        _id(session, "bet"),
        (Hold(first, second, first_may_lose), Hold(second, first, second_may_lose)),
        _reference(session),
    )


def _end(session: Session, change: Silver) -> Posting:
    """Return the posting of a result: *change* is what the player, or side 0, has won."""
    bet = _id(session, "bet")
    lost, won = f"{bet}#1", f"{bet}#2"
    entries = (
        (Post(won, change), Void(lost, VoidCause.DECIDED))
        if change > NOTHING
        else (Post(lost, -change), Void(won, VoidCause.DECIDED))
    )
    return Posting(_id(session, "end"), entries, _reference(session))


def _change(step: Step) -> Silver:
    for event in step.events:
        change = (
            event.change
            if isinstance(event, SilverPaid)
            else event.change[0]
            if isinstance(event, HandSettled)
            else None
        )
        if isinstance(change, Silver):
            return change
    raise AssertionError("a hand for silver is over and was not paid")


def _id(session: Session, what: str) -> str:
    return f"{OWN_IDS}{session.setup.table_id}/{session.number}/{what}"


def _reference(session: Session) -> HandReference:
    return HandReference(session.setup.table_id, session.number)
