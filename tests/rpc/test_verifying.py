"""Verifying transcripts through the service; the verifier's own tests flip every byte."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from sabacc.v1 import tiebreaks_pb2 as pb
from service.rpc.calls.gate import LARGEST_MESSAGE
from service.rpc.contract.tiebreak_service import LARGEST_TRANSCRIPT
from tests.rpc.asking import DARK, LIGHT, ZEROS, high, player, rehearsal, tie
from tests.rpc.catalogues import written
from tests.tiebreak import outsider

if TYPE_CHECKING:
    from pathlib import Path

    from tests.rpc.callers import Service

ALL_FINE = pb.VerifyTranscriptResponse(valid=True, values_checked=True, head_checked=True)


def verified(service: Service, transcript: str | bytes) -> pb.VerifyTranscriptResponse:
    data = transcript.encode() if isinstance(transcript, str) else transcript
    answer: pb.VerifyTranscriptResponse = service.call(pb.VerifyTranscriptRequest(transcript=data))
    return answer


def test_an_answers_transcript_verifies_with_its_card_values(service: Service, event: str) -> None:
    answer = service.call(tie(event, [player("alice", DARK), player("bob", LIGHT), player("cy", LIGHT)]))
    expected = pb.VerifyTranscriptResponse(result_id=answer.result_id)
    expected.MergeFrom(ALL_FINE)
    assert verified(service, answer.transcript) == expected


def test_a_changed_transcript_is_an_answer_that_names_its_first_bad_line(service: Service, event: str) -> None:
    transcript = service.call(rehearsal(tie(event))).transcript
    lines = transcript.splitlines(keepends=True)
    for at, line in enumerate(lines):
        place = len(line) // 2
        changed = line[:place] + chr(ord(line[place]) ^ 1) + line[place + 1 :]
        found = verified(service, "".join([*lines[:at], changed, *lines[at + 1 :]]))
        assert not found.valid
        assert 0 < found.first_bad_line <= len(lines)
        assert found.reason
        assert found.result_id == ""
        if line.startswith(("card ", "draw ", "total ", "place ", "result ")):
            assert found.first_bad_line <= at + 1


def test_card_values_are_checked_only_with_the_catalogue_of_the_transcript(
    service: Service, event: str, tmp_path: Path
) -> None:
    path, _ = written(tmp_path / "lost.json", lost=("1_109",))
    transcript = service.call(rehearsal(tie(event))).transcript
    with service.again(catalogue=path) as other:
        found = other.call(pb.VerifyTranscriptRequest(transcript=transcript.encode()))
    assert (found.valid, found.values_checked, found.head_checked) == (True, False, True)


def test_values_that_no_catalogue_of_this_version_has_do_not_verify(service: Service, event: str) -> None:
    """A forger may render everything again with other values; only the catalogue tells."""
    piles = {"alice": ["1_109", "4_67"], "bob": ["5_39", "107_3"]}
    forged = {"1_109": ["6"], "4_67": ["5"], "5_39": ["3"], "107_3": ["5"]}
    fair = {**forged, "1_109": ["3"], "4_67": ["3"]}
    versions = {"fair": starter_catalogue().version, "demo": "demo"}
    texts = {
        (cards, version): outsider.transcript(
            outsider.Question(
                event, "final", 1, bytes(16), piles, {"fair": fair, "forged": forged}[cards], catalogue=name
            )
        )
        for cards in ("fair", "forged")
        for version, name in versions.items()
    }
    found = {key: verified(service, text) for key, text in texts.items()}
    assert {key: (each.valid, each.values_checked) for key, each in found.items()} == {
        ("fair", "fair"): (True, True),
        ("fair", "demo"): (True, False),
        ("forged", "fair"): (False, True),
        ("forged", "demo"): (True, False),
    }
    bad = found["forged", "fair"].first_bad_line
    assert texts["forged", "fair"].splitlines()[bad - 1].startswith("card 1_109 ")


def test_without_a_lock_the_head_is_not_bound_by_the_result(service: Service, event: str) -> None:
    players = [player("a", "", {"points": "2"}), player("b", "", {"points": "1"})]
    transcript = service.call(rehearsal(tie(event, players, criteria=high("points")))).transcript
    found = verified(service, transcript)
    assert (found.valid, found.head_checked) == (True, False)
    assert verified(service, transcript.replace(f"tie {event}", "tie other")).valid
    assert not verified(service, transcript.replace("place 1 a", "place 1 b")).valid


@pytest.mark.parametrize("text", [b"", b"\n", b"tsb1 1", b"tsb1 1\n", b"\xff\xfe", bytes(1000), b"tsb1 1\r\n" * 3])
def test_what_is_no_transcript_does_not_verify(service: Service, text: bytes) -> None:
    found = verified(service, text)
    assert (found.valid, found.values_checked, found.result_id) == (False, False, "")
    assert found.first_bad_line >= 1


HEAD = f"tsb1 1\nrules sabacc-11/1 stand_on=8 replay_limit=64 catalogue=demo\ntie e s 1\nmode seed\nseed {'00' * 16}\n"
LOCK = f"player a 1_1,1_2\nplayer b 1_1,1_2\nlock {'00' * 32}\n"
HOSTILE = {
    "players": HEAD + "".join(f"player p{n} 1_1,1_2\n" for n in range(30_000)),
    "ids": HEAD + "player a " + ",".join(["1_1"] * 190_000) + "\n",
    "cards": HEAD + LOCK + "".join(f"card {n}_{m} 1\n" for n in range(1, 6) for m in range(9_999)),
    "values": HEAD + LOCK + "criterion c high\n" + "".join(f"value p{n} 1\n" for n in range(40_000)),
    "places": HEAD + "".join(f"place 1 p{n} shared\n" for n in range(30_000)),
    "digits": HEAD + LOCK + f"card 1_1 {'1' * 700_000}\n",
    "values of a card": HEAD + LOCK + f"card 1_1 {'/'.join(map(str, range(90_000)))}\nplace 1 a shared\n",
    "blanks": " " * 700_000,
    "lines": "\n" * 700_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_transcript_is_answered_as_soon_as_any(service: Service, name: str) -> None:
    assert len(HOSTILE[name]) <= LARGEST_TRANSCRIPT
    started = time.process_time()
    assert not verified(service, HOSTILE[name]).valid
    assert time.process_time() - started < 12


def test_more_than_the_limit_is_refused_by_its_size(service: Service) -> None:
    assert not verified(service, b"x" * LARGEST_TRANSCRIPT).valid
    refused = service.refusal(pb.VerifyTranscriptRequest(transcript=b"x" * (LARGEST_TRANSCRIPT + 1)))
    assert (refused.code, list(refused.violations)) == ("INVALID_ARGUMENT", ["transcript"])
    assert f"{LARGEST_TRANSCRIPT + 1} bytes" in refused.message


def longest(event: str) -> pb.ResolveTiebreakRequest:
    """The tie with the longest transcript that the limits allow: six cards each in every hand, to the last replay."""
    criteria = ["head_to_head", *(f"{'c' * 58}{number:02d}" for number in range(15))]
    figures = dict.fromkeys(criteria[1:], "-999999999999.9999999")
    names = [f"{'p' * 58}{number:02d}" for number in range(16)]
    deck = ",".join([*["213_10"] * 6, *(f"8888_{number}" for number in range(1000, 1194))])
    wins = [pb.HeadToHead(winner=a, loser=b, wins=999) for a in names for b in names if a != b]
    return tie(
        event.ljust(60, "e"),
        [player(name, deck, figures) for name in names],
        stage="s" * 60,
        seed=bytes(64),
        criteria=high(*criteria),
        head_to_head=wins,
        allow_unknown=True,
    )


def test_the_longest_transcript_that_the_limits_allow_verifies(service: Service, event: str) -> None:
    answer = service.call(rehearsal(longest(event)))
    assert [lot.hand for lot in answer.lots] == [65]
    assert len(answer.hands) == 65 * 16
    assert {len(hand.cards) for hand in answer.hands} == {6}
    assert 650_000 < len(answer.transcript) <= LARGEST_TRANSCRIPT
    assert answer.ByteSize() < LARGEST_MESSAGE
    assert verified(service, answer.transcript).valid


def test_a_tie_of_zeros_is_drawn_by_lot_after_the_last_replay(service: Service, event: str) -> None:
    answer = service.call(tie(event, [player("a", ZEROS), player("b", ZEROS)], replay_limit=2))
    assert [(hand.number, hand.player, hand.total) for hand in answer.hands] == [
        (number, name, "0") for number in (1, 2, 3) for name in ("a", "b")
    ]
    (lot,) = answer.lots
    assert lot.hand == 3
    assert sorted(lot.players) == ["a", "b"]
    assert [(place.player, place.place, place.decided_by) for place in answer.places] == [
        (name, at, "lot:3") for at, name in enumerate(lot.players, 1)
    ]
    assert verified(service, answer.transcript).valid
