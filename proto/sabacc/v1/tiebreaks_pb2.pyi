import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIRECTION_UNSPECIFIED: _ClassVar[Direction]
    DIRECTION_HIGH: _ClassVar[Direction]
    DIRECTION_LOW: _ClassVar[Direction]

class Grade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GRADE_UNSPECIFIED: _ClassVar[Grade]
    GRADE_A: _ClassVar[Grade]
    GRADE_B: _ClassVar[Grade]
    GRADE_C: _ClassVar[Grade]
    GRADE_W: _ClassVar[Grade]
DIRECTION_UNSPECIFIED: Direction
DIRECTION_HIGH: Direction
DIRECTION_LOW: Direction
GRADE_UNSPECIFIED: Grade
GRADE_A: Grade
GRADE_B: Grade
GRADE_C: Grade
GRADE_W: Grade

class ResolveTiebreakRequest(_message.Message):
    __slots__ = ("event", "stage", "attempt", "seed", "players", "head_to_head", "options")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    HEAD_TO_HEAD_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    seed: bytes
    players: _containers.RepeatedCompositeFieldContainer[TiebreakPlayer]
    head_to_head: _containers.RepeatedCompositeFieldContainer[HeadToHead]
    options: TiebreakOptions
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., seed: _Optional[bytes] = ..., players: _Optional[_Iterable[_Union[TiebreakPlayer, _Mapping]]] = ..., head_to_head: _Optional[_Iterable[_Union[HeadToHead, _Mapping]]] = ..., options: _Optional[_Union[TiebreakOptions, _Mapping]] = ...) -> None: ...

class RehearseTiebreakRequest(_message.Message):
    __slots__ = ("event", "stage", "attempt", "seed", "players", "head_to_head", "options")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    HEAD_TO_HEAD_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    seed: bytes
    players: _containers.RepeatedCompositeFieldContainer[TiebreakPlayer]
    head_to_head: _containers.RepeatedCompositeFieldContainer[HeadToHead]
    options: TiebreakOptions
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., seed: _Optional[bytes] = ..., players: _Optional[_Iterable[_Union[TiebreakPlayer, _Mapping]]] = ..., head_to_head: _Optional[_Iterable[_Union[HeadToHead, _Mapping]]] = ..., options: _Optional[_Union[TiebreakOptions, _Mapping]] = ...) -> None: ...

class TiebreakPlayer(_message.Message):
    __slots__ = ("name", "deck", "started_on_table", "criteria")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_FIELD_NUMBER: _ClassVar[int]
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    name: str
    deck: str
    started_on_table: _containers.RepeatedScalarFieldContainer[str]
    criteria: _containers.RepeatedCompositeFieldContainer[CriterionValue]
    def __init__(self, name: _Optional[str] = ..., deck: _Optional[str] = ..., started_on_table: _Optional[_Iterable[str]] = ..., criteria: _Optional[_Iterable[_Union[CriterionValue, _Mapping]]] = ...) -> None: ...

