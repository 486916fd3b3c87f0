"""Whoever writes into the database by hand can neither make, lose nor give a grant: both databases refuse it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from deckmapping.records import Side
from deckmapping.variants import Variant
from service.campaign.ladder.career import Advance
from service.campaign.ladder.ladder import ladder
from service.campaign.ladder.rewarding import with_rewards
from service.campaign.ladder.rewards import Deed, Feat
from service.campaign.play.store import CareerChange
from service.campaign.rewards.audit import audited_rewards
from service.campaign.rewards.use_cases import Grants
from service.campaign.settlement.acknowledging import Acknowledgement, SettlementState
from service.storage.database import read
from service.storage.grant_store import SqlGrantStore
from service.storage.play_store import SqlPlayStore
from service.storage.reward_snapshot import SqlRewardSnapshot
from service.storage.table_store import SqlTableStore
from tests.campaign.ledger.asking import CALLER, NOON
from tests.storage.outside import past_triggers

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from sqlalchemy import Engine

    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ledger.deciding import Balance
    from service.campaign.rewards.audit import RewardAudit

APPLIED, DEFERRED = SettlementState.APPLIED, SettlementState.DEFERRED
LESSONS = Feat(Deed.LESSONS_DONE)
LANDO = Feat(Deed.LANDO_BEATEN, Side.LIGHT, Variant.DUNE_SEA)
REWARDS = ("landos-advice", "landos-secret", "cloud-city-sabacc-light")
"""What these bring here: the first deed one, the second two."""


def small_ladder() -> Ladder:
    """The ladder with a few of its rewards."""
    return replace(ladder(), rewards=tuple(each for each in ladder().rewards if each.key in REWARDS))


def do(store: SqlPlayStore, player: str, feat: Feat) -> None:
    def change(career: Career, gone: AbstractSet[str], has: Balance) -> Advance:
        del has
        return with_rewards(Advance(career), [feat], small_ladder(), gone)

    store.change_career(CareerChange(player, "hand", change), NOON, CALLER)


@pytest.fixture
def granted(migrated: Engine) -> Grants:
    """Five grants: the first applied after it was deferred, the second deferred, the others pending."""
    store = SqlPlayStore(migrated, SqlTableStore(migrated), small_ladder())
    for player, feat in (("ann", LESSONS), ("bob", LESSONS), ("ann", LANDO), ("cid", LESSONS)):
        do(store, player, feat)
    grants = Grants(SqlGrantStore(migrated), lambda: NOON)
    grants.acknowledge(Acknowledgement("sabacc/grant/1", DEFERRED, "locked"), CALLER)
    grants.acknowledge(Acknowledgement("sabacc/grant/1", APPLIED), CALLER)
    grants.acknowledge(Acknowledgement("sabacc/grant/2", DEFERRED, "locked"), CALLER)
    return grants


def test_grants_follow_one_another_and_careers_know_theirs(granted: Grants) -> None:
    page = granted.page(CALLER, applied_too=True)
    assert [(grant.sequence, grant.player) for grant in page.grants] == [
        (1, "ann"), (2, "bob"), (3, "ann"), (4, "ann"), (5, "cid"),
    ]  # fmt: skip
    assert [grant.sequence for grant in granted.page(CALLER).grants] == [2, 3, 4, 5]
    assert granted.page(CALLER, after=3, size=1).grants[0].sequence == 4
    assert granted.page(CALLER, after=3, size=1).more
    assert granted.audit(CALLER) == (5, 3, ())


def told(sequence: int, number: int, state: str, reason: str = "") -> str:
    values = f"{sequence}, {number}, '{state}', '{reason}', '{{}}', '{NOON}'"
    return f"INSERT INTO reward_acknowledgement VALUES ({values})"  # a test's own


def grant(sequence: int, player: str, reward: str, copy: int) -> str:
    return f"INSERT INTO reward_grant VALUES ({sequence}, '{player}', '{reward}', {copy}, '{NOON}')"  # likewise


CHANGES = [
    "UPDATE reward_grant SET player = 'cid' WHERE sequence = 2",
    "UPDATE reward_grant SET reward = 'casino'",
    "DELETE FROM reward_grant WHERE sequence = 5",
    "UPDATE reward_acknowledgement SET state = 'deferred', reason = 'x'",
    "DELETE FROM reward_acknowledgement",
    "UPDATE career_step SET state = state",
    "DELETE FROM career_step",
    # A grant has the next number and is the next copy; nobody gets a reward twice.
    grant(7, "dan", "landos-advice", 4),
    grant(6, "dan", "landos-advice", 5),
    grant(6, "dan", "landos-advice", 3),
    grant(6, "ann", "landos-advice", 4),
    grant(5, "dan", "landos-advice", 4),
    # Acknowledgements follow each other, and none follows the one that says applied.
    told(1, 3, "applied"),
    told(1, 3, "deferred", "x"),
    told(2, 1, "applied"),
    told(2, 3, "applied"),
    told(9, 1, "applied"),
    told(3, 1, "pending"),
    told(3, 1, "applied", "x"),
    told(3, 1, "deferred"),
]
REFUSED = re.compile(
    "is append-only|has no gaps|is of one that is not applied|(pk|uq|ck|fk)_reward|UNIQUE constraint failed"
    "|CHECK constraint failed|FOREIGN KEY constraint failed"
)
"""What a trigger or a constraint says; no statement may be refused because it is none."""


def test_no_statement_makes_loses_or_gives_a_grant(granted: Grants, migrated: Engine) -> None:
    before = granted.page(CALLER, applied_too=True)
    for change in CHANGES:
        with pytest.raises(DBAPIError) as caught, migrated.begin() as connection:
            connection.execute(text(change))
        assert REFUSED.search(str(caught.value.orig)), (change, caught.value.orig)
        assert granted.page(CALLER, applied_too=True) == before
    assert granted.audit(CALLER).faults == ()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("table", ["reward_grant", "reward_acknowledgement", "career_step"])
def test_no_table_can_be_emptied_at_a_stroke(granted: Grants, migrated: Engine, table: str) -> None:
    with pytest.raises(DBAPIError), migrated.begin() as connection:
        connection.execute(text(f"TRUNCATE {table} CASCADE"))
    assert granted.audit(CALLER).faults == ()


def step(player: str, number: int, state: str) -> str:
    values = f"'{player}', {number}, 'hand', '{state}', NULL, '{NOON}'"
    return f"INSERT INTO career_step VALUES ({values})"  # a test's own


LOST = "has the rewards landos-advice, and is granted none"
TAMPERED = {
    "a grant lost": (
        ["DELETE FROM reward_grant WHERE sequence = 5"],
        [f"career of cid: {LOST}"],
    ),
    "the second one lost": (
        ["DELETE FROM reward_grant WHERE sequence = 2"],
        [
            "grant 2: is missing: grant 3 is the next that is stored",
            "grant 3: is missing: grant 4 is the next that is stored",
            "grant 4: is missing: grant 5 is the next that is stored",
            "grant 5: is copy 3 of landos-advice: copy 2 was expected",
            f"career of bob: {LOST}",
            "an acknowledgement of grant 2: belongs to no career",
        ],
    ),
    "a grant made": (
        [grant(6, "bob", "landos-secret", 2)],
        ["career of bob: has the rewards landos-advice, and is granted landos-advice, landos-secret"],
    ),
    "a grant made for nobody": (
        [grant(6, "dan", "landos-advice", 4)],
        ["a grant to dan: belongs to no career"],
    ),
    "a grant given to somebody else": (
        ["UPDATE reward_grant SET player = 'dan' WHERE sequence = 5"],
        [f"career of cid: {LOST}", "a grant to dan: belongs to no career"],
    ),
    "an acknowledgement lost": (
        ["DELETE FROM reward_acknowledgement WHERE sequence = 1 AND number = 1"],
        ["grant 1, acknowledgement 1: RawAcknowledgement(number=2, state='applied') is stored"],
    ),
    "applied and then deferred": (
        [told(1, 3, "deferred", "x")],
        ["grant 1: was acknowledged after it was applied"],
    ),
    "a step of a career lost": (
        ["DELETE FROM career_step WHERE player = 'ann' AND number = 1"],
        ["career of ann: has 1 steps, of which the last one has number 2"],
    ),
    "a career lost": (
        ["DELETE FROM career_step WHERE player = 'bob'"],
        ["a grant to bob: belongs to no career"],
    ),
    "another one's career": (
        ["UPDATE career_step SET state = replace(state, 'player=bob', 'player=bab') WHERE player = 'bob'"],
        ["career of bob: step 1 is the career of bab"],
    ),
    "no career": (
        [step("bob", 2, "rich and happy")],
        ["career of bob: step 2 is no career"],
    ),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_an_audit_finds_what_was_changed_past_the_triggers(granted: Grants, database_url: str, case: str) -> None:
    statements, faults = TAMPERED[case]
    with past_triggers(database_url) as connection:
        for statement in statements:
            connection.execute(text(statement))
    assert [str(fault) for fault in granted.audit(CALLER).faults] == faults


@pytest.mark.parametrize("page", [1, 2, 3])
def test_an_audit_looks_at_grants_and_careers_page_by_page(
    granted: Grants, migrated: Engine, database_url: str, page: int
) -> None:
    def audited() -> RewardAudit:
        return read(migrated, lambda connection: audited_rewards(SqlRewardSnapshot(connection, page)), 30)

    assert audited() == granted.audit(CALLER) == (5, 3, ())
    with past_triggers(database_url) as connection:
        connection.execute(text("DELETE FROM reward_grant WHERE sequence = 5"))
    assert [str(fault) for fault in audited().faults] == [f"career of cid: {LOST}"]
