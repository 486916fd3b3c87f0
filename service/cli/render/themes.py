"""Themes and dealers: as tables and lines for people, and as the values that ``--json`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckmapping.themes.bundled import bundled_deck, role_counts
from deckmapping.variants import Role
from service.cli.output import line, table
from service.tables.dealer.edges import STANDARD_TABLE, background_edges, dealer_edges

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from deckmapping.dealer_rule import DealerRule
    from deckmapping.records import Side
    from deckmapping.themes.bundled import BundledDeck
    from deckmapping.themes.candidates import Candidate
    from deckmapping.themes.dealers import Dealer
    from deckmapping.themes.modifiers import TableModifier
    from deckmapping.themes.themes import Theme
    from deckmapping.variants import Variant
    from service.tables.dealer.edges import Edges

STARTER_ONLY = (
    "This is the starter catalogue: it holds only the cards that decks and dealers of our own name. For all cards run "
    "`sabacc cards import FILE... --out CATALOGUE` and name the result with --catalogue or SABACC_CATALOGUE."
)
"""What to do where only the starter catalogue is there."""
EARNED = (
    "The house earns this share of the bet a hand, exactly, against the best play of the theme's sample deck; plain: "
    "with wild and clone cards off. A background's figure is the first dealer's where its table modifier works."
)


def print_themes(console: Console, themes: Sequence[Theme]) -> None:
    """Print a line a theme."""
    rows = [(each.name, each.title, each.boss.name, str(len(each.dealers))) for each in themes]
    console.print(table(("Theme", "Title", "Boss", "Dealers"), rows, right=(3,), whole=(0,)))
    line(
        console, "`sabacc themes NAME` shows one, `sabacc dealers` all dealers; `sabacc play --theme NAME` plays there."
    )


def print_theme(console: Console, theme: Theme, decks: Iterable[BundledDeck]) -> None:
    """Print all of a theme."""
    line(console, theme.title, bold=True)
    line(console, theme.place)
    backgrounds = [
        (f"{each.key}: {each.title}", each.words, each.modifier.words, _shares(background_edges(theme.name, each.key)))
        for each in theme.backgrounds
    ]
    heads = ("Background, and its card", "Where", "Table modifier", "House earns")
    console.print(table(heads, backgrounds, title="Backgrounds", right=(3,)))
    _print_dealers(console, theme.dealers)
    line(console, EARNED)
    rows = [(deck.name, deck.words, *map(str, _counts(deck))) for deck in decks]
    console.print(
        table(("Deck", "What it is", "Cards", "Wild", "Clone"), rows, title="Decks", right=(2, 3, 4), whole=(0,))
    )
    zones = [(zone.key, zone.place, zone.shows) for zone in theme.zones]
    console.print(table(("Zone", "Place", "Shows"), zones, title="Layout"))
    keys = [("music", theme.cues.music), ("perfect sabacc", theme.cues.perfect), ("Lando arrives", theme.cues.arrival)]
    keys += [("Lando leaves", theme.cues.departure), ("Lando is beaten", theme.cues.beaten)]
    lights = theme.lights
    keys += [("light", f"{lights.table} table, {lights.accent} accent, {lights.arrival} when Lando arrives")]
    console.print(table(("Cue", "Key"), keys, title="Music and light"))


def print_dealers(console: Console, dealers: Iterable[Dealer]) -> None:
    """Print dealers with what each plays and how."""
    _print_dealers(console, dealers)
    line(console, EARNED)
    line(console, "`sabacc themes NAME` shows where a dealer sits.")


def _print_dealers(console: Console, dealers: Iterable[Dealer]) -> None:
    rows = [(each.key, _who(each), each.character, _shares(_edges_of(each))) for each in dealers]
    heads = ("Dealer", "Who, and his deck", "How he plays", "House earns")
    console.print(table(heads, rows, title="Dealers", right=(3,), whole=(0,)))


def _who(dealer: Dealer) -> str:
    boss, card = ", boss" if dealer.is_boss else "", f" ({dealer.blueprint_id})" if dealer.blueprint_id else ""
    deck = dealer.deck.removeprefix(f"{dealer.theme_names[0]}-") if dealer.theme_names else "standard"
    return f"{dealer.name}{card}{boss}: {deck} deck"


def _edges_of(dealer: Dealer) -> Edges:
    return dealer_edges(dealer.theme_names[0] if dealer.theme_names else STANDARD_TABLE, dealer.key)


def _shares(edges: Edges) -> str:
    return f"{float(edges.with_option):.2%}, plain {float(edges.plain):.2%}"


def print_candidates(console: Console, candidates: Sequence[Candidate], version: str, *, is_starter: bool) -> None:
    """Print the characters who could be dealers."""
    rows = [
        (each.blueprint_id, each.title, each.side.title(), ", ".join(each.variants), ", ".join(each.dealer_keys))
        for each in candidates
    ]
    console.print(table(("Id", "Title", "Side", "May play", "Is dealer"), rows))
    line(console, f"{len(rows)} candidates in catalogue {version[:12]}.")
    if is_starter:
        line(console, STARTER_ONLY)


def theme_as_dict(theme: Theme) -> dict[str, Any]:
    """Return all of a theme as JSON has it."""
    lights, cues = theme.lights, theme.cues
    return {
        "name": theme.name,
        "variant": variant_word(theme.variant),
        "side": side_word(theme.side),
        "title": theme.title,
        "place": theme.place,
        "backgrounds": [
            {
                "key": each.key,
                "title": each.title,
                "blueprintId": each.blueprint_id,
                "words": each.words,
                "modifier": _modifier(each.modifier),
                **_edges_as_dict(background_edges(theme.name, each.key)),
            }
            for each in theme.backgrounds
        ],
        "cues": {
            "music": cues.music,
            "perfect": cues.perfect,
            "arrival": cues.arrival,
            "departure": cues.departure,
            "beaten": cues.beaten,
        },
        "lights": {"table": lights.table, "accent": lights.accent, "arrival": lights.arrival},
        "zones": [{"key": zone.key, "place": zone.place, "shows": zone.shows} for zone in theme.zones],
        "decks": [_deck(bundled_deck(name)) for name in (theme.sample_deck, theme.house_deck, theme.boss_deck)],
        "sampleDeck": theme.sample_deck,
        "houseDeck": theme.house_deck,
        "bossDeck": theme.boss_deck,
        "dealers": [dealer_as_dict(each) for each in theme.dealers],
    }


def _deck(deck: BundledDeck) -> dict[str, Any]:
    cards, wild, clone = _counts(deck)
    return {
        "name": deck.name,
        "title": deck.title,
        "words": deck.words,
        "cards": cards,
        "wild": wild,
        "clone": clone,
        "deck": deck.deck_string,
    }


def _counts(deck: BundledDeck) -> tuple[int, int, int]:
    """Return how many cards the deck has, and how many of them are wild and clone cards."""
    roles = role_counts(deck)
    return len(deck.values), roles.get(Role.WILD, 0), roles.get(Role.CLONE, 0)


def dealer_as_dict(dealer: Dealer) -> dict[str, Any]:
    """Return a dealer as JSON has him."""
    return {
        "key": dealer.key,
        "name": dealer.name,
        "blueprintId": dealer.blueprint_id or "",
        "themes": list(dealer.theme_names),
        "deck": dealer.deck,
        "boss": dealer.is_boss,
        "character": dealer.character,
        "greeting": dealer.greeting,
        "picture": dealer.picture,
        "cue": dealer.cue,
        "rule": _rule(dealer.rule),
        **_edges_as_dict(_edges_of(dealer)),
    }


def _edges_as_dict(edges: Edges) -> dict[str, str]:
    """Return edges as exact fractions, in bets a hand."""
    return {"houseEdge": str(edges.with_option), "houseEdgePlain": str(edges.plain)}


def candidate_as_dict(candidate: Candidate) -> dict[str, Any]:
    """Return a candidate as JSON has him."""
    return {
        "blueprintId": candidate.blueprint_id,
        "title": candidate.title,
        "side": side_word(candidate.side),
        "variants": [variant_word(variant) for variant in candidate.variants],
        "dealers": list(candidate.dealer_keys),
    }


def _rule(rule: DealerRule) -> dict[str, Any]:
    return {
        "drawsTo": rule.draws_to,
        "overdrawsTo": rule.overdraws_to,
        "overdrawChance": str(rule.overdraw_chance),
        "shiftShare": str(rule.shift_share),
        "winsDouble": rule.wins_double,
    }


def _modifier(modifier: TableModifier) -> dict[str, Any]:
    return {"kind": modifier.kind, "amount": modifier.amount, "words": modifier.words}


def variant_word(variant: Variant) -> str:
    """Return the contract's name of *variant*."""
    return f"VARIANT_{variant.name}"


def side_word(side: Side) -> str:
    """Return the contract's name of *side*."""
    return f"SIDE_{side.name}"
