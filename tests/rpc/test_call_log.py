"""One line a call, and nothing in it that a player must not see: no seed, no deck, no card of a hand, no reason."""

from __future__ import annotations

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from sabacc.v1 import audits_pb2, cards_pb2, hands_pb2, missions_pb2, odds_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from service.logs import ALLOWED
from tests.rpc.asking import DARK, LIGHT, get, high, player, rehearsal, tie, void
from tests.rpc.asking_campaign import every_call as every_campaign_call
from tests.rpc.asking_ledger import every_call as every_ledger_call
from tests.rpc.asking_missions import mission
from tests.rpc.asking_odds import every_call, small
from tests.rpc.asking_tables import every_call as every_table_call
from tests.rpc.asking_tables import of_dealer, sitting
from tests.rpc.callers import METHODS, Refused
from tests.rpc.faults import PATH, raising, send

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.message import Message

    from tests.rpc.callers import Service

SEED = b"canary:seed!!" * 3
DERIVED_FROM = "CanaryEvent"
NAMES = ("CanaryAlice", "CanaryBob")
REASON = "CanaryReason, for everybody but the log"
IDS = ("217_13", "111_2", "204_1", "5_5", "7_180")
"""Cards of the hands that are judged; their ids look like nothing else in a line."""

KEYS = {"event", "level", "timestamp", "method", "status", "duration_ms", "request_bytes", "response_bytes"}
WHO = {"caller", "role"}
MORE_KEYS = {"responses", "reason", "request_id", "incident", "on_behalf_of", "trace_id", "span_id"}


def calls() -> list[Message]:
    """Every kind of call, good and bad, with something to betray in each."""
    two = [
        player(NAMES[0], DARK, {"CanaryPoints": "12345.678"}),
        player(NAMES[1], LIGHT, {"CanaryPoints": "12345.678"}),
    ]
    asked = tie(DERIVED_FROM, two, seed=SEED, criteria=high("CanaryPoints"), with_win_shares=True)
    other = tie(DERIVED_FROM, two, seed=SEED + b"!", criteria=high("CanaryPoints"))
    unknown = tie(
        DERIVED_FROM, [player(NAMES[0], DARK + ",31337_1"), player(NAMES[1], "31337_2")], seed=SEED, stage="x"
    )
    too_long = tie(DERIVED_FROM, two, seed=SEED * 2, criteria=high("CanaryPoints"))
    hand = hands_pb2.HandToJudge(cards=IDS[:3], character=IDS[3])
    judged = hands_pb2.JudgeHandsRequest(variant=cards_pb2.VARIANT_CLOUD_CITY, hands=[hand, hand])
    half_judged = hands_pb2.JudgeHandsRequest(variant=cards_pb2.VARIANT_CLOUD_CITY, hands=[hand])
    transcript = f"tsb1 1\nseed {SEED.hex()}\n".encode()
    return [
        asked, asked, other, unknown, too_long, rehearsal(asked), rehearsal(too_long),
        void(tie("Nowhere"), REASON), void(asked, REASON), void(asked, REASON), void(asked, REASON + "!"),
        get(asked), get(tie(DERIVED_FROM, stage="nowhere")),
        pb.ListTiebreaksRequest(event=DERIVED_FROM), pb.ListTiebreaksRequest(page_token="CanaryToken"),
        pb.VerifyTranscriptRequest(transcript=transcript),
        cards_pb2.GetCatalogueRequest(), cards_pb2.GetCardsRequest(blueprint_ids=IDS),
        cards_pb2.GetCardsRequest(blueprint_ids=["31337_3", "CanaryId"]),
        cards_pb2.ClassifyCardsRequest(variant=cards_pb2.VARIANT_TROOPER), cards_pb2.ClassifyCardsRequest(),
        cards_pb2.ReadDeckRequest(deck=DARK), cards_pb2.ReadDeckRequest(deck="|CanaryDeck"),
        cards_pb2.ParseDeckRequest(content=DARK.encode()), cards_pb2.ParseDeckRequest(content=b"\x00CanaryDeck"),
        judged, half_judged,
        audits_pb2.ListAuditEntriesRequest(), audits_pb2.ListAuditEntriesRequest(page_token="CanaryToken"),
        *every_call(), odds_pb2.ComputeOddsRequest(setting=small(player=odds_pb2.OddsSide(counts="CanaryCounts"))),
        odds_pb2.CountShoesRequest(setting=small(dealer=odds_pb2.OddsSide(deck="CanaryDeck,31337_1"))),
        *every_ledger_call("CanaryPlayer", 987_654_321, "CanaryGift"),
        canary_mission(), canary_mission(stake=0),
        *every_campaign_call("CanaryPlayer", "CanaryGift"),
        *every_table_call(), of_dealer(sitting("CanaryAlice", gemp="CanaryDeck,31337_1"), request_id="CanaryCall"),
        audits_pb2.VerifyAuditLogRequest(), audits_pb2.VerifyAuditLogRequest(kept_head="CanaryHead"),
    ]  # fmt: skip


