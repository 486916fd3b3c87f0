"""TLS of the server: its certificate and the authorities of its clients, read again when their files change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import grpc

from service.access.certificates import load_authorities, load_pair
from service.access.watched import Watched

if TYPE_CHECKING:
    from pathlib import Path

    from structlog.typing import FilteringBoundLogger

    from service.settings import Settings

PAIR: Final = ("SABACC_TLS_CERTIFICATE", "SABACC_TLS_KEY")
"""What an error calls the server's certificate and its key."""
CLIENT_CA: Final = "SABACC_TLS_CLIENT_CA"


def server_credentials(settings: Settings, logger: FilteringBoundLogger) -> grpc.ServerCredentials | None:
    """Return the credentials of the settings, None for plaintext.

    Each handshake uses the files as they are then, looked at once a second; while they cannot be used (half written,
    key and certificate apart, expired) the ones before stay in force, and a line says so.

    Raises:
        InvalidInputError: the files cannot be used.
    """
    certificate, key, client_ca = settings.tls_certificate, settings.tls_key, settings.tls_client_ca
    if certificate is None or key is None:  # the settings hold both or none
        return None

    def refused(text: str) -> None:
        logger.error("the changed certificates cannot be used: the ones before stay in force", text=text)

    paths = (certificate, key) if client_ca is None else (certificate, key, client_ca)
    watched = Watched(paths, lambda: _configuration(certificate, key, client_ca), refused)
    return grpc.dynamic_ssl_server_credentials(
        watched.current(), watched.current, require_client_authentication=client_ca is not None
    )


def _configuration(certificate: Path, key: Path, client_ca: Path | None) -> grpc.ServerCertificateConfiguration:
    pair = load_pair(certificate, key, PAIR)
    authorities = None if client_ca is None else load_authorities(client_ca, CLIENT_CA)
    return grpc.ssl_server_certificate_configuration([(pair.key, pair.certificate)], authorities)
