"""Certificates in PEM files, checked before anybody relies on them, with the standard library alone."""

from __future__ import annotations

import ssl
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    from pathlib import Path

_BEGIN: Final = b"-----BEGIN CERTIFICATE-----"
_END: Final = b"-----END CERTIFICATE-----"
_MOST_TURNS: Final = 4


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A certificate chain and its private key that belong together and are valid now."""

    certificate: bytes
    """PEM, the chain from the certificate on."""
    key: bytes
    """PEM."""
    not_after: datetime
    """When the certificate ends; UTC."""


def read_pem(path: Path, setting: str) -> bytes:
    """Return the bytes of a PEM file.

    Raises:
        InvalidInputError: it cannot be read or is no PEM file; the error names *setting*.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInputError.of(setting, f"{error.strerror}: {path}", "a file that can be read") from None
    if b"-----BEGIN " not in data:
        raise InvalidInputError.of(setting, f"no PEM: {path}", "a PEM file (-----BEGIN ...)")
    return data


def load_authorities(path: Path, setting: str) -> bytes:
    """Return the PEM of certificate authorities.

    Raises:
        InvalidInputError: there is none in the file; the error names *setting*.
    """
    data = read_pem(path, setting)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(cadata=data.decode("ascii"))
    except (ssl.SSLError, ValueError):
        raise InvalidInputError.of(setting, f"no certificates: {path}", "certificates in PEM") from None
    return data


def read_pair(certificate: Path, key: Path, settings: tuple[str, str]) -> tuple[bytes, bytes]:
    """Return the PEM of a certificate chain and of its private key.

    Args:
        certificate: the chain's file.
        key: the key's file.
        settings: what an error calls the two.

    Raises:
        InvalidInputError: one cannot be read, or they do not belong together. No error holds the key.
    """
    chain, secret = read_pem(certificate, settings[0]), read_pem(key, settings[1])
    _shows(certificate, key, settings)
    if (read_pem(certificate, settings[0]), read_pem(key, settings[1])) != (chain, secret):
        raise InvalidInputError.of(settings[0], f"changing: {certificate}", "files that nobody is writing")
    return chain, secret


def load_pair(certificate: Path, key: Path, settings: tuple[str, str]) -> KeyPair:
    """Read a server's certificate chain and its key, as `read_pair` does.

    Raises:
        InvalidInputError: as `read_pair`, or the certificate is not valid now, or is not a server's.
    """
    chain, secret = read_pair(certificate, key, settings)
    try:
        return KeyPair(chain, secret, _end_of(chain, _shows(certificate, key, settings)))
    except ssl.SSLCertVerificationError as error:
        found = error.verify_message
    except (ssl.SSLError, ValueError) as error:
        found = getattr(error, "reason", None) or "unreadable"
    raise InvalidInputError.of(settings[0], f"{found}: {certificate}", "a server's certificate that is valid now")


def _shows(certificate: Path, key: Path, settings: tuple[str, str]) -> ssl.SSLContext:
    """Return a server that shows the certificate; OpenSSL checks that the key is the certificate's."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key, password="")  # without one OpenSSL would ask on the terminal
    except (ssl.SSLError, OSError, ValueError) as error:
        if getattr(error, "reason", "") == "KEY_VALUES_MISMATCH":
            raise InvalidInputError.of(settings[1], f"another key: {key}", f"the key of {certificate}") from None
        raise InvalidInputError.of(
            settings[0],
            f"not readable as such: {certificate} with {key}",
            "a certificate chain and its private key, in PEM and without a password",
        ) from None
    return context


def _end_of(chain: bytes, server: ssl.SSLContext) -> datetime:
    """Return when the chain's first certificate ends.

    A client that trusts exactly that certificate shakes hands with the server, in memory: so OpenSSL itself says
    whether it is valid now, and a server's.

    Raises:
        ssl.SSLError: it is not.
        ValueError: the text is no certificate.
    """
    start = chain.index(_BEGIN)
    first = chain[start : chain.index(_END, start) + len(_END)] + b"\n"
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(cadata=first.decode("ascii"))
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (client.wrap_bio(to_client, to_server), server.wrap_bio(to_server, to_client, server_side=True))
    for _ in range(_MOST_TURNS):
        for end in ends:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    shown = ends[0].getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(shown["notAfter"])), UTC)
