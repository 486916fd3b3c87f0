"""Sitting down at a dealer's table for silver: the options that go with it, and the message that opens it."""

from __future__ import annotations

import secrets
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import grpc

from deckmapping.errors import DomainError, InvalidInputError
from sabacc.v1 import campaign_pb2 as pb
from service.cli.failures import unusable
from service.cli.play.calls import sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sabacc.v1 import tables_pb2
    from service.cli.play.opening import PlayOptions
    from service.rpc.contract.servicers import Servicers

FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "player": "--as",
        "dealer": "--dealer",
        "deck": "--deck",
        "upgrades": "--upgrade",
        "background": "--background",
    }
)
"""The options by which people know the request's fields."""

_TAKEN: Final = frozenset({"--silver", "--as", "--upgrade", "--dealer", "--deck", "--background", "--plain-cards"})
_STANDARD: Final = "standard"
_SAMPLE: Final = "sample"
DECKS: Final[Mapping[str, pb.CampaignDeck]] = MappingProxyType(
    {_STANDARD: pb.CAMPAIGN_DECK_STANDARD, _SAMPLE: pb.CAMPAIGN_DECK_SAMPLE}
)


def silver_request(options: PlayOptions) -> pb.OpenCampaignTableRequest:
    """Return the message that opens the table.

    Raises:
        UnusableError: options that do not go together.
    """
    with unusable():
        for option in options.given():
            if option not in _TAKEN:
                raise InvalidInputError.of(option, "together with --silver", "one of the two")
        for option, value, expected in (
            ("--as", options.player, "the player's name"),
            ("--dealer", options.dealer, "a dealer's key: `sabacc campaign ladder` tells them"),
        ):
            if not value:
                raise InvalidInputError.of(option, "nothing", f"together with --silver {expected}")
        return pb.OpenCampaignTableRequest(
            request_id=f"play-{secrets.token_hex(12)}",
            player=options.player,
            dealer=options.dealer,
            deck=_deck(options),
            upgrades=options.upgrade,
            plain_cards=options.plain_cards,
            background=options.background,
        )


def sat_down_for_silver(
    calls: Servicers, request: pb.OpenCampaignTableRequest, bet: int | None
) -> tuple[tables_pb2.TableView, tuple[str, ...]]:
    """Open a table for silver; return it as its player sees it, and what he is told.

    Raises:
        UnusableError: the dealer does not take the first *bet*.
        DomainError: the player may not sit down there; in a note stands who, and where it is told what he may do.
        grpc.RpcError: likewise, of a service elsewhere.
    """
    if bet is not None:
        _verify_bet(calls, request.dealer, bet)
    try:
        opened = calls.campaign.OpenCampaignTable(request)
    except (DomainError, grpc.RpcError) as error:
        error.add_note(f"{request.player} does not sit down ('sabacc campaign career {request.player}' tells more)")
        raise
    return opened.table, sentences(opened)


def _deck(options: PlayOptions) -> pb.CampaignDeck:
    """Return the deck that is wanted: the standard one, or the sample deck where upgrades are.

    Raises:
        InvalidInputError: it is neither of the two, or has no upgrades.
    """
    usual = _SAMPLE if options.upgrade else _STANDARD
    name = usual if options.deck is None else options.deck[-1]
    if options.deck is not None and len(options.deck) > 1:
        raise InvalidInputError.of("--deck", f"{len(options.deck)} times", "together with --silver once")
    if name not in DECKS:
        raise InvalidInputError.of("--deck", name, f"together with --silver {' or '.join(DECKS)}")
    return DECKS[name]


def _verify_bet(calls: Servicers, dealer: str, bet: int) -> None:
    """Check a first bet before the table is there; a dealer who deals nowhere is told of when it is opened.

    Raises:
        UnusableError: the dealer does not take it.
    """
    for level in calls.campaign.GetLadder(pb.GetLadderRequest()).levels:
        for each in level.dealers:
            if each.key == dealer:
                stake = level.match_stake.silver
                least, most = (stake, stake) if each.boss else (level.least_bet.silver, level.most_bet.silver)
                if not least <= bet <= most:
                    with unusable():
                        raise InvalidInputError.of("--bet", bet, f"{least} to {most} silver")
