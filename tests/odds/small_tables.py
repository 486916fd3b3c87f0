"""Tables of few cards: for Hypothesis to draw, and as the oracle reads them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import ONE, PI, Value, whole
from deckmapping.variants import Role
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import BestPlay, Draws, Setting, StandOn, UpCard
from service.rules.cards import SideRules, WildRange
from service.rules.dealing import PayTable
from tests.odds.oracle import OracleCard, OracleSide, OracleTable

if TYPE_CHECKING:
    from service.odds.setting import Policy

DESTINIES = (*(whole(number) for number in (0, 0, 1, 2, 4, 5, 6, 7)), Value(5_000_000), Value(45_000_000), PI)


def kind(text: str) -> Kind:
    """Read ``5``, ``2/5``, ``pi``, ``wild``, ``clone`` or ``perk-wild:3``."""
    role, _, printed = text.rpartition(":")
    if text in (Role.WILD, Role.CLONE):
        return Kind((), Role(text))
    values = tuple(PI if word == "pi" else Value(int(Fraction(word) * ONE)) for word in printed.split("/"))
    return Kind(values, Role(role or Role.PLAIN))


def pile(text: str) -> Pile:
    """Read cards parted by blanks: ``0 0 5 6 2/5 wild``."""
    return Pile.of_counts({kind(word): text.split().count(word) for word in text.split()})


def fraction(value: Value) -> Fraction:
    """Return *value* as a number."""
    return Fraction(value, ONE)


def as_oracle_card(kind: Kind) -> OracleCard:
    """Write *kind* as the oracle reads it."""
    return OracleCard(str(kind.role), tuple(fraction(value) for value in kind.printed))


def as_oracle_side(side: Side) -> OracleSide:
    """Write *side* as the oracle reads it."""
    cards = tuple(as_oracle_card(kind) for kind, count in side.pile.as_counts().items() for _ in range(count))
    rules = side.rules
    wild = range(rules.wild_range.lowest, rules.wild_range.highest + 1) if rules.wild_range else range(0)
    gifts = tuple(fraction(gift) for gift in (rules.perk_value, rules.own_destiny) if gift is not None)
    return OracleSide(cards, tuple(map(Fraction, wild)), gifts, rules.may_change, rules.wins_double)


def as_oracle_table(setting: Setting, policy: Policy) -> OracleTable:
    """Write *setting* as the oracle reads it."""
    rule = setting.rule
    return OracleTable(
        player=as_oracle_side(setting.player),
        dealer=as_oracle_side(setting.dealer),
        is_finite=setting.draws is Draws.FINITE,
        is_seen=setting.up_card is UpCard.SEEN,
        draws_to=rule.draws_to,
        overdraws_to=-1 if rule.overdraws_to is None else rule.overdraws_to,
        overdraw_chance=rule.overdraw_chance,
        shift_share=rule.shift_share,
        dealer_wins_double=rule.wins_double,
        perfect_pays=setting.pay.perfect_pays,
        perfect_costs=setting.pay.perfect_costs,
        dealer_sees_hand=setting.dealer_sees_hand,
        stand_on=policy.total if isinstance(policy, StandOn) else None,
    )


@st.composite
def kinds(draw: st.DrawFn) -> Kind:
    """Draw a kind of any role, plain cards most often."""
    role = draw(st.sampled_from([Role.PLAIN, Role.PLAIN, Role.PLAIN, *Role]))
    if role in (Role.WILD, Role.CLONE):
        return Kind((), role)
    printed = draw(st.lists(st.sampled_from(DESTINIES), min_size=1, max_size=2, unique=True))
    return Kind(tuple(sorted(printed)), role)


@st.composite
def sides(draw: st.DrawFn, *, is_dealer: bool) -> Side:
    """Draw a side with a pile of 2 to 6 cards of at most four kinds."""
    chosen = draw(st.lists(kinds(), min_size=1, max_size=4, unique=True))
    cards = draw(st.lists(st.sampled_from(chosen), min_size=2, max_size=6))
    lowest = draw(st.integers(0, 4))
    rules = SideRules(
        wild_range=WildRange(lowest, draw(st.integers(lowest, lowest + 2))),
        perk_value=draw(st.sampled_from([None, whole(0), whole(4)])),
        own_destiny=draw(st.sampled_from([None, whole(3)])),
        may_change=not is_dealer and draw(st.booleans()),
        wins_double=not is_dealer and draw(st.booleans()),
    )
    return Side(Pile.of_counts({each: cards.count(each) for each in cards}), rules)


@st.composite
def dealer_rules(draw: st.DrawFn, *, sees_hand: bool) -> DealerRule:
    """Draw a dealer's rule."""
    draws_to = draw(st.integers(0, 12))
    overdraws = not sees_hand and draw(st.booleans())
    return DealerRule(
        draws_to=draws_to,
        overdraws_to=draw(st.integers(draws_to + 1, draws_to + 3)) if overdraws else None,
        overdraw_chance=draw(st.sampled_from([Fraction(1, 3), Fraction(1, 10), Fraction(1)]))
        if overdraws
        else Fraction(0),
        shift_share=draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 10), Fraction(2, 3), Fraction(1)])),
        wins_double=draw(st.booleans()),
    )


@st.composite
def settings_of_few_cards(draw: st.DrawFn) -> Setting:
    """Draw a whole table."""
    sees_hand = draw(st.booleans())
    return Setting(
        draw(sides(is_dealer=False)),
        draw(sides(is_dealer=True)),
        draw(st.sampled_from(Draws)),
        draw(st.sampled_from(UpCard)),
        draw(dealer_rules(sees_hand=sees_hand)),
        PayTable(draw(st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2)])), draw(st.sampled_from([1, 2]))),
        sees_hand,
    )


policies = st.one_of(st.just(BestPlay()), st.builds(StandOn, st.integers(0, 13)))
