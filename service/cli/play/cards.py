"""Cards as boxes: open ones with title, value and the reason why they count it, covered ones as backs."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from sabacc.v1 import cards_pb2
from service.cli.enums import word_of
from service.cli.output import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sabacc.v1 import tables_pb2
    from service.cli.play.look import Look

TITLE_LINES: Final = 2
REASON_LINES: Final = 2
_FEW: Final = 3
"""Cards that stand as wide as a box gets."""
_MANY: Final = 5
"""Cards up to which a box has room for a whole reason."""
_UNTOLD: Final = "-"
_MARGIN: Final = 1
_CLONED: Final = re.compile(r"as \S+ at position ([0-9])")
_ROLES: Final = cards_pb2.DESCRIPTOR.enum_types_by_name["CardRole"]


@dataclass(frozen=True, slots=True)
class Face:
    """What a box shows of a card."""

    number: int
    """Its key, from 1."""
    title: str
    """Empty for a covered card."""
    role: str = ""
    """In a word; empty for a card that counts what is printed."""
    value: str = ""
    """What it counts, or in a word why that is not known."""
    reason: str = ""
    is_known: bool = True


def faces(seat: tables_pb2.SeatView, *, is_running: bool) -> list[Face]:
    """Return the cards of a side, those that the viewer does not see as backs behind the others.

    A card without a value is open as long as the hand goes on; after it, nobody tells what it would have counted.
    """
    opened = [_face(seat, at, is_running=is_running) for at in range(len(seat.cards))]
    return opened + [Face(at, "") for at in range(len(opened) + 1, seat.card_count + 1)]


def _face(seat: tables_pb2.SeatView, at: int, *, is_running: bool) -> Face:
    card, number = seat.cards[at], at + 1
    role = "" if card.role == cards_pb2.CARD_ROLE_PLAIN else word_of(_ROLES, card.role)
    if card.value:
        return Face(number, card.title, role, card.value, how(card))
    if not is_running:
        return Face(number, card.title, role, _UNTOLD, is_known=False)
    later = "after you stand" if len(seat.cards) > _MANY else "chosen after you stand"
    return Face(
        number, card.title, role, "open", f"press {number} to choose" if card.choices else later, is_known=False
    )


def how(card: tables_pb2.TableCard) -> str:
    """Return the reason's first part, how the card comes to its value, without the rule behind it.

    A card that takes another one's value names it by the key that it has here.
    """
    return _CLONED.sub(lambda found: f"as card {int(found[1]) + 1}", card.reason.partition(":")[0])


def card_row(shown: Sequence[Face], look: Look, colour: str, *, is_own: bool = False) -> list[Text]:
    """Return the lines of all boxes of a side next to each other; as many lines for no card as for six.

    The reasons why cards count what they count stand in the viewer's own ones.
    """
    height = 3 + TITLE_LINES + (REASON_LINES if is_own else 0)
    if not shown:
        return [Text()] * height
    width = (look.width - 2 * _MARGIN) // max(_FEW, len(shown)) - 1
    boxes = [_box(face, look, colour, width, height) for face in shown]
    return [
        Text(" " * _MARGIN, no_wrap=True, overflow="crop").append_text(Text(" ").join(lines))
        for lines in zip(*boxes, strict=True)
    ]


def _box(face: Face, look: Look, colour: str, width: int, height: int) -> list[Text]:
    inner = width - 2
    if not face.title:
        rows = [Text(look.signs.back * inner, style=colour)] * (height - 2)
    else:
        value = Text(face.value.center(inner), style=f"bold {look.accent}" if face.is_known else "bold italic")
        rows = [*_styled(_wrapped(face.title, inner, TITLE_LINES, look), "bold"), value]
        if height > 3 + TITLE_LINES:
            rows += _styled(_wrapped(face.reason, inner, REASON_LINES, look), "dim")
    wall = Text(look.signs.down, style=colour)
    upper, lower = look.signs.corners[:2], look.signs.corners[2:]
    label = _label(face, look, inner) if face.title else look.signs.across * inner
    return [
        Text(label.join(upper), style=colour),
        *(Text.assemble(wall, row, wall) for row in rows),
        Text((look.signs.across * inner).join(lower), style=colour),
    ]


def _styled(lines: Sequence[str], style: str) -> list[Text]:
    return [Text(line, style=style) for line in lines]


def _label(face: Face, look: Look, inner: int) -> str:
    """Return the upper border of a card with its key and its role in it."""
    across = look.signs.across
    left, right = f"{across}{face.number}{across}", f"{face.role}{across}" if face.role else ""
    return left + across * (inner - len(left) - len(right)) + right


def _wrapped(text: str, width: int, lines: int, look: Look) -> list[str]:
    """Return *text* in exactly so many lines of exactly this width."""
    found = textwrap.wrap(plain(text), width) or [""]
    if len(found) > lines:
        found = [*found[: lines - 1], found[lines - 1][: width - 1] + look.signs.cut]
    return [each.ljust(width) for each in [*found, *[""] * (lines - len(found))]]
