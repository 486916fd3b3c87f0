"""Who may call what, over the wire: tokens, roles, limits, and what is told to those who may not."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from deckmapping.errors import InvalidInputError
from sabacc.v1 import audits_pb2, cards_pb2, hands_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from service.access.roles import ROLES
from service.access.tokens import hash_of, new_token
from service.rpc.calls.gate import open_gate
from service.rpc.serving.server import start_server
from tests.rpc.asking import get, rehearsal, tie, void
from tests.rpc.callers import METHODS, Refused, Service, logger_to, open_channel
from tests.rpc.faults import PATH, raising
from tests.rpc.identities import Access

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from google.protobuf.message import Message

    Open = Callable[..., Service]
    Metadata = tuple[tuple[str, str | bytes], ...]

GAME, DIRECTOR, AUDITOR = "game", "director", "auditor"
MAY: dict[str, set[str]] = {
    "/sabacc.v1.CardService/GetCatalogue": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CardService/GetCards": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CardService/ClassifyCards": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CardService/ReadDeck": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CardService/ParseDeck": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.HandService/JudgeHands": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TiebreakService/ResolveTiebreak": {GAME, DIRECTOR},
    "/sabacc.v1.TiebreakService/RehearseTiebreak": {GAME, DIRECTOR},
    "/sabacc.v1.TiebreakService/VoidTiebreak": {DIRECTOR},
    "/sabacc.v1.TiebreakService/GetTiebreak": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TiebreakService/ListTiebreaks": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TiebreakService/VerifyTranscript": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/ComputeOdds": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/ComputeVersusOdds": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/MakeStrategyChart": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/ProfileDeck": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/TuneTable": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/ComputeShoeOdds": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/DesignDealerDeck": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/SimulateHands": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.OddsService/CountShoes": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TableService/ListThemes": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TableService/GetTheme": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TableService/OpenTable": {GAME, DIRECTOR},
    "/sabacc.v1.TableService/MakeMove": {GAME, DIRECTOR},
    "/sabacc.v1.TableService/GetTable": {GAME, DIRECTOR},
    "/sabacc.v1.TableService/CloseTable": {GAME, DIRECTOR},
    "/sabacc.v1.TableService/AdviseMove": {GAME, DIRECTOR},
    "/sabacc.v1.TableService/GetTableRecord": {GAME, DIRECTOR},
    "/sabacc.v1.TableService/VerifyTableRecord": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.TableService/WatchEvents": {GAME, DIRECTOR},
    "/sabacc.v1.LedgerService/Deposit": {GAME, DIRECTOR},
    "/sabacc.v1.LedgerService/Withdraw": {GAME, DIRECTOR},
    "/sabacc.v1.LedgerService/GetWallet": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/ListStatement": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/GetPosting": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/ListHandPostings": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/ListSettlements": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/AcknowledgeSettlement": {GAME, DIRECTOR},
    "/sabacc.v1.LedgerService/Reconcile": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/AuditLedger": {DIRECTOR, AUDITOR},
    "/sabacc.v1.LedgerService/GivePrize": {DIRECTOR},
    "/sabacc.v1.LedgerService/CorrectLedger": {DIRECTOR},
    "/sabacc.v1.LedgerService/FillBank": {DIRECTOR},
    "/sabacc.v1.MissionService/PlayMission": {GAME, DIRECTOR},
    "/sabacc.v1.CampaignService/GetLadder": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CampaignService/GetCareer": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CampaignService/AnswerLesson": {GAME, DIRECTOR},
    "/sabacc.v1.CampaignService/OpenCampaignTable": {GAME, DIRECTOR},
    "/sabacc.v1.CampaignService/OpenDuel": {GAME, DIRECTOR},
    "/sabacc.v1.CampaignService/ListGrants": {GAME, DIRECTOR, AUDITOR},
    "/sabacc.v1.CampaignService/AcknowledgeGrant": {GAME, DIRECTOR},
    "/sabacc.v1.AuditService/ListAuditEntries": {DIRECTOR, AUDITOR},
    "/sabacc.v1.AuditService/VerifyAuditLog": {DIRECTOR, AUDITOR},
}
"""Written out from the contract's description of the roles, not from the code."""


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access.with_roles(tmp_path)


@pytest.fixture
def guarded(open_service: Open, access: Access) -> Service:
    return open_service(access=access.path)


def refused(service: Service, request: Message, metadata: Metadata = ()) -> Refused:
    with pytest.raises(Refused) as caught:
        service.call(request, metadata=metadata)
    return caught.value


