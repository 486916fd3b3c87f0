"""`sabacc ledger statement`: of an account, of a request, of a hand; on the screen, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import ledger_pb2 as pb
from service.bootstrap import open_database
from service.campaign.ledger.accounts import house, wallet
from service.campaign.ledger.errors import InsufficientFundsError
from service.campaign.ledger.use_cases import Ledger
from service.settings import Migrate, load_settings
from service.storage.ledger_store import SqlLedgerStore
from tests.campaign.ledger.asking import CALLER, NOON, bank, bet, deposit, result

if TYPE_CHECKING:
    from pathlib import Path

    from service.rpc.contract.ledger_service import LedgerServicer
    from tests.cli.conftest import Run


def words_of(text: str) -> str:
    return " ".join(text.split())


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def moved_thrice(gemp: LedgerServicer, player: str) -> None:
    """A deposit of 10 gold, a withdrawal of 2 gold 45, and a prize of 1 silver."""
    gemp.Deposit(pb.DepositRequest(request_id=f"{player}-d", player=player, amount=1000))
    gemp.Withdraw(pb.WithdrawRequest(request_id=f"{player}-w", player=player, amount=245))
    gemp.GivePrize(pb.GivePrizeRequest(request_id=f"{player}-p", player=player, amount=1, reason="=1+1, for luck"))


def test_a_statement_has_each_change_and_the_running_balance(everywhere: Run, gemp: LedgerServicer) -> None:
    moved_thrice(gemp, "calrissian")
    lines: list[Any] = everywhere("ledger", "statement", "--player", "calrissian", "--json").json["lines"]
    assert [(line["requestId"], line["change"]["silver"], line["balance"]["silver"]) for line in lines] == [
        ("calrissian-d", "1000", "1000"),
        ("calrissian-w", "-245", "755"),
        ("calrissian-p", "1", "756"),
    ]
    people = everywhere("ledger", "statement", "--account", "wallet:calrissian").out
    assert max(map(len, people.splitlines())) <= 80
    told = words_of(people)
    for row in (
        "deposit +10 00 10 00 {} from gemp_clearing request calrissian-d",
        "withdraw -2 45 7 55 {} to gemp_clearing request calrissian-w",
        "prize +0 01 7 56 {} from mint request calrissian-p",
    ):
        assert row in re.sub(r"\b\d\d:\d\d\b", "{}", told)
    assert re.search(r"by (local|anonymous): =1\+1, for luck", told)
    assert people.endswith("At the end of it wallet:calrissian has 7 gold, 56 silver.\n")


def test_pages_follow_each_other_and_all_of_them_are_one(everywhere: Run, gemp: LedgerServicer) -> None:
    moved_thrice(gemp, "nien")
    whole = everywhere("ledger", "statement", "--player", "nien", "--json").json
    command = "ledger", "statement", "--player", "nien", "--page-size", "2"
    first = everywhere(*command)
    assert "At the end of it" not in first.out
    token = first.out.split("More: --page-token ")[1].strip()
    second = everywhere(*command, "--page-token", token, "--json").json
    assert (second["lines"], second["nextPageToken"]) == (whole["lines"][2:], "")
    assert everywhere(*command, "--all", "--json").json == whole
    other = everywhere("ledger", "statement", "--player", "numb", "--page-token", token)
    assert (other.code, other.err.split(":")[1]) == (1, " --page-token")


def test_a_long_statement_is_written_whole_from_all_its_pages(everywhere: Run, gemp: LedgerServicer) -> None:
    for number in range(205):  # more than a page holds
        gemp.Deposit(pb.DepositRequest(request_id=f"long-{number}", player="sebulba", amount=1 + number))
    rows = rows_of(everywhere("ledger", "statement", "--player", "sebulba", "--csv", "-").out)
    assert [row["request_id"] for row in rows] == [f"long-{number}" for number in range(205)]
    assert int(rows[-1]["balance"]) == 205 * 206 // 2
    assert len(everywhere("ledger", "statement", "--player", "sebulba", "--all", "--json").json["lines"]) == 205


def test_csv_adds_up_and_holds_no_formula(everywhere: Run, gemp: LedgerServicer, tmp_path: Path) -> None:
    moved_thrice(gemp, "ugnaught")
    printed = everywhere("ledger", "statement", "--player", "ugnaught", "--csv", "-")
    assert (printed.code, printed.err, "\r" in printed.out) == (0, "", False)
    path = tmp_path / "statement.csv"
    written = everywhere("ledger", "statement", "--player", "ugnaught", "--csv", str(path))
    assert words_of(written.out) == f"Written to {path}, 3 rows under a head."
    assert path.read_text("utf-8") == printed.out
    rows = rows_of(printed.out)
    assert [(row["kind"], row["change"], row["gold"], row["silver"]) for row in rows] == [
        ("deposit", "1000", "10", "0"),
        ("withdraw", "-245", "-2", "-45"),
        ("prize", "1", "0", "1"),
    ]
    running = 0
    for row in rows:
        running += int(row["change"])
        assert int(row["balance"]) == running == 100 * int(row["balance_gold"]) + int(row["balance_silver"])
    assert rows[2]["reason"] == "'=1+1, for luck"
    assert rows[0]["time"].endswith("Z")


def test_an_account_of_which_nothing_is_known_has_an_empty_statement(everywhere: Run) -> None:
    empty = everywhere("ledger", "statement", "--house", "nobody")
    assert (empty.code, empty.out) == (0, "Nothing was ever moved or held on house:nobody.\n")
    assert everywhere("ledger", "statement", "--house", "nobody", "--csv", "-").out.count("\n") == 1


def test_a_request_is_told_with_what_both_sides_had_after_it(everywhere: Run, gemp: LedgerServicer) -> None:
    moved_thrice(gemp, "dengar")
    people = everywhere("ledger", "statement", "--request", "dengar-p").out
    assert people.startswith("DONE.\nRequest   dengar-p\nPosting   ")
    assert "Reason    =1+1, for luck\n" in people
    assert "prize 0 01 from mint, then" in words_of(people)
    assert "to wallet:dengar, then 7 gold, 56 silver" in words_of(people)
    (row,) = rows_of(everywhere("ledger", "statement", "--request", "dengar-w", "--csv", "-").out)
    assert (row["entry_id"], row["debit"], row["credit"], row["moved"]) == (
        "dengar-w#1", "wallet:dengar", "gemp_clearing", "245",
    )  # fmt: skip
    none = everywhere("ledger", "statement", "--request", "dengar-x")
    assert (none.code, none.out) == (1, "")
    assert "got 'dengar-x', expected the id of a stored posting" in none.err


@pytest.fixture
def played(tmp_path: Path) -> str:
    """URL of a database in which lando has lost a hand to a Jawa, after he could not pay for one."""
    url = f"sqlite:///{tmp_path}/played.db"
    engine = open_database(load_settings(database_url=url, migrate=Migrate.ALWAYS))
    ledger = Ledger(SqlLedgerStore(engine), lambda: NOON)
    lando, jawa = wallet("lando"), house("jawa")
    for posting in (deposit("d", lando, 500), bank("b", jawa, 10_000)):
        ledger.post(posting, CALLER)
    with pytest.raises(InsufficientFundsError):
        ledger.post(bet("too-much", lando, jawa, 600), CALLER)
    ledger.post(bet("bet", lando, jawa, 200, won=300), CALLER)
    ledger.post(result("over", "bet", 2, 145), CALLER)
    engine.dispose()
    return url


def test_everything_about_a_hand_is_told_refusals_too(cli: Run, played: str) -> None:
    command = "ledger", "statement", "--hand", "t1", "1", "--database", played
    people = cli(*command).out
    assert max(len(line) for line in people.splitlines() if not line.startswith("Refused")) <= 80
    told = words_of(people)
    assert [people.count(word) for word in ("REFUSED.", "DONE.", "About     hand 1 of table t1")] == [1, 2, 3]
    assert told.index("too-much") < told.index("Request bet") < told.index("Request over")
    rows = rows_of(cli(*command, "--csv", "-").out)
    assert [(row["request_id"], row["type"], row["moved"], row["held"]) for row in rows] == [
        ("too-much", "", "", ""),
        ("bet", "hold", "0", "200"),
        ("bet", "hold", "0", "300"),
        ("over", "post", "145", "-200"),
        ("over", "void", "0", "-300"),
    ]
    assert (rows[0]["refusal_reason"], rows[1]["refusal_reason"]) == ("INSUFFICIENT_FUNDS", "")
    assert {(row["table_id"], row["hand"], row["caller"]) for row in rows} == {("t1", "1", "gemp-1")}
    assert {len(row) for row in rows} == {22}
    assert len(cli(*command, "--json").json["postings"]) == 3
    none = cli("ledger", "statement", "--hand", "t1", "2", "--database", played)
    assert (none.code, none.out) == (0, "Nothing was asked of the ledger about this hand.\n")


def test_a_statement_says_what_was_held_and_for_which_hand(cli: Run, played: str) -> None:
    people = words_of(cli("ledger", "statement", "--player", "lando", "--database", played).out)
    for words in (
        "0 00 5 00 12:00 2 gold, 00 silver held to house:jawa hand 1 of table t1 request bet",
        "0 00 5 00 12:00 3 gold, 00 silver held from house:jawa hand 1 of table t1 request bet",
        "-1 45 3 55 12:00 of 2 gold, 00 silver held to house:jawa hand 1 of table t1 request over",
        "0 00 3 55 12:00 3 gold, 00 silver set free from house:jawa hand 1 of table t1 request over",
    ):
        assert words in people
    held = rows_of(cli("ledger", "statement", "--house", "jawa", "--csv", "-", "--database", played).out)
    assert [(row["change"], row["held"], row["balance"], row["resolves"]) for row in held] == [
        ("10000", "0", "10000", ""),
        ("0", "200", "10000", ""),
        ("0", "300", "10000", ""),
        ("145", "-200", "10145", "bet#1"),
        ("0", "-300", "10145", "bet#2"),
    ]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "statement: got 'nothing', expected one of --player, --house, --account, --request, --hand"),
        (("--player", "a", "--house", "b"), 2, "statement: got '--player and --house', expected one of --player"),
        (("--request", "a", "--all"), 2, "--all: got 'together with --request or --hand', expected an account"),
        (("--hand", "t", "1", "--page-token", "x"), 2, "--page-token: got 'together with --request or --hand'"),
        (("--player", "a", "--csv", "-", "--json"), 2, "--csv: got 'together with --json', expected one of the two"),
        (("--hand", "t", "one"), 2, "--hand: got 'one', expected a whole number of at most 9 digits"),
        (("--hand", "t", "0"), 1, "--hand: got '0', expected 1 to 2147483647"),
        (("--hand", "a b", "1"), 1, "--hand: got 'a b', expected 1 to 60 printable ASCII characters without blanks"),
        (("--request", "x" * 65), 1, "--request: got"),
        (("--player", "a b"), 1, "--player: got 'a b', expected a name of 1 to 60"),
        (("--house", "a b"), 1, "--house: got 'a b', expected a name of 1 to 60"),
        (("--account", "purse:a"), 1, "--account: got 'purse:a', expected one of wallet:NAME"),
        (("--player", "a", "--page-size", "-1"), 1, "--page-size: got '-1', expected 0 to 200"),
        (("--player", "a", "--csv", "none/there.csv"), 2, "none/there.csv: got 'No such file or directory'"),
    ],
)
def test_what_is_refused_names_the_option_the_value_and_what_is_expected(
    words: tuple[str, ...], code: int, said: str, everywhere: Run
) -> None:
    refused = everywhere("ledger", "statement", *words)
    assert (refused.code, refused.out) == (code, "")
    assert said in words_of(refused.err.replace("│", "") if "--json" not in words else refused.error["message"])
