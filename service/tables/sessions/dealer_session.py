"""A dealer's table between two moves: who deals, the shoe, the hand, the purse, the house's attention."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from service.money import NOTHING, Silver
from service.rules.dealing import worst_bets
from service.tables.dealer import acts
from service.tables.dealer.attention import Attention
from service.tables.dealer.hand import PLAYER
from service.tables.practice import NONE, Chips
from service.tables.purses import bet_of
from service.tables.sessions.locks import dealer_lock
from service.tables.sessions.session import within_turns
from service.tables.shoe import Shoe, ShoePile
from service.tables.silver import Score

if TYPE_CHECKING:
    from service.tables.dealer.hand import DealerHand
    from service.tables.purses import Amount, Bet, Holdings
    from service.tables.sessions.setup import DealerSetup, TableDealer
    from service.tables.shoe import Burned

_ACTS: Final = {
    acts.Act.DRAW: "draw",
    acts.Act.STAND: "stand",
    acts.Act.CHOOSE: "choose",
    acts.Act.CHOOSE_BEST: "best",
    acts.Act.FINISH: "finish",
}
"""What a record calls the acts of a hand."""
_BETWEEN: Final = ("bet", "seat", "close")


@dataclass(frozen=True, slots=True, repr=False)
class DealerSession:
    """A dealer's table between two moves. `repr` tells no card."""

    setup: DealerSetup
    host: str
    """Key of the dealer whose table it is; while Lando visits he sits in his place."""
    shoe: Shoe
    """The piles: as they lay before the hand that is played, or as they lie after the last one."""
    purse: Holdings
    number: int = 0
    hand: DealerHand | None = None
    """The hand that is played or was played last; None before the first, and once another dealer has sat down."""
    dealt_by: str | None = None
    """Key of the dealer of that hand; at its end another one may have taken the seat."""
    burned: Burned = ((), ())
    """What was put away openly before that hand."""
    bet: Amount = NONE
    """On the hand that is played or was played last; none before the first."""
    key: bytes | None = None
    """K of the last hand that is over, 32 bytes and no secret any more; None before the first."""
    attention: Attention = field(default_factory=Attention)
    turns: int = 1
    """Moves made here, the opening counted."""
    is_closed: bool = False

    def __repr__(self) -> str:
        return f"<dealer's table {self.setup.table_id}: hand {self.number}, turn {self.turns}>"

    @property
    def is_hand_running(self) -> bool:
        """See `Session`."""
        return self.hand is not None and not self.hand.is_shown

    @property
    def dealer(self) -> TableDealer:
        """Who deals now; a visiting Lando plays the host's deck by his own rule."""
        host, visitor = self.setup.dealer(self.host), self.setup.visitor
        return host if visitor is None or not self.is_visited else replace(visitor, deck=host.deck)

    @property
    def is_visited(self) -> bool:
        """Whether Lando sits in the host's place. At a table of his own he does not visit, and his visit rests."""
        visitor = self.setup.visitor
        return visitor is not None and visitor.key != self.host and self.attention.is_lando_here

    @property
    def wager(self) -> Bet | None:
        """The bet on the hand that is played."""
        return bet_of(self.purse)

    @property
    def ready_purse(self) -> Holdings:
        """What the next bet is placed from: where the piles are shuffled before it, a new shoe begins."""
        has = self.purse
        return has.at_new_shoe(self._usual_bet) if isinstance(has, Score) and self.is_between_shoes else has

    @property
    def is_between_shoes(self) -> bool:
        """Whether the next hand is dealt from whole piles."""
        return self.shoe.due is not None or not self.shoe.hands

    @property
    def _usual_bet(self) -> Silver:
        """What the player bets on the mean, while Lando is here; whom he was sent for may not sit him out at less."""
        seen = self.attention
        return Silver(seen.wagered // seen.hands) if self.is_visited and seen.hands else NOTHING

    @property
    def _may_close(self) -> bool:
        """Whether the player may close the table: a shoe for silver is played out (who leaves bad ones would win)."""
        return not self.setup.is_for_silver or self.is_between_shoes

    @property
    def worst_bets(self) -> int:
        """How many bets the next hand may cost."""
        return _worst_bets(self.dealer)

    def turn(self, seat: int) -> int:
        """See `Session`; there is one seat."""
        verify_seat(seat)
        return self.turns

    def legal(self, seat: int) -> tuple[str, ...]:
        """See `Session`."""
        verify_seat(seat)
        if self.is_closed:
            return ()
        if self.hand is not None and self.is_hand_running:
            named = (_ACTS[act] for act in acts.legal_acts(self.hand))
            return within_turns((*named, *([] if self.setup.is_for_silver else ["close"])), self.turns, self.number)
        if self.number == self.setup.hands:
            return ("close",)
        illegal = {
            *(["bet"] if self.ready_purse.largest_bet(self.worst_bets).count == 0 else []),
            *(["seat"] if self.is_visited or len(self.setup.dealers) == 1 else []),
            *([] if self._may_close else ["close"]),
        }
        return within_turns((each for each in _BETWEEN if each not in illegal), self.turns, self.number)

    @property
    def lock(self) -> bytes:
        """What the seeds of hands against `dealer` are bound to."""
        return dealer_lock(self.setup, self.dealer)


def least_hold(setup: DealerSetup) -> Chips:
    """Return what a hand holds at least: one chip, for the worst case of the dealer whose win costs least.

    Who has less is bust. Who has as much may take that dealer, where another one's worst case is too much for him.
    """
    return Chips(min(map(_worst_bets, setup.dealers)))


def _worst_bets(dealer: TableDealer) -> int:
    return worst_bets(dealer.terms.pay, wins_double=dealer.terms.rule.wins_double)


def whole_shoe(setup: DealerSetup, dealer: TableDealer) -> Shoe:
    """Return the shoe of the player's deck and of the dealer's, all cards in their piles.

    Raises:
        PileTooSmallError: a pile holds fewer than two cards beside those that are put away (R1).
    """

    def laid() -> Shoe:
        return Shoe((ShoePile.of(setup.pile), ShoePile.of(setup.deck_of(dealer))), setup.cut, setup.burn)

    return setup.memory.recall(("shoe", dealer.deck), laid)


def verify_seat(seat: int) -> None:
    """Check that a dealer's table has *seat*.

    Raises:
        InvalidInputError: it has the player's alone.
    """
    if seat != PLAYER:
        raise InvalidInputError.of("seat", seat, "0: a dealer's table has one seat")
