"""The campaign's use cases: sit down for silver, alone or with another player; careers, and the lessons before them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, shown
from service.campaign.houses.decks import house_deck, player_deck
from service.campaign.ladder import learning
from service.campaign.ladder.career import start
from service.campaign.ladder.rewarding import upgrades_of
from service.campaign.play.attention import CAMPAIGN_ATTENTION, visiting_rule
from service.campaign.play.duels import verify_players
from service.campaign.play.store import CareerChange, StoredCareer
from service.campaign.play.tables import again
from service.tables.dealer.attention import Attention
from service.tables.sessions.orders import DealerOrder, SeatOrder, SilverTerms

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
    from datetime import datetime

    from service.caller import Caller
    from service.campaign.houses.choices import PlayerChoice
    from service.campaign.ladder.career import Advance, Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ledger.deciding import Balance
    from service.campaign.play.store import PlayStore
    from service.tables.sessions.orders import VersusOrder
    from service.tables.sessions.use_cases import Answer, Tables

HANDS_A_SHOE: Final = 3
"""After so many the piles are shuffled: who counts cards has little to count."""
HANDS_A_TABLE: Final = 999
"""Whole shoes; then another table is opened."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player who wants to sit down at a dealer's table for silver."""

    player: str
    dealer: str
    """His key, which says the level and the side of the Force too."""
    choice: PlayerChoice
    """With which deck, and whether wild and clone cards count."""
    background: str | None = None
    """None for the theme's usual one."""


class Campaign:
    """The use cases. What is played is stored by `service.campaign.play.tables.CampaignTables`."""

    def __init__(self, store: PlayStore, tables: Tables, ladder: Ladder, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self.ladder = ladder
        self._clock = clock

    def open_table(self, sitting: Sitting, request_id: str, content: str, caller: Caller) -> Answer:
        """Open a dealer's table for silver; asked again with the same request id, return the table that is open.

        Args:
            sitting: who sits down, and where.
            request_id: the caller's own name for this call.
            content: canonical JSON of what he asked for; for telling what differs.
            caller: whose table it is.

        Raises:
            CareerForbidsError: the player may not sit down there now; the error says why.
            InvalidInputError: there is no such player, dealer or deck.
            RequestReusedError: the request id was used for another table.
        """
        return again(lambda: self._tables.open(self._order(sitting, caller), request_id, content, caller))

    def open_duel(
        self, order: VersusOrder, request_id: str, content: str, caller: Caller, *, own_decks_agreed: bool
    ) -> Answer:
        """Open a table between two players for silver, as `open_table` does.

        Args:
            order: who plays with what, and for how much.
            request_id: the caller's own name for this call.
            content: canonical JSON of what he asked for; for telling what differs.
            caller: whose table it is.
            own_decks_agreed: whether both players have agreed to play with decks of their own.

        Raises:
            InvalidInputError: one player would play himself, a deck is not agreed to, the stake is above the limit, or
                something of the order cannot be.
            RequestReusedError: the request id was used for another table.
        """
        verify_players(order.players, own_decks_agreed=own_decks_agreed)
        return self._tables.open(order, request_id, content, caller)

    def career(self, player: str, caller: Caller) -> StoredCareer:
        """Return a player's career; one who has done nothing yet has an empty one.

        Raises:
            InvalidInputError: there can be no such player.
        """
        unplayed = start(player, self.ladder)  # whoever cannot be a player is not looked for
        return self._store.career(player, caller) or StoredCareer(0, unplayed)

    def answer_lesson(self, player: str, lesson: str, answer: str, caller: Caller) -> Advance:
        """Answer the question of a lesson; what was answered right before changes nothing.

        Raises:
            InvalidInputError: there is no such player, lesson or answer.
        """
        start(player, self.ladder)  # whoever cannot be a player has no career

        def change(career: Career, gone: AbstractSet[str], has: Balance) -> Advance:
            del has
            return learning.answer_lesson(career, lesson, answer, self.ladder, gone)

        return again(lambda: self._store.change_career(CareerChange(player, "lesson", change), self._clock(), caller))

    def _order(self, sitting: Sitting, caller: Caller) -> DealerOrder:
        host, career = self.ladder.host(sitting.dealer), self.career(sitting.player, caller).career
        self._verify_upgrades(sitting.choice, career)
        theme, choice = host.level.theme(host.side), sitting.choice
        return DealerOrder(
            player=SeatOrder(sitting.player, player_deck(theme, choice)),
            theme=theme.name,
            background=sitting.background,
            dealer=host.key,
            has_option=choice.has_option,
            has_attention=not host.is_boss,
            cut=HANDS_A_SHOE,
            hands=host.level.match.hands if host.is_boss else HANDS_A_TABLE,
            silver=SilverTerms(
                limits=host.limits,
                house_deck=house_deck(theme, host.dealer, choice),
                attention=CAMPAIGN_ATTENTION,
                carried=Attention() if host.is_boss else career.on(host.side).attention[host.place],
                visitor_rule=visiting_rule(host.dealer.rule),
            ),
        )

    def _verify_upgrades(self, choice: PlayerChoice, career: Career) -> None:
        """Check that the player has been given the upgrades that he wants to play with."""
        given = upgrades_of(career, self.ladder)
        if missing := sorted(set(choice.upgrades).difference(given)):
            expected = f"one of {', '.join(given)}" if given else "none: he has got no upgrade"
            raise InvalidInputError.of("upgrades", shown(missing[0]), expected)
