"""One line for what changes at a dealer's table, and ``read_dealer_session(write(session), setup) == session``.

    session   turns=N host=KEY number=N [closed] hands=N MONEY bet=N [dealt-by=KEY] [worst=N] key=HEX
              meter=N,N,N,N,N | IDS | IDS | IDS | IDS | HAND
    MONEY     balance=N game=N of practice chips; won=N first=N of silver, ``first=-`` before a shoe's first bet
    HEX       K of the last hand that is over; ``-`` before the first
    IDS       what has been played of the player's pile and of the dealer's since they were shuffled, then what was put
              away of each before this hand; ``-`` for nothing
    HAND      ``-``, or a hand as `service.tables.dealer.notation` reads it

The line holds hidden cards.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError
from service.rules.errors import InvalidNotationError
from service.tables import purses
from service.tables.dealer.attention import Attention
from service.tables.dealer.notation import read_dealer_hand
from service.tables.own_cards import NOTHING, own_cards, read_ids, with_own_cards, write_ids
from service.tables.practice import wager_key
from service.tables.sessions.dealer_session import DealerSession, whole_shoe
from service.tables.sessions.money_notation import HOLDINGS, read_holdings, write_holdings

if TYPE_CHECKING:
    from service.tables.dealer.hand import DealerHand
    from service.tables.own_cards import OwnCards
    from service.tables.sessions.setup import DealerSetup

_HEAD: Final = re.compile(
    r"turns=(\d+) host=(\S+) number=(\d+)( closed)? hands=(\d+) "
    rf"{HOLDINGS} bet=(\d+)(?: dealt-by=(\S+))?(?: worst=([12]))?"
    r" key=([0-9a-f]{64}|-) meter=(\d+),(\d+),(\d+),(\d+),(-?\d+)"
)


def write_dealer_session(session: DealerSession) -> str:
    """Return the line of *session*."""
    wager, seen = session.wager, session.attention
    words = [
        f"turns={session.turns} host={session.host} number={session.number}",
        *(["closed"] if session.is_closed else []),
        f"hands={session.shoe.hands} {write_holdings(session.purse)}",
        f"bet={session.bet.count}",
        *([] if session.dealt_by is None else [f"dealt-by={session.dealt_by}"]),
        *([] if wager is None else [f"worst={wager.worst_bets}"]),
        f"key={NOTHING if session.key is None else session.key.hex()}",
        f"meter={seen.meter},{seen.hands},{seen.wagered},{seen.visit},{seen.visit_won}",
    ]
    piles = (*(pile.played for pile in session.shoe.piles), *session.burned)
    hand = NOTHING if session.hand is None else str(session.hand)
    return " | ".join([" ".join(words), *map(write_ids, piles), hand])


def read_dealer_session(text: str, setup: DealerSetup) -> DealerSession:
    """Read a dealer's table.

    Args:
        text: the line.
        setup: what the table was opened with.

    Raises:
        InvalidNotationError: *text* is no line of this table; the error tells no card.
    """
    try:
        return _read(text, setup)
    except (DomainError, KeyError, ValueError):
        expected = "a dealer's table, on one line, with its own cards"
        raise InvalidNotationError.of("table", f"{len(text)} characters", expected) from None


def _read(text: str, setup: DealerSetup) -> DealerSession:
    head, *piles, hand = text.split(" | ", 5)
    match = _HEAD.fullmatch(head)
    if match is None:
        raise ValueError(head)
    turns, host, number, closed, hands, money, bet, dealt_by, worst, revealed, *meter = match.groups()
    shoe = whole_shoe(setup, setup.dealer(host))
    own = [own_cards(pile) for pile in shoe.piles]
    played, put_away = ([read_ids(*each) for each in zip(ids, own, strict=True)] for ids in (piles[:2], piles[2:]))
    first, second = (replace(pile, played=cards) for pile, cards in zip(shoe.piles, played, strict=True))
    hand_key = wager_key(setup.table_id, int(number))
    amount = purses.amount_of(setup.money, int(bet))
    wager = None if worst is None else purses.wager(hand_key, amount, int(worst))
    return DealerSession(
        setup=setup,
        host=host,
        shoe=replace(shoe, piles=(first, second), hands=int(hands)),
        purse=read_holdings(money, setup.money, wager),
        number=int(number),
        hand=None if hand == NOTHING else _with_own_cards(read_dealer_hand(hand), own),
        dealt_by=dealt_by,
        burned=(put_away[0], put_away[1]),
        bet=amount,
        key=None if revealed == NOTHING else bytes.fromhex(revealed),
        attention=Attention(*map(int, meter)),
        turns=int(turns),
        is_closed=closed is not None,
    )


def _with_own_cards(hand: DealerHand, own: list[OwnCards]) -> DealerHand:
    player, dealer = (with_own_cards(seat, cards) for seat, cards in zip(hand.seats, own, strict=True))
    return replace(hand, seats=(player, dealer))
