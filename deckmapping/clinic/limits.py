"""How much the clinic reads: every step is linear in these, so no text takes it long."""

from __future__ import annotations

from typing import Final

LARGEST_TEXT: Final = 768 * 1024
"""Bytes of a deck's text; the longest known one has 20 KB."""
MOST_LINES: Final = 4000
"""Lines that are not blank."""
LONGEST_LINE: Final = 400
"""Characters of a line that may name a card; the longest title of two halves has less than 100."""
MOST_COPIES: Final = 200
"""Copies in one entry."""
MOST_SUGGESTED: Final = 100
"""Entries for which near titles are looked up; the doubts after them have none."""
MOST_CANDIDATES: Final = 8
"""Candidates told for one doubt."""
LONGEST_SHOWN: Final = 120
"""Characters of a line that are told back."""
