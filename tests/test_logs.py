"""The logger: JSON for machines, pretty on a terminal, and only keys that were thought about."""

from __future__ import annotations

import io
import json
import logging
import os
import pty
import sys
import threading
import warnings
from contextlib import redirect_stderr
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
import structlog

from service.logs import ALLOWED, kind_and_place, libraries_logged, make_logger
from service.settings import LogFormat

if TYPE_CHECKING:
    from collections.abc import Callable


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


# What libraries say


def told_by_libraries(speak: Callable[[], object], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines of the logger after *speak*, which must have written nothing past it."""
    stream = io.StringIO()
    with redirect_stderr(stream):
        logger = make_logger(LogFormat.JSON)
    with libraries_logged(logger):
        speak()
    assert capsys.readouterr() == ("", "")
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_warning_of_a_library_is_a_line_with_its_template_only(capsys: pytest.CaptureFixture[str]) -> None:
    def speak() -> None:
        logging.getLogger("sqlalchemy.pool").warning("no connection for %s", "sesame")
        logging.getLogger("alembic").info("not said")

    (line,) = told_by_libraries(speak, capsys)
    assert (line["event"], line["level"], line["logger"]) == ("library", "warning", "sqlalchemy.pool")
    assert line["text"] == "no connection for %s"
    assert line["place"].startswith("test_logs.py:")


def test_an_error_with_an_exception_tells_its_kind_and_place_but_not_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def speak() -> None:
        try:
            int("sesame")
        except ValueError as error:
            logging.getLogger("grpc._server").exception(f"Exception calling application: {error}")  # noqa: G004, TRY401

    (line,) = told_by_libraries(speak, capsys)
    assert (line["level"], line["exception"].split(" < ")[0]) == ("error", "ValueError")
    assert "sesame" not in json.dumps(line)


def test_an_exception_that_ends_a_thread_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise KeyError("sesame")

    def speak() -> None:
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()

    (line,) = told_by_libraries(speak, capsys)
    assert (line["event"], line["level"]) == ("uncaught", "error")
    assert line["exception"].startswith("KeyError < test_logs.py:")
    assert "sesame" not in json.dumps(line)


def test_an_exception_that_nobody_can_catch_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    class Late:
        def __del__(self) -> None:
            raise OSError("sesame")

    (line,) = told_by_libraries(Late, capsys)
    assert line["exception"].startswith("OSError < test_logs.py:")
    assert "sesame" not in json.dumps(line)


def test_a_warning_of_python_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    def speak() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("sesame", DeprecationWarning, stacklevel=1)

    (line,) = told_by_libraries(speak, capsys)
    assert (line["event"], line["text"]) == ("library", "DeprecationWarning")
    assert "sesame" not in json.dumps(line)


def test_afterwards_everything_is_as_before() -> None:
    def hooks() -> tuple[object, ...]:
        return (threading.excepthook, sys.unraisablehook, warnings.showwarning, tuple(logging.getLogger().handlers))

    before = hooks()
    with libraries_logged(make_logger(LogFormat.JSON)):
        assert hooks() != before
    assert hooks() == before


def test_kind_and_place_name_the_last_places_only() -> None:
    def fall(depth: int) -> None:
        if depth == 0:
            raise RuntimeError("sesame")
        fall(depth - 1)

    with pytest.raises(RuntimeError) as caught:
        fall(30)
    told = kind_and_place(caught.value).split(" < ")
    assert told[0] == "RuntimeError"
    assert len(told) == 7
    assert all(place.startswith("test_logs.py:") and place.endswith(" fall") for place in told[1:])
