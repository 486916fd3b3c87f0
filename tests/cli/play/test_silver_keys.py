"""What keys do at a table for silver, and what is told of it, without a terminal and without a service."""

from __future__ import annotations

from dataclasses import replace

import pytest
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from sabacc.v1 import tables_pb2 as pb
from service.cli.play.calls import TroubleError, news
from service.cli.play.keys import press
from service.cli.play.refusals import refusal_words
from service.cli.play.sitting import Close, Make, Page, Sitting
from service.cli.play.tally import Tally
from tests.cli.play.silver_scenes import SILVER_SCENES


def _pressed(scene: str, keys: str) -> tuple[Sitting, object]:
    sitting, order = SILVER_SCENES[f"silver-{scene}"], None
    for key in keys:
        assert order is None
        sitting, order = press(sitting, key)
    return sitting, order


@pytest.mark.parametrize(
    ("scene", "keys", "order"),
    [
        ("before-the-first-hand", "n", Make(move=pb.MOVE_KIND_BET, amount=5)),
        ("before-the-first-hand", "-n", Make(move=pb.MOVE_KIND_BET, amount=5)),
        ("before-the-first-hand", "50+n", Make(move=pb.MOVE_KIND_BET, amount=50)),
        ("before-the-first-hand", "q", Close()),
        ("won-within-a-shoe", "+n", Make(move=pb.MOVE_KIND_BET, amount=30)),
        ("won-within-a-shoe", "+++n", Make(move=pb.MOVE_KIND_BET, amount=40)),
        ("won-within-a-shoe", "-n", Make(move=pb.MOVE_KIND_BET, amount=20)),
        ("won-within-a-shoe", "33n", Make(move=pb.MOVE_KIND_BET, amount=33)),
        ("lost-with-the-shoe", "q", Close()),
        ("match", "+n", Make(move=pb.MOVE_KIND_BET, amount=20)),
        ("match", "qq", Close()),
        ("asked", "f", Make(move=pb.MOVE_KIND_FINISH)),
        ("two-players", "xx", Make(move=pb.MOVE_KIND_LEAVE, absence=pb.ABSENCE_CONCEDED)),
    ],
)
def test_a_key_asks_for_what_the_table_takes(scene: str, keys: str, order: object) -> None:
    assert _pressed(scene, keys)[1] == order


@pytest.mark.parametrize(
    ("scene", "keys", "hint"),
    [
        ("before-the-first-hand", "51n", "Bet 5 to 50 silver."),
        ("before-the-first-hand", "4n", "Bet 5 to 50 silver."),
        ("won-within-a-shoe", "41n", "Bet 20 to 40 silver, as a shoe's bets are from its first one to twice that."),
        ("match", "25n", "Here 20 silver are bet on each hand."),
        ("asked", "a", "No coach helps where silver is at stake."),
        ("won-within-a-shoe", "t", "In the campaign each dealer has a table of his own: close this one, and sit down"),
        ("asked", "q", "A shoe is played out, and after this hand 2 hands of this shoe are left. Ctrl-C leaves"),
        ("asked-last-of-a-shoe", "q", "A shoe is played out, and this is its last hand. Ctrl-C leaves the table as it"),
        ("won-within-a-shoe", "q", "A shoe is played out, and 2 hands of this shoe are left. Ctrl-C leaves the table"),
        ("match-closing", ".", "Nothing changed."),
    ],
)
def test_what_may_not_be_done_says_why(scene: str, keys: str, hint: str) -> None:
    sitting, order = _pressed(scene, keys)
    assert order is None
    assert sitting.hint.startswith(hint)
    assert sitting.page is Page.TABLE


def test_a_match_that_is_not_over_is_closed_only_when_that_is_meant() -> None:
    asked, order = _pressed("match", "q")
    assert (asked.page, order) == (Page.CLOSING, None)
    over = SILVER_SCENES["silver-match"]
    view = pb.TableView()
    view.CopyFrom(over.view)
    view.hands_left = 0
    assert press(over.looking_at(view), "q")[1] == Close()


