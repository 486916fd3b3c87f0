"""What a call's metadata tells beside its request: names for the logs and the person it is made for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from service.access.tokens import without_tokens

if TYPE_CHECKING:
    import grpc

_LONGEST_REQUEST_ID: Final = 64
_LONGEST_NAME: Final = 60

_NOT_PLAIN: Final = re.compile("[^!-~]")
_TRACE_PARENT: Final = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-[!-~]*)?")
_LONGEST_TRACE_PARENT: Final = 256


class Headers(NamedTuple):
    """The metadata that are read; empty where a call has none. Everything is printable ASCII of a bounded length."""

    request_id: str
    """x-request-id: the caller's own name for the call, at most 64 characters."""
    on_behalf_of: str
    """x-on-behalf-of: the person for whom he acts, as he says, at most 60 characters."""
    trace_id: str
    """32 lower-case hexadecimal digits of a valid traceparent (W3C Trace Context)."""
    span_id: str
    """The caller's span, 16 digits of the same header."""


def headers_of(context: grpc.ServicerContext) -> Headers:
    """Read a call's metadata; what is not understood is left out."""
    request_id = on_behalf_of = trace_parent = ""
    for key, value in context.invocation_metadata():
        if key == "x-request-id":
            request_id = plain(value, _LONGEST_REQUEST_ID)
        elif key == "x-on-behalf-of":
            on_behalf_of = plain(value, _LONGEST_NAME)
        elif key == "traceparent":  # of several, gRPC hands on the last
            trace_parent = str(value[:_LONGEST_TRACE_PARENT])
    return Headers(request_id, on_behalf_of, *trace_of(trace_parent))


def trace_of(trace_parent: str) -> tuple[str, str]:
    """Return the trace's id and the caller's span of a traceparent, both empty where it is not valid.

    Version 00 has four parts and no more; later versions may add some; version ff is none; ids of zeros alone are
    none.
    """
    match = _TRACE_PARENT.fullmatch(trace_parent)
    if match is None:
        return "", ""
    version, trace_id, span_id, more = match.groups()
    if version == "ff" or (version == "00" and more is not None) or not (int(trace_id, 16) and int(span_id, 16)):
        return "", ""
    return trace_id, span_id


def plain(value: str | bytes, longest: int) -> str:
    """Return a header's text with what is not printable ASCII, or may be a token, replaced, cut to *longest*."""
    text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
    return _NOT_PLAIN.sub("?", without_tokens(text)[:longest])
