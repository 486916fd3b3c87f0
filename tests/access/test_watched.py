"""Files that are read again when they change, on a clock of the test's own."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import InvalidInputError
from service.access.watched import LOOK_EVERY_NS, Watched
from tests.access.test_limiter import Clock

if TYPE_CHECKING:
    from pathlib import Path


class Files:
    """One watched file that must not hold the word bad."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = Clock()
        self.refused: list[str] = []
        self.reads = 0
        self.watched = Watched((path,), self._load, self._refused, self.clock)

    def _load(self) -> str:
        self.reads += 1
        try:
            text = self.path.read_text()
        except OSError:
            text = "bad"
        if text.startswith("bad"):
            raise InvalidInputError.of("file", text, "not bad")
        if text == "boom":
            raise ZeroDivisionError("with a secret")
        return text

    def _refused(self, text: str) -> None:
        self.refused.append(text)

    def put(self, text: str) -> None:
        new = self.path.with_suffix(".new")
        new.write_text(text)
        new.replace(self.path)

    def later(self) -> str:
        self.clock.now += LOOK_EVERY_NS
        return self.watched.current()


def told(text: str) -> str:
    return f"file: got '{text}', expected not bad"


@pytest.fixture
def files(tmp_path: Path) -> Files:
    path = tmp_path / "watched"
    path.write_text("one")
    return Files(path)


def test_a_change_is_seen_at_the_next_look_and_not_before(files: Files) -> None:
    files.put("two")
    assert files.watched.current() == "one"
    files.clock.now += LOOK_EVERY_NS - 1
    assert files.watched.current() == "one"
    files.clock.now += 1
    assert files.watched.current() == "two"
    assert files.reads == 2


def test_a_file_that_did_not_change_is_not_read_again(files: Files) -> None:
    assert [files.later() for _ in range(5)] == ["one"] * 5
    assert files.reads == 1


def test_a_change_of_the_same_size_at_the_same_time_is_seen_by_its_inode(files: Files) -> None:
    before = files.path.stat()
    files.put("two")
    os.utime(files.path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert files.later() == "two"


def test_a_change_in_place_is_seen(files: Files) -> None:
    files.path.write_text("other")
    assert files.later() == "other"


def test_a_bad_change_leaves_the_old_one_in_force_and_is_told_once(files: Files) -> None:
    files.put("bad 1")
    assert [files.later() for _ in range(4)] == ["one"] * 4
    assert files.refused == [told("bad 1")]
    files.put("bad 22")
    assert files.later() == "one"
    assert files.refused == [told("bad 1"), told("bad 22")]
    files.put("good")
    assert files.later() == "good"
    files.put("bad 1")
    assert files.later() == "good"
    assert files.refused == [told("bad 1"), told("bad 22"), told("bad 1")]


def test_a_file_that_vanished_leaves_the_old_one_in_force(files: Files) -> None:
    files.path.unlink()
    assert [files.later() for _ in range(3)] == ["one"] * 3
    assert files.refused == [told("bad")]
    files.path.write_text("back")
    assert files.later() == "back"


def test_a_fault_of_the_reader_leaves_the_old_one_in_force_and_tells_no_text(files: Files) -> None:
    files.put("boom")
    assert [files.later() for _ in range(3)] == ["one"] * 3
    (text,) = files.refused
    assert text.startswith("ZeroDivisionError < test_watched.py:")
    assert "secret" not in text
    files.put("two")
    assert files.later() == "two"


def test_a_first_bad_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "watched"
    path.write_text("bad")
    with pytest.raises(InvalidInputError):
        Files(path)


def test_one_thread_looks_and_the_others_go_on(files: Files) -> None:
    files.put("two")
    files.clock.now += LOOK_EVERY_NS
    assert files.watched._lock.acquire(timeout=60)
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(files.watched.current()))
    thread.start()
    thread.join(60)
    files.watched._lock.release()
    assert found == ["one"]
    assert files.watched.current() == "two"
