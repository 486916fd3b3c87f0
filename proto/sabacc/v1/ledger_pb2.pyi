import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SettlementState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SETTLEMENT_STATE_UNSPECIFIED: _ClassVar[SettlementState]
    SETTLEMENT_STATE_PENDING: _ClassVar[SettlementState]
    SETTLEMENT_STATE_APPLIED: _ClassVar[SettlementState]
    SETTLEMENT_STATE_DEFERRED: _ClassVar[SettlementState]

class EntryType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENTRY_TYPE_UNSPECIFIED: _ClassVar[EntryType]
    ENTRY_TYPE_TRANSFER: _ClassVar[EntryType]
    ENTRY_TYPE_HOLD: _ClassVar[EntryType]
    ENTRY_TYPE_POST: _ClassVar[EntryType]
    ENTRY_TYPE_VOID: _ClassVar[EntryType]

class GempMovementKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GEMP_MOVEMENT_KIND_UNSPECIFIED: _ClassVar[GempMovementKind]
    GEMP_MOVEMENT_KIND_DEPOSIT: _ClassVar[GempMovementKind]
    GEMP_MOVEMENT_KIND_SETTLEMENT: _ClassVar[GempMovementKind]

class DifferenceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIFFERENCE_KIND_UNSPECIFIED: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_MISSING_HERE: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_MISSING_AT_GEMP: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_DOUBLE: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_AMOUNT: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_PLAYER: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_OTHER_MOVEMENT: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_REFUSED_HERE: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_NOT_ACKNOWLEDGED: _ClassVar[DifferenceKind]
    DIFFERENCE_KIND_TOTAL: _ClassVar[DifferenceKind]
SETTLEMENT_STATE_UNSPECIFIED: SettlementState
SETTLEMENT_STATE_PENDING: SettlementState
SETTLEMENT_STATE_APPLIED: SettlementState
SETTLEMENT_STATE_DEFERRED: SettlementState
ENTRY_TYPE_UNSPECIFIED: EntryType
ENTRY_TYPE_TRANSFER: EntryType
ENTRY_TYPE_HOLD: EntryType
ENTRY_TYPE_POST: EntryType
ENTRY_TYPE_VOID: EntryType
GEMP_MOVEMENT_KIND_UNSPECIFIED: GempMovementKind
GEMP_MOVEMENT_KIND_DEPOSIT: GempMovementKind
GEMP_MOVEMENT_KIND_SETTLEMENT: GempMovementKind
DIFFERENCE_KIND_UNSPECIFIED: DifferenceKind
DIFFERENCE_KIND_MISSING_HERE: DifferenceKind
DIFFERENCE_KIND_MISSING_AT_GEMP: DifferenceKind
DIFFERENCE_KIND_DOUBLE: DifferenceKind
DIFFERENCE_KIND_AMOUNT: DifferenceKind
DIFFERENCE_KIND_PLAYER: DifferenceKind
DIFFERENCE_KIND_OTHER_MOVEMENT: DifferenceKind
DIFFERENCE_KIND_REFUSED_HERE: DifferenceKind
DIFFERENCE_KIND_NOT_ACKNOWLEDGED: DifferenceKind
DIFFERENCE_KIND_TOTAL: DifferenceKind

