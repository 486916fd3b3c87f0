"""The ports of the settings: free for the service, or taken by a service that is healthy."""

from __future__ import annotations

import errno
import http.client
import re
import socket
import ssl
from typing import TYPE_CHECKING, Final, NamedTuple

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from service.doctor.finding import fail, fine, warn
from service.rpc.serving import admin_port
from service.rpc.serving.ports import address_of, bind_fault, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.doctor.finding import Finding
    from service.settings import Settings

_PATIENCE_S: Final = 3
_PEM: Final = re.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


class _Port(NamedTuple):
    check: str
    setting: str
    host: str
    port: int


def check_ports(settings: Settings) -> Iterator[Finding]:
    """Try to bind each port, and ask who is there where one is taken."""
    main = _Port("port", "SABACC_PORT", settings.host, settings.port)
    if not _is_taken(main):
        yield _untaken(main)
    elif settings.tls_certificate is None:
        yield _health(main)
    else:
        yield _certificate(main, settings.tls_certificate)
    if settings.health_port is not None:
        probed = _Port("health port", "SABACC_HEALTH_PORT", settings.health_host, settings.health_port)
        yield _health(probed) if _is_taken(probed) else _untaken(probed)
    if settings.admin_port is not None:
        admin = _Port("admin port", "SABACC_ADMIN_PORT", admin_port.HOST, settings.admin_port)
        yield _metrics(admin) if _is_taken(admin) else _untaken(admin)


def _is_taken(port: _Port) -> bool:
    return bind_fault(port.host, port.port) == errno.EADDRINUSE


def _untaken(port: _Port) -> Finding:
    address = address_of(port.host, port.port)
    fault = bind_fault(port.host, port.port)
    if fault == 0:
        return fine(port.check, "any free one" if port.port == 0 else f"{address} is free: no service runs there")
    if fault == errno.EACCES:
        return fail(
            port.check, f"{address} may not be bound by this user", f"choose a port from 1024 in {port.setting}"
        )
    return fail(port.check, f"{address} cannot be bound", f"choose an address of this machine for {port.setting}")


def _health(port: _Port) -> Finding:
    address = reachable(port.host, port.port)
    with grpc.insecure_channel(address, [("grpc.enable_http_proxy", 0)]) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=_PATIENCE_S)
        except grpc.RpcError:
            return _stranger(port)
    if answer.status == health_pb2.HealthCheckResponse.SERVING:
        return fine(port.check, f"a service runs at {address}: SERVING")
    status = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    return warn(port.check, f"a service runs at {address}: {status}", "it starts or stops; ask again, or read its log")


def _certificate(port: _Port, path: Path) -> Finding:
    """Compare the certificate that is shown there with the file's: whoever may call is not asked for health."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    address = reachable(port.host, port.port)
    host, _, number = address.rpartition(":")
    try:
        with (
            socket.create_connection((host.strip("[]"), int(number)), timeout=_PATIENCE_S) as plain,
            context.wrap_socket(plain) as shown,
        ):
            certificate = shown.getpeercert(binary_form=True) or b""
    except OSError:
        return _stranger(port)
    if certificate in _certificates(path):
        return fine(port.check, f"a service shows the certificate of {path} at {address}")
    return warn(
        port.check,
        f"{address} shows another certificate than {path}",
        "a service reads new files within a second: is it this one?",
    )


def _certificates(path: Path) -> list[bytes]:
    """Return the certificates of a PEM file in binary form; nothing of a file that is none."""
    try:
        text = path.read_text(encoding="ascii")
        return [ssl.PEM_cert_to_DER_cert(each) for each in _PEM.findall(text)]
    except (OSError, ValueError):
        return []


def _metrics(port: _Port) -> Finding:
    connection = http.client.HTTPConnection(port.host, port.port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", admin_port.PATH)
        page = connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return _stranger(port)
    finally:
        connection.close()
    if b"sabacc_build_info" not in page:
        return _stranger(port)
    return fine(port.check, f"a service tells its metrics at {address_of(port.host, port.port)}{admin_port.PATH}")


def _stranger(port: _Port) -> Finding:
    address = address_of(port.host, port.port)
    return fail(
        port.check, f"{address} is taken by something else", f"end it, or choose another port in {port.setting}"
    )
