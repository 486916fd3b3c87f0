from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListAuditEntriesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAuditEntriesResponse(_message.Message):
    __slots__ = ("entries", "next_page_token")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[AuditEntry]
    next_page_token: str
    def __init__(self, entries: _Optional[_Iterable[_Union[AuditEntry, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AuditEntry(_message.Message):
    __slots__ = ("sequence", "kind", "payload", "head")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    kind: str
    payload: str
    head: str
    def __init__(self, sequence: _Optional[int] = ..., kind: _Optional[str] = ..., payload: _Optional[str] = ..., head: _Optional[str] = ...) -> None: ...

class VerifyAuditLogRequest(_message.Message):
    __slots__ = ("kept_head",)
    KEPT_HEAD_FIELD_NUMBER: _ClassVar[int]
    kept_head: str
    def __init__(self, kept_head: _Optional[str] = ...) -> None: ...

class VerifyAuditLogResponse(_message.Message):
    __slots__ = ("valid", "entries", "head", "first_bad_sequence", "reason", "kept_sequence")
    VALID_FIELD_NUMBER: _ClassVar[int]
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    FIRST_BAD_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    KEPT_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    entries: int
    head: str
    first_bad_sequence: int
    reason: str
    kept_sequence: int
    def __init__(self, valid: _Optional[bool] = ..., entries: _Optional[int] = ..., head: _Optional[str] = ..., first_bad_sequence: _Optional[int] = ..., reason: _Optional[str] = ..., kept_sequence: _Optional[int] = ...) -> None: ...
