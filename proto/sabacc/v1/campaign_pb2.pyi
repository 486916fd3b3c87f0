import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from sabacc.v1 import cards_pb2 as _cards_pb2
from sabacc.v1 import ledger_pb2 as _ledger_pb2
from sabacc.v1 import tables_pb2 as _tables_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CampaignDeck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAMPAIGN_DECK_UNSPECIFIED: _ClassVar[CampaignDeck]
    CAMPAIGN_DECK_STANDARD: _ClassVar[CampaignDeck]
    CAMPAIGN_DECK_SAMPLE: _ClassVar[CampaignDeck]

class RewardKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REWARD_KIND_UNSPECIFIED: _ClassVar[RewardKind]
    REWARD_KIND_INFORMATION: _ClassVar[RewardKind]
    REWARD_KIND_CARD: _ClassVar[RewardKind]
    REWARD_KIND_DECK_UPGRADE: _ClassVar[RewardKind]
    REWARD_KIND_CASINO: _ClassVar[RewardKind]
CAMPAIGN_DECK_UNSPECIFIED: CampaignDeck
CAMPAIGN_DECK_STANDARD: CampaignDeck
CAMPAIGN_DECK_SAMPLE: CampaignDeck
REWARD_KIND_UNSPECIFIED: RewardKind
REWARD_KIND_INFORMATION: RewardKind
REWARD_KIND_CARD: RewardKind
REWARD_KIND_DECK_UPGRADE: RewardKind
REWARD_KIND_CASINO: RewardKind

class GetLadderRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetLadderResponse(_message.Message):
    __slots__ = ("levels", "intro", "lessons", "rewards")
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    INTRO_FIELD_NUMBER: _ClassVar[int]
    LESSONS_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    levels: _containers.RepeatedCompositeFieldContainer[LadderLevel]
    intro: str
    lessons: _containers.RepeatedCompositeFieldContainer[LadderLesson]
    rewards: _containers.RepeatedCompositeFieldContainer[LadderReward]
    def __init__(self, levels: _Optional[_Iterable[_Union[LadderLevel, _Mapping]]] = ..., intro: _Optional[str] = ..., lessons: _Optional[_Iterable[_Union[LadderLesson, _Mapping]]] = ..., rewards: _Optional[_Iterable[_Union[LadderReward, _Mapping]]] = ...) -> None: ...

class LadderLevel(_message.Message):
    __slots__ = ("variant", "title", "words", "least_bet", "most_bet", "beat_by", "beat_hands", "dealers_to_beat", "ceiling", "match_hands", "match_stake", "match_words", "dealers")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    LEAST_BET_FIELD_NUMBER: _ClassVar[int]
    MOST_BET_FIELD_NUMBER: _ClassVar[int]
    BEAT_BY_FIELD_NUMBER: _ClassVar[int]
    BEAT_HANDS_FIELD_NUMBER: _ClassVar[int]
    DEALERS_TO_BEAT_FIELD_NUMBER: _ClassVar[int]
    CEILING_FIELD_NUMBER: _ClassVar[int]
    MATCH_HANDS_FIELD_NUMBER: _ClassVar[int]
    MATCH_STAKE_FIELD_NUMBER: _ClassVar[int]
    MATCH_WORDS_FIELD_NUMBER: _ClassVar[int]
    DEALERS_FIELD_NUMBER: _ClassVar[int]
    variant: _cards_pb2.Variant
    title: str
    words: str
    least_bet: _ledger_pb2.SilverAmount
    most_bet: _ledger_pb2.SilverAmount
    beat_by: _ledger_pb2.SilverAmount
    beat_hands: int
    dealers_to_beat: int
    ceiling: _ledger_pb2.SilverAmount
    match_hands: int
    match_stake: _ledger_pb2.SilverAmount
    match_words: str
    dealers: _containers.RepeatedCompositeFieldContainer[LadderDealer]
    def __init__(self, variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., title: _Optional[str] = ..., words: _Optional[str] = ..., least_bet: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ..., most_bet: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ..., beat_by: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ..., beat_hands: _Optional[int] = ..., dealers_to_beat: _Optional[int] = ..., ceiling: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ..., match_hands: _Optional[int] = ..., match_stake: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ..., match_words: _Optional[str] = ..., dealers: _Optional[_Iterable[_Union[LadderDealer, _Mapping]]] = ...) -> None: ...

