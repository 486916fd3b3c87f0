"""The clock of this machine: it dates ties and ends certificates and tokens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import service
from service.doctor.finding import fail, fine

if TYPE_CHECKING:
    from service.doctor.finding import Finding

_CHECK: Final = "clock"
_SET: Final = "set the clock, and let it be kept by NTP"
_SLACK: Final = timedelta(seconds=5)


def check_clock(now: datetime, newest_tie: datetime | None, built: datetime | None = None) -> Finding:
    """Compare the clock with two moments that have passed.

    Args:
        now: what the clock says; UTC.
        newest_tie: when the newest tie was stored; None where there is none.
        built: when this program was built; by default the time of its own file.
    """
    built = built or datetime.fromtimestamp(Path(str(service.__file__)).stat().st_mtime, UTC)
    if now + _SLACK < built:
        return fail(_CHECK, f"{_shown(now)}, before this program was built at {_shown(built)}", _SET)
    if newest_tie is not None and now + _SLACK < newest_tie:
        return fail(_CHECK, f"{_shown(now)}, before the newest tie was stored at {_shown(newest_tie)}", _SET)
    return fine(_CHECK, _shown(now))


def _shown(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
