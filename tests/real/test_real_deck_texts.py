"""The decks that GEMP ships as samples, written in every format and read back; Holotable's names of all pictures."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from deckmapping.clinic.clinic import Clinic
from deckmapping.clinic.exports import EXPORTS
from deckmapping.clinic.model import DeckFormat, DoubtReason
from deckmapping.clinic.printings import is_reprint, is_same_card

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from deckmapping.catalogue import Catalogue
    from deckmapping.records import CardRecord


@pytest.fixture(scope="session")
def clinic(full: Catalogue) -> Clinic:
    return Clinic(full)


def ids(cards: Iterable[CardRecord]) -> Counter[str]:
    return Counter(card.blueprint_id for card in cards)


@pytest.mark.parametrize("format_", EXPORTS)
def test_all_46_decks_are_written_and_read_back_unchanged(
    format_: DeckFormat, clinic: Clinic, decks: dict[str, str]
) -> None:
    cards = 0
    for contents in decks.values():
        deck = clinic.parse(contents.encode())
        again = clinic.parse(clinic.export(deck, format_).encode())
        assert (again.format, again.doubts) == (format_, ())
        assert (ids(again.pile), ids(again.outside)) == (ids(deck.pile), ids(deck.outside))
        cards += again.cards_in
    assert (len(decks), cards) == (46, 2763)


@pytest.mark.parametrize("format_", [DeckFormat.PLAIN, DeckFormat.FORUM])
def test_by_titles_alone_the_decks_are_read_back_but_for_ambiguous_titles_which_are_told(
    format_: DeckFormat, clinic: Clinic, decks: dict[str, str]
) -> None:
    counts = Counter[str]()
    for contents in decks.values():
        deck = clinic.parse(contents.encode())
        titles = re.sub(r" \[[0-9_]+\]", "", clinic.export(deck, format_))
        again = clinic.parse(titles.encode())
        assert again.cards_in == len(deck.pile) + len(deck.outside)
        assert {doubt.reason for doubt in again.doubts} <= {DoubtReason.AMBIGUOUS}
        counts["read"] += again.cards_in
        counts["in doubt"] += again.doubtful
        for mine, theirs in ((deck.pile, again.pile), (deck.outside, again.outside)):
            lost, won = ids(mine) - ids(theirs), ids(theirs) - ids(mine)
            records = {card.blueprint_id: card for card in (*mine, *theirs)}
            for id_, count in won.items():  # of a card with two pictures or printings a title alone names the first
                pictures = [known for known in lost if is_same_card(records[known], records[id_])]
                printings = [known for known in lost if is_reprint(records[known], records[id_])]
                lost[(pictures or printings)[0]] -= count
                counts["other picture" if pictures else "other printing"] += count
                assert pictures or any(id_ in remark.text for remark in again.remarks)
            candidates = {card.blueprint_id for doubt in again.doubts for card in doubt.candidates}
            assert {id_ for id_, count in lost.items() if count} <= candidates
    print(f"\n{format_} by titles alone: {dict(counts)}")  # noqa: T201
    assert counts["read"] == 2763
    assert counts["in doubt"] < 2763 // 20
    assert counts["other picture"] < 2763 // 100
    assert counts["other printing"] < 2763 // 100


def test_every_picture_of_holotable_leads_to_its_card_or_is_in_doubt(clinic: Clinic, shared_data: Path) -> None:
    found = Counter[str]()
    for side in ("Light", "Dark"):
        text = (shared_data / "data" / "swccg-card-json" / f"{side}.json").read_text(encoding="utf-8")
        for record in json.loads(text)["cards"]:
            folder, name = record["front"]["imageUrl"].removesuffix(".gif").split("/")[-3::2]
            other = 'card "/starwars/Premiere-Dark/t_sense" 1'
            deck = clinic.parse(f'{other}\ncard "/starwars/{folder}/t_{name}" 1\n'.encode())
            cards = (*deck.pile[1:], *deck.outside)
            assert [card.blueprint_id for card in cards] in ([record["gempId"]], [])
            found["resolved" if cards else "in doubt"] += 1
    print(f"\npictures: {dict(found)}")  # noqa: T201
    assert found["in doubt"] <= 11
    assert found.total() == 3797
