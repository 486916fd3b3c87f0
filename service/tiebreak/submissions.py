"""A player's cards as he handed them in, and what a tie makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.decks import read_deck
from deckmapping.errors import InvalidInputError, NoDeckError
from deckmapping.ids import normalise_id
from service.tiebreak.piles import pile_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckmapping.catalogue import Catalogue
    from deckmapping.decks import Deck
    from service.tiebreak.asked import AskedPlayer


@dataclass(frozen=True, slots=True)
class Submission:
    """Ids are normalised and sorted bytewise, repeats kept."""

    handed_in: tuple[str, ...]
    """Every id before the bar of his deck string."""
    named_on_table: tuple[str, ...]
    """The ids that the caller named as started on table."""
    pile: tuple[str, ...] = ()
    """What he draws from; empty without a deck."""
    dropped: tuple[str, ...] = ()
    """Ids left out because the catalogue did not know them."""
    on_table: tuple[str, ...] = ()
    """Ids left out because they started on table."""
    assumed: bool = False
    """Whether those were taken from the cards' types, because the caller named none."""

    def has_same_cards(self, other: Submission) -> bool:
        """Tell whether both are the same cards to a tie.

        They are if the same ids were handed in, whatever a catalogue makes of them, or if the same pile came out.
        """
        handed_in = (self.handed_in, self.named_on_table) == (other.handed_in, other.named_on_table)
        return handed_in or (self.pile, self.dropped) == (other.pile, other.dropped)


def submit(player: AskedPlayer, path: str, catalogue: Catalogue, *, allow_unknown: bool) -> Submission:
    """Read a player's deck and take his pile from it. A player without a deck has an empty pile.

    Raises:
        InvalidInputError: one of the kinds that `read_deck` and `pile_of` name, or cards started on table without a
            deck.
    """
    if not player.deck.strip():
        if player.started_on_table:
            raise NoDeckError.of(f"{path}.deck", "", f"the deck of {player.name} whose cards started on table")
        return Submission((), ())
    deck = _read(player, path, catalogue)
    pile = pile_of(deck, player.started_on_table, player=player.name, path=path, allow_unknown=allow_unknown)
    return Submission(
        handed_in=tuple(sorted(pile.ids + pile.on_table + pile.dropped)),
        named_on_table=_named(player.started_on_table),
        pile=pile.ids,
        dropped=pile.dropped,
        on_table=pile.on_table,
        assumed=pile.guessed,
    )


def submit_unread(player: AskedPlayer, path: str, catalogue: Catalogue) -> Submission:
    """Return only what a player handed in: enough to know again a question asked under another catalogue.

    Raises:
        InvalidInputError: the deck string cannot be read, or *started_on_table* holds what is no id.
    """
    if not player.deck.strip():
        return Submission((), _named(player.started_on_table))
    return Submission(_handed_in(_read(player, path, catalogue)), _named(player.started_on_table))


def _read(player: AskedPlayer, path: str, catalogue: Catalogue) -> Deck:
    try:
        return read_deck(player.deck, catalogue, f"{path}.deck")
    except InvalidInputError as error:
        fault = error.violations[0]
        raise type(error).of(fault.field, fault.value, f"{fault.expected}, in the deck of {player.name}") from None


def _handed_in(deck: Deck) -> tuple[str, ...]:
    known = [card.blueprint_id for card in deck.pile]
    return tuple(sorted([*known, *[entry.blueprint_id or entry.text for entry in deck.unresolved_in_pile]]))


def _named(started_on_table: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted([normalise_id(text, "startedOnTable") for text in started_on_table]))
