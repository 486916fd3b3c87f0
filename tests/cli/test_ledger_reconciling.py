"""`sabacc ledger reconcile`: GEMP's books from CSV and JSON beside the ledger's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import ledger_pb2 as pb
from service.cli.gemp_books import read_books

if TYPE_CHECKING:
    from pathlib import Path

    from service.rpc.contract.ledger_service import LedgerServicer
    from tests.cli.conftest import Run

HEAD = "kind,id,player,amount\n"
AMOUNT = "whole silver such as 245, or gold and silver such as '2g 45s' or '2 gold, 45 silver'"


def words_of(text: str) -> str:
    return " ".join(text.split())


def now(run: Run) -> str:
    """Number of the ledger's last posting, to compare only what follows."""
    through: str = run("ledger", "reconcile", "-", "--json", stdin=b"{}").json["through"]
    return through


def moved(gemp: LedgerServicer, player: str) -> None:
    """Two deposits of 10 and 5 gold, and settlements of 2 gold 45 and of 1 silver of which the first is applied."""
    gemp.Deposit(pb.DepositRequest(request_id=f"{player}-d1", player=player, amount=1000))
    gemp.Deposit(pb.DepositRequest(request_id=f"{player}-d2", player=player, amount=500))
    gemp.Withdraw(pb.WithdrawRequest(request_id=f"{player}-w1", player=player, amount=245))
    gemp.Withdraw(pb.WithdrawRequest(request_id=f"{player}-w2", player=player, amount=1))
    gemp.AcknowledgeSettlement(
        pb.AcknowledgeSettlementRequest(settlement_id=f"{player}-w1#1", state=pb.SETTLEMENT_STATE_APPLIED)
    )


def test_books_that_agree_say_so_and_where_to_go_on(everywhere: Run, gemp: LedgerServicer) -> None:
    after = now(everywhere)
    moved(gemp, "agree")
    rows = "deposit,agree-d1,agree,1000", "deposit,agree-d2,agree,5g", 'settlement,agree-w1#1,agree,"2 gold, 45 silver"'
    books = HEAD + "\n".join(rows)
    agrees = everywhere("ledger", "reconcile", "-", "--after", after, stdin=books.encode())
    assert (agrees.code, agrees.err) == (0, "")
    assert agrees.out.startswith("THEY AGREE: ")
    assert agrees.out.endswith(f"--after {int(after) + 4}\n")
    assert max(map(len, agrees.out.splitlines())) <= 80
    told = everywhere("ledger", "reconcile", "-", "--after", after, "--json", stdin=books.encode()).json
    assert (told["agrees"], told["differences"], told["more"]) == (True, [], False)


def test_totals_are_compared_to_the_last_silver(cli: Run, tmp_path: Path) -> None:
    cli("ledger", "prize", "x", "1", "--reason", "x", "--request-id", "p")
    books = f"{HEAD}total,deposited,,0\ntotal,applied,,1\n"
    differ = cli("ledger", "reconcile", "-", stdin=books.encode())
    assert (differ.code, differ.err) == (1, "")
    assert differ.out.startswith("THEY DIFFER: 1 difference. Nothing was put right.\n")
    assert "total applied 0 gold, 01 silver 0 gold, 00 silver" in words_of(differ.out)
    path = tmp_path / "books.json"
    path.write_text(json.dumps({"deposited": 0, "applied": "0"}))
    assert cli("ledger", "reconcile", str(path)).code == 0


def test_everything_that_differs_is_told_with_code_1(everywhere: Run, gemp: LedgerServicer) -> None:
    after = now(everywhere)
    moved(gemp, "differ")
    rows = [
        "deposit;differ-d1;differ;999",
        "deposit;differ-d1;differ;1000",
        "settlement;differ-w2#1;differ;1",
        "deposit;differ-d9;differ;7",
        "deposit;differ-w1;differ;245",
        "settlement;differ-w1#1;other;245",
    ]
    command = "ledger", "reconcile", "-", "--after", after
    books = "\ufeffkind;id;player;amount\r\n" + "\r\n".join(rows)
    told = everywhere(*command, "--json", stdin=books.encode())
    assert (told.code, told.err, told.json["agrees"], told.json["differenceCount"]) == (1, "", False, "7")
    assert sorted((each["kind"].removeprefix("DIFFERENCE_KIND_"), each["id"]) for each in told.json["differences"]) == [
        ("AMOUNT", "differ-d1"),
        ("DOUBLE", "differ-d1"),
        ("MISSING_AT_GEMP", "differ-d2"),
        ("MISSING_HERE", "differ-d9"),
        ("NOT_ACKNOWLEDGED", "differ-w2#1"),
        ("OTHER_MOVEMENT", "differ-w1"),
        ("PLAYER", "differ-w1#1"),
    ]
    people = everywhere(*command, stdin=books.encode())
    assert (people.code, people.out.split("\n")[0]) == (1, "THEY DIFFER: 7 differences. Nothing was put right.")
    assert max(map(len, people.out.splitlines())) <= 80
    for words in ("missing-here", "missing-at-gemp", "double", "not-acknowledged", "nothing"):
        assert words in people.out
    assert "--after" not in people.out
    again = everywhere(*command, "--json", stdin=books.encode())
    assert again.json["differences"] == told.json["differences"]  # nothing was put right


