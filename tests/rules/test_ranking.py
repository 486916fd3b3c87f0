"""R7 and R8: who wins, and by which clause."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from deckmapping.values import ONE, Value, whole
from service.rules.cards import Card
from service.rules.hand import Hand
from service.rules.opening import perfect_values
from service.rules.outcome import DecidedBy, FinalHand, Outcome, decide
from service.rules.ranking import is_better_total, is_over, rank

SMALL = ("0", "0.5", "1", "3", "3.1415927", "4", "5", "7")


def final(text: str) -> FinalHand:
    """Read ``TOTAL/CARDS``."""
    total, cards = text.split("/")
    return FinalHand(int(cards), Value(int(Decimal(total) * ONE)))


@pytest.mark.parametrize(
    ("first", "second", "winner", "clause"),
    [
        ("13/3", "14/2", 0, DecidedBy.LOWER_OVER),
        ("12/3", "12/2", 1, DecidedBy.FEWER_CARDS),
        ("9/2", "12/2", 0, DecidedBy.NOT_OVER),
        ("11/4", "10/2", 0, DecidedBy.CLOSEST),
        ("10/3", "10/3", None, DecidedBy.DRAW),
        ("0/2", "0/2", None, DecidedBy.DRAW),
        ("0/6", "11.0000001/2", 0, DecidedBy.NOT_OVER),
        ("10.9999999/6", "10.5/2", 0, DecidedBy.CLOSEST),
        ("12.5/2", "12.1415927/6", 1, DecidedBy.LOWER_OVER),
        ("11/3", "11/2", 1, DecidedBy.FEWER_CARDS),
    ],
)
def test_r7_closest_without_going_over_then_lower_then_fewer_cards(
    first: str, second: str, winner: int | None, clause: DecidedBy
) -> None:
    assert decide((final(first), final(second))) == Outcome(winner, is_double=False, decided_by=clause)
    mirrored = None if winner is None else 1 - winner
    assert decide((final(second), final(first))) == Outcome(mirrored, is_double=False, decided_by=clause)


def test_r7_an_incomplete_hand_decides_nothing() -> None:
    open_hand = FinalHand(3, None, wins_double=True)
    for pair in ((open_hand, final("3/2")), (final("3/2"), open_hand), (open_hand, open_hand)):
        assert decide(pair) == Outcome(None, is_double=False, decided_by=DecidedBy.INCOMPLETE)


def test_r3_a_perfect_sabacc_wins_double_and_two_are_a_draw() -> None:
    perfect = FinalHand(2, whole(11), is_perfect=True)
    for other in (final("11/2"), final("11/3"), final("0/2"), FinalHand(2, None)):
        assert decide((perfect, other)) == Outcome(0, is_double=True, decided_by=DecidedBy.PERFECT)
        assert decide((other, perfect)) == Outcome(1, is_double=True, decided_by=DecidedBy.PERFECT)
    assert decide((perfect, perfect)) == Outcome(None, is_double=False, decided_by=DecidedBy.BOTH_PERFECT)


def test_r8_the_winners_own_text_doubles_and_the_losers_does_not() -> None:
    doubler, other = FinalHand(3, whole(10), wins_double=True), final("9/3")
    assert decide((other, doubler)) == Outcome(1, is_double=True, decided_by=DecidedBy.CLOSEST)
    better = final("11/3")
    assert decide((better, doubler)) == Outcome(0, is_double=False, decided_by=DecidedBy.CLOSEST)
    assert decide((doubler, doubler)) == Outcome(None, is_double=False, decided_by=DecidedBy.DRAW)


def test_r7_eleven_is_not_over() -> None:
    assert (is_over(whole(11)), is_over(Value(whole(11) + 1))) == (False, True)
    assert rank(whole(11), 2) < rank(whole(11), 3) < rank(whole(10), 2) < rank(whole(12), 2) < rank(whole(13), 2)
    assert is_better_total(whole(0), whole(12))
    assert not is_better_total(whole(10), whole(10))


def test_r7_every_pair_of_hands_over_a_small_value_set_is_ordered_as_counted() -> None:
    expected = dict(line.split() for line in recorded().splitlines() if not line.startswith("#"))
    counted: Counter[str] = Counter()
    classes = hand_classes()
    counted["hands"] = sum(classes.values())
    for (mine, hands), (theirs, others) in product(classes.items(), repeat=2):
        outcome = decide((mine, theirs))
        pairs = hands * others
        assert (outcome.winner, outcome.is_double) == by_the_book(mine, theirs)
        counted["pairs"] += pairs
        counted[{0: "first_wins", 1: "second_wins", None: "draws"}[outcome.winner]] += pairs
        counted[outcome.decided_by] += pairs
        counted["doubles"] += pairs * outcome.is_double
    assert {name: str(count) for name, count in counted.items()} == expected


def recorded() -> str:
    return Path(__file__).with_name("pairs.txt").read_text(encoding="utf-8")


def hand_classes() -> Counter[FinalHand]:
    """Count the multisets of two to six small values by all that R7 looks at."""
    classes: Counter[FinalHand] = Counter()
    for size in range(2, 7):
        for chosen in combinations_with_replacement(SMALL, size):
            cards = [Card("1_1", (Value(int(Decimal(text) * ONE)),)) for text in chosen]
            is_perfect = perfect_values(Hand.unvalued(cards)) is not None
            classes[FinalHand(size, Value(sum(card.printed[0] for card in cards)), is_perfect)] += 1
    return classes


def by_the_book(mine: FinalHand, theirs: FinalHand) -> tuple[int | None, bool]:
    """Compare as the rulebook reads, in decimals: winner and double."""
    assert mine.total is not None and theirs.total is not None  # noqa: PT018
    totals = Decimal(mine.total) / ONE, Decimal(theirs.total) / ONE
    counts = mine.card_count, theirs.card_count
    perfect = [total == 11 and count == 2 for total, count in zip(totals, counts, strict=True)]
    if perfect[0] != perfect[1]:
        return perfect.index(True), True
    under = [side for side in (0, 1) if totals[side] <= 11]
    if len(under) == 1:
        return under[0], False
    if totals[0] != totals[1]:
        wanted = max(totals) if under else min(totals)
        return totals.index(wanted), False
    return (None if counts[0] == counts[1] else counts.index(min(counts))), False
