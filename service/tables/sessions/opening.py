"""The setup that an order comes to: cards cast for their sides, dealers seated, the rules of the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from deckmapping.catalogue import starter_catalogue
from deckmapping.errors import InvalidInputError
from deckmapping.themes.bundled import bundled_deck
from deckmapping.themes.dealers import dealer as dealer_named
from deckmapping.themes.modifiers import ModifierKind
from deckmapping.themes.themes import theme as theme_named
from deckmapping.values import format_value
from deckmapping.variants import variant_rules
from service.rules.cards import Card
from service.rules.casting import cast, side_rules
from service.rules.dealing import PayTable
from service.tables.dealer.attention import Attention, AttentionRules, verify_carried
from service.tables.dealer.hand import Terms
from service.tables.dealer.visits import lando_of
from service.tables.practice import Chips
from service.tables.sessions.orders import STANDARD_DEALER
from service.tables.sessions.setup import DealerSetup, SeatSetup, TableDealer, VersusSetup
from service.tables.silver import BetLimits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckmapping.records import CardRecord
    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.themes import Background, Theme
    from deckmapping.values import Value
    from deckmapping.variants import Variant
    from service.tables.sessions.orders import Chain, DealerOrder, SeatOrder, VersusOrder

_MOST_DECKS: Final = 128
"""Bundled decks that are kept as they are cast for one side; there are some thirty, and few sides have a character."""


BARRED: Final = "~barred"
"""Behind the name of a deck whose owner's side has no wild cards at this table."""


def dealer_setup(order: DealerOrder, chain: Chain) -> DealerSetup:
    """Return the setup that *order* comes to.

    Raises:
        UnknownNameError: there is no such theme, background, dealer or bundled deck.
        InvalidInputError: the dealer does not sit at this theme's tables, the character may not play, what is asked for
            and the table modifier say two things, a game begins with too few chips for any hand, or the house cannot
            think so of a player (`verify_carried`).
    """
    theme = None if order.theme is None else theme_named(order.theme)
    place = _background(theme, order.background)
    amounts = {} if place is None or not order.has_modifier else {place.modifier.kind: place.modifier.amount or 0}
    variant = theme.variant if theme is not None and order.has_option else None
    bar = place.blueprint_id if place is not None and ModifierKind.NO_WILD_WITHOUT_GAMBLER in amounts else None
    player, pile = _seat(order.player, variant, bar, "player")
    _verify_settings(order, amounts)
    pays = order.perfect_pays or Fraction(amounts.get(ModifierKind.PERFECT_PAYS, 150), 100)
    pay = PayTable(pays, order.perfect_costs)
    seated = _dealers(theme, order.dealer)
    if order.silver is not None:
        seated = (replace(seated[0], deck=order.silver.house_deck),)
    decks = {_deck_of(each, bar): bundled_cards(each.deck, variant, None, _barred(each, bar)) for each in seated}
    visitor = _visitor(theme, order) if order.has_attention else None
    if order.silver is not None:
        verify_carried(order.silver.carried, order.silver.attention, is_watched=visitor is not None)
    return DealerSetup(
        table_id=chain.table_id,
        catalogue_version=chain.catalogue_version,
        variant=variant,
        cut=amounts.get(ModifierKind.SHOE) or order.cut,
        money=order.start if order.silver is None else order.silver.limits,
        hands=order.hands,
        published=chain.published,
        theme=order.theme,
        background=None if place is None else place.key,
        burn=amounts.get(ModifierKind.BURN, 0),
        player=SeatSetup(player.name, player.rules.perks, player.character, player.barred_by),
        dealer_rules=side_rules(variant),
        pile=pile,
        decks=decks,
        dealers=tuple(TableDealer(each.key, _deck_of(each, bar), Terms(each.rule, pay)) for each in seated),
        visitor=None if visitor is None else TableDealer(visitor.key, None, Terms(visitor.rule, pay)),
        attention=AttentionRules() if order.silver is None else order.silver.attention,
        carried=Attention() if order.silver is None else order.silver.carried,
    )


