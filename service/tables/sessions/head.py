"""The head of a table's record: what the table was opened with, a fact a line.

    tsb1-table 1 dealer|versus
    table ID
    catalogue VERSION
    place THEME BACKGROUND                              ``- -`` for the standard table
    variant VARIANT                                     or ``fair-deck``
    shoe cut=N burn=N                                   ``cut=-`` for piles that are shuffled only when they run short
    chips N                                             or ``silver least=N most=N``
    hands N
    player NAME character=ID barred=ID rules: RULES     ``-`` for none; of a versus table one of each side
    pile CARD ..                                        of each player

A dealer's table goes on with

    dealer-rules RULES
    deck NAME CARD ..                                   of each dealer's deck
    dealer KEY deck=NAME TERMS                          of each who may sit here, the first one first
    visitor KEY deck=- TERMS                            or ``visitor -``
    attention threshold=N cooling=N most=N visit=N rest=N
    carried meter=N hands=N wagered=N visit=N won=N     of a table for silver

a versus table with ``stake N``; both end with ``published HEX``. Rules and cards are written as
`service.rules.notation` reads them, terms as `service.tables.dealer.notation` does.
`service.tables.sessions.head_reader` reads a head back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.rules.cases import FAIR_DECK
from service.tables.practice import Chips
from service.tables.sessions.setup import DealerSetup, VersusSetup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from service.rules.cards import Card
    from service.tables.sessions.setup import SeatSetup, TableDealer, TableSetup
    from service.tables.silver import BetLimits

FORMAT: Final = "tsb1-table 1"
DEALER: Final = "dealer"
VERSUS: Final = "versus"
LAST: Final = "published"
"""With this word the head's last line begins."""

NONE: Final = "-"
"""Stands where a table has none of something."""


def head_lines(setup: TableSetup) -> tuple[str, ...]:
    """Return the head of the record of a table opened with *setup*."""
    assert isinstance(setup, DealerSetup | VersusSetup)
    return (*_common(setup), *(_dealer(setup) if isinstance(setup, DealerSetup) else _versus(setup)))


def _common(setup: DealerSetup | VersusSetup) -> Iterator[str]:
    is_dealer = isinstance(setup, DealerSetup)
    yield f"{FORMAT} {DEALER if is_dealer else VERSUS}"
    yield f"table {setup.table_id}"
    yield f"catalogue {setup.catalogue_version}"
    yield f"place {setup.theme or NONE} {setup.background or NONE}"
    yield f"variant {setup.variant or FAIR_DECK}"
    yield f"shoe cut={setup.cut or NONE} burn={setup.burn if isinstance(setup, DealerSetup) else 0}"
    money = setup.money
    yield f"chips {money.count}" if isinstance(money, Chips) else f"silver {_limits(money)}"
    yield f"hands {setup.hands}"


def _dealer(setup: DealerSetup) -> Iterator[str]:
    yield from _seat(setup.player, setup.pile)
    yield f"dealer-rules {setup.dealer_rules}".rstrip()
    for name, cards in setup.decks.items():
        yield f"deck {name} {_cards(cards)}"
    for dealer in setup.dealers:
        yield f"dealer {_table_dealer(dealer)}"
    yield f"visitor {NONE if setup.visitor is None else _table_dealer(setup.visitor)}"
    rules = setup.attention
    yield (
        f"attention threshold={rules.threshold} cooling={rules.cooling} most={rules.most_a_hand}"
        f" visit={rules.visit_hands} rest={rules.rest}"
    )
    if setup.is_for_silver:
        seen = setup.carried
        yield (
            f"carried meter={seen.meter} hands={seen.hands} wagered={seen.wagered}"
            f" visit={seen.visit} won={seen.visit_won}"
        )
    yield f"{LAST} {setup.published.hex()}"


def _versus(setup: VersusSetup) -> Iterator[str]:
    for player, pile in zip(setup.players, setup.piles, strict=True):
        yield from _seat(player, pile)
    yield f"stake {setup.stake.count}"
    yield f"{LAST} {setup.published.hex()}"


def _limits(limits: BetLimits) -> str:
    return f"least={limits.least.count} most={limits.most.count}"


def _seat(seat: SeatSetup, pile: Iterable[Card]) -> Iterator[str]:
    yield (
        f"player {seat.name} character={seat.character or NONE} barred={seat.barred_by or NONE} rules: {seat.rules}"
    ).rstrip()
    yield f"pile {_cards(pile)}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _table_dealer(dealer: TableDealer) -> str:
    return f"{dealer.key} deck={dealer.deck or NONE} {dealer.terms}"
