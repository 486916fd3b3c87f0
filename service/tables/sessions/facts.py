"""What the head of a record states beside what the catalogue, the variants and the themes say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckmapping.errors import DomainError
from deckmapping.themes.bundled import STANDARD_DECK
from deckmapping.themes.dealers import dealer as dealer_named
from deckmapping.variants import Role, is_barring_card, variant_rules
from service.rules.casting import side_rules
from service.tables.sessions.opening import BARRED, bundled_cards
from service.tables.sessions.reasons import Reasons, barring_place
from service.tables.sessions.setup import DealerSetup, VersusSetup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckmapping.catalogue import Catalogue
    from service.rules.cards import Card, SideRules
    from service.tables.sessions.setup import SeatSetup, TableDealer, TableSetup


def false_facts(setup: TableSetup, catalogue: Catalogue) -> Iterator[str]:
    """Yield what *setup* states of cards, characters and sides' rules and what *catalogue* says otherwise.

    Args:
        setup: of a table that names this very catalogue.
        catalogue: it.
    """
    known = Reasons(catalogue).given_to(setup)
    if isinstance(known, DealerSetup):
        yield from _false_seat(known.player, known, catalogue, is_dealers=True)
        if known.dealer_rules != side_rules(known.variant):
            yield f"dealer-rules {known.dealer_rules}"
        piles: tuple[tuple[Card, ...], ...] = (known.pile, *known.decks.values())
        if known.player.barred_by is not None:
            yield from (f"card {card} of a side that is barred" for card in known.pile if card.role is Role.WILD)
    else:
        assert isinstance(known, VersusSetup)
        for player in known.players:
            yield from _false_seat(player, known, catalogue, is_dealers=False)
        piles = known.piles
    for pile in piles:
        if pile != _deck_c():  # whose values are cards of no catalogue
            yield from (f"card {card}" for card in pile if not card.reason)


def remarks(setup: TableSetup) -> Iterator[str]:
    """Yield what *setup* states of its place, dealers and bundled decks and the themes of this version have otherwise.

    That makes no record false: another version of the service may have had them so.
    """
    if not isinstance(setup, DealerSetup):
        return
    if setup.theme is not None and barring_place(setup) is None:
        yield f"the place {setup.theme} {setup.background or '-'} is unknown here"
    for dealer in (*setup.dealers, *([] if setup.visitor is None else [setup.visitor])):
        is_for_host = setup.is_for_silver and dealer is setup.visitor
        if not (_plays_for(setup.dealers[0], dealer) if is_for_host else _plays_as_here(dealer)):
            yield f"the dealer {dealer.key} plays otherwise here"
    for name, cards in setup.decks.items():
        if not _is_bundled(name, cards, setup):
            yield f"the deck {name} has other cards here"


def _false_seat(seat: SeatSetup, setup: TableSetup, catalogue: Catalogue, *, is_dealers: bool) -> Iterator[str]:
    character = None if seat.character is None else catalogue.get(seat.character)
    if seat.character is not None and character is None:
        yield f"character {seat.character}"
        return
    if character is not None and setup.variant is not None:
        verdict = variant_rules(setup.variant).is_eligible_character(character)
        if not verdict:
            yield f"character {seat.character}: {verdict.reason}"
    rules: SideRules = side_rules(setup.variant, character)
    if seat.rules != (rules.perks if is_dealers else rules):
        yield f"rules of {seat.name}: {seat.rules}"
    bar = barring_place(setup) if isinstance(setup, DealerSetup) else None
    if seat.barred_by is not None and (seat.barred_by != bar or not is_barring_card(seat.barred_by)):
        yield f"barred={seat.barred_by}"


def _deck_c() -> tuple[Card, ...]:
    return bundled_cards(STANDARD_DECK, None, None, None)


def _plays_as_here(dealer: TableDealer) -> bool:
    try:
        return dealer_named(dealer.key).rule == dealer.terms.rule
    except DomainError:
        return False


def _plays_for(host: TableDealer, visitor: TableDealer) -> bool:
    """Tell whether *visitor* plays by the rule of *host* but for the changes of his own, as at tables for silver."""
    return replace(host.terms.rule, shift_share=visitor.terms.rule.shift_share) == visitor.terms.rule


def _is_bundled(name: str, cards: tuple[Card, ...], setup: DealerSetup) -> bool:
    plain = name.removesuffix(BARRED)
    try:
        bar = None if plain == name else barring_place(setup)
        return bundled_cards(plain, setup.variant, None, bar) == cards
    except DomainError:
        return False
