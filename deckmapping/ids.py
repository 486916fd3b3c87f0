"""Blueprint ids: GEMP's ``set_number`` in one normal form."""

from __future__ import annotations

import re
from typing import Final

from deckmapping.errors import MalformedIdError

_LONGEST: Final = 10  # four digits, underscore, four digits, one suffix
_ID: Final = re.compile(r"([0-9]{1,4})_([0-9]{1,4})[*^]?")
_BACK: Final = "_BACK"


def normalise_id(text: str, field: str = "blueprint_id") -> str:
    """Return the id in *text* as ``set_number``, both without leading zeros: ``5_039*`` is ``5_39``.

    One suffix for another picture is dropped: ``*`` (foil) or ``^`` (alternate image).

    Args:
        text: what the caller wrote, without blanks around it.
        field: the field that an error names.

    Raises:
        MalformedIdError: *text* is no id, has two suffixes, or names the back of a double-sided card.
    """
    match = _ID.fullmatch(text) if len(text) <= _LONGEST else None
    if match is not None:
        set_number, number = match.groups()
        return f"{int(set_number)}_{int(number)}"
    if text.endswith(_BACK):
        raise MalformedIdError.of(field, text, "the id of a card's front: a back is never a card of its own")
    raise MalformedIdError.of(field, text, "set_number such as 7_109, at most four digits each, at most one * or ^")


def is_id(text: str) -> bool:
    """Tell whether *text* is written as an id that `normalise_id` takes."""
    return len(text) <= _LONGEST and _ID.fullmatch(text) is not None


def id_order(blueprint_id: str) -> tuple[int, int]:
    """Return the key that sorts normalised ids by set, then number."""
    set_number, _, number = blueprint_id.partition("_")
    return int(set_number), int(number)
