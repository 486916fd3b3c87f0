"""Themes and dealers as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.enums import SIDES, WIRE_VARIANTS
from service.rpc.contract.odds_messages import decimal
from service.tables.dealer.character import told_character
from service.tables.dealer.edges import background_edges, dealer_edges
from service.tables.dealer.hand import Terms

if TYPE_CHECKING:
    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.themes import Background, Theme


def summary_message(theme: Theme) -> pb.ThemeSummary:
    """Return what a list shows of *theme*."""
    return pb.ThemeSummary(
        name=theme.name,
        title=theme.title,
        variant=WIRE_VARIANTS[theme.variant],
        side=SIDES[theme.side],
        place=theme.place,
        dealers=len(theme.dealers),
    )


def theme_message(theme: Theme) -> pb.GetThemeResponse:
    """Return all of *theme*; what a hand at its tables shows and plays, the hand's own events tell."""
    return pb.GetThemeResponse(
        summary=summary_message(theme),
        backgrounds=[_background_message(theme, each) for each in theme.backgrounds],
        music=theme.cues.music,
        table_light=theme.lights.table,
        accent_light=theme.lights.accent,
        arrival_light=theme.lights.arrival,
        zones=[pb.ThemeZone(key=zone.key, place=zone.place, shows=zone.shows) for zone in theme.zones],
        sample_deck=theme.sample_deck,
        house_deck=theme.house_deck,
        boss_deck=theme.boss_deck,
        dealers=[_dealer_of(theme, each) for each in theme.dealers],
    )


def _background_message(theme: Theme, place: Background) -> pb.ThemeBackground:
    edges = background_edges(theme.name, place.key)
    return pb.ThemeBackground(
        key=place.key,
        title=place.title,
        blueprint_id=place.blueprint_id,
        words=place.words,
        modifier=place.modifier.words,
        house_edge=decimal(edges.with_option),
        house_edge_plain=decimal(edges.plain),
    )


def _dealer_of(theme: Theme, dealer: Dealer) -> pb.ThemeDealer:
    message, edges = dealer_message(dealer, Terms(dealer.rule), dealer.deck), dealer_edges(theme.name, dealer.key)
    message.house_edge, message.house_edge_plain = decimal(edges.with_option), decimal(edges.plain)
    return message


def dealer_message(dealer: Dealer, terms: Terms, deck: str) -> pb.ThemeDealer:
    """Return *dealer*, who plays the bundled *deck* by *terms*."""
    return pb.ThemeDealer(
        key=dealer.key,
        name=dealer.name,
        blueprint_id=dealer.blueprint_id or "",
        boss=dealer.is_boss,
        character=told_character(dealer, terms.rule),
        greeting=dealer.greeting,
        deck=deck,
        picture=dealer.picture,
        cue=dealer.cue,
        terms=str(terms),
    )
