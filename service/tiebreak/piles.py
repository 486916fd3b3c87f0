"""From a deck to the pile that its player draws from in a tie (tsb1, pile)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.decks import Reason, require_one_side
from deckmapping.errors import (
    InvalidInputError,
    MalformedIdError,
    PileTooSmallError,
    TwoSidedDeckError,
    UnknownCardError,
    Violation,
    shown,
)
from deckmapping.ids import normalise_id
from service.tiebreak.limits import PILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckmapping.decks import Deck


@dataclass(frozen=True, slots=True)
class TiePile:
    """What a deck comes to in a tie. Ids are normalised and sorted bytewise, repeats kept."""

    ids: tuple[str, ...]
    """The pile: two or more."""
    on_table: tuple[str, ...]
    """Left out because they started on table."""
    guessed: bool
    """Whether those were taken from the cards' types, because the caller named none."""
    dropped: tuple[str, ...] = ()
    """Left out because the catalogue does not hold them, with the caller's leave."""


def pile_of(
    deck: Deck, started_on_table: Sequence[str] = (), *, player: str, path: str, allow_unknown: bool = False
) -> TiePile:
    """Return the pile of *deck* for a tie. Cards outside the deck are never in it.

    What started on table is left out first, ids that the catalogue does not hold included; then, where *allow_unknown*
    is given, the other unknown ids are. Where the caller names no card that started on table, every Objective and
    every Starting Effect is left out, and nothing else is guessed.

    Args:
        deck: the player's deck, read.
        started_on_table: ids as the caller writes them, one entry a copy.
        player: his name, which every error shows.
        path: the path of the player in the question (``players[1]``).
        allow_unknown: leave out well-formed ids that the catalogue does not hold.

    Raises:
        MalformedIdError: an entry of the deck or of *started_on_table* is no id.
        UnknownCardError: the catalogue does not hold a card of the deck. Both errors name every entry and its position.
        InvalidInputError: a card that started on table is not in the deck, or not that often.
        TwoSidedDeckError: the deck holds cards of both sides.
        PileTooSmallError: fewer than two cards are left.
    """
    field = f"{path}.deck"
    if deck.unresolved:
        _refuse_malformed(deck, player, field, allow_unknown=allow_unknown)
    ids = [card.blueprint_id for card in deck.pile]
    unknown = [(entry.blueprint_id or "", entry.position) for entry in deck.unresolved_in_pile]
    if started_on_table:
        on_table = _take_out(started_on_table, ids, unknown, player, path)
    else:
        on_table = [card.blueprint_id for card in deck.starting]
        for id_ in on_table:
            ids.remove(id_)
    if unknown and not allow_unknown:
        raise UnknownCardError.all(_violation(field, id_, at, player) for id_, at in unknown)
    _refuse_two_sides(deck, player, field)
    if len(ids) < PILE.least:
        raise PileTooSmallError.of(field, f"{len(ids)} left to draw", f"{player} needs {PILE.least}")
    return TiePile(
        ids=tuple(sorted(ids)),
        on_table=tuple(sorted(on_table)),
        guessed=not started_on_table,
        dropped=tuple(sorted([id_ for id_, _ in unknown])),
    )


def _violation(
    field: str, entry: str, position: int, player: str, expected: str = "a card of the catalogue"
) -> Violation:
    return Violation(field, shown(f"{entry} at position {position}"), f"{expected}, in the deck of {player}")


def _refuse_malformed(deck: Deck, player: str, field: str, *, allow_unknown: bool) -> None:
    """Refuse entries that are no ids; the unknown ones, where they are not allowed, are named with them."""
    unresolved = deck.unresolved_in_pile
    if not any(entry.reason is Reason.MALFORMED for entry in unresolved):
        return
    raise MalformedIdError.all(
        _violation(field, entry.text, entry.position, player, entry.words.removeprefix("expected "))
        if entry.reason is Reason.MALFORMED
        else _violation(field, entry.text, entry.position, player)
        for entry in unresolved
        if entry.reason is Reason.MALFORMED or not allow_unknown
    )


def _refuse_two_sides(deck: Deck, player: str, field: str) -> None:
    try:
        require_one_side(deck, field)
    except TwoSidedDeckError as error:
        fault = error.violations[0]
        raise TwoSidedDeckError.of(field, fault.value, f"{fault.expected} in the deck of {player}") from None


def _take_out(
    started_on_table: Sequence[str], ids: list[str], unknown: list[tuple[str, int]], player: str, path: str
) -> list[str]:
    """Take one copy of each id that started on table out of *ids*, or else out of *unknown*; return these ids."""
    taken, violations = [], []
    for at, text in enumerate(started_on_table):
        field = f"{path}.startedOnTable[{at}]"
        id_ = normalise_id(text, field)
        entry = next((entry for entry in unknown if entry[0] == id_), None)
        if id_ in ids:
            ids.remove(id_)
        elif entry is not None:
            unknown.remove(entry)
        else:
            violations.append(Violation(field, shown(text), f"a card of the deck of {player}, each copy once"))
        taken.append(id_)
    if violations:
        raise InvalidInputError.all(violations)
    return taken
