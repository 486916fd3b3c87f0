"""How a command calls a service: in plaintext or TLS, as whom, and never with a token where others may listen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import grpc
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from deckmapping.errors import InvalidInputError
from service.access.certificates import load_authorities, read_pair
from service.access.tokens import is_token
from service.settings import is_loopback
from service.settings_reading import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LARGEST_TOKEN_FILE: Final = 1024


class ClientSettings(BaseSettings):
    """What commands with ``--server`` use, read from ``SABACC_CLIENT_<NAME>`` as the other settings are."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    client_ca: Path | None = Field(
        default=None, description="Commands with --server: authorities (PEM) of the service; turns TLS on."
    )
    client_certificate: Path | None = Field(
        default=None, description="Commands with --server: certificate chain (PEM) to show."
    )
    client_key: Path | None = Field(default=None, description="Its private key (PEM).")
    client_token_file: Path | None = Field(
        default=None, description="Commands with --server: file with the token to send."
    )
    client_name_override: str | None = Field(
        default=None, description="Name that the service's certificate must have, where its address differs."
    )


class _Details(NamedTuple):
    """A call's details with more metadata; gRPC wants an object of this shape."""

    method: str
    timeout: float | None
    metadata: Sequence[tuple[str, str | bytes]] | None
    credentials: grpc.CallCredentials | None
    wait_for_ready: bool | None
    compression: grpc.Compression | None


class _WithToken(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor):
    """Sends the token with each call."""

    def __init__(self, token: str) -> None:
        self._header = ("authorization", f"Bearer {token}")

    def intercept_unary_unary(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request: object
    ) -> Any:
        """Add the header."""
        return continuation(self._with_token(client_call_details), request)

    def intercept_unary_stream(
        self, continuation: Callable[..., Any], client_call_details: grpc.ClientCallDetails, request: object
    ) -> Any:
        """Add the header."""
        return continuation(self._with_token(client_call_details), request)

    def _with_token(self, given: grpc.ClientCallDetails) -> _Details:
        return _Details(
            given.method,
            given.timeout,
            (*(given.metadata or ()), self._header),
            given.credentials,
            getattr(given, "wait_for_ready", None),
            getattr(given, "compression", None),
        )


def open_channel(
    server: str, client: ClientSettings, options: Sequence[tuple[str, str | int]], *, allow_plaintext: bool
) -> grpc.Channel:
    """Return a channel to the service at *server*, HOST:PORT; nothing is sent until the first call.

    Args:
        server: where the service listens.
        client: TLS and token.
        options: gRPC's channel arguments.
        allow_plaintext: whether a token may cross a network in plaintext.

    Raises:
        InvalidInputError: a file cannot be used, or the token would cross a network in plaintext.
    """
    credentials = _credentials(client)
    token = None if client.client_token_file is None else _read_token(client.client_token_file)
    if credentials is None:
        if token is not None and not (allow_plaintext or is_loopback(server.rpartition(":")[0])):
            raise InvalidInputError.of(
                "--server",
                server,
                f"TLS ({PREFIX}CLIENT_CA) for a token beyond loopback, or {PREFIX}ALLOW_PLAINTEXT=true inside a closed "
                "network",
            )
        channel = grpc.insecure_channel(server, options)
    else:
        name = client.client_name_override
        more = [] if name is None else [("grpc.ssl_target_name_override", name)]
        channel = grpc.secure_channel(server, credentials, [*options, *more])
    return channel if token is None else grpc.intercept_channel(channel, _WithToken(token))


def _credentials(client: ClientSettings) -> grpc.ChannelCredentials | None:
    """Return the TLS of the settings, None for plaintext."""
    names = (f"{PREFIX}CLIENT_CERTIFICATE", f"{PREFIX}CLIENT_KEY")
    certificate, key = client.client_certificate, client.client_key
    if (certificate is None) != (key is None):
        missing = names[0] if certificate is None else names[1]
        raise InvalidInputError.of(missing, "nothing", "both the certificate and its key, or none")
    if client.client_ca is None:
        if certificate is not None:
            raise InvalidInputError.of(f"{PREFIX}CLIENT_CA", "nothing", "the service's authorities, to use TLS")
        return None
    authorities = load_authorities(client.client_ca, f"{PREFIX}CLIENT_CA")
    if certificate is None or key is None:
        return grpc.ssl_channel_credentials(authorities)
    chain, secret = read_pair(certificate, key, names)
    return grpc.ssl_channel_credentials(authorities, secret, chain)


def _read_token(path: Path) -> str:
    field = f"{PREFIX}CLIENT_TOKEN_FILE"
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST_TOKEN_FILE).decode("ascii", "replace").strip()
    except OSError as error:
        raise InvalidInputError.of(field, f"{error.strerror}: {path}", "a file that can be read") from None
    if not is_token(text):  # its text is never shown: it may be a token with a slip
        raise InvalidInputError.of(field, f"no token: {path}", "a file that holds what `sabacc token new` printed")
    return text
