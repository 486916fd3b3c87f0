"""`sabacc tiebreak`: what it prints, what it stores, and that anybody can verify it."""

from __future__ import annotations

import copy
import json
import re
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import starter_catalogue
from service.rpc.contract.tiebreak_service import LARGEST_TRANSCRIPT
from tests.cli.conftest import ROOT, as_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

HEX = re.compile(r"[0-9a-f]{64}")


def test_a_tie_is_broken_and_asked_again_the_stored_first_answer_comes_back(
    everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    request = as_file(tmp_path, tie)
    first = everywhere("tiebreak", "resolve", request, "--json")
    second = everywhere("tiebreak", "resolve", request, "--json")
    assert (first.code, second.code, first.err, second.err) == (0, 0, "", "")
    assert (first.json["replayed"], second.json["replayed"]) == (False, True)
    assert second.json == first.json | {"replayed": True}


def test_the_answer_has_the_names_that_other_programs_rely_on(
    everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    for command in ("rehearse", "resolve"):
        answer = everywhere("tiebreak", command, as_file(tmp_path, tie), "--json").json
        assert answer["places"] == [
            {"player": place["player"], "place": at, "decidedBy": place["decidedBy"]}
            for at, place in enumerate(answer["places"], start=1)
        ]
        assert answer["places"][2] == {"player": "Greedo", "place": 3, "decidedBy": "criterion:victory_points"}
        hand = answer["hands"][0]
        assert (hand["player"], hand["number"], type(hand["total"])) == ("Calrissian", 1, str)
        assert set(hand["cards"][0]) == {"blueprintId", "value"}
        assert [pile["player"] for pile in answer["piles"]] == ["Calrissian", "Tarkin"]
        assert len(answer["piles"][0]["cards"]) == 59
        for name in ("lockHex", "seedHex", "callerSeedHex", "rulesId", "resultId", "catalogueVersion"):
            assert HEX.fullmatch(answer[name]), name
        assert answer["replayed"] is False
        assert answer["transcript"].startswith("tsb1 1\nrules sabacc-11/1 stand_on=8 replay_limit=64 catalogue=")
        assert answer["transcript"].endswith(f"result {answer['resultId']}\n")
        assert [share["player"] for share in answer["winShares"]] == ["Calrissian", "Greedo", "Tarkin"]
        assert all(re.fullmatch(r"0(\.[0-9]{1,12})?", share["share"]) for share in answer["winShares"])


def test_fields_without_presence_are_printed_even_where_they_are_empty(
    everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    tie["options"] = {"share": True, "criteria": tie["options"]["criteria"]}
    answer = everywhere("tiebreak", "rehearse", as_file(tmp_path, tie), "--json").json
    assert (answer["lockHex"], answer["seedHex"], answer["hands"], answer["winShares"]) == ("", "", [], [])
    assert (answer["shared"], answer["rehearsal"], answer["replayed"]) == (True, True, False)
    assert [(place["place"], place["decidedBy"]) for place in answer["places"]] == [
        (1, "shared"),
        (1, "shared"),
        (3, "criterion:victory_points"),
    ]


def test_the_transcript_file_holds_the_transcript_s_bytes_and_verifies_offline(
    everywhere: Run, cli: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "tie.txt"
    answer = everywhere("tiebreak", "resolve", as_file(tmp_path, tie), "--transcript", str(path), "--json").json
    assert path.read_bytes() == answer["transcript"].encode("ascii")
    verified = cli("tiebreak", "verify", str(path), "--json")
    assert (verified.code, verified.err) == (0, "")
    assert verified.json == {
        "valid": True,
        "firstBadLine": 0,
        "valuesChecked": True,
        "headChecked": True,
        "reason": "",
        "resultId": answer["resultId"],
    }
    again = tmp_path / "again.txt"
    words = (tie["event"], tie["stage"], "1")
    shown = everywhere("tiebreak", "show", *words, "--transcript", str(again), "--json")
    assert (shown.code, shown.json["replayed"]) == (0, True)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("vector", sorted(path.name for path in (ROOT / "tests" / "vectors").glob("*.txt")))
def test_a_transcript_of_another_catalogue_verifies_without_its_values(vector: str, everywhere: Run) -> None:
    ran = everywhere("tiebreak", "verify", str(ROOT / "tests" / "vectors" / vector), "--json")
    assert ran.code == 0
    assert (ran.json["valid"], ran.json["valuesChecked"]) == (True, False)


def test_a_changed_transcript_is_not_valid_and_names_the_line(everywhere: Run) -> None:
    lines = (ROOT / "tests" / "vectors" / "two-players.txt").read_bytes().split(b"\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(b"total 1 bob"))
    lines[at] = lines[at].replace(b" 7 ", b" 8 ")
    changed = b"\n".join(lines)
    in_json = everywhere("tiebreak", "verify", "-", "--json", stdin=changed)
    assert in_json.code == 1
    assert (in_json.json["valid"], in_json.json["firstBadLine"]) == (False, at + 1)
    in_words = everywhere("tiebreak", "verify", "-", stdin=changed)
    assert in_words.code == 1
    assert in_words.out.startswith(f"NOT VALID: line {at + 1} ")


def test_what_is_no_transcript_is_not_valid_and_no_error(everywhere: Run) -> None:
    for data in (b"", b"\xff\x00", b"tsb1 1\n" * 1000):
        ran = everywhere("tiebreak", "verify", "-", "--json", stdin=data)
        assert (ran.code, ran.json["valid"]) == (1, False)


def test_a_file_larger_than_a_transcript_can_be_is_refused(cli: Run) -> None:
    ran = cli("tiebreak", "verify", "-", stdin=b"x" * (LARGEST_TRANSCRIPT + 1))
    most = f"{LARGEST_TRANSCRIPT} bytes"
    assert (ran.code, ran.err) == (2, f"sabacc: -: got 'more than {most}', expected at most {most}\n")


def test_a_rehearsal_stores_nothing(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    rehearsed = everywhere("tiebreak", "rehearse", as_file(tmp_path, tie))
    assert rehearsed.code == 0
    assert "Rehearsal: nothing was stored." in rehearsed.out
    assert everywhere("tiebreak", "list", "--event", tie["event"], "--json").json["tiebreaks"] == []
    assert everywhere("tiebreak", "show", tie["event"], tie["stage"], "1").code == 1


def test_commands_that_need_no_database_make_none(cli: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    deck = tie["players"][0]["deck"]
    vector = ROOT / "tests" / "vectors" / "two-players.txt"
    for command in (
        ("cards", "show", "1_2"),
        ("cards", "catalogue"),
        ("deck", "show", deck),
        ("hand", "judge", str(ROOT / "examples" / "hand.json")),
        ("tiebreak", "rehearse", as_file(tmp_path, tie)),
        ("tiebreak", "verify", str(vector)),
        ("version",),
    ):
        assert cli(*command).code == 0, command
    assert not (tmp_path / "var").exists()


def test_the_same_tie_with_other_content_is_refused_naming_what_differs(
    everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    assert everywhere("tiebreak", "resolve", as_file(tmp_path, tie)).code == 0
    other = copy.deepcopy(tie)
    other["options"]["standOn"] = 9
    ran = everywhere("tiebreak", "resolve", as_file(tmp_path, other), "--json")
    assert (ran.code, ran.error["code"]) == (1, 6)
    assert ran.error["details"][0]["reason"] == "TIE_CONTENT_DIFFERS"
    assert "standOn" in ran.error["message"]


def test_a_next_attempt_needs_the_last_one_voided_with_a_reason(
    everywhere: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    second = as_file(tmp_path, tie | {"attempt": 2}, "second.json")
    words = (tie["event"], tie["stage"])
    first = everywhere("tiebreak", "resolve", as_file(tmp_path, tie), "--json").json
    refused = everywhere("tiebreak", "resolve", second)
    assert refused.code == 1
    assert "attempt" in refused.err
    assert everywhere("tiebreak", "void", *words, "1").code == 2  # without a reason
    voided = everywhere("tiebreak", "void", *words, "1", "--reason", "wrong deck", "--json").json
    assert (voided["resultId"], voided["reason"], voided["replayed"]) == (first["resultId"], "wrong deck", False)
    again = everywhere("tiebreak", "void", *words, "1", "--reason", "wrong deck", "--json").json
    assert again == voided | {"replayed": True}
    assert everywhere("tiebreak", "void", *words, "1", "--reason", "another").code == 1
    answer = everywhere("tiebreak", "resolve", second, "--json").json
    assert [(e["attempt"], e["resultId"], e["voidReason"]) for e in answer["earlierAttempts"]] == [
        (1, first["resultId"], "wrong deck")
    ]
    listed = everywhere("tiebreak", "list", "--event", tie["event"], "--json").json["tiebreaks"]
    assert [(t["attempt"], t["voidReason"]) for t in listed] == [(1, "wrong deck"), (2, "")]
    assert "Attempt 1 was voided on" in everywhere("tiebreak", "show", *words, "2").out
    assert "This attempt was voided: wrong deck" in everywhere("tiebreak", "show", *words, "1").out


def test_an_unknown_tie_is_not_found(everywhere: Run) -> None:
    for command in (("show",), ("void", "--reason", "x")):
        ran = everywhere("tiebreak", *command, "nowhere", "final", "1", "--json")
        assert (ran.code, ran.error["code"], ran.error["details"][0]["reason"]) == (1, 5, "TIE_NOT_FOUND")


def test_ties_are_listed_a_page_at_a_time(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    tie["options"]["share"] = True
    for stage in ("quarter", "half", "final"):
        assert everywhere("tiebreak", "resolve", as_file(tmp_path, tie | {"stage": stage})).code == 0
    seen: list[str] = []
    token = ""
    while True:
        page = everywhere(
            "tiebreak", "list", "--event", tie["event"], "--page-size", "2", "--page-token", token, "--json"
        ).json
        seen += [t["stage"] for t in page["tiebreaks"]]
        token = page["nextPageToken"]
        if not token:
            break
    assert seen == ["quarter", "half", "final"]
    words = everywhere("tiebreak", "list", "--event", tie["event"], "--page-size", "2").out
    assert "More: --page-token " in words
    assert everywhere("tiebreak", "list", "--page-size", "-1").code == 1


def test_the_order_of_players_and_cards_changes_nothing(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    answers = set()
    for players in permutations(tie["players"]):
        turned = [player | {"deck": ",".join(reversed(player["deck"].split("|")[0].split(",")))} for player in players]
        answers.add(
            everywhere("tiebreak", "rehearse", as_file(tmp_path, tie | {"players": turned}), "--json").json["resultId"]
        )
    answers.add(everywhere("tiebreak", "rehearse", as_file(tmp_path, tie), "--json").json["resultId"])
    assert len(answers) == 1


def test_signed_differentials_are_numbers_and_not_texts(everywhere: Run, tmp_path: Path) -> None:
    filed = {"a": "-10", "b": "9", "c": "-6", "d": "70", "e": "5", "f": "69"}
    request = {
        "event": "signed",
        "stage": "final",
        "attempt": 1,
        "seed": "AAECAwQFBgcICQoLDA0ODw==",
        "players": [{"name": n, "criteria": [{"name": "differential", "value": v}]} for n, v in filed.items()],
        "options": {"criteria": [{"name": "differential", "direction": "high"}]},
    }
    answer = everywhere("tiebreak", "rehearse", as_file(tmp_path, request), "--json").json
    assert [place["player"] for place in answer["places"]] == ["d", "f", "b", "e", "c", "a"]


def test_a_circle_starts_again_after_each_placement(everywhere: Run, tmp_path: Path) -> None:
    cumulative = {"A": "13", "B": "12", "C": "12"}
    request = {
        "event": "circle",
        "stage": "final",
        "attempt": 1,
        "seed": "AAECAwQFBgcICQoLDA0ODw==",
        "players": [{"name": n, "criteria": [{"name": "cumulative", "value": v}]} for n, v in cumulative.items()],
        "headToHead": [
            {"winner": "A", "loser": "B", "wins": 1},
            {"winner": "B", "loser": "C", "wins": 1},
            {"winner": "C", "loser": "A", "wins": 1},
        ],
        "options": {
            "criteria": [
                {"name": "head_to_head", "direction": "HIGH"},
                {"name": "cumulative", "direction": "HIGH"},
            ]
        },
    }
    answer = everywhere("tiebreak", "rehearse", as_file(tmp_path, request), "--json").json
    assert [(p["player"], p["decidedBy"]) for p in answer["places"]] == [
        ("A", "criterion:cumulative"),
        ("B", "criterion:head_to_head"),
        ("C", "criterion:head_to_head"),
    ]


def test_people_read_cards_values_totals_who_and_why_in_80_columns_without_escape_codes(
    everywhere: Run, cli: Run, tie: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "t.txt"
    written = everywhere("tiebreak", "resolve", as_file(tmp_path, tie), "--transcript", "t.txt").out
    answer = everywhere("tiebreak", "resolve", as_file(tmp_path, tie), "--json").json
    assert "\x1b" not in written
    for line in written.splitlines():
        assert len(line) <= 80, line
    for place in answer["places"]:
        kind, _, which = place["decidedBy"].partition(":")
        words = {"sabacc": f"sabacc, hand {which}", "criterion": f"criterion {which}"}[kind]
        assert re.search(rf"^ +{place['place']} +{place['player']} +{words} *$", written, re.MULTILINE)
    records = starter_catalogue().records
    for hand in answer["hands"]:
        for card in hand["cards"]:
            title = re.escape(records[card["blueprintId"]].title)
            assert re.search(rf" {title} \({card['blueprintId']}\) +{card['value']} *$", written, re.MULTILINE)
        words = "total, over 11" if int(hand["total"]) > 11 else "total"
        assert re.search(rf" {words} +{hand['total']} *$", written, re.MULTILINE)
    for name in ("resultId", "rulesId", "lockHex", "seedHex", "catalogueVersion"):
        assert answer[name] in written
    assert written.endswith("  sabacc tiebreak verify t.txt\n")
    assert path.exists()
    verified = cli("tiebreak", "verify", "t.txt").out
    assert verified.startswith("VALID")
    assert answer["resultId"] in verified


def test_a_repeat_says_so_to_people(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    said = "This is the stored first answer of an earlier call"
    request = as_file(tmp_path, tie)
    assert said not in everywhere("tiebreak", "resolve", request).out
    assert said in everywhere("tiebreak", "resolve", request).out


def test_brackets_in_a_name_are_printed_as_they_are(everywhere: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    tie["players"][0]["name"] = "[bold]:boom:[/x]"
    assert "[bold]:boom:[/x]" in everywhere("tiebreak", "rehearse", as_file(tmp_path, tie)).out


def test_a_request_is_read_from_standard_input(everywhere: Run, tie: dict[str, Any]) -> None:
    ran = everywhere("tiebreak", "rehearse", "-", "--json", stdin=b"\xef\xbb\xbf" + json.dumps(tie).encode())
    assert (ran.code, ran.json["event"]) == (0, tie["event"])


def test_a_transcript_that_cannot_be_written_is_said_in_one_line(cli: Run, tie: dict[str, Any], tmp_path: Path) -> None:
    ran = cli("tiebreak", "rehearse", as_file(tmp_path, tie), "--transcript", str(tmp_path / "none" / "t.txt"))
    assert ran.code == 2
    assert "Result id" in ran.out  # the answer is not lost with the file
    assert len(ran.err.splitlines()) == 1
    assert "a file that can be written" in ran.err


def test_a_service_that_does_not_answer_is_named(cli: Run) -> None:
    ran = cli("tiebreak", "list", "--server", "127.0.0.1:1")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "sabacc: no service answers at 127.0.0.1:1: is it running, and is the address right?\n"
    in_json = cli("tiebreak", "list", "--server", "127.0.0.1:1", "--json")
    assert (in_json.code, in_json.error["code"]) == (3, 14)


def test_a_database_that_does_not_answer_is_told_without_its_password(cli: Run) -> None:
    ran = cli("tiebreak", "list", "--database", "postgresql+psycopg://me:sesame@127.0.0.1:1/none")
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 1
    assert "sesame" not in ran.err
    assert "127.0.0.1" not in ran.err