class CriterionValue(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class HeadToHead(_message.Message):
    __slots__ = ("winner", "loser", "wins")
    WINNER_FIELD_NUMBER: _ClassVar[int]
    LOSER_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    winner: str
    loser: str
    wins: int
    def __init__(self, winner: _Optional[str] = ..., loser: _Optional[str] = ..., wins: _Optional[int] = ...) -> None: ...

class TiebreakOptions(_message.Message):
    __slots__ = ("criteria", "share", "stand_on", "replay_limit", "allow_unknown", "with_win_shares")
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    REPLAY_LIMIT_FIELD_NUMBER: _ClassVar[int]
    ALLOW_UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    WITH_WIN_SHARES_FIELD_NUMBER: _ClassVar[int]
    criteria: _containers.RepeatedCompositeFieldContainer[Criterion]
    share: bool
    stand_on: int
    replay_limit: int
    allow_unknown: bool
    with_win_shares: bool
    def __init__(self, criteria: _Optional[_Iterable[_Union[Criterion, _Mapping]]] = ..., share: _Optional[bool] = ..., stand_on: _Optional[int] = ..., replay_limit: _Optional[int] = ..., allow_unknown: _Optional[bool] = ..., with_win_shares: _Optional[bool] = ...) -> None: ...

class Criterion(_message.Message):
    __slots__ = ("name", "direction")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    name: str
    direction: Direction
    def __init__(self, name: _Optional[str] = ..., direction: _Optional[_Union[Direction, str]] = ...) -> None: ...

class ResolveTiebreakResponse(_message.Message):
    __slots__ = ("event", "stage", "attempt", "places", "groups", "hands", "lots", "piles", "transcript", "result_id", "rules_id", "lock_hex", "seed_hex", "caller_seed_hex", "catalogue_version", "grade", "earlier_attempts", "win_shares", "replayed", "shared", "rehearsal", "create_time", "void_reason", "audit_head")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    LOTS_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_ID_FIELD_NUMBER: _ClassVar[int]
    LOCK_HEX_FIELD_NUMBER: _ClassVar[int]
    SEED_HEX_FIELD_NUMBER: _ClassVar[int]
    CALLER_SEED_HEX_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    EARLIER_ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    WIN_SHARES_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    REHEARSAL_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    AUDIT_HEAD_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    places: _containers.RepeatedCompositeFieldContainer[Place]
    groups: _containers.RepeatedCompositeFieldContainer[TiedGroup]
    hands: _containers.RepeatedCompositeFieldContainer[PlayedHand]
    lots: _containers.RepeatedCompositeFieldContainer[DrawnLot]
    piles: _containers.RepeatedCompositeFieldContainer[TiebreakPile]
    transcript: str
    result_id: str
    rules_id: str
    lock_hex: str
    seed_hex: str
    caller_seed_hex: str
    catalogue_version: str
    grade: Grade
    earlier_attempts: _containers.RepeatedCompositeFieldContainer[EarlierAttempt]
    win_shares: _containers.RepeatedCompositeFieldContainer[WinShare]
    replayed: bool
    shared: bool
    rehearsal: bool
    create_time: _timestamp_pb2.Timestamp
    void_reason: str
    audit_head: str
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., groups: _Optional[_Iterable[_Union[TiedGroup, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[PlayedHand, _Mapping]]] = ..., lots: _Optional[_Iterable[_Union[DrawnLot, _Mapping]]] = ..., piles: _Optional[_Iterable[_Union[TiebreakPile, _Mapping]]] = ..., transcript: _Optional[str] = ..., result_id: _Optional[str] = ..., rules_id: _Optional[str] = ..., lock_hex: _Optional[str] = ..., seed_hex: _Optional[str] = ..., caller_seed_hex: _Optional[str] = ..., catalogue_version: _Optional[str] = ..., grade: _Optional[_Union[Grade, str]] = ..., earlier_attempts: _Optional[_Iterable[_Union[EarlierAttempt, _Mapping]]] = ..., win_shares: _Optional[_Iterable[_Union[WinShare, _Mapping]]] = ..., replayed: _Optional[bool] = ..., shared: _Optional[bool] = ..., rehearsal: _Optional[bool] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., void_reason: _Optional[str] = ..., audit_head: _Optional[str] = ...) -> None: ...

class RehearseTiebreakResponse(_message.Message):
    __slots__ = ("event", "stage", "attempt", "places", "groups", "hands", "lots", "piles", "transcript", "result_id", "rules_id", "lock_hex", "seed_hex", "caller_seed_hex", "catalogue_version", "grade", "earlier_attempts", "win_shares", "replayed", "shared", "rehearsal")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    LOTS_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_ID_FIELD_NUMBER: _ClassVar[int]
    LOCK_HEX_FIELD_NUMBER: _ClassVar[int]
    SEED_HEX_FIELD_NUMBER: _ClassVar[int]
    CALLER_SEED_HEX_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    EARLIER_ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    WIN_SHARES_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    REHEARSAL_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    places: _containers.RepeatedCompositeFieldContainer[Place]
    groups: _containers.RepeatedCompositeFieldContainer[TiedGroup]
    hands: _containers.RepeatedCompositeFieldContainer[PlayedHand]
    lots: _containers.RepeatedCompositeFieldContainer[DrawnLot]
    piles: _containers.RepeatedCompositeFieldContainer[TiebreakPile]
    transcript: str
    result_id: str
    rules_id: str
    lock_hex: str
    seed_hex: str
    caller_seed_hex: str
    catalogue_version: str
    grade: Grade
    earlier_attempts: _containers.RepeatedCompositeFieldContainer[EarlierAttempt]
    win_shares: _containers.RepeatedCompositeFieldContainer[WinShare]
    replayed: bool
    shared: bool
    rehearsal: bool
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., groups: _Optional[_Iterable[_Union[TiedGroup, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[PlayedHand, _Mapping]]] = ..., lots: _Optional[_Iterable[_Union[DrawnLot, _Mapping]]] = ..., piles: _Optional[_Iterable[_Union[TiebreakPile, _Mapping]]] = ..., transcript: _Optional[str] = ..., result_id: _Optional[str] = ..., rules_id: _Optional[str] = ..., lock_hex: _Optional[str] = ..., seed_hex: _Optional[str] = ..., caller_seed_hex: _Optional[str] = ..., catalogue_version: _Optional[str] = ..., grade: _Optional[_Union[Grade, str]] = ..., earlier_attempts: _Optional[_Iterable[_Union[EarlierAttempt, _Mapping]]] = ..., win_shares: _Optional[_Iterable[_Union[WinShare, _Mapping]]] = ..., replayed: _Optional[bool] = ..., shared: _Optional[bool] = ..., rehearsal: _Optional[bool] = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("player", "place", "decided_by")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_FIELD_NUMBER: _ClassVar[int]
    player: str
    place: int
    decided_by: str
    def __init__(self, player: _Optional[str] = ..., place: _Optional[int] = ..., decided_by: _Optional[str] = ...) -> None: ...

class TiedGroup(_message.Message):
    __slots__ = ("place", "players")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    place: int
    players: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, place: _Optional[int] = ..., players: _Optional[_Iterable[str]] = ...) -> None: ...

class PlayedHand(_message.Message):
    __slots__ = ("number", "player", "cards", "total", "over")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    number: int
    player: str
    cards: _containers.RepeatedCompositeFieldContainer[PlayedCard]
    total: str
    over: bool
    def __init__(self, number: _Optional[int] = ..., player: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[PlayedCard, _Mapping]]] = ..., total: _Optional[str] = ..., over: _Optional[bool] = ...) -> None: ...

