from sabacc.v1 import cards_pb2 as _cards_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class JudgeHandsRequest(_message.Message):
    __slots__ = ("variant", "hands")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    variant: _cards_pb2.Variant
    hands: _containers.RepeatedCompositeFieldContainer[HandToJudge]
    def __init__(self, variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., hands: _Optional[_Iterable[_Union[HandToJudge, _Mapping]]] = ...) -> None: ...

class HandToJudge(_message.Message):
    __slots__ = ("cards", "character", "barred_by", "choices", "only_chosen", "change")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    BARRED_BY_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    ONLY_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    character: str
    barred_by: str
    choices: _containers.RepeatedCompositeFieldContainer[CardChoice]
    only_chosen: bool
    change: int
    def __init__(self, cards: _Optional[_Iterable[str]] = ..., character: _Optional[str] = ..., barred_by: _Optional[str] = ..., choices: _Optional[_Iterable[_Union[CardChoice, _Mapping]]] = ..., only_chosen: _Optional[bool] = ..., change: _Optional[int] = ...) -> None: ...

class CardChoice(_message.Message):
    __slots__ = ("card", "value", "clone_of", "perk", "own_destiny")
    CARD_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CLONE_OF_FIELD_NUMBER: _ClassVar[int]
    PERK_FIELD_NUMBER: _ClassVar[int]
    OWN_DESTINY_FIELD_NUMBER: _ClassVar[int]
    card: int
    value: str
    clone_of: int
    perk: bool
    own_destiny: bool
    def __init__(self, card: _Optional[int] = ..., value: _Optional[str] = ..., clone_of: _Optional[int] = ..., perk: _Optional[bool] = ..., own_destiny: _Optional[bool] = ...) -> None: ...

class JudgeHandsResponse(_message.Message):
    __slots__ = ("hands", "winner", "double", "decided_by", "stakes", "stakes_count", "claimed_count", "lost_count", "notes", "catalogue_version")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_FIELD_NUMBER: _ClassVar[int]
    STAKES_FIELD_NUMBER: _ClassVar[int]
    STAKES_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_COUNT_FIELD_NUMBER: _ClassVar[int]
    LOST_COUNT_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    hands: _containers.RepeatedCompositeFieldContainer[JudgedHand]
    winner: int
    double: bool
    decided_by: str
    stakes: _containers.RepeatedCompositeFieldContainer[StakesCard]
    stakes_count: int
    claimed_count: int
    lost_count: int
    notes: _containers.RepeatedScalarFieldContainer[str]
    catalogue_version: str
    def __init__(self, hands: _Optional[_Iterable[_Union[JudgedHand, _Mapping]]] = ..., winner: _Optional[int] = ..., double: _Optional[bool] = ..., decided_by: _Optional[str] = ..., stakes: _Optional[_Iterable[_Union[StakesCard, _Mapping]]] = ..., stakes_count: _Optional[int] = ..., claimed_count: _Optional[int] = ..., lost_count: _Optional[int] = ..., notes: _Optional[_Iterable[str]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class JudgedHand(_message.Message):
    __slots__ = ("total", "values", "perfect", "over", "incomplete", "change", "change_reason", "cards")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    INCOMPLETE_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    CHANGE_REASON_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    total: str
    values: _containers.RepeatedScalarFieldContainer[str]
    perfect: bool
    over: bool
    incomplete: bool
    change: int
    change_reason: str
    cards: _containers.RepeatedCompositeFieldContainer[JudgedCard]
    def __init__(self, total: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ..., perfect: _Optional[bool] = ..., over: _Optional[bool] = ..., incomplete: _Optional[bool] = ..., change: _Optional[int] = ..., change_reason: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[JudgedCard, _Mapping]]] = ...) -> None: ...

class JudgedCard(_message.Message):
    __slots__ = ("blueprint_id", "title", "role", "value", "reason")
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    blueprint_id: str
    title: str
    role: _cards_pb2.CardRole
    value: str
    reason: str
    def __init__(self, blueprint_id: _Optional[str] = ..., title: _Optional[str] = ..., role: _Optional[_Union[_cards_pb2.CardRole, str]] = ..., value: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class StakesCard(_message.Message):
    __slots__ = ("card", "blueprint_id", "reason")
    CARD_FIELD_NUMBER: _ClassVar[int]
    BLUEPRINT_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    card: int
    blueprint_id: str
    reason: str
    def __init__(self, card: _Optional[int] = ..., blueprint_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...