def test_csv_and_json_of_the_same_books_ask_the_same(tmp_path: Path) -> None:
    deposit = {"kind": "deposit", "id": "d,1", "player": "a", "amount": 145}
    settlement = {"kind": "settlement", "id": "w#1", "player": "b", "amount": "7"}
    document = {"movements": [deposit, settlement], "deposited": 145, "applied": 0}
    with_commas = (
        "amount,player,id,kind",
        '"1 gold, 45 silver",a,"d,1",deposit',
        ",,,",
        "7s,b,w#1,Settlement",
        "145,,deposited,total",
        "0,,applied,total",
    )
    with_tabs = (
        "Kind\tId\tPlayer\tAmount",
        "deposit\td,1\ta\t1g 45s",
        "settlement\tw#1\tb\t7",
        "total\tdeposited\t\t1g45s",
        "total\tapplied\t\t0",
    )
    read = []
    for text in (json.dumps(document), "\n".join(with_commas), "\n".join(with_tabs)):
        path = tmp_path / "books"
        path.write_text(text)
        read.append(read_books(str(path)))
    assert read[0] == read[1] == read[2]
    assert [each.amount for each in read[0].movements] == [145, 7]
    assert read[0].HasField("applied")


def test_a_ledger_longer_than_a_call_compares_is_compared_to_its_end(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.campaign.settlement.use_cases.MOST_POSTINGS", 2)
    for number in range(5):
        cli("ledger", "prize", "x", "1", "--reason", "x", "--request-id", f"p-{number}")
    books = f"{HEAD}deposit,d,x,1\ntotal,deposited,,1\n".encode()
    told = cli("ledger", "reconcile", "-", "--json", stdin=books).json
    assert (told["through"], told["more"], told["differenceCount"]) == ("5", False, "2")
    assert [each["id"] for each in told["differences"]] == ["d", "deposited"]
    part = cli("ledger", "reconcile", "-", "--after", "3", "--json", stdin=b"{}").json
    assert (part["agrees"], part["through"]) == (True, "5")


UNREADABLE = [
    ("", ["-: got 'nothing', expected CSV with the columns kind,id,player,amount, or a JSON object"]),
    ("a,b\n", ["- line 1: got 'a,b', expected the columns kind,id,player,amount"]),
    (HEAD + "deposit,d\n", ["- line 2: got '2 cells', expected 4, one a column"]),
    (HEAD + "\ndeposit,d,a,1.5\n", [f"- line 3, amount: got '1.5', expected {AMOUNT}"]),
    (
        HEAD + "refund,,,1\n",
        [
            "- line 2, kind: got 'refund', expected one of deposit, settlement, total",
            "- line 2, id: got '', expected the id of the movement",
            "- line 2, player: got '', expected whose purse it is",
        ],
    ),
    (HEAD + "total,won,,1\n", ["- line 2, id: got 'won', expected one of deposited, applied: which total it is"]),
    (HEAD + "total,applied,,1\n" * 2, ["- line 3, id: got 'applied', expected each total once"]),
    (HEAD + "total,applied,a,1\n", ["- line 2, player: got 'a', expected nothing: a total is of all players"]),
    (HEAD + 'deposit,"d,a,1\n', ["- line 2: got 'unexpected end of data', expected a row of CSV"]),
    ("\udcff", ["-: got 'byte 0 is not UTF-8', expected text in UTF-8"]),
    ('{"movements": 1}', ["movements: got '1', expected a list"]),
    ("[]", ["-: got 'a list', expected one JSON object, a ReconcileRequest"]),
]
UNEQUALLED = [
    ('{"after": -1}', "--after: got '-1', expected 0, or the number of the last posting that was compared"),
    (HEAD + "deposit,d,a,1\n" * 5001, "FILE: got '5001 movements', expected at most 5000"),
]


@pytest.mark.parametrize(
    ("books", "code", "faults"),
    [
        *((books, 2, faults) for books, faults in UNREADABLE),
        *((books, 1, [fault]) for books, fault in UNEQUALLED),
    ],
)
def test_books_that_cannot_be_read_name_line_column_and_what_is_expected(
    books: str, code: int, faults: list[str], everywhere: Run
) -> None:
    refused = everywhere("ledger", "reconcile", "-", stdin=books.encode("utf-8", "surrogateescape"))
    assert (refused.code, refused.out) == (code, "")
    assert refused.err.splitlines() == [f"sabacc: {fault}" for fault in faults]


def test_a_missing_file_and_one_that_is_too_large_are_refused(cli: Run, tmp_path: Path) -> None:
    missing = cli("ledger", "reconcile", "none.csv")
    assert (missing.code, missing.err) == (
        2, "sabacc: none.csv: got 'No such file or directory', expected a file that can be read\n",
    )  # fmt: skip
    (tmp_path / "large.csv").write_bytes(b"x" * (1024 * 1024 + 1))
    large = cli("ledger", "reconcile", "large.csv")
    assert (large.code, large.err.split(",")[0]) == (2, "sabacc: large.csv: got 'more than 1048576 bytes'")
