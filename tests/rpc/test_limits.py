"""Every limit of a tie at its ends and one beyond, over the contract; one at a time, and named by its field."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import cards_pb2, hands_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import LIGHT, get, high, player, rehearsal, tie, void

if TYPE_CHECKING:
    from tests.rpc.callers import Service

EVENT_TEXT = "1 to 60 printable ASCII characters without blanks and '#'"
PLAYER_TEXT = "1 to 60 printable ASCII characters without blanks and ','"
CRITERION_TEXT = "1 to 60 printable ASCII characters without blanks, '#' and ','"
DECIMAL = "a decimal of at most 12 digits and 7 decimals"

PAIR = [player("a", "1_109,4_67"), player("b", "1_109,4_67")]


def ranked(*values: str, names: tuple[str, ...] = ("points",)) -> pb.ResolveTiebreakRequest:
    """A tie of two players who are placed by criteria; *values* are the first player's."""
    second = [player("b", "", dict.fromkeys(names, "1"))]
    first = pb.TiebreakPlayer(
        name="a", criteria=[pb.CriterionValue(name=n, value=v) for n, v in zip(names, values, strict=True)]
    )
    return tie("event", [first, *second], criteria=high(*names))


def crowd(count: int) -> list[pb.TiebreakPlayer]:
    return [player(f"p{number}", "1_109,4_67") for number in range(count)]


def met(*pairs: tuple[str, str, int]) -> pb.ResolveTiebreakRequest:
    wins = [pb.HeadToHead(winner=winner, loser=loser, wins=count) for winner, loser, count in pairs]
    return tie("event", PAIR, head_to_head=wins, criteria=high("head_to_head"))


def all_pairs(count: int) -> list[pb.HeadToHead]:
    names = [f"p{number}" for number in range(count)]
    return [pb.HeadToHead(winner=a, loser=b, wins=1) for a in names for b in names if a != b]


FINE = {
    "seed of 16 bytes": tie("event", PAIR, seed=bytes(16)),
    "seed of 64 bytes": tie("event", PAIR, seed=bytes(64)),
    "attempt 1": tie("event", PAIR, attempt=1),
    "attempt 999": tie("event", PAIR, attempt=999),
    "event of 1": tie("e", PAIR),
    "event of 60": tie("!" * 60, PAIR),
    "event of all its characters": tie("".join(chr(code) for code in range(33, 80) if chr(code) != "#"), PAIR),
    "stage of 1": tie("event", PAIR, stage="~"),
    "stage of 60": tie("event", PAIR, stage=",~" * 30),
    "player of 1": tie("event", [player("#", LIGHT), player("b", LIGHT)]),
    "player of 60": tie("event", [player("#" * 60, LIGHT), player("!~" * 30, LIGHT)]),
    "2 players": tie("event", crowd(2)),
    "16 players": tie("event", crowd(16)),
    "standOn 1": tie("event", PAIR, stand_on=1),
    "standOn 11": tie("event", PAIR, stand_on=11),
    "replayLimit 0": tie("event", PAIR, replay_limit=0),
    "replayLimit 64": tie("event", PAIR, replay_limit=64),
    "criterion of 1": ranked("2", names=("!",)),
    "criterion of 60": ranked("2", names=("~" * 60,)),
    "16 criteria": ranked(*["1"] * 15, "2", names=tuple(f"c{n}" for n in range(16))),
    "12 digits and 7 decimals": ranked("-999999999999.9999999"),
    "leading zeros": ranked("+000000000001.5000000"),
    "a half": ranked("0.5"),
    "1 win": met(("a", "b", 1)),
    "999 wins": met(("a", "b", 999), ("b", "a", 999)),
    "240 pairs": tie("event", crowd(16), head_to_head=all_pairs(16), criteria=high("head_to_head")),
    "200 cards": tie("event", [player("a", ",".join(["1_109"] * 200)), PAIR[1]]),
    "200 cards started": tie("event", [player("a", ",".join(["1_109"] * 200), started=["1_109"] * 198), PAIR[1]]),
}  # fmt: skip


@pytest.mark.parametrize("name", FINE)
def test_what_is_just_inside_a_limit_is_answered(service: Service, name: str) -> None:
    request = FINE[name]
    answer = service.call(rehearsal(request))
    assert len(answer.places) == len(request.players)


def renamed(name: str) -> pb.ResolveTiebreakRequest:
    return tie("event", [PAIR[0], player(name, "1_109,4_67")])


