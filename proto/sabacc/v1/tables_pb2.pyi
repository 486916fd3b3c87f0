import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from sabacc.v1 import cards_pb2 as _cards_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MoveKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_KIND_UNSPECIFIED: _ClassVar[MoveKind]
    MOVE_KIND_BET: _ClassVar[MoveKind]
    MOVE_KIND_READY: _ClassVar[MoveKind]
    MOVE_KIND_DRAW: _ClassVar[MoveKind]
    MOVE_KIND_STAND: _ClassVar[MoveKind]
    MOVE_KIND_CHOOSE: _ClassVar[MoveKind]
    MOVE_KIND_CHOOSE_BEST: _ClassVar[MoveKind]
    MOVE_KIND_CHANGE_TOTAL: _ClassVar[MoveKind]
    MOVE_KIND_FINISH: _ClassVar[MoveKind]
    MOVE_KIND_LEAVE: _ClassVar[MoveKind]
    MOVE_KIND_SEAT_DEALER: _ClassVar[MoveKind]
    MOVE_KIND_CLOSE: _ClassVar[MoveKind]

class Absence(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ABSENCE_UNSPECIFIED: _ClassVar[Absence]
    ABSENCE_MISSED_DEADLINE: _ClassVar[Absence]
    ABSENCE_LEFT: _ClassVar[Absence]
    ABSENCE_CONCEDED: _ClassVar[Absence]

class HandPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HAND_PHASE_UNSPECIFIED: _ClassVar[HandPhase]
    HAND_PHASE_DRAWING: _ClassVar[HandPhase]
    HAND_PHASE_VALUING: _ClassVar[HandPhase]
    HAND_PHASE_CHANGING: _ClassVar[HandPhase]
    HAND_PHASE_FINISHED: _ClassVar[HandPhase]
MOVE_KIND_UNSPECIFIED: MoveKind
MOVE_KIND_BET: MoveKind
MOVE_KIND_READY: MoveKind
MOVE_KIND_DRAW: MoveKind
MOVE_KIND_STAND: MoveKind
MOVE_KIND_CHOOSE: MoveKind
MOVE_KIND_CHOOSE_BEST: MoveKind
MOVE_KIND_CHANGE_TOTAL: MoveKind
MOVE_KIND_FINISH: MoveKind
MOVE_KIND_LEAVE: MoveKind
MOVE_KIND_SEAT_DEALER: MoveKind
MOVE_KIND_CLOSE: MoveKind
ABSENCE_UNSPECIFIED: Absence
ABSENCE_MISSED_DEADLINE: Absence
ABSENCE_LEFT: Absence
ABSENCE_CONCEDED: Absence
HAND_PHASE_UNSPECIFIED: HandPhase
HAND_PHASE_DRAWING: HandPhase
HAND_PHASE_VALUING: HandPhase
HAND_PHASE_CHANGING: HandPhase
HAND_PHASE_FINISHED: HandPhase

class ListThemesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListThemesResponse(_message.Message):
    __slots__ = ("themes",)
    THEMES_FIELD_NUMBER: _ClassVar[int]
    themes: _containers.RepeatedCompositeFieldContainer[ThemeSummary]
    def __init__(self, themes: _Optional[_Iterable[_Union[ThemeSummary, _Mapping]]] = ...) -> None: ...

class ThemeSummary(_message.Message):
    __slots__ = ("name", "title", "variant", "side", "place", "dealers")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    DEALERS_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    variant: _cards_pb2.Variant
    side: _cards_pb2.Side
    place: str
    dealers: int
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., side: _Optional[_Union[_cards_pb2.Side, str]] = ..., place: _Optional[str] = ..., dealers: _Optional[int] = ...) -> None: ...

class GetThemeRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetThemeResponse(_message.Message):
    __slots__ = ("summary", "backgrounds", "music", "table_light", "accent_light", "arrival_light", "zones", "sample_deck", "house_deck", "boss_deck", "dealers")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    BACKGROUNDS_FIELD_NUMBER: _ClassVar[int]
    MUSIC_FIELD_NUMBER: _ClassVar[int]
    TABLE_LIGHT_FIELD_NUMBER: _ClassVar[int]
    ACCENT_LIGHT_FIELD_NUMBER: _ClassVar[int]
    ARRIVAL_LIGHT_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    SAMPLE_DECK_FIELD_NUMBER: _ClassVar[int]
    HOUSE_DECK_FIELD_NUMBER: _ClassVar[int]
    BOSS_DECK_FIELD_NUMBER: _ClassVar[int]
    DEALERS_FIELD_NUMBER: _ClassVar[int]
    summary: ThemeSummary
    backgrounds: _containers.RepeatedCompositeFieldContainer[ThemeBackground]
    music: str
    table_light: str
    accent_light: str
    arrival_light: str
    zones: _containers.RepeatedCompositeFieldContainer[ThemeZone]
    sample_deck: str
    house_deck: str
    boss_deck: str
    dealers: _containers.RepeatedCompositeFieldContainer[ThemeDealer]
    def __init__(self, summary: _Optional[_Union[ThemeSummary, _Mapping]] = ..., backgrounds: _Optional[_Iterable[_Union[ThemeBackground, _Mapping]]] = ..., music: _Optional[str] = ..., table_light: _Optional[str] = ..., accent_light: _Optional[str] = ..., arrival_light: _Optional[str] = ..., zones: _Optional[_Iterable[_Union[ThemeZone, _Mapping]]] = ..., sample_deck: _Optional[str] = ..., house_deck: _Optional[str] = ..., boss_deck: _Optional[str] = ..., dealers: _Optional[_Iterable[_Union[ThemeDealer, _Mapping]]] = ...) -> None: ...

class ThemeBackground(_message.Message):
    __slots__ = ("key", "title", "blueprint_id", "words", "modifier", "house_edge", "house_edge_plain")
    KEY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_PLAIN_FIELD_NUMBER: _ClassVar[int]
    key: str
    title: str
    blueprint_id: str
    words: str
    modifier: str
    house_edge: str
    house_edge_plain: str
    def __init__(self, key: _Optional[str] = ..., title: _Optional[str] = ..., blueprint_id: _Optional[str] = ..., words: _Optional[str] = ..., modifier: _Optional[str] = ..., house_edge: _Optional[str] = ..., house_edge_plain: _Optional[str] = ...) -> None: ...

class ThemeZone(_message.Message):
    __slots__ = ("key", "place", "shows")
    KEY_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SHOWS_FIELD_NUMBER: _ClassVar[int]
    key: str
    place: str
    shows: str
    def __init__(self, key: _Optional[str] = ..., place: _Optional[str] = ..., shows: _Optional[str] = ...) -> None: ...

class ThemeDealer(_message.Message):
    __slots__ = ("key", "name", "blueprint_id", "boss", "character", "greeting", "deck", "picture", "cue", "terms", "house_edge", "house_edge_plain")
    KEY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    BOSS_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    GREETING_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    CUE_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_PLAIN_FIELD_NUMBER: _ClassVar[int]
    key: str
    name: str
    blueprint_id: str
    boss: bool
    character: str
    greeting: str
    deck: str
    picture: str
    cue: str
    terms: str
    house_edge: str
    house_edge_plain: str
    def __init__(self, key: _Optional[str] = ..., name: _Optional[str] = ..., blueprint_id: _Optional[str] = ..., boss: _Optional[bool] = ..., character: _Optional[str] = ..., greeting: _Optional[str] = ..., deck: _Optional[str] = ..., picture: _Optional[str] = ..., cue: _Optional[str] = ..., terms: _Optional[str] = ..., house_edge: _Optional[str] = ..., house_edge_plain: _Optional[str] = ...) -> None: ...

class OpenTableRequest(_message.Message):
    __slots__ = ("request_id", "dealer", "versus", "start_chips", "cut", "hands")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    VERSUS_FIELD_NUMBER: _ClassVar[int]
    START_CHIPS_FIELD_NUMBER: _ClassVar[int]
    CUT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    dealer: DealerTable
    versus: VersusTable
    start_chips: int
    cut: int
    hands: int
    def __init__(self, request_id: _Optional[str] = ..., dealer: _Optional[_Union[DealerTable, _Mapping]] = ..., versus: _Optional[_Union[VersusTable, _Mapping]] = ..., start_chips: _Optional[int] = ..., cut: _Optional[int] = ..., hands: _Optional[int] = ...) -> None: ...