class LadderDealer(_message.Message):
    __slots__ = ("key", "name", "side", "theme", "boss", "character", "picture", "needed", "edges")
    KEY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    THEME_FIELD_NUMBER: _ClassVar[int]
    BOSS_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    key: str
    name: str
    side: _cards_pb2.Side
    theme: str
    boss: bool
    character: str
    picture: str
    needed: _ledger_pb2.SilverAmount
    edges: _containers.RepeatedCompositeFieldContainer[CampaignEdge]
    def __init__(self, key: _Optional[str] = ..., name: _Optional[str] = ..., side: _Optional[_Union[_cards_pb2.Side, str]] = ..., theme: _Optional[str] = ..., boss: _Optional[bool] = ..., character: _Optional[str] = ..., picture: _Optional[str] = ..., needed: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ..., edges: _Optional[_Iterable[_Union[CampaignEdge, _Mapping]]] = ...) -> None: ...

class CampaignEdge(_message.Message):
    __slots__ = ("deck", "plain_cards", "house_edge", "house_deck")
    DECK_FIELD_NUMBER: _ClassVar[int]
    PLAIN_CARDS_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_DECK_FIELD_NUMBER: _ClassVar[int]
    deck: CampaignDeck
    plain_cards: bool
    house_edge: str
    house_deck: str
    def __init__(self, deck: _Optional[_Union[CampaignDeck, str]] = ..., plain_cards: _Optional[bool] = ..., house_edge: _Optional[str] = ..., house_deck: _Optional[str] = ...) -> None: ...

class LadderLesson(_message.Message):
    __slots__ = ("key", "title", "words", "cards", "dealer_cards", "variant", "question", "answers")
    KEY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    DEALER_CARDS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    key: str
    title: str
    words: str
    cards: _containers.RepeatedScalarFieldContainer[str]
    dealer_cards: _containers.RepeatedScalarFieldContainer[str]
    variant: _cards_pb2.Variant
    question: str
    answers: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, key: _Optional[str] = ..., title: _Optional[str] = ..., words: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., dealer_cards: _Optional[_Iterable[str]] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., question: _Optional[str] = ..., answers: _Optional[_Iterable[str]] = ...) -> None: ...

