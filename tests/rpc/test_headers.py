"""The metadata of a call that are read: names for the log, never more than printable ASCII of a bounded length."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rpc.calls.headers import trace_of
from tests.rpc.asking import get, rehearsal, tie

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"  # the standard's own example
VALID = f"00-{TRACE}-{SPAN}-01"


@pytest.mark.parametrize(
    "text", [VALID, f"00-{TRACE}-{SPAN}-00", f"cc-{TRACE}-{SPAN}-01", f"01-{TRACE}-{SPAN}-01-more"]
)
def test_a_valid_traceparent_is_read(text: str) -> None:
    assert trace_of(text) == (TRACE, SPAN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        VALID.upper(),
        f"{VALID}-more",  # version 00 has four parts
        f"{VALID} ",
        f" {VALID}",
        f"{VALID}\n",
        f"ff-{TRACE}-{SPAN}-01",
        f"0-{TRACE}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}",
        f"00-{TRACE}-{SPAN}-1",
        f"00-{TRACE[1:]}-{SPAN}-01",
        f"00-{TRACE}0-{SPAN}-01",
        f"00-{TRACE}-{SPAN[1:]}-01",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{'g' * 32}-{SPAN}-01",
        f"00-{'٣' * 32}-{SPAN}-01",
        f"00_{TRACE}_{SPAN}_01",
        f"01-{TRACE}-{SPAN}-01more",
        "seed",
    ],
)
def test_anything_else_is_ignored(text: str) -> None:
    assert trace_of(text) == ("", "")


@given(st.text() | st.from_regex(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}.?", fullmatch=True))
def test_ids_are_of_their_lengths_or_there_are_none(text: str) -> None:
    trace, span = trace_of(text)
    assert (trace, span) == ("", "") or (re.fullmatch("[0-9a-f]{32}", trace) and re.fullmatch("[0-9a-f]{16}", span))
    assert trace in text
    assert span in text


@pytest.fixture
def line_of(open_service: Callable[..., Service]) -> Callable[..., dict[str, object]]:
    """Makes a call with the given metadata and returns its line."""
    service = open_service()

    def call(*metadata: tuple[str, str]) -> dict[str, object]:
        service.call(rehearsal(tie("event")), metadata=metadata)
        return service.lines()[-1]

    return call


def test_a_call_is_found_by_its_request_and_its_trace(line_of: Callable[..., dict[str, object]]) -> None:
    request = str(uuid.uuid4())
    line = line_of(("x-request-id", request), ("traceparent", VALID), ("x-on-behalf-of", "director-7"))
    told = {name: line[name] for name in ("request_id", "trace_id", "span_id", "on_behalf_of", "caller")}
    assert told == {
        "request_id": request, "trace_id": TRACE, "span_id": SPAN, "on_behalf_of": "director-7", "caller": "anonymous"
    }  # fmt: skip


def test_what_is_not_valid_leaves_no_trace_in_the_line(line_of: Callable[..., dict[str, object]]) -> None:
    for metadata in (
        (),
        (("traceparent", "no trace"),),
        (("traceparent", f"{VALID},{VALID}"),),
        (("tracestate", VALID),),
    ):
        assert not {"trace_id", "span_id", "request_id", "on_behalf_of"} & set(line_of(*metadata))


def test_a_refused_call_is_found_by_its_request_too(open_service: Callable[..., Service]) -> None:
    service = open_service()
    with pytest.raises(Exception, match="TIE_NOT_FOUND"):
        service.call(get(tie("nowhere")), metadata=(("x-request-id", "r-1"), ("traceparent", VALID)))
    (line,) = service.lines()
    assert (line["request_id"], line["trace_id"], line["reason"]) == ("r-1", TRACE, "TIE_NOT_FOUND")


def test_no_header_breaks_a_line_or_grows_it(line_of: Callable[..., dict[str, object]]) -> None:
    line = line_of(("x-request-id", '"}\\ {x' * 100), ("x-on-behalf-of", "a b" + "n" * 500), ("other", "sesame"))
    assert line["request_id"] == ('"}\\?{x' * 100)[:64]
    assert line["on_behalf_of"] == ("a?b" + "n" * 500)[:60]
    assert "sesame" not in str(line)