class DealerTable(_message.Message):
    __slots__ = ("player", "theme", "background", "dealer", "plain_cards", "with_modifier", "unwatched", "perfect_pays", "perfect_costs")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    THEME_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    PLAIN_CARDS_FIELD_NUMBER: _ClassVar[int]
    WITH_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    UNWATCHED_FIELD_NUMBER: _ClassVar[int]
    PERFECT_PAYS_FIELD_NUMBER: _ClassVar[int]
    PERFECT_COSTS_FIELD_NUMBER: _ClassVar[int]
    player: TablePlayer
    theme: str
    background: str
    dealer: str
    plain_cards: bool
    with_modifier: bool
    unwatched: bool
    perfect_pays: str
    perfect_costs: int
    def __init__(self, player: _Optional[_Union[TablePlayer, _Mapping]] = ..., theme: _Optional[str] = ..., background: _Optional[str] = ..., dealer: _Optional[str] = ..., plain_cards: _Optional[bool] = ..., with_modifier: _Optional[bool] = ..., unwatched: _Optional[bool] = ..., perfect_pays: _Optional[str] = ..., perfect_costs: _Optional[int] = ...) -> None: ...

class VersusTable(_message.Message):
    __slots__ = ("players", "stake", "variant", "theme", "background")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    STAKE_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    THEME_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[TablePlayer]
    stake: int
    variant: _cards_pb2.Variant
    theme: str
    background: str
    def __init__(self, players: _Optional[_Iterable[_Union[TablePlayer, _Mapping]]] = ..., stake: _Optional[int] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., theme: _Optional[str] = ..., background: _Optional[str] = ...) -> None: ...

class TablePlayer(_message.Message):
    __slots__ = ("name", "bundled", "gemp", "pasted", "started_on_table", "character")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BUNDLED_FIELD_NUMBER: _ClassVar[int]
    GEMP_FIELD_NUMBER: _ClassVar[int]
    PASTED_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    name: str
    bundled: str
    gemp: str
    pasted: str
    started_on_table: _containers.RepeatedScalarFieldContainer[str]
    character: str
    def __init__(self, name: _Optional[str] = ..., bundled: _Optional[str] = ..., gemp: _Optional[str] = ..., pasted: _Optional[str] = ..., started_on_table: _Optional[_Iterable[str]] = ..., character: _Optional[str] = ...) -> None: ...

