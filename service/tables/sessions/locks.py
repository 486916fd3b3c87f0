"""What the seeds of a table's hands are bound to; of a table it changes with the dealer alone (tsb1, Tables)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from service.tables.chain import pile_hash, table_lock
from service.tables.sessions.head import head_lines

if TYPE_CHECKING:
    from service.rules.cards import Card
    from service.tables.sessions.setup import DealerSetup, TableDealer, TableSetup, VersusSetup


def head_digest(setup: TableSetup) -> str:
    """Return SHA-256 of the record's head, each line with its end: all that the table is played by follows from it."""
    return sha256("".join(f"{line}\n" for line in head_lines(setup)).encode("ascii")).hexdigest()


def dealer_lock(setup: DealerSetup, dealer: TableDealer) -> bytes:
    """Return the lock of hands against *dealer* with his deck; its rules are his and the head's digest."""

    def reckoned() -> bytes:
        rules = f"dealer={dealer.key} deck={dealer.deck} {dealer.terms} head={head_digest(setup)}"
        return _lock(setup, rules, (setup.pile, setup.deck_of(dealer)))

    return setup.memory.recall(("lock", dealer.key, dealer.deck), reckoned)


def versus_lock(setup: VersusSetup) -> bytes:
    """Return the lock of hands between two players; its rules are the head's digest."""
    return setup.memory.recall("lock", lambda: _lock(setup, f"versus head={head_digest(setup)}", setup.piles))


def _lock(setup: TableSetup, rules: str, piles: tuple[tuple[Card, ...], tuple[Card, ...]]) -> bytes:
    hashes = [pile_hash(setup.table_id, seat, [card.card_id for card in pile]) for seat, pile in enumerate(piles)]
    return table_lock(setup.table_id, rules, setup.published, hashes)
