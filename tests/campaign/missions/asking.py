"""Missions, short to write."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from deckmapping.catalogue import starter_catalogue
from deckmapping.themes.bundled import STANDARD_DECK
from service.campaign.missions.mission import Mission
from service.campaign.missions.playing import play_mission
from service.odds.setting import StandOn
from service.tables.practice import Chips
from service.tables.sessions.orders import SeatOrder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.campaign.missions.outcome import MissionOutcome, PlayedHand
    from service.rules.cards import Card
    from service.rules.hand import Hand

VERSION = "v1"


def seed_of(text: str) -> bytes:
    """A seed of its own for each text."""
    return sha256(text.encode()).digest()


def mission(**fields: Any) -> Mission:
    """A mission of ten hands at the standard table, unless told otherwise; at a theme's, with its sample deck.

    `purse`, `stake` and `goal` are numbers, `deck` and `character` the player's.
    """
    theme = fields.get("theme")
    deck, card = fields.pop("deck", theme or STANDARD_DECK), fields.pop("character", None)
    character = None if card is None else starter_catalogue().records[card]
    goal = fields.pop("goal", None)
    asked: dict[str, Any] = {"name": "m-1", "play": StandOn(8), "hands": 10, "purse": 100, "stake": 10, **fields}
    asked |= {name: Chips(asked[name]) for name in ("purse", "stake")}
    player = SeatOrder("ann", deck, character)
    return Mission(player=player, goal=None if goal is None else Chips(goal), **asked)


def played(seed: str = "seed", **fields: Any) -> MissionOutcome:
    """What becomes of a mission."""
    return play_mission(mission(**fields), seed_of(seed), VERSION)


def several(number: int, **fields: Any) -> Iterator[MissionOutcome]:
    """What becomes of the same mission from so many seeds."""
    return (played(f"seed {at}", **fields) for at in range(number))


def decisions(hand: PlayedHand) -> Iterator[tuple[Hand, Card, bool]]:
    """Yield the player's hand and the up card whenever he was asked, and whether he drew."""
    for before, after in zip(hand.steps, hand.steps[1:], strict=False):
        move = after.lines[0]
        if move in ("0 draw", "0 stand"):
            state = before.session.hand  # type: ignore[attr-defined]  # a dealer's table
            yield state.seats[0].hand, state.seats[1].hand.cards[0], move == "0 draw"
