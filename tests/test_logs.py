"""The logger: JSON for machines, pretty on a terminal, and only keys that were thought about."""

from __future__ import annotations

import io
import json
import os
import pty
import sys
from contextlib import redirect_stderr
from datetime import UTC, datetime

import pytest
import structlog

from service.logs import ALLOWED, make_logger
from service.settings import LogFormat


def logged(log_format: LogFormat, **fields: object) -> str:
    stream = io.StringIO()
    with redirect_stderr(stream):
        logger = make_logger(log_format)
    logger.info("call", **fields)
    return stream.getvalue()


@pytest.mark.parametrize("log_format", [LogFormat.JSON, LogFormat.AUTO])
def test_a_line_is_json_with_level_and_time_where_nobody_looks_on(log_format: LogFormat) -> None:
    text = logged(log_format, method="/x/y", status="OK", duration_ms=1.5)
    assert text.endswith("}\n")
    assert text.count("\n") == 1
    line = json.loads(text)
    assert {name: line[name] for name in ("event", "level", "method", "status", "duration_ms")} == {
        "event": "call", "level": "info", "method": "/x/y", "status": "OK", "duration_ms": 1.5
    }  # fmt: skip
    assert abs((datetime.now(UTC) - datetime.fromisoformat(line["timestamp"])).total_seconds()) < 60
    assert list(line) == sorted(line)  # canonical: the same facts are the same text


def test_a_key_that_nobody_thought_about_is_withheld_and_the_withholding_is_told() -> None:
    line = json.loads(logged(LogFormat.JSON, seed="deadbeef", deck="1_2,1_3", method="/x/y"))
    assert set(line) == {"event", "level", "timestamp", "method", "text"}
    assert line["text"] == "2 keys withheld"


def test_no_allowed_key_could_hold_a_secret() -> None:
    for word in ("seed", "deck", "hand", "pile", "card_", "request_body", "password", "url", "transcript", "player"):
        assert not any(word in key for key in ALLOWED)


def test_a_line_break_in_a_value_does_not_break_the_line() -> None:
    text = logged(LogFormat.JSON, text="two\nlines\u2028and\x00more")
    assert text.count("\n") == 1
    assert json.loads(text)["text"] == "two\nlines\u2028and\x00more"


def test_debug_lines_are_not_written() -> None:
    stream = io.StringIO()
    with redirect_stderr(stream):
        make_logger(LogFormat.JSON).debug("detail", method="/x/y")
    assert stream.getvalue() == ""


def test_lines_are_pretty_when_asked_for() -> None:
    text = logged(LogFormat.PRETTY, method="/x/y")
    assert "call" in text
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)


def test_lines_are_pretty_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    try:
        with os.fdopen(theirs, "w", closefd=True) as terminal, redirect_stderr(terminal):
            assert sys.stderr.isatty()
            make_logger(LogFormat.AUTO).info("call", method="/x/y")
            make_logger(LogFormat.JSON).info("call", method="/x/y")
            terminal.flush()
            written = b""
            while written.count(b"\n") < 2:
                written += os.read(ours, 65536)
            pretty, plain = written.decode().splitlines()
    finally:
        os.close(ours)
    assert json.loads(plain)["method"] == "/x/y"
    assert "\x1b[" in pretty
    assert "/x/y" in pretty


def test_nothing_global_is_configured() -> None:
    make_logger(LogFormat.JSON)
    assert not structlog.is_configured()
