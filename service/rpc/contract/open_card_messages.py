"""Cards that lie open on a table, and a seat's purse, as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmapping.values import format_value
from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.enums import ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckmapping.values import Value
    from service.rules.choices import Choice
    from service.tables.open_cards import CardView
    from service.tables.practice import Purse
    from service.tables.telling import Naming


def card_messages(
    cards: Sequence[CardView], title: Naming, choices: Sequence[Sequence[Choice]] = ()
) -> list[pb.TableCard]:
    """Return *cards* with what may be chosen for each of them; nothing where it is not the time to choose."""
    return [_card(view, title, choices[at] if choices else ()) for at, view in enumerate(cards)]


def decimal(value: Value | None) -> str:
    """Return *value* as a decimal; empty for none."""
    return "" if value is None else format_value(value)


def purse_message(purse: Purse) -> pb.PurseView:
    """Return a purse as its owner sees it."""
    return pb.PurseView(balance=purse.balance.count, held=purse.held.count, game=purse.game, start=purse.start.count)


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
