"""Requests for odds as domain values: tables, sides, plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from deckmapping.dealer_rule import DealerRule
from deckmapping.decks import MOST_CARDS, read_deck
from deckmapping.errors import InvalidInputError, Violation
from deckmapping.themes.bundled import bundled_deck_names
from deckmapping.variants import is_barring_card
from sabacc.v1 import cards_pb2
from sabacc.v1 import odds_pb2 as pb
from service.odds.kinds import Kind
from service.odds.limits import verify_setting
from service.odds.piles import (
    bundled_side,
    dealer_at_table,
    parse_kind,
    parse_pile,
    parse_share,
    player_at_table,
    side_of,
    side_of_counts,
)
from service.odds.setting import BestPlay, Draws, Setting, StandOn, UpCard
from service.rpc.contract.enums import VARIANTS, refused
from service.rpc.contract.fields import under
from service.rules.casting import cast
from service.rules.dealing import PayTable
from service.tiebreak.piles import pile_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant
    from service.odds.kinds import Side
    from service.odds.setting import Policy

Named = TypeVar("Named")

DRAWS: Final[Mapping[int, Draws]] = MappingProxyType(
    {pb.DRAWS_FINITE: Draws.FINITE, pb.DRAWS_INDEPENDENT: Draws.INDEPENDENT}
)
UP_CARDS: Final[Mapping[int, UpCard]] = MappingProxyType(
    {pb.UP_CARD_SEEN: UpCard.SEEN, pb.UP_CARD_HIDDEN: UpCard.HIDDEN}
)
PICTURES: Final[Mapping[int, str]] = MappingProxyType(
    {pb.PICTURE_FORMAT_UNSPECIFIED: "", pb.PICTURE_FORMAT_PNG: "png", pb.PICTURE_FORMAT_SVG: "svg"}
)
"""Values of `service.pictures.rendering.PictureFormat`, which only a process that draws loads; empty for none."""
STAND_ON: Final = range(13)
"""On 0 nobody draws, on 12 everybody does until he is over."""


@dataclass(frozen=True, slots=True)
class ReadSide:
    """A side, and what was left out of its pile."""

    side: Side
    character: CardRecord | None
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
        draws = _enum(DRAWS, message.draws, "setting.draws", "finite or independent draws", faults)
        up_card = _enum(UP_CARDS, message.up_card, "setting.upCard", "an up card that is seen or hidden", faults)
        if draws is None or up_card is None or faults:
            raise InvalidInputError.all(faults)
        player = self.side(message.player, variant, "setting.player", "the player")
        dealer = self.side(message.dealer, variant, "setting.dealer", "the dealer")
        shifts = not message.rule.HasField("shift_share")
        dealt, rule = dealer_at_table(dealer.side, _rule(message.rule), shifts=shifts)
        with under("setting"):
            setting = Setting(
                player_at_table(player.side), dealt, draws, up_card, rule, _pay(message.pay), message.dealer_sees_hand
            )
            verify_setting(setting)
        return ReadTable(setting, player, dealer, variant)

    def side(self, message: pb.OddsSide, variant: Variant | None, path: str, whose: str) -> ReadSide:
        """Read one side; *whose* deck it is, errors tell in words.

        Raises:
            InvalidInputError: its deck, character or barring card is of no use.
        """
        character = self._character(message, path)
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
                return self._deck(message, variant, path, whose)
            case "counts":
                pile = parse_pile(message.counts, f"{path}.counts", variant)
                side = side_of_counts(pile, variant, character, barred_by, f"{path}.barredBy")
            case _:
                raise InvalidInputError.of(path, "no pile", "one of bundled, deck and counts")
        return ReadSide(side, character)

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
                pile_of(deck, player="the shoe", path=path)  # for its refusals of unknown cards
                return Counter(Kind.of(cast(record, variant, read.character)) for record in deck.pile)
            case _:
                return {}

    def _deck(self, message: pb.OddsSide, variant: Variant | None, path: str, whose: str) -> ReadSide:
        if len(message.started_on_table) > MOST_CARDS:
            raise InvalidInputError.of(
                f"{path}.startedOnTable", f"{len(message.started_on_table)} ids", f"at most {MOST_CARDS} ids"
            )
        deck = read_deck(message.deck, self._catalogue, f"{path}.deck")
        found = pile_of(deck, message.started_on_table, player=whose, path=path)
        character = self._character(message, path)
        records = (self._catalogue.records[card] for card in found.ids)
        side = side_of(records, variant, character, message.barred_by or None)
        return ReadSide(side, character, found.ids, found.on_table, found.guessed)

    def _character(self, message: pb.OddsSide, path: str) -> CardRecord | None:
        if not message.character:
            return None
        field = f"{path}.character"
        record = self._catalogue.require(message.character, field)
        if record.category != "CHARACTER":
            raise InvalidInputError.of(field, f"{record.blueprint_id} {record.title}", "a character card")
        return record


def read_variant(number: int, field: str, faults: list[Violation]) -> Variant | None:
    """Read a variant, None for the fair deck; what is neither is added to *faults*."""
    if number != cards_pb2.VARIANT_FAIR_DECK and number not in VARIANTS:
        faults.append(refused(field, number, "one of the four variants, or the fair deck"))
    return VARIANTS.get(number)


def read_draws(number: int, field: str, faults: list[Violation]) -> Draws:
    """Read how cards are drawn; what is no way to do so is added to *faults*."""
    return _enum(DRAWS, number, field, "finite or independent draws", faults) or Draws.FINITE


def read_policy(message: pb.OddsPolicy) -> Policy:
    """Read the player's play.

    Raises:
        InvalidInputError: a total that is none to stand on.
    """
    if message.WhichOneof("policy") != "stand_on":
        return BestPlay()
    if message.stand_on not in STAND_ON:
        raise InvalidInputError.of("policy.standOn", message.stand_on, f"{STAND_ON[0]} to {STAND_ON[-1]}")
    return StandOn(message.stand_on)


def read_picture(number: int) -> str:
    """Read which picture is asked for, empty for none.

    Raises:
        InvalidInputError: there is no such format.
    """
    faults: list[Violation] = []
    found = _enum(PICTURES, number, "picture", "PNG, SVG, or none", faults)
    if found is None:
        raise InvalidInputError.all(faults)
    return found


def read_kinds(texts: Iterable[str], variant: Variant | None, field: str) -> tuple[Kind, ...] | None:
    """Read kinds of card, None where there are none.

    Raises:
        InvalidInputError: some are no kinds that the variant has.
    """
    kinds, faults = [], []
    for at, text in enumerate(texts):
        try:
            kinds.append(parse_kind(text, variant))
        except ValueError as fault:
            faults.append(Violation(f"{field}[{at}]", text, str(fault)))
    if faults:
        raise InvalidInputError.all(faults)
    return tuple(dict.fromkeys(kinds)) or None


def _rule(message: pb.OddsRule) -> DealerRule:
    given: dict[str, int] = {}
    for name in ("draws_to", "overdraws_to"):
        if message.HasField(name):
            given[name] = getattr(message, name)
    with under("setting.rule"):
        return DealerRule(
            **given,
            overdraw_chance=parse_share(message.overdraw_chance or "0", "overdrawChance"),
            shift_share=parse_share(message.shift_share or "0", "shiftShare"),
            wins_double=message.wins_double,
        )


def _pay(message: pb.OddsPay) -> PayTable:
    usual = PayTable()
    with under("pay"):
        return PayTable(
            parse_share(message.perfect_pays, "perfectPays") if message.perfect_pays else usual.perfect_pays,
            message.perfect_costs if message.HasField("perfect_costs") else usual.perfect_costs,
        )


def _enum(known: Mapping[int, Named], number: int, field: str, names: str, faults: list[Violation]) -> Named | None:
    found = known.get(number)
    if found is None:
        faults.append(refused(field, number, names))
    return found
