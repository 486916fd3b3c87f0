"""The tie-break use cases: resolve, rehearse, void, get and list, over a store and a catalogue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from deckmapping.errors import InvalidInputError, Violation, shown
from service.tiebreak import limits
from service.tiebreak.content import Content, content_of, differences
from service.tiebreak.errors import BadTranscriptError, TieContentDiffersError, TieNotFoundError, VoidedOtherwiseError
from service.tiebreak.model import Player, TieRequest
from service.tiebreak.parsing import read_places
from service.tiebreak.resolution import resolve
from service.tiebreak.store import StoredTie, Void
from service.tiebreak.submissions import submit, submit_unread
from service.tiebreak.verification import replay
from service.tiebreak.win_shares import contest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime
    from fractions import Fraction

    from deckmapping.catalogue import Catalogue
    from service.caller import Caller
    from service.tiebreak.asked import AskedTie
    from service.tiebreak.model import Place, Tie, TieResult
    from service.tiebreak.store import TieStore
    from service.tiebreak.submissions import Submission
    from service.tiebreak.win_shares import Contest

    Shares = tuple[tuple[str, Fraction], ...]
    """Each player's chance of first place, by name."""

    Row = tuple[int, StoredTie, tuple[Place, ...]]
    """A stored tie with its row number and its places, as its transcript states them."""

LONGEST_REASON: Final = 500
"""Characters of a reason to void."""


class ShareComputer(Protocol):
    """Computes exact chances of first place, in this process or in another."""

    def compute(self, contest: Contest, timeout_s: float) -> Shares:
        """Return each player's chance, by name.

        Raises:
            OverloadedError: too much is waiting.
            DeadlineError: it takes longer than *timeout_s* seconds.
        """


@dataclass(frozen=True, slots=True)
class Answer:
    """A broken tie with all that a caller is told of it."""

    request: TieRequest
    result: TieResult
    cards: Mapping[str, Submission]
    """What each player handed in, by name."""
    shares: Shares = ()
    """Exact chances of first place by name, where they were asked for."""
    rehearsal: bool = False
    replayed: bool = False
    """This is the stored answer of an earlier call."""
    earlier: tuple[StoredTie, ...] = ()
    """All earlier attempts, the oldest first."""
    create_time: datetime | None = None
    """UTC; None for a rehearsal."""
    void: Void | None = None
    audit_head: str = ""
    """The audit log's head up to the storing of this tie; empty for a rehearsal."""


