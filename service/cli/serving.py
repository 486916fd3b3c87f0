"""Running the service in the foreground: start, warm up, tell that it is ready, stop on a signal."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack, closing, contextmanager
from threading import Event
from typing import TYPE_CHECKING, Final

from google.protobuf.internal import api_implementation

from deckmapping.errors import DomainError
from deckmapping.examples import EXAMPLE_DECKS, example_deck
from sabacc.v1 import tiebreaks_pb2
from service import __version__
from service.access.access_file import load_access
from service.bootstrap import build_application, require_fast_protobuf
from service.cli import files
from service.logs import libraries_logged, make_logger
from service.rpc.serving.admin_port import AdminPort
from service.rpc.serving.metrics import Metrics
from service.rpc.serving.rounds import Rounds
from service.rpc.serving.server import start_server
from service.storage.database import current_revision
from service.storage.service_lock import sole_service

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import FrameType

    from structlog.typing import FilteringBoundLogger

    from service.bootstrap import Application
    from service.rpc.serving.server import RunningServer
    from service.settings import Settings

_WARM_UP_SEED: Final = bytes(16)
_LOOK_EVERY_S: Final = 0.2  # whether a signal came
_FEW_CARDS: Final = (
    "SABACC_CATALOGUE names no file: only the few cards of the starter catalogue are known; make one of all cards with "
    "`sabacc cards import`"
)


def serve(settings: Settings, port_file: Path | None) -> None:
    """Run the service until SIGTERM or SIGINT; a second signal ends it at once.

    A first one during the start stops it before it serves.

    Args:
        settings: all of it.
        port_file: where the port is written as soon as calls are answered; removed at the stop.

    Raises:
        DomainError: a setting, the catalogue, the database or an address cannot be used. Nothing runs then any more.
    """
    stop = _Stop()
    logger = make_logger(settings.log_format)
    require_fast_protobuf(api_implementation.Type())
    with ExitStack() as running:
        running.enter_context(libraries_logged(logger))
        running.enter_context(sole_service(settings.database_url.get_secret_value()))
        application = running.enter_context(closing(build_application(settings, logger=logger)))
        metrics = Metrics(application.catalogue, application.engine, application.pools)
        admin = None
        if settings.admin_port is not None:
            admin = running.enter_context(AdminPort(settings.admin_port, metrics.page))
        server = start_server(application.servicers, settings, logger, meter=metrics)
        try:
            _warm_up(application, logger)
            told = _summary(settings, application, server, admin)
            if stop.signal:
                logger.info("stopped", signal=stop.signal, text="before it served")
                server.stop(0, 0)
                return
            server.ready()
            rounds = Rounds("time-outs", settings.sweep_s, application.sweeping.round, logger)
            with rounds, _written(port_file, server.port, logger):
                _tell(settings, told, logger)
                stop.wait()
        except BaseException:
            server.stop(0, 0)
            raise
        logger.info("stopping", signal=stop.signal, grace_s=settings.grace_s)
        ended = server.stop(settings.drain_s, settings.grace_s, application.pools.close)
        logger.info("stopped", **({} if ended else {"text": "without waiting for calls that were cut off"}))
        if not ended:
            # The interpreter would wait for their threads. What they have not committed, the database takes back.
            os._exit(0)


@contextmanager
def _written(port_file: Path | None, port: int, logger: FilteringBoundLogger) -> Iterator[None]:
    """Tell the port in a file as long as the context lasts; one that cannot be removed stays.

    Raises:
        InvalidInputError: the file cannot be written.
    """
    if port_file is None:
        yield
        return
    files.write_bytes(port_file, f"{port}\n".encode("ascii"))
    try:
        yield
    finally:
        try:
            port_file.unlink(missing_ok=True)
        except OSError as fault:
            logger.warning("the port file stays", text=fault.strerror)


class _Stop:
    """The first SIGTERM or SIGINT; the second one, whichever it is, ends the process at once."""

    signal = ""
    """Name of the one that came; empty before."""

    def __init__(self) -> None:
        self._came = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)

    def wait(self) -> None:
        # Python runs the handler in this thread, but a signal that another thread took does not wake it.
        while not self._came.wait(_LOOK_EVERY_S):
            pass

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        for again in (signal.SIGTERM, signal.SIGINT):
            signal.signal(again, signal.SIG_DFL)
        self.signal = signal.Signals(number).name
        self._came.set()


def _tell(settings: Settings, summary: Mapping[str, object], logger: FilteringBoundLogger) -> None:
    """Log what runs, and what whoever runs it should know."""
    for warning in settings.warnings():
        logger.warning("exposed", text=warning)
    logger.info("serving", **summary)
    if settings.catalogue is None:
        logger.warning("starter catalogue", text=_FEW_CARDS)


def _summary(
    settings: Settings, application: Application, server: RunningServer, admin: AdminPort | None
) -> dict[str, object]:
    """Return what the first line tells; asking the database for its revision is the proof that it answers."""
    told = {
        "version": __version__,
        "address": server.address,
        "tls": "plaintext" if settings.tls_certificate is None else "tls" if settings.tls_client_ca is None else "mtls",
        "access": _who_may_call(settings),
        "database": application.engine.dialect.name,
        "revision": current_revision(application.engine),
        "catalogue": application.catalogue.version,
        "cards": len(application.catalogue.records),
        "health": server.health_address,
        "admin": None if admin is None else admin.address,
    }
    return {name: value for name, value in told.items() if value is not None}


def _who_may_call(settings: Settings) -> str:
    if settings.access is not None:
        count = len(load_access(settings.access).identities)
        return f"{count} {'identity' if count == 1 else 'identities'}"
    return "anonymous" if settings.is_anonymous else "any client certificate"


def _warm_up(application: Application, logger: FilteringBoundLogger) -> None:
    """Rehearse one tie and read from the database, so that the first caller does not wait for what is loaded once.

    Raises:
        StoreDownError: the database does not answer.
    """
    ties = application.servicers.ties
    request = tiebreaks_pb2.RehearseTiebreakRequest(
        event="warm-up",
        stage="start",
        attempt=1,
        seed=_WARM_UP_SEED,
        players=[tiebreaks_pb2.TiebreakPlayer(name=name, deck=example_deck(name)) for name in EXAMPLE_DECKS],
        options=tiebreaks_pb2.TiebreakOptions(allow_unknown=True),
    )
    try:
        ties.RehearseTiebreak(request)
    except DomainError:  # a catalogue without these cards; nothing depends on them
        logger.info("no warm-up: the catalogue lacks the example decks")
    ties.ListTiebreaks(tiebreaks_pb2.ListTiebreaksRequest(event="warm-up", page_size=1))