def send(service: Service, path: str, metadata: Metadata, request: bytes = b"") -> str:
    """Call any path with raw bytes; return OK, or the status and reason."""
    assert service.channel is not None
    call: Any = service.channel.unary_unary(path)
    try:
        call(request, timeout=120, metadata=metadata)
    except grpc.RpcError as error:
        found = Refused.of_call(error)
        return f"{found.code} {found.reason}"
    return "OK"


# Roles


def test_the_table_of_roles_names_every_method_of_the_contract_and_no_other() -> None:
    contract = {method.path for method in METHODS.values()}
    assert set(ROLES) == contract
    assert set(MAY) == contract


def test_every_role_may_call_exactly_what_it_may(open_service: Open, access: Access) -> None:
    service = open_service(access=access.path, stream_s=0.5)  # a feed lasts as long as it may
    found = {
        path: {role for role in (GAME, DIRECTOR, AUDITOR) if "ROLE_FORBIDS" not in send(service, path, access.of(role))}
        for path in MAY
    }
    assert found == MAY


def test_a_forbidden_call_is_refused_before_its_request_is_read_and_before_existence(
    guarded: Service, access: Access
) -> None:
    for request in (b"", b"\xff\xff\xff", void(tie("nowhere"), "x").SerializeToString()):
        found = send(guarded, "/sabacc.v1.TiebreakService/VoidTiebreak", access.of(GAME), request)
        assert found == "PERMISSION_DENIED ROLE_FORBIDS"
    error = refused(guarded, void(tie("nowhere"), "x"), access.of(AUDITOR))
    assert error.message == (
        "role: got 'auditor for /sabacc.v1.TiebreakService/VoidTiebreak', expected the role director"
    )
    assert refused(guarded, void(tie("nowhere"), "x"), access.of(DIRECTOR)).reason == "TIE_NOT_FOUND"


def test_a_method_that_is_not_in_the_table_is_refused_for_everybody(open_service: Open, access: Access) -> None:
    service = open_service((raising({}),), access=access.path)
    assert send(service, PATH, access.of(GAME)) == "OK"  # the tests' own table lets it
    gate = open_gate(service.settings, logger_to(service.log))
    server = start_server(
        service.application.servicers,
        service.settings,
        logger_to(service.log),
        service.metrics,
        gate=gate,
        extra_handlers=[raising({})],
    )
    try:
        with open_channel(server.address) as channel:
            for role in (GAME, DIRECTOR, AUDITOR):
                call: Any = channel.unary_unary(PATH)
                with pytest.raises(grpc.RpcError) as caught:
                    call(b"", timeout=120, metadata=access.of(role))
                assert Refused.of_call(caught.value).reason == "ROLE_FORBIDS"
    finally:
        server.stop(0, 0)


def test_without_an_access_file_everybody_may_do_everything(open_service: Open) -> None:
    service = open_service(stream_s=0.5)
    assert all("ROLE" not in send(service, path, ()) for path in MAY)
    assert all("UNAUTHENTICATED" not in send(service, path, ()) for path in MAY)


# Tokens


@pytest.mark.parametrize(
    "metadata",
    [
        (),
        (("authorization", ""),),
        (("authorization", "Bearer"),),
        (("authorization", "Bearer "),),
        (("authorization", "Basic Z2VtcDp4"),),
        (("authorization", f"Bearer {new_token()}"),),
        (("authorization", "Bearer " + "x" * 5000),),
        (("Authorization-bin".lower(), b"\xff"),),
        (("x-token", "y"),),
    ],
)
def test_who_shows_no_known_token_is_nobody(guarded: Service, metadata: Metadata) -> None:
    found = refused(guarded, pb.ListTiebreaksRequest(), metadata)
    assert (found.code, found.reason, found.domain) == ("UNAUTHENTICATED", "UNAUTHENTICATED", "sabacc.gemp")
    assert "token of the access file" in found.message or "Bearer TOKEN" in found.message


def test_the_hash_of_a_token_is_no_token(guarded: Service, access: Access) -> None:
    stolen = hash_of(access.tokens[GAME])
    assert refused(guarded, pb.ListTiebreaksRequest(), (("authorization", f"Bearer {stolen}"),)).code == (
        "UNAUTHENTICATED"
    )


def test_two_tokens_at_once_are_refused(guarded: Service, access: Access) -> None:
    both = access.of(GAME) + access.of(DIRECTOR)
    assert refused(guarded, pb.ListTiebreaksRequest(), both).code == "UNAUTHENTICATED"


def test_the_word_bearer_may_have_any_case(guarded: Service, access: Access) -> None:
    for word in ("bearer", "BEARER", "Bearer"):
        metadata = (("authorization", f"{word} {access.tokens[GAME]}"),)
        assert guarded.call(pb.ListTiebreaksRequest(), metadata=metadata) == pb.ListTiebreaksResponse()


