"""Ties between the decks that GEMP ships as samples, on the catalogue of the real files."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import UnknownCardError
from sabacc.v1 import cards_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from tests.rpc.asking import but_for_the_repeat_mark, player, rehearsal, tie

if TYPE_CHECKING:
    from deckmapping.catalogue import Catalogue
    from tests.rpc.callers import Service

DEAD_ID = "203_16"
LEGACY = re.compile(r"601_[0-9]+")
"""Ids of the Legacy set, which neither file holds."""


def entries(deck: str) -> list[str]:
    """The entries before the bar; all ids of the sample decks are in their normal form."""
    return [entry for entry in deck.partition("|")[0].split(",") if entry]


def gaps(deck: str) -> list[tuple[int, str]]:
    """Place and id of every entry of a pile that the two files do not know."""
    main = deck.partition("|")[0].split(",")
    return [(place, id_) for place, id_ in enumerate(main, 1) if id_ == DEAD_ID or LEGACY.fullmatch(id_)]


def by_side(service: Service, decks: dict[str, str]) -> dict[int, list[str]]:
    """The names of the decks without gaps by their side."""
    found: dict[int, list[str]] = {}
    for name, deck in decks.items():
        if not gaps(deck):
            side = service.call(cards_pb2.ReadDeckRequest(deck=deck)).side
            found.setdefault(side, []).append(name)
    return found


def whole(sides: dict[int, list[str]]) -> list[tuple[str, str]]:
    """Every pair of opposite sides."""
    return list(product(sides[cards_pb2.SIDE_LIGHT], sides[cards_pb2.SIDE_DARK]))


def test_41_of_the_46_decks_resolve_and_the_other_five_are_told_place_by_place(
    real_service: Service, decks: dict[str, str]
) -> None:
    resolved = []
    for name, deck in decks.items():
        answer = real_service.call(cards_pb2.ReadDeckRequest(deck=deck))
        told = [(each.position, each.text) for each in answer.unresolved if not each.outside]
        assert told == gaps(deck), name
        assert answer.cards_in == len(answer.pile) + len(answer.outside) + len(answer.unresolved)
        assert sum(answer.histogram.values()) == len(answer.pile)
        if not told:
            resolved.append(name)
            assert [card.blueprint_id for card in answer.pile] == entries(deck)
            assert answer.side in {cards_pb2.SIDE_LIGHT, cards_pb2.SIDE_DARK}
    assert (len(decks), len(resolved)) == (46, 41)
    incomplete = {name: {id_ for _, id_ in gaps(deck)} for name, deck in decks.items() if gaps(deck)}
    assert sorted(name.startswith("Legacy") for name in incomplete) == [False, True, True, True, True]
    assert [ids for name, ids in incomplete.items() if not name.startswith("Legacy")] == [{DEAD_ID}]


def test_every_pair_of_opposite_sides_breaks_a_tie_that_verifies(real_service: Service, decks: dict[str, str]) -> None:
    pairs = whole(by_side(real_service, decks))
    assert len(pairs) == 420  # 20 by 21 decks
    if real_service.wired:
        pairs = pairs[::20]
    decided: Counter[str] = Counter()
    for number, (light, dark) in enumerate(pairs):
        players = [player("light", decks[light]), player("dark", decks[dark])]
        answer = real_service.call(rehearsal(tie("worlds", players, stage=f"s{number}")))
        assert sorted(place.place for place in answer.places) == [1, 2]
        for pile, deck in zip(answer.piles, (decks[dark], decks[light]), strict=True):
            assert sorted([*pile.cards, *pile.started_on_table]) == sorted(entries(deck))
            assert list(pile.dropped) == []
        for hand in answer.hands:
            assert 2 <= len(hand.cards) <= 6
        decided[answer.places[0].decided_by] += 1
        found = real_service.call(pb.VerifyTranscriptRequest(transcript=answer.transcript.encode()))
        assert (found.valid, found.values_checked, found.head_checked) == (True, True, True), (light, dark)
    assert decided["sabacc:1"] > len(pairs) // 2


def test_the_five_other_decks_are_refused_with_every_id_and_place(real_service: Service, decks: dict[str, str]) -> None:
    other = next(deck for deck in decks.values() if not gaps(deck))
    refusals = 0
    for number, (name, deck) in enumerate(decks.items()):
        if not (missing := gaps(deck)):
            continue
        refusals += 1
        refused = real_service.refusal(tie("refused", [player("a", other), player("b", deck)], stage=f"s{number}"))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "UNKNOWN_CARD")
        assert set(refused.violations) == {"players[1].deck"}
        assert refused.metadata["violations"] == str(len(missing)), name
        told = re.findall(r"got '(\S+) at position (\d+)'", refused.message)
        assert told == [(id_, str(place)) for place, id_ in missing][: len(told)]
        # A status has no room for the 36 gaps of a Legacy deck; it counts the others, and ReadDeck tells them all.
        assert len(told) == len(missing) or refused.message.endswith(f"; and {len(missing) - len(told)} more")
        assert len(told) >= min(len(missing), 15)
        request = rehearsal(tie("refused", [player("a", other), player("b", deck)]))
        with pytest.raises(UnknownCardError) as caught:
            real_service.application.servicers.ties.RehearseTiebreak(request)
        assert [fault.value for fault in caught.value.violations] == [f"{id_} at position {at}" for at, id_ in missing]
    assert refusals == 5
    assert real_service.stored("refused") == 0


def test_with_leave_the_five_play_without_those_ids_and_the_transcript_says_so(
    real_service: Service, decks: dict[str, str]
) -> None:
    sides = by_side(real_service, decks)
    other = decks[sides[cards_pb2.SIDE_LIGHT][0]]
    for number, (name, deck) in enumerate(decks.items()):
        if not (missing := gaps(deck)):
            continue
        asked = tie("allowed", [player("a", other), player("b", deck)], stage=f"s{number}", allow_unknown=True)
        answer = real_service.call(asked)
        pile = answer.piles[1]
        left_out = sorted(id_ for _, id_ in missing)
        assert list(pile.dropped) == left_out, name
        assert sorted([*pile.cards, *pile.started_on_table, *pile.dropped]) == sorted(entries(deck))
        assert f"\ndropped b {','.join(left_out)}\n" in answer.transcript
        found = real_service.call(pb.VerifyTranscriptRequest(transcript=answer.transcript.encode()))
        assert (found.valid, found.values_checked) == (True, True)
        assert but_for_the_repeat_mark(real_service.call(asked)) == but_for_the_repeat_mark(answer)


def test_stored_ties_between_real_decks_are_answered_again_with_their_odds(
    real_service: Service, decks: dict[str, str]
) -> None:
    pairs = whole(by_side(real_service, decks))
    for number, (light, dark) in enumerate(pairs[:: len(pairs) // 5]):
        players = [player("light", decks[light]), player("dark", decks[dark])]
        asked = tie("stored", players, stage=f"s{number}", with_win_shares=True)
        answer = real_service.call(asked)
        assert not answer.replayed
        shares = [float(share.share) for share in answer.win_shares]
        assert abs(sum(shares) - 1) < 1e-11
        assert all(0.2 < share < 0.8 for share in shares)
        assert but_for_the_repeat_mark(real_service.call(asked)) == but_for_the_repeat_mark(answer)


def test_the_report_of_the_real_catalogue_is_told_whole(real_service: Service, full: Catalogue) -> None:
    told = real_service.call(cards_pb2.GetCatalogueRequest())
    assert (told.catalogue_version, told.card_count) == (full.version, len(full.records))
    assert [each.blueprint_id for each in told.conflicts if each.field == "destiny"] == ["222_8"]
    assert Counter(each.source for each in told.sources) == {"gemp": 1, "card-json": 2}
    assert all(each.record_count > each.card_count > 1000 for each in told.sources)
    assert all(each.count >= len(each.blueprint_ids) > 0 for each in told.gaps)
    assert all(each.reason for each in [*told.left_out, *told.gaps, *told.conflicts])


def test_field_report_37_every_fact_of_two_sources(real_service: Service) -> None:
    answer = real_service.call(cards_pb2.GetCardsRequest(blueprint_ids=["222_8", "6_36", "107_3", "219_19"]))
    assert [list(card.values) for card in answer.cards] == [["4"], ["1"], ["5"], ["1"]]


def test_field_report_38_alternate_pictures_of_a_card_are_one_card(real_service: Service) -> None:
    (card,) = real_service.call(cards_pb2.GetCardsRequest(blueprint_ids=["201_42"])).cards
    assert card.blueprint_id == "201_42"
