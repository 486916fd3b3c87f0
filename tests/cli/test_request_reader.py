"""Request files: strict JSON into the request message, every fault named by its path."""

from __future__ import annotations

import base64
import json
from typing import cast

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError, Violation
from sabacc.v1 import cards_pb2, hands_pb2, tiebreaks_pb2
from service.cli.request_reader import LARGEST_REQUEST, read_request

REQUESTS = (tiebreaks_pb2.ResolveTiebreakRequest, tiebreaks_pb2.RehearseTiebreakRequest, hands_pb2.JudgeHandsRequest)
SEED = base64.b64encode(bytes(range(16))).decode()


def read(value: object) -> tiebreaks_pb2.ResolveTiebreakRequest:
    return read_request(json.dumps(value).encode(), "tie.json", tiebreaks_pb2.ResolveTiebreakRequest)


def faults(data: bytes, kind: type[Message] = tiebreaks_pb2.ResolveTiebreakRequest) -> list[tuple[str, str, str]]:
    with pytest.raises(InvalidInputError) as caught:
        read_request(data, "tie.json", kind)
    return [(v.field, v.value, v.expected) for v in caught.value.violations]


def test_every_field_of_a_tie_is_read() -> None:
    request = read(
        {
            "event": "worlds",
            "stage": "final",
            "attempt": 2,
            "seed": SEED,
            "players": [
                {
                    "name": "a",
                    "deck": "1_2,1_3|",
                    "startedOnTable": ["1_2"],
                    "criteria": [{"name": "vp", "value": "-6"}],
                }
            ],
            "headToHead": [{"winner": "a", "loser": "b", "wins": 3}],
            "options": {
                "criteria": [{"name": "vp", "direction": "LOW"}],
                "share": True,
                "standOn": 9,
                "replayLimit": 0,
                "allowUnknown": True,
                "withWinShares": False,
            },
        }
    )
    assert request == tiebreaks_pb2.ResolveTiebreakRequest(
        event="worlds",
        stage="final",
        attempt=2,
        seed=bytes(range(16)),
        players=[
            tiebreaks_pb2.TiebreakPlayer(
                name="a",
                deck="1_2,1_3|",
                started_on_table=["1_2"],
                criteria=[tiebreaks_pb2.CriterionValue(name="vp", value="-6")],
            )
        ],
        head_to_head=[tiebreaks_pb2.HeadToHead(winner="a", loser="b", wins=3)],
        options=tiebreaks_pb2.TiebreakOptions(
            criteria=[tiebreaks_pb2.Criterion(name="vp", direction=tiebreaks_pb2.DIRECTION_LOW)],
            share=True,
            stand_on=9,
            replay_limit=0,
            allow_unknown=True,
        ),
    )
    assert request.options.HasField("replay_limit")


def test_a_byte_order_mark_is_dropped() -> None:
    data = b"\xef\xbb\xbf" + json.dumps({"event": "worlds"}).encode()
    assert read_request(data, "f", tiebreaks_pb2.ResolveTiebreakRequest).event == "worlds"


@pytest.mark.parametrize("word", ["VARIANT_CLOUD_CITY", "CLOUD_CITY", "cloud-city", "cloud_city"])
def test_an_enum_value_may_be_written_in_full_short_or_dashed(word: str) -> None:
    request = read_request(json.dumps({"variant": word}).encode(), "f", hands_pb2.JudgeHandsRequest)
    assert request.variant == cards_pb2.VARIANT_CLOUD_CITY


@pytest.mark.parametrize("word", ["VARIANT_UNSPECIFIED", "UNSPECIFIED", "unspecified", "", "bespin", 1, 0, None, True])
def test_another_enum_value_is_refused_with_the_names_there_are(word: object) -> None:
    found = faults(json.dumps({"variant": word}).encode(), hands_pb2.JudgeHandsRequest)
    assert found == [
        ("variant", json.dumps(word), "one of cloud-city, dune-sea, jabbas-palace, trooper, fair-deck"),
    ]


def test_original_field_names_are_read_like_camel_case() -> None:
    assert read({"head_to_head": [], "options": {"stand_on": 8}}) == read({"headToHead": [], "options": {"standOn": 8}})


def test_a_field_under_both_names_is_refused() -> None:
    data = json.dumps({"options": {"standOn": 8, "stand_on": 8}}).encode()
    assert faults(data) == [("options.stand_on", "standOn and stand_on", "only one of them")]


def test_two_choices_for_one_card_are_refused() -> None:
    data = json.dumps({"hands": [{"choices": [{"card": 0, "value": "1", "cloneOf": 1}]}]}).encode()
    found = faults(data, hands_pb2.JudgeHandsRequest)
    assert found == [("hands[0].choices[0].cloneOf", "value and cloneOf", "only one of them")]


def test_an_unknown_key_is_named_with_its_path_and_the_known_ones() -> None:
    assert faults(json.dumps({"players": [{"nick": "a"}]}).encode()) == [
        ("players[0].nick", "an unknown key", "one of name, deck, startedOnTable, criteria"),
    ]


def test_all_faults_are_named_at_once() -> None:
    data = json.dumps({"attempt": "x", "event": 1, "options": {"share": "yes"}}).encode()
    assert [field for field, _, _ in faults(data)] == ["attempt", "event", "options.share"]


