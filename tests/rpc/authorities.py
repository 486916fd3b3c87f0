"""Certificates for tests, made by trustme, as files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import grpc
import trustme

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Pair:
    """A certificate chain and its key, as files."""

    certificate: Path
    key: Path

    @property
    def settings(self) -> dict[str, Any]:
        """The two settings of a server."""
        return {"tls_certificate": self.certificate, "tls_key": self.key}


class Authority:
    """A certificate authority of a test's own, in a folder."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._folder = folder
        self._ca = trustme.CA()
        self.file = folder / f"{name}.pem"
        self._ca.cert_pem.write_to_path(str(self.file))

    def issue(self, *names: str, file: str = "server", days: int | None = None, **more: Any) -> Pair:
        """Issue a certificate for *names*; *days* from now it ends, or began where that is long ago."""
        pair = Pair(self._folder / f"{file}.pem", self._folder / f"{file}.key")
        if days is not None:
            more["not_after"] = datetime.now(UTC) + timedelta(days=days)
        made = self._ca.issue_cert(*names, **more)
        # Written as a careful operator does, one file after the other, each at once.
        for path, data in (
            (pair.certificate, b"".join(blob.bytes() for blob in made.cert_chain_pems)),
            (pair.key, made.private_key_pem.bytes()),
        ):
            new = path.with_suffix(".new")
            new.write_bytes(data)
            new.replace(path)
        return pair

    def channel(self, address: str, pair: Pair | None = None) -> grpc.Channel:
        """A channel that trusts this authority, and shows the certificate of *pair*."""
        mine = (None, None) if pair is None else (pair.key.read_bytes(), pair.certificate.read_bytes())
        credentials = grpc.ssl_channel_credentials(self.file.read_bytes(), *mine)
        return grpc.secure_channel(address, credentials, [("grpc.enable_http_proxy", 0)])
