"""What is asked of the campaign, from its requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from service.campaign.houses.choices import PlayerChoice, PlayerDeck
from service.campaign.play.use_cases import Sitting
from service.campaign.settlement.acknowledging import Acknowledgement
from service.money import MOST_SILVER, Silver
from service.rpc.contract.campaign_enums import DECKS
from service.rpc.contract.enums import refused
from service.rpc.contract.ledger_requests import read_told_state
from service.rpc.contract.odds_fields import read_variant
from service.rpc.contract.table_orders import cut_of, hands_faults, hands_of
from service.tables.practice import MOST_BETS
from service.tables.sessions.orders import VersusOrder
from service.tiebreak.limits import PLAYER, Limit

if TYPE_CHECKING:
    from deckmapping.errors import Violation
    from sabacc.v1 import campaign_pb2 as pb
    from service.rpc.contract.table_players import PlayerReader

STAKE: Final = Limit(1, MOST_SILVER.count // MOST_BETS, "silver")
"""A double win costs twice the stake, and nobody has more than a purse holds."""
_PLAYERS: Final = 2


def read_sitting(request: pb.OpenCampaignTableRequest) -> Sitting:
    """Read who wants to sit down where.

    Raises:
        InvalidInputError: there can be no such player, the deck is none, or it has no such upgrades.
    """
    faults = [*PLAYER.check("player", request.player)]
    deck = DECKS.get(request.deck)
    if deck is None:
        faults.append(refused("deck", request.deck, "CAMPAIGN_DECK_STANDARD or CAMPAIGN_DECK_SAMPLE"))
    if faults:
        raise InvalidInputError.all(faults)
    choice = PlayerChoice(deck or PlayerDeck.STANDARD, not request.plain_cards, tuple(request.upgrades))
    return Sitting(request.player, request.dealer, choice, request.background or None)


def read_duel(request: pb.OpenDuelRequest, players: PlayerReader) -> VersusOrder:
    """Read the table between two players that is asked for.

    Raises:
        InvalidInputError: a field is out of its limits, or a player's deck or character is of no use.
    """
    faults: list[Violation] = [*STAKE.check("stake", request.stake), *hands_faults(request)]
    variant = read_variant(request.variant, "variant", faults)
    if faults:
        raise InvalidInputError.all(faults)
    if len(request.players) != _PLAYERS:
        raise InvalidInputError.of("players", f"{len(request.players)} players", "two players")
    first, second = (players.seat(each, f"players[{at}]") for at, each in enumerate(request.players))
    return VersusOrder(
        players=(first, second),
        stake=Silver(request.stake),
        variant=variant,
        theme=request.theme or None,
        background=request.background or None,
        cut=cut_of(request),
        hands=hands_of(request),
    )


def read_grant_acknowledgement(request: pb.AcknowledgeGrantRequest) -> Acknowledgement:
    """Read what GEMP tells of a grant.

    Raises:
        InvalidInputError: it tells no state that GEMP may tell.
    """
    return Acknowledgement(request.grant_id, read_told_state(request.state), request.reason)