def canary_mission(**fields: Any) -> Message:
    """A mission with something to betray in every field that has room for it."""
    alice = sitting("CanaryAlice", gemp=DARK, character=IDS[3])
    reward = missions_pb2.MissionReward(text="CanaryGift", blueprint_ids=["31337_1"], silver=987_654)
    return mission(name="CanaryMission", seed=SEED, player=alice, reward=reward, **fields)


def hidden(derived_seeds: list[str]) -> set[str]:
    """Every text that may stand in no line."""
    seeds = [SEED, SEED * 2, SEED + b"!", *map(bytes.fromhex, derived_seeds)]
    raw = {seed.decode("latin-1") for seed in seeds}
    hexed = {seed.hex() for seed in seeds} | {seed.hex().upper() for seed in seeds}
    based = {base64.b64encode(seed).decode() for seed in seeds} | {
        base64.urlsafe_b64encode(seed).decode() for seed in seeds
    }
    shown = {repr(seed)[2:-1] for seed in seeds} | {json.dumps(text)[1:-1] for text in raw}
    decks = {*DARK.replace("|", ",").split(","), *LIGHT.replace("|", ",").split(","), "31337_1", "31337_2", "31337_3"}
    return (
        raw
        | hexed
        | based
        | shown
        | decks
        | {*IDS, *NAMES, "Canary", "12345.678", "987654321", "987,654,321", "Lando", "canary:seed"}
    )


def test_every_call_writes_one_line_and_none_betrays_anything(open_service: Callable[..., Service]) -> None:
    service = open_service((raising({b"fault": ValueError(SEED.hex())}),))
    asked = calls()
    assert {request.DESCRIPTOR.name for request in asked} == set(METHODS)
    derived, statuses = [], []
    for request in asked:
        try:
            answer = service.call(request, metadata=(("x-request-id", "caller-7"),))
            derived += [answer.seed_hex] if getattr(answer, "seed_hex", "") else []
            statuses.append("OK")
        except Refused as refused:
            statuses.append(refused.code)
    assert derived
    assert {"OK", "INVALID_ARGUMENT", "ALREADY_EXISTS", "NOT_FOUND", "FAILED_PRECONDITION"} == set(statuses)
    assert isinstance(send(service, PATH, b"fault"), Refused)
    assert isinstance(send(service, METHODS["GetTiebreakRequest"].path, SEED), Refused)

    lines = service.lines()
    calls_told = [line for line in lines if line["event"] == "call"]
    assert [line["event"] for line in lines].count("incident") == 1
    assert len(lines) == len(asked) + 3
    for line, request, status in zip(calls_told, asked, statuses, strict=False):
        assert line["method"] == METHODS[request.DESCRIPTOR.name].path
        assert (line["status"], "reason" in line) == (status, status != "OK")
        assert line["request_bytes"] == request.ByteSize()
        assert (line["response_bytes"] > 0) == (status == "OK")
        assert line["request_id"] == "caller-7"
    for line in calls_told:
        assert KEYS | WHO <= set(line) <= KEYS | WHO | MORE_KEYS <= ALLOWED
        assert line["duration_ms"] >= 0

    log = service.log.getvalue()
    for text in hidden(derived):
        # Short ids may be part of a time or a size; as a word of their own they stand nowhere.
        assert text not in log if len(text) > 6 else f'"{text}"' not in log and f",{text}," not in log, text


def test_the_lines_of_calls_at_once_are_never_mixed(open_service: Callable[..., Service]) -> None:
    service = open_service()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: service.call(rehearsal(tie("event", attempt=n))), range(1, 201)))
    assert len(service.lines()) == 200


def test_a_request_id_is_cut_and_other_metadata_is_not_read(open_service: Callable[..., Service]) -> None:
    service = open_service()
    service.call(rehearsal(tie("event")), metadata=(("x-request-id", "i" * 500), ("authorization", "Bearer sesame")))
    service.call(rehearsal(tie("event")))
    first, second = service.lines()
    assert first["request_id"] == "i" * 64
    assert "request_id" not in second
    assert "sesame" not in service.log.getvalue()
