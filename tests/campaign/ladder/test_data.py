"""The packaged ladder, and every fault that its files could have."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.catalogue import starter_catalogue
from deckmapping.records import Side
from deckmapping.themes.errors import BadThemeDataError
from deckmapping.themes.reading import Section
from deckmapping.themes.themes import themes
from deckmapping.variants import Variant, variant_rules
from service.campaign.ladder.events import Happening
from service.campaign.ladder.ladder import ladder, read_ladder
from service.campaign.ladder.rewards import Deed, Feat, RewardKind, earned
from service.money import Silver

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ladder.levels import Level

FILES = ("ladder.toml", "lessons.toml", "rewards.toml")
Data = dict[str, Any]


def packaged() -> dict[str, Data]:
    folder = files("service.campaign.ladder").joinpath("data")
    return {name: tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8")) for name in FILES}


def read(data: dict[str, Data]) -> Ladder:
    of_levels, of_lessons, of_rewards = (Section(data[name], name) for name in FILES)
    return read_ladder(of_levels, of_lessons, of_rewards)


def level(data: dict[str, Data], at: int = 0) -> Data:
    entry: Data = data["ladder.toml"]["levels"][at]
    return entry


def lesson(data: dict[str, Data], key: str) -> Data:
    return next(each for each in data["lessons.toml"]["lessons"] if each["key"] == key)


def reward(data: dict[str, Data], at: int) -> Data:
    entry: Data = data["rewards.toml"]["rewards"][at]
    return entry


def amounts(of: Level) -> list[Silver]:
    bets, match = of.bets, of.match
    return [bets.least, bets.most, of.beat_by, of.ceiling, of.bank, match.stake, match.bank]


# The packaged ladder


def test_the_levels_are_climbed_from_the_dune_sea_to_cloud_city() -> None:
    assert [each.key for each in ladder().levels] == ["dune-sea", "jabbas-palace", "trooper", "cloud-city"]


def test_bets_stakes_ceilings_and_banks_rise_from_level_to_level() -> None:
    for below, above in pairwise(ladder().levels):
        for low, high in zip(amounts(below), amounts(above), strict=True):
            assert low < high, above.key
        assert above.bets.most <= above.bets.least.times(10)


def test_the_dealers_of_a_level_are_those_of_its_theme_the_boss_last() -> None:
    seated = {each.name: [dealer.key for dealer in each.dealers] for each in themes()}
    found: dict[str, list[str]] = {}
    for host in ladder().hosts.values():
        found.setdefault(f"{host.level.key}-{host.side}", []).append(host.key)
    assert found == seated
    bosses = {side: [ladder().boss(place, side).key for place in range(4)] for side in Side}
    assert bosses == {
        Side.LIGHT: ["rkik", "tamtel-skreej", "cara-dune", "lando-light"],
        Side.DARK: ["iasa", "jabba", "bursk", "lando-dark"],
    }


def test_a_usual_dealer_needs_the_smallest_bet_and_a_boss_the_worst_of_his_whole_match() -> None:
    needed = {key: host.needed.count for key, host in ladder().hosts.items()}
    assert (needed["kalit"], needed["figrin-dan"]) == (5, 50)
    assert needed["rkik"] == 9 * 20 * 2  # his every win costs two bets
    assert needed["iasa"] == 9 * 20
    assert needed["lando-dark"] == 12 * 100
    assert ladder().least_needed == Silver(5)


def test_every_dealer_has_a_bank_that_pays_a_hundred_of_his_best_wins_in_a_row() -> None:
    for host in ladder().hosts.values():
        best_win = host.limits.most.count * 3 // 2
        assert host.bank.count >= 100 * best_win, host.key


def test_every_happening_has_a_cue_of_its_own() -> None:
    cues = ladder().cues
    assert set(cues) == set(Happening)
    assert len(set(cues.values())) == len(cues)


def test_every_boss_of_either_side_pays_and_nothing_is_paid_twice() -> None:
    rewards = ladder().rewards
    for side in Side:
        for each in ladder().levels:
            found = earned(rewards, Feat(Deed.BOSS_BEATEN, side, each.key), ())
            assert found, (side, each.key)
            assert {reward.wanted.side for reward in found} == {side}
    cards = Counter(card for each in rewards if each.kind is RewardKind.CARD for card in each.content)
    assert set(cards.values()) == {1}
    assert {each.kind for each in rewards} == set(RewardKind)


def test_the_cards_that_a_boss_pays_are_of_his_side_and_the_sabacc_of_his_level() -> None:
    records = starter_catalogue().records
    for each in ladder().rewards:
        if each.kind is RewardKind.CARD:
            assert {records[card].side for card in each.content} == {each.wanted.side}
        if each.kind is RewardKind.CARD and each.wanted.level not in (None, "cloud-city"):
            assert each.wanted.level is not None
            assert set(each.content) < set(variant_rules(each.wanted.level).interrupts)


def test_the_casino_is_won_from_the_last_boss_alone() -> None:
    wanted = [each.wanted for each in ladder().rewards if each.kind is RewardKind.CASINO]
    last = ladder().levels[-1].key
    assert wanted == [Feat(Deed.BOSS_BEATEN, side, last) for side in Side]


def test_an_upgrade_is_for_the_theme_whose_boss_was_beaten() -> None:
    for each in ladder().rewards:
        if each.kind is RewardKind.DECK_UPGRADE:
            level = each.wanted.level  # none of a deed that counts at every level
            levels = [level] if level else list(Variant)
            assert sorted(name.split(":")[0] for name in each.content) == sorted(
                f"{level}-{each.wanted.side}" for level in levels
            )


# Faults

FAULTS: list[tuple[str, Callable[[dict[str, Data]], object], str, str, str]] = [
    (
        "a level of no variant",
        lambda d: level(d).update(key="hoth"),
        "ladder.toml.levels[0].key",
        "hoth",
        "one of cloud-",
    ),
    ("no title", lambda d: level(d, 2).pop("title"), "ladder.toml.levels[2].title", "nothing", "a text"),
    ("a bet of 0", lambda d: level(d).update(least_bet=0), "ladder.toml.levels[0].least_bet", "0", "from 1 to"),
    ("half a coin", lambda d: level(d).update(beat_by=0.5), "ladder.toml.levels[0].beat_by", "0.5", "a whole number"),
    ("most below least", lambda d: level(d).update(most_bet=4), "ladder.toml.levels[0].most_bet", "4", "from 5 to"),
    ("no hand", lambda d: level(d).update(beat_hands=0), "ladder.toml.levels[0].beat_hands", "0", "from 1 to 100"),
    (
        "more dealers than there are",
        lambda d: level(d).update(dealers=4),
        "ladder.toml.levels[0].dealers",
        "4",
        "1 to 3",
    ),
    (
        "a rematch that costs more than the first match",
        lambda d: level(d).update(dealers_again=3),
        "ladder.toml.levels[0].dealers_again",
        "3",
        "from 1 to 2",
    ),
    (
        "a ceiling below a bet",
        lambda d: level(d).update(ceiling=49),
        "ladder.toml.levels[0].ceiling",
        "49",
        "from 50 to",
    ),
    ("a bank of one bet", lambda d: level(d).update(bank=99), "ladder.toml.levels[0].bank", "99", "from 100 to"),
    (
        "a stake above the bets",
        lambda d: level(d)["boss"].update(stake=51),
        "ladder.toml.levels[0].boss.stake",
        "51",
        "5 to 50",
    ),
    (
        "a bank of no stake",
        lambda d: level(d)["boss"].update(bank=39),
        "ladder.toml.levels[0].boss.bank",
        "39",
        "from 40",
    ),
    (
        "a match of no hand",
        lambda d: level(d)["boss"].update(hands=0),
        "ladder.toml.levels[0].boss.hands",
        "0",
        "1 to 100",
    ),
    ("a key too many", lambda d: level(d).update(fee=1), "ladder.toml.levels[0].fee", "1", "no other keys than"),
    (
        "one in the match",
        lambda d: level(d)["boss"].update(fee=1),
        "ladder.toml.levels[0].boss.fee",
        "1",
        "no other keys",
    ),
    ("one in the file", lambda d: d["ladder.toml"].update(fee=1), "ladder.toml.fee", "1", "no other keys than"),
    (
        "a level less",
        lambda d: d["ladder.toml"]["levels"].pop(),
        "ladder.toml.levels",
        "[{",
        "each of cloud-city, dune-sea",
    ),
    (
        "bets that fall",
        lambda d: level(d, 1).update(least_bet=5),
        "ladder.toml.levels[1].least_bet",
        "5",
        "more than at dune-sea",
    ),
    ("a cue less", lambda d: d["ladder.toml"]["cues"].pop("ruined"), "ladder.toml.cues.ruined", "nothing", "a text"),
    ("a cue too many", lambda d: d["ladder.toml"]["cues"].update(x="y"), "ladder.toml.cues.x", "y", "no other keys"),
    ("no intro", lambda d: d["lessons.toml"].pop("intro"), "lessons.toml.intro", "nothing", "a text"),
    (
        "an answer that is not there",
        lambda d: lesson(d, "drawing").update(right="run"),
        "lessons.toml.lessons[5].right",
        "run",
        "one of the answers draw, stand",
    ),
    (
        "a card of no catalogue",
        lambda d: lesson(d, "eleven").update(cards=["1_12", "999_1"]),
        "lessons.toml.lessons[0].cards",
        "['1_12', '999_1']",
        "which has no 999_1",
    ),
    (
        "a move without an up card",
        lambda d: lesson(d, "drawing").pop("dealer"),
        "lessons.toml.lessons[5].dealer",
        "nothing",
        "1 to 6 cards",
    ),
    (
        "a result without a bet",
        lambda d: lesson(d, "over").pop("bet"),
        "lessons.toml.lessons[2].bet",
        "nothing",
        "a whole number",
    ),
    (
        "a bet that is not asked for",
        lambda d: lesson(d, "eleven").update(bet=5),
        "lessons.toml.lessons[0].bet",
        "5",
        "no other keys",
    ),
    (
        "two lessons of one key",
        lambda d: lesson(d, "over").update(key="eleven"),
        "lessons.toml.lessons",
        "[{",
        "the key eleven once",
    ),
    (
        "a reward of no kind",
        lambda d: reward(d, 1).update(kind="gold"),
        "rewards.toml.rewards[1].kind",
        "gold",
        "one of inf",
    ),
    ("no key", lambda d: reward(d, 1).update(key="A b"), "rewards.toml.rewards[1].key", "A b", "small letters"),
    ("a limit of 0", lambda d: reward(d, 2).update(limit=0), "rewards.toml.rewards[2].limit", "0", "from 1 to"),
    (
        "a card that is no card",
        lambda d: reward(d, 2).update(content=["5_39", "0_0"]),
        "rewards.toml.rewards[2].content",
        "['5_39', '0_0']",
        "which has no 0_0",
    ),
    (
        "an upgrade of no theme",
        lambda d: reward(d, 7).update(content=["hoth-light:x"]),
        "rewards.toml.rewards[7].content",
        "['hoth-light:x']",
        "names of deck upgrades, THEME:UPGRADE, which hoth-light:x is not",
    ),
    (
        "an upgrade that its theme has not",
        lambda d: reward(d, 7).update(content=["dune-sea-light:x"]),
        "rewards.toml.rewards[7].content",
        "['dune-sea-light:x']",
        "names of deck upgrades, THEME:UPGRADE, which dune-sea-light:x is not",
    ),
    (
        "two access words",
        lambda d: reward(d, 14).update(content=["a", "b"]),
        "rewards.toml.rewards[14].content",
        "['a', 'b']",
        "one access word",
    ),
    (
        "two texts",
        lambda d: reward(d, 0).update(content=["a", "b"]),
        "rewards.toml.rewards[0].content",
        "['a'",
        "one text",
    ),
    (
        "no deed",
        lambda d: reward(d, 0)["for"].pop("deed"),
        "rewards.toml.rewards[0].for.deed",
        "nothing",
        "one of lessons-",
    ),
    (
        "a boss of no level",
        lambda d: reward(d, 6)["for"].pop("level"),
        "rewards.toml.rewards[6].for.level",
        "nothing",
        "where a boss is to be beaten",
    ),
    (
        "a visit to a level",
        lambda d: reward(d, 2)["for"].update(level="trooper"),
        "rewards.toml.rewards[2].for.level",
        "trooper",
        "none elsewhere",
    ),
    (
        "lessons of a side",
        lambda d: reward(d, 0)["for"].update(side="dark"),
        "rewards.toml.rewards[0].for.side",
        "dark",
        "on no side",
    ),
    (
        "two rewards of one key",
        lambda d: reward(d, 1).update(key="landos-advice"),
        "rewards.toml.rewards",
        "[{",
        "the key landos-advice once",
    ),
]


def test_the_packaged_files_have_no_fault() -> None:
    assert read(packaged()) == ladder()


@pytest.mark.parametrize(
    ("change", "field", "value", "expected"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_is_named_with_its_entry_its_value_and_what_is_expected(
    change: Callable[[dict[str, Data]], object], field: str, value: str, expected: str
) -> None:
    data = packaged()
    change(data)
    with pytest.raises(BadThemeDataError) as caught:
        read(data)
    (violation,) = caught.value.violations
    assert violation.field == field
    assert violation.value.startswith(value)
    assert expected in violation.expected


def test_the_faults_of_all_entries_of_all_files_are_named_at_once() -> None:
    data = packaged()
    level(data).update(bank=1)
    level(data, 3).update(ceiling=1)
    lesson(data, "over").update(right="none")
    reward(data, 0).update(kind="gold")
    with pytest.raises(BadThemeDataError) as caught:
        read(data)
    assert [each.field for each in caught.value.violations] == [
        "ladder.toml.levels[0].bank",
        "ladder.toml.levels[3].ceiling",
        "lessons.toml.lessons[2].right",
        "rewards.toml.rewards[0].kind",
    ]
