"""Every record that differs from one in a single character."""

from __future__ import annotations

from service.tables.sessions.record import verify_record


def changes_of(text: str, at: int) -> list[str]:
    """Two other characters in the place of one, and none."""
    here = text[at]
    others = ("x", " ", "") if here == "\n" else (chr(ord(here) ^ 1), "1" if here == "0" else "0", "")
    return [text[:at] + other + text[at + 1 :] for other in others]


def assert_every_change_is_found(text: str) -> None:
    assert verify_record(text).is_valid
    taken = [changed for at in range(len(text)) for changed in changes_of(text, at) if verify_record(changed).is_valid]
    assert taken == []
