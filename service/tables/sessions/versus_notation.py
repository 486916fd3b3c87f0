"""One line for what changes at a table of two players, and ``read_versus_session(write(session), setup) == session``.

    session   turns=N,N ready=NONCE,NONCE [closed] MONEY key=KEY || TABLE || OVER
    MONEY     balances=N,N games=N,N of practice chips; won=N,N of silver
    NONCE     64 hexadecimal digits; ``-`` for a side that is not ready
    KEY       likewise, of the last hand that is over; ``-`` before the first
    TABLE     the table, as `service.tables.versus.notation` reads it
    OVER      ``-``, or the table as it was when the last hand ended

The line holds hidden cards.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError
from service.money import Silver
from service.rules.errors import InvalidNotationError
from service.rules.state import SIDES
from service.tables.own_cards import NOTHING
from service.tables.practice import Chips, Purse, Wager
from service.tables.sessions.versus_session import VersusSession, opened_table
from service.tables.silver import Score, SilverWager
from service.tables.versus.notation import read_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.tables.purses import Bet, Holdings
    from service.tables.sessions.setup import VersusSetup
    from service.tables.versus.hands import Purses

_BYTES: Final = "([0-9a-f]{64}|-)"
_MONEY: Final = r"(?:balances=(\d+),(\d+) games=(\d+),(\d+)|won=(-?\d+),(-?\d+))"
_HEAD: Final = re.compile(rf"turns=(\d+),(\d+) ready={_BYTES},{_BYTES}( closed)? {_MONEY} key={_BYTES}")
_BETWEEN: Final = " || "


def write_versus_session(session: VersusSession) -> str:
    """Return the line of *session*."""
    words = [
        "turns={},{}".format(*session.turns),
        "ready={},{}".format(*map(_hex, session.nonces)),
        *(["closed"] if session.is_closed else []),
        _money(session.purses),
        f"key={_hex(session.key)}",
    ]
    over = NOTHING if session.over is None else str(session.over)
    return _BETWEEN.join([" ".join(words), str(session.table), over])


def read_versus_session(text: str, setup: VersusSetup) -> VersusSession:
    """Read a table between two players.

    Args:
        text: the line.
        setup: what the table was opened with.

    Raises:
        InvalidNotationError: *text* is no line of this table; the error tells no card.
    """
    try:
        return _read(text, setup)
    except (DomainError, KeyError, ValueError):
        expected = "a table between two players, on one line, with their cards"
        raise InvalidNotationError.of("table", f"{len(text)} characters", expected) from None


def _read(text: str, setup: VersusSetup) -> VersusSession:
    head, now, over = text.split(_BETWEEN)
    match = _HEAD.fullmatch(head)
    if match is None:
        raise ValueError(head)
    one, other, nonce, other_nonce, closed, *money, key = match.groups()
    opened = opened_table(setup)
    table = read_table(now, opened)
    bet = None if table.hand is None else table.terms.wager(table.number)  # held as long as the hand is played
    first, second = (_read_money(setup, money[side::2], table.number, bet) for side in SIDES)
    return VersusSession(
        setup=setup,
        table=table,
        purses=(first, second),
        nonces=(_bytes(nonce), _bytes(other_nonce)),
        over=None if over == NOTHING else read_table(over, opened),
        key=_bytes(key),
        turns=(int(one), int(other)),
        is_closed=closed is not None,
    )


def _money(purses: Purses) -> str:
    first, second = purses
    if isinstance(first, Score) and isinstance(second, Score):
        return f"won={first.won.count},{second.won.count}"
    assert isinstance(first, Purse)
    assert isinstance(second, Purse)
    return f"balances={first.balance.count},{second.balance.count} games={first.game},{second.game}"


def _read_money(setup: VersusSetup, words: Sequence[str | None], number: int, bet: Bet | None) -> Holdings:
    """Return what one side has: of chips its balance and game, of silver what it has won."""
    balance, game, won = words
    money, stake = setup.money, setup.stake
    if (won is None) != isinstance(money, Chips):
        raise ValueError("money of the other kind")
    if isinstance(money, Chips):
        assert bet is None or isinstance(bet, Wager)
        return Purse(Chips(int(balance or 0)), money, int(game or 0), () if bet is None else (bet,))
    assert isinstance(stake, Silver)
    assert bet is None or isinstance(bet, SilverWager)
    return Score(money, Silver(int(won or 0)), stake if number else None, bet)


def _hex(given: bytes | None) -> str:
    return NOTHING if given is None else given.hex()


def _bytes(word: str) -> bytes | None:
    return None if word == NOTHING else bytes.fromhex(word)
