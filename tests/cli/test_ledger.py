"""`sabacc ledger`: what directors move by hand, wallets, what GEMP has to pull, and the audit."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import ledger_pb2 as pb
from service.cli import long_work

if TYPE_CHECKING:
    from pathlib import Path

    from service.rpc.contract.ledger_service import LedgerServicer
    from tests.cli.conftest import Run

BY_HAND = [
    (("prize", "wedge", "2g 45s"), "wallet:wedge", 245, "prize"),
    (("bank", "thul-fain", "2 gold, 45 silver"), "house:thul-fain", 245, "bank"),
    (("correct", "mint", "wallet:biggs", "245"), "wallet:biggs", 245, "correction"),
]


def words_of(text: str) -> str:
    return " ".join(text.split())


def by_hand(words: tuple[str, ...], request_id: str) -> tuple[str, ...]:
    return "ledger", *words, "--reason", "[bold]why", "--request-id", request_id


@pytest.mark.parametrize(("words", "account", "silver", "kind"), BY_HAND)
def test_a_dry_run_moves_nothing_and_the_same_command_moves_once(
    words: tuple[str, ...], account: str, silver: int, kind: str, everywhere: Run
) -> None:
    command = by_hand(words, f"once-{kind}")
    dry = everywhere(*command, "--dry-run")
    assert (dry.code, dry.err) == (0, "")
    assert dry.out.startswith("DRY RUN: nothing was stored.")
    assert everywhere("ledger", "statement", "--request", f"once-{kind}").code == 1

    first, again = everywhere(*command, "--json").json, everywhere(*command, "--json").json
    assert (first["replayed"], again["replayed"], first["dryRun"]) == (False, True, False)
    assert first["posting"] == again["posting"]
    (entry,) = first["posting"]["entries"]
    assert (entry["kind"], entry["credit"], entry["moved"]) == (
        kind, account, {"silver": str(silver), "text": "2 gold, 45 silver"},
    )  # fmt: skip
    assert (first["posting"]["director"] in {"local", "anonymous"}, first["posting"]["reason"]) == (True, "[bold]why")

    told = everywhere(*command)
    assert told.out.startswith("DONE BEFORE, by a call with this request id: nothing was moved again.\n")
    assert f"to {account}, then 2 gold, 45 silver" in words_of(told.out)
    assert "Reason [bold]why" in words_of(told.out)
    assert max(map(len, told.out.splitlines())) <= 80


def test_another_content_under_the_same_request_id_is_refused_naming_what_differs(everywhere: Run) -> None:
    command = "ledger", "prize", "porkins", "100", "--reason", "first", "--request-id", "other"
    assert everywhere(*command).code == 0
    other = everywhere(*(word.replace("100", "1g 1s").replace("first", "second") for word in command))
    assert (other.code, other.out) == (1, "")
    assert "amount: got '101', expected 100, as in the stored posting" in other.err
    assert "second" in other.err


def test_a_prize_from_an_empty_pot_is_refused_for_ever_and_can_be_looked_up(everywhere: Run) -> None:
    command = "ledger", "prize", "greedo", "1g", "--from", "escrow:p7", "--reason", "pot", "--request-id", "pot-7"
    for _ in range(2):
        refused = everywhere(*command)
        assert (refused.code, refused.out) == (1, "")
        assert "0 gold, 00 silver" in refused.err
        assert everywhere("ledger", "bank", "house:wioslea", "1g", "--reason", "x", "--request-id", "bank-p7").code == 0
    told = everywhere("ledger", "statement", "--request", "pot-7")
    assert (told.code, told.out.split("\n")[0]) == (0, "REFUSED.")
    assert "(INSUFFICIENT_FUNDS)" in told.out
    assert everywhere("ledger", "wallet", "greedo", "--json").json["wallet"]["balance"]["silver"] == "0"


def test_a_dry_run_is_refused_as_the_command_itself_would_be_and_stores_no_refusal(everywhere: Run) -> None:
    command = "ledger", "correct", "wallet:bossk", "mint", "1g", "--reason", "why", "--request-id", "poor"
    dry = everywhere(*command, "--dry-run")
    assert (dry.code, dry.out) == (1, "")
    assert "wallet:bossk" in dry.err
    assert everywhere("ledger", "prize", "bossk", "1g", "--reason", "why", "--request-id", "rich").code == 0
    assert everywhere(*command).out.startswith("DONE.\n")


def test_a_bank_goes_back_into_the_mint(everywhere: Run) -> None:
    command = "ledger", "bank", "figrin-dan", "5g", "--reason", "season"
    everywhere(*command, "--request-id", "there")
    back = everywhere(*command, "--take-back", "--request-id", "back", "--json").json
    assert (back["posting"]["entries"][0]["debit"], back["balance"]["silver"]) == ("house:figrin-dan", "0")
    grants = everywhere("ledger", "bank", "grants", "1", "--reason", "x", "--request-id", "g", "--json").json
    assert grants["posting"]["entries"][0]["credit"] == "grants"


def test_a_wallet_shows_what_is_there_and_how_much_more_it_can_hold(everywhere: Run) -> None:
    everywhere("ledger", "prize", "tarkin", "167772g", "--reason", "x", "--request-id", "big")
    wallet = everywhere("ledger", "wallet", "tarkin", "--json").json["wallet"]
    assert {key: wallet[key]["silver"] for key in ("balance", "held", "free", "room")} == {
        "balance": "16777200", "held": "0", "free": "16777200", "room": "15",
    }  # fmt: skip
    people = words_of(everywhere("ledger", "wallet", "tarkin").out)
    assert people.startswith("The wallet of tarkin")
    assert "Has, what is held included 167772 00" in people
    assert "Room for more 0 15" in people


def test_settlements_are_what_gemp_has_not_applied(everywhere: Run, gemp: LedgerServicer) -> None:
    gemp.Deposit(pb.DepositRequest(request_id="d-s", player="lobot", amount=1000))
    for number in (1, 2, 3):
        gemp.Withdraw(pb.WithdrawRequest(request_id=f"w-s{number}", player="lobot", amount=100 + number))
    told = pb.AcknowledgeSettlementRequest
    applied, deferred = pb.SETTLEMENT_STATE_APPLIED, pb.SETTLEMENT_STATE_DEFERRED
    gemp.AcknowledgeSettlement(told(settlement_id="w-s1#1", state=applied))
    gemp.AcknowledgeSettlement(told(settlement_id="w-s2#1", state=deferred, reason="the purse is full"))

    command = "ledger", "settlements", "--page-size", "200"
    everything = everywhere(*command, "--applied", "--json").json["settlements"]
    before = next(int(row["sequence"]) for row in everything if row["settlementId"] == "w-s1#1") - 1
    after = "--after", str(before)  # of a server other tests have settlements, too

    def mine(*options: str) -> list[str]:
        return [row["settlementId"] for row in everywhere(*command, *after, "--json", *options).json["settlements"]]

    assert mine() == ["w-s2#1", "w-s3#1"]
    assert mine("--applied") == ["w-s1#1", "w-s2#1", "w-s3#1"]
    first = everywhere("ledger", "settlements", "--page-size", "1", *after, "--json").json
    assert ([row["settlementId"] for row in first["settlements"]], first["more"]) == (["w-s2#1"], True)
    assert first["nextAfter"] == str(before + 2)
    assert mine("--after", first["nextAfter"]) == ["w-s3#1"]

    people = everywhere(*command, *after).out
    assert max(map(len, people.splitlines())) <= 80
    assert f"{before + 2} w-s2#1 lobot 1 02" in words_of(people)
    assert "deferred: the" in words_of(people)
    assert "2 settlements, together 2 gold, 05 silver.\n" in people
    assert f"More: --after {before + 2}\n" in everywhere("ledger", "settlements", "--page-size", "1", *after).out
    none = everywhere(*command, "--after", "999")
    assert (none.code, none.out) == (0, "GEMP has no settlements to pull after number 999.\n")


def test_a_whole_ledger_passes_and_its_head_proves_it_later(everywhere: Run) -> None:
    everywhere("ledger", "prize", "piett", "1", "--reason", "x", "--request-id", "head-1")
    first = everywhere("ledger", "audit", "--json")
    assert (first.code, first.err, first.json["passed"], first.json["faults"]) == (0, "", True, [])
    everywhere("ledger", "prize", "piett", "2", "--reason", "x", "--request-id", "head-2")
    later = everywhere("ledger", "audit", "--head", first.json["head"])
    assert (later.code, later.err, later.out.split(":")[0]) == (0, "", "PASSED")
    now = everywhere("ledger", "audit", "--json").json
    assert f"\n  sabacc ledger audit --head {now['head']}\n" in later.out
    assert int(now["postings"]) == int(first.json["postings"]) + 1

    unknown = everywhere("ledger", "audit", "--head", "a" * 64)
    assert (unknown.code, unknown.out.split("\n")[0]) == (1, "NOT PASSED: one thing does not fit.")
    assert "kept head no posting has it" in words_of(unknown.out)
    refused = everywhere("ledger", "audit", "--head", "abc")
    assert (refused.code, refused.err) == (2, "sabacc: --head: got 'abc', expected 64 hexadecimal digits\n")


def test_a_changed_balance_ends_the_audit_with_code_1_and_where_it_is(cli: Run, tmp_path: Path) -> None:
    cli("ledger", "prize", "jabba", "1g", "--reason", "x", "--request-id", "p-1")
    with sqlite3.connect(tmp_path / "var" / "sabacc.db") as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in names:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE ledger_account SET balance = 5000 WHERE account_id = 'wallet:jabba'")
    database.close()
    found = cli("ledger", "audit")
    assert (found.code, found.err) == (1, "")
    assert found.out.startswith("NOT PASSED: 2 things do not fit.\n")
    assert "account wallet:jabba, balance" in words_of(found.out)
    assert "4900 silver together, not 0" in words_of(found.out)
    told = cli("ledger", "audit", "--json")
    assert (told.code, told.json["passed"]) == (1, False)
    assert [fault["where"] for fault in told.json["faults"]] == ["account wallet:jabba, balance", "all accounts"]


def test_a_long_audit_shows_how_far_it_is_on_a_terminal_alone(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("ledger", "prize", "jabba", "1g", "--reason", "x", "--request-id", "p-1")
    monkeypatch.setattr(long_work, "_LONG_S", -1)
    assert cli("ledger", "audit").err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")  # stands for a terminal
    shown = cli("ledger", "audit").err
    assert "auditing" in shown
    assert "100%" in shown


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("prize", "a", "1.5", "--reason", "r", "--request-id", "x"), 2, "got '1.5', expected whole silver"),
        (("prize", "a", "1"), 2, "Missing option '--reason'"),
        (("prize", "a", "0", "--reason", "r", "--request-id", "x"), 1, "AMOUNT: got '0', expected 1 to"),
        (
            ("prize", "a b", "1", "--reason", "r", "--request-id", "x"),
            1,
            "PLAYER: got 'a b', expected a name of 1 to 60",
        ),
        (("prize", "a", "1", "--reason", "", "--request-id", "x"), 1, "--reason: got '', expected 1 to 255"),
        (("prize", "a", "1", "--reason", "r", "--request-id", "sabacc/1"), 1, "--request-id: got 'sabacc/1', expected"),
        (("prize", "a", "1", "--from", "hat", "--reason", "r", "--request-id", "x"), 1, "--from: got 'hat', expected"),
        (("correct", "me", "mint", "1", "--reason", "r", "--request-id", "x"), 1, "FROM: got 'me', expected one of"),
        (("correct", "mint", "mint", "1", "--reason", "r", "--request-id", "x"), 1, "TO: got 'mint', expected another"),
        (
            ("bank", "a b", "1", "--reason", "r", "--request-id", "x"),
            1,
            "HOUSE: got 'a b', expected a name",
        ),
        (
            ("bank", "house:nobody", "1", "--reason", "r", "--request-id", "x"),
            1,
            "HOUSE: got 'nobody', expected the key of a dealer, or grants: house, lando-light,",
        ),
        (("wallet", ""), 1, "NAME: got '', expected a name of 1 to 60"),
        (("settlements", "--after", "x"), 2, "got 'x', expected a whole number"),
        (("settlements", "--after", "-1"), 1, "--after: got '-1', expected 0"),
        (("settlements", "--page-size", "-1"), 1, "--page-size: got '-1', expected 0 to 200"),
    ],
)
def test_what_is_refused_names_the_option_the_value_and_what_is_expected(
    words: tuple[str, ...], code: int, said: str, everywhere: Run
) -> None:
    refused = everywhere("ledger", *words)
    assert (refused.code, refused.out) == (code, "")
    assert said in words_of(refused.err.replace("│", ""))
