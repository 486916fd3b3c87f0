"""Whether two calls with one request id ask for the same, and what differs if not."""

from __future__ import annotations

import json

from deckmapping.errors import Violation


def differences(stored: str, asked: str) -> list[Violation]:
    """Return each field that differs between two contents, canonical JSON objects of a request's fields.

    Values are not repeated: a deck may be long, and the field's name tells where to look.
    """
    first, second = json.loads(stored), json.loads(asked)
    return [
        Violation(field, "another value than before", "what this request id was used for")
        for field in sorted({*first, *second})
        if first.get(field) != second.get(field)
    ]
