"""`sabacc mission`: the example, where it is played, what people see, and what is refused."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import ROOT, as_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

EXAMPLE = ROOT / "examples" / "mission.json"
SEEDS = [f"{at:032x}" for at in range(40)]


def changed(folder: Path, **fields: Any) -> str:
    """The example with other fields, as a file; None takes one away."""
    content = json.loads(EXAMPLE.read_text(encoding="utf-8")) | fields
    return as_file(folder, {name: value for name, value in content.items() if value is not None})


def won(run: Run, *args: str) -> str:
    """The first of some seeds with which the example is won."""
    return next(seed for seed in SEEDS if run("mission", "play", *args, "--seed", seed, "--json").json["rewarded"])


def test_the_example_is_the_same_to_the_last_byte_in_process_and_over_the_wire(cli: Run, everywhere: Run) -> None:
    expected = cli("mission", "play", str(EXAMPLE), "--json")
    assert (expected.code, expected.err) == (0, "")
    for _ in range(2):
        assert everywhere("mission", "play", str(EXAMPLE), "--json").out == expected.out
    assert everywhere("mission", "play", "-", "--json", stdin=EXAMPLE.read_bytes()).out == expected.out


def test_a_record_is_written_and_anybody_verifies_it(everywhere: Run, cli: Run, tmp_path: Path) -> None:
    path = tmp_path / "the mission.txt"
    ran = everywhere("mission", "play", str(EXAMPLE), "--record", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert f"sabacc table verify '{path}'" in ran.out.replace("\n", "")
    verified = cli("table", "verify", str(path), "--json")
    answer = cli("mission", "play", str(EXAMPLE), "--json").json
    assert (verified.code, verified.json["digest"]) == (0, answer["digest"])
    assert path.read_bytes() == base64.b64decode(answer["record"])
    assert f"SHA-256 of the record  {answer['digest']}" in ran.out


def test_people_see_each_hand_on_a_line(cli: Run) -> None:
    out = cli("mission", "play", str(EXAMPLE)).out
    answer = cli("mission", "play", str(EXAMPLE), "--json").json
    assert " ".join(out.split()).startswith(answer["words"])
    assert "Mission jawa-camp-2 at a table of dune-sea-light: Kalit deals." in " ".join(out.split())
    rows = [line.split() for line in out.splitlines()]
    for hand in answer["hands"]:
        player, dealer = hand["seats"]
        chips = int(hand["result"]["chips"])
        expected = [
            str(hand["number"]),
            *(card["value"] or "/".join(card["printed"]) for card in player["cards"]),
            *([player["total"]] if player["total"] else []),
            *(card["value"] or "/".join(card["printed"]) for card in dealer["cards"]),
            *([dealer["total"]] if dealer["total"] else []),
            f"{chips:+d}" if chips else "0",
            hand["purse"],
        ]
        assert expected in rows
    assert max(map(len, out.splitlines())) <= 87  # the digest is copied whole


def test_with_events_every_move_is_told(cli: Run) -> None:
    plain = " ".join(cli("mission", "play", str(EXAMPLE)).out.split())
    told = " ".join(cli("mission", "play", str(EXAMPLE), "--events").out.split())
    answer = cli("mission", "play", str(EXAMPLE), "--json").json
    for hand in answer["hands"]:
        for event in hand["events"]:
            assert event["text"] in told
            assert event["text"] not in plain


def test_a_reward_is_told_when_it_is_earned_and_only_then(cli: Run, tmp_path: Path) -> None:
    seed = won(cli, str(EXAMPLE))
    out = " ".join(cli("mission", "play", str(EXAMPLE), "--seed", seed).out.split())
    assert "Reward: The Jawas tell you where the sandcrawler went. Reward: cards 7_49 Reward: 1 gold, 45 silver" in out
    lost = changed(tmp_path, purse=20, goal=200)
    assert "Reward" not in cli("mission", "play", lost).out
    nothing = changed(tmp_path, reward=None)
    assert "Reward" not in cli("mission", "play", nothing, "--seed", seed).out


def test_the_seed_may_be_given_in_place_of_the_files(everywhere: Run, tmp_path: Path) -> None:
    seed = b"another seed, in hexadecimal digits"
    there = changed(tmp_path, seed=base64.b64encode(seed).decode())
    expected = everywhere("mission", "play", there, "--json").out
    without = as_file(tmp_path, json.loads(EXAMPLE.read_text(encoding="utf-8")) | {"seed": ""}, "without.json")
    for file in (str(EXAMPLE), without):
        assert everywhere("mission", "play", file, "--seed", seed.hex(), "--json").out == expected
        assert everywhere("mission", "play", file, "--seed", seed.hex().upper(), "--json").out == expected


@pytest.mark.parametrize("seed", ["", "0", "0x00", "secret", "00 00", "é" * 32])
def test_a_seed_that_is_none_is_refused_and_not_repeated(cli: Run, seed: str) -> None:
    ran = cli("mission", "play", str(EXAMPLE), "--seed", seed)
    assert (ran.code, ran.out) == (2, "")
    assert f"got {len(seed)} characters" in ran.err
    assert "secret" not in ran.err


def test_a_seed_of_another_length_is_refused_by_the_service(everywhere: Run) -> None:
    ran = everywhere("mission", "play", str(EXAMPLE), "--seed", "ab" * 15)
    assert (ran.code, ran.err) == (1, "sabacc: seed: got '15 bytes', expected 16 to 64 bytes\n")


@pytest.mark.parametrize(
    ("fields", "code", "told"),
    [
        ({"stake": 201}, 1, "stake: got '201', expected 1 to 200 chips, what the purse covers"),
        ({"opponent": "lando-dark"}, 1, "opponent: got 'lando-dark', expected one of "),
        ({"play": "best"}, 1, "standOn: got '8', expected none with another play than STAND_ON"),
        ({"play": "luck"}, 2, "play: got '\"luck\"', expected one of stand-on, as-dealer, best"),
        ({"chips": 3}, 2, "chips: got 'an unknown key'"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(
    everywhere: Run, tmp_path: Path, fields: dict[str, Any], code: int, told: str
) -> None:
    ran = everywhere("mission", "play", changed(tmp_path, **fields))
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(f"sabacc: {told}")


def test_a_mission_needs_no_database(cli: Run, tmp_path: Path) -> None:
    assert cli("mission", "play", str(EXAMPLE)).code == 0
    assert not list(tmp_path.rglob("*.db"))


def test_a_record_that_cannot_be_written_leaves_the_answer(cli: Run, tmp_path: Path) -> None:
    ran = cli("mission", "play", str(EXAMPLE), "--record", str(tmp_path / "none" / "there.txt"), "--json")
    assert (ran.code, ran.json["tableId"][:1]) == (2, "m")
    assert "there.txt" in ran.err


def test_control_characters_of_a_reward_do_not_reach_the_terminal(cli: Run, tmp_path: Path) -> None:
    file = changed(tmp_path, reward={"text": "\x1b[31mred\n", "blueprintIds": []})
    out = cli("mission", "play", file, "--seed", won(cli, file)).out
    assert "\x1b" not in out
    assert "Reward: \\x1b[31mred\\n\n" in out
