"""The tables. All but heads, accounts, days and lists of work are append-only: triggers refuse UPDATE and DELETE."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from service.storage.schema.campaign import (
    CAREER_STEPS,
    DUEL_DAYS,
    REWARD_ACKNOWLEDGEMENTS,
    REWARD_GRANTS,
    WAITING_HANDS,
)
from service.storage.schema.ledger import (
    LEDGER_ACCOUNTS,
    LEDGER_ENTRIES,
    LEDGER_HEAD,
    LEDGER_POSTINGS,
    SETTLEMENT_ACKNOWLEDGEMENTS,
    SETTLEMENTS,
    SETTLEMENTS_DUE,
)
from service.storage.schema.metadata import METADATA
from service.storage.schema.tables import FEED_EVENTS, FEED_HEADS, GAME_TABLES, TABLE_KEYS, TABLE_STEPS
from service.storage.schema.ties import AUDIT_ENTRIES, AUDIT_HEAD, TIES, VOIDS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "AUDIT_ENTRIES",
    "AUDIT_HEAD",
    "CAREER_STEPS",
    "CHANGING",
    "DUEL_DAYS",
    "FEED_EVENTS",
    "FEED_HEADS",
    "GAME_TABLES",
    "LEDGER_ACCOUNTS",
    "LEDGER_ENTRIES",
    "LEDGER_HEAD",
    "LEDGER_POSTINGS",
    "METADATA",
    "REWARD_ACKNOWLEDGEMENTS",
    "REWARD_GRANTS",
    "SETTLEMENTS",
    "SETTLEMENTS_DUE",
    "SETTLEMENT_ACKNOWLEDGEMENTS",
    "TABLE_KEYS",
    "TABLE_STEPS",
    "TIES",
    "VOIDS",
    "WAITING_HANDS",
]

CHANGING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        AUDIT_HEAD.name: ("UPDATE",),
        FEED_HEADS.name: ("UPDATE",),
        LEDGER_ACCOUNTS.name: ("UPDATE",),
        LEDGER_HEAD.name: ("UPDATE",),
        SETTLEMENTS_DUE.name: ("UPDATE", "DELETE"),
        WAITING_HANDS.name: ("UPDATE", "DELETE"),
        REWARD_GRANTS.name: ("UPDATE",),
        DUEL_DAYS.name: ("UPDATE",),
    }
)
"""What the service needs to do with rows beside reading and adding them; to lock one takes the right to change it."""
