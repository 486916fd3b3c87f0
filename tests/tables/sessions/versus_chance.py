"""Random tables between two players, of made-up cards and of real ones, and random moves at them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from deckmapping.errors import DomainError
from deckmapping.variants import Variant, is_barring_card
from service.money import Silver
from service.rules.casting import cast, side_rules
from service.tables import moves
from service.tables.chain import NO_NONCE, KeyChain
from service.tables.moves import Absence
from service.tables.practice import Chips
from service.tables.sessions.setup import SeatSetup, VersusSetup
from service.tables.sessions.versus_play import move_between_players, open_versus_session
from service.tables.sessions.versus_session import VersusSession
from service.tables.sessions.versus_view import versus_seat_view
from service.tables.silver import BetLimits
from tests.rules import strategies as made_up
from tests.rules.facts import BY_ID
from tests.rules.strategies import candidate_choices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.rules.cards import Card
    from service.tables.moves import Move
    from service.tables.purses import Amount, Money
    from service.tables.sessions.session import Step

MOVES = 60
"""How many moves a random game has at most, refused ones counted."""
games = settings(max_examples=60)
chances = st.integers(0, 2**64).map(Random)

CHARACTERS = (None, *map(BY_ID.get, ("5_5", "217_13", "7_180", "6_36", "6_10", "112_14", "106_16", "2_14")))
"""Nobody, two Landos of whom one may change totals, Iasa, R'kik, Devaronian, and others with perks or none."""
BARRING = (None, "7_111", "7_269")
REAL = sorted(each for each in BY_ID if not is_barring_card(each))
"""A card that bars is named in a reason, so none of the hidden cards is one."""


@dataclass(frozen=True)
class Table:
    """A table to open, and the keys of its hands."""

    setup: VersusSetup
    keys: KeyChain


@st.composite
def made_up_piles(draw: st.DrawFn) -> tuple[tuple[tuple[Card, ...], SeatSetup], ...]:
    """Draw both sides with cards that nobody printed, of any role."""
    sides = []
    for name, prefix in (("Ann", "7"), ("Bob", "8")):
        held = draw(st.lists(made_up.cards(), min_size=2, max_size=20))
        own = tuple(replace(card, card_id=f"{prefix}_{100 + at}") for at, card in enumerate(held))
        sides.append((own, SeatSetup(name, draw(made_up.side_rules()))))
    return tuple(sides)


@st.composite
def real_piles(draw: st.DrawFn, variant: Variant | None) -> tuple[tuple[tuple[Card, ...], SeatSetup], ...]:
    """Draw both sides with real cards as *variant* and their playing characters make them; no card is on both sides."""
    ids, sides = draw(st.permutations(REAL)), []
    for name, own in (("Ann", ids[::2]), ("Bob", ids[1::2])):
        character, barred = draw(st.sampled_from(CHARACTERS)), draw(st.sampled_from(BARRING))
        count = draw(st.integers(2, len(own)))
        pile = tuple(cast(BY_ID[card], variant, character, barred) for card in own[:count])
        sides.append((pile, SeatSetup(name, side_rules(variant, character), barred_by=barred)))
    return tuple(sides)


@st.composite
def moneys(draw: st.DrawFn) -> tuple[Money, Amount]:
    """Draw what a table is opened with and its stake, in practice chips or in silver."""
    stake = draw(st.integers(1, 50))
    if draw(st.booleans()):
        return BetLimits(Silver(stake), Silver(stake)), Silver(stake)
    return Chips(draw(st.integers(2 * stake, 6 * stake))), Chips(stake)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table of any variant, or of the fair deck, for practice or for silver."""
    variant = draw(st.sampled_from([None, *Variant]))
    (one, first), (other, second) = draw(st.one_of(made_up_piles(), real_piles(variant)))
    keys = KeyChain(draw(st.integers(1, 4)), sha256(draw(st.binary(max_size=8))).digest())
    money, stake = draw(moneys())
    return Table(
        VersusSetup(
            table_id="t1",
            catalogue_version="demo",
            variant=variant,
            cut=draw(st.sampled_from([None, 1, 2])),
            money=money,
            hands=keys.length,
            published=keys.published,
            theme=None,
            background=None,
            players=(first, second),
            piles=(one, other),
            stake=stake,
        ),
        keys,
    )


def random_move(session: VersusSession, seat: int, chance: Random) -> Move:
    """Return a move, mostly one that is legal; the table is seldom closed."""
    makes: dict[str, Callable[[], Move]] = {
        "draw": moves.Draw,
        "stand": moves.Stand,
        "choose": lambda: _choice(session, seat, chance),
        "best": moves.ChooseBest,
        "change": lambda: moves.ChangeTotal(chance.choice((-1, 0, 1))),
        "leave": lambda: moves.Leave(chance.choice([*Absence])),
        "ready": lambda: moves.Ready(chance.choice((NO_NONCE, chance.randbytes(32)))),
        "bet": lambda: moves.Bet(1),
        "finish": moves.Finish,
        "seat": lambda: moves.SeatDealer("lando-light"),
    }
    if chance.randrange(60) == 0:
        return moves.Close()
    legal = [each for each in session.legal(seat) if each != "close"]
    return makes[chance.choice(legal if legal and chance.randrange(6) else [*makes])]()


def _choice(session: VersusSession, seat: int, chance: Random) -> Move:
    """Return a choice for a card, mostly one that the seat is told of."""
    hand = versus_seat_view(session, seat).table.hand
    told = [] if hand is None else [(at, each) for at, offered in enumerate(hand.choices) for each in offered]
    if told and chance.randrange(4):
        return moves.Choose(*chance.choice(told))
    return moves.Choose(chance.randrange(6), chance.choice(candidate_choices(6)))


def attempted(session: VersusSession, seat: int, move: Move, table: Table) -> Step | DomainError:
    """Make a move, or return why it is refused."""
    try:
        return move_between_players(session, seat, move, table.keys)
    except DomainError as refused:
        return refused


class Turn(NamedTuple):
    """A move of a random game, and what came of it."""

    before: VersusSession
    seat: int
    move: Move
    step: Step | DomainError

    @property
    def after(self) -> VersusSession:
        """The table after the move."""
        after = self.before if isinstance(self.step, DomainError) else self.step.session
        assert isinstance(after, VersusSession)
        return after


def game(table: Table, chance: Random) -> Iterator[Turn]:
    """Let both sides do whatever comes to their minds, legal or not."""
    opened = open_versus_session(table.setup).session
    assert isinstance(opened, VersusSession)
    session = opened
    for _ in range(MOVES):
        seat = chance.randrange(2)
        move = random_move(session, seat, chance)
        turn = Turn(session, seat, move, attempted(session, seat, move, table))
        yield turn
        session = turn.after


def is_open(session: VersusSession) -> bool:
    """Whether no hand is played, or both hands lie open in it."""
    hand = session.table.hand
    return hand is None or hand.is_revealed
