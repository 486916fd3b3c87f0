"""`sabacc campaign`: the ladder, careers, lessons and rewards, in process and over the wire."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from deckmapping.records import Side
from service.campaign.ladder.ladder import ladder
from service.money import Silver
from tests.cli.play.silver_players import RIGHT, given, taught

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def _words(text: str) -> str:
    return " ".join(text.split())


def _name(request: pytest.FixtureRequest) -> str:
    """A player of the test's own."""
    return re.sub("[^a-z]", "", request.node.originalname.removeprefix("test_"))[:40]


# The ladder


def test_the_ladder_is_drawn_with_its_highest_level_above(everywhere: Run) -> None:
    ran = everywhere("campaign", "ladder")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line[2:5].strip() for line in lines if line.startswith("╭")] == ["4", "3", "2", "1"]
    boxes = ran.out.split("╰")
    for box, level in zip(boxes, reversed(ladder().levels), strict=False):
        words = _words(box.replace("│", " "))
        assert level.title in words
        for side in Side:
            for dealer in level.theme(side).dealers:
                assert re.search(rf"{'[*] ' if dealer.is_boss else ''}{dealer.key} +\d\.\d\d-\d\.\d\d %", words)
        assert f"Bets from {level.bets.least} to {level.bets.most}." in words
        assert f"beaten {level.dealers} dealers: {level.beat_by} won from each, in {level.beat_hands} hands" in words
        assert f"Who has won {level.ceiling} here" in words
        assert f"His match: {level.match.hands} hands for {level.match.stake} each; bring" in words


def test_the_ladder_tells_every_reward_and_what_it_is_for(cli: Run) -> None:
    words = _words(cli("campaign", "ladder").out)
    for reward in ladder().rewards:
        assert reward.title in words
    assert "Answering all lessons Lando's advice (information)" in words
    assert "(card, to 1,000" in words
    assert f"Before the first table: Lando's {len(ladder().lessons)} lessons." in words


def test_one_level_tells_all_that_its_dealers_earn(everywhere: Run) -> None:
    ran = everywhere("campaign", "ladder", "--level", "dune-sea")
    assert max(map(len, ran.out.splitlines())) <= 80
    answer = everywhere("campaign", "ladder", "--level", "dune-sea", "--json").json
    assert answer["variant"] == "VARIANT_DUNE_SEA"
    for dealer in answer["dealers"]:
        assert dealer["character"] in _words(ran.out) or dealer["boss"]
        (row,) = re.findall(rf"^ {dealer['key']}: .*?((?: +\d\.\d\d%){{4}})", ran.out, re.MULTILINE)
        assert row.split() == [f"{Decimal(edge['houseEdge']) * 100:.2f}%" for edge in dealer["edges"]]


def test_the_ladder_as_json_is_the_response_message(everywhere: Run) -> None:
    answer = everywhere("campaign", "ladder", "--json").json
    assert [level["title"] for level in answer["levels"]] == [level.title for level in ladder().levels]
    assert [each["key"] for each in answer["lessons"]] == [each.key for each in ladder().lessons]
    assert len(answer["rewards"]) == len(ladder().rewards)


def test_the_ladder_needs_no_database(cli: Run, tmp_path: Path) -> None:
    assert cli("campaign", "ladder").code == 0
    assert list(tmp_path.iterdir()) == []


# The lessons


