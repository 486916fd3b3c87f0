"""A program that plays at a table without end, and writes the number of each step that was stored, until it is killed.

Its only argument is the URL of the database.
"""

from __future__ import annotations

import sys
from itertools import count

from service.storage.database import open_engine
from service.storage.table_store import SqlTableStore
from tests.storage.played import HOST, step

WORDS = ("one", "two", "three")


def main() -> None:
    store = SqlTableStore(open_engine(sys.argv[1], 1))
    found = store.get("t1", HOST)
    assert found is not None
    for number in count(found[1].number + 1):
        assert store.append("t1", step(number, words=WORDS), HOST)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
