"""Players who sit down at a table, and their decks in the ways in which a request may give them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from deckmapping.clinic.clinic import FIELD
from deckmapping.decks import MOST_CARDS, read_deck
from deckmapping.errors import InvalidInputError, NoDeckError, PileTooSmallError, UnknownCardError, Violation, shown
from deckmapping.themes.bundled import bundled_deck_names
from service.rpc.contract.fields import read_character, renamed
from service.tables.sessions.orders import SeatOrder
from service.tiebreak.limits import PILE, PLAYER
from service.tiebreak.piles import pile_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckmapping.catalogue import Catalogue
    from deckmapping.clinic.clinic import Clinic
    from deckmapping.clinic.model import Doubt, ParsedDeck
    from deckmapping.decks import Deck
    from deckmapping.records import CardRecord
    from sabacc.v1 import tables_pb2 as pb
    from service.tables.sessions.orders import PlayerDeck

DOUBTS_TOLD: Final = 5
"""Of a pasted deck; `CardService.ParseDeck` tells all of them."""
_CANDIDATES_TOLD: Final = 3


class PlayerReader:
    """Reads who sits down, with the cards of one catalogue."""

    def __init__(self, catalogue: Catalogue, clinic: Clinic) -> None:
        self._catalogue = catalogue
        self._clinic = clinic

    def seat(self, message: pb.TablePlayer, path: str) -> SeatOrder:
        """Read the player in the message at *path*.

        Raises:
            InvalidInputError: his name, deck or character cannot be; the error says what of it.
        """
        if faults := PLAYER.check(f"{path}.name", message.name):
            raise InvalidInputError.all(faults)
        deck = self._deck(message, path)
        return SeatOrder(message.name, deck, read_character(self._catalogue, message.character, f"{path}.character"))

    def _deck(self, message: pb.TablePlayer, path: str) -> PlayerDeck:
        started, kind = message.started_on_table, message.WhichOneof("deck")
        if len(started) > MOST_CARDS:
            raise InvalidInputError.of(f"{path}.startedOnTable", f"{len(started)} ids", f"at most {MOST_CARDS} ids")
        match kind:
            case "bundled":
                if started:
                    raise InvalidInputError.of(
                        f"{path}.startedOnTable", f"{len(started)} ids", "none with a bundled deck"
                    )
                if message.bundled not in (names := bundled_deck_names()):
                    raise InvalidInputError.of(f"{path}.bundled", message.bundled, f"one of {', '.join(names)}")
                return message.bundled
            case "gemp":
                with _needing_cards(message.name):
                    deck = read_deck(message.gemp, self._catalogue, f"{path}.gemp")
                return self._pile(deck, started, message.name, path, kind)
            case "pasted":
                with renamed({FIELD: f"{path}.pasted"}), _needing_cards(message.name):
                    parsed = self._clinic.parse(message.pasted.encode())
                _refuse_doubts(parsed, f"{path}.pasted")
                marked = [card.blueprint_id for card in parsed.marked]
                return self._pile(parsed.deck, started or marked, message.name, path, kind)
            case _:
                raise InvalidInputError.of(path, "no deck", "one of bundled, gemp and pasted")

    def _pile(self, deck: Deck, started: Sequence[str], name: str, path: str, kind: str) -> tuple[CardRecord, ...]:
        with renamed({f"{path}.deck": f"{path}.{kind}"}):
            found = pile_of(deck, started, player=name, path=path)
        return tuple(self._catalogue.records[card] for card in found.ids)


@contextmanager
def _needing_cards(player: str) -> Iterator[None]:
    """Inside, a deck without a card for the pile is too small, as one of a single card is: he does have a deck (R1)."""
    try:
        yield
    except NoDeckError as error:
        first, *others = error.violations
        raise PileTooSmallError.all([replace(first, expected=f"{player} needs {PILE.least}"), *others]) from None


def _refuse_doubts(parsed: ParsedDeck, field: str) -> None:
    """Refuse a deck of which anything is in doubt: a person decides, and nothing is guessed.

    Raises:
        UnknownCardError: naming the first doubts, each with its line and the cards that may be meant.
    """
    if parsed.doubts:
        raise UnknownCardError.all(_told(parsed.doubts, field))


def _told(doubts: Sequence[Doubt], field: str) -> Iterator[Violation]:
    for doubt in islice(doubts, DOUBTS_TOLD):
        meant = [f"{card.blueprint_id} {card.title}" for card in doubt.candidates[:_CANDIDATES_TOLD]]
        perhaps = f"; perhaps {' or '.join(meant)}" if meant else ""
        yield Violation(field, shown(f"line {doubt.line}: {doubt.text}"), f"a card, but {doubt.words}{perhaps}")
    if len(doubts) > DOUBTS_TOLD:
        more = f"{len(doubts) - DOUBTS_TOLD} more entries in doubt"
        yield Violation(field, more, "none: CardService.ParseDeck tells all of them")
