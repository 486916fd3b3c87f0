from sabacc.v1 import cards_pb2 as _cards_pb2
from sabacc.v1 import tables_pb2 as _tables_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MissionPlay(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MISSION_PLAY_UNSPECIFIED: _ClassVar[MissionPlay]
    MISSION_PLAY_STAND_ON: _ClassVar[MissionPlay]
    MISSION_PLAY_AS_DEALER: _ClassVar[MissionPlay]
    MISSION_PLAY_BEST: _ClassVar[MissionPlay]

class MissionVerdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MISSION_VERDICT_UNSPECIFIED: _ClassVar[MissionVerdict]
    MISSION_VERDICT_WON: _ClassVar[MissionVerdict]
    MISSION_VERDICT_LOST: _ClassVar[MissionVerdict]
    MISSION_VERDICT_PUSHED: _ClassVar[MissionVerdict]

class MissionEnding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MISSION_ENDING_UNSPECIFIED: _ClassVar[MissionEnding]
    MISSION_ENDING_GOAL: _ClassVar[MissionEnding]
    MISSION_ENDING_BUST: _ClassVar[MissionEnding]
    MISSION_ENDING_PLAYED: _ClassVar[MissionEnding]
MISSION_PLAY_UNSPECIFIED: MissionPlay
MISSION_PLAY_STAND_ON: MissionPlay
MISSION_PLAY_AS_DEALER: MissionPlay
MISSION_PLAY_BEST: MissionPlay
MISSION_VERDICT_UNSPECIFIED: MissionVerdict
MISSION_VERDICT_WON: MissionVerdict
MISSION_VERDICT_LOST: MissionVerdict
MISSION_VERDICT_PUSHED: MissionVerdict
MISSION_ENDING_UNSPECIFIED: MissionEnding
MISSION_ENDING_GOAL: MissionEnding
MISSION_ENDING_BUST: MissionEnding
MISSION_ENDING_PLAYED: MissionEnding

class PlayMissionRequest(_message.Message):
    __slots__ = ("name", "seed", "player", "theme", "background", "opponent", "plain_cards", "with_modifier", "play", "stand_on", "purse", "stake", "hands", "goal", "reward")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    THEME_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    PLAIN_CARDS_FIELD_NUMBER: _ClassVar[int]
    WITH_MODIFIER_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    PURSE_FIELD_NUMBER: _ClassVar[int]
    STAKE_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    name: str
    seed: bytes
    player: _tables_pb2.TablePlayer
    theme: str
    background: str
    opponent: str
    plain_cards: bool
    with_modifier: bool
    play: MissionPlay
    stand_on: int
    purse: int
    stake: int
    hands: int
    goal: int
    reward: MissionReward
    def __init__(self, name: _Optional[str] = ..., seed: _Optional[bytes] = ..., player: _Optional[_Union[_tables_pb2.TablePlayer, _Mapping]] = ..., theme: _Optional[str] = ..., background: _Optional[str] = ..., opponent: _Optional[str] = ..., plain_cards: _Optional[bool] = ..., with_modifier: _Optional[bool] = ..., play: _Optional[_Union[MissionPlay, str]] = ..., stand_on: _Optional[int] = ..., purse: _Optional[int] = ..., stake: _Optional[int] = ..., hands: _Optional[int] = ..., goal: _Optional[int] = ..., reward: _Optional[_Union[MissionReward, _Mapping]] = ...) -> None: ...

class MissionReward(_message.Message):
    __slots__ = ("text", "blueprint_ids", "silver")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    BLUEPRINT_IDS_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    text: str
    blueprint_ids: _containers.RepeatedScalarFieldContainer[str]
    silver: int
    def __init__(self, text: _Optional[str] = ..., blueprint_ids: _Optional[_Iterable[str]] = ..., silver: _Optional[int] = ...) -> None: ...

class PlayMissionResponse(_message.Message):
    __slots__ = ("verdict", "ending", "words", "purse", "won", "rewarded", "reward", "opening", "hands", "closing", "opponent", "variant", "table_id", "record", "digest", "catalogue_version")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    PURSE_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    REWARDED_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    OPENING_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    CLOSING_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    verdict: MissionVerdict
    ending: MissionEnding
    words: str
    purse: int
    won: int
    rewarded: bool
    reward: MissionReward
    opening: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TableEvent]
    hands: _containers.RepeatedCompositeFieldContainer[MissionHand]
    closing: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TableEvent]
    opponent: _tables_pb2.ThemeDealer
    variant: _cards_pb2.Variant
    table_id: str
    record: bytes
    digest: str
    catalogue_version: str
    def __init__(self, verdict: _Optional[_Union[MissionVerdict, str]] = ..., ending: _Optional[_Union[MissionEnding, str]] = ..., words: _Optional[str] = ..., purse: _Optional[int] = ..., won: _Optional[int] = ..., rewarded: _Optional[bool] = ..., reward: _Optional[_Union[MissionReward, _Mapping]] = ..., opening: _Optional[_Iterable[_Union[_tables_pb2.TableEvent, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[MissionHand, _Mapping]]] = ..., closing: _Optional[_Iterable[_Union[_tables_pb2.TableEvent, _Mapping]]] = ..., opponent: _Optional[_Union[_tables_pb2.ThemeDealer, _Mapping]] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., table_id: _Optional[str] = ..., record: _Optional[bytes] = ..., digest: _Optional[str] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class MissionHand(_message.Message):
    __slots__ = ("number", "seats", "result", "purse", "events")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    PURSE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    number: int
    seats: _containers.RepeatedCompositeFieldContainer[_tables_pb2.SeatView]
    result: _tables_pb2.HandResult
    purse: int
    events: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TableEvent]
    def __init__(self, number: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[_tables_pb2.SeatView, _Mapping]]] = ..., result: _Optional[_Union[_tables_pb2.HandResult, _Mapping]] = ..., purse: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_tables_pb2.TableEvent, _Mapping]]] = ...) -> None: ...
