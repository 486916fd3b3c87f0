"""Settings of the service and of commands that work in process, from the environment and from files."""

from __future__ import annotations

import ipaddress
from enum import StrEnum, unique
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import SettingsConfigDict

from deckmapping.errors import InvalidInputError, Violation, shown
from service.campaign_settings import CampaignSettings
from service.settings_reading import PREFIX, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHARES_FROM: Final = 2
ODDS_FROM: Final = 3
STREAMS_FROM: Final = 4
"""Threads of which the last one is for win shares, for odds, and for streams: they are dealt round like cards."""


@unique
class LogFormat(StrEnum):
    """How log lines look."""

    AUTO = "auto"
    JSON = "json"
    PRETTY = "pretty"


@unique
class Migrate(StrEnum):
    """Whether the schema is brought up to date when the database is opened."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"

    def allows(self, dialect: str) -> bool:
        """Tell whether a database of this *dialect*, SQLAlchemy's name of it, is brought up to date by itself."""
        return self is Migrate.ALWAYS or (self is Migrate.AUTO and dialect == "sqlite")


class Settings(CampaignSettings):
    """Every setting, read from ``SABACC_<NAME>`` or from the file ``<secrets folder>/sabacc_<name>``.

    The folder of secret files is named by ``SABACC_SECRETS_DIR``. The environment wins over a file.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    database_url: SecretStr = Field(
        default=SecretStr("sqlite:///var/sabacc.db"),
        description="Database: sqlite:///PATH for one machine, postgresql+psycopg://USER@HOST/NAME for replicas.",
    )
    migrate: Migrate = Field(
        default=Migrate.AUTO,
        description="Upgrade the schema when opening the database: always, never, or auto (SQLite only).",
    )
    catalogue: Path | None = Field(default=None, description="Catalogue file; without it the starter catalogue.")
    allow_plaintext: bool = Field(
        default=False, description="Listen in plaintext beyond loopback: only inside a closed network."
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=50051, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    tls_certificate: Path | None = Field(
        default=None, description="Certificate chain (PEM) to serve TLS with; read again when the file changes."
    )
    tls_key: Path | None = Field(default=None, description="Its private key (PEM).")
    tls_client_ca: Path | None = Field(
        default=None, description="Authorities (PEM) of client certificates; with it every client must show one."
    )
    access: Path | None = Field(
        default=None, description="Access file: who may call, by token or certificate, in what role (sabacc token)."
    )
    allow_anonymous: bool = Field(
        default=False,
        description="Let everybody from beyond loopback, or with a client certificate, call everything.",
    )
    calls_per_s: float = Field(
        default=1000, ge=0.001, le=1e6, description="Calls a second of one identity, on average."
    )
    calls_burst: int = Field(default=2000, ge=1, le=10_000_000, description="Calls of one identity at a stroke.")
    calls_at_once: int = Field(default=256, ge=1, le=100_000, description="Calls of one identity at the same time.")
    watches: int = Field(
        default=64, ge=1, le=10_000, description="Health watches at the same time, of them 8 from one address."
    )
    workers: int = Field(
        default=8,
        ge=1,
        le=64,
        description="Threads that answer calls: a quarter each for win shares, odds, streams, and calls that wait for "
        "no work. Odds need 3 or more, streams 4.",
    )
    max_concurrent_calls: int = Field(default=512, ge=1, le=100_000, description="More calls at once are refused.")
    share_workers: int = Field(default=1, ge=1, le=16, description="Processes that compute exact win shares.")
    share_queue: int = Field(
        default=8, ge=1, le=1000, description="Win share calls at once, at most a quarter of the workers."
    )
    odds_workers: int = Field(default=1, ge=1, le=16, description="Processes that compute odds.")
    odds_queue: int = Field(
        default=8, ge=1, le=1000, description="Odds calls at once, at most a quarter of the workers."
    )
    long_workers: int = Field(default=1, ge=1, le=16, description="Processes that design, simulate and count.")
    streams: int = Field(
        default=2,
        ge=1,
        le=1000,
        description="Streams at once, feeds of tables and long odds, at most a quarter of the workers; one "
        "identity leaves the others one.",
    )
    stream_s: float = Field(default=600, gt=0, le=86_400, description="Seconds that a stream lasts at most.")
    default_deadline_s: float = Field(default=10, gt=0, le=3600, description="Seconds for a call without a deadline.")
    health_host: str = Field(default="127.0.0.1", description="Address of the health port.")
    health_port: int | None = Field(
        default=None, ge=0, le=65535, description="Port that answers health checks only, in plaintext; 0: a free one."
    )
    admin_port: int | None = Field(
        default=None, ge=0, le=65535, description="Loopback port of metrics for Prometheus (/metrics); 0: a free one."
    )
    max_connection_age_s: int = Field(
        default=0, ge=0, le=86_400, description="Seconds after which a client must connect anew; 0 never."
    )
    drain_s: float = Field(default=0, ge=0, le=300, description="Seconds between NOT_SERVING and the stop.")
    grace_s: float = Field(default=20, ge=0, le=300, description="Seconds for running calls to finish at the stop.")
    reflection: bool = Field(default=False, description="Offer gRPC server reflection.")
    log_format: LogFormat = Field(default=LogFormat.AUTO, description="auto is pretty on a terminal, else json.")

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        """Check what no setting shows alone.

        Raises:
            InvalidInputError: certificate and key are not both there, client certificates have no roles, or it would
                listen beyond loopback in plaintext, or let everybody call from there, without being told to.
        """
        faults = [*self._tls_faults(), *self._exposure_faults()]
        if faults:
            raise InvalidInputError.all(faults)
        return self

    def _tls_faults(self) -> Iterator[Violation]:
        pair = {"TLS_CERTIFICATE": self.tls_certificate, "TLS_KEY": self.tls_key}
        given = [name for name, path in pair.items() if path is not None]
        if len(given) == 1:
            (missing,) = pair.keys() - given
            yield Violation(PREFIX + missing, "", f"a file that belongs to {PREFIX}{given[0]}")
        if self.tls_client_ca is not None and not given:
            expected = f"only together with {PREFIX}TLS_CERTIFICATE and {PREFIX}TLS_KEY"
            yield Violation(f"{PREFIX}TLS_CLIENT_CA", shown(str(self.tls_client_ca)), expected)
        if self.tls_client_ca is not None and self.access is None and not self.allow_anonymous:
            yield Violation(
                f"{PREFIX}TLS_CLIENT_CA",
                shown(str(self.tls_client_ca)),
                f"an access file ({PREFIX}ACCESS) that gives certificates their roles, or {PREFIX}ALLOW_ANONYMOUS=true "
                "to let each of them do everything",
            )

    def _exposure_faults(self) -> Iterator[Violation]:
        if is_loopback(self.host):
            return
        field, host = f"{PREFIX}HOST", shown(self.host)
        if self.is_plaintext and not self.allow_plaintext:
            yield Violation(
                field, host, f"a loopback address, TLS, or {PREFIX}ALLOW_PLAINTEXT=true inside a closed network"
            )
        if self.is_anonymous and not self.allow_anonymous:
            yield Violation(
                field,
                host,
                f"a loopback address, an access file ({PREFIX}ACCESS), or {PREFIX}ALLOW_ANONYMOUS=true inside a closed "
                "network",
            )

    @property
    def waiting_shares(self) -> int:
        """How many calls may wait for win shares; one even where there is but one thread, as they belong to ties."""
        return max(1, min(self.share_queue, self._dealt(_SHARES_FROM)))

    @property
    def waiting_odds(self) -> int:
        """How many calls may wait for odds; none with fewer than `ODDS_FROM` threads."""
        return min(self.odds_queue, self._dealt(ODDS_FROM))

    @property
    def most_streams(self) -> int:
        """How many streams may run at once, as each holds a thread; none with fewer than `STREAMS_FROM` threads."""
        return min(self.streams, self._dealt(STREAMS_FROM))

    def _dealt(self, first: int) -> int:
        """Return how many threads come to the calls whose first one is the *first* that is dealt.

        Calls that wait for no work come first, and so always have a quarter of the threads, rounded up.
        """
        return (self.workers + STREAMS_FROM - first) // STREAMS_FROM

    @property
    def is_plaintext(self) -> bool:
        """Whether calls come in plaintext."""
        return self.tls_certificate is None

    @property
    def is_anonymous(self) -> bool:
        """Whether anybody who reaches the port may call everything."""
        return self.access is None and self.tls_client_ca is None

    def warnings(self) -> Iterator[str]:
        """Yield what whoever runs the service should know about who reaches it, a line each."""
        if self.access is None and self.tls_client_ca is not None:
            yield f"{PREFIX}ALLOW_ANONYMOUS: every client certificate of {PREFIX}TLS_CLIENT_CA may do everything"
        if is_loopback(self.host):
            return
        if self.is_plaintext:
            yield f"{PREFIX}ALLOW_PLAINTEXT: calls and tokens cross the network in plaintext"
        if self.is_anonymous:
            yield f"{PREFIX}ALLOW_ANONYMOUS: everybody who reaches the port may call everything"


def is_loopback(host: str) -> bool:
    """Tell whether an address to listen on or to call is one of this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def load_settings(secrets_dir: str | None = None, **overrides: object) -> Settings:
    """Read the settings; *overrides* (from the command line) win over environment and files.

    Raises:
        InvalidInputError: a setting is out of its limits; each is named as ``SABACC_<NAME>``, no secret is shown.
    """
    return read_settings(Settings, secrets_dir, **overrides)
