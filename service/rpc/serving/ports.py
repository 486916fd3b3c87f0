"""Addresses to listen on."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError

if TYPE_CHECKING:
    import grpc


def address_of(host: str, port: int) -> str:
    """Write an address as one text; an IPv6 address stands in brackets."""
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"


def reachable(host: str, port: int) -> str:
    """Write where to call who listens on an address: one on every address of the machine is called on the loopback."""
    loopback = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104
    return address_of(loopback.get(host, host), port)


def bind_fault(host: str, port: int) -> int:
    """Return the number of the error for which an address cannot be bound, 0 where it can; it is free again after.

    A plain socket is tried, for gRPC would write lines of its own about a failure.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host.strip("[]"), port), family=family).close()
    except OSError as error:
        return error.errno or -1
    return 0


def require_free(host: str, port: int, setting: str) -> None:
    """Check that an address can be bound.

    Raises:
        InvalidInputError: it cannot; the error names *setting*.
    """
    if bind_fault(host, port):
        raise refused(host, port, setting)


def refused(host: str, port: int, setting: str) -> InvalidInputError:
    """Return the error of an address that cannot be bound."""
    return InvalidInputError.of(
        setting, address_of(host, port), "an address of this machine that no other process listens on"
    )


def bind(server: grpc.Server, host: str, port: int, setting: str, credentials: grpc.ServerCredentials | None) -> int:
    """Bind the server to an address, in plaintext without credentials, and return the port.

    Raises:
        InvalidInputError: the address cannot be bound; the error names *setting*.
    """
    require_free(host, port, setting)
    address = address_of(host, port)
    try:
        if credentials is None:
            return server.add_insecure_port(address)
        return server.add_secure_port(address, credentials)
    except RuntimeError:
        raise refused(host, port, setting) from None


def release(server: grpc.Server) -> None:
    """Give back the addresses of a server that is bound and not started: only a server that ran lets go of them."""
    server.start()
    server.stop(None).wait()
