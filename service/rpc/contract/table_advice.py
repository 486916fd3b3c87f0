"""The coach's advice, whose reckoning another process does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.odds.hands.limits import verify_setting
from service.odds.table.chart import Move
from service.rpc.contract.odds_fields import verify_size
from service.rpc.contract.odds_messages import decimal
from service.rules.errors import IllegalActError
from service.tables.dealer.coach import advise, table_before
from service.tables.dealer.hand import DEALER, PLAYER
from service.tables.sessions.dealer_session import DealerSession

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.odds.setting import Setting
    from service.rpc.work.executor import Job, Watch
    from service.rules.cards import Card
    from service.tables.dealer.coach import Advice
    from service.tables.purses import Bet
    from service.tables.sessions.session import Session

_MOVES = {Move.DRAW: pb.MOVE_KIND_DRAW, Move.STAND: pb.MOVE_KIND_STAND}


def advising(session: Session) -> Job[Advice]:
    """Return the work behind the advice for the player of *session*. It looks at nothing that he may not see.

    Raises:
        IllegalActError: nobody is asked there whether he draws.
        InvalidInputError: the piles are too large to be reckoned with.
    """
    if not isinstance(session, DealerSession) or "draw" not in session.legal(PLAYER):
        raise IllegalActError.of(
            "act", "ask the coach", "a dealer's table at which the player is asked whether he draws"
        )
    hand, wager = session.hand, session.wager
    assert hand is not None
    assert wager is not None
    table = table_before(hand, session.shoe, session.burned)
    for name, side in (("player", table.player), ("dealer", table.dealer)):
        verify_size(side, name)
    verify_setting(table)
    return partial(_advice, wager, table, hand.seats[PLAYER].hand.cards, hand.seats[DEALER].hand.cards[0])


def _advice(wager: Bet, table: Setting, cards: Sequence[Card], up_card: Card, _: Watch) -> Advice:
    return advise(wager, table, cards, up_card)


def advice_message(advice: Advice) -> pb.AdviseMoveResponse:
    """Return *advice* as the message that answers the call."""
    return pb.AdviseMoveResponse(
        best=_MOVES[advice.move],
        stand=str(advice.stand),
        draw="" if advice.draw is None else str(advice.draw),
        cost=str(advice.cost),
        cost_decimal=decimal(advice.cost),
        words=_words(advice),
    )


def _words(advice: Advice) -> str:
    if advice.draw is None:
        return "Stand: there is no card to draw."
    if advice.draw == advice.stand:
        return "Stand or draw: both bring the same."
    best, other = ("Draw", "standing") if advice.move is Move.DRAW else ("Stand", "drawing")
    return f"{best}: {other} would cost {float(advice.cost):.4f} bets on average."
