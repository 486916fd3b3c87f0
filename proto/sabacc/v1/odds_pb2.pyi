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

class TunedNumber(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TUNED_NUMBER_UNSPECIFIED: _ClassVar[TunedNumber]
    TUNED_NUMBER_SHIFT_SHARE: _ClassVar[TunedNumber]
    TUNED_NUMBER_PERFECT_PAYS: _ClassVar[TunedNumber]
DRAWS_UNSPECIFIED: Draws
DRAWS_FINITE: Draws
DRAWS_INDEPENDENT: Draws
UP_CARD_UNSPECIFIED: UpCard
UP_CARD_SEEN: UpCard
UP_CARD_HIDDEN: UpCard
PICTURE_FORMAT_UNSPECIFIED: PictureFormat
PICTURE_FORMAT_PNG: PictureFormat
PICTURE_FORMAT_SVG: PictureFormat
TUNED_NUMBER_UNSPECIFIED: TunedNumber
TUNED_NUMBER_SHIFT_SHARE: TunedNumber
TUNED_NUMBER_PERFECT_PAYS: TunedNumber

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
    __slots__ = ("first_wins", "second_wins", "draw", "first_edge_fraction", "first_edge", "stand_on", "is_equilibrium", "first_pile", "second_pile", "catalogue_version")
    FIRST_WINS_FIELD_NUMBER: _ClassVar[int]
    SECOND_WINS_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    FIRST_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    FIRST_EDGE_FIELD_NUMBER: _ClassVar[int]
    STAND_ON_FIELD_NUMBER: _ClassVar[int]
    IS_EQUILIBRIUM_FIELD_NUMBER: _ClassVar[int]
    FIRST_PILE_FIELD_NUMBER: _ClassVar[int]
    SECOND_PILE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    first_wins: str
    second_wins: str
    draw: str
    first_edge_fraction: str
    first_edge: str
    stand_on: StandOnTotals
    is_equilibrium: bool
    first_pile: OddsPile
    second_pile: OddsPile
    catalogue_version: str
    def __init__(self, first_wins: _Optional[str] = ..., second_wins: _Optional[str] = ..., draw: _Optional[str] = ..., first_edge_fraction: _Optional[str] = ..., first_edge: _Optional[str] = ..., stand_on: _Optional[_Union[StandOnTotals, _Mapping]] = ..., is_equilibrium: _Optional[bool] = ..., first_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., second_pile: _Optional[_Union[OddsPile, _Mapping]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("up_cards", "cells", "edge", "picture", "media_type", "catalogue_version")
    UP_CARDS_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    up_cards: _containers.RepeatedScalarFieldContainer[str]
    cells: _containers.RepeatedCompositeFieldContainer[ChartCell]
    edge: float
    picture: bytes
    media_type: str
    catalogue_version: str
    def __init__(self, up_cards: _Optional[_Iterable[str]] = ..., cells: _Optional[_Iterable[_Union[ChartCell, _Mapping]]] = ..., edge: _Optional[float] = ..., picture: _Optional[bytes] = ..., media_type: _Optional[str] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class ChartCell(_message.Message):
    __slots__ = ("cards", "total", "up_card", "draw_share", "cost", "stand", "draw", "chance", "goes_over")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    UP_CARD_FIELD_NUMBER: _ClassVar[int]
    DRAW_SHARE_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    STAND_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    GOES_OVER_FIELD_NUMBER: _ClassVar[int]
    cards: int
    total: str
    up_card: int
    draw_share: float
    cost: float
    stand: float
    draw: float
    chance: float
    goes_over: float
    def __init__(self, cards: _Optional[int] = ..., total: _Optional[str] = ..., up_card: _Optional[int] = ..., draw_share: _Optional[float] = ..., cost: _Optional[float] = ..., stand: _Optional[float] = ..., draw: _Optional[float] = ..., chance: _Optional[float] = ..., goes_over: _Optional[float] = ...) -> None: ...

class ProfileDeckRequest(_message.Message):
    __slots__ = ("side", "variant", "picture")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    side: OddsSide
    variant: _cards_pb2.Variant
    picture: PictureFormat
    def __init__(self, side: _Optional[_Union[OddsSide, _Mapping]] = ..., variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., picture: _Optional[_Union[PictureFormat, str]] = ...) -> None: ...

class ProfileDeckResponse(_message.Message):
    __slots__ = ("pile", "variants", "picture", "media_type", "catalogue_version")
    PILE_FIELD_NUMBER: _ClassVar[int]
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    pile: OddsPile
    variants: _containers.RepeatedCompositeFieldContainer[VariantProfile]
    picture: bytes
    media_type: str
    catalogue_version: str
    def __init__(self, pile: _Optional[_Union[OddsPile, _Mapping]] = ..., variants: _Optional[_Iterable[_Union[VariantProfile, _Mapping]]] = ..., picture: _Optional[bytes] = ..., media_type: _Optional[str] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class VariantProfile(_message.Message):
    __slots__ = ("variant", "wild", "clone", "perk_wild", "opens_perfect", "opens_perfect_fraction", "best_stand_on", "over", "mean_total")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    WILD_FIELD_NUMBER: _ClassVar[int]
    CLONE_FIELD_NUMBER: _ClassVar[int]
    PERK_WILD_FIELD_NUMBER: _ClassVar[int]
    OPENS_PERFECT_FIELD_NUMBER: _ClassVar[int]
    OPENS_PERFECT_FRACTION_FIELD_NUMBER: _ClassVar[int]
    BEST_STAND_ON_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    MEAN_TOTAL_FIELD_NUMBER: _ClassVar[int]
    variant: _cards_pb2.Variant
    wild: int
    clone: int
    perk_wild: int
    opens_perfect: str
    opens_perfect_fraction: str
    best_stand_on: int
    over: float
    mean_total: float
    def __init__(self, variant: _Optional[_Union[_cards_pb2.Variant, str]] = ..., wild: _Optional[int] = ..., clone: _Optional[int] = ..., perk_wild: _Optional[int] = ..., opens_perfect: _Optional[str] = ..., opens_perfect_fraction: _Optional[str] = ..., best_stand_on: _Optional[int] = ..., over: _Optional[float] = ..., mean_total: _Optional[float] = ...) -> None: ...

class TuneTableRequest(_message.Message):
    __slots__ = ("setting", "house_edge", "tuned")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    TUNED_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    house_edge: str
    tuned: TunedNumber
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., house_edge: _Optional[str] = ..., tuned: _Optional[_Union[TunedNumber, str]] = ...) -> None: ...

class TuneTableResponse(_message.Message):
    __slots__ = ("value", "value_decimal", "house_edge", "house_edge_fraction", "lowest_value_edge", "highest_value_edge", "reached", "catalogue_version")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    VALUE_DECIMAL_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    LOWEST_VALUE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HIGHEST_VALUE_EDGE_FIELD_NUMBER: _ClassVar[int]
    REACHED_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    value: str
    value_decimal: str
    house_edge: str
    house_edge_fraction: str
    lowest_value_edge: str
    highest_value_edge: str
    reached: bool
    catalogue_version: str
    def __init__(self, value: _Optional[str] = ..., value_decimal: _Optional[str] = ..., house_edge: _Optional[str] = ..., house_edge_fraction: _Optional[str] = ..., lowest_value_edge: _Optional[str] = ..., highest_value_edge: _Optional[str] = ..., reached: _Optional[bool] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("setting", "house_edge", "most_changes", "kinds")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    MOST_CHANGES_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    house_edge: str
    most_changes: int
    kinds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., house_edge: _Optional[str] = ..., most_changes: _Optional[int] = ..., kinds: _Optional[_Iterable[str]] = ...) -> None: ...

class DesignDealerDeckResponse(_message.Message):
    __slots__ = ("progress", "result")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    progress: WorkProgress
    result: DesignedDeck
    def __init__(self, progress: _Optional[_Union[WorkProgress, _Mapping]] = ..., result: _Optional[_Union[DesignedDeck, _Mapping]] = ...) -> None: ...

class DesignedDeck(_message.Message):
    __slots__ = ("counts", "swaps", "house_edge", "house_edge_fraction", "decks", "catalogue_version")
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    SWAPS_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_EDGE_FRACTION_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    counts: str
    swaps: _containers.RepeatedCompositeFieldContainer[CardSwap]
    house_edge: str
    house_edge_fraction: str
    decks: int
    catalogue_version: str
    def __init__(self, counts: _Optional[str] = ..., swaps: _Optional[_Iterable[_Union[CardSwap, _Mapping]]] = ..., house_edge: _Optional[str] = ..., house_edge_fraction: _Optional[str] = ..., decks: _Optional[int] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class CardSwap(_message.Message):
    __slots__ = ("out", "into", "count")
    OUT_FIELD_NUMBER: _ClassVar[int]
    INTO_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    out: str
    into: str
    count: int
    def __init__(self, out: _Optional[str] = ..., into: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("hands", "edge", "standard_error", "exact_edge", "deviation", "outcomes", "catalogue_version")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    EXACT_EDGE_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    hands: int
    edge: float
    standard_error: float
    exact_edge: float
    deviation: float
    outcomes: SimulatedOutcomes
    catalogue_version: str
    def __init__(self, hands: _Optional[int] = ..., edge: _Optional[float] = ..., standard_error: _Optional[float] = ..., exact_edge: _Optional[float] = ..., deviation: _Optional[float] = ..., outcomes: _Optional[_Union[SimulatedOutcomes, _Mapping]] = ..., catalogue_version: _Optional[str] = ...) -> None: ...

class SimulatedOutcomes(_message.Message):
    __slots__ = ("win", "perfect", "push", "lose", "dealer_perfect", "player_over", "dealer_over", "both_over")
    WIN_FIELD_NUMBER: _ClassVar[int]
    PERFECT_FIELD_NUMBER: _ClassVar[int]
    PUSH_FIELD_NUMBER: _ClassVar[int]
    LOSE_FIELD_NUMBER: _ClassVar[int]
    DEALER_PERFECT_FIELD_NUMBER: _ClassVar[int]
    PLAYER_OVER_FIELD_NUMBER: _ClassVar[int]
    DEALER_OVER_FIELD_NUMBER: _ClassVar[int]
    BOTH_OVER_FIELD_NUMBER: _ClassVar[int]
    win: float
    perfect: float
    push: float
    lose: float
    dealer_perfect: float
    player_over: float
    dealer_over: float
    both_over: float
    def __init__(self, win: _Optional[float] = ..., perfect: _Optional[float] = ..., push: _Optional[float] = ..., lose: _Optional[float] = ..., dealer_perfect: _Optional[float] = ..., player_over: _Optional[float] = ..., dealer_over: _Optional[float] = ..., both_over: _Optional[float] = ...) -> None: ...

class CountShoesRequest(_message.Message):
    __slots__ = ("setting", "cut", "spread", "shoes", "seed")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    CUT_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    SHOES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    setting: OddsSetting
    cut: int
    spread: int
    shoes: int
    seed: int
    def __init__(self, setting: _Optional[_Union[OddsSetting, _Mapping]] = ..., cut: _Optional[int] = ..., spread: _Optional[int] = ..., shoes: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class CountShoesResponse(_message.Message):
    __slots__ = ("progress", "result")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    progress: WorkProgress
    result: CountedShoes
    def __init__(self, progress: _Optional[_Union[WorkProgress, _Mapping]] = ..., result: _Optional[_Union[CountedShoes, _Mapping]] = ...) -> None: ...

class CountedShoes(_message.Message):
    __slots__ = ("shoes", "edge", "standard_error", "flat_edge", "raised", "catalogue_version")
    SHOES_FIELD_NUMBER: _ClassVar[int]
    EDGE_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    FLAT_EDGE_FIELD_NUMBER: _ClassVar[int]
    RAISED_FIELD_NUMBER: _ClassVar[int]
    CATALOGUE_VERSION_FIELD_NUMBER: _ClassVar[int]
    shoes: int
    edge: float
    standard_error: float
    flat_edge: float
    raised: float
    catalogue_version: str
    def __init__(self, shoes: _Optional[int] = ..., edge: _Optional[float] = ..., standard_error: _Optional[float] = ..., flat_edge: _Optional[float] = ..., raised: _Optional[float] = ..., catalogue_version: _Optional[str] = ...) -> None: ...
