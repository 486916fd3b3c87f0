"""A dealer's table as its player sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.themes.dealers import dealer as dealer_named
from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.enums import PHASES
from service.rpc.contract.open_card_messages import card_messages, decimal, fill_change, fill_money
from service.rpc.contract.theme_messages import dealer_message
from service.rules.hand import FIRST_CARDS, Hand
from service.rules.reasons import reason
from service.tables.dealer.events import Ended
from service.tables.dealer.hand import PLAYER
from service.tables.dealer.view import CoveredDealer, dealer_hand_view
from service.tables.dealer.words import event_words
from service.tables.open_cards import CardView
from service.tables.sessions.opening import BARRED
from service.tables.silver import Score

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.rules.cards import Card
    from service.tables.dealer.hand import Result
    from service.tables.dealer.view import OpenDealer, PlayerView
    from service.tables.purses import Amount
    from service.tables.sessions.dealer_session import DealerSession
    from service.tables.telling import Naming

_PER_CENT: Final = 100


def fill_dealer_table(message: pb.TableView, session: DealerSession, title: Naming) -> None:
    """Add to *message* what is of a dealer's table alone."""
    setup, dealer = session.setup, session.dealer
    view = None if session.hand is None else dealer_hand_view(session.hand)
    message.against_dealer = True
    fill_money(message, session.purse)
    message.bet = session.bet.count
    if "bet" in session.legal(PLAYER):
        has = session.ready_purse
        message.largest_bet = has.largest_bet(session.worst_bets).count
        message.least_bet = has.least_bet.count if isinstance(has, Score) else 1
    deck = (dealer.deck or "").removesuffix(BARRED)
    message.dealer.CopyFrom(dealer_message(dealer_named(dealer.key), dealer.terms, deck))
    message.visit_hands = session.attention.visit if session.is_visited else 0
    message.attention = session.attention.meter * _PER_CENT // setup.attention.threshold
    player, house = _seats(session)
    if view is not None:
        message.phase = PHASES[view.phase]
        if session.is_hand_running:
            message.asked = PLAYER
        _fill_player(player, view.player)
        player.cards.extend(card_messages(view.player.cards, title, view.choices))
        _fill_dealer(house, view.dealer, title)
        if view.result is not None:
            message.result.CopyFrom(_result(view.result, session.bet))
    message.seats.extend([player, house])


def _seats(session: DealerSession) -> tuple[pb.SeatView, pb.SeatView]:
    """Return both sides with what lies open of them between two hands."""
    names = session.setup.player.name, dealer_named(session.dealt_by or session.dealer.key).name
    player, house = (
        pb.SeatView(name=name, pile_count=pile.left_count, played=_ids(pile.played), burned=_ids(burned))
        for name, pile, burned in zip(names, session.shoe.piles, session.burned, strict=True)
    )
    player.character = session.setup.player.character or ""
    return player, house


def _fill_player(seat: pb.SeatView, view: PlayerView) -> None:
    seat.card_count = len(view.cards)
    seat.total, seat.best_total = decimal(view.total), decimal(view.best_total)
    seat.pile_count = view.pile_count
    seat.done = view.is_done


def _fill_dealer(seat: pb.SeatView, view: CoveredDealer | OpenDealer, title: Naming) -> None:
    seat.pile_count = view.pile_count
    if isinstance(view, CoveredDealer):
        assert view.up_card is not None  # a hand of a table is dealt at once
        seat.card_count = FIRST_CARDS  # his up card and his hole card
        seat.cards.extend(card_messages([_alone(view.up_card, view)], title))
        seat.checked = view.has_checked
        return
    seat.card_count = len(view.cards)
    seat.cards.extend(card_messages(view.cards, title))
    seat.total = decimal(view.total)
    seat.change = view.change
    seat.done = True


def _alone(card: Card, view: CoveredDealer) -> CardView:
    """Return the up card, which counts what it will together with cards that nobody has seen yet."""
    return CardView(card, None, card.fixed, reason(Hand.unvalued((card,), view.rules), 0, card.fixed))


def _result(result: Result, bet: Amount) -> pb.HandResult:
    message = pb.HandResult(
        words=event_words(Ended(result)),
        winner=result.outcome.winner,
        double=result.outcome.is_double,
        bets=str(result.bets),
    )
    fill_change(message, bet, result.bets)
    return message


def _ids(cards: Iterable[Card]) -> list[str]:
    return [card.card_id for card in cards]