P1, C1, V1 = "players[1].name", "options.criteria[0].name", "players[0].criteria[0].value"
N1, PLAYERS = "players[0].criteria[0].name", "2 to 16 players"
TWICE = tie("event", PAIR, criteria=high("head_to_head", "head_to_head"))
CRITERIA_17 = tie("event", PAIR, criteria=high(*(f"c{number}" for number in range(17))))
VALUES_17 = tie("event", [PAIR[0], player("b", "", {f"c{number}": "1" for number in range(17)})])
ONE_VALUE = tie("event", [player("a", "", {"points": "1"}), player("b", "")], criteria=high("points"))
STRAY_VALUE = tie("event", [player("a", LIGHT, {"pionts": "1"}), PAIR[1]])
OWN_WINS = tie("event", [player("a", LIGHT, {"head_to_head": "1"}), PAIR[1]], criteria=high("head_to_head"))
UNASKED_WINS = tie("event", crowd(2), head_to_head=all_pairs(2))
PAIRS_241 = tie("event", crowd(16), head_to_head=[*all_pairs(16), pb.HeadToHead()], criteria=high("head_to_head"))
STARTED_201 = tie("event", [player("a", LIGHT, started=["1_109"] * 201), PAIR[1]])
CARDS_201 = tie("event", [PAIR[0], player("b", ",".join(["1_109"] * 201))])

BAD: list[tuple[str, str, str, pb.ResolveTiebreakRequest]] = [
    # field, what is repeated of it, what is expected, request
    ("seed", "0 bytes", "16 to 64 bytes", tie("event", PAIR, seed=b"")),
    ("seed", "15 bytes", "16 to 64 bytes", tie("event", PAIR, seed=bytes(15))),
    ("seed", "65 bytes", "16 to 64 bytes", tie("event", PAIR, seed=bytes(65))),
    ("attempt", "0", "1 to 999", tie("event", PAIR, attempt=0)),
    ("attempt", "-1", "1 to 999", tie("event", PAIR, attempt=-1)),
    ("attempt", "1000", "1 to 999", tie("event", PAIR, attempt=1000)),
    *[("event", shown, EVENT_TEXT, tie(name, PAIR)) for name, shown in {
        "": "", "e" * 61: "e" * 61, "a#b": "a#b", "a b": "a b", "ab\n": r"ab\n", "zoë": r"zo\xeb", "a\x7f": r"a\x7f",
    }.items()],
    *[("stage", name, EVENT_TEXT, tie("event", PAIR, stage=name)) for name in ("", "s" * 61, "#", "a b")],
    *[(P1, shown, PLAYER_TEXT, renamed(name)) for name, shown in {
        "": "", "n" * 61: "n" * 61, "a,b": "a,b", "a b": "a b", "Zoë": r"Zo\xeb", "a\t": r"a\t",
    }.items()],
    (P1, "a", "each player once", renamed("a")),
    ("players", "1 players", PLAYERS, tie("event", crowd(1))),
    ("players", "17 players", PLAYERS, tie("event", crowd(17))),
    *[("options.standOn", str(n), "1 to 11", tie("event", PAIR, stand_on=n)) for n in (-1, 0, 12)],
    *[("options.replayLimit", str(n), "0 to 64", tie("event", PAIR, replay_limit=n)) for n in (-1, 65)],
    *[(C1, name, CRITERION_TEXT, ranked("2", names=(name,))) for name in ("", "c" * 61, "a#b", "a,b", "a b")],
    ("options.criteria[1].name", "head_to_head", "each criterion once", TWICE),
    ("options.criteria", "17 criteria", "0 to 16 criteria", CRITERIA_17),
    ("players[1].criteria", "17 criteria", "0 to 16 criteria", VALUES_17),
    ("players[1].criteria", "no value", "a value for points", ONE_VALUE),
    (N1, "pionts", "no value: the options name no criterion that needs one", STRAY_VALUE),
    (N1, "head_to_head", "no value: it is counted from headToHead", OWN_WINS),
    *[(V1, value, DECIMAL, ranked(value)) for value in (
        "", "NaN", "Infinity", "1e5", "1.", ".5", "1,5", " 1", "--1", "0x10", "1_0", "1234567890123", "1.12345678",
    )],
    (V1, r"\u0661", DECIMAL, ranked("\u0661")),
    ("headToHead[0].wins", "0", "1 to 999", met(("a", "b", 0))),
    ("headToHead[0].wins", "1000", "1 to 999", met(("a", "b", 1000))),
    ("headToHead[0].winner", "x", "a player of this tie", met(("x", "b", 1))),
    ("headToHead[0].loser", "A", "a player of this tie", met(("a", "A", 1))),
    ("headToHead[0].loser", "a", "another player than the winner", met(("a", "a", 1))),
    ("headToHead[1]", "a over b", "each winner and loser once", met(("a", "b", 1), ("a", "b", 2))),
    ("headToHead", "2 entries", "none, unless head_to_head is one of the criteria", UNASKED_WINS),
    ("headToHead", "241 pairs of winner and loser", "0 to 240 pairs of winner and loser", PAIRS_241),
    ("players[0].startedOnTable", "201 ids", "0 to 200 ids", STARTED_201),
    ("players[1].deck", "201 cards in the pile", "at most 200 cards in the pile, in the deck of b", CARDS_201),
]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "expected", "request_"), BAD, ids=[f"{row[0]}: {row[1][:20]}" for row in BAD]
)
def test_what_is_just_outside_is_refused_with_field_value_and_expectation(
    service: Service, field: str, value: str, expected: str, request_: pb.ResolveTiebreakRequest
) -> None:
    for call in (request_, rehearsal(request_)):
        refused = service.refusal(call)
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "FIELD_INVALID")
        assert refused.violations == {field: f"got '{value}', expected {expected}"}
        assert refused.metadata == {"field": field, "value": value, "expected": expected, "violations": "1"}
        assert refused.message == f"{field}: got '{value}', expected {expected}"
    assert service.stored(request_.event) == 0


