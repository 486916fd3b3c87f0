"""Cards and the catalogue for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import line, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

_SIDE = cards_pb2.DESCRIPTOR.enum_types_by_name["Side"]
_VARIANT = cards_pb2.DESCRIPTOR.enum_types_by_name["Variant"]
_ROLE = cards_pb2.DESCRIPTOR.enum_types_by_name["CardRole"]

_MOST_ROWS = 40  # of a report's lists; all of them stand in the JSON


def print_cards(console: Console, answer: cards_pb2.GetCardsResponse) -> None:
    """Print each card with its values and its part in the four variants."""
    for card in answer.cards:
        line(console, f"{card.blueprint_id}  {card.title}", bold=True)
        kinds = " ".join(dict.fromkeys(filter(None, [card.category, *card.types, card.subtype])))
        line(
            console,
            f"{side_words(card.side)}, {kinds}; destiny {card.destiny}, counts {value_words(card.values)}",
        )
        rows = [(word_of(_VARIANT, p.variant), word_of(_ROLE, p.role), "; ".join(_words(p))) for p in card.parts]
        console.print(table(("Variant", "Role", "Why, and what else"), rows))
    line(console, f"Catalogue {answer.catalogue_version[:12]}, {len(answer.cards)} cards.")


def _words(part: cards_pb2.CardPart) -> Iterable[str]:
    yield part.reason
    if part.stakes:
        yield "matches the stakes"
    if part.eligible_character:
        yield "may be the playing character"
    if part.clone_perk:
        yield "gives its owner's clones a perk value"
    if part.wild_perk:
        yield "makes its owner's perk-wild cards wild"
    yield from part.texts


def print_classes(console: Console, answer: cards_pb2.ClassifyCardsResponse) -> None:
    """Print the ids of each role of a variant."""
    line(console, f"Variant {word_of(_VARIANT, answer.variant)}", bold=True)
    roles = (
        ("wild", answer.wild),
        ("clone", answer.clone),
        ("wild by a perk", answer.perk_wild),
        ("match the stakes", answer.stakes),
        ("characters that may play", answer.characters),
        ("characters, perk for clones", answer.clone_perk_characters),
        ("characters, perk for wild cards", answer.wild_perk_characters),
    )
    rows = [(name, str(len(ids)), " ".join(ids)) for name, ids in roles]
    console.print(table(("Role", "Cards", "Blueprint ids"), rows, right=(1,)))
    line(console, f"Catalogue {answer.catalogue_version[:12]}. `sabacc cards show ID` tells why.")


def print_catalogue(console: Console, answer: cards_pb2.GetCatalogueResponse) -> None:
    """Print how a catalogue came about: conflicts, gaps, notes and what was left out."""
    line(console, f"Catalogue {answer.catalogue_version}", bold=True)
    line(
        console,
        f"{answer.card_count} cards, {len(answer.conflicts)} conflicts, {len(answer.gaps)} kinds of gaps, "
        f"{len(answer.notes)} notes, {len(answer.left_out)} records left out.",
    )
    sources = [(s.name, s.source, str(s.record_count), str(s.card_count)) for s in answer.sources]
    conflicts = [
        (c.blueprint_id, c.field, ", ".join(f"{v.source}: {v.text}" for v in c.values), c.taken, c.reason)
        for c in answer.conflicts
    ]
    gaps = [(gap.field, str(gap.count), gap.reason) for gap in answer.gaps]
    notes = [(note.blueprint_id, note.field, note.kind, note.text) for note in answer.notes]
    outs = [(entry.id or "none", entry.source, entry.reason) for entry in answer.left_out]
    _print_part(console, "Sources", ("File", "Kind", "Records", "Cards"), sources)
    _print_part(console, "Conflicts", ("Card", "Fact", "Sources", "Taken", "Why"), conflicts)
    _print_part(console, "Gaps", ("Fact", "Cards", "What it means"), gaps)
    _print_part(console, "Notes", ("Card", "Fact", "Kind", "Note"), notes)
    _print_part(console, "Left out", ("Id", "Source", "Why"), outs)


def _print_part(console: Console, title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    if not rows:
        return
    console.print(table(heads, rows[:_MOST_ROWS], title=title))
    if len(rows) > _MOST_ROWS:
        line(console, f"... and {len(rows) - _MOST_ROWS} more: --json prints all.")


def side_words(side: cards_pb2.Side) -> str:
    """Return the side as people say it."""
    return f"{word_of(_SIDE, side).title()} Side" if side else "Not one side"


def value_words(values: Iterable[str]) -> str:
    """Return what a card may count as people say it."""
    return " or ".join(values)
