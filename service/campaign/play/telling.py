"""What happens to a career, as its table tells it: to the one seat that there is at a dealer's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.tables.dealer.hand import PLAYER
from service.tables.sessions.telling import Told
from service.tables.telling import EventCues

if TYPE_CHECKING:
    from service.campaign.ladder.events import LadderEvent


def told_of(event: LadderEvent) -> Told:
    """Return *event* as the feed has it."""
    return Told(PLAYER, event.words, EventCues(event.cue, "accent", (event.picture,) if event.picture else ()))