class SilverAmount(_message.Message):
    __slots__ = ("silver", "text")
    SILVER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    silver: int
    text: str
    def __init__(self, silver: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class LedgerEntry(_message.Message):
    __slots__ = ("entry_id", "sequence", "type", "kind", "debit", "credit", "moved", "held", "resolves", "debit_balance", "credit_balance")
    ENTRY_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DEBIT_FIELD_NUMBER: _ClassVar[int]
    CREDIT_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    RESOLVES_FIELD_NUMBER: _ClassVar[int]
    DEBIT_BALANCE_FIELD_NUMBER: _ClassVar[int]
    CREDIT_BALANCE_FIELD_NUMBER: _ClassVar[int]
    entry_id: str
    sequence: int
    type: EntryType
    kind: str
    debit: str
    credit: str
    moved: SilverAmount
    held: SilverAmount
    resolves: str
    debit_balance: SilverAmount
    credit_balance: SilverAmount
    def __init__(self, entry_id: _Optional[str] = ..., sequence: _Optional[int] = ..., type: _Optional[_Union[EntryType, str]] = ..., kind: _Optional[str] = ..., debit: _Optional[str] = ..., credit: _Optional[str] = ..., moved: _Optional[_Union[SilverAmount, _Mapping]] = ..., held: _Optional[_Union[SilverAmount, _Mapping]] = ..., resolves: _Optional[str] = ..., debit_balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., credit_balance: _Optional[_Union[SilverAmount, _Mapping]] = ...) -> None: ...

class LedgerPosting(_message.Message):
    __slots__ = ("request_id", "sequence", "entries", "refusal", "refusal_reason", "table_id", "hand", "director", "reason", "caller", "create_time", "head")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_REASON_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DIRECTOR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CALLER_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    sequence: int
    entries: _containers.RepeatedCompositeFieldContainer[LedgerEntry]
    refusal: str
    refusal_reason: str
    table_id: str
    hand: int
    director: str
    reason: str
    caller: str
    create_time: _timestamp_pb2.Timestamp
    head: str
    def __init__(self, request_id: _Optional[str] = ..., sequence: _Optional[int] = ..., entries: _Optional[_Iterable[_Union[LedgerEntry, _Mapping]]] = ..., refusal: _Optional[str] = ..., refusal_reason: _Optional[str] = ..., table_id: _Optional[str] = ..., hand: _Optional[int] = ..., director: _Optional[str] = ..., reason: _Optional[str] = ..., caller: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., head: _Optional[str] = ...) -> None: ...

class Wallet(_message.Message):
    __slots__ = ("player", "balance", "held", "free", "room")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    player: str
    balance: SilverAmount
    held: SilverAmount
    free: SilverAmount
    room: SilverAmount
    def __init__(self, player: _Optional[str] = ..., balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., held: _Optional[_Union[SilverAmount, _Mapping]] = ..., free: _Optional[_Union[SilverAmount, _Mapping]] = ..., room: _Optional[_Union[SilverAmount, _Mapping]] = ...) -> None: ...

class Settlement(_message.Message):
    __slots__ = ("settlement_id", "sequence", "player", "amount", "create_time", "state", "reason", "acknowledge_time")
    SETTLEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGE_TIME_FIELD_NUMBER: _ClassVar[int]
    settlement_id: str
    sequence: int
    player: str
    amount: SilverAmount
    create_time: _timestamp_pb2.Timestamp
    state: SettlementState
    reason: str
    acknowledge_time: _timestamp_pb2.Timestamp
    def __init__(self, settlement_id: _Optional[str] = ..., sequence: _Optional[int] = ..., player: _Optional[str] = ..., amount: _Optional[_Union[SilverAmount, _Mapping]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state: _Optional[_Union[SettlementState, str]] = ..., reason: _Optional[str] = ..., acknowledge_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class DepositRequest(_message.Message):
    __slots__ = ("request_id", "player", "amount")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    player: str
    amount: int
    def __init__(self, request_id: _Optional[str] = ..., player: _Optional[str] = ..., amount: _Optional[int] = ...) -> None: ...

class DepositResponse(_message.Message):
    __slots__ = ("posting", "balance", "replayed")
    POSTING_FIELD_NUMBER: _ClassVar[int]
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    posting: LedgerPosting
    balance: SilverAmount
    replayed: bool
    def __init__(self, posting: _Optional[_Union[LedgerPosting, _Mapping]] = ..., balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class WithdrawRequest(_message.Message):
    __slots__ = ("request_id", "player", "amount", "dry_run")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    player: str
    amount: int
    dry_run: bool
    def __init__(self, request_id: _Optional[str] = ..., player: _Optional[str] = ..., amount: _Optional[int] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class WithdrawResponse(_message.Message):
    __slots__ = ("posting", "settlement_id", "balance", "replayed", "dry_run")
    POSTING_FIELD_NUMBER: _ClassVar[int]
    SETTLEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    posting: LedgerPosting
    settlement_id: str
    balance: SilverAmount
    replayed: bool
    dry_run: bool
    def __init__(self, posting: _Optional[_Union[LedgerPosting, _Mapping]] = ..., settlement_id: _Optional[str] = ..., balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., replayed: _Optional[bool] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class GetWalletRequest(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: str
    def __init__(self, player: _Optional[str] = ...) -> None: ...

class GetWalletResponse(_message.Message):
    __slots__ = ("wallet",)
    WALLET_FIELD_NUMBER: _ClassVar[int]
    wallet: Wallet
    def __init__(self, wallet: _Optional[_Union[Wallet, _Mapping]] = ...) -> None: ...

class ListStatementRequest(_message.Message):
    __slots__ = ("account", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListStatementResponse(_message.Message):
    __slots__ = ("lines", "next_page_token")
    LINES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[StatementLine]
    next_page_token: str
    def __init__(self, lines: _Optional[_Iterable[_Union[StatementLine, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class StatementLine(_message.Message):
    __slots__ = ("entry", "other_account", "change", "balance", "request_id", "table_id", "hand", "director", "reason", "create_time")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    OTHER_ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DIRECTOR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    entry: LedgerEntry
    other_account: str
    change: SilverAmount
    balance: SilverAmount
    request_id: str
    table_id: str
    hand: int
    director: str
    reason: str
    create_time: _timestamp_pb2.Timestamp
    def __init__(self, entry: _Optional[_Union[LedgerEntry, _Mapping]] = ..., other_account: _Optional[str] = ..., change: _Optional[_Union[SilverAmount, _Mapping]] = ..., balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., request_id: _Optional[str] = ..., table_id: _Optional[str] = ..., hand: _Optional[int] = ..., director: _Optional[str] = ..., reason: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GetPostingRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class GetPostingResponse(_message.Message):
    __slots__ = ("posting",)
    POSTING_FIELD_NUMBER: _ClassVar[int]
    posting: LedgerPosting
    def __init__(self, posting: _Optional[_Union[LedgerPosting, _Mapping]] = ...) -> None: ...

class ListHandPostingsRequest(_message.Message):
    __slots__ = ("table_id", "hand")
    TABLE_ID_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    table_id: str
    hand: int
    def __init__(self, table_id: _Optional[str] = ..., hand: _Optional[int] = ...) -> None: ...

class ListHandPostingsResponse(_message.Message):
    __slots__ = ("postings",)
    POSTINGS_FIELD_NUMBER: _ClassVar[int]
    postings: _containers.RepeatedCompositeFieldContainer[LedgerPosting]
    def __init__(self, postings: _Optional[_Iterable[_Union[LedgerPosting, _Mapping]]] = ...) -> None: ...

class ListSettlementsRequest(_message.Message):
    __slots__ = ("after", "page_size", "include_applied")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_APPLIED_FIELD_NUMBER: _ClassVar[int]
    after: int
    page_size: int
    include_applied: bool
    def __init__(self, after: _Optional[int] = ..., page_size: _Optional[int] = ..., include_applied: _Optional[bool] = ...) -> None: ...

class ListSettlementsResponse(_message.Message):
    __slots__ = ("settlements", "next_after", "more")
    SETTLEMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_AFTER_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    settlements: _containers.RepeatedCompositeFieldContainer[Settlement]
    next_after: int
    more: bool
    def __init__(self, settlements: _Optional[_Iterable[_Union[Settlement, _Mapping]]] = ..., next_after: _Optional[int] = ..., more: _Optional[bool] = ...) -> None: ...

class AcknowledgeSettlementRequest(_message.Message):
    __slots__ = ("settlement_id", "state", "reason")
    SETTLEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    settlement_id: str
    state: SettlementState
    reason: str
    def __init__(self, settlement_id: _Optional[str] = ..., state: _Optional[_Union[SettlementState, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class AcknowledgeSettlementResponse(_message.Message):
    __slots__ = ("settlement", "replayed")
    SETTLEMENT_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    settlement: Settlement
    replayed: bool
    def __init__(self, settlement: _Optional[_Union[Settlement, _Mapping]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class ReconcileRequest(_message.Message):
    __slots__ = ("after", "movements", "deposited", "applied")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    MOVEMENTS_FIELD_NUMBER: _ClassVar[int]
    DEPOSITED_FIELD_NUMBER: _ClassVar[int]
    APPLIED_FIELD_NUMBER: _ClassVar[int]
    after: int
    movements: _containers.RepeatedCompositeFieldContainer[GempMovement]
    deposited: int
    applied: int
    def __init__(self, after: _Optional[int] = ..., movements: _Optional[_Iterable[_Union[GempMovement, _Mapping]]] = ..., deposited: _Optional[int] = ..., applied: _Optional[int] = ...) -> None: ...

class GempMovement(_message.Message):
    __slots__ = ("kind", "id", "player", "amount")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    kind: GempMovementKind
    id: str
    player: str
    amount: int
    def __init__(self, kind: _Optional[_Union[GempMovementKind, str]] = ..., id: _Optional[str] = ..., player: _Optional[str] = ..., amount: _Optional[int] = ...) -> None: ...

class ReconcileResponse(_message.Message):
    __slots__ = ("agrees", "differences", "difference_count", "through", "more", "totals")
    AGREES_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCES_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_COUNT_FIELD_NUMBER: _ClassVar[int]
    THROUGH_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    agrees: bool
    differences: _containers.RepeatedCompositeFieldContainer[Difference]
    difference_count: int
    through: int
    more: bool
    totals: LedgerTotals
    def __init__(self, agrees: _Optional[bool] = ..., differences: _Optional[_Iterable[_Union[Difference, _Mapping]]] = ..., difference_count: _Optional[int] = ..., through: _Optional[int] = ..., more: _Optional[bool] = ..., totals: _Optional[_Union[LedgerTotals, _Mapping]] = ...) -> None: ...

class Difference(_message.Message):
    __slots__ = ("kind", "id", "gemp", "ledger")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    GEMP_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    kind: DifferenceKind
    id: str
    gemp: str
    ledger: str
    def __init__(self, kind: _Optional[_Union[DifferenceKind, str]] = ..., id: _Optional[str] = ..., gemp: _Optional[str] = ..., ledger: _Optional[str] = ...) -> None: ...

class LedgerTotals(_message.Message):
    __slots__ = ("deposited", "withdrawn", "applied", "unapplied", "unapplied_count", "wallets", "houses", "escrows", "clearing", "mint", "grants", "held")
    DEPOSITED_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    APPLIED_FIELD_NUMBER: _ClassVar[int]
    UNAPPLIED_FIELD_NUMBER: _ClassVar[int]
    UNAPPLIED_COUNT_FIELD_NUMBER: _ClassVar[int]
    WALLETS_FIELD_NUMBER: _ClassVar[int]
    HOUSES_FIELD_NUMBER: _ClassVar[int]
    ESCROWS_FIELD_NUMBER: _ClassVar[int]
    CLEARING_FIELD_NUMBER: _ClassVar[int]
    MINT_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    HELD_FIELD_NUMBER: _ClassVar[int]
    deposited: SilverAmount
    withdrawn: SilverAmount
    applied: SilverAmount
    unapplied: SilverAmount
    unapplied_count: int
    wallets: SilverAmount
    houses: SilverAmount
    escrows: SilverAmount
    clearing: SilverAmount
    mint: SilverAmount
    grants: SilverAmount
    held: SilverAmount
    def __init__(self, deposited: _Optional[_Union[SilverAmount, _Mapping]] = ..., withdrawn: _Optional[_Union[SilverAmount, _Mapping]] = ..., applied: _Optional[_Union[SilverAmount, _Mapping]] = ..., unapplied: _Optional[_Union[SilverAmount, _Mapping]] = ..., unapplied_count: _Optional[int] = ..., wallets: _Optional[_Union[SilverAmount, _Mapping]] = ..., houses: _Optional[_Union[SilverAmount, _Mapping]] = ..., escrows: _Optional[_Union[SilverAmount, _Mapping]] = ..., clearing: _Optional[_Union[SilverAmount, _Mapping]] = ..., mint: _Optional[_Union[SilverAmount, _Mapping]] = ..., grants: _Optional[_Union[SilverAmount, _Mapping]] = ..., held: _Optional[_Union[SilverAmount, _Mapping]] = ...) -> None: ...

class AuditLedgerRequest(_message.Message):
    __slots__ = ("kept_head",)
    KEPT_HEAD_FIELD_NUMBER: _ClassVar[int]
    kept_head: str
    def __init__(self, kept_head: _Optional[str] = ...) -> None: ...

class AuditLedgerResponse(_message.Message):
    __slots__ = ("passed", "postings", "entries", "settlements", "head", "faults", "grants")
    PASSED_FIELD_NUMBER: _ClassVar[int]
    POSTINGS_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    SETTLEMENTS_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    passed: bool
    postings: int
    entries: int
    settlements: int
    head: str
    faults: _containers.RepeatedCompositeFieldContainer[LedgerFault]
    grants: int
    def __init__(self, passed: _Optional[bool] = ..., postings: _Optional[int] = ..., entries: _Optional[int] = ..., settlements: _Optional[int] = ..., head: _Optional[str] = ..., faults: _Optional[_Iterable[_Union[LedgerFault, _Mapping]]] = ..., grants: _Optional[int] = ...) -> None: ...

class LedgerFault(_message.Message):
    __slots__ = ("where", "words")
    WHERE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    where: str
    words: str
    def __init__(self, where: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...

class GivePrizeRequest(_message.Message):
    __slots__ = ("request_id", "player", "amount", "reason", "source", "dry_run")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    player: str
    amount: int
    reason: str
    source: str
    dry_run: bool
    def __init__(self, request_id: _Optional[str] = ..., player: _Optional[str] = ..., amount: _Optional[int] = ..., reason: _Optional[str] = ..., source: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class GivePrizeResponse(_message.Message):
    __slots__ = ("posting", "balance", "replayed", "dry_run")
    POSTING_FIELD_NUMBER: _ClassVar[int]
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    posting: LedgerPosting
    balance: SilverAmount
    replayed: bool
    dry_run: bool
    def __init__(self, posting: _Optional[_Union[LedgerPosting, _Mapping]] = ..., balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., replayed: _Optional[bool] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class CorrectLedgerRequest(_message.Message):
    __slots__ = ("request_id", "debit", "credit", "amount", "reason", "dry_run")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    DEBIT_FIELD_NUMBER: _ClassVar[int]
    CREDIT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    debit: str
    credit: str
    amount: int
    reason: str
    dry_run: bool
    def __init__(self, request_id: _Optional[str] = ..., debit: _Optional[str] = ..., credit: _Optional[str] = ..., amount: _Optional[int] = ..., reason: _Optional[str] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class CorrectLedgerResponse(_message.Message):
    __slots__ = ("posting", "replayed", "dry_run")
    POSTING_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    posting: LedgerPosting
    replayed: bool
    dry_run: bool
    def __init__(self, posting: _Optional[_Union[LedgerPosting, _Mapping]] = ..., replayed: _Optional[bool] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class FillBankRequest(_message.Message):
    __slots__ = ("request_id", "account", "amount", "reason", "take_back", "dry_run")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TAKE_BACK_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    account: str
    amount: int
    reason: str
    take_back: bool
    dry_run: bool
    def __init__(self, request_id: _Optional[str] = ..., account: _Optional[str] = ..., amount: _Optional[int] = ..., reason: _Optional[str] = ..., take_back: _Optional[bool] = ..., dry_run: _Optional[bool] = ...) -> None: ...

class FillBankResponse(_message.Message):
    __slots__ = ("posting", "balance", "replayed", "dry_run")
    POSTING_FIELD_NUMBER: _ClassVar[int]
    BALANCE_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    posting: LedgerPosting
    balance: SilverAmount
    replayed: bool
    dry_run: bool
    def __init__(self, posting: _Optional[_Union[LedgerPosting, _Mapping]] = ..., balance: _Optional[_Union[SilverAmount, _Mapping]] = ..., replayed: _Optional[bool] = ..., dry_run: _Optional[bool] = ...) -> None: ...
