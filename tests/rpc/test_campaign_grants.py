"""Rewards of the ladder on their way to GEMP, by calls: pulled by a cursor, given once, or deferred."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from deckmapping.records import Side
from deckmapping.themes.bundled import bundled_deck
from deckmapping.variants import Variant
from sabacc.v1 import campaign_pb2 as pb
from sabacc.v1 import tables_pb2
from service.campaign.ladder.ladder import ladder
from tests.rpc.asking_campaign import (
    APPLIED,
    DEFERRED,
    SAMPLE,
    at_dealer,
    boss_beaten,
    career,
    come,
    earn,
    given,
    grants,
    learn,
    mine,
    postponed,
)
from tests.rpc.asking_ledger import audited
from tests.rpc.callers import Refused, Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Callable

LOCKED = "the player is locked"
RKIK_BEATEN = boss_beaten(Variant.DUNE_SEA, Side.LIGHT)
ALL_BOSSES = [boss_beaten(level, side) for side in Side for level in Variant]
KINDS = {
    "information": pb.REWARD_KIND_INFORMATION,
    "card": pb.REWARD_KIND_CARD,
    "deck-upgrade": pb.REWARD_KIND_DECK_UPGRADE,
    "casino": pb.REWARD_KIND_CASINO,
}


def test_a_reward_is_offered_until_gemp_has_given_it(service: Service, event: str) -> None:
    learn(service, event)
    (grant,) = mine(service, event)
    assert grant.grant_id == f"sabacc/grant/{grant.sequence}"
    assert (grant.reward, grant.kind, grant.title) == ("landos-advice", pb.REWARD_KIND_INFORMATION, "Lando's advice")
    assert grant.words
    assert len(grant.content) == 1
    assert not grant.HasField("acknowledge_time")
    told = service.call(given(grant.grant_id))
    assert (told.replayed, told.grant.state) == (False, APPLIED)
    assert told.grant.acknowledge_time.seconds >= told.grant.create_time.seconds == grant.create_time.seconds
    assert mine(service, event) == []
    assert mine(service, event, include_applied=True) == [told.grant]
    again = service.call(given(grant.grant_id))
    assert (again.replayed, again.grant) == (True, told.grant)


def test_what_was_deferred_is_offered_again_with_its_last_reason_and_may_then_be_given(
    service: Service, event: str
) -> None:
    learn(service, event)
    (grant,) = mine(service, event)
    for reason in ("the collection is locked", LOCKED):
        told = service.call(postponed(grant.grant_id, reason))
        assert (told.replayed, told.grant.state, told.grant.reason) == (False, DEFERRED, reason)
        again = service.call(postponed(grant.grant_id, reason))
        assert (again.replayed, again.grant) == (True, told.grant)
        assert mine(service, event) == [told.grant]
    done = service.call(given(grant.grant_id))
    assert (done.grant.state, done.grant.reason, mine(service, event)) == (APPLIED, "", [])
    assert audited(service).passed


def test_what_was_given_stays_so(service: Service, event: str) -> None:
    learn(service, event)
    (grant,) = mine(service, event)
    service.call(given(grant.grant_id))
    found = service.refusal(postponed(grant.grant_id, LOCKED))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "GRANT_APPLIED")
    assert found.metadata["expected"] == "applied, as it was acknowledged before"
    assert mine(service, event) == []


@pytest.mark.parametrize(
    "grant_id",
    [
        "", "nothing", "sabacc/grant/", "sabacc/grant/0", "sabacc/grant/01", "sabacc/grant/-1", "sabacc/grant/1 ",
        "sabacc/grant/1#1", "sabacc/grant/999999999999999999", "sabacc/grant/9999999999999999999", "x" * 1000,
        "sabacc/grant/\u0661", "\U0001d54f",
    ],
)  # fmt: skip
def test_a_grant_that_nobody_made_is_not_found(service: Service, grant_id: str) -> None:
    for request in (given(grant_id), postponed(grant_id, LOCKED)):
        found = service.refusal(request)
        assert (found.code, found.reason, found.metadata["field"]) == ("NOT_FOUND", "GRANT_NOT_FOUND", "grantId")
        assert found.size < 1000


@pytest.mark.parametrize(
    ("state", "reason", "field"),
    [
        (0, "", "state"),
        (1, "", "state"),
        (9, "", "state"),
        (APPLIED, LOCKED, "reason"),
        (DEFERRED, "", "reason"),
        (DEFERRED, "a\nb", "reason"),
        (DEFERRED, "r" * 256, "reason"),
    ],
)
def test_what_cannot_be_told_of_a_grant_is_refused(
    service: Service, event: str, state: pb.RewardKind, reason: str, field: str
) -> None:
    learn(service, event)
    (grant,) = mine(service, event)
    told = pb.AcknowledgeGrantRequest(grant_id=grant.grant_id, state=state, reason=reason)  # type: ignore[arg-type]
    found = service.refusal(told)
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", field)
    assert mine(service, event) == [grant]


@pytest.mark.parametrize(("fields", "field"), [({"after": -1}, "after"), ({"page_size": -1}, "pageSize")])
def test_a_page_that_cannot_be_is_refused(service: Service, fields: dict[str, int], field: str) -> None:
    found = service.refusal(pb.ListGrantsRequest(**fields))  # type: ignore[arg-type]
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", field)


def test_pages_follow_each_other_whatever_is_given_between_them(service: Service, event: str) -> None:
    earn(service, event, *ALL_BOSSES)
    due = [grant.grant_id for grant in mine(service, event)]
    assert len(due) > 8
    after = mine(service, event)[0].sequence - 1
    seen = []
    while True:
        page = service.call(pb.ListGrantsRequest(after=after, page_size=3))
        assert len(page.grants) <= 3
        seen += [grant.grant_id for grant in page.grants]
        for grant in page.grants:
            service.call(given(grant.grant_id))
        after = page.next_after
        if not page.more:
            break
    assert seen == due
    assert service.call(pb.ListGrantsRequest(after=after)) == pb.ListGrantsResponse(next_after=after)


def test_all_numbers_are_there_and_every_grant_says_what_the_ladder_says(service: Service, event: str) -> None:
    earn(service, event, *ALL_BOSSES)
    found = grants(service, page_size=7, include_applied=True)
    assert [grant.sequence for grant in found] == list(range(1, len(found) + 1))
    rewards = {reward.key: reward for reward in ladder().rewards}
    for grant in found:
        reward = rewards[grant.reward]
        assert (grant.title, grant.words, tuple(grant.content)) == (reward.title, reward.words, reward.content)
        assert grant.kind == KINDS[reward.kind.value]
    own = [grant.reward for grant in found if grant.player == event]
    assert own == list(career(service, event).rewards)
    assert len(set(own)) == len(own)
    assert audited(service).grants == len(found)


def test_an_upgrade_that_was_earned_is_played_with_and_no_other(service: Service, event: str) -> None:
    come(service, event)
    earn(service, event, RKIK_BEATEN)
    upgrades = list(career(service, event).upgrades)
    assert upgrades
    assert all(name.startswith("dune-sea-light:") for name in upgrades)
    found = service.refusal(at_dealer(event, "jawa-dark", deck=SAMPLE, upgrades=upgrades))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "upgrades")  # another theme's sample deck
    found = service.refusal(at_dealer(event, deck=SAMPLE, upgrades=["dune-sea-dark:anything"]))
    assert found.metadata["expected"] == f"one of {', '.join(upgrades)}"
    table = service.call(at_dealer(event, deck=SAMPLE, upgrades=upgrades)).table
    record = service.call(tables_pb2.GetTableRecordRequest(table_id=table.table_id)).record.decode()
    pile = next(line for line in record.splitlines() if line.startswith("pile "))
    deck = "+".join(["dune-sea-light", *(name.partition(":")[2] for name in upgrades)])
    assert sorted(word.split(":")[0] for word in pile.split()[1:]) == sorted(bundled_deck(deck).card_ids)
    # Who has none may not, whatever he names.
    other = f"{event}-2"
    come(service, other)
    found = service.refusal(at_dealer(other, deck=SAMPLE, upgrades=upgrades))
    assert found.metadata["expected"] == "none: he has got no upgrade"


def test_a_limited_reward_is_granted_no_more_often_than_its_limit(open_service: Callable[..., Service]) -> None:
    service = open_service()
    for number in range(5):
        earn(service, f"p{number}", RKIK_BEATEN, limit=3)
    found = grants(service)
    for key in {grant.reward for grant in found}:
        assert [grant.player for grant in found if grant.reward == key] == ["p0", "p1", "p2"]
    assert career(service, "p3").rewards == []
    assert audited(service).passed


def test_the_last_copies_go_to_no_more_players_than_there_are(database_url: str) -> None:
    players, limit = 12, 5
    with Service(settings_for(database_url, workers=6), wired=True) as service:
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda n: earn(service, f"p{n}", RKIK_BEATEN, limit=limit), range(players)))
        found = grants(service)
        for key in {grant.reward for grant in found}:
            owners = [grant.player for grant in found if grant.reward == key]
            assert len(owners) == len(set(owners)) == limit
        assert sum(len(career(service, f"p{n}").rewards) for n in range(players)) == len(found)
        assert audited(service).passed


def test_of_many_who_acknowledge_at_once_one_is_the_first(database_url: str) -> None:
    with Service(settings_for(database_url, workers=6), wired=True) as service:
        earn(service, "lando", *ALL_BOSSES)
        ids = [grant.grant_id for grant in grants(service)][:7]

        def tell(number: int) -> str:
            id_ = ids[number % len(ids)]
            try:
                answer = service.call(given(id_) if number % 3 else postponed(id_, LOCKED))
            except Refused as refused:
                return refused.reason
            return f"{answer.grant.state} {'again' if answer.replayed else 'first'} {id_}"

        with ThreadPoolExecutor(6) as threads:
            told = list(threads.map(tell, range(63)))
        for id_ in ids:
            assert told.count(f"{APPLIED} first {id_}") == 1
        assert set(told) <= {"GRANT_APPLIED"} | {
            f"{state} {when} {id_}" for state in (APPLIED, DEFERRED) for when in ("first", "again") for id_ in ids
        }
        assert audited(service).passed


def test_a_cursor_beside_players_who_earn_skips_nothing(database_url: str) -> None:
    writers, each_earns = 3, 8
    with Service(settings_for(database_url, workers=6), wired=True) as service:
        done = threading.Event()

        def write(writer: int) -> None:
            for number in range(each_earns):
                earn(service, f"p{writer}-{number}", RKIK_BEATEN)

        def follow() -> list[pb.Grant]:
            """Never look back, as who trusts the cursor."""
            seen: list[pb.Grant] = []
            after, last_look = 0, False
            while not last_look:
                last_look = done.is_set()
                while True:
                    page = service.call(pb.ListGrantsRequest(after=after, page_size=5))
                    seen += page.grants
                    after = page.next_after
                    if not page.more:
                        break
            return seen

        with ThreadPoolExecutor(writers + 1) as threads:
            reader = threads.submit(follow)
            try:
                list(threads.map(write, range(writers)))
            finally:
                done.set()
            seen = reader.result()
        made = grants(service)
        assert [grant.sequence for grant in seen] == list(range(1, len(made) + 1))
        assert {grant.player for grant in seen} == {f"p{w}-{n}" for w in range(writers) for n in range(each_earns)}
        assert audited(service).passed
