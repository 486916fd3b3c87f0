from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Side(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_UNSPECIFIED: _ClassVar[Side]
    SIDE_LIGHT: _ClassVar[Side]
    SIDE_DARK: _ClassVar[Side]

class Variant(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VARIANT_UNSPECIFIED: _ClassVar[Variant]
    VARIANT_CLOUD_CITY: _ClassVar[Variant]
    VARIANT_DUNE_SEA: _ClassVar[Variant]
    VARIANT_JABBAS_PALACE: _ClassVar[Variant]
    VARIANT_TROOPER: _ClassVar[Variant]
    VARIANT_FAIR_DECK: _ClassVar[Variant]

class CardRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_ROLE_UNSPECIFIED: _ClassVar[CardRole]
    CARD_ROLE_PLAIN: _ClassVar[CardRole]
    CARD_ROLE_WILD: _ClassVar[CardRole]
    CARD_ROLE_CLONE: _ClassVar[CardRole]
    CARD_ROLE_PERK_WILD: _ClassVar[CardRole]

class DeckFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECK_FORMAT_UNSPECIFIED: _ClassVar[DeckFormat]
    DECK_FORMAT_GEMP: _ClassVar[DeckFormat]
    DECK_FORMAT_GEMP_XML: _ClassVar[DeckFormat]
    DECK_FORMAT_GEMP_HTML: _ClassVar[DeckFormat]
    DECK_FORMAT_HOLOTABLE: _ClassVar[DeckFormat]
    DECK_FORMAT_WIKI: _ClassVar[DeckFormat]
    DECK_FORMAT_ARCHIVE_JSON: _ClassVar[DeckFormat]
    DECK_FORMAT_JSON: _ClassVar[DeckFormat]
    DECK_FORMAT_DECKTECH: _ClassVar[DeckFormat]
    DECK_FORMAT_SITE: _ClassVar[DeckFormat]
    DECK_FORMAT_FORUM: _ClassVar[DeckFormat]
    DECK_FORMAT_PLAIN: _ClassVar[DeckFormat]

class DoubtReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DOUBT_REASON_UNSPECIFIED: _ClassVar[DoubtReason]
    DOUBT_REASON_UNKNOWN_TITLE: _ClassVar[DoubtReason]
    DOUBT_REASON_AMBIGUOUS: _ClassVar[DoubtReason]
    DOUBT_REASON_NOT_VIRTUAL: _ClassVar[DoubtReason]
    DOUBT_REASON_OLD_VIRTUAL: _ClassVar[DoubtReason]
    DOUBT_REASON_UNKNOWN_ID: _ClassVar[DoubtReason]
    DOUBT_REASON_MALFORMED_ID: _ClassVar[DoubtReason]
    DOUBT_REASON_BAD_COUNT: _ClassVar[DoubtReason]
    DOUBT_REASON_UNCERTAIN: _ClassVar[DoubtReason]
SIDE_UNSPECIFIED: Side
SIDE_LIGHT: Side
SIDE_DARK: Side
VARIANT_UNSPECIFIED: Variant
VARIANT_CLOUD_CITY: Variant
VARIANT_DUNE_SEA: Variant
VARIANT_JABBAS_PALACE: Variant
VARIANT_TROOPER: Variant
VARIANT_FAIR_DECK: Variant
CARD_ROLE_UNSPECIFIED: CardRole
CARD_ROLE_PLAIN: CardRole
CARD_ROLE_WILD: CardRole
CARD_ROLE_CLONE: CardRole
CARD_ROLE_PERK_WILD: CardRole
DECK_FORMAT_UNSPECIFIED: DeckFormat
DECK_FORMAT_GEMP: DeckFormat
DECK_FORMAT_GEMP_XML: DeckFormat
DECK_FORMAT_GEMP_HTML: DeckFormat
DECK_FORMAT_HOLOTABLE: DeckFormat
DECK_FORMAT_WIKI: DeckFormat
DECK_FORMAT_ARCHIVE_JSON: DeckFormat
DECK_FORMAT_JSON: DeckFormat
DECK_FORMAT_DECKTECH: DeckFormat
DECK_FORMAT_SITE: DeckFormat
DECK_FORMAT_FORUM: DeckFormat
DECK_FORMAT_PLAIN: DeckFormat
DOUBT_REASON_UNSPECIFIED: DoubtReason
DOUBT_REASON_UNKNOWN_TITLE: DoubtReason
DOUBT_REASON_AMBIGUOUS: DoubtReason
DOUBT_REASON_NOT_VIRTUAL: DoubtReason
DOUBT_REASON_OLD_VIRTUAL: DoubtReason
DOUBT_REASON_UNKNOWN_ID: DoubtReason
DOUBT_REASON_MALFORMED_ID: DoubtReason
DOUBT_REASON_BAD_COUNT: DoubtReason
DOUBT_REASON_UNCERTAIN: DoubtReason

class GetCatalogueRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCatalogueResponse(_message.Message):
    __slots__ = ("catalogue_version", "card_count", "conflicts", "gaps", "notes", "left_out", "sources")
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    CONFLICTS_FIELD_NUMBER: _ClassVar[int]
    GAPS_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    catalogue_version: str
    card_count: int
    conflicts: _containers.RepeatedCompositeFieldContainer[CatalogueConflict]
    gaps: _containers.RepeatedCompositeFieldContainer[CatalogueGap]
    notes: _containers.RepeatedCompositeFieldContainer[CatalogueNote]
    left_out: _containers.RepeatedCompositeFieldContainer[CatalogueLeftOut]
    sources: _containers.RepeatedCompositeFieldContainer[CatalogueSource]
    def __init__(self, catalogue_version: _Optional[str] = ..., card_count: _Optional[int] = ..., conflicts: _Optional[_Iterable[_Union[CatalogueConflict, _Mapping]]] = ..., gaps: _Optional[_Iterable[_Union[CatalogueGap, _Mapping]]] = ..., notes: _Optional[_Iterable[_Union[CatalogueNote, _Mapping]]] = ..., left_out: _Optional[_Iterable[_Union[CatalogueLeftOut, _Mapping]]] = ..., sources: _Optional[_Iterable[_Union[CatalogueSource, _Mapping]]] = ...) -> None: ...

class CatalogueSource(_message.Message):
    __slots__ = ("source", "name", "record_count", "card_count")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RECORD_COUNT_FIELD_NUMBER: _ClassVar[int]
    CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    source: str
    name: str
    record_count: int
    card_count: int
    def __init__(self, source: _Optional[str] = ..., name: _Optional[str] = ..., record_count: _Optional[int] = ..., card_count: _Optional[int] = ...) -> None: ...

class CatalogueConflict(_message.Message):
    __slots__ = ("blueprint_id", "field", "values", "taken", "reason")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    field: str
    values: _containers.RepeatedCompositeFieldContainer[SourceValue]
    taken: str
    reason: str
    def __init__(self, blueprint_id: _Optional[str] = ..., field: _Optional[str] = ..., values: _Optional[_Iterable[_Union[SourceValue, _Mapping]]] = ..., taken: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class SourceValue(_message.Message):
    __slots__ = ("source", "text")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    source: str
    text: str
    def __init__(self, source: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class CatalogueGap(_message.Message):
    __slots__ = ("field", "count", "reason", "blueprint_ids")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    BLUEPRINT_IDS_FIELD_NUMBER: _ClassVar[int]
    field: str
    count: int
    reason: str
    blueprint_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, field: _Optional[str] = ..., count: _Optional[int] = ..., reason: _Optional[str] = ..., blueprint_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class CatalogueNote(_message.Message):
    __slots__ = ("blueprint_id", "field", "text", "kind")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    field: str
    text: str
    kind: str
    def __init__(self, blueprint_id: _Optional[str] = ..., field: _Optional[str] = ..., text: _Optional[str] = ..., kind: _Optional[str] = ...) -> None: ...

class CatalogueLeftOut(_message.Message):
    __slots__ = ("id", "source", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    source: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., source: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class GetCardsRequest(_message.Message):
    __slots__ = ("blueprint_ids",)
    BLUEPRINT_IDS_FIELD_NUMBER: _ClassVar[int]
    blueprint_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, blueprint_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class GetCardsResponse(_message.Message):
    __slots__ = ("cards", "catalogue_version")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    catalogue_version: str
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("blueprint_id", "title", "side", "category", "types", "subtype", "destiny", "values", "uniqueness", "icons", "keywords", "species", "personas", "system", "has_armor", "parts")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    SUBTYPE_FIELD_NUMBER: _ClassVar[int]
    DESTINY_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    UNIQUENESS_FIELD_NUMBER: _ClassVar[int]
    ICONS_FIELD_NUMBER: _ClassVar[int]
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    SPECIES_FIELD_NUMBER: _ClassVar[int]
    PERSONAS_FIELD_NUMBER: _ClassVar[int]
    SYSTEM_FIELD_NUMBER: _ClassVar[int]
    HAS_ARMOR_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    title: str
    side: Side
    category: str
    types: _containers.RepeatedScalarFieldContainer[str]
    subtype: str
    destiny: str
    values: _containers.RepeatedScalarFieldContainer[str]
    uniqueness: str
    icons: _containers.RepeatedScalarFieldContainer[str]
    keywords: _containers.RepeatedScalarFieldContainer[str]
    species: _containers.RepeatedScalarFieldContainer[str]
    personas: _containers.RepeatedScalarFieldContainer[str]
    system: str
    has_armor: bool
    parts: _containers.RepeatedCompositeFieldContainer[CardPart]
    def __init__(self, blueprint_id: _Optional[str] = ..., title: _Optional[str] = ..., side: _Optional[_Union[Side, str]] = ..., category: _Optional[str] = ..., types: _Optional[_Iterable[str]] = ..., subtype: _Optional[str] = ..., destiny: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ..., uniqueness: _Optional[str] = ..., icons: _Optional[_Iterable[str]] = ..., keywords: _Optional[_Iterable[str]] = ..., species: _Optional[_Iterable[str]] = ..., personas: _Optional[_Iterable[str]] = ..., system: _Optional[str] = ..., has_armor: _Optional[bool] = ..., parts: _Optional[_Iterable[_Union[CardPart, _Mapping]]] = ...) -> None: ...

class CardPart(_message.Message):
    __slots__ = ("variant", "role", "reason", "stakes", "eligible_character", "clone_perk", "wild_perk", "texts")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STAKES_FIELD_NUMBER: _ClassVar[int]
    ELIGIBLE_CHARACTER_FIELD_NUMBER: _ClassVar[int]
    CLONE_PERK_FIELD_NUMBER: _ClassVar[int]
    WILD_PERK_FIELD_NUMBER: _ClassVar[int]
    TEXTS_FIELD_NUMBER: _ClassVar[int]
    variant: Variant
    role: CardRole
    reason: str
    stakes: bool
    eligible_character: bool
    clone_perk: bool
    wild_perk: bool
    texts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, variant: _Optional[_Union[Variant, str]] = ..., role: _Optional[_Union[CardRole, str]] = ..., reason: _Optional[str] = ..., stakes: _Optional[bool] = ..., eligible_character: _Optional[bool] = ..., clone_perk: _Optional[bool] = ..., wild_perk: _Optional[bool] = ..., texts: _Optional[_Iterable[str]] = ...) -> None: ...

class ClassifyCardsRequest(_message.Message):
    __slots__ = ("variant",)
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    variant: Variant
    def __init__(self, variant: _Optional[_Union[Variant, str]] = ...) -> None: ...

class ClassifyCardsResponse(_message.Message):
    __slots__ = ("variant", "wild", "clone", "perk_wild", "stakes", "characters", "clone_perk_characters", "wild_perk_characters", "catalogue_version")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    WILD_FIELD_NUMBER: _ClassVar[int]
    CLONE_FIELD_NUMBER: _ClassVar[int]
    PERK_WILD_FIELD_NUMBER: _ClassVar[int]
    STAKES_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    CLONE_PERK_CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    WILD_PERK_CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    variant: Variant
    wild: _containers.RepeatedScalarFieldContainer[str]
    clone: _containers.RepeatedScalarFieldContainer[str]
    perk_wild: _containers.RepeatedScalarFieldContainer[str]
    stakes: _containers.RepeatedScalarFieldContainer[str]
    characters: _containers.RepeatedScalarFieldContainer[str]
    clone_perk_characters: _containers.RepeatedScalarFieldContainer[str]
    wild_perk_characters: _containers.RepeatedScalarFieldContainer[str]
    catalogue_version: str
    def __init__(self, variant: _Optional[_Union[Variant, str]] = ..., wild: _Optional[_Iterable[str]] = ..., clone: _Optional[_Iterable[str]] = ..., perk_wild: _Optional[_Iterable[str]] = ..., stakes: _Optional[_Iterable[str]] = ..., characters: _Optional[_Iterable[str]] = ..., clone_perk_characters: _Optional[_Iterable[str]] = ..., wild_perk_characters: _Optional[_Iterable[str]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class ReadDeckRequest(_message.Message):
    __slots__ = ("deck",)
    DECK_FIELD_NUMBER: _ClassVar[int]
    deck: str
    def __init__(self, deck: _Optional[str] = ...) -> None: ...

class ReadDeckResponse(_message.Message):
    __slots__ = ("side", "pile", "outside", "starting", "unresolved", "histogram", "cards_in", "catalogue_version")
    class HistogramEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    SIDE_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    OUTSIDE_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    UNRESOLVED_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAM_FIELD_NUMBER: _ClassVar[int]
    CARDS_IN_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    side: Side
    pile: _containers.RepeatedCompositeFieldContainer[DeckCard]
    outside: _containers.RepeatedCompositeFieldContainer[DeckCard]
    starting: _containers.RepeatedCompositeFieldContainer[DeckCard]
    unresolved: _containers.RepeatedCompositeFieldContainer[UnresolvedEntry]
    histogram: _containers.ScalarMap[str, int]
    cards_in: int
    catalogue_version: str
    def __init__(self, side: _Optional[_Union[Side, str]] = ..., pile: _Optional[_Iterable[_Union[DeckCard, _Mapping]]] = ..., outside: _Optional[_Iterable[_Union[DeckCard, _Mapping]]] = ..., starting: _Optional[_Iterable[_Union[DeckCard, _Mapping]]] = ..., unresolved: _Optional[_Iterable[_Union[UnresolvedEntry, _Mapping]]] = ..., histogram: _Optional[_Mapping[str, int]] = ..., cards_in: _Optional[int] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class DeckCard(_message.Message):
    __slots__ = ("blueprint_id", "title", "values")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    title: str
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, blueprint_id: _Optional[str] = ..., title: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ...) -> None: ...

class UnresolvedEntry(_message.Message):
    __slots__ = ("text", "position", "outside", "reason", "candidates")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    OUTSIDE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    text: str
    position: int
    outside: bool
    reason: str
    candidates: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, text: _Optional[str] = ..., position: _Optional[int] = ..., outside: _Optional[bool] = ..., reason: _Optional[str] = ..., candidates: _Optional[_Iterable[str]] = ...) -> None: ...

class ParseDeckRequest(_message.Message):
    __slots__ = ("content", "format", "exports")
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    EXPORTS_FIELD_NUMBER: _ClassVar[int]
    content: bytes
    format: DeckFormat
    exports: _containers.RepeatedScalarFieldContainer[DeckFormat]
    def __init__(self, content: _Optional[bytes] = ..., format: _Optional[_Union[DeckFormat, str]] = ..., exports: _Optional[_Iterable[_Union[DeckFormat, str]]] = ...) -> None: ...

class ParseDeckResponse(_message.Message):
    __slots__ = ("format", "encoding", "side", "cards_in", "pile", "outside", "starting", "starting_marked", "doubts", "remarks", "ignored", "histogram", "deck", "exports", "catalogue_version")
    class HistogramEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ENCODING_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    CARDS_IN_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    OUTSIDE_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    STARTING_MARKED_FIELD_NUMBER: _ClassVar[int]
    DOUBTS_FIELD_NUMBER: _ClassVar[int]
    REMARKS_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAM_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    EXPORTS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    format: DeckFormat
    encoding: str
    side: Side
    cards_in: int
    pile: _containers.RepeatedCompositeFieldContainer[DeckCard]
    outside: _containers.RepeatedCompositeFieldContainer[DeckCard]
    starting: _containers.RepeatedCompositeFieldContainer[DeckCard]
    starting_marked: bool
    doubts: _containers.RepeatedCompositeFieldContainer[DeckDoubt]
    remarks: _containers.RepeatedCompositeFieldContainer[DeckRemark]
    ignored: _containers.RepeatedCompositeFieldContainer[IgnoredLine]
    histogram: _containers.ScalarMap[str, int]
    deck: str
    exports: _containers.RepeatedCompositeFieldContainer[ExportedDeck]
    catalogue_version: str
    def __init__(self, format: _Optional[_Union[DeckFormat, str]] = ..., encoding: _Optional[str] = ..., side: _Optional[_Union[Side, str]] = ..., cards_in: _Optional[int] = ..., pile: _Optional[_Iterable[_Union[DeckCard, _Mapping]]] = ..., outside: _Optional[_Iterable[_Union[DeckCard, _Mapping]]] = ..., starting: _Optional[_Iterable[_Union[DeckCard, _Mapping]]] = ..., starting_marked: _Optional[bool] = ..., doubts: _Optional[_Iterable[_Union[DeckDoubt, _Mapping]]] = ..., remarks: _Optional[_Iterable[_Union[DeckRemark, _Mapping]]] = ..., ignored: _Optional[_Iterable[_Union[IgnoredLine, _Mapping]]] = ..., histogram: _Optional[_Mapping[str, int]] = ..., deck: _Optional[str] = ..., exports: _Optional[_Iterable[_Union[ExportedDeck, _Mapping]]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class DeckDoubt(_message.Message):
    __slots__ = ("line", "text", "count", "outside", "reason", "words", "candidates")
    LINE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    OUTSIDE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    line: int
    text: str
    count: int
    outside: bool
    reason: DoubtReason
    words: str
    candidates: _containers.RepeatedCompositeFieldContainer[DeckCandidate]
    def __init__(self, line: _Optional[int] = ..., text: _Optional[str] = ..., count: _Optional[int] = ..., outside: _Optional[bool] = ..., reason: _Optional[_Union[DoubtReason, str]] = ..., words: _Optional[str] = ..., candidates: _Optional[_Iterable[_Union[DeckCandidate, _Mapping]]] = ...) -> None: ...

class DeckCandidate(_message.Message):
    __slots__ = ("blueprint_id", "title", "side", "set_name", "values")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    SET_NAME_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    title: str
    side: Side
    set_name: str
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, blueprint_id: _Optional[str] = ..., title: _Optional[str] = ..., side: _Optional[_Union[Side, str]] = ..., set_name: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ...) -> None: ...

class DeckRemark(_message.Message):
    __slots__ = ("line", "text")
    LINE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    line: int
    text: str
    def __init__(self, line: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class IgnoredLine(_message.Message):
    __slots__ = ("line", "text", "reason")
    LINE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    line: int
    text: str
    reason: str
    def __init__(self, line: _Optional[int] = ..., text: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ExportedDeck(_message.Message):
    __slots__ = ("format", "text")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    format: DeckFormat
    text: str
    def __init__(self, format: _Optional[_Union[DeckFormat, str]] = ..., text: _Optional[str] = ...) -> None: ...