class LadderReward(_message.Message):
    __slots__ = ("key", "kind", "title", "earned_by", "limit")
    KEY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    EARNED_BY_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    key: str
    kind: RewardKind
    title: str
    earned_by: str
    limit: int
    def __init__(self, key: _Optional[str] = ..., kind: _Optional[_Union[RewardKind, str]] = ..., title: _Optional[str] = ..., earned_by: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class GetCareerRequest(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: str
    def __init__(self, player: _Optional[str] = ...) -> None: ...

class GetCareerResponse(_message.Message):
    __slots__ = ("career",)
    CAREER_FIELD_NUMBER: _ClassVar[int]
    career: Career
    def __init__(self, career: _Optional[_Union[Career, _Mapping]] = ...) -> None: ...

class Career(_message.Message):
    __slots__ = ("player", "sides", "lessons", "lessons_left", "rewards", "table_id", "dealer", "ruined", "upgrades")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    LESSONS_FIELD_NUMBER: _ClassVar[int]
    LESSONS_LEFT_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    RUINED_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    player: str
    sides: _containers.RepeatedCompositeFieldContainer[SideProgress]
    lessons: _containers.RepeatedScalarFieldContainer[str]
    lessons_left: _containers.RepeatedScalarFieldContainer[str]
    rewards: _containers.RepeatedScalarFieldContainer[str]
    table_id: str
    dealer: str
    ruined: bool
    upgrades: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, player: _Optional[str] = ..., sides: _Optional[_Iterable[_Union[SideProgress, _Mapping]]] = ..., lessons: _Optional[_Iterable[str]] = ..., lessons_left: _Optional[_Iterable[str]] = ..., rewards: _Optional[_Iterable[str]] = ..., table_id: _Optional[str] = ..., dealer: _Optional[str] = ..., ruined: _Optional[bool] = ..., upgrades: _Optional[_Iterable[str]] = ...) -> None: ...

class SideProgress(_message.Message):
    __slots__ = ("side", "level", "done", "bosses_beaten", "won", "dealers_beaten", "dealers_left", "attention", "match")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    BOSSES_BEATEN_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    DEALERS_BEATEN_FIELD_NUMBER: _ClassVar[int]
    DEALERS_LEFT_FIELD_NUMBER: _ClassVar[int]
    ATTENTION_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    side: _cards_pb2.Side
    level: _cards_pb2.Variant
    done: bool
    bosses_beaten: int
    won: _containers.RepeatedCompositeFieldContainer[_ledger_pb2.SilverAmount]
    dealers_beaten: _containers.RepeatedScalarFieldContainer[str]
    dealers_left: int
    attention: _containers.RepeatedScalarFieldContainer[int]
    match: BossMatch
    def __init__(self, side: _Optional[_Union[_cards_pb2.Side, str]] = ..., level: _Optional[_Union[_cards_pb2.Variant, str]] = ..., done: _Optional[bool] = ..., bosses_beaten: _Optional[int] = ..., won: _Optional[_Iterable[_Union[_ledger_pb2.SilverAmount, _Mapping]]] = ..., dealers_beaten: _Optional[_Iterable[str]] = ..., dealers_left: _Optional[int] = ..., attention: _Optional[_Iterable[int]] = ..., match: _Optional[_Union[BossMatch, _Mapping]] = ...) -> None: ...

class BossMatch(_message.Message):
    __slots__ = ("hands", "hands_left", "won")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    HANDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    hands: int
    hands_left: int
    won: _ledger_pb2.SilverAmount
    def __init__(self, hands: _Optional[int] = ..., hands_left: _Optional[int] = ..., won: _Optional[_Union[_ledger_pb2.SilverAmount, _Mapping]] = ...) -> None: ...

class AnswerLessonRequest(_message.Message):
    __slots__ = ("player", "lesson", "answer")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    LESSON_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    player: str
    lesson: str
    answer: str
    def __init__(self, player: _Optional[str] = ..., lesson: _Optional[str] = ..., answer: _Optional[str] = ...) -> None: ...

class AnswerLessonResponse(_message.Message):
    __slots__ = ("right", "events", "career")
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CAREER_FIELD_NUMBER: _ClassVar[int]
    right: bool
    events: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TableEvent]
    career: Career
    def __init__(self, right: _Optional[bool] = ..., events: _Optional[_Iterable[_Union[_tables_pb2.TableEvent, _Mapping]]] = ..., career: _Optional[_Union[Career, _Mapping]] = ...) -> None: ...

class OpenCampaignTableRequest(_message.Message):
    __slots__ = ("request_id", "player", "dealer", "deck", "upgrades", "plain_cards", "background")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    UPGRADES_FIELD_NUMBER: _ClassVar[int]
    PLAIN_CARDS_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    player: str
    dealer: str
    deck: CampaignDeck
    upgrades: _containers.RepeatedScalarFieldContainer[str]
    plain_cards: bool
    background: str
    def __init__(self, request_id: _Optional[str] = ..., player: _Optional[str] = ..., dealer: _Optional[str] = ..., deck: _Optional[_Union[CampaignDeck, str]] = ..., upgrades: _Optional[_Iterable[str]] = ..., plain_cards: _Optional[bool] = ..., background: _Optional[str] = ...) -> None: ...

