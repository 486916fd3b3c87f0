"""Evenings for silver, from the first lesson to the wallet at their end: keys from a pipe, and the real program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import cards_pb2, tables_pb2
from service.cli.backend import opened
from service.money import Silver
from tests.cli.play.on_pty import OnPty
from tests.cli.play.silver_players import given, taught, wallet

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ran, Run

SHOE = b"n\nf\nn\nf\nn\nf\n"
"""Three hands, each left to the table; where a hand is over at once the second key only says so."""


def _play(run: Run, player: str, *options: str, keys: bytes, dealer: str = "kalit") -> Ran:
    return run("play", "--silver", "--as", player, "--dealer", dealer, *options, stdin=keys)


def _name(request: pytest.FixtureRequest) -> str:
    """A player of the test's own."""
    return re.sub("[^a-z]", "", request.node.originalname.removeprefix("test_"))[:40]


def test_a_whole_evening_is_played_from_the_shell(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = _name(request)
    first = _play(everywhere, player, keys=b"q\n")
    assert first.code == 1
    assert first.err.startswith(f"sabacc: {player} does not sit down ('sabacc campaign career {player}' tells more):\n")
    assert "lessons: got 'to be answered: eleven, " in first.err
    taught(everywhere, player, 300)
    played = _play(everywhere, player, keys=SHOE + b"q\n")
    assert (played.code, played.err) == (0, "")
    screens = played.out
    assert all(len(line) <= 80 for line in screens.splitlines() if not line.startswith("  sabacc "))
    assert "Bet 0 gold, 05 silver \N{MIDDLE DOT} wallet 3 gold, 00 silver\n" in screens
    assert "(0 gold, 05 silver held)" in screens or "perfect sabacc" in screens
    assert "2 left of this shoe" in screens
    assert "the last of this shoe" in screens
    below = " ".join(screens.rsplit("q close", 1)[1].split())
    assert re.search(r"At this table you have .*The table is closed\..* 3 hands: ", below), below
    hands, won, lost, pushed = _sum(screens)
    assert hands == won + lost + pushed == 3
    has = wallet(everywhere, player)
    assert f"Wallet {Silver(has)}." in " ".join(screens.split())
    assert (has != 300) is ("net 0 gold, 00 silver" not in screens)
    career = everywhere("campaign", "career", player, "--json").json["career"]
    (light,) = [side for side in career["sides"] if side["side"] == "SIDE_LIGHT"]
    assert int(light["won"][0]["silver"]) == has - 300
    assert career["tableId"] == ""


def _sum(screens: str) -> tuple[int, int, int, int]:
    found = re.search(r"^(\d+|One) hands?: (\d+) won, (\d+) lost, (\d+) pushed; net", screens, re.MULTILINE)
    assert found is not None, screens
    hands, *rest = found.groups()
    won, lost, pushed = map(int, rest)
    return 1 if hands == "One" else int(hands), won, lost, pushed


def test_a_shoe_is_played_out_and_the_table_gone_on_with(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = taught(everywhere, _name(request), 300)
    begun = _play(everywhere, player, "--bet", "12", keys=b"n\nf\nq\n")
    assert "A shoe is played out, and 2 hands of this shoe are left. Ctrl-C leaves" in " ".join(begun.out.split())
    assert "q close" not in begun.out.split("hand 1", 1)[1]
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", begun.out)
    second = _play(everywhere, player, keys=b"", dealer="uutkik")
    assert second.code == 1
    assert f"table: got '{table_id}', expected no other table for silver: close it first" in second.err
    assert f"sabacc play --table {table_id}" in everywhere("campaign", "career", player).out
    again = everywhere("play", "--table", table_id, stdin=b"an\nf\nn\nf\nq\n")
    assert again.code == 0
    assert "No hand is being played" in again.out
    assert "n deal for 0 gold, 12 silver" in again.out
    assert _sum(again.out)[0] == 2
    assert "The table is closed." in again.out
    closed = everywhere("play", "--table", table_id, stdin=b"")
    assert closed.out.startswith("This table was closed after 3 hands.\n")


def test_a_table_for_silver_has_no_coach(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = taught(everywhere, _name(request), 300)
    left = _play(everywhere, player, keys=b"")
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", left.out)
    coached = everywhere("play", "--table", table_id, "--coach", stdin=b"")
    assert (coached.code, coached.out) == (2, "")
    assert coached.err == "sabacc: --coach: got 'a table for silver', expected one for practice chips\n"


def test_a_bet_that_the_wallet_does_not_cover_is_refused(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = taught(everywhere, _name(request), 8)
    ran = _play(everywhere, player, keys=b"20n\nq\n")
    words = "Your silver does not cover this bet: the hand may cost 0 gold, 20 silver, and you have 0 gold, 08 silver."
    assert words in " ".join(ran.out.split())
    assert "n deal for 0 gold, 05 silver" in ran.out
    assert wallet(everywhere, player) == 8


def test_who_cannot_pay_for_the_shoe_sees_the_table_closed(everywhere: Run, request: pytest.FixtureRequest) -> None:
    player = taught(everywhere, _name(request), 5)
    for _ in range(60):
        ran = _play(everywhere, player, keys=SHOE + b"q\n")
        assert ran.code == 0, ran.err
        if "The house has closed the table." in " ".join(ran.out.split()):
            break
        if wallet(everywhere, player) < 5:  # with the last hand of a shoe
            given(everywhere, player, 5 - wallet(everywhere, player))
    told = " ".join(ran.out.split())
    assert "You cannot pay for another hand of this shoe: it may cost 0 gold, 05 silver, and you have 0 gold, 0" in told
    assert "sabacc play --table" not in ran.out
    day = _play(everywhere, player, keys=b"")
    assert "another day than that on which a shoe was left unpaid" in day.err
    career = everywhere("campaign", "career", player).out
    assert "Bring silver: the smallest table needs 0 gold, 05 silver." in " ".join(career.split())


def test_a_bank_that_does_not_cover_a_bet_says_what_it_covers(cli: Run) -> None:
    taught(cli, "Ann", 500)
    left = _play(cli, "Ann", keys=b"")
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20})", left.out)
    bank = cli("ledger", "statement", "--account", "house:kalit", "--json").json["lines"][-1]["balance"]["silver"]

    def leave(silver: int, there: int) -> None:
        by_hand = ("--take-back", "--reason", "counted", "--request-id", f"leave-{silver}")
        assert cli("ledger", "bank", "kalit", str(there - silver), *by_hand).code == 0

    leave(30, int(bank))
    ran = cli("play", "--table", table_id, stdin=b"50n\n")
    assert "The house cannot pay for this bet: it may be at most 20 silver, which the dealer's bank" in _words(ran)
    leave(3, 30)
    ended = cli("play", "--table", table_id, stdin=b"n\n")
    assert "The dealer's bank is empty: a bet may be at most 2 silver" in _words(ended)
    assert "The house has closed the table." in _words(ended)
    assert wallet(cli, "Ann") == 500
    assert cli("campaign", "career", "Ann", "--json").json["career"]["tableId"] == ""


def _words(ran: Ran) -> str:
    return " ".join(ran.out.split())


def test_two_people_play_each_other_for_silver(cli: Run) -> None:
    for player in ("Ann", "Bob"):
        given(cli, player, 500)
    with opened(None, stored=True) as calls:
        players = [tables_pb2.TablePlayer(name=name, bundled="deck-c") for name in ("Ann", "Bob")]
        asked = pb.OpenDuelRequest(request_id="duel-1", players=players, stake=100, variant=cards_pb2.VARIANT_FAIR_DECK)
        table_id = calls.campaign.OpenDuel(asked).table.table_id
    ran = cli("play", "--table", table_id, stdin=b"n\n.\nx\nx\n.\n.\nx\nx\nq\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert "For 1 gold, 00 silver a hand." in ran.out
    held = "Stake 1 gold, 00 silver \N{MIDDLE DOT} wallet 5 gold, 00 silver (2 gold, 00 silver held)"
    assert held in ran.out or "perfect sabacc" in _words(ran)  # which ends the hand as it is dealt
    assert "chips" not in ran.out
    has = {player: wallet(cli, player) for player in ("Ann", "Bob")}
    assert sum(has.values()) == 1000
    for player, silver in has.items():
        assert re.search(rf"{player}: One hand: [01] won, [01] lost, .* Wallet {Silver(silver)}\.", _words(ran))


def test_ctrl_c_leaves_a_hand_for_silver_as_it_is(cli: Run, tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path}/silver.db")
    taught(lambda *args, stdin=b"": cli(*args, *database, stdin=stdin), "Ann", 500)
    with OnPty(tmp_path, "play", "--silver", "--as", "Ann", "--dealer", "kalit", *database) as playing:
        assert "wallet 5 gold, 00 silver" in playing.started()
        asked = playing.press("n")
        assert "Ctrl-C leave" in asked
        assert playing.finish("\x03") == 130
    assert "Traceback" not in playing.raw
    told = " ".join(playing.last.split())
    assert ("but a hand that waits too long is played to its end for you" in told) is ("d draw" in asked)
    (table_id,) = re.findall(r"sabacc play --table (t[0-9a-f]{20}) --database", told)
    with OnPty(tmp_path, "play", "--table", table_id, *database) as again:
        assert again.started().split("\n")[2:16] == asked.split("\n")[2:16]
        assert again.finish("\x03") == 130


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (("--silver",), 2, "--as: got 'nothing', expected together with --silver the player's name"),
        (("--silver", "--as", "Ann"), 2, "--dealer: got 'nothing', expected together with --silver a dealer's key"),
        (("--silver", "--as", "A b", "--dealer", "kalit"), 1, "--as: got 'A b', expected 1 to 60 printable ASCII"),
        (("--silver", "--as", "Ann", "--dealer", "x"), 1, "--dealer: got 'x', expected one of jawa-light, kalit"),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--deck", "deck-c"), 2, "--deck: got 'deck-c', expected"),
        (
            ("--silver", "--as", "Ann", "--dealer", "kalit", "--deck", "sample", "--deck", "sample"),
            2,
            "--deck: got '2 times'",
        ),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--upgrade", "x"), 1, "--upgrade: got 'x', expected none"),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--background", "x"), 1, "--background: got 'x'"),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--bet", "51"), 2, "--bet: got '51', expected 5 to 50"),
        (("--silver", "--as", "Ann", "--dealer", "rkik", "--bet", "5"), 2, "--bet: got '5', expected 20 to 20"),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--coach"), 2, "--coach: got 'together with --silver'"),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--seed", "x"), 2, "--seed: got 'together with --silver'"),
        (("--silver", "--as", "Ann", "--dealer", "kalit", "--cut", "9"), 2, "--cut: got 'together with --silver'"),
        (("--silver", "--as", "Ann", "--theme", "trooper-light"), 2, "--theme: got 'together with --silver'"),
        (("--silver", "--versus", "Ann", "Bob"), 2, "--versus: got 'together with --silver'"),
        (("--silver", "--table", "t1"), 2, "--silver: got 'together with --table'"),
        (("--as", "Ann"), 2, "--as: got 'no --silver', expected the two together"),
        (("--upgrade", "x"), 2, "--upgrade: got 'no --silver', expected the two together"),
    ],
)
def test_a_table_for_silver_that_cannot_be_is_refused_by_its_option(
    args: tuple[str, ...], code: int, error: str, cli: Run
) -> None:
    ran = cli("play", *args, stdin=b"")
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert ran.err.startswith("sabacc: ")
    assert error in ran.err