def test_a_value_given_twice_is_named(service: Service) -> None:
    twice = pb.TiebreakPlayer(name="a", criteria=[pb.CriterionValue(name="points", value=value) for value in "12"])
    refused = service.refusal(tie("event", [twice, player("b", "", {"points": "1"})], criteria=high("points")))
    assert refused.violations == {"players[0].criteria[1].name": "got 'points', expected each criterion once"}


def test_field_report_16_a_direction_that_is_none_is_refused(service: Service) -> None:
    for number, shown in ((0, "nothing"), (3, "3"), (-1, "-1")):
        request = ranked("1")
        request.options.criteria[0].direction = number  # type: ignore[assignment]
        refused = service.refusal(request)
        assert (refused.code, refused.violations) == (
            "INVALID_ARGUMENT",
            {"options.criteria[0].direction": f"got '{shown}', expected DIRECTION_HIGH or DIRECTION_LOW"},
        )


def test_every_wrong_field_is_named_at_once(service: Service) -> None:
    players = [player("a", "", {"x": "1"}), player("a", "")]
    wrong = {"stage": "", "attempt": 0, "stand_on": 12, "replay_limit": 65, "criteria": high("a b")}
    request = tie("a b", players, head_to_head=[pb.HeadToHead(winner="a", loser="a")], **wrong)
    assert sorted(service.refusal(request).violations) == [
        "attempt", "event", "headToHead", "headToHead[0].loser", "headToHead[0].wins", "options.criteria[0].name",
        "options.replayLimit", "options.standOn", "players[0].criteria", "players[0].criteria[0].name",
        "players[1].criteria", "players[1].name", "stage",
    ]  # fmt: skip


KEYS = {"event": "a b", "stage": "", "attempt": 1000}


@pytest.mark.parametrize("field", KEYS)
def test_a_key_outside_its_limits_is_refused_by_every_call_that_has_one(service: Service, field: str) -> None:
    fields: dict[str, Any] = {"event": "event", field: KEYS[field]}
    request = tie(fields.pop("event"), PAIR, **fields)
    for call in (request, rehearsal(request), void(request, "a reason"), get(request)):
        refused = service.refusal(call)
        assert (refused.code, list(refused.violations)) == ("INVALID_ARGUMENT", [field])
    assert list(service.refusal(void(request, "")).violations) == [field, "reason"]


HALF_A_MILLION = 500_000


def hands(**fields: Any) -> hands_pb2.JudgeHandsRequest:
    one = hands_pb2.HandToJudge(**{"cards": ["3_8", "3_8"], **fields})
    return hands_pb2.JudgeHandsRequest(variant=cards_pb2.VARIANT_TROOPER, hands=[one, one])


ENDLESS = {
    "players": tie("event", [pb.TiebreakPlayer()] * HALF_A_MILLION),
    "headToHead": tie("event", PAIR, head_to_head=[pb.HeadToHead()] * HALF_A_MILLION),
    "options.criteria": tie("event", PAIR, criteria=[pb.Criterion()] * HALF_A_MILLION),
    "players[0].criteria": tie("event", [pb.TiebreakPlayer(criteria=[pb.CriterionValue()] * HALF_A_MILLION), PAIR[1]]),
    "players[0].startedOnTable": tie("event", [player("a", LIGHT, started=[""] * HALF_A_MILLION), PAIR[1]]),
    "players[0].deck": tie("event", [player("a", "," * 1_000_000), PAIR[1]]),
    "blueprintIds": cards_pb2.GetCardsRequest(blueprint_ids=[""] * HALF_A_MILLION),
    "deck": cards_pb2.ReadDeckRequest(deck="," * 1_000_000),
    "hands": hands_pb2.JudgeHandsRequest(hands=[hands_pb2.HandToJudge()] * HALF_A_MILLION),
    "hands[0].cards": hands(cards=[""] * 250_000),
    "hands[0].choices": hands(choices=[hands_pb2.CardChoice(clone_of=1)] * 120_000),
    "reason": void(tie("event"), "x" * 1_000_000),
    "event": get(tie("x" * 1_000_000)),
    "pageToken": pb.ListTiebreaksRequest(page_token="x" * 1_000_000),
}  # fmt: skip


@pytest.mark.parametrize("field", ENDLESS)
def test_a_list_of_any_length_is_refused_by_its_length_alone(service: Service, field: str) -> None:
    assert ENDLESS[field].ByteSize() < 1024 * 1024
    started = time.process_time()
    refused = service.refusal(ENDLESS[field])
    assert (refused.code, next(iter(refused.violations))) == ("INVALID_ARGUMENT", field)
    assert refused.size < 1000
    assert time.process_time() - started < 1  # looked into, each of them takes a second or more
