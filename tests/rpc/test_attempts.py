"""Attempts at one tie: a next one only after the last was voided with a reason that everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import SEED, but_for_the_repeat_mark, get, rehearsal, tie, void

if TYPE_CHECKING:
    from tests.rpc.callers import Service


@pytest.mark.parametrize("attempt", [2, 3, 999])
def test_a_later_attempt_without_the_one_before_is_refused(service: Service, event: str, attempt: int) -> None:
    refused = service.refusal(tie(event, attempt=attempt))
    assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "EARLIER_ATTEMPT_STANDS")
    assert refused.metadata["field"] == "attempt"
    assert f"attempt {attempt - 1} is not known" in refused.message
    assert service.stored(event) == 0


def test_a_next_attempt_while_the_last_stands_is_refused_with_its_result(service: Service, event: str) -> None:
    first = service.call(tie(event))
    refused = service.refusal(tie(event, attempt=2))
    assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "EARLIER_ATTEMPT_STANDS")
    assert first.result_id in refused.message
    assert service.stored(event) == 1


def test_attempts_follow_each_other_and_every_answer_lists_those_before(service: Service, event: str) -> None:
    results: list[tuple[int, str, str]] = []
    for attempt in (1, 2, 3):
        asked = tie(event, attempt=attempt)
        answer = service.call(asked)
        assert not answer.replayed
        for again in (answer, service.call(asked), service.call(get(asked))):
            earlier = [(each.attempt, each.result_id, each.void_reason) for each in again.earlier_attempts]
            assert earlier == results
            assert all(each.void_time.seconds >= answer.create_time.seconds - 60 for each in again.earlier_attempts)
        voided = service.call(void(asked, f"reason {attempt}"))
        assert (voided.event, voided.stage, voided.attempt) == (event, "final", attempt)
        assert (voided.result_id, voided.reason, voided.replayed) == (answer.result_id, f"reason {attempt}", False)
        results.append((attempt, answer.result_id, f"reason {attempt}"))
    assert len({result for _, result, _ in results}) == 3  # the attempt is part of the lock
    assert service.stored(event) == 3


def test_a_void_may_be_repeated_and_never_changes(service: Service, event: str) -> None:
    asked = tie(event)
    service.call(asked)
    first = service.call(void(asked, "the wrong deck"))
    again = service.call(void(asked, "the wrong deck"))
    assert (first.replayed, again.replayed) == (False, True)
    assert but_for_the_repeat_mark(again) == but_for_the_repeat_mark(first)
    refused = service.refusal(void(asked, "another reason"))
    assert (refused.code, refused.reason) == ("ALREADY_EXISTS", "VOIDED_OTHERWISE")
    assert "the wrong deck" in refused.message
    service.call(tie(event, attempt=2))
    assert but_for_the_repeat_mark(service.call(void(asked, "the wrong deck"))) == but_for_the_repeat_mark(first)


def test_a_voided_tie_is_answered_as_before_with_the_reason(service: Service, event: str) -> None:
    asked = tie(event)
    first = service.call(asked)
    service.call(void(asked, "a spilt drink · verschüttet"))
    for again in (service.call(asked), service.call(get(asked))):
        assert again.void_reason == "a spilt drink · verschüttet"
        again.void_reason = ""
        again.replayed = False
        assert again.SerializeToString() == first.SerializeToString()
    differs = service.refusal(tie(event, seed=SEED * 2))
    assert differs.reason == "TIE_CONTENT_DIFFERS"


def test_a_next_attempt_may_ask_something_else(service: Service, event: str) -> None:
    first = service.call(tie(event))
    service.call(void(tie(event), "the wrong seed"))
    second = service.call(tie(event, attempt=2, seed=SEED * 4, stand_on=11))
    assert second.caller_seed_hex == (SEED * 4).hex()
    assert second.transcript != first.transcript


def test_an_unknown_tie_can_be_neither_voided_nor_got(service: Service, event: str) -> None:
    service.call(tie(event))
    for asked in (tie(event, attempt=2), tie(event, stage="semi"), tie(f"{event}x"), tie(event.upper())):
        for request in (void(asked, "a reason"), get(asked)):
            refused = service.refusal(request)
            assert (refused.code, refused.reason) == ("NOT_FOUND", "TIE_NOT_FOUND")
            assert f"{asked.event}#{asked.stage}#{asked.attempt}" in refused.message


@pytest.mark.parametrize(
    ("reason", "is_fine"),
    [
        ("", False),
        (" ", False),
        ("x", True),
        ("x" * 500, True),
        ("x" * 501, False),
        ("ä" * 500, True),
        ("two\nlines", False),
        ("a tab\tinside", False),
        ("a bell \a", False),
        ("a line separator \u2028", False),
        ("a turn \u202e of direction", False),
    ],
)
def test_a_reason_is_1_to_500_characters_on_one_line(
    service: Service, event: str, reason: str, *, is_fine: bool
) -> None:
    service.call(tie(event))
    if is_fine:
        assert service.call(void(tie(event), reason)).reason == reason
    else:
        refused = service.refusal(void(tie(event), reason))
        assert (refused.code, list(refused.violations)) == ("INVALID_ARGUMENT", ["reason"])
        assert service.call(get(tie(event))).void_reason == ""


def test_a_rehearsal_looks_at_no_stored_tie_and_stores_nothing(service: Service, event: str) -> None:
    rehearsed = service.call(rehearsal(tie(event, attempt=7)))
    assert (rehearsed.rehearsal, rehearsed.replayed, len(rehearsed.earlier_attempts)) == (True, False, 0)
    assert service.stored(event) == 0
    assert service.refusal(get(tie(event, attempt=7))).reason == "TIE_NOT_FOUND"

    rehearsed = service.call(rehearsal(tie(event)))
    resolved = service.call(tie(event))
    assert (resolved.rehearsal, resolved.replayed) == (False, False)
    same = pb.RehearseTiebreakResponse.FromString(resolved.SerializeToString())
    same.DiscardUnknownFields()  # the time, which a rehearsal has not
    same.rehearsal = True
    assert same.SerializeToString() == rehearsed.SerializeToString()

    assert not service.call(rehearsal(tie(event))).replayed
    assert service.call(rehearsal(tie(event, seed=SEED * 2))).transcript != resolved.transcript
    assert service.stored(event) == 1