def versus_setup(order: VersusOrder, chain: Chain) -> VersusSetup:
    """Return the setup that *order* comes to; a background decides nothing here, so neither does its modifier.

    Raises:
        UnknownNameError: there is no such theme, background or bundled deck.
        InvalidInputError: a character may not play.
    """
    theme = None if order.theme is None else theme_named(order.theme)
    place = _background(theme, order.background)
    (first, one), (second, other) = (
        _seat(seat, order.variant, None, f"players[{at}]") for at, seat in enumerate(order.players)
    )
    return VersusSetup(
        table_id=chain.table_id,
        catalogue_version=chain.catalogue_version,
        variant=order.variant,
        cut=order.cut,
        money=order.start if isinstance(order.stake, Chips) else BetLimits(order.stake, order.stake),
        hands=order.hands,
        published=chain.published,
        theme=order.theme,
        background=None if place is None else place.key,
        players=(first, second),
        piles=(one, other),
        stake=order.stake,
    )


def _background(theme: Theme | None, key: str | None) -> Background | None:
    if theme is None:
        if key is not None:
            raise InvalidInputError.of("background", key, "none: the standard table has no background")
        return None
    return theme.background(key)


def _verify_settings(order: DealerOrder, amounts: Mapping[ModifierKind, int]) -> None:
    """Check that the order and the background's table modifier do not both say what a perfect pays, or the cut."""
    for kind, field, asked in (
        (ModifierKind.PERFECT_PAYS, "perfectPays", order.perfect_pays),
        (ModifierKind.SHOE, "cut", order.cut),
    ):
        if kind in amounts and asked is not None:
            raise InvalidInputError.of(field, str(asked), "none where the table modifier of the background says it")


def _dealers(theme: Theme | None, key: str | None) -> tuple[Dealer, ...]:
    """Return who may sit at the table, the one who begins first."""
    seated = (dealer_named(STANDARD_DEALER),) if theme is None else theme.dealers
    first = next((each for each in seated if each.key == key), seated[0] if key is None else None)
    if first is None:
        raise InvalidInputError.of("dealer", key, f"one of {', '.join(each.key for each in seated)}")
    return (first, *(each for each in seated if each is not first))


def _visitor(theme: Theme | None, order: DealerOrder) -> Dealer:
    lando = lando_of(theme)
    return lando if order.silver is None else replace(lando, rule=order.silver.visitor_rule)


def _seat(order: SeatOrder, variant: Variant | None, bar: str | None, field: str) -> tuple[SeatSetup, tuple[Card, ...]]:
    """Return a player's side and his whole pile."""
    character = order.character
    if character is not None and variant is not None:
        verdict = variant_rules(variant).is_eligible_character(character)
        if not verdict:
            raise InvalidInputError.of(
                f"{field}.character", character.blueprint_id, f"a character who may play: {verdict.reason}"
            )
    barred_by = None if character is not None and "GAMBLER" in character.keywords else bar
    seat = SeatSetup(
        order.name,
        side_rules(variant, character),
        None if character is None else character.blueprint_id,
        barred_by,
    )
    if isinstance(order.deck, str):
        return seat, bundled_cards(order.deck, variant, character, barred_by)
    return seat, tuple(cast(record, variant, character, barred_by) for record in order.deck)


@lru_cache(maxsize=_MOST_DECKS)
def bundled_cards(
    name: str, variant: Variant | None, character: CardRecord | None, barred_by: str | None
) -> tuple[Card, ...]:
    """Return the cards of a deck that is part of the package, for one side."""
    deck = bundled_deck(name)
    if not deck.card_ids:  # Deck C: values of no cards, named as they count
        return tuple(Card(id_of_values(values), values) for values in deck.values)
    records = starter_catalogue().records
    return tuple(cast(records[card], variant, character, barred_by) for card in deck.card_ids)


def id_of_values(values: Iterable[Value]) -> str:
    """Return the id of a card of Deck C: the values that it counts."""
    return "/".join(map(format_value, values))


def _barred(dealer: Dealer, bar: str | None) -> str | None:
    card = None if dealer.blueprint_id is None else starter_catalogue().records[dealer.blueprint_id]
    return None if card is not None and "GAMBLER" in card.keywords else bar


def _deck_of(dealer: Dealer, bar: str | None) -> str:
    return dealer.deck if _barred(dealer, bar) is None else f"{dealer.deck}{BARRED}"