class PlayedCard(_message.Message):
    __slots__ = ("blueprint_id", "value")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    value: str
    def __init__(self, blueprint_id: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class DrawnLot(_message.Message):
    __slots__ = ("hand", "players")
    HAND_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    hand: int
    players: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, hand: _Optional[int] = ..., players: _Optional[_Iterable[str]] = ...) -> None: ...

class TiebreakPile(_message.Message):
    __slots__ = ("player", "cards", "dropped", "started_on_table", "started_on_table_assumed")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    DROPPED_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_ASSUMED_FIELD_NUMBER: _ClassVar[int]
    player: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    dropped: _containers.RepeatedScalarFieldContainer[str]
    started_on_table: _containers.RepeatedScalarFieldContainer[str]
    started_on_table_assumed: bool
    def __init__(self, player: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., dropped: _Optional[_Iterable[str]] = ..., started_on_table: _Optional[_Iterable[str]] = ..., started_on_table_assumed: _Optional[bool] = ...) -> None: ...

class EarlierAttempt(_message.Message):
    __slots__ = ("attempt", "result_id", "void_reason", "void_time")
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    VOID_TIME_FIELD_NUMBER: _ClassVar[int]
    attempt: int
    result_id: str
    void_reason: str
    void_time: _timestamp_pb2.Timestamp
    def __init__(self, attempt: _Optional[int] = ..., result_id: _Optional[str] = ..., void_reason: _Optional[str] = ..., void_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class WinShare(_message.Message):
    __slots__ = ("player", "share")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    player: str
    share: str
    def __init__(self, player: _Optional[str] = ..., share: _Optional[str] = ...) -> None: ...

class VoidTiebreakRequest(_message.Message):
    __slots__ = ("event", "stage", "attempt", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    reason: str
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class VoidTiebreakResponse(_message.Message):
    __slots__ = ("event", "stage", "attempt", "result_id", "reason", "void_time", "replayed", "audit_head")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    VOID_TIME_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    AUDIT_HEAD_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    result_id: str
    reason: str
    void_time: _timestamp_pb2.Timestamp
    replayed: bool
    audit_head: str
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., result_id: _Optional[str] = ..., reason: _Optional[str] = ..., void_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., replayed: _Optional[bool] = ..., audit_head: _Optional[str] = ...) -> None: ...

class GetTiebreakRequest(_message.Message):
    __slots__ = ("event", "stage", "attempt")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ...) -> None: ...

