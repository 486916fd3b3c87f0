"""The service behind TLS: once with tokens, once with client certificates."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import trustme
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from service.access.tokens import new_token
from tests.rpc.processes import ServiceProcess

if TYPE_CHECKING:
    from contextlib import ExitStack
    from pathlib import Path


def start_secured(folder: Path, stack: ExitStack) -> None:
    """Start both services, and write into *folder* what their callers need: ports, authority, tokens, certificates."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "ca.pem")
    for name in ("server", "game", "stranger"):
        certificate = authority.issue_cert("localhost" if name == "server" else f"{name}.test")
        certificate.cert_chain_pems[0].write_to_path(folder / f"{name}.pem")
        # Java reads keys in PKCS #8 only.
        key = load_pem_private_key(certificate.private_key_pem.bytes(), None)
        plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (folder / f"{name}.key").write_bytes(plain)
    tokens = {role: new_token() for role in ("game", "auditor")}
    for role, token in tokens.items():
        (folder / f"{role}.token").write_text(f"{token}\n")
    (folder / "access.toml").write_text(
        "\n".join(
            f"""[[identity]]
name = "{role}"
role = "{role}"
token_hashes = ["{sha256(token.encode()).hexdigest()}"]
certificate_names = ["{role}.test"]
"""
            for role, token in tokens.items()
        )
    )
    for kind in ("token", "mutual"):
        own = folder / kind
        own.mkdir()
        settings: dict[str, object] = {
            "tls_certificate": folder / "server.pem",
            "tls_key": folder / "server.key",
            "access": folder / "access.toml",
        }
        if kind == "mutual":
            settings["tls_client_ca"] = folder / "ca.pem"
        service = stack.enter_context(ServiceProcess(own, f"sqlite:///{own}/sabacc.db", **settings))
        (folder / f"{kind}.port").write_text(service.port)
