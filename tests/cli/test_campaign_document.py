"""What docs/campaign.md says is what the program does: its commands are run, one after the other, on one database."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

import pytest

from sabacc.v1 import campaign_pb2, ledger_pb2, tables_pb2
from service.campaign.ladder.ladder import ladder
from service.campaign.play.attention import CAMPAIGN_ATTENTION, LANDO_SHARE
from service.campaign.play.use_cases import HANDS_A_SHOE
from service.rpc.calls.error_table import ERROR_TABLE
from service.tables.dealer.attention import A_BET
from tests.cli.conftest import ROOT

if TYPE_CHECKING:
    from tests.cli.conftest import Run

PAGE = (ROOT / "docs" / "campaign.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
_COMMAND = re.compile(r"\$ (?:(echo|printf) (\S+) \| )?sabacc (.*)")
_CALLS = {
    method.name
    for contract, service in (
        (campaign_pb2, "CampaignService"),
        (ledger_pb2, "LedgerService"),
        (tables_pb2, "TableService"),
    )
    for method in contract.DESCRIPTOR.services_by_name[service].methods
}


class Shown(NamedTuple):
    """A command of the page, and what it shows of what that prints; it may leave off the rest."""

    args: list[str]
    stdin: bytes
    lines: list[str]
    is_whole: bool


def shown() -> list[Shown]:
    """All commands of the page in their order."""
    found: list[Shown] = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for command, output in re.findall(r"^(\$ .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            match = _COMMAND.fullmatch(command)
            assert match is not None, command
            how, keys, args = match.groups()
            text = "" if how is None else shlex.split(keys)[0]
            stdin = f"{text}\n" if how == "echo" else text.replace("\\n", "\n")
            lines = output.splitlines()
            is_whole = lines[-1:] != ["..."]
            found.append(Shown(shlex.split(args), stdin.encode(), lines if is_whole else lines[:-1], is_whole))
    return found


def test_the_commands_of_the_page_do_what_it_shows(cli: Run) -> None:
    commands = shown()
    assert len(commands) > 10
    for command in commands:
        ran = cli(*command.args, stdin=command.stdin)
        assert (ran.code, ran.err) == (0, ""), command.args
        printed = [line.rstrip() for line in ran.out.splitlines()]
        assert printed[: len(command.lines)] == command.lines, command.args
        assert len(printed) == len(command.lines) or not command.is_whole, command.args
    career = cli("campaign", "career", "Ann", "--json").json["career"]
    assert (career["tableId"], career["lessonsLeft"]) == ("", [])


def test_every_command_that_the_page_names_is_there(cli: Run) -> None:
    named = set(re.findall(r"`sabacc ([a-z]+(?: [a-z]+)?)", PAGE))
    assert len(named) > 8
    for name in named:
        words = name.split() if name.split()[0] in ("campaign", "ledger", "table") else name.split()[:1]
        assert cli(*words, "--help").code == 0, name


@pytest.mark.parametrize(
    "fact",
    [
        f"Both piles are shuffled after every {HANDS_A_SHOE} hands.",
        f"{CAMPAIGN_ATTENTION.threshold // A_BET} bets above its lowest point Lando sits down in the dealer's place",
        f"in the dealer's place for {CAMPAIGN_ATTENTION.visit_hands} hands",
        f"on {LANDO_SHARE.numerator} of {LANDO_SHARE.denominator} hands he may change his total by 1",
        f"has {('four', 'five')[len(ladder().levels) - 4]} levels, ",
    ],
)
def test_a_figure_of_the_page_is_the_service_s(fact: str) -> None:
    assert fact in WORDS


def test_all_levels_are_named_in_their_order() -> None:
    places = [WORDS.lower().index(level.title.removeprefix("The ").lower()) for level in ladder().levels[1:]]
    assert places == sorted(places)


def test_every_call_that_the_page_names_is_in_the_contract_and_those_of_the_campaign_are_all_named() -> None:
    named = set(re.findall(r"\*\*`(\w+)`\*\*", PAGE))
    assert named <= _CALLS
    own = {method.name for method in campaign_pb2.DESCRIPTOR.services_by_name["CampaignService"].methods}
    assert own <= named


def test_every_error_and_setting_that_the_page_names_is_there() -> None:
    reasons = {spec.reason for spec in ERROR_TABLE.values()}
    moves = set(tables_pb2.MoveKind.keys())
    named = set(re.findall(r"(?<![`_A-Z/])[A-Z]+(?:_[A-Z]+)+(?![_A-Z])", PAGE)) - moves
    assert named
    assert named <= reasons
    settings = (ROOT / "README.md").read_text(encoding="utf-8")
    for setting in re.findall(r"`(SABACC_[A-Z_]+)`", PAGE):
        assert f"| `{setting}` |" in settings


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert links
    for link in links:
        assert "://" not in link
        assert (ROOT / "docs" / link).exists(), link