def test_the_bet_that_is_shown_is_one_that_the_table_takes() -> None:
    first, view = SILVER_SCENES["silver-lost-with-the-shoe"], pb.TableView()
    view.CopyFrom(first.view)
    assert replace(first, bet=40).looking_at(view).bet == 40
    view.least_bet = 30  # while Lando is here
    assert first.looking_at(view).bet == 30
    view.least_bet, view.largest_bet = 5, 10
    assert first.looking_at(view).bet == 10


def test_careers_and_lando_are_news_and_moves_are_not() -> None:
    cues = ("cue.deal", "cue.lando-arrives", "cue.lando-leaves", "cue.lando-beaten", "cue.settle", "cue.boss-won")
    answer = pb.MakeMoveResponse(events=[pb.TableEvent(text=cue, cue=cue) for cue in cues])
    assert news(answer) == {*cues[1:4], cues[5]}


def test_an_evening_for_silver_is_summed_in_gold_and_silver() -> None:
    begun = Tally.before(SILVER_SCENES["silver-before-the-first-hand"].view)
    lost = begun.after(SILVER_SCENES["silver-match"].view)
    assert lost.words() == "One hand: 0 won, 1 lost, 0 pushed; net -0 gold, 40 silver."
    won = lost.after(SILVER_SCENES["silver-won-within-a-shoe"].view).after(SILVER_SCENES["silver-asked"].view)
    assert won.words() == "2 hands: 1 won, 1 lost, 0 pushed; net -0 gold, 10 silver."
    assert begun.after(SILVER_SCENES["silver-typing-a-bet"].view).words().endswith("; net +0 gold, 30 silver.")


def _trouble(reason: str, field: str, value: str, expected: str) -> TroubleError:
    told = {"field": field, "value": value, "expected": expected}
    info, packed = error_details_pb2.ErrorInfo(reason=reason, metadata=told), any_pb2.Any()
    packed.Pack(info)
    return TroubleError(
        status_pb2.Status(code=code_pb2.FAILED_PRECONDITION, message="as the service says it", details=[packed])
    )


_HAS_3 = "at most 0 gold, 03 silver, which wallet:Ann has free"
_LEFT = "and you have 0 gold, 03 silver. The house has closed the table."
_COVERS_3 = "at most 3 silver, which the dealer's bank covers"


@pytest.mark.parametrize(
    ("reason", "field", "value", "expected", "words"),
    [
        (
            "INSUFFICIENT_FUNDS",
            "amount",
            "0 gold, 20 silver",
            _HAS_3,
            "Your silver does not cover this bet: the hand may cost 0 gold, 20 silver, and you have 0 gold, 03 silver.",
        ),
        (
            "HOUSE_CANNOT_PAY",
            "amount",
            "20",
            _COVERS_3,
            "The house cannot pay for this bet: it may be at most 3 silver, which the dealer's bank covers.",
        ),
        (
            "TABLE_ENDED",
            "amount",
            "0 gold, 20 silver",
            _HAS_3,
            f"You cannot pay for another hand of this shoe: it may cost 0 gold, 20 silver, {_LEFT}",
        ),
        (
            "TABLE_ENDED",
            "amount",
            "5",
            _COVERS_3,
            f"The dealer's bank is empty: a bet may be {_COVERS_3}. The house has closed the table.",
        ),
        (
            "TABLE_ENDED",
            "ceiling",
            "15 gold, 10 silver won here",
            "less than 15 gold, 00 silver: the usual dealers deal no more",
            "This dealer deals to you no more: 15 gold, 10 silver won here. The house has closed the table.",
        ),
        (
            "CAREER_FORBIDS",
            "match",
            "over",
            "a match that is being played: close the table",
            "The ladder forbids it: over, and there must be a match that is being played: close the table.",
        ),
        ("SOMETHING_NEW", "move", "x", "y", "as the service says it"),
    ],
)
def test_a_refusal_is_told_in_a_player_s_words(reason: str, field: str, value: str, expected: str, words: str) -> None:
    assert refusal_words(_trouble(reason, field, value, expected)) == words