def test_a_changed_access_file_holds_within_a_second(guarded: Service, access: Access) -> None:
    old = access.of(GAME)
    assert guarded.call(pb.ListTiebreaksRequest(), metadata=old) == pb.ListTiebreaksResponse()
    access.path.write_text("")
    access.add("other", GAME)
    time.sleep(1.1)
    assert refused(guarded, pb.ListTiebreaksRequest(), old).code == "UNAUTHENTICATED"
    assert guarded.call(pb.ListTiebreaksRequest(), metadata=access.of("other")) == pb.ListTiebreaksResponse()
    access.path.write_text("[[identity]]\nname = 'broken'\n")
    time.sleep(1.1)
    for _ in range(3):
        assert guarded.call(pb.ListTiebreaksRequest(), metadata=access.of("other")) == pb.ListTiebreaksResponse()
    loud = [line for line in guarded.lines() if line["level"] == "error"]
    assert len(loud) == 1
    assert "identity[0].role" in loud[0]["text"]


def test_a_bad_access_file_refuses_the_start(open_service: Open, tmp_path: Path) -> None:
    bad = tmp_path / "access.toml"
    bad.write_text("[[identity]]\nname = 'gemp'\nrole = 'boss'\n")
    with pytest.raises(InvalidInputError, match=r"access.toml identity\[0\].role: got 'boss'"):
        open_service(access=bad)
    with pytest.raises(InvalidInputError, match="No such file"):
        open_service(access=tmp_path / "none.toml")


# Health and reflection


def test_health_is_open_to_anybody(guarded: Service, access: Access) -> None:
    assert guarded.channel is not None
    stub = health_pb2_grpc.HealthStub(guarded.channel)
    for metadata in ((), access.of(GAME), (("authorization", "Bearer wrong"),)):
        answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=120, metadata=metadata)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=120)
    assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
    watch.cancel()


def test_reflection_is_for_those_who_are_known(open_service: Open, access: Access) -> None:
    service = open_service(access=access.path, reflection=True)
    assert service.channel is not None
    call: Any = service.channel.stream_stream("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
    with pytest.raises(grpc.RpcError) as caught:
        next(call(iter([b"\x3a\x00"]), timeout=120))
    assert Refused.of_call(caught.value).reason == "UNAUTHENTICATED"
    for _ in range(2):
        assert b"sabacc.v1" in next(call(iter([b"\x3a\x00"]), timeout=120, metadata=access.of(AUDITOR)))
    with pytest.raises(grpc.RpcError) as caught:
        next(call(iter([b"\xff\xff"]), timeout=120, metadata=access.of(AUDITOR)))
    assert Refused.of_call(caught.value).reason == "MALFORMED_REQUEST"


# Limits


def test_an_identity_that_calls_too_often_is_told_when_to_try_again(open_service: Open, access: Access) -> None:
    access.add("slow", GAME, calls_per_s=0.01, calls_burst=3)
    service = open_service(access=access.path)
    for _ in range(3):
        service.call(pb.ListTiebreaksRequest(), metadata=access.of("slow"))
    assert service.channel is not None
    call: Any = service.channel.unary_unary("/sabacc.v1.TiebreakService/ListTiebreaks")
    with pytest.raises(grpc.RpcError) as caught:
        call(b"", timeout=120, metadata=access.of("slow"))
    found = Refused.of_call(caught.value)
    assert (found.code, found.reason) == ("RESOURCE_EXHAUSTED", "OVERLOADED")
    assert found.metadata["field"] == "calls of slow"
    assert found.retry_s in range(50, 100)
    trailers: Any = caught.value.trailing_metadata()
    pushback = dict(trailers)["grpc-retry-pushback-ms"]
    assert 50_000 < int(pushback) <= 100_000
    assert service.call(pb.ListTiebreaksRequest(), metadata=access.of(GAME)) == pb.ListTiebreaksResponse()


def test_a_request_larger_than_its_caller_may_send_is_refused(open_service: Open, access: Access) -> None:
    request = cards_pb2.GetCardsRequest(blueprint_ids=["5_39"] * 3)
    access.add("small", GAME, largest_request=request.ByteSize())
    service = open_service(access=access.path)
    assert service.call(request, metadata=access.of("small")).cards
    request.blueprint_ids.append("5_39")
    found = refused(service, request, access.of("small"))
    assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "REQUEST_TOO_LARGE", None)
    assert service.call(request, metadata=access.of(GAME)).cards


