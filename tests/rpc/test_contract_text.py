"""The numbers in the contract's comments are those that the service enforces."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields

import pytest

from deckmapping.clinic.exports import EXPORTS
from deckmapping.clinic.limits import LARGEST_TEXT, MOST_CANDIDATES, MOST_LINES
from deckmapping.dealer_rule import MOST_DRAWS_TO, USUAL_DRAWS_TO
from deckmapping.decks import MOST_CARDS as DECK_CARDS
from sabacc.v1 import (
    audits_pb2,
    campaign_pb2,
    cards_pb2,
    hands_pb2,
    ledger_pb2,
    missions_pb2,
    odds_pb2,
    tables_pb2,
    tiebreaks_pb2,
)
from service.caller import OWN_IDS
from service.campaign.ledger.postings import LONGEST_REASON as LEDGER_REASON
from service.campaign.missions import mission
from service.campaign.settlement.reconciling import MOST_MOVEMENTS, MOST_POSTINGS
from service.money import MOST_SILVER
from service.odds.design.design import DesignOrder
from service.odds.design.tuning import MOST_PARTS
from service.odds.shoe.counting import CountingOrder
from service.odds.versus.equilibrium import TOTALS
from service.rpc.contract import campaign_requests, table_orders
from service.rpc.contract import odds_orders as orders
from service.rpc.contract.card_service import MOST_IDS
from service.rpc.contract.ledger_messages import MOST_DIFFERENCES, MOST_FAULTS
from service.rpc.contract.odds_fields import MOST_KINDS, STAND_ON
from service.rpc.contract.page_token import DEFAULT_PAGE, LARGEST_PAGE
from service.rpc.contract.table_service import LARGEST_RECORD
from service.rpc.contract.tiebreak_service import LARGEST_TRANSCRIPT
from service.rules.dealing import PayTable
from service.rules.hand import MOST_CARDS as HAND_CARDS
from service.tables.practice import MOST_BET, START
from service.tables.sessions.setup import USUAL_HANDS
from service.tables.sessions.use_cases import LONGEST_REQUEST_ID
from service.tiebreak import limits
from service.tiebreak.model import HEAD_TO_HEAD, Options
from service.tiebreak.use_cases import LONGEST_REASON
from service.tiebreak.win_shares import SHARE_DECIMALS
from tests.conftest import ROOT

FOLDER = ROOT / "proto" / "sabacc" / "v1"
MODULES = {
    "audits": audits_pb2,
    "campaign": campaign_pb2,
    "cards": cards_pb2,
    "hands": hands_pb2,
    "ledger": ledger_pb2,
    "missions": missions_pb2,
    "odds": odds_pb2,
    "tables": tables_pb2,
    "tiebreaks": tiebreaks_pb2,
}
LIMIT = re.compile(r"[0-9]+ to [0-9]+|at most [0-9]+|[0-9]+ means|cut to [0-9]+", re.IGNORECASE)
"""How the comments write a limit."""


def comments(name: str) -> dict[str, str]:
    """Return the comment of every field of a file, by message and field."""
    found: dict[str, str] = {}
    message, lines = "", []
    for raw in (FOLDER / f"{name}.proto").read_text(encoding="utf-8").splitlines():
        line = raw.strip()
        if line.startswith("//"):
            lines.append(line.removeprefix("//").strip())
            continue
        if opened := re.match(r"message (\w+) \{", line):
            message = opened[1]
        if field := re.match(r"(?:repeated |optional |map<.*> )?[\w.<>, ]*?(\w+) = \d+;", line):
            found[f"{message}.{field[1]}"] = " ".join(lines)
        lines = []
    return found


COMMENTS = {key: text for name in MODULES for key, text in comments(name).items()}


def test_every_field_of_the_contract_was_read() -> None:
    declared = {
        f"{message.name}.{field.name}"
        for module in MODULES.values()
        for message in module.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
    }
    assert {key for key, text in COMMENTS.items() if text} >= declared


def quoted(rule: limits.TextRule) -> str:
    return rule.expected.replace("'", '"')


def of(limit: limits.Limit) -> str:
    """A limit as the contract writes it, with thousands parted."""
    return f"{limit.least} to {limit.most:,}"


DEFAULTS = Options()
REQUEST_ID = [f"1 to {LONGEST_REQUEST_ID} printable ASCII characters"]
PAGE_SIZE = f"0 means {DEFAULT_PAGE}; more than {LARGEST_PAGE} is cut to {LARGEST_PAGE}; negative is refused"
POSTED = [*REQUEST_ID, f'those that begin with "{OWN_IDS}" are']
WALLET_NAME = ["1 to 60 printable ASCII characters without blanks"]
MOST_IN_A_WALLET = [f"at most {MOST_SILVER.count:,}"]
LEDGER_REASONS = [f"1 to {LEDGER_REASON} printable characters on one line"]
TOTALS_TOLD = f"{TOTALS[0]} to {TOTALS[-1]}"
USUAL = {field.name: field.default for field in fields(DesignOrder)}
COUNTED = {field.name: field.default for field in fields(CountingOrder)}
STATED = {
    "ResolveTiebreakRequest.event": [quoted(limits.EVENT)],
    "ResolveTiebreakRequest.attempt": [limits.ATTEMPT.expected],
    "ResolveTiebreakRequest.seed": [limits.SEED.expected],
    "ResolveTiebreakRequest.players": [limits.PLAYERS.expected],
    "TiebreakPlayer.name": [quoted(limits.PLAYER)],
    "TiebreakPlayer.deck": [f"at most {limits.DECK.most} cards"],
    "CriterionValue.value": ["at most 12 digits and 7 decimals"],
    "HeadToHead.wins": [limits.WINS.expected],
    "TiebreakOptions.criteria": [f"At most {limits.CRITERIA.most} criteria", f'"{HEAD_TO_HEAD}"'],
    "TiebreakOptions.stand_on": [limits.STAND_ON.expected, f"absent means {DEFAULTS.stand_on}"],
    "TiebreakOptions.replay_limit": [limits.REPLAY_LIMIT.expected, f"absent means {DEFAULTS.replay_limit}"],
    "TiebreakOptions.with_win_shares": [f"at most {limits.WIN_SHARES.most} players"],
    "Criterion.name": [quoted(limits.CRITERION)],
    "VoidTiebreakRequest.reason": [f"1 to {LONGEST_REASON} characters on one line"],
    "ListTiebreaksRequest.page_size": [PAGE_SIZE],
    "ListAuditEntriesRequest.page_size": [PAGE_SIZE],
    "VerifyTranscriptRequest.transcript": [f"at most {LARGEST_TRANSCRIPT // 1024} KiB"],
    "GetCardsRequest.blueprint_ids": [f"1 to {MOST_IDS} blueprint ids"],
    "ReadDeckRequest.deck": [f"at most {DECK_CARDS} cards on each side of the bar"],
    "ParseDeckRequest.content": [
        f"at most {LARGEST_TEXT // 1024} KiB",
        f"at most {MOST_LINES} lines that are not blank",
        f"at most {DECK_CARDS} cards in the pile and {DECK_CARDS} outside the deck",
    ],
    "ParseDeckRequest.exports": [f"at most {len(EXPORTS)}, each once"],
    "DeckDoubt.candidates": [f"the first {MOST_CANDIDATES} of them"],
    "HandToJudge.cards": [f"2 to {HAND_CARDS} blueprint ids"],
    "OddsSide.counts": [f"at most {MOST_KINDS} kinds of card"],
    "OddsRule.draws_to": [f"0 to {MOST_DRAWS_TO}", f"absent means {USUAL_DRAWS_TO}"],
    "OddsRule.overdraws_to": [f"at most {MOST_DRAWS_TO}"],
    "OddsPay.perfect_costs": [f"absent means {PayTable().perfect_costs}"],
    "OddsPolicy.stand_on": [f"{STAND_ON[0]} to {STAND_ON[-1]}"],
    "StandOnTotals.first": [TOTALS_TOLD],
    "StandOnTotals.second": [TOTALS_TOLD],
    "ComputeVersusOddsResponse.first_replies": [f"from {TOTALS_TOLD}"],
    "ComputeVersusOddsResponse.second_replies": [f"from {TOTALS_TOLD}"],
    "ProfileDeckResponse.edges": [f"totals {TOTALS_TOLD}"],
    "OddsPay.perfect_pays": ["from 1:1 to 2:1", "Empty means 3:2"],
    "DesignDealerDeckRequest.tolerance": ["from 0 to 1", f'empty means "{orders.USUAL_TOLERANCE}"'],
    "DesignDealerDeckRequest.most_changed": [f"absent means {USUAL['most_changed']}"],
    "CountShoesRequest.cut": [f"absent means {COUNTED['cut']}"],
    "CountShoesRequest.shoes": [f"absent means {COUNTED['shoes']}"],
    "CountShoesRequest.least_bet": [f'empty means "{COUNTED["least_bet"]}"'],
    "CountShoesRequest.most_bet": [f'empty means "{COUNTED["most_bet"]}"'],
    "TuneTableRequest.denominator": [
        f"1 to {MOST_PARTS}",
        f"absent means {orders.SHARE_PARTS} for a share and {orders.PAYOUT_PARTS} for a payout",
    ],
    "SimulateHandsRequest.hands": [f"1 to {orders.MOST_HANDS}"],
    "OpenTableRequest.request_id": REQUEST_ID,
    "OpenTableRequest.start_chips": [of(table_orders.START_CHIPS), f"absent means {START.count:,}"],
    "OpenTableRequest.cut": [of(table_orders.CUT)],
    "OpenTableRequest.hands": [of(table_orders.HANDS), f"absent means {USUAL_HANDS:,}"],
    "DealerTable.perfect_pays": ["from 1:1 to 2:1", "empty means 3:2"],
    "DealerTable.perfect_costs": [f"absent means {PayTable().perfect_costs}"],
    "VersusTable.stake": [of(table_orders.STAKE)],
    "TablePlayer.name": [quoted(limits.PLAYER)],
    "TablePlayer.started_on_table": [f"at most {DECK_CARDS}"],
    "MakeMoveRequest.request_id": REQUEST_ID,
    "MakeMoveRequest.amount": [f"1 to {MOST_BET.count:,}"],
    "CloseTableRequest.request_id": REQUEST_ID,
    "TableView.attention": ["0 to 100"],
    "VerifyTableRecordRequest.record": [f"at most {LARGEST_RECORD // 1024} KiB"],
    "DepositRequest.request_id": POSTED,
    "DepositRequest.player": WALLET_NAME,
    "DepositRequest.amount": MOST_IN_A_WALLET,
    "WithdrawRequest.request_id": POSTED,
    "WithdrawRequest.player": WALLET_NAME,
    "GetWalletRequest.player": WALLET_NAME,
    "ListStatementRequest.page_size": [PAGE_SIZE],
    "ListSettlementsRequest.page_size": [PAGE_SIZE],
    "AcknowledgeSettlementRequest.reason": LEDGER_REASONS,
    "ReconcileRequest.movements": [f"at most {MOST_MOVEMENTS:,}"],
    "ReconcileResponse.differences": [f"The first {MOST_DIFFERENCES}"],
    "ReconcileResponse.more": [f"compares {MOST_POSTINGS:,} postings"],
    "AuditLedgerResponse.faults": [f"the first {MOST_FAULTS}"],
    "GivePrizeRequest.request_id": POSTED,
    "GivePrizeRequest.player": WALLET_NAME,
    "GivePrizeRequest.amount": MOST_IN_A_WALLET,
    "GivePrizeRequest.reason": LEDGER_REASONS,
    "CorrectLedgerRequest.request_id": POSTED,
    "CorrectLedgerRequest.reason": LEDGER_REASONS,
    "FillBankRequest.request_id": POSTED,
    "FillBankRequest.reason": LEDGER_REASONS,
    "PlayMissionRequest.name": [mission.NAME.expected],
    "PlayMissionRequest.seed": [limits.SEED.expected],
    "PlayMissionRequest.stand_on": [mission.STAND_ON.expected],
    "PlayMissionRequest.purse": [of(mission.PURSE)],
    "PlayMissionRequest.stake": [of(mission.STAKE)],
    "PlayMissionRequest.hands": [of(mission.HANDS)],
    "MissionReward.text": [f"at most {mission.REWARD_TEXT.most} characters"],
    "MissionReward.blueprint_ids": [f"at most {mission.REWARD_CARDS.most}", mission.NAME.expected],
    "MissionReward.silver": [of(mission.REWARD_SILVER)],
    "GetCareerRequest.player": [quoted(limits.PLAYER)],
    "AnswerLessonRequest.player": [quoted(limits.PLAYER)],
    "OpenCampaignTableRequest.request_id": POSTED,
    "OpenCampaignTableRequest.player": [quoted(limits.PLAYER)],
    "OpenDuelRequest.request_id": POSTED,
    "OpenDuelRequest.stake": [of(campaign_requests.STAKE)],
    "OpenDuelRequest.cut": [of(table_orders.CUT)],
    "OpenDuelRequest.hands": [of(table_orders.HANDS), f"absent means {USUAL_HANDS:,}"],
    "SideProgress.attention": ["0 to 100"],
    "ListGrantsRequest.page_size": [PAGE_SIZE],
    "AcknowledgeGrantRequest.reason": LEDGER_REASONS,
    "WinShare.share": [f"rounded to {SHARE_DECIMALS} decimals"],
}
"""What the comment of each field with a limit must say."""


@pytest.mark.parametrize("field", STATED)
def test_a_comment_states_the_limit_that_is_enforced(field: str) -> None:
    for words in STATED[field]:
        assert words in COMMENTS[field]


def test_no_comment_states_a_limit_that_is_not_compared_here() -> None:
    stated = {key for key, text in COMMENTS.items() if LIMIT.search(text)}
    assert stated <= set(STATED)


def test_the_limits_agree_with_each_other() -> None:
    assert limits.DECK.most == limits.STARTED.most == limits.PILE.most == DECK_CARDS
    assert limits.PAIRS.most == limits.PLAYERS.most * (limits.PLAYERS.most - 1)
    assert limits.STAGE == limits.EVENT


def test_field_report_52_the_declared_minimum_is_what_the_generated_code_needs() -> None:
    declared = {}
    for line in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]:
        name, _, version = re.sub(r"\[.*?\]", "", line).partition(">=")
        declared[name] = version
    for path in FOLDER.glob("*_pb2_grpc.py"):
        found = re.search(r"GRPC_GENERATED_VERSION = '([0-9.]+)'", path.read_text(encoding="utf-8"))
        assert found is not None
        assert found[1] == declared["grpcio"]
    for path in FOLDER.glob("*_pb2.py"):
        numbers = re.search(
            r"ValidateProtobufRuntimeVersion\(\s*[^,]+,\s*(\d+),\s*(\d+),\s*(\d+)", path.read_text("utf-8")
        )
        assert numbers is not None
        assert ".".join(numbers.groups()) == declared["protobuf"]
    companions = {name for name in declared if name.startswith("grpcio")}
    assert {declared[name] for name in companions} == {declared["grpcio"]}
