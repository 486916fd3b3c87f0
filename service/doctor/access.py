"""Who may call: TLS, the access file, and what stands open."""

from __future__ import annotations

import ssl
import stat
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from deckmapping.errors import InvalidInputError
from service.access.access_file import load_access
from service.access.certificates import load_authorities, load_pair
from service.doctor.finding import fail, fine, warn
from service.rpc.serving.credentials import CLIENT_CA, PAIR

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.doctor.finding import Finding
    from service.settings import Settings

SOON: Final = timedelta(days=30)
"""So long before its end a certificate should be renewed."""


def check_tls(settings: Settings, now: datetime) -> Iterator[Finding]:
    """Read the certificates as the service would, and tell how long they are valid."""
    if settings.tls_certificate is None or settings.tls_key is None:
        yield fine("tls", f"none: plaintext on {settings.host}")
        return
    try:
        pair = load_pair(settings.tls_certificate, settings.tls_key, PAIR)
    except InvalidInputError as error:
        yield fail(
            "tls", str(error), "put a valid certificate chain and its key there; a running service reads them by itself"
        )
    else:
        yield _until("tls", f"{settings.tls_certificate}", pair.not_after, now)
        yield from _private("tls key", settings.tls_key)
    if settings.tls_client_ca is not None:
        yield from _check_authorities(settings.tls_client_ca, now)


def check_access(settings: Settings) -> Iterator[Finding]:
    """Read the access file as the service would."""
    for text in settings.warnings():
        setting, _, what = text.partition(": ")
        yield warn("exposure", what, f"set TLS and an access file and unset {setting}, or keep the network closed")
    if settings.access is None:
        who = "anybody who reaches the port" if settings.is_anonymous else "whoever shows a client certificate"
        yield fine("access", f"no access file: {who} may call everything")
        return
    try:
        known = load_access(settings.access)
    except InvalidInputError as error:
        yield fail("access", str(error), "correct the access file")
        return
    if not known.identities:
        yield fail(
            "access", f"{settings.access} names nobody: every call is refused", "add somebody with `sabacc token new`"
        )
        return
    roles = sorted({identity.role.value for identity in known.identities})
    yield fine("access", f"{len(known.identities)} identities with the roles {', '.join(roles)}")
    yield from _private("access file", settings.access)


def _check_authorities(path: Path, now: datetime) -> Iterator[Finding]:
    check = "client CA"
    try:
        data = load_authorities(path, CLIENT_CA)
    except InvalidInputError as error:
        yield fail(check, str(error), "put the authorities of the clients' certificates there, in PEM")
        return
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=data.decode("ascii"))
    authorities: list[dict[str, Any]] = context.get_ca_certs()
    if not authorities:
        yield fail(
            check,
            f"{path}: no certificate of an authority",
            "put the authorities themselves there, not what they signed",
        )
    for authority in authorities:
        end = datetime.fromtimestamp(ssl.cert_time_to_seconds(str(authority["notAfter"])), UTC)
        yield _until(check, f"{path}", end, now)


def _until(check: str, name: str, end: datetime, now: datetime) -> Finding:
    days = (end - now).days
    told = f"{name} is valid until {end:%Y-%m-%d}, {days} days"
    if end <= now:
        return fail(check, f"{name} ended on {end:%Y-%m-%d}", "renew it now")
    return warn(check, told, "renew it") if end - now < SOON else fine(check, told)


def _private(check: str, path: Path) -> Iterator[Finding]:
    mode = path.stat().st_mode
    if mode & stat.S_IROTH:
        yield warn(check, f"everybody on this machine can read {path}", f"chmod o-rwx {path}")
    else:
        yield fine(check, f"{path} is not open to everybody")