def test_callers_without_names_share_one_limit(open_service: Open) -> None:
    service = open_service(calls_per_s=0.01, calls_burst=2)
    for _ in range(2):
        service.call(pb.ListTiebreaksRequest())
    found = refused(service, pb.ListTiebreaksRequest())
    assert (found.reason, found.metadata["field"]) == ("OVERLOADED", "calls of anonymous")


def test_wrong_tokens_are_slowed_down_and_lock_nobody_out(guarded: Service, access: Access) -> None:
    wrong = (("authorization", f"Bearer {new_token()}"),)
    codes = [refused(guarded, pb.ListTiebreaksRequest(), wrong).code for _ in range(30)]
    assert codes[:20] == ["UNAUTHENTICATED"] * 20
    assert codes.count("RESOURCE_EXHAUSTED") >= 8  # one a second is let through
    assert refused(guarded, pb.ListTiebreaksRequest()).code == "UNAUTHENTICATED"  # no token is no guess
    assert guarded.call(pb.ListTiebreaksRequest(), metadata=access.of(GAME)) == pb.ListTiebreaksResponse()


# Nothing is betrayed


def test_no_token_and_no_seed_is_in_any_line_error_or_trailer(open_service: Open, access: Access) -> None:
    service = open_service((raising({b"x": ValueError("boom")}),), access=access.path)
    assert service.channel is not None
    seed = b"canary-seed-canary!!"
    asked = tie("event", seed=seed)
    right, wrong = access.tokens[GAME], new_token()
    told: list[str] = []
    requests: list[tuple[str, bytes]] = [
        ("/sabacc.v1.TiebreakService/ResolveTiebreak", asked.SerializeToString()),
        ("/sabacc.v1.TiebreakService/ResolveTiebreak", tie("event", seed=seed + b"!").SerializeToString()),
        ("/sabacc.v1.TiebreakService/RehearseTiebreak", rehearsal(asked).SerializeToString()[:-3]),
        ("/sabacc.v1.TiebreakService/VoidTiebreak", void(asked, "reason").SerializeToString()),
        ("/sabacc.v1.TiebreakService/GetTiebreak", get(asked).SerializeToString()),
        (PATH, b"x"),
    ]
    for token in (right, wrong, wrong[:30], right[:-1], right + "x", f"{right},{wrong}"):
        for extra in (("x-request-id", token), ("x-on-behalf-of", f"a-{token}"), ("traceparent", token), ("x", "y")):
            for path, raw in requests:
                call: Any = service.channel.unary_unary(path)
                try:
                    call(raw, timeout=120, metadata=(("authorization", f"Bearer {token}"), extra))
                except grpc.RpcError as error:
                    trailers: Any = error.trailing_metadata()
                    told.append(f"{error.details()} {list(trailers)}")
    told.append(service.log.getvalue())
    everything = "\n".join(told)
    for canary in (right, wrong, right[7:27], wrong[7:27], hash_of(right), hash_of(wrong), "canary", seed.hex()):
        assert canary not in everything
    assert '"caller": "game"' in everything
    assert '"role": "game"' in everything


def test_every_line_of_an_admitted_call_names_caller_and_role(guarded: Service, access: Access) -> None:
    guarded.call(pb.ListTiebreaksRequest(), metadata=access.of(AUDITOR))
    refused(guarded, tie("event"), access.of(AUDITOR))
    refused(guarded, tie("event"))
    answered, forbidden, unknown = guarded.lines()
    assert (answered["caller"], answered["role"]) == (AUDITOR, AUDITOR)
    assert forbidden["reason"] == "ROLE_FORBIDS"
    assert "caller" not in unknown
    assert (unknown["reason"], unknown["peer"]) == ("UNAUTHENTICATED", "127.0.0.1")
    assert "peer" not in answered


def test_the_caller_is_in_the_audit_log(guarded: Service, access: Access) -> None:
    guarded.call(tie("event"), metadata=access.of(GAME))
    entries = guarded.call(audits_pb2.ListAuditEntriesRequest(), metadata=access.of(AUDITOR))
    assert GAME in str(entries)


def test_hands_may_be_judged_by_every_role(guarded: Service, access: Access) -> None:
    hand = hands_pb2.HandToJudge(cards=["3_8", "1_175"])
    asked = hands_pb2.JudgeHandsRequest(variant=cards_pb2.VARIANT_FAIR_DECK, hands=[hand, hand])
    answers = {role: guarded.call(asked, metadata=access.of(role)) for role in (GAME, DIRECTOR, AUDITOR)}
    assert answers[GAME] == answers[DIRECTOR] == answers[AUDITOR]
