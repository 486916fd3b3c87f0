"""HandService: every field of the response, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import starter_catalogue
from sabacc.v1 import cards_pb2
from sabacc.v1 import hands_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.rpc.callers import Service

CLOUD_CITY, DUNE_SEA, TROOPER, FAIR_DECK = (
    cards_pb2.VARIANT_CLOUD_CITY, cards_pb2.VARIANT_DUNE_SEA, cards_pb2.VARIANT_TROOPER, cards_pb2.VARIANT_FAIR_DECK
)  # fmt: skip
NOTHING = "3_8 1_175"
"""A hand of two cards that count 0 in a fair deck."""


def hand(cards: str, **fields: Any) -> pb.HandToJudge:
    return pb.HandToJudge(cards=cards.split(), **fields)


def asked(variant: cards_pb2.Variant, *hands: pb.HandToJudge) -> pb.JudgeHandsRequest:
    return pb.JudgeHandsRequest(variant=variant, hands=hands)


def judged(service: Service, variant: cards_pb2.Variant, *hands: pb.HandToJudge) -> pb.JudgeHandsResponse:
    answer: pb.JudgeHandsResponse = service.call(asked(variant, *hands))
    return answer


def choice(card: int, **how: Any) -> pb.CardChoice:
    return pb.CardChoice(card=card, **how)


def winner(answer: pb.JudgeHandsResponse) -> int | None:
    return answer.winner if answer.HasField("winner") else None


def test_every_field_of_a_verdict(service: Service) -> None:
    answer = judged(
        service,
        CLOUD_CITY,
        hand("217_13 5_80 107_3", character="5_5"),
        hand("5_14 6_36 217_13", character="6_36", barred_by="7_111"),
    )
    first, second = answer.hands
    # Lando makes it 6 + 0 + 5; the change is not needed. The Casino leaves the other side a printed 1.
    assert (first.total, list(first.values)) == ("11", ["6", "0", "5"])
    assert (first.perfect, first.over, first.incomplete) == (False, False, False)
    assert (first.change, first.change_reason) == (0, "")
    assert (second.total, list(second.values)) == ("6", ["4", "1", "1"])
    assert [(card.blueprint_id, card.title, card.role, card.value) for card in first.cards] == [
        ("217_13", "Lando Calrissian, Vader's Broker", cards_pb2.CARD_ROLE_WILD, "6"),
        ("5_80", "Cloud City: Guest Quarters", cards_pb2.CARD_ROLE_CLONE, "0"),
        ("107_3", "Rapid Deployment", cards_pb2.CARD_ROLE_PLAIN, "5"),
    ]
    assert first.cards[0].reason == "6 out of 1 to 6: persona Lando is wild in Cloud City Sabacc"
    assert first.cards[1].reason.startswith("0 by the playing character's perk: ")
    assert second.cards[2].role == cards_pb2.CARD_ROLE_PLAIN
    assert (winner(answer), answer.double, answer.decided_by) == (0, False, "closest")
    assert [(each.card, each.blueprint_id, each.reason) for each in answer.stakes] == [
        (0, "5_14", "a device is at stake in Cloud City Sabacc")
    ]
    assert (answer.stakes_count, answer.claimed_count, answer.lost_count) == (1, 1, 0)
    assert "\n".join(answer.notes) == (
        "hands[1]: R'kik D'nec, Hero Of The Dune Sea (6_36) could not be the playing character: "
        "only a gambler, a thief or a smuggler may play Cloud City Sabacc"
    )
    assert answer.catalogue_version == starter_catalogue().version


def test_a_perfect_sabacc_wins_double(service: Service) -> None:
    answer = judged(service, FAIR_DECK, hand("1_148 5_57"), hand("111_2 7_109 1_175"))
    assert (winner(answer), answer.double, answer.decided_by) == (0, True, "perfect")
    assert [each.perfect for each in answer.hands] == [True, False]
    assert (answer.hands[0].total, answer.hands[1].total) == ("11", "11")
    assert (answer.stakes_count, len(answer.stakes)) == (0, 0)  # a fair deck plays for no cards


def test_a_changed_total_says_by_whom(service: Service) -> None:
    answer = judged(service, DUNE_SEA, hand("7_109 1_148", character="7_180"), hand("1_109 1_109"))
    assert (answer.hands[0].total, answer.hands[0].change) == ("11", 1)
    assert answer.hands[0].change_reason == "Iasa, The Traitor Of Jawa Canyon (7_180) makes 10 11"
    declined = judged(service, DUNE_SEA, hand("7_109 1_148", character="7_180", change=0), hand("1_109 1_109"))
    assert (declined.hands[0].total, declined.hands[0].change) == ("10", 0)


def test_field_report_20_a_casino_bars_one_side_in_cloud_city_and_is_named(service: Service) -> None:
    barred, free = hand("217_13 1_109", barred_by="7_111"), hand("217_13 1_109")
    in_cloud_city = judged(service, CLOUD_CITY, barred, free)
    assert [list(each.values) for each in in_cloud_city.hands] == [["1", "3"], ["6", "3"]]
    assert "7_111" in in_cloud_city.hands[0].cards[0].reason
    assert "7_111" not in in_cloud_city.hands[1].cards[0].reason
    as_trooper = judged(service, TROOPER, hand("1_8 1_109", barred_by="7_111"), hand("1_8 1_109"))
    assert as_trooper.hands[0].values == as_trooper.hands[1].values == ["7", "3"]
    assert list(as_trooper.notes) == ["hands[0]: 7_111 changes nothing in Trooper Sabacc"]


THREE, FOUR, FIVE, SIX, ONE, ZERO = "1_109", "7_109", "5_57", "1_148", "6_36", "1_175"


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        ((FIVE, FIVE, THREE), (FOUR, FIVE, FIVE), 0),  # 13 against 14, both over: the lower one
        ((FIVE, FIVE, "1_2"), (SIX, SIX), 1),  # 12 with three cards against 12 with two
        ((FOUR, FIVE), (SIX, SIX), 0),  # 9 against 12, which is over
        ((FIVE, "5_34", ONE, "1_2"), (SIX, FOUR), 0),  # 11 against 10
        ((FOUR, THREE, THREE), (THREE, FOUR, THREE), None),  # 10 with three cards twice
        ((ZERO, "3_8"), ("3_8", ZERO), None),  # 0 with two cards twice
    ],
)
def test_field_report_34_who_wins(
    service: Service, first: Sequence[str], second: Sequence[str], wins: int | None
) -> None:
    answer = judged(service, FAIR_DECK, hand(" ".join(first)), hand(" ".join(second)))
    assert winner(answer) == wins
    turned = judged(service, FAIR_DECK, hand(" ".join(second)), hand(" ".join(first)))
    assert winner(turned) == (None if wins is None else 1 - wins)


def test_field_report_59_a_clone_is_never_taken_from_a_clone(service: Service) -> None:
    droids = "12_114 3_8 1_148"
    for choices in ([choice(0, clone_of=1), choice(1, clone_of=0)], [choice(0, clone_of=0)]):
        refused = service.refusal(asked(TROOPER, hand(droids, choices=choices), hand(NOTHING)))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "ILLEGAL_CHOICE")
        assert next(iter(refused.violations)) == "hands[0].choices[0]"
    fine = hand(droids, choices=[choice(0, clone_of=2), choice(1, clone_of=2)])
    answer = judged(service, TROOPER, fine, hand(NOTHING))
    assert (answer.hands[0].total, answer.hands[0].over) == ("18", True)
    before = judged(service, TROOPER, hand(droids, only_chosen=True), hand(NOTHING))
    assert (before.hands[0].incomplete, before.hands[0].HasField("total")) == (True, False)
    assert list(before.hands[0].values) == ["", "", "6"]
    assert [card.value for card in before.hands[0].cards] == ["", "", "6"]
    assert (winner(before), before.decided_by) == (None, "incomplete")


def test_every_kind_of_choice_is_read(service: Service) -> None:
    answer = judged(
        service,
        CLOUD_CITY,
        hand("217_13 5_80 2_14", character="213_35", choices=[
            choice(0, value="4"), choice(1, perk=True), choice(2, value="2.0")
        ]),
        hand("217_13 5_80 1_109", character="6_10", choices=[choice(1, own_destiny=True), choice(0, value="1")]),
    )  # fmt: skip
    assert [list(each.values) for each in answer.hands] == [["4", "0", "2"], ["1", "3", "3"]]


def test_field_report_16_a_variant_that_is_none_is_refused(service: Service) -> None:
    for number, shown in ((0, "nothing"), (6, "6"), (-1, "-1")):
        request = asked(number, hand(NOTHING), hand(NOTHING))  # type: ignore[arg-type]
        refused = service.refusal(request)
        assert (refused.code, refused.violations) == (
            "INVALID_ARGUMENT", {"variant": f"got '{shown}', expected one of the four variants, or the fair deck"}
        )  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "reason", "field"),
    [
        ([], "FIELD_INVALID", "hands"),
        ([NOTHING], "FIELD_INVALID", "hands"),
        ([NOTHING] * 3, "FIELD_INVALID", "hands"),
        (["3_8", NOTHING], "FIELD_INVALID", "hands[0].cards"),
        ([NOTHING, "3_8 " * 7], "FIELD_INVALID", "hands[1].cards"),
        ([NOTHING, ""], "FIELD_INVALID", "hands[1].cards"),
        ([NOTHING, "3_8 9999_1"], "UNKNOWN_CARD", "hands[1].cards[1]"),
        (["abc 3_8", NOTHING], "MALFORMED_ID", "hands[0].cards[0]"),
        (["110_6_BACK 3_8", NOTHING], "MALFORMED_ID", "hands[0].cards[0]"),
    ],
)
def test_hands_that_cannot_be_judged_are_refused(service: Service, hands: list[str], reason: str, field: str) -> None:
    refused = service.refusal(asked(TROOPER, *map(hand, hands)))
    assert (refused.code, refused.reason, list(refused.violations)) == ("INVALID_ARGUMENT", reason, [field])


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({"character": "7_160"}, "FIELD_INVALID", "hands[1].character"),
        ({"character": "9999_1"}, "UNKNOWN_CARD", "hands[1].character"),
        ({"barred_by": "7_115"}, "FIELD_INVALID", "hands[1].barredBy"),
        ({"barred_by": "x"}, "MALFORMED_ID", "hands[1].barredBy"),
        ({"change": 2}, "FIELD_INVALID", "hands[1].change"),
        ({"change": 1}, "ILLEGAL_CHOICE", "hands[1].change"),
        ({"choices": [choice(0)]}, "FIELD_INVALID", "hands[1].choices[0]"),
        ({"choices": [choice(0, perk=False)]}, "FIELD_INVALID", "hands[1].choices[0]"),
        ({"choices": [choice(0, own_destiny=False)]}, "FIELD_INVALID", "hands[1].choices[0]"),
        ({"choices": [choice(0, value="NaN")]}, "FIELD_INVALID", "hands[1].choices[0].value"),
        ({"choices": [choice(0, value="1e0")]}, "FIELD_INVALID", "hands[1].choices[0].value"),
        ({"choices": [choice(0, value="")]}, "FIELD_INVALID", "hands[1].choices[0].value"),
        ({"choices": [choice(0, value="4")]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(1, value="8")]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(1, value="2.5")]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(1, clone_of=0)]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(1, perk=True)]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(2, value="3")]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(-1, value="3")]}, "ILLEGAL_CHOICE", "hands[1].choices[0]"),
        ({"choices": [choice(1, value="3"), choice(1, value="4")]}, "FIELD_INVALID", "hands[1].choices[1]"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_allow_is_refused_naming_the_field(
    service: Service, fields: dict[str, Any], reason: str, field: str
) -> None:
    refused = service.refusal(asked(TROOPER, hand(NOTHING), hand("1_109 1_8", **fields)))
    assert (refused.code, refused.reason, list(refused.violations)) == ("INVALID_ARGUMENT", reason, [field])
