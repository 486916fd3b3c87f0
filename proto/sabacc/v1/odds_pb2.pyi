from sabacc.v1 import cards_pb2 as _cards_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Draws(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DRAWS_UNSPECIFIED: _ClassVar[Draws]
    DRAWS_FINITE: _ClassVar[Draws]
    DRAWS_INDEPENDENT: _ClassVar[Draws]

class UpCard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UP_CARD_UNSPECIFIED: _ClassVar[UpCard]
    UP_CARD_SEEN: _ClassVar[UpCard]
    UP_CARD_HIDDEN: _ClassVar[UpCard]

class PictureFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PICTURE_FORMAT_UNSPECIFIED: _ClassVar[PictureFormat]
    PICTURE_FORMAT_PNG: _ClassVar[PictureFormat]
    PICTURE_FORMAT_SVG: _ClassVar[PictureFormat]

class Tuning(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TUNING_UNSPECIFIED: _ClassVar[Tuning]
    TUNING_SHIFT_SHARE: _ClassVar[Tuning]
    TUNING_PERFECT_PAYS: _ClassVar[Tuning]
    TUNING_PAY_TABLE: _ClassVar[Tuning]
DRAWS_UNSPECIFIED: Draws
DRAWS_FINITE: Draws
DRAWS_INDEPENDENT: Draws
UP_CARD_UNSPECIFIED: UpCard
UP_CARD_SEEN: UpCard
UP_CARD_HIDDEN: UpCard
PICTURE_FORMAT_UNSPECIFIED: PictureFormat
PICTURE_FORMAT_PNG: PictureFormat
PICTURE_FORMAT_SVG: PictureFormat
TUNING_UNSPECIFIED: Tuning
TUNING_SHIFT_SHARE: Tuning
TUNING_PERFECT_PAYS: Tuning
TUNING_PAY_TABLE: Tuning

class OddsSetting(_message.Message):
    __slots__ = ("player", "dealer", "variant", "draws", "up_card", "rule", "pay", "dealer_sees_hand")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    UP_CARD_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    PAY_FIELD_NUMBER: _ClassVar[int]
    DEALER_SEES_HAND_FIELD_NUMBER: _ClassVar[int]
    player: OddsSide
    dealer: OddsSide
    variant: _cards_pb2.Variant
    draws: Draws
    up_card: UpCard
    rule: OddsRule
    pay: OddsPay
    dealer_sees_hand: bool
    def __init__(self, player: _Optional[_Union[OddsSide, _Mapping]] = ..., dealer: _Optional[_Union[OddsSide, _Mapping]] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., draws: _Optional[_Union[Draws, str]] = ..., up_card: _Optional[_Union[UpCard, str]] = ..., rule: _Optional[_Union[OddsRule, _Mapping]] = ..., pay: _Optional[_Union[OddsPay, _Mapping]] = ..., dealer_sees_hand: _Optional[bool] = ...) -> None: ...

class OddsSide(_message.Message):
    __slots__ = ("bundled", "deck", "counts", "started_on_table", "character", "barred_by")
    BUNDLED_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    BARRED_BY_FIELD_NUMBER: _ClassVar[int]
    bundled: str
    deck: str
    counts: str
    started_on_table: _containers.RepeatedScalarFieldContainer[str]
    character: str
    barred_by: str
    def __init__(self, bundled: _Optional[str] = ..., deck: _Optional[str] = ..., counts: _Optional[str] = ..., started_on_table: _Optional[_Iterable[str]] = ..., character: _Optional[str] = ..., barred_by: _Optional[str] = ...) -> None: ...

class OddsRule(_message.Message):
    __slots__ = ("draws_to", "overdraws_to", "overdraw_chance", "shift_share", "wins_double")
    DRAWS_TO_FIELD_NUMBER: _ClassVar[int]
    OVERDRAWS_TO_FIELD_NUMBER: _ClassVar[int]
    OVERDRAW_CHANCE_FIELD_NUMBER: _ClassVar[int]
    SHIFT_SHARE_FIELD_NUMBER: _ClassVar[int]
    WINS_DOUBLE_FIELD_NUMBER: _ClassVar[int]
    draws_to: int
    overdraws_to: int
    overdraw_chance: str
    shift_share: str
    wins_double: bool
    def __init__(self, draws_to: _Optional[int] = ..., overdraws_to: _Optional[int] = ..., overdraw_chance: _Optional[str] = ..., shift_share: _Optional[str] = ..., wins_double: _Optional[bool] = ...) -> None: ...

class OddsPay(_message.Message):
    __slots__ = ("perfect_pays", "perfect_costs")
    PERFECT_PAYS_FIELD_NUMBER: _ClassVar[int]
    PERFECT_COSTS_FIELD_NUMBER: _ClassVar[int]
    perfect_pays: str
    perfect_costs: int
    def __init__(self, perfect_pays: _Optional[str] = ..., perfect_costs: _Optional[int] = ...) -> None: ...

class OddsPolicy(_message.Message):
    __slots__ = ("best", "stand_on")
    BEST_FIELD_NUMBER: _ClassVar[int]
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    best: bool
    stand_on: int
    def __init__(self, best: _Optional[bool] = ..., stand_on: _Optional[int] = ...) -> None: ...

class ComputeOddsRequest(_message.Message):
    __slots__ = ("setting", "policy")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    policy: OddsPolicy
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., policy: _Optional[_Union[OddsPolicy, _Mapping]] = ...) -> None: ...

class ComputeOddsResponse(_message.Message):
    __slots__ = ("player_edge", "player_edge_fraction", "house_edge", "edge", "error_bound", "variance", "outcomes", "player_opens_perfect", "dealer_opens_perfect", "player_ends", "dealer_ends", "over_chances", "player_pile", "dealer_pile", "catalogue_version")
    PLAYER_EDGE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    ERROR_BOUND_FIELD_NUMBER: _ClassVar[int]
    VARIANCE_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    PLAYER_OPENS_PERFECT_FIELD_NUMBER: _ClassVar[int]
    DEALER_OPENS_PERFECT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_ENDS_FIELD_NUMBER: _ClassVar[int]
    DEALER_ENDS_FIELD_NUMBER: _ClassVar[int]
    OVER_CHANCES_FIELD_NUMBER: _ClassVar[int]
    PLAYER_PILE_FIELD_NUMBER: _ClassVar[int]
    DEALER_PILE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    player_edge: str
    player_edge_fraction: str
    house_edge: str
    edge: float
    error_bound: float
    variance: str
    outcomes: OddsOutcomes
    player_opens_perfect: str
    dealer_opens_perfect: str
    player_ends: _containers.RepeatedCompositeFieldContainer[EndShare]
    dealer_ends: _containers.RepeatedCompositeFieldContainer[EndShare]
    over_chances: _containers.RepeatedCompositeFieldContainer[OverChance]
    player_pile: OddsPile
    dealer_pile: OddsPile
    catalogue_version: str
    def __init__(self, player_edge: _Optional[str] = ..., player_edge_fraction: _Optional[str] = ..., house_edge: _Optional[str] = ..., edge: _Optional[float] = ..., error_bound: _Optional[float] = ..., variance: _Optional[str] = ..., outcomes: _Optional[_Union[OddsOutcomes, _Mapping]] = ..., player_opens_perfect: _Optional[str] = ..., dealer_opens_perfect: _Optional[str] = ..., player_ends: _Optional[_Iterable[_Union[EndShare, _Mapping]]] = ..., dealer_ends: _Optional[_Iterable[_Union[EndShare, _Mapping]]] = ..., over_chances: _Optional[_Iterable[_Union[OverChance, _Mapping]]] = ..., player_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., dealer_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class OddsOutcomes(_message.Message):
    __slots__ = ("win", "perfect", "push", "lose", "dealer_perfect", "player_over", "dealer_over", "both_over")
    WIN_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FIELD_NUMBER: _ClassVar[int]
    PUSH_FIELD_NUMBER: _ClassVar[int]
    LOSE_FIELD_NUMBER: _ClassVar[int]
    DEALER_PERFECT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_OVER_FIELD_NUMBER: _ClassVar[int]
    DEALER_OVER_FIELD_NUMBER: _ClassVar[int]
    BOTH_OVER_FIELD_NUMBER: _ClassVar[int]
    win: str
    perfect: str
    push: str
    lose: str
    dealer_perfect: str
    player_over: str
    dealer_over: str
    both_over: str
    def __init__(self, win: _Optional[str] = ..., perfect: _Optional[str] = ..., push: _Optional[str] = ..., lose: _Optional[str] = ..., dealer_perfect: _Optional[str] = ..., player_over: _Optional[str] = ..., dealer_over: _Optional[str] = ..., both_over: _Optional[str] = ...) -> None: ...

class EndShare(_message.Message):
    __slots__ = ("total", "cards", "share")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    total: str
    cards: int
    share: str
    def __init__(self, total: _Optional[str] = ..., cards: _Optional[int] = ..., share: _Optional[str] = ...) -> None: ...

class OverChance(_message.Message):
    __slots__ = ("total", "cards", "chance")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    total: str
    cards: int
    chance: float
    def __init__(self, total: _Optional[str] = ..., cards: _Optional[int] = ..., chance: _Optional[float] = ...) -> None: ...

class OddsPile(_message.Message):
    __slots__ = ("counts", "size", "started_on_table", "started_on_table_assumed")
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_FIELD_NUMBER: _ClassVar[int]
    STARTED_ON_TABLE_ASSUMED_FIELD_NUMBER: _ClassVar[int]
    counts: str
    size: int
    started_on_table: _containers.RepeatedScalarFieldContainer[str]
    started_on_table_assumed: bool
    def __init__(self, counts: _Optional[str] = ..., size: _Optional[int] = ..., started_on_table: _Optional[_Iterable[str]] = ..., started_on_table_assumed: _Optional[bool] = ...) -> None: ...

class ComputeVersusOddsRequest(_message.Message):
    __slots__ = ("first", "second", "variant", "draws", "stand_on", "equilibrium")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    EQUILIBRIUM_FIELD_NUMBER: _ClassVar[int]
    first: OddsSide
    second: OddsSide
    variant: _cards_pb2.Variant
    draws: Draws
    stand_on: StandOnTotals
    equilibrium: bool
    def __init__(self, first: _Optional[_Union[OddsSide, _Mapping]] = ..., second: _Optional[_Union[OddsSide, _Mapping]] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., draws: _Optional[_Union[Draws, str]] = ..., stand_on: _Optional[_Union[StandOnTotals, _Mapping]] = ..., equilibrium: _Optional[bool] = ...) -> None: ...

class StandOnTotals(_message.Message):
    __slots__ = ("first", "second")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    first: int
    second: int
    def __init__(self, first: _Optional[int] = ..., second: _Optional[int] = ...) -> None: ...

class ComputeVersusOddsResponse(_message.Message):
    __slots__ = ("first_edge", "first_edge_fraction", "first", "second", "draw", "first_stand_on", "second_stand_on", "first_replies", "second_replies", "first_pile", "second_pile", "catalogue_version")
    FIRST_EDGE_FIELD_NUMBER: _ClassVar[int]
    FIRST_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    FIRST_STAND_ON_FIELD_NUMBER: _ClassVar[int]
    SECOND_STAND_ON_FIELD_NUMBER: _ClassVar[int]
    FIRST_REPLIES_FIELD_NUMBER: _ClassVar[int]
    SECOND_REPLIES_FIELD_NUMBER: _ClassVar[int]
    FIRST_PILE_FIELD_NUMBER: _ClassVar[int]
    SECOND_PILE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    first_edge: str
    first_edge_fraction: str
    first: VersusShares
    second: VersusShares
    draw: str
    first_stand_on: _containers.RepeatedCompositeFieldContainer[StandOnShare]
    second_stand_on: _containers.RepeatedCompositeFieldContainer[StandOnShare]
    first_replies: _containers.RepeatedScalarFieldContainer[str]
    second_replies: _containers.RepeatedScalarFieldContainer[str]
    first_pile: OddsPile
    second_pile: OddsPile
    catalogue_version: str
    def __init__(self, first_edge: _Optional[str] = ..., first_edge_fraction: _Optional[str] = ..., first: _Optional[_Union[VersusShares, _Mapping]] = ..., second: _Optional[_Union[VersusShares, _Mapping]] = ..., draw: _Optional[str] = ..., first_stand_on: _Optional[_Iterable[_Union[StandOnShare, _Mapping]]] = ..., second_stand_on: _Optional[_Iterable[_Union[StandOnShare, _Mapping]]] = ..., first_replies: _Optional[_Iterable[str]] = ..., second_replies: _Optional[_Iterable[str]] = ..., first_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., second_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class VersusShares(_message.Message):
    __slots__ = ("wins", "perfect", "doubles")
    WINS_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FIELD_NUMBER: _ClassVar[int]
    DOUBLES_FIELD_NUMBER: _ClassVar[int]
    wins: str
    perfect: str
    doubles: str
    def __init__(self, wins: _Optional[str] = ..., perfect: _Optional[str] = ..., doubles: _Optional[str] = ...) -> None: ...

class StandOnShare(_message.Message):
    __slots__ = ("stand_on", "share")
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    stand_on: int
    share: str
    def __init__(self, stand_on: _Optional[int] = ..., share: _Optional[str] = ...) -> None: ...

class MakeStrategyChartRequest(_message.Message):
    __slots__ = ("setting", "policy", "picture")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    policy: OddsPolicy
    picture: PictureFormat
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., policy: _Optional[_Union[OddsPolicy, _Mapping]] = ..., picture: _Optional[_Union[PictureFormat, str]] = ...) -> None: ...

class MakeStrategyChartResponse(_message.Message):
    __slots__ = ("up_cards", "cells", "edge", "text", "picture", "media_type", "catalogue_version")
    UP_CARDS_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    up_cards: _containers.RepeatedScalarFieldContainer[str]
    cells: _containers.RepeatedCompositeFieldContainer[ChartCell]
    edge: float
    text: str
    picture: bytes
    media_type: str
    catalogue_version: str
    def __init__(self, up_cards: _Optional[_Iterable[str]] = ..., cells: _Optional[_Iterable[_Union[ChartCell, _Mapping]]] = ..., edge: _Optional[float] = ..., text: _Optional[str] = ..., picture: _Optional[bytes] = ..., media_type: _Optional[str] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class ChartCell(_message.Message):
    __slots__ = ("cards", "total", "up_card", "draw_share", "cost", "composition", "stand", "draw", "chance", "goes_over", "is_reached")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    UP_CARD_FIELD_NUMBER: _ClassVar[int]
    DRAW_SHARE_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    COMPOSITION_FIELD_NUMBER: _ClassVar[int]
    STAND_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    GOES_OVER_FIELD_NUMBER: _ClassVar[int]
    IS_REACHED_FIELD_NUMBER: _ClassVar[int]
    cards: int
    total: str
    up_card: int
    draw_share: float
    cost: float
    composition: float
    stand: float
    draw: float
    chance: float
    goes_over: float
    is_reached: bool
    def __init__(self, cards: _Optional[int] = ..., total: _Optional[str] = ..., up_card: _Optional[int] = ..., draw_share: _Optional[float] = ..., cost: _Optional[float] = ..., composition: _Optional[float] = ..., stand: _Optional[float] = ..., draw: _Optional[float] = ..., chance: _Optional[float] = ..., goes_over: _Optional[float] = ..., is_reached: _Optional[bool] = ...) -> None: ...

class ProfileDeckRequest(_message.Message):
    __slots__ = ("side", "picture")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    side: OddsSide
    picture: PictureFormat
    def __init__(self, side: _Optional[_Union[OddsSide, _Mapping]] = ..., picture: _Optional[_Union[PictureFormat, str]] = ...) -> None: ...

class ProfileDeckResponse(_message.Message):
    __slots__ = ("pile", "histogram", "perfect", "perfect_fraction", "goes_over", "edge", "edges", "best_stand_on", "tie_stand_on", "variants", "picture", "media_type", "catalogue_version")
    PILE_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAM_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FRACTION_FIELD_NUMBER: _ClassVar[int]
    GOES_OVER_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    EDGES_FIELD_NUMBER: _ClassVar[int]
    BEST_STAND_ON_FIELD_NUMBER: _ClassVar[int]
    TIE_STAND_ON_FIELD_NUMBER: _ClassVar[int]
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    pile: OddsPile
    histogram: _containers.RepeatedCompositeFieldContainer[KindCount]
    perfect: str
    perfect_fraction: str
    goes_over: _containers.RepeatedCompositeFieldContainer[OverShare]
    edge: str
    edges: _containers.RepeatedCompositeFieldContainer[StandOnEdge]
    best_stand_on: int
    tie_stand_on: _containers.RepeatedCompositeFieldContainer[StandOnShare]
    variants: _containers.RepeatedCompositeFieldContainer[VariantProfile]
    picture: bytes
    media_type: str
    catalogue_version: str
    def __init__(self, pile: _Optional[_Union[OddsPile, _Mapping]] = ..., histogram: _Optional[_Iterable[_Union[KindCount, _Mapping]]] = ..., perfect: _Optional[str] = ..., perfect_fraction: _Optional[str] = ..., goes_over: _Optional[_Iterable[_Union[OverShare, _Mapping]]] = ..., edge: _Optional[str] = ..., edges: _Optional[_Iterable[_Union[StandOnEdge, _Mapping]]] = ..., best_stand_on: _Optional[int] = ..., tie_stand_on: _Optional[_Iterable[_Union[StandOnShare, _Mapping]]] = ..., variants: _Optional[_Iterable[_Union[VariantProfile, _Mapping]]] = ..., picture: _Optional[bytes] = ..., media_type: _Optional[str] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class OverShare(_message.Message):
    __slots__ = ("total", "chance")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    total: str
    chance: str
    def __init__(self, total: _Optional[str] = ..., chance: _Optional[str] = ...) -> None: ...

class StandOnEdge(_message.Message):
    __slots__ = ("stand_on", "edge")
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    stand_on: int
    edge: float
    def __init__(self, stand_on: _Optional[int] = ..., edge: _Optional[float] = ...) -> None: ...

class VariantProfile(_message.Message):
    __slots__ = ("variant", "wild", "clone", "perk_wild", "perfect", "perfect_fraction", "edge")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    WILD_FIELD_NUMBER: _ClassVar[int]
    CLONE_FIELD_NUMBER: _ClassVar[int]
    PERK_WILD_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FRACTION_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    variant: _cards_pb2.Variant
    wild: int
    clone: int
    perk_wild: int
    perfect: str
    perfect_fraction: str
    edge: str
    def __init__(self, variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., wild: _Optional[int] = ..., clone: _Optional[int] = ..., perk_wild: _Optional[int] = ..., perfect: _Optional[str] = ..., perfect_fraction: _Optional[str] = ..., edge: _Optional[str] = ...) -> None: ...

class TuneTableRequest(_message.Message):
    __slots__ = ("setting", "house_edge", "tuning", "denominator")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    TUNING_FIELD_NUMBER: _ClassVar[int]
    DENOMINATOR_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    house_edge: str
    tuning: Tuning
    denominator: int
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., house_edge: _Optional[str] = ..., tuning: _Optional[_Union[Tuning, str]] = ..., denominator: _Optional[int] = ...) -> None: ...

class TuneTableResponse(_message.Message):
    __slots__ = ("value", "exactly", "house_edge", "house_edge_fraction", "rule", "pay", "catalogue_version")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    EXACTLY_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    PAY_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    value: str
    exactly: str
    house_edge: str
    house_edge_fraction: str
    rule: OddsRule
    pay: OddsPay
    catalogue_version: str
    def __init__(self, value: _Optional[str] = ..., exactly: _Optional[str] = ..., house_edge: _Optional[str] = ..., house_edge_fraction: _Optional[str] = ..., rule: _Optional[_Union[OddsRule, _Mapping]] = ..., pay: _Optional[_Union[OddsPay, _Mapping]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class ComputeShoeOddsRequest(_message.Message):
    __slots__ = ("setting", "policy", "player_played", "dealer_played")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    PLAYER_PLAYED_FIELD_NUMBER: _ClassVar[int]
    DEALER_PLAYED_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    policy: OddsPolicy
    player_played: PlayedCards
    dealer_played: PlayedCards
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., policy: _Optional[_Union[OddsPolicy, _Mapping]] = ..., player_played: _Optional[_Union[PlayedCards, _Mapping]] = ..., dealer_played: _Optional[_Union[PlayedCards, _Mapping]] = ...) -> None: ...

class PlayedCards(_message.Message):
    __slots__ = ("counts", "deck")
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    counts: str
    deck: str
    def __init__(self, counts: _Optional[str] = ..., deck: _Optional[str] = ...) -> None: ...

class ComputeShoeOddsResponse(_message.Message):
    __slots__ = ("player_edge", "player_edge_fraction", "house_edge", "full_player_edge", "outcomes", "player_pile", "dealer_pile", "catalogue_version")
    PLAYER_EDGE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    FULL_PLAYER_EDGE_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    PLAYER_PILE_FIELD_NUMBER: _ClassVar[int]
    DEALER_PILE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    player_edge: str
    player_edge_fraction: str
    house_edge: str
    full_player_edge: str
    outcomes: OddsOutcomes
    player_pile: OddsPile
    dealer_pile: OddsPile
    catalogue_version: str
    def __init__(self, player_edge: _Optional[str] = ..., player_edge_fraction: _Optional[str] = ..., house_edge: _Optional[str] = ..., full_player_edge: _Optional[str] = ..., outcomes: _Optional[_Union[OddsOutcomes, _Mapping]] = ..., player_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., dealer_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class WorkProgress(_message.Message):
    __slots__ = ("done", "of")
    DONE_FIELD_NUMBER: _ClassVar[int]
    OF_FIELD_NUMBER: _ClassVar[int]
    done: int
    of: int
    def __init__(self, done: _Optional[int] = ..., of: _Optional[int] = ...) -> None: ...

class DesignDealerDeckRequest(_message.Message):
    __slots__ = ("setting", "house_edge", "tolerance", "most_changed", "may_leave", "may_come")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    TOLERANCE_FIELD_NUMBER: _ClassVar[int]
    MOST_CHANGED_FIELD_NUMBER: _ClassVar[int]
    MAY_LEAVE_FIELD_NUMBER: _ClassVar[int]
    MAY_COME_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    house_edge: str
    tolerance: str
    most_changed: int
    may_leave: _containers.RepeatedScalarFieldContainer[str]
    may_come: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., house_edge: _Optional[str] = ..., tolerance: _Optional[str] = ..., most_changed: _Optional[int] = ..., may_leave: _Optional[_Iterable[str]] = ..., may_come: _Optional[_Iterable[str]] = ...) -> None: ...

class DesignDealerDeckResponse(_message.Message):
    __slots__ = ("progress", "result")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    progress: WorkProgress
    result: DesignedDeck
    def __init__(self, progress: _Optional[_Union[WorkProgress, _Mapping]] = ..., result: _Optional[_Union[DesignedDeck, _Mapping]] = ...) -> None: ...

class DesignedDeck(_message.Message):
    __slots__ = ("counts", "leaves", "comes", "house_edge", "house_edge_fraction", "is_within", "tried", "catalogue_version")
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    LEAVES_FIELD_NUMBER: _ClassVar[int]
    COMES_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    IS_WITHIN_FIELD_NUMBER: _ClassVar[int]
    TRIED_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    counts: str
    leaves: _containers.RepeatedCompositeFieldContainer[KindCount]
    comes: _containers.RepeatedCompositeFieldContainer[KindCount]
    house_edge: str
    house_edge_fraction: str
    is_within: bool
    tried: int
    catalogue_version: str
    def __init__(self, counts: _Optional[str] = ..., leaves: _Optional[_Iterable[_Union[KindCount, _Mapping]]] = ..., comes: _Optional[_Iterable[_Union[KindCount, _Mapping]]] = ..., house_edge: _Optional[str] = ..., house_edge_fraction: _Optional[str] = ..., is_within: _Optional[bool] = ..., tried: _Optional[int] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class KindCount(_message.Message):
    __slots__ = ("kind", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: str
    count: int
    def __init__(self, kind: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class SimulateHandsRequest(_message.Message):
    __slots__ = ("setting", "policy", "hands", "seed")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    policy: OddsPolicy
    hands: int
    seed: int
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., policy: _Optional[_Union[OddsPolicy, _Mapping]] = ..., hands: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class SimulateHandsResponse(_message.Message):
    __slots__ = ("progress", "result")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    progress: WorkProgress
    result: SimulatedHands
    def __init__(self, progress: _Optional[_Union[WorkProgress, _Mapping]] = ..., result: _Optional[_Union[SimulatedHands, _Mapping]] = ...) -> None: ...

class SimulatedHands(_message.Message):
    __slots__ = ("hands", "seed", "edge", "standard_error", "variance", "outcomes", "player_edge", "errors_off", "catalogue_version")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    VARIANCE_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    PLAYER_EDGE_FIELD_NUMBER: _ClassVar[int]
    ERRORS_OFF_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    hands: int
    seed: int
    edge: float
    standard_error: float
    variance: float
    outcomes: OddsOutcomes
    player_edge: str
    errors_off: float
    catalogue_version: str
    def __init__(self, hands: _Optional[int] = ..., seed: _Optional[int] = ..., edge: _Optional[float] = ..., standard_error: _Optional[float] = ..., variance: _Optional[float] = ..., outcomes: _Optional[_Union[OddsOutcomes, _Mapping]] = ..., player_edge: _Optional[str] = ..., errors_off: _Optional[float] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class CountShoesRequest(_message.Message):
    __slots__ = ("setting", "cut", "least_bet", "most_bet", "shoes", "seed", "leaves")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    CUT_FIELD_NUMBER: _ClassVar[int]
    LEAST_BET_FIELD_NUMBER: _ClassVar[int]
    MOST_BET_FIELD_NUMBER: _ClassVar[int]
    SHOES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    LEAVES_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    cut: int
    least_bet: str
    most_bet: str
    shoes: int
    seed: int
    leaves: bool
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., cut: _Optional[int] = ..., least_bet: _Optional[str] = ..., most_bet: _Optional[str] = ..., shoes: _Optional[int] = ..., seed: _Optional[int] = ..., leaves: _Optional[bool] = ...) -> None: ...

class CountShoesResponse(_message.Message):
    __slots__ = ("progress", "result")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    progress: WorkProgress
    result: CountedShoes
    def __init__(self, progress: _Optional[_Union[WorkProgress, _Mapping]] = ..., result: _Optional[_Union[CountedShoes, _Mapping]] = ...) -> None: ...

class CountedShoes(_message.Message):
    __slots__ = ("shoes", "seed", "first_edge", "uncounted", "flat", "spread", "bets", "by_bet", "edge_deviation", "good_hands", "catalogue_version")
    SHOES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    FIRST_EDGE_FIELD_NUMBER: _ClassVar[int]
    UNCOUNTED_FIELD_NUMBER: _ClassVar[int]
    FLAT_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    BETS_FIELD_NUMBER: _ClassVar[int]
    BY_BET_FIELD_NUMBER: _ClassVar[int]
    EDGE_DEVIATION_FIELD_NUMBER: _ClassVar[int]
    GOOD_HANDS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    shoes: int
    seed: int
    first_edge: float
    uncounted: float
    flat: Estimate
    spread: Estimate
    bets: Estimate
    by_bet: Estimate
    edge_deviation: float
    good_hands: float
    catalogue_version: str
    def __init__(self, shoes: _Optional[int] = ..., seed: _Optional[int] = ..., first_edge: _Optional[float] = ..., uncounted: _Optional[float] = ..., flat: _Optional[_Union[Estimate, _Mapping]] = ..., spread: _Optional[_Union[Estimate, _Mapping]] = ..., bets: _Optional[_Union[Estimate, _Mapping]] = ..., by_bet: _Optional[_Union[Estimate, _Mapping]] = ..., edge_deviation: _Optional[float] = ..., good_hands: _Optional[float] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class Estimate(_message.Message):
    __slots__ = ("mean", "standard_error")
    MEAN_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    mean: float
    standard_error: float
    def __init__(self, mean: _Optional[float] = ..., standard_error: _Optional[float] = ...) -> None: ...