class OpenCampaignTableResponse(_message.Message):
    __slots__ = ("table", "events", "replayed")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    table: _tables_pb2.TableView
    events: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TableEvent]
    replayed: bool
    def __init__(self, table: _Optional[_Union[_tables_pb2.TableView, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_tables_pb2.TableEvent, _Mapping]]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class OpenDuelRequest(_message.Message):
    __slots__ = ("request_id", "players", "stake", "variant", "theme", "background", "own_decks_agreed", "cut", "hands")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    STAKE_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    THEME_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    OWN_DECKS_AGREED_FIELD_NUMBER: _ClassVar[int]
    CUT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    players: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TablePlayer]
    stake: int
    variant: _cards_pb2.Variant
    theme: str
    background: str
    own_decks_agreed: bool
    cut: int
    hands: int
    def __init__(self, request_id: _Optional[str] = ..., players: _Optional[_Iterable[_Union[_tables_pb2.TablePlayer, _Mapping]]] = ..., stake: _Optional[int] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., theme: _Optional[str] = ..., background: _Optional[str] = ..., own_decks_agreed: _Optional[bool] = ..., cut: _Optional[int] = ..., hands: _Optional[int] = ...) -> None: ...

class OpenDuelResponse(_message.Message):
    __slots__ = ("table", "events", "replayed")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    table: _tables_pb2.TableView
    events: _containers.RepeatedCompositeFieldContainer[_tables_pb2.TableEvent]
    replayed: bool
    def __init__(self, table: _Optional[_Union[_tables_pb2.TableView, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_tables_pb2.TableEvent, _Mapping]]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class ListGrantsRequest(_message.Message):
    __slots__ = ("after", "page_size", "include_applied")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_APPLIED_FIELD_NUMBER: _ClassVar[int]
    after: int
    page_size: int
    include_applied: bool
    def __init__(self, after: _Optional[int] = ..., page_size: _Optional[int] = ..., include_applied: _Optional[bool] = ...) -> None: ...

class ListGrantsResponse(_message.Message):
    __slots__ = ("grants", "next_after", "more")
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_AFTER_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    grants: _containers.RepeatedCompositeFieldContainer[Grant]
    next_after: int
    more: bool
    def __init__(self, grants: _Optional[_Iterable[_Union[Grant, _Mapping]]] = ..., next_after: _Optional[int] = ..., more: _Optional[bool] = ...) -> None: ...

class Grant(_message.Message):
    __slots__ = ("grant_id", "sequence", "player", "reward", "kind", "title", "words", "content", "create_time", "state", "reason", "acknowledge_time")
    GRANT_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    REWARD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGE_TIME_FIELD_NUMBER: _ClassVar[int]
    grant_id: str
    sequence: int
    player: str
    reward: str
    kind: RewardKind
    title: str
    words: str
    content: _containers.RepeatedScalarFieldContainer[str]
    create_time: _timestamp_pb2.Timestamp
    state: _ledger_pb2.SettlementState
    reason: str
    acknowledge_time: _timestamp_pb2.Timestamp
    def __init__(self, grant_id: _Optional[str] = ..., sequence: _Optional[int] = ..., player: _Optional[str] = ..., reward: _Optional[str] = ..., kind: _Optional[_Union[RewardKind, str]] = ..., title: _Optional[str] = ..., words: _Optional[str] = ..., content: _Optional[_Iterable[str]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[_ledger_pb2.SettlementState, str]] = ..., reason: _Optional[str] = ..., acknowledge_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class AcknowledgeGrantRequest(_message.Message):
    __slots__ = ("grant_id", "state", "reason")
    GRANT_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    grant_id: str
    state: _ledger_pb2.SettlementState
    reason: str
    def __init__(self, grant_id: _Optional[str] = ..., state: _Optional[_Union[_ledger_pb2.SettlementState, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class AcknowledgeGrantResponse(_message.Message):
    __slots__ = ("grant", "replayed")
    GRANT_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    grant: Grant
    replayed: bool
    def __init__(self, grant: _Optional[_Union[Grant, _Mapping]] = ..., replayed: _Optional[bool] = ...) -> None: ...
