"""CardService: the catalogue, its cards, their parts in the variants, and decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.classification import classify_all
from deckmapping.clinic.clinic import Clinic
from deckmapping.decks import read_deck
from deckmapping.errors import DomainError, InvalidInputError, MalformedIdError, UnknownCardError, Violation
from deckmapping.values import format_value
from deckmapping.variants import Variant, bars_wild_cards, character_texts, variant_rules
from sabacc.v1 import cards_pb2 as pb
from sabacc.v1 import cards_pb2_grpc
from service.rpc.contract.catalogue_message import catalogue_message
from service.rpc.contract.deck_messages import asked_formats, deck_card, parsed_message
from service.rpc.contract.enums import ROLES, SIDES, VARIANTS, WIRE_VARIANTS, refused

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from deckmapping.decks import Deck, Unresolved
    from deckmapping.records import CardRecord
    from service.caller import Caller

MOST_IDS: Final = 200
"""Ids in one GetCards call."""


class CardServicer(cards_pb2_grpc.CardServiceServicer):
    """Converts, calls, converts. Every method may be called without a caller, in process."""

    def __init__(self, catalogue: Catalogue, clinic: Clinic | None = None) -> None:
        """Answer by *catalogue*; *clinic*, where one is given, is that of the same catalogue, for others too."""
        self._catalogue = catalogue
        self._clinic = clinic or Clinic(catalogue)

    def GetCatalogue(  # noqa: N802
        self, request: pb.GetCatalogueRequest, caller: Caller | None = None
    ) -> pb.GetCatalogueResponse:
        """See the contract."""
        del request, caller
        return catalogue_message(self._catalogue)

    def GetCards(  # noqa: N802
        self, request: pb.GetCardsRequest, caller: Caller | None = None
    ) -> pb.GetCardsResponse:
        """See the contract."""
        del caller
        ids = request.blueprint_ids
        if not 0 < len(ids) <= MOST_IDS:
            raise InvalidInputError.of("blueprintIds", f"{len(ids)} ids", f"1 to {MOST_IDS} ids")
        return pb.GetCardsResponse(
            cards=[_card(record) for record in self._require_all(list(ids))], catalogue_version=self._catalogue.version
        )

    def ClassifyCards(  # noqa: N802
        self, request: pb.ClassifyCardsRequest, caller: Caller | None = None
    ) -> pb.ClassifyCardsResponse:
        """See the contract."""
        del caller
        variant = VARIANTS.get(request.variant)
        if variant is None:
            raise InvalidInputError.all([refused("variant", request.variant, "one of the four variants")])
        lists = classify_all(self._catalogue, variant)
        return pb.ClassifyCardsResponse(
            variant=request.variant,
            wild=lists.wild,
            clone=lists.clone,
            perk_wild=lists.perk_wild,
            stakes=lists.stakes,
            characters=lists.characters,
            clone_perk_characters=lists.clone_perk_characters,
            wild_perk_characters=lists.wild_perk_characters,
            catalogue_version=self._catalogue.version,
        )

    def ReadDeck(  # noqa: N802
        self, request: pb.ReadDeckRequest, caller: Caller | None = None
    ) -> pb.ReadDeckResponse:
        """See the contract."""
        del caller
        return _deck(read_deck(request.deck, self._catalogue), self._catalogue.version)

    def ParseDeck(  # noqa: N802
        self, request: pb.ParseDeckRequest, caller: Caller | None = None
    ) -> pb.ParseDeckResponse:
        """See the contract."""
        del caller
        format_, written = asked_formats(request)
        parsed = self._clinic.parse(request.content, format_)
        exports = {export: self._clinic.export(parsed, export) for export in written}
        return parsed_message(parsed, exports, self._catalogue.version)

    def _require_all(self, ids: list[str]) -> list[CardRecord]:
        records: list[CardRecord] = []
        faults: list[DomainError] = []
        for at, text in enumerate(ids):
            try:
                records.append(self._catalogue.require(text, f"blueprintIds[{at}]"))
            except (MalformedIdError, UnknownCardError) as fault:
                faults.append(fault)
        if faults:
            violations: list[Violation] = [violation for fault in faults for violation in fault.violations]
            raise type(faults[0]).all(violations)
        return records


def _card(record: CardRecord) -> pb.Card:
    return pb.Card(
        blueprint_id=record.blueprint_id,
        title=record.title,
        side=SIDES[record.side],
        category=record.category,
        types=record.types,
        subtype=record.subtype or "",
        destiny=record.destiny,
        values=map(format_value, record.values),
        uniqueness=record.uniqueness or "",
        icons=record.icons,
        keywords=record.keywords,
        species=record.species,
        personas=record.personas,
        system=record.system or "",
        has_armor=record.has_armor,
        parts=[_part(record, variant) for variant in Variant],
    )


def _part(record: CardRecord, variant: Variant) -> pb.CardPart:
    rules = variant_rules(variant)
    classified = rules.classify(record)
    texts = [str(text) for text in sorted(character_texts(record.blueprint_id, variant))]
    if bars_wild_cards(record.blueprint_id, variant):
        texts.append("bars-wild-cards")
    return pb.CardPart(
        variant=WIRE_VARIANTS[variant],
        role=ROLES[classified.role],
        reason=classified.reason,
        stakes=bool(rules.is_stakes(record)),
        eligible_character=bool(rules.is_eligible_character(record)),
        clone_perk=bool(rules.has_clone_perk(record)),
        wild_perk=bool(rules.has_wild_perk(record)),
        texts=texts,
    )


def _deck(deck: Deck, catalogue_version: str) -> pb.ReadDeckResponse:
    return pb.ReadDeckResponse(
        side=SIDES[deck.side],
        pile=[deck_card(card) for card in deck.pile],
        outside=[deck_card(card) for card in deck.outside],
        starting=[deck_card(card) for card in deck.starting],
        unresolved=[_unresolved(entry) for entry in deck.unresolved],
        histogram=deck.histogram,
        cards_in=deck.entry_count,
        catalogue_version=catalogue_version,
    )


def _unresolved(entry: Unresolved) -> pb.UnresolvedEntry:
    return pb.UnresolvedEntry(
        text=entry.text,
        position=entry.position,
        outside=entry.outside,
        reason=f"{entry.reason}: {entry.words}",
        candidates=entry.candidates,
    )
