"""Tables for silver: what each step of one changes in the ledger and in its player's career."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from service.caller import OWN_IDS
from service.campaign.ladder import opening, playing
from service.campaign.ladder.career import Advance, OpenTable
from service.campaign.ladder.errors import CareerForbidsError
from service.campaign.ledger.accounts import MINT, AccountKind, house, wallet
from service.campaign.ledger.errors import InsufficientFundsError, PostingRefusedError
from service.campaign.ledger.postings import Posting
from service.campaign.ledger.transfers import Transfer, TransferKind
from service.campaign.play.duels import duel_hand, verify_stake
from service.campaign.play.errors import CareerMovedOnError, HouseCannotPayError
from service.campaign.play.postings import covered_bet, hand_postings, stakes
from service.campaign.play.store import CareerChange, Effects
from service.money import NOTHING, Silver
from service.tables.dealer.visits import AttentionEvent, Happening
from service.tables.moves import Ending
from service.tables.sessions.dealer_session import DealerSession
from service.tables.sessions.errors import TableEndsError
from service.tables.sessions.session import TableClosed
from service.tables.sessions.versus_session import VersusSession
from service.tables.silver import Score, SilverPaid

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
    from datetime import datetime, timedelta

    from deckmapping.errors import DomainError
    from service.caller import Caller
    from service.campaign.ladder.career import Career
    from service.campaign.ladder.ladder import Ladder
    from service.campaign.ledger.deciding import Balance
    from service.campaign.play.duels import DuelHand, DuelLimits
    from service.campaign.play.store import PlayStore
    from service.tables.sessions.session import Session, Step
    from service.tables.sessions.store import LastStep, StoredStep, StoredTable

T = TypeVar("T")

_TRIES: Final = 8
"""One of the calls that meet always comes first: so many at once all get through."""
_WALLET: Final = f"{AccountKind.WALLET}:"


class CampaignTables:
    """`service.tables.sessions.store.SilverTables` over a store, by the ladder's rules and the limits of duels."""

    def __init__(
        self,
        store: PlayStore,
        ladder: Ladder,
        limits: DuelLimits,
        longest_wait: timedelta,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._ladder = ladder
        self._limits = limits
        self._longest_wait = longest_wait
        self._clock = clock

    def add(
        self, table: StoredTable, first: StoredStep, session: Session, caller: Caller
    ) -> tuple[StoredTable, StoredStep, bool]:
        """See `SilverTables.add`; the first table of a dealer brings banks to his house and his visitor's."""
        if isinstance(session, VersusSession):
            stake = session.setup.stake
            assert isinstance(stake, Silver)
            of_limits = Effects(verify=lambda: verify_stake(self._limits, stake))
            return self._store.add(table, first, of_limits, caller)
        assert isinstance(session, DealerSession)
        sat = OpenTable(session.setup.table_id, session.host)
        visitor = session.setup.visitor
        seated = dict.fromkeys([sat.dealer, *([] if visitor is None else [visitor.key])])
        effects = Effects(tuple(map(self._bank, seated)), self._opened(session, sat))
        return self._store.add(table, first, effects, caller)

    def append(self, before: Session, step: Step, stored: StoredStep, caller: Caller) -> StoredStep | None:
        """See `SilverTables.append`."""
        session, postings = step.session, hand_postings(before, step)
        is_dealt = session.number > before.number
        effects = Effects(
            postings,
            self._career(step, is_dealt=is_dealt) if isinstance(session, DealerSession) else None,
            self._duel(session) if is_dealt and isinstance(session, VersusSession) else None,
            is_running=session.is_hand_running,
        )
        try:
            return again(lambda: self._store.append(session.setup.table_id, stored, effects, caller))
        except PostingRefusedError as error:
            if isinstance(session, VersusSession):
                raise _told_to(session, stored.seat, error) from None
            if is_dealt and isinstance(error, InsufficientFundsError):
                self._explain(before, step, error, caller)
            raise
        except CareerForbidsError as error:
            if is_dealt and isinstance(before, DealerSession) and not before.is_between_shoes:
                raise _ends(error, Ending.NO_MORE_HANDS) from error
            raise

    def is_overdue(self, last: LastStep) -> bool:
        """See `SilverTables.is_overdue`."""
        return self._clock() - last.create_time > self._longest_wait

    def _bank(self, dealer: str) -> Posting:
        bank = self._ladder.host(dealer).bank
        return Posting(f"{OWN_IDS}bank/{dealer}", (Transfer(TransferKind.BANK, MINT, house(dealer), bank),))

    def _opened(self, session: DealerSession, sat: OpenTable) -> CareerChange:
        carried = session.setup.carried

        def change(career: Career, gone: AbstractSet[str], has: Balance) -> Advance:
            del gone
            host, free = self._ladder.host(sat.dealer), has.free(wallet(career.player))
            advance = opening.opened(career, self._ladder, sat, free, self._clock().date())
            if not host.is_boss and career.on(host.side).attention[host.place] != carried:
                raise CareerMovedOnError.of("player", career.player, "a career that no other call changes meanwhile")
            return advance

        return CareerChange(session.setup.player.name, "open", change)

    def _career(self, step: Step, *, is_dealt: bool) -> CareerChange | None:
        """Return what the step of a dealer's table makes of a career: nothing while a hand goes on."""
        session = step.session
        assert isinstance(session, DealerSession)
        paid = next((event for event in step.events if isinstance(event, SilverPaid)), None)
        closed = next((event for event in step.events if isinstance(event, TableClosed)), None)
        beaten = any(isinstance(each, AttentionEvent) and each.happening is Happening.BEATEN for each in step.events)

        def change(career: Career, gone: AbstractSet[str], has: Balance) -> Advance:
            if is_dealt:
                opening.verify_bet(career, self._ladder)
            advance = Advance(career)
            if paid is not None:
                table_id, seen = session.setup.table_id, session.attention
                outcome = playing.HandOutcome(table_id, paid.change, seen, beaten, has.balance)
                advance = playing.after_hand(career, outcome, self._ladder, gone)
            if closed is None:
                return advance
            today = self._clock().date()
            return advance.then(playing.closed(advance.career, self._ladder, today, closed.by_house))

        if not is_dealt and paid is None and closed is None:
            return None
        return CareerChange(session.setup.player.name, "close" if closed else "hand", change)

    def _duel(self, session: VersusSession) -> DuelHand:
        first, second = session.setup.players
        stake = session.setup.stake
        assert isinstance(stake, Silver)
        return duel_hand(self._limits, (first.name, second.name), stake, self._clock().date())

    def _explain(self, before: Session, step: Step, error: InsufficientFundsError, caller: Caller) -> None:
        """Say of a bet at a dealer's table that cannot be held who cannot pay; one who can pay none ends the table."""
        assert isinstance(before, DealerSession)
        session, has = step.session, before.ready_purse
        assert isinstance(session, DealerSession)
        assert isinstance(has, Score)
        if error.account.startswith(_WALLET):
            if session.bet == has.least_bet and not before.is_between_shoes:
                raise _ends(error, Ending.EMPTY_WALLET) from error
            return
        bank = stakes(step).second
        covered = covered_bet(session, max(self._store.balance(bank, caller).free(bank), NOTHING))
        expected = f"at most {covered.count} silver, which the dealer's bank covers"
        told = HouseCannotPayError.of("amount", session.bet.count, expected)
        raise (_ends(told, Ending.EMPTY_BANK) if covered < has.least_bet else told) from error


def _told_to(session: VersusSession, seat: int, error: PostingRefusedError) -> PostingRefusedError:
    """Return why a hand is not dealt as the player at *seat* may know it: nothing of the other one's silver."""
    if error.account == str(wallet(session.setup.players[seat].name)):
        return error
    expected = "a stake that the other player can pay, and has room to win, twice"
    return type(error).of("stake", str(session.setup.stake.count), expected)


def again(work: Callable[[], T]) -> T:
    """Do *work*, and do it again a few times where another call changed the same career at the same time."""
    for _ in range(_TRIES - 1):
        try:
            return work()
        except CareerMovedOnError:
            continue
    return work()


def _ends(error: DomainError, why: Ending) -> TableEndsError:
    ends = TableEndsError(*error.violations)
    ends.why = why
    return ends
