"""What an entry says, and the hash that links it to the one before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from service.audit.entries import FIRST_HEAD, Change, Kind, next_head, payload_of
from service.caller import Caller, Role
from service.tiebreak.changes import resolved, voided
from service.tiebreak.model import Tie
from service.tiebreak.store import StoredTie, Void
from tests.audit import outsider

ASCII = st.text(st.characters(max_codepoint=127))
CALLER = Caller("gemp", Role.GAME, lambda: 1.0, on_behalf_of="lando", request_id="r-7")
TOKYO = timezone(timedelta(hours=9))
STORED = StoredTie(
    Tie("worlds", "final", 2),
    "ab" * 32,
    "cd" * 32,
    '{"seed":"5eed"}',
    "tsb1 1\n",
    datetime(2026, 11, 30, 12, tzinfo=UTC),
)


@given(st.lists(st.tuples(ASCII, ASCII), min_size=1))
def test_the_chain_is_the_one_of_the_contract(entries: list[tuple[str, str]]) -> None:
    head, found = FIRST_HEAD, []
    for kind, payload in entries:
        head = next_head(head, kind, payload)
        found.append(head.hex())
    assert found == outsider.heads(entries)


def test_the_first_head_was_worked_out_by_hand() -> None:
    # printf '\0\0\0\10tsb1/log\0\0\0\40' | cat - 32 zeros, '\0\0\0\14tie-resolved\0\0\0\40', sha256('{}') | sha256sum
    assert (
        next_head(FIRST_HEAD, "tie-resolved", "{}").hex()
        == "759c57971b6f9e75fecacfde6060d70036dd161e5d5f38b3548a2fc3ac2c061a"
    )


def test_a_payload_is_one_line_of_ascii_with_sorted_keys_and_no_blanks() -> None:
    change = Change(
        Kind.TIE_VOIDED, datetime(2026, 12, 1, 3, 4, 5, 6, tzinfo=TOKYO), {"reason": "½ a\ndeck", "attempt": 1}
    )
    assert payload_of(CALLER, change) == (
        '{"attempt":1,"caller":{"name":"gemp","onBehalfOf":"lando","requestId":"r-7","role":"game"},'
        '"reason":"\\u00bd a\\ndeck","time":"2026-11-30T18:04:05.000006+00:00"}'
    )


def test_a_stored_tie_is_told_by_hashes_without_its_decks_seed_and_transcript() -> None:
    change = resolved(STORED)
    assert change.kind == "tie-resolved"
    assert change.time == STORED.create_time
    assert change.facts == {
        "event": "worlds",
        "stage": "final",
        "attempt": 2,
        "resultId": "ab" * 32,
        "catalogueVersion": "cd" * 32,
        # printf '{"seed":"5eed"}' | sha256sum; printf 'tsb1 1\n' | sha256sum
        "contentHash": "54b17af5f4cb3d8836af73260527300ed7661e2f47002f0a964f5488063f65ae",
        "transcriptHash": "de9bd01e800328b5dd91e899f0b935b75e013fde2dc09373f351c4654a81f7c8",
    }


def test_a_void_is_told_with_its_reason() -> None:
    void = Void("the wrong deck", datetime(2026, 11, 30, 13, tzinfo=UTC))
    change = voided(STORED, void)
    assert (change.kind, change.time) == ("tie-voided", void.void_time)
    assert change.facts == {
        "event": "worlds",
        "stage": "final",
        "attempt": 2,
        "resultId": "ab" * 32,
        "reason": "the wrong deck",
    }