class Tiebreaks:
    """The use cases. A stored tie's transcript is the truth: its answer is read from it again, never kept twice."""

    def __init__(
        self, store: TieStore, catalogue: Catalogue, shares: ShareComputer, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._shares = shares
        self._clock = clock
        self._values_of = {id_: record.values for id_, record in catalogue.records.items()}

    def rehearse(self, asked: AskedTie, caller: Caller, *, with_shares: bool) -> Answer:
        """Break the tie and store nothing.

        Args:
            asked: the question.
            caller: who asks; the chances may take the seconds he has left.
            with_shares: compute exact chances of first place too.

        Raises:
            DomainError: as `resolve`, but for what concerns stored ties.
        """
        answer = self._answer(asked, limits.check(asked), rehearsal=True)
        return replace(answer, shares=self._shares_of(answer.request, caller)) if with_shares else answer

    def resolve(self, asked: AskedTie, caller: Caller, *, with_shares: bool) -> Answer:
        """Break the tie and store the answer, or give the answer stored for the same question.

        Raises:
            InvalidInputError: a field or a deck is wrong, or more players are equal than shares can be computed for.
            TieContentDiffersError: the attempt is stored with other content.
            EarlierAttemptStandsError: the attempt before was not resolved and voided.
        """
        players = limits.check(asked)
        try:
            answer = self._answer(asked, players)
        except InvalidInputError:
            # A catalogue that has lost a card must not take the stored answer from its caller.
            known = self._known_again(asked, players, caller)
            if known is None:
                raise
            return self._stored_answer(known, caller, with_shares=with_shares)
        shares: Shares = ()
        if with_shares and self._store.get(asked.tie, caller) is None:
            # Before anything is stored: a refusal here leaves nothing half done.
            shares = self._shares_of(answer.request, caller)
        content = content_of(asked, players, answer.cards.values())
        new = StoredTie(
            tie=asked.tie,
            result_id=answer.result.result_id.hex(),
            catalogue_version=self._catalogue.version,
            content=content.to_json(),
            transcript=answer.result.transcript,
            create_time=self._clock(),
        )
        stored, is_new = self._store.add(new, caller)
        if is_new:
            return replace(
                answer,
                shares=shares,
                create_time=stored.create_time,
                earlier=self._store.earlier(asked.tie, caller),
                audit_head=stored.audit_head,
            )
        found = differences(_content(stored), content)
        if found:
            raise TieContentDiffersError.all(found)
        return self._stored_answer(stored, caller, with_shares=with_shares)

    def void(self, tie: Tie, reason: str, caller: Caller) -> tuple[StoredTie, bool]:
        """Void a stored attempt for a reason that everybody sees.

        Returns:
            The tie with its void, and whether it had been voided with this reason before.

        Raises:
            InvalidInputError: the key or the reason is outside its limits.
            TieNotFoundError: no such attempt is stored.
            VoidedOtherwiseError: it was voided with another reason, which stands.
        """
        _check(tie, _reason_faults(reason))
        done = self._store.void(tie, Void(reason, self._clock()), caller)
        if done is None:
            raise _not_found(tie)
        stored, is_new = done
        assert stored.void is not None
        if stored.void.reason != reason:
            raise VoidedOtherwiseError.of("reason", reason, f"{shown(stored.void.reason)!r}, the reason that stands")
        return stored, not is_new

    def get(self, tie: Tie, caller: Caller) -> Answer:
        """Return a stored tie.

        Raises:
            InvalidInputError: the key is outside its limits.
            TieNotFoundError: no such attempt is stored.
        """
        _check(tie)
        stored = self._store.get(tie, caller)
        if stored is None:
            raise _not_found(tie)
        return self._stored_answer(stored, caller)

    def page(self, event: str, after: int, size: int, caller: Caller) -> tuple[tuple[Row, ...], bool]:
        """Return up to *size* stored ties with a row number above *after*, oldest first, and whether more follow.

        Raises:
            InvalidInputError: *event* is neither empty nor an event's id.
        """
        if event:
            faults = list(limits.EVENT.check("event", event))
            if faults:
                raise InvalidInputError.all(faults)
        rows, more = self._store.page(event, after, size, caller)
        return tuple((number, stored, read_places(stored.transcript)) for number, stored in rows), more

    def _answer(self, asked: AskedTie, players: tuple[Player, ...], *, rehearsal: bool = False) -> Answer:
        cards = self._submissions(asked)
        request = TieRequest(
            tie=asked.tie,
            seed=asked.seed,
            players=tuple(
                [
                    Player(player.name, submission.pile, player.values, submission.dropped)
                    for player, submission in zip(players, cards.values(), strict=True)
                ]
            ),
            wins=asked.wins,
            options=asked.options,
            catalogue_version=self._catalogue.version,
        )
        return Answer(request, resolve(request, self._values_of), cards, rehearsal=rehearsal)

    def _submissions(self, asked: AskedTie) -> dict[str, Submission]:
        """Read every deck that was given; the faults of all players are told together."""
        cards: dict[str, Submission] = {}
        faults: list[InvalidInputError] = []
        for at, player in enumerate(asked.players):
            try:
                cards[player.name] = submit(
                    player, f"players[{at}]", self._catalogue, allow_unknown=asked.allow_unknown
                )
            except InvalidInputError as fault:
                faults.append(fault)
        if faults:
            kind = type(faults[0])
            raise kind.all(violation for fault in faults if type(fault) is kind for violation in fault.violations)
        return cards

    def _known_again(self, asked: AskedTie, players: tuple[Player, ...], caller: Caller) -> StoredTie | None:
        """Return the stored tie that *asked* asks for, though the catalogue of today refuses its decks."""
        stored = self._store.get(asked.tie, caller)
        if stored is None:
            return None
        try:
            cards = [
                submit_unread(player, f"players[{at}]", self._catalogue) for at, player in enumerate(asked.players)
            ]
        except InvalidInputError:
            return None
        content = content_of(asked, players, cards)
        return None if differences(_content(stored), content) else stored

    def _shares_of(self, request: TieRequest, caller: Caller) -> Shares:
        if request.catalogue_version != self._catalogue.version:
            return ()  # the odds need values of cards that were not drawn, and only that catalogue has them
        return self._shares.compute(contest_of(request, self._values_of), caller.seconds_left())

    def _stored_answer(self, stored: StoredTie, caller: Caller, *, with_shares: bool = False) -> Answer:
        content = _content(stored)
        request = content.question(stored.tie, stored.catalogue_version)
        result = _proved(stored)
        return Answer(
            request=request,
            result=result,
            cards={player.name: player.cards for player in content.players},
            shares=self._shares_of(request, caller) if with_shares else (),
            replayed=True,
            earlier=self._store.earlier(stored.tie, caller),
            create_time=stored.create_time,
            void=stored.void,
            audit_head=stored.audit_head,
        )


def _content(stored: StoredTie) -> Content:
    """Return what a stored tie was asked.

    Raises:
        BadTranscriptError: the stored text is not what was once written.
    """
    try:
        return Content.from_json(stored.content)
    except (KeyError, TypeError, ValueError):
        raise BadTranscriptError.of(f"tie {stored.tie.key}", "its content", "what was stored") from None


def _proved(stored: StoredTie) -> TieResult:
    """Return the result that a stored tie's transcript proves.

    Raises:
        BadTranscriptError: the transcript does not verify, or its result is not the one stored beside it.
    """
    try:
        result = replay(stored.transcript)
    except BadTranscriptError as error:
        fault = error.violations[0]
        raise BadTranscriptError.of(f"tie {stored.tie.key}", fault.value, fault.expected) from None
    if result.result_id.hex() != stored.result_id:
        raise BadTranscriptError.of(f"tie {stored.tie.key}", "another result id", "that of the transcript")
    return result


def _check(tie: Tie, more: Iterable[Violation] = ()) -> None:
    faults = [*limits.check_tie(tie), *more]
    if faults:
        raise InvalidInputError.all(faults)


def _reason_faults(reason: str) -> Iterator[Violation]:
    if not (0 < len(reason) <= LONGEST_REASON and reason.isprintable() and reason.strip()):
        yield Violation("reason", shown(reason), f"1 to {LONGEST_REASON} printable characters on one line")


def _not_found(tie: Tie) -> TieNotFoundError:
    return TieNotFoundError.of("tie", tie.key, "a stored tie: event, stage and attempt")
