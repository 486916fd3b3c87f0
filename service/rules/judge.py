"""Judges two final hands of catalogue cards: values, totals, winner, double, stakes and the rule that decided.

The judge takes the hands as they lie before him. A third card shows that nobody had seen a perfect sabacc, so 5, 6
and a later 0 are a plain 11. If one hand is a perfect sabacc although the other went on to a third card, which cannot
happen in play, the perfect sabacc stands and a note says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckmapping.values import ELEVEN, format_value
from deckmapping.variants import bars_wild_cards, variant_rules
from service.rules.best import best_values
from service.rules.case_reading import read_hands
from service.rules.changes import best_change, changed, verify_change
from service.rules.choices import Number
from service.rules.hand import Hand, total, values
from service.rules.opening import perfect_values
from service.rules.outcome import DecidedBy, FinalHand, decide
from service.rules.reasons import reason
from service.rules.stakes import stakes
from service.rules.verdict import JudgedCard, JudgedHand, MadeChange, StakesCard, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckmapping.records import CardRecord
    from deckmapping.values import Value
    from deckmapping.variants import Variant
    from service.rules.case_reading import Lookup, ReadHand
    from service.rules.cases import HandsCase
    from service.rules.outcome import Outcome


def judge(case: HandsCase, lookup: Lookup) -> Verdict:
    """Judge two final hands.

    Args:
        case: the hands, and what was chosen; what was not is filled with the best values and the best change, unless
            the hand says `only_chosen`.
        lookup: the catalogue: the record of a normalised blueprint id, or None.

    Raises:
        InvalidInputError: one of the kinds that `read_hands` names, with every fault of that kind.
        IllegalChoiceError: a change that the side may not make.
    """
    read = read_hands(case, lookup)
    perfect = [_is_perfect(each) for each in read]
    first, second = (
        _finish(each, side, is_perfect=perfect[side], is_ended=any(perfect)) for side, each in enumerate(read)
    )
    outcome = decide((first.final, second.final))
    verdict = Verdict(
        hands=(first.judged(), second.judged()),
        winner=outcome.winner,
        is_double=outcome.is_double,
        decided_by=outcome.decided_by,
        changes=tuple(_changes((first, second), case.starter)),
        notes=tuple(_notes(case.variant, (first, second), outcome)),
    )
    return _with_stakes(verdict, case.variant, (first, second))


@dataclass(frozen=True, slots=True)
class _Finished:
    """A hand with all choices made that will be made."""

    read: ReadHand
    hand: Hand
    change: int
    is_perfect: bool

    @property
    def total(self) -> Value | None:
        """The total after the change."""
        counted = total(self.hand)
        return None if counted is None else changed(counted, self.change)

    @property
    def final(self) -> FinalHand:
        return FinalHand(len(self.hand.cards), self.total, self.is_perfect, self.hand.rules.wins_double)

    def judged(self) -> JudgedHand:
        cards = (
            JudgedCard(
                blueprint_id=record.blueprint_id,
                title=record.title,
                role=self.hand.cards[position].role,
                choice=self.hand.choices[position],
                value=value,
                reason=reason(self.hand, position, value),
            )
            for position, (record, value) in enumerate(zip(self.read.records, values(self.hand), strict=True))
        )
        return JudgedHand(tuple(cards), self.change, self.total, self.is_perfect)


def _is_perfect(read: ReadHand) -> bool:
    """R3: a total that a text changed is never perfect, nor one that waits for a choice."""
    waits = read.case.only_chosen and any(
        choice is None and len(card.printed) > 1
        for card, choice in zip(read.hand.cards, read.hand.choices, strict=True)
    )
    return perfect_values(read.hand) is not None and not read.case.change and not waits


def _finish(read: ReadHand, side: int, *, is_perfect: bool, is_ended: bool) -> _Finished:
    """Make the choices that are left; a perfect sabacc ended the hand before anybody could change a total."""
    if is_perfect:
        hand = _with_perfect_values(read.hand)
    elif read.case.only_chosen:
        hand = read.hand
    else:
        hand = best_values(read.hand, 0 if is_ended else read.case.change).hand
    counted = total(hand)
    if read.case.change is not None:
        # Of an incomplete hand only the text is asked: 11 stands for any total above 0.
        verify_change(hand.rules, ELEVEN if counted is None else counted, read.case.change, f"hands[{side}].change")
    if counted is None or is_ended:
        return _Finished(read, hand, 0, is_perfect)
    chosen = read.case.change
    return _Finished(read, hand, best_change(hand.rules, counted) if chosen is None else chosen, is_perfect)


def _with_perfect_values(hand: Hand) -> Hand:
    pair = perfect_values(hand)
    assert pair is not None
    return replace(hand, choices=tuple(Number(value) for value in pair))


def _changes(hands: tuple[_Finished, _Finished], starter: int) -> Iterator[MadeChange]:
    for side in (1 - starter, starter):
        made, by = hands[side], hands[side].read.character
        before = total(made.hand)
        if made.change and made.total is not None and before is not None and by is not None:
            words = f"{by.title} ({by.blueprint_id}) makes {format_value(before)} {format_value(made.total)}"
            yield MadeChange(side, made.change, made.total, words)


def _with_stakes(verdict: Verdict, variant: Variant | None, hands: tuple[_Finished, _Finished]) -> Verdict:
    """Add what the loser gives up; a fair deck plays for no cards."""
    if verdict.winner is None or variant is None:
        return verdict
    loser = hands[1 - verdict.winner].hand.cards
    lost = stakes(loser, is_double=verdict.is_double)
    return replace(
        verdict,
        stakes=tuple(StakesCard(place, loser[place].card_id, loser[place].stakes_reason) for place in lost.claimable),
        stakes_count=lost.count,
        claimed_count=lost.claimed_count,
        lost_count=lost.lost_count,
    )


def _notes(variant: Variant | None, hands: tuple[_Finished, _Finished], outcome: Outcome) -> Iterator[str]:
    for side, each in enumerate(hands):
        name, case, character = f"hands[{side}]", each.read.case, each.read.character
        if character is not None:
            yield from _character_notes(variant, name, character)
        if case.barred_by is not None and (variant is None or not bars_wild_cards(case.barred_by, variant)):
            yield f"{name}: {case.barred_by} changes nothing in {_title(variant)}"
        if hands[1 - side].is_perfect and len(case.cards) > 2:
            yield f"{name}: in play this hand would have ended with two cards, at the other side's perfect sabacc"
        if case.change and not each.change and any(other.is_perfect for other in hands):
            yield f"{name}: no total is changed after a perfect sabacc"
    if outcome.is_double and outcome.decided_by is not DecidedBy.PERFECT and outcome.winner is not None:
        winner = hands[outcome.winner].read.character
        assert winner is not None
        yield f"hands[{outcome.winner}]: the win counts double by the text of {winner.title} ({winner.blueprint_id})"


def _character_notes(variant: Variant | None, name: str, character: CardRecord) -> Iterator[str]:
    who = f"{character.title} ({character.blueprint_id})"
    if variant is None:
        yield f"{name}: no text or perk of {who} counts in a fair deck"
        return
    eligible = variant_rules(variant).is_eligible_character(character)
    if not eligible:
        yield f"{name}: {who} could not be the playing character: {eligible.reason}"


def _title(variant: Variant | None) -> str:
    return "a fair deck" if variant is None else variant_rules(variant).title
