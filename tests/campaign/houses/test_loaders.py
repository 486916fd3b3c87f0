"""The loaders of the houses' files refuse what is wrong and say where."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from deckmapping.themes.errors import BadThemeDataError
from deckmapping.themes.reading import Section
from service.campaign.houses.decks import read_houses
from service.campaign.houses.edges import read_edges
from tests.deckmapping.themes.mutations import WRONG_KIND, changed, paths, without

if TYPE_CHECKING:
    from collections.abc import Callable

READERS: dict[str, Callable[[Section], object]] = {"houses.toml": read_houses, "edges.toml": read_edges}


def packaged(name: str) -> dict[str, Any]:
    return tomllib.loads(files("service.campaign.houses").joinpath("data", name).read_text(encoding="utf-8"))


def refused(name: str, data: dict[str, Any]) -> str:
    with pytest.raises(BadThemeDataError) as caught:
        READERS[name](Section(data, name))
    return str(caught.value)


def some_paths(name: str) -> list[tuple[str, list[object]]]:
    """Every place, of the edges those of the first two entries and the last one."""
    found = list(paths(packaged(name)))
    return (
        found if name == "houses.toml" else [each for each in found if len(each[1]) == 1 or each[1][1] in (0, 1, 164)]
    )


@pytest.mark.parametrize("name", READERS)
def test_every_key_of_another_kind_is_refused_by_its_place(name: str) -> None:
    data = packaged(name)
    for path, keys in some_paths(name):
        assert refused(name, changed(data, keys, WRONG_KIND)).startswith(f"{name}{path}: got"), path


@pytest.mark.parametrize("name", READERS)
def test_every_key_that_is_missing_is_refused_and_every_entry(name: str) -> None:
    data = packaged(name)
    for path, keys in some_paths(name):
        place = path if not isinstance(keys[-1], int) else ".edge"
        assert refused(name, without(data, keys)).startswith(f"{name}{place}: got"), path


@pytest.mark.parametrize("name", READERS)
def test_a_key_that_nobody_knows_is_refused(name: str) -> None:
    data = packaged(name)
    for path, keys in [("", []), *some_paths(name)]:
        place: Any = data
        for key in keys:
            place = place[key]
        if isinstance(place, dict):
            assert refused(name, changed(data, [*keys, "colour"], "red")).startswith(f"{name}{path}.colour: got 'red'")


@pytest.mark.parametrize(
    ("keys", "value", "expected"),
    [
        (
            ["trooper-dark", "mild"],
            "trooper-dark-milder",
            "trooper-dark.mild: got 'trooper-dark-milder', expected the name",
        ),
        (["trooper-dark", "strong"], "trooper-light-strong", "trooper-dark.strong: got 'trooper-light-strong'"),
        (
            ["trooper-dark", "mild"],
            "deck-c",
            "trooper-dark.mild: got 'deck-c', expected the name of a bundled deck of troop",
        ),
        (["trooper-dark", "boss", "mild"], "dune-sea-dark", "trooper-dark.boss.mild: got 'dune-sea-dark'"),
        (["trooper-dark", "boss", "most"], "2/100", "trooper-dark.boss.most: got '2/100', expected a share of 3/100"),
        (["trooper-dark", "boss", "least"], "3", "trooper-dark.boss.least: got '3', expected a share"),
    ],
)
def test_a_house_that_cannot_be_is_refused(keys: list[object], value: object, expected: str) -> None:
    assert refused("houses.toml", changed(packaged("houses.toml"), keys, value)).startswith(f"houses.toml.{expected}")


@pytest.mark.parametrize(
    ("entry", "key", "value", "expected"),
    [
        (0, "theme", "cloud-city", "[0]: got 'cloud-city figrin-dan deck-c', expected a theme, one of its dealers"),
        (0, "dealer", "jabba", "[0]: got 'cloud-city-light jabba deck-c'"),
        (0, "deck", "cloud-city-light-boss", "[0]: got 'cloud-city-light figrin-dan cloud-city-light-boss'"),
        (1, "deck", "deck-c", "[1]: got 'cloud-city-light figrin-dan deck-c', expected a theme, one of its"),
        (0, "plain", "0.02", "[0].plain: got '0.02', expected a fraction such as 1/50"),
        (0, "plain", "2/0", "[0].plain: got '2/0', expected a fraction"),
        (0, "plain", "31/1000", "[0].plain: got '31/1000', expected 1/100 to 3/100 bets a hand"),
        (0, "with_option", "-1/50", "[0].with_option: got '-1/50', expected 1/100 to 3/100 bets a hand"),
        (0, "with_option", "1/101", "[0].with_option: got '1/101', expected 1/100 to 3/100 bets a hand"),
        (15, "with_option", "1/50", "[15].with_option: got '1/50', expected 3/100 to 2/25 bets a hand"),  # Lando
    ],
)
def test_an_edge_that_cannot_be_is_refused(entry: int, key: str, value: str, expected: str) -> None:
    data = changed(packaged("edges.toml"), ["edge", entry, key], value)
    assert refused("edges.toml", data).startswith(f"edges.toml.edge{expected}")


def test_the_ends_of_the_bounds_are_within_them() -> None:
    data = packaged("edges.toml")
    for value in ("1/100", "3/100"):
        assert read_edges(Section(changed(data, ["edge", 0, "plain"], value), "edges.toml"))