@pytest.mark.parametrize("text", ["7.5", "7.0", "1e1", '"x"', '"7.5"', '""', "true", "null", "[]", "{}", '"٧"'])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    ((field, _, expected),) = faults(b'{"options": {"standOn": %s}}' % text.encode())
    assert (field, expected) == ("options.standOn", "a whole number")


@pytest.mark.parametrize(("text", "is_read"), [(str(2**31 - 1), True), (str(2**31), False), (f'"{-(2**31)}"', True)])
def test_whole_numbers_end_where_the_field_ends(text: str, is_read: bool) -> None:
    data = b'{"attempt": %s}' % text.encode()
    if is_read:
        assert read_request(data, "f", tiebreaks_pb2.ResolveTiebreakRequest).attempt == int(text.strip('"'))
    else:
        assert faults(data) == [("attempt", text, f"a whole number from {-(2**31)} to {2**31 - 1}")]


@pytest.mark.parametrize("text", ["7", "null", "true", "[]", "{}"])
def test_what_is_no_text_is_refused(text: str) -> None:
    ((field, _, expected),) = faults(b'{"event": %s}' % text.encode())
    assert (field, expected) == ("event", "a text")


def test_half_a_surrogate_pair_is_refused() -> None:
    assert faults(b'{"event": "a\\ud800"}')[0][0] == "event"


@pytest.mark.parametrize("text", ["7", '"x"', "null", "{}"])
def test_what_is_no_list_is_refused(text: str) -> None:
    ((field, _, expected),) = faults(b'{"players": %s}' % text.encode())
    assert (field, expected) == ("players", "a list")


def test_an_item_of_a_list_of_objects_must_be_an_object() -> None:
    assert faults(b'{"players": ["a"]}') == [("players[0]", '"a"', "an object, a TiebreakPlayer")]


@pytest.mark.parametrize(
    "seed",
    [
        "c2VjcmV0c2VjcmV0IQ",  # padding left out
        "c2VjcmV0c2VjcmV0IQ=",  # too little of it
        "c2VjcmV0c2VjcmV0IQ===",  # too much
        "c2VjcmV0c2VjcmV0IR==",  # unused bits that are not 0
        "c2VjcmV0-2VjcmV0_Q==",  # the other alphabet
        "c2VjcmV0 c2VjcmV0IQ==",
        "c2VjcmV0\nc2VjcmV0IQ==",
        "secretsecret½",
        123456789012345,
        ["c2VjcmV0c2VjcmV0IQ=="],
        {"c2VjcmV0c2VjcmV0IQ==": 1},
        None,
    ],
)
def test_a_seed_that_is_no_base64_is_refused_and_never_repeated(seed: object) -> None:
    ((field, value, expected),) = faults(json.dumps({"seed": seed}).encode())
    assert field == "seed"
    assert expected.startswith("base64 text")
    assert not any(secret in value for secret in ("c2Vj", "secret", "12345"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "Expecting value"),
        (b'{"event": "a"} x', "Extra data"),
        (b'{"event": "a",}', "line 1"),
        (b'{"attempt": NaN}', "NaN"),
        (b'{"attempt": -Infinity}', "-Infinity"),
        (b'{"event": "a", "event": "a"}', "'event' stands twice"),
        (b'{"options": {"share": true, "share": true}}', "'share' stands twice"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
        (b"[" * 500_000, "nested"),
        (b'{"a":' * 150_000, "nested"),
        (b'{"attempt": ' + b"9" * 5000 + b"}", "digits"),
        (b" " * (LARGEST_REQUEST + 1), "bytes"),
    ],
)
def test_what_is_not_strict_json_is_refused_by_the_file_s_name(data: bytes, words: str) -> None:
    ((field, value, _),) = faults(data)
    assert field == "tie.json"
    assert words in value


@pytest.mark.parametrize("text", ["[]", '"x"', "7", "null"])
def test_another_json_value_than_an_object_is_refused(text: str) -> None:
    ((field, _, expected),) = faults(text.encode())
    assert (field, expected) == ("tie.json", "one JSON object, a ResolveTiebreakRequest")


@pytest.mark.parametrize("kind", REQUESTS)
def test_every_type_of_field_in_the_contract_s_requests_can_be_read(kind: type[Message]) -> None:
    message = _sample(kind)
    written = json_format.MessageToJson(message).encode()
    assert read_request(written, "f", kind) == message


def _sample(kind: type[Message]) -> Message:
    """A message with something in every field, one of each oneof."""
    message = kind()
    for field in message.DESCRIPTOR.fields:
        value: object
        match field.type:
            case FieldDescriptor.TYPE_MESSAGE:
                value = _sample(GetMessageClass(cast("Descriptor", field.message_type)))
            case FieldDescriptor.TYPE_STRING:
                value = "½ π"
            case FieldDescriptor.TYPE_BYTES:
                value = bytes(range(20))
            case _:
                value = 1
        if field.is_repeated:
            getattr(message, field.name).extend([value, value])
        elif isinstance(value, Message):
            getattr(message, field.name).CopyFrom(value)
        else:
            setattr(message, field.name, value)
    return message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["event", "seed", "players", "options", "standOn", "criteria", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_a_request_or_a_named_fault(value: object) -> None:
    violations: tuple[Violation, ...] = ()
    try:
        read(value)
    except InvalidInputError as error:
        violations = error.violations
    assert all(violation.field and violation.expected for violation in violations)
    assert violations or isinstance(value, dict)
