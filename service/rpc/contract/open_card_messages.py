"""Cards that lie open on a table, and a seat's purse, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import format_value
from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.enums import ROLES
from service.tables.practice import Chips, Purse
from service.tables.purses import change_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from deckmapping.values import Value
    from service.rules.choices import Choice
    from service.tables.open_cards import CardView
    from service.tables.purses import Amount, Holdings
    from service.tables.telling import Naming


def card_messages(
    cards: Sequence[CardView], title: Naming, choices: Sequence[Sequence[Choice]] = ()
) -> list[pb.TableCard]:
    """Return *cards* with what may be chosen for each of them; nothing where it is not the time to choose."""
    return [_card(view, title, choices[at] if choices else ()) for at, view in enumerate(cards)]


def decimal(value: Value | None) -> str:
    """Return *value* as a decimal; empty for none."""
    return "" if value is None else format_value(value)


def fill_money(message: pb.TableView, has: Holdings) -> None:
    """Add what a seat has at its table, as its player sees it."""
    if isinstance(has, Purse):
        purse = pb.PurseView(balance=has.balance.count, held=has.held.count, game=has.game, start=has.start.count)
        message.purse.CopyFrom(purse)
    else:
        message.score.CopyFrom(pb.ScoreView(won=has.won.count, held=has.held.count))


def fill_change(message: pb.HandResult, bet: Amount, bets: Fraction) -> None:
    """Add what a result in *bets* comes to."""
    change = change_of(bet, bets)
    if isinstance(change, Chips):
        message.chips = change.count
    else:
        message.silver = change.count


def _card(view: CardView, title: Naming, choices: Sequence[Choice]) -> pb.TableCard:
    card = view.card
    return pb.TableCard(
        blueprint_id=card.card_id,
        title=title(card),
        printed=map(format_value, card.printed),
        role=ROLES[card.role],
        value=decimal(view.value),
        reason=view.reason,
        choices=map(str, choices),
    )