class OpenTableResponse(_message.Message):
    __slots__ = ("table", "events", "replayed")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    table: TableView
    events: _containers.RepeatedCompositeFieldContainer[TableEvent]
    replayed: bool
    def __init__(self, table: _Optional[_Union[TableView, _Mapping]] = ..., events: _Optional[_Iterable[_Union[TableEvent, _Mapping]]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class MakeMoveRequest(_message.Message):
    __slots__ = ("request_id", "table_id", "seat", "turn", "move", "amount", "nonce", "position", "choice", "change", "dealer", "absence")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    ABSENCE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table_id: str
    seat: int
    turn: int
    move: MoveKind
    amount: int
    nonce: bytes
    position: int
    choice: str
    change: int
    dealer: str
    absence: Absence
    def __init__(self, request_id: _Optional[str] = ..., table_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., move: _Optional[_Union[MoveKind, str]] = ..., amount: _Optional[int] = ..., nonce: _Optional[bytes] = ..., position: _Optional[int] = ..., choice: _Optional[str] = ..., change: _Optional[int] = ..., dealer: _Optional[str] = ..., absence: _Optional[_Union[Absence, str]] = ...) -> None: ...

class MakeMoveResponse(_message.Message):
    __slots__ = ("table", "events", "replayed")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    table: TableView
    events: _containers.RepeatedCompositeFieldContainer[TableEvent]
    replayed: bool
    def __init__(self, table: _Optional[_Union[TableView, _Mapping]] = ..., events: _Optional[_Iterable[_Union[TableEvent, _Mapping]]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class GetTableRequest(_message.Message):
    __slots__ = ("table_id", "seat")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    seat: int
    def __init__(self, table_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class GetTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: TableView
    def __init__(self, table: _Optional[_Union[TableView, _Mapping]] = ...) -> None: ...

class CloseTableRequest(_message.Message):
    __slots__ = ("request_id", "table_id", "seat", "turn")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table_id: str
    seat: int
    turn: int
    def __init__(self, request_id: _Optional[str] = ..., table_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class CloseTableResponse(_message.Message):
    __slots__ = ("table", "events", "replayed")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    table: TableView
    events: _containers.RepeatedCompositeFieldContainer[TableEvent]
    replayed: bool
    def __init__(self, table: _Optional[_Union[TableView, _Mapping]] = ..., events: _Optional[_Iterable[_Union[TableEvent, _Mapping]]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class TableView(_message.Message):
    __slots__ = ("table_id", "seat", "turn", "theme", "background", "variant", "against_dealer", "hand", "hands_left", "phase", "asked", "moves", "seats", "purse", "bet", "largest_bet", "result", "dealer", "visit_hands", "attention", "published_key", "lock", "last_key", "closed", "score", "least_bet")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    THEME_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    AGAINST_DEALER_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    HANDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PURSE_FIELD_NUMBER: _ClassVar[int]
    BET_FIELD_NUMBER: _ClassVar[int]
    LARGEST_BET_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    VISIT_HANDS_FIELD_NUMBER: _ClassVar[int]
    ATTENTION_FIELD_NUMBER: _ClassVar[int]
    PUBLISHED_KEY_FIELD_NUMBER: _ClassVar[int]
    LOCK_FIELD_NUMBER: _ClassVar[int]
    LAST_KEY_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    LEAST_BET_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    seat: int
    turn: int
    theme: str
    background: str
    variant: _cards_pb2.Variant
    against_dealer: bool
    hand: int
    hands_left: int
    phase: HandPhase
    asked: int
    moves: _containers.RepeatedScalarFieldContainer[MoveKind]
    seats: _containers.RepeatedCompositeFieldContainer[SeatView]
    purse: PurseView
    bet: int
    largest_bet: int
    result: HandResult
    dealer: ThemeDealer
    visit_hands: int
    attention: int
    published_key: bytes
    lock: bytes
    last_key: bytes
    closed: bool
    score: ScoreView
    least_bet: int
    def __init__(self, table_id: _Optional[str] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., theme: _Optional[str] = ..., background: _Optional[str] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., against_dealer: _Optional[bool] = ..., hand: _Optional[int] = ..., hands_left: _Optional[int] = ..., phase: _Optional[_Union[HandPhase, str]] = ..., asked: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[MoveKind, str]]] = ..., seats: _Optional[_Iterable[_Union[SeatView, _Mapping]]] = ..., purse: _Optional[_Union[PurseView, _Mapping]] = ..., bet: _Optional[int] = ..., largest_bet: _Optional[int] = ..., result: _Optional[_Union[HandResult, _Mapping]] = ..., dealer: _Optional[_Union[ThemeDealer, _Mapping]] = ..., visit_hands: _Optional[int] = ..., attention: _Optional[int] = ..., published_key: _Optional[bytes] = ..., lock: _Optional[bytes] = ..., last_key: _Optional[bytes] = ..., closed: _Optional[bool] = ..., score: _Optional[_Union[ScoreView, _Mapping]] = ..., least_bet: _Optional[int] = ...) -> None: ...

class SeatView(_message.Message):
    __slots__ = ("name", "character", "cards", "card_count", "total", "best_total", "change", "pile_count", "done", "absence", "ready", "played", "burned", "checked")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    BEST_TOTAL_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    PILE_COUNT_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    ABSENCE_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    BURNED_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    name: str
    character: str
    cards: _containers.RepeatedCompositeFieldContainer[TableCard]
    card_count: int
    total: str
    best_total: str
    change: int
    pile_count: int
    done: bool
    absence: Absence
    ready: bool
    played: _containers.RepeatedScalarFieldContainer[str]
    burned: _containers.RepeatedScalarFieldContainer[str]
    checked: bool
    def __init__(self, name: _Optional[str] = ..., character: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[TableCard, _Mapping]]] = ..., card_count: _Optional[int] = ..., total: _Optional[str] = ..., best_total: _Optional[str] = ..., change: _Optional[int] = ..., pile_count: _Optional[int] = ..., done: _Optional[bool] = ..., absence: _Optional[_Union[Absence, str]] = ..., ready: _Optional[bool] = ..., played: _Optional[_Iterable[str]] = ..., burned: _Optional[_Iterable[str]] = ..., checked: _Optional[bool] = ...) -> None: ...

class TableCard(_message.Message):
    __slots__ = ("blueprint_id", "title", "printed", "role", "value", "reason", "choices")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    PRINTED_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    title: str
    printed: _containers.RepeatedScalarFieldContainer[str]
    role: _cards_pb2.CardRole
    value: str
    reason: str
    choices: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, blueprint_id: _Optional[str] = ..., title: _Optional[str] = ..., printed: _Optional[_Iterable[str]] = ..., role: _Optional[_Union[_cards_pb2.CardRole, str]] = ..., value: _Optional[str] = ..., reason: _Optional[str] = ..., choices: _Optional[_Iterable[str]] = ...) -> None: ...

class ScoreView(_message.Message):
    __slots__ = ("won", "held")
    WON_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    won: int
    held: int
    def __init__(self, won: _Optional[int] = ..., held: _Optional[int] = ...) -> None: ...

class PurseView(_message.Message):
    __slots__ = ("balance", "held", "game", "start")
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    balance: int
    held: int
    game: int
    start: int
    def __init__(self, balance: _Optional[int] = ..., held: _Optional[int] = ..., game: _Optional[int] = ..., start: _Optional[int] = ...) -> None: ...

class HandResult(_message.Message):
    __slots__ = ("words", "winner", "double", "bets", "chips", "silver")
    WORDS_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_FIELD_NUMBER: _ClassVar[int]
    BETS_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    words: str
    winner: int
    double: bool
    bets: str
    chips: int
    silver: int
    def __init__(self, words: _Optional[str] = ..., winner: _Optional[int] = ..., double: _Optional[bool] = ..., bets: _Optional[str] = ..., chips: _Optional[int] = ..., silver: _Optional[int] = ...) -> None: ...

class TableEvent(_message.Message):
    __slots__ = ("text", "cue", "light", "pictures")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CUE_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    PICTURES_FIELD_NUMBER: _ClassVar[int]
    text: str
    cue: str
    light: str
    pictures: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, text: _Optional[str] = ..., cue: _Optional[str] = ..., light: _Optional[str] = ..., pictures: _Optional[_Iterable[str]] = ...) -> None: ...

class AdviseMoveRequest(_message.Message):
    __slots__ = ("table_id",)
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    def __init__(self, table_id: _Optional[str] = ...) -> None: ...

class AdviseMoveResponse(_message.Message):
    __slots__ = ("best", "stand", "draw", "cost", "cost_decimal", "words")
    BEST_FIELD_NUMBER: _ClassVar[int]
    STAND_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    COST_DECIMAL_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    best: MoveKind
    stand: str
    draw: str
    cost: str
    cost_decimal: str
    words: str
    def __init__(self, best: _Optional[_Union[MoveKind, str]] = ..., stand: _Optional[str] = ..., draw: _Optional[str] = ..., cost: _Optional[str] = ..., cost_decimal: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...

class GetTableRecordRequest(_message.Message):
    __slots__ = ("table_id",)
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    def __init__(self, table_id: _Optional[str] = ...) -> None: ...

class GetTableRecordResponse(_message.Message):
    __slots__ = ("record", "digest")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    record: bytes
    digest: str
    def __init__(self, record: _Optional[bytes] = ..., digest: _Optional[str] = ...) -> None: ...

class VerifyTableRecordRequest(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: bytes
    def __init__(self, record: _Optional[bytes] = ...) -> None: ...

class VerifyTableRecordResponse(_message.Message):
    __slots__ = ("valid", "first_bad_line", "reason", "table_id", "hands", "closed", "digest", "cards_checked", "remarks")
    VALID_FIELD_NUMBER: _ClassVar[int]
    FIRST_BAD_LINE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    CARDS_CHECKED_FIELD_NUMBER: _ClassVar[int]
    REMARKS_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    first_bad_line: int
    reason: str
    table_id: str
    hands: int
    closed: bool
    digest: str
    cards_checked: bool
    remarks: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, valid: _Optional[bool] = ..., first_bad_line: _Optional[int] = ..., reason: _Optional[str] = ..., table_id: _Optional[str] = ..., hands: _Optional[int] = ..., closed: _Optional[bool] = ..., digest: _Optional[str] = ..., cards_checked: _Optional[bool] = ..., remarks: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchEventsRequest(_message.Message):
    __slots__ = ("after",)
    AFTER_FIELD_NUMBER: _ClassVar[int]
    after: int
    def __init__(self, after: _Optional[int] = ...) -> None: ...

class WatchEventsResponse(_message.Message):
    __slots__ = ("sequence", "table_id", "seat", "event", "time")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    table_id: str
    seat: int
    event: TableEvent
    time: _timestamp_pb2.Timestamp
    def __init__(self, sequence: _Optional[int] = ..., table_id: _Optional[str] = ..., seat: _Optional[int] = ..., event: _Optional[_Union[TableEvent, _Mapping]] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...
