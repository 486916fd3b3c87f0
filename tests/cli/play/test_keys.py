"""What keys do, without a terminal and without a service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.keys import ENTER, ERASE, ESCAPE, press
from service.cli.play.sitting import Advise, Close, Make, Page, Sitting
from service.cli.play.terminal import keys_of
from tests.cli.play.scenes import SCENES


def _pressed(scene: str, *keys: str) -> tuple[Sitting, object]:
    sitting, order = SCENES[scene], None
    for key in keys:
        assert order is None
        sitting, order = press(sitting, key)
    return sitting, order


@pytest.mark.parametrize(
    ("scene", "keys", "order"),
    [
        ("asked", "d", Make(move=pb.MOVE_KIND_DRAW)),
        ("asked", "D", Make(move=pb.MOVE_KIND_DRAW)),
        ("asked", "s", Make(move=pb.MOVE_KIND_STAND)),
        ("asked", "f", Make(move=pb.MOVE_KIND_FINISH)),
        ("asked", "a", Advise()),
        ("valuing", "b", Make(move=pb.MOVE_KIND_CHOOSE_BEST)),
        ("valuing", "16", Make(move=pb.MOVE_KIND_CHOOSE, position=0, choice="6")),
        ("valuing", "2b", Make(move=pb.MOVE_KIND_CHOOSE, position=1, choice="@3")),
        ("valuing", "2c", Make(move=pb.MOVE_KIND_CHOOSE, position=1, choice="perk")),
        ("valuing", "35", Make(move=pb.MOVE_KIND_CHOOSE, position=2, choice="5")),
        ("won", "n", Make(move=pb.MOVE_KIND_BET, amount=10)),
        ("won", ENTER, Make(move=pb.MOVE_KIND_BET, amount=10)),
        ("won", "25n", Make(move=pb.MOVE_KIND_BET, amount=25)),
        ("won", f"250{ERASE}{ENTER}", Make(move=pb.MOVE_KIND_BET, amount=25)),
        ("won", f"250{ESCAPE}n", Make(move=pb.MOVE_KIND_BET, amount=10)),
        ("won", "++n", Make(move=pb.MOVE_KIND_BET, amount=30)),
        ("won", "--n", Make(move=pb.MOVE_KIND_BET, amount=8)),
        ("won", "100-n", Make(move=pb.MOVE_KIND_BET, amount=90)),
        ("won", "0-n", Make(move=pb.MOVE_KIND_BET, amount=1)),
        ("won", "5000+n", Make(move=pb.MOVE_KIND_BET, amount=1010)),
        ("won", "t2", Make(move=pb.MOVE_KIND_SEAT_DEALER, dealer="uutkik")),
        ("won", "q", Close()),
        ("asked", "qq", Close()),
        ("asked", "qy", Close()),
        ("two-players-hidden", "xx", Make(move=pb.MOVE_KIND_LEAVE, absence=pb.ABSENCE_CONCEDED)),
        ("two-players-changing", "+", Make(move=pb.MOVE_KIND_CHANGE_TOTAL, change=1)),
        ("two-players-changing", "0", Make(move=pb.MOVE_KIND_CHANGE_TOTAL, change=0)),
        ("two-players-changing", "-", Make(move=pb.MOVE_KIND_CHANGE_TOTAL, change=-1)),
    ],
)
def test_keys_ask_for_what_they_are_for(scene: str, keys: str, order: object) -> None:
    assert _pressed(scene, *keys)[1] == order


@pytest.mark.parametrize(
    ("scene", "keys", "hint"),
    [
        ("asked", "z", "This key does nothing here"),
        ("asked", "n", "This hand is not over yet"),
        ("asked", "9", "There are cards 1 to 2"),
        ("asked", "1", "Card 1: printed destiny 4"),
        ("asked", "b", "First stand (s); then b takes the best values."),
        ("valuing", "d", "You stand: value your cards"),
        ("two-players-changing", "s", "Both hands lie open"),
        ("asked", "q.", "Nothing changed"),
        ("valuing", "17", "None of these"),
        ("valuing", f"1{ESCAPE}", "Nothing changed"),
        ("won", "d", "No hand is being played"),
        ("won", "t9", "None of these"),
        ("won", "t1", "Jawa deals already."),
        ("won", "2000n", "You have 1010 chips: bet 1 to 1010."),
        ("won", f"0{ENTER}", "You have 1010 chips: bet 1 to 1010."),
        ("no-hand-left", "\x1b[A", "This key does nothing here"),
        ("two-players-hidden", "xq", "Nothing changed"),
        ("two-players-hidden", "a", "This key does nothing here"),
    ],
)
def test_a_key_that_does_nothing_says_so_and_loses_nothing(scene: str, keys: str, hint: str) -> None:
    keys_ = keys_of(keys)
    sitting, order = _pressed(scene, *keys_)
    assert order is None
    assert sitting.hint.startswith(hint)
    assert replace(sitting, hint="", page=Page.TABLE, position=0) == replace(SCENES[scene], hint="")


def test_every_page_leads_back_to_the_table() -> None:
    for key in "?rt":
        page, _ = press(SCENES["won"], key)
        assert page.page is not Page.TABLE
        assert press(page, ESCAPE)[0].page is Page.TABLE


def test_an_arrow_is_one_key_and_typed_ahead_keys_are_many() -> None:
    assert keys_of("ds\x1b[Aq") == ["d", "s", "\x1b[A", "q"]
    assert keys_of("\r\n1\r2\n") == ["\n", "1", "\n", "2", "\n"]
    assert keys_of("\x1b") == [ESCAPE]
    assert keys_of("\x1bOP\x1b[1;5C") == ["\x1bOP", "\x1b[1;5C"]
