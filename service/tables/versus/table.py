"""A table between two players, as a value: who sits there, the shoe, the hand that is played, what it waits for.

Both play by R4 in turn with hidden hands, value their open cards in secret, and both hands are laid open together. The
table holds hidden cards, so neither it nor its text is for a player's eyes; `service.tables.versus.view` is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError, PileTooSmallError, Violation, shown
from service.rules.casting import cast, side_rules
from service.rules.hand import FIRST_CARDS
from service.rules.hand import total as hand_total
from service.rules.state import SIDES, HandState, Phase
from service.tables.own_cards import NOTHING, write_ids
from service.tables.practice import MOST_BETS, wager_key
from service.tables.purses import wager
from service.tables.shoe import Shoe, ShoePile

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant
    from service.rules.cards import Card, SideRules
    from service.rules.outcome import Outcome
    from service.tables.moves import Absence
    from service.tables.purses import Amount, Bet
    from service.tables.shoe import ShoeDeal


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table, and what he plays with."""

    name: str
    cards: tuple[Card, ...]
    """His whole deck, in any order."""
    rules: SideRules
    """What the variant and his playing character allow him; texts that change or double totals included."""

    @classmethod
    def of(
        cls,
        name: str,
        records: Iterable[CardRecord],
        variant: Variant | None,
        character: CardRecord | None = None,
        barred_by: str | None = None,
    ) -> Self:
        """Return the player who brings *records*; the other arguments are those of `service.rules.casting.cast`."""
        cards = tuple(cast(record, variant, character, barred_by) for record in records)
        return cls(name, cards, side_rules(variant, character))


@dataclass(frozen=True, slots=True)
class VersusTerms:
    """What stays the same as long as the table is open."""

    table_id: str
    names: tuple[str, str]
    rules: tuple[SideRules, SideRules]
    stake: Amount
    """What a hand is played for, the same for both; a double win is twice as much."""

    def wager(self, number: int) -> Bet:
        """Return the bet of either side on the hand *number*; any hand may be lost double, to a perfect sabacc (R8)."""
        return wager(wager_key(self.table_id, number), self.stake, MOST_BETS)


@dataclass(frozen=True, slots=True, repr=False)
class VersusTable:
    """A table at rest: before a hand, at somebody's decision, or after a hand.

    `str` writes what changes in it on one line and `service.tables.versus.notation` reads it back; the line holds
    hidden cards. `repr` tells none.
    """

    terms: VersusTerms
    shoe: Shoe
    """Both piles as they lay before the hand that is played."""
    number: int = 0
    """Of the hand that is played or was played last, counted from 1; 0 before the first."""
    hand: HandState | None = None
    """None before the first hand and once a hand has been settled."""
    dealt: ShoeDeal | None = None
    """The cards of `hand`, for the shoe after it."""
    last_starter: int | None = None
    """The side that started the hand `number`."""
    absent: tuple[Absence | None, Absence | None] = (None, None)
    """Who is played for in this hand, and why."""
    ready: tuple[bool, bool] = (False, False)
    """Who is ready for the next hand; it is dealt once both are."""

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended; None while there is none or it goes on."""
        return None if self.hand is None else self.hand.outcome()

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The sides without whose act the hand does not go on; what both have to value, both may do at once."""
        hand = self.hand
        if hand is None:
            return ()
        if hand.phase is Phase.VALUING:
            return tuple(side for side in SIDES if hand_total(hand.seats[side].hand) is None)
        return () if hand.to_act is None else (hand.to_act,)

    def __str__(self) -> str:
        starter = "" if self.last_starter is None else f" last-starter={self.last_starter}"
        ready = ",".join("yes" if each else "no" for each in self.ready)
        absent = ",".join(each or "-" for each in self.absent)
        head = f"number={self.number}{starter} ready={ready} absent={absent} hands={self.shoe.hands}"
        played = (write_ids(pile.played) for pile in self.shoe.piles)
        hand = [NOTHING] if self.hand is None or self.dealt is None else [_beneath(self.dealt), str(self.hand)]
        return " | ".join([head, *played, *hand])

    def __repr__(self) -> str:
        at = "no hand" if self.hand is None else f"{self.hand.phase}"
        return f"<table between two players: hand {self.number}, {at}>"


def _beneath(dealt: ShoeDeal) -> str:
    return "beneath={},{}".format(*dealt.beneath)


def open_table(table_id: str, players: tuple[Player, Player], stake: Amount, cut: int | None = None) -> VersusTable:
    """Return a table at which nothing has been dealt.

    Args:
        table_id: names the table once for ever.
        players: side 0 and side 1; where they sit gives neither an advantage, as the seed says who starts.
        stake: what each hand is played for.
        cut: hands after which the piles are shuffled; None: only when one could run out in a hand.

    Raises:
        PileTooSmallError: a player brings fewer than two cards (R1); each such player is named.
        InvalidInputError: the stake is below one chip, both players have the same name, or *cut* is below one hand.
    """
    first, second = players
    small = [
        Violation(
            f"players[{side}].pile",
            shown(f"{len(player.cards)} cards of {player.name}"),
            f"a pile that needs {FIRST_CARDS} or more",
        )
        for side, player in enumerate(players)
        if len(player.cards) < FIRST_CARDS
    ]
    if small:
        raise PileTooSmallError.all(small)
    if first.name == second.name:
        raise InvalidInputError.of("players[1].name", second.name, "another name than the first player's")
    if stake.count < 1:
        raise InvalidInputError.of("stake", stake.count, "1 chip or more")
    terms = VersusTerms(table_id, (first.name, second.name), (first.rules, second.rules), stake)
    return VersusTable(terms, Shoe((ShoePile.of(first.cards), ShoePile.of(second.cards)), cut))


def bets_won(outcome: Outcome, side: int) -> Fraction:
    """Return what *side* wins with *outcome*, in stakes: 0 for a draw, below 0 for a loss, doubled as R8 says."""
    if outcome.winner is None:
        return Fraction(0)
    bets = Fraction(2 if outcome.is_double else 1)
    return bets if outcome.winner == side else -bets


def with_absence(table: VersusTable, side: int, why: Absence) -> VersusTable:
    """Return the table with *side* played for until the hand is over."""
    return replace(table, absent=(why, table.absent[1]) if side == 0 else (table.absent[0], why))


def with_ready(table: VersusTable, side: int) -> VersusTable:
    """Return the table with *side* ready for the next hand."""
    return replace(table, ready=(True, table.ready[1]) if side == 0 else (table.ready[0], True))
