"""The whole examination, in the order in which the service would stumble."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.internal import api_implementation

from deckmapping.errors import InvalidInputError
from service.bootstrap import require_fast_protobuf
from service.doctor.access import check_access, check_tls
from service.doctor.catalogue import check_catalogue
from service.doctor.clock import check_clock
from service.doctor.database import examine_database
from service.doctor.finding import fail, fine
from service.doctor.ports import check_ports
from service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from service.doctor.finding import Finding


def examine(read_settings: Callable[[], Settings], clock: Callable[[], datetime]) -> Iterator[Finding]:
    """Examine what the service would start with. Nothing is changed, made or bound for longer than a moment.

    Args:
        read_settings: reads them, and may refuse; nothing else is examined then.
        clock: the time now, in UTC.
    """
    try:
        settings = read_settings()
    except InvalidInputError as error:
        for fault in error.violations:
            yield fail("settings", str(fault), f"correct {fault.field}; the rest is examined then")
        return
    yield _settings(settings)
    yield _protobuf(api_implementation.Type())
    yield from check_catalogue(settings.catalogue, clock())
    examined = examine_database(settings.database_url.get_secret_value(), settings.migrate, clock)
    yield from examined.findings
    yield check_clock(clock(), examined.newest_tie)
    yield from check_tls(settings, clock())
    yield from check_access(settings)
    yield from check_ports(settings)


def _settings(settings: Settings) -> Finding:
    changed = sorted(name for name, field in Settings.model_fields.items() if getattr(settings, name) != field.default)
    return fine("settings", f"{len(Settings.model_fields)}, of them not the default: {', '.join(changed) or 'none'}")


def _protobuf(implementation: str) -> Finding:
    told = f"its {implementation} implementation"
    try:
        require_fast_protobuf(implementation)
    except InvalidInputError:
        return fail("protobuf", told, "unset PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION")
    return fine("protobuf", told)