def test_lando_teaches_until_all_lessons_are_answered(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = _name(request)
    keys = "".join(f"{each}\n" for each in ("1", "4", *RIGHT))
    ran = everywhere("campaign", "lessons", player, stdin=keys.encode())
    assert (ran.code, ran.err) == (0, "")
    words = _words(ran.out)
    first = ladder().lessons[0]
    assert words.startswith(f"Lando: {ladder().intro}")
    assert f"Lando: {first.hint} Answer, 1 to 3" in words
    assert "Lando: One of the numbers 1 to 3, friend." in words
    assert words.count(first.question) == 1
    assert f"Lando: {ladder().farewell}" in words
    for at, lesson in enumerate(ladder().lessons, start=1):
        assert f"{at} of {len(ladder().lessons)}: {lesson.title} Lando: {lesson.words}" in words
        assert f"Lando: {lesson.because}" in words
    assert max(map(len, ran.out.splitlines())) <= 80
    done = everywhere("campaign", "lessons", player)
    assert _words(done.out).startswith(f"{player} has answered all lessons; --lesson KEY shows one again: eleven, ")


def test_the_cards_of_a_lesson_lie_open_as_at_a_table(everywhere: Run, request: pytest.FixtureRequest) -> None:
    ran = everywhere("campaign", "lessons", _name(request), "--lesson", "wild-and-clone", stdin=b"")
    assert re.search("╭─1─+wild─╮ ╭─2─+clone─╮ ╭─3─+╮", ran.out)
    assert re.search("│ +open +│ │ +open +│ │ +1 +│", ran.out)
    assert "counts as another card" in ran.out
    assert "That is all for now." in ran.out


def test_the_lessons_go_on_where_they_were_left(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = _name(request)
    left = everywhere("campaign", "lessons", player, stdin=b"3\nq\n")
    assert left.out.count("of 7:") == 2
    assert "That is all for now. The lessons go on where you left them." in left.out
    again = everywhere("campaign", "lessons", player, stdin=b"")
    assert _words(again.out).startswith("2 of 7: Perfect sabacc")


def test_one_answer_is_judged_without_a_question(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = _name(request)
    wrong = everywhere("campaign", "lessons", player, "--lesson", "over", "--answer", "-10")
    assert (wrong.code, wrong.out.splitlines()[0]) == (0, "WRONG.")
    right = everywhere("campaign", "lessons", player, "--lesson", "over", "--answer", "10")
    assert right.out.startswith("RIGHT.\n10. You both passed 11")
    assert "Lessons that are left: eleven, perfect-sabacc, fewer-cards, house-rule, drawing," in _words(right.out)
    told = everywhere("campaign", "lessons", player, "--lesson", "over", "--answer", "10", "--json").json
    assert (told["right"], told["career"]["lessons"]) == (True, ["over"])


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (("lessons", "Ann", "--lesson", "x"), 1, "--lesson: got 'x', expected one of eleven, perfect-sabacc"),
        (("lessons", "Ann", "--lesson", "x", "--answer", "1"), 1, "--lesson: got 'x', expected one of eleven"),
        (("lessons", "Ann", "--lesson", "over", "--answer", "11"), 1, "--answer: got '11', expected one of -10, 0, 10"),
        (("lessons", "Ann", "--answer", "11"), 2, "--lesson: got 'nothing', expected together with --answer a lesson"),
        (("lessons", "A b"), 1, "PLAYER: got 'A b', expected 1 to 60 printable ASCII characters"),
        (("career", "A b"), 1, "PLAYER: got 'A b', expected 1 to 60 printable ASCII characters"),
        (("ladder", "--level", "x"), 2, "--level: got 'x', expected one of cloud-city, dune-sea, jabbas-palace"),
        (("ladder", "--level", "fair-deck"), 2, "--level: got 'fair-deck', expected one of cloud-city, dune-sea"),
        (("grants", "--after", "-1"), 1, "--after: got '-1'"),
        (("grant", "sabacc/grant/1"), 2, "--applied, --deferred: got 'neither', expected one of the two"),
        (("grant", "x", "--applied", "--deferred", "y"), 2, "--applied, --deferred: got 'both', expected one of the"),
        (("grant", "sabacc/grant/1", "--applied"), 1, "grantId: got 'sabacc/grant/1', expected the id of a grant"),
        (("career", "Ann", "--server", "127.0.0.1:1"), 3, "no service answers at 127.0.0.1:1"),
    ],
)
def test_what_cannot_be_is_refused_by_its_option(args: tuple[str, ...], code: int, error: str, cli: Run) -> None:
    ran = cli("campaign", *args, stdin=b"")
    assert (ran.code, ran.out) == (code, "")
    assert error in ran.err
    assert "Traceback" not in ran.err


def test_json_is_no_dialogue(cli: Run) -> None:
    ran = cli("campaign", "lessons", "Ann", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.error["message"] == "--json: got 'without --answer', expected --lesson and --answer with it"


# Careers


def test_a_new_player_is_told_to_learn_and_to_bring_silver(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = _name(request)
    ran = everywhere("campaign", "career", player)
    words = _words(ran.out)
    assert words.startswith(f"{player} has 0 gold, 00 silver. Lessons □□□□□□□ 0 of 7 Light Side")
    assert "Answer 7 more lessons: all come before the first table." in words
    assert f"sabacc campaign lessons {player}" in words
    assert f"Bring silver: the smallest table needs {ladder().least_needed}." in words
    assert "--dealer" not in words
    assert all(len(line) <= 80 for line in ran.out.splitlines() if not line.startswith("  sabacc "))


def test_a_player_who_has_learnt_is_told_whom_to_beat_on_both_sides(
    everywhere: Run, request: pytest.FixtureRequest
) -> None:
    player = taught(everywhere, _name(request), 1234)
    words = _words(everywhere("campaign", "career", player).out)
    assert words.startswith(f"{player} has 12 gold, 34 silver. Lessons ■■■■■■■ 7 of 7")
    assert "On the Light Side beat 2 more dealers at The Dune Sea: " in words
    assert "Left are jawa-light, kalit, uutkik." in words
    assert f"sabacc play --silver --as {player} --dealer jawa-light" in words
    assert f"sabacc play --silver --as {player} --dealer jawa-dark" in words
    assert "Rewards: Lando's advice." in words
    assert "Bring silver" not in words
    given(everywhere, player, 1)
    assert f"{player} has {Silver(1235)}." in everywhere("campaign", "career", player).out


def test_a_player_at_a_table_is_told_to_go_on_there(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = taught(everywhere, _name(request), 100)
    left = everywhere("play", "--silver", "--as", player, "--dealer", "herat", stdin=b"n\n")
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", left.out)
    words = _words(everywhere("campaign", "career", player).out)
    assert f"Go on at the table of Herat: only one is open at a time. sabacc play --table {table_id}" in words
    is_elsewhere = request.node.callspec.params["everywhere"] == "over the wire"
    server = f" --server {request.getfixturevalue('server')}" if is_elsewhere else ""
    assert words.endswith(f"sabacc play --table {table_id}{server}")
    held = everywhere("ledger", "wallet", player, "--json").json["wallet"]["held"]
    assert ("of which 0 gold, 05 silver is held for a hand" in words) is (held["silver"] == "5")


# Rewards


def test_a_reward_is_offered_until_it_is_said_to_be_given(cli: Run) -> None:
    nothing = cli("campaign", "grants")
    assert nothing.out == "GEMP has no rewards to give.\n"
    assert cli("campaign", "grants", "--applied").out == "There are no rewards.\n"
    taught(cli, "Ann", 0)
    listed = cli("campaign", "grants")
    assert max(map(len, listed.out.splitlines())) <= 80
    row = next(line.split() for line in listed.out.splitlines() if "sabacc/grant/1" in line)
    assert row[:3] == ["1", "sabacc/grant/1", "Ann"]
    assert row[-1] == "pending"
    assert "1 reward." in listed.out
    deferred = cli("campaign", "grant", "sabacc/grant/1", "--deferred", "his mailbox is full")
    assert (deferred.code, deferred.out.splitlines()[0]) == (0, "NOTED.")
    assert "State   deferred: his mailbox is full" in deferred.out
    assert "deferred" in cli("campaign", "grants").out
    again = cli("campaign", "grant", "sabacc/grant/1", "--deferred", "his mailbox is full")
    assert again.out.startswith("SAID BEFORE: nothing was stored.\n")
    applied = cli("campaign", "grant", "sabacc/grant/1", "--applied", "--json").json
    assert (applied["grant"]["state"], applied["replayed"]) == ("SETTLEMENT_STATE_APPLIED", False)
    assert cli("campaign", "grants").out == "GEMP has no rewards to give.\n"
    assert "applied" in cli("campaign", "grants", "--applied").out
    late = cli("campaign", "grant", "sabacc/grant/1", "--deferred", "no")
    assert (late.code, late.out) == (1, "")
    assert cli("campaign", "grants", "--after", "1").out == "GEMP has no rewards to give after number 1.\n"


def test_rewards_are_pulled_over_the_wire_too(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = taught(everywhere, _name(request), 0)
    grants = everywhere("campaign", "grants", "--json", "--page-size", "200").json["grants"]
    (own,) = [each for each in grants if each["player"] == player]
    assert (own["reward"], own["kind"]) == ("landos-advice", "REWARD_KIND_INFORMATION")
    said = everywhere("campaign", "grant", own["grantId"], "--applied")
    assert f"Player  {player}" in said.out
    assert "Reward  Lando's advice (information)" in said.out
