"""What follows from a move at a dealer's table: hands dealt and settled, dealers seated, the house's attention."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from deckmapping.themes.themes import theme as theme_named
from service.rules.errors import IllegalActError
from service.tables import moves, purses
from service.tables.chain import hand_seed
from service.tables.dealer import acts
from service.tables.dealer.attention import after_hand
from service.tables.dealer.character import drawn_character
from service.tables.dealer.hand import DealerHand
from service.tables.dealer.visits import arrival
from service.tables.practice import Chips, wager_key
from service.tables.purses import amount_of, change_of
from service.tables.sessions.dealer_session import DealerSession, least_hold, verify_seat, whole_shoe
from service.tables.sessions.session import (
    DealerSeated,
    KeyRevealed,
    PilesShuffled,
    Step,
    TableClosed,
    TableOpened,
    final_hand,
)
from service.tables.shoe import ShoeDeal
from service.tables.silver import Score

if TYPE_CHECKING:
    from deckmapping.themes.themes import Theme
    from service.tables.dealer.visits import AttentionEvent
    from service.tables.moves import Move
    from service.tables.purses import Holdings
    from service.tables.sessions.keys import Keys
    from service.tables.sessions.session import SessionEvent
    from service.tables.sessions.setup import DealerSetup
    from service.tables.shoe import Burned


def open_dealer_session(setup: DealerSetup) -> Step:
    """Return the table at which nothing has been dealt.

    Raises:
        PileTooSmallError: a pile holds fewer than two cards beside those that are put away (R1).
        InvalidInputError: a game begins with too few chips for a hand against any of the dealers.
    """
    money, least = setup.money, least_hold(setup)
    if isinstance(money, Chips) and money < least:
        expected = f"{least.count} chips or more, as every hand here may cost {least.count} bets"
        raise InvalidInputError.of("start", money.count, expected)
    host, has = setup.dealers[0], purses.holdings(money)
    opened = DealerSession(
        setup, host.key, whole_shoe(setup, host), has, bet=amount_of(money, 0), attention=setup.carried
    )
    return Step(opened, (TableOpened(), DealerSeated(host.key), *_still_here(opened)), (_sits(opened),))


def move_at_dealers(session: DealerSession, seat: int, move: Move, keys: Keys) -> Step:
    """Carry out *move*; see `service.tables.sessions.playing.move`."""
    named = moves.name_of(move)
    if isinstance(move, moves.EndTable):
        return _ended(session, seat, move)
    if named not in (legal := session.legal(seat)):
        raise IllegalActError.of("move", named, " or ".join(legal) or "nothing: the table is closed")
    match move:
        case moves.Bet():
            step = _bet(session, move, keys)
        case moves.SeatDealer(dealer=key):
            step = _seated(session, key)
        case moves.Close():
            step = _closed(session, keys)
        case _:
            step = _played(session, move, keys)
    assert isinstance(step.session, DealerSession)
    return Step(replace(step.session, turns=session.turns + 1), step.events, (f"{seat} {move}", *step.lines))


def _bet(session: DealerSession, move: moves.Bet, keys: Keys) -> Step:
    number, dealer = session.number + 1, session.dealer
    amount = amount_of(session.setup.money, move.amount)
    wager = purses.wager(wager_key(session.setup.table_id, number), amount, session.worst_bets)
    purse, held = purses.hold(session.ready_purse, wager)
    shoe, why = session.shoe.ready()
    seed = hand_seed(keys.key(number), session.lock, [move.nonce])
    rules = session.setup.player.rules, session.setup.dealer_rules
    dealt, character = shoe.deal(seed, number), drawn_character(dealer.terms.rule, seed, number)
    hand, events = acts.deal(DealerHand.from_deal(dealer.terms, shoe, rules, dealt, character))
    after = replace(session, shoe=shoe, purse=purse, number=number, bet=wager.bet)
    after = replace(after, hand=hand, dealt_by=dealer.key, burned=dealt.burned)
    shuffled = () if why is None else (PilesShuffled(why),)
    lines = () if why is None else (f"shuffle {why}",)
    return _settled(after, (*held, *shuffled, *events), lines, keys)


def _played(session: DealerSession, move: Move, keys: Keys) -> Step:
    hand = session.hand
    assert hand is not None
    match move:
        case moves.Draw():
            played, events = acts.draw(hand)
        case moves.Stand():
            played, events = acts.stand(hand)
        case moves.Choose():
            played, events = acts.choose(hand, move.position, move.choice)
        case moves.ChooseBest():
            played, events = acts.choose_best(hand)
        case _:
            played, events = acts.finish(hand)
    return _settled(replace(session, hand=played), events, (), keys)


def _seated(session: DealerSession, key: str) -> Step:
    dealer = session.setup.dealer(key)
    if key == session.host:
        others = ", ".join(each.key for each in session.setup.dealers if each.key != key)
        raise InvalidInputError.of("dealer", key, f"another one than who sits here: {others}")
    after = replace(
        session, host=key, shoe=whole_shoe(session.setup, dealer), hand=None, dealt_by=None, burned=((), ())
    )
    return Step(after, (DealerSeated(key),), (_sits(after),))


def _closed(session: DealerSession, keys: Keys) -> Step:
    step = _played(session, moves.Finish(), keys) if session.is_hand_running else Step(session, (), ())
    assert isinstance(step.session, DealerSession)
    closed = replace(step.session, is_closed=True)
    return Step(closed, (*step.events, TableClosed()), (*step.lines, "closed"))


def _ended(session: DealerSession, seat: int, move: moves.EndTable) -> Step:
    """Close the table for the house."""
    verify_seat(seat)
    if not session.setup.is_for_silver or session.is_hand_running or session.is_closed:
        raise IllegalActError.of("move", moves.name_of(move), "a table for silver at which no hand is played")
    ended = replace(session, is_closed=True, turns=session.turns + 1)
    return Step(ended, (TableClosed(move.why),), (f"{seat} {move}", "closed"))


def _settled(session: DealerSession, events: tuple[SessionEvent, ...], lines: tuple[str, ...], keys: Keys) -> Step:
    """Settle the hand if it is over; *events* and *lines* came before."""
    hand, wager = session.hand, session.wager
    assert hand is not None
    assert wager is not None
    result = hand.result
    if result is None:
        return Step(session, events, lines)
    purse, paid = purses.settle(session.purse, wager.key, result.bets, least_hold(session.setup))
    key = keys.key(session.number)
    after = replace(session, purse=purse, key=key, shoe=session.shoe.after(_dealt(hand, session.burned), hand.used))
    won = change_of(wager.bet, result.bets).count
    after, drawn_in = _watched(after, wager.bet.count, won)
    proof = (
        " | ".join([f"hand {session.number}", *map(final_hand, hand.seats)]),
        f"result {session.number} bets={result.bets} {_result(won, purse)}",
        f"key {session.number} {key.hex()}",
        *((_sits(after),) if drawn_in else ()),
    )
    return Step(after, (*events, *paid, KeyRevealed(session.number, key), *drawn_in), (*lines, *proof))


def _watched(session: DealerSession, bet: int, won: int) -> tuple[DealerSession, tuple[AttentionEvent, ...]]:
    """Let the house look at what the player won; where Lando is the host there is nobody to send."""
    visitor = session.setup.visitor
    if visitor is None or visitor.key == session.host:
        return session, ()
    rules = session.setup.attention
    attention, events = after_hand(
        session.attention, bet, won, _theme(session.setup), rules, visitor_rule=visitor.terms.rule
    )
    return replace(session, attention=attention), events


def _still_here(opened: DealerSession) -> tuple[AttentionEvent, ...]:
    """Return that Lando deals from the first hand on, where his visit began at another table."""
    visits = opened.attention.visit
    return (arrival(_theme(opened.setup), visits, opened.dealer.terms.rule),) if opened.is_visited else ()


def _theme(setup: DealerSetup) -> Theme | None:
    return None if setup.theme is None else theme_named(setup.theme)


def _sits(session: DealerSession) -> str:
    """Return the record's line of who deals from now on, with the lock of his hands."""
    dealer = session.dealer
    return f"sits {dealer.key} deck={dealer.deck} lock={session.lock.hex()}"


def _result(won: int, has: Holdings) -> str:
    """Return what a record says of a hand's result, behind what it was in bets."""
    if isinstance(has, Score):
        return f"silver={won} won={has.won.count}"
    return f"chips={won} balance={has.balance.count} game={has.game}"


def _dealt(hand: DealerHand, burned: Burned) -> ShoeDeal:
    """Return the cards that *hand* could use, as the shoe dealt them."""
    player, dealer = ((*seat.hand.cards, *seat.pile) for seat in hand.seats)
    return ShoeDeal(burned, (player, dealer), hand.beneath)