class GetTiebreakResponse(_message.Message):
    __slots__ = ("event", "stage", "attempt", "places", "groups", "hands", "lots", "piles", "transcript", "result_id", "rules_id", "lock_hex", "seed_hex", "caller_seed_hex", "catalogue_version", "grade", "earlier_attempts", "win_shares", "replayed", "shared", "rehearsal", "create_time", "void_reason", "audit_head")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    LOTS_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_ID_FIELD_NUMBER: _ClassVar[int]
    LOCK_HEX_FIELD_NUMBER: _ClassVar[int]
    SEED_HEX_FIELD_NUMBER: _ClassVar[int]
    CALLER_SEED_HEX_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    EARLIER_ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    WIN_SHARES_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    SHARED_FIELD_NUMBER: _ClassVar[int]
    REHEARSAL_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    AUDIT_HEAD_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    places: _containers.RepeatedCompositeFieldContainer[Place]
    groups: _containers.RepeatedCompositeFieldContainer[TiedGroup]
    hands: _containers.RepeatedCompositeFieldContainer[PlayedHand]
    lots: _containers.RepeatedCompositeFieldContainer[DrawnLot]
    piles: _containers.RepeatedCompositeFieldContainer[TiebreakPile]
    transcript: str
    result_id: str
    rules_id: str
    lock_hex: str
    seed_hex: str
    caller_seed_hex: str
    catalogue_version: str
    grade: Grade
    earlier_attempts: _containers.RepeatedCompositeFieldContainer[EarlierAttempt]
    win_shares: _containers.RepeatedCompositeFieldContainer[WinShare]
    replayed: bool
    shared: bool
    rehearsal: bool
    create_time: _timestamp_pb2.Timestamp
    void_reason: str
    audit_head: str
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., groups: _Optional[_Iterable[_Union[TiedGroup, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[PlayedHand, _Mapping]]] = ..., lots: _Optional[_Iterable[_Union[DrawnLot, _Mapping]]] = ..., piles: _Optional[_Iterable[_Union[TiebreakPile, _Mapping]]] = ..., transcript: _Optional[str] = ..., result_id: _Optional[str] = ..., rules_id: _Optional[str] = ..., lock_hex: _Optional[str] = ..., seed_hex: _Optional[str] = ..., caller_seed_hex: _Optional[str] = ..., catalogue_version: _Optional[str] = ..., grade: _Optional[_Union[Grade, str]] = ..., earlier_attempts: _Optional[_Iterable[_Union[EarlierAttempt, _Mapping]]] = ..., win_shares: _Optional[_Iterable[_Union[WinShare, _Mapping]]] = ..., replayed: _Optional[bool] = ..., shared: _Optional[bool] = ..., rehearsal: _Optional[bool] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., void_reason: _Optional[str] = ..., audit_head: _Optional[str] = ...) -> None: ...

class ListTiebreaksRequest(_message.Message):
    __slots__ = ("event", "page_size", "page_token")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    event: str
    page_size: int
    page_token: str
    def __init__(self, event: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTiebreaksResponse(_message.Message):
    __slots__ = ("tiebreaks", "next_page_token")
    TIEBREAKS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tiebreaks: _containers.RepeatedCompositeFieldContainer[TiebreakSummary]
    next_page_token: str
    def __init__(self, tiebreaks: _Optional[_Iterable[_Union[TiebreakSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class TiebreakSummary(_message.Message):
    __slots__ = ("event", "stage", "attempt", "result_id", "places", "create_time", "void_reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    event: str
    stage: str
    attempt: int
    result_id: str
    places: _containers.RepeatedCompositeFieldContainer[Place]
    create_time: _timestamp_pb2.Timestamp
    void_reason: str
    def __init__(self, event: _Optional[str] = ..., stage: _Optional[str] = ..., attempt: _Optional[int] = ..., result_id: _Optional[str] = ..., places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., void_reason: _Optional[str] = ...) -> None: ...

class VerifyTranscriptRequest(_message.Message):
    __slots__ = ("transcript",)
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    transcript: bytes
    def __init__(self, transcript: _Optional[bytes] = ...) -> None: ...

class VerifyTranscriptResponse(_message.Message):
    __slots__ = ("valid", "first_bad_line", "values_checked", "head_checked", "reason", "result_id")
    VALID_FIELD_NUMBER: _ClassVar[int]
    FIRST_BAD_LINE_FIELD_NUMBER: _ClassVar[int]
    VALUES_CHECKED_FIELD_NUMBER: _ClassVar[int]
    HEAD_CHECKED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RESULT_ID_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    first_bad_line: int
    values_checked: bool
    head_checked: bool
    reason: str
    result_id: str
    def __init__(self, valid: _Optional[bool] = ..., first_bad_line: _Optional[int] = ..., values_checked: _Optional[bool] = ..., head_checked: _Optional[bool] = ..., reason: _Optional[str] = ..., result_id: _Optional[str] = ...) -> None: ...
