"""Tables and sides that requests for odds name, as domain values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmapping.decks import MOST_CARDS, read_deck
from deckmapping.errors import InvalidInputError, UnknownCardError, Violation
from deckmapping.themes.bundled import bundled_deck_names
from deckmapping.variants import is_barring_card
from service.odds.hands.limits import verify_setting
from service.odds.kinds import Kind
from service.odds.piles import bundled_side, dealer_at_table, parse_pile, player_at_table, side_of, side_of_counts
from service.odds.setting import Setting
from service.rpc.contract.fields import read_character, renamed, under
from service.rpc.contract.odds_fields import (
    read_draws,
    read_pay,
    read_rule,
    read_up_card,
    read_variant,
    verify_size,
)
from service.rules.casting import cast
from service.tiebreak.piles import pile_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant
    from sabacc.v1 import odds_pb2 as pb
    from service.odds.kinds import Side
    from service.tiebreak.piles import TiePile


@dataclass(frozen=True, slots=True)
class ReadSide:
    """A side, and what was left out of its pile."""

    side: Side
    character: CardRecord | None
    barred_by: str | None
    card_ids: tuple[str, ...] = ()
    """Of a deck of cards: those left to draw."""
    on_table: tuple[str, ...] = ()
    guessed: bool = False
    """Whether `on_table` was taken from the cards' types."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table, and its sides as they were read."""

    setting: Setting
    player: ReadSide
    dealer: ReadSide
    variant: Variant | None


class OddsReader:
    """Reads what requests for odds name, by one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def table(self, message: pb.OddsSetting) -> ReadTable:
        """Read a table.

        Raises:
            InvalidInputError: a field is wrong, or the table is too large.
        """
        faults: list[Violation] = []
        variant = read_variant(message.variant, "setting.variant", faults)
        draws = read_draws(message.draws, "setting.draws", faults)
        up_card = read_up_card(message.up_card, "setting.upCard", faults)
        if faults:
            raise InvalidInputError.all(faults)
        player = self.side(message.player, variant, "setting.player", "the player")
        dealer = self.side(message.dealer, variant, "setting.dealer", "the dealer")
        shifts = not message.rule.HasField("shift_share")
        dealt, rule = dealer_at_table(dealer.side, read_rule(message.rule, "setting.rule"), shifts=shifts)
        pay = read_pay(message.pay, "setting.pay")
        with under("setting"), renamed({"overdrawsTo": "rule.overdrawsTo"}):
            seated = player_at_table(player.side)
            setting = Setting(seated, dealt, draws, up_card, rule, pay, message.dealer_sees_hand)
            for name, side in (("player", setting.player), ("dealer", setting.dealer)):
                verify_size(side, name)
            verify_setting(setting)
        return ReadTable(setting, player, dealer, variant)

    def side(self, message: pb.OddsSide, variant: Variant | None, path: str, whose: str) -> ReadSide:
        """Read one side; *whose* deck it is, errors tell in words.

        Raises:
            InvalidInputError: its deck, character or barring card is of no use.
        """
        character = read_character(self._catalogue, message.character, f"{path}.character")
        barred_by = message.barred_by or None
        if barred_by is not None and not is_barring_card(barred_by):
            raise InvalidInputError.of(f"{path}.barredBy", barred_by, "a card that bars wild cards: 7_111 or 7_269")
        if message.started_on_table and message.WhichOneof("pile") != "deck":
            raise InvalidInputError.of(
                f"{path}.startedOnTable", f"{len(message.started_on_table)} ids", "none without a deck"
            )
        match message.WhichOneof("pile"):
            case "bundled":
                if message.bundled not in bundled_deck_names():
                    names = f"one of {', '.join(bundled_deck_names())}"
                    raise InvalidInputError.of(f"{path}.bundled", message.bundled, names)
                side = bundled_side(message.bundled, variant, character, barred_by)
            case "deck":
                found = self._pile(message, path, whose)
                records = (self._catalogue.records[card] for card in found.ids)
                side = side_of(records, variant, character, barred_by)
                return ReadSide(side, character, barred_by, found.ids, found.on_table, found.guessed)
            case "counts":
                pile = parse_pile(message.counts, f"{path}.counts", variant)
                side = side_of_counts(pile, variant, character, barred_by, f"{path}.barredBy")
            case _:
                raise InvalidInputError.of(path, "no pile", "one of bundled, deck and counts")
        return ReadSide(side, character, barred_by)

    def played(self, message: pb.PlayedCards, read: ReadSide, variant: Variant | None, path: str) -> Mapping[Kind, int]:
        """Read the cards that are gone from a side's pile.

        Raises:
            InvalidInputError: they cannot be read; whether the pile holds them is not asked.
        """
        match message.WhichOneof("cards"):
            case "counts":
                return parse_pile(message.counts, f"{path}.counts", variant).as_counts()
            case "deck":
                deck = read_deck(message.deck, self._catalogue, f"{path}.deck")
                unknown = [f"{entry.text} at position {entry.position}" for entry in deck.unresolved]
                if unknown:
                    expected = "a card of the catalogue"
                    raise UnknownCardError.all(Violation(f"{path}.deck", entry, expected) for entry in unknown)
                cards = (cast(record, variant, read.character, read.barred_by) for record in deck.pile)
                return Counter(map(Kind.of, cards))
            case _:
                return {}

    def _pile(self, message: pb.OddsSide, path: str, whose: str) -> TiePile:
        if len(message.started_on_table) > MOST_CARDS:
            raise InvalidInputError.of(
                f"{path}.startedOnTable", f"{len(message.started_on_table)} ids", f"at most {MOST_CARDS} ids"
            )
        deck = read_deck(message.deck, self._catalogue, f"{path}.deck")
        return pile_of(deck, message.started_on_table, player=whose, path=path)
