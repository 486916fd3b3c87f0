"""The facts that the tests of the rules play with, against the real card files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import Catalogue, import_catalogue
from deckmapping.variants import Variant, variant_rules
from service.rules.judge import judge
from service.rules.notation import read_case
from tests.rules.facts import BY_ID

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deckmapping.records import CardRecord


@pytest.fixture(scope="module")
def catalogue(shared_data: Path) -> Catalogue:
    data = shared_data / "data"
    return import_catalogue(
        [
            data / "gemp" / "card_blueprint_database.json",
            data / "swccg-card-json" / "Dark.json",
            data / "swccg-card-json" / "Light.json",
        ]
    )


@pytest.mark.parametrize("variant", Variant)
def test_the_facts_of_the_tests_are_those_of_the_catalogue(catalogue: Catalogue, variant: Variant) -> None:
    rules = variant_rules(variant)
    for blueprint_id, mine in BY_ID.items():
        real = catalogue.get(blueprint_id)
        assert real is not None, blueprint_id
        assert real.values == mine.values, blueprint_id
        assert rules.classify(real) == rules.classify(mine), blueprint_id
        asks: list[Callable[[CardRecord], object]] = [
            rules.is_stakes, rules.is_eligible_character, rules.has_clone_perk, rules.has_wild_perk
        ]  # fmt: skip
        for ask in asks:
            assert ask(real) == ask(mine), blueprint_id


@pytest.mark.parametrize(
    "text",
    [
        "trooper starter=0 | 12_114=@1 209_35 200_120 only-chosen | 3_8 3_8",
        "cloud-city starter=0 | 217_13 101_6 barred=7_111 | 223_16 5_14 7_160 4_145 13_28",
        "fair-deck starter=0 | 213_35 7_115 5_80 | 204_1 213_10 2_2",
        "jabbas-palace starter=1 | 12_108 12_148 character=112_14 | 2_2 101_6 character=6_10",
    ],
)
def test_the_real_catalogue_gives_the_same_verdicts(catalogue: Catalogue, text: str) -> None:
    real, mine = judge(read_case(text), catalogue.get), judge(read_case(text), BY_ID.get)
    assert [hand.values for hand in real.hands] == [hand.values for hand in mine.hands]
    assert (real.winner, real.is_double, real.decided_by) == (mine.winner, mine.is_double, mine.decided_by)
    assert (real.stakes, real.stakes_count) == (mine.stakes, mine.stakes_count)
