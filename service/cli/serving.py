"""Running the service in the foreground: start, warm up, tell that it is ready, stop on a signal."""

from __future__ import annotations

import signal
from threading import Event
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError
from deckmapping.examples import EXAMPLE_DECKS, example_deck
from sabacc.v1 import tiebreaks_pb2
from service import __version__
from service.bootstrap import build_application
from service.cli import files
from service.logs import make_logger
from service.rpc.server import start_server

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from structlog.typing import FilteringBoundLogger

    from service.rpc.servicers import Servicers
    from service.settings import Settings

_WARM_UP_SEED: Final = bytes(16)


def serve(settings: Settings, port_file: Path | None) -> None:
    """Run the service until SIGTERM or SIGINT; a second signal ends it at once.

    Args:
        settings: all of it.
        port_file: where the port is written as soon as calls are answered; removed at the stop.

    Raises:
        DomainError: a setting, the catalogue, the database or the address cannot be used.
    """
    stop = Event()
    _stop_on_signals(stop)
    logger = make_logger(settings.log_format)
    application = build_application(settings)
    try:
        server = start_server(application.servicers, settings, logger)
        try:
            _warm_up(application.servicers, logger)
            server.ready()
            if port_file is not None:
                files.write_bytes(port_file, f"{server.port}\n".encode("ascii"))
            logger.info(
                "serving",
                address=server.address,
                version=__version__,
                catalogue=application.catalogue.version,
                cards=len(application.catalogue.records),
            )
            stop.wait()
        finally:
            if port_file is not None:
                port_file.unlink(missing_ok=True)
            logger.info("stopping", grace_s=settings.grace_s)
            server.stop(settings.drain_s, settings.grace_s)
            logger.info("stopped")
    finally:
        application.close()


def _stop_on_signals(stop: Event) -> None:
    def on_signal(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)


def _warm_up(servicers: Servicers, logger: FilteringBoundLogger) -> None:
    """Rehearse one tie, so that the first caller does not wait for what is loaded at first use."""
    request = tiebreaks_pb2.RehearseTiebreakRequest(
        event="warm-up",
        stage="start",
        attempt=1,
        seed=_WARM_UP_SEED,
        players=[tiebreaks_pb2.TiebreakPlayer(name=name, deck=example_deck(name)) for name in EXAMPLE_DECKS],
        options=tiebreaks_pb2.TiebreakOptions(allow_unknown=True),
    )
    try:
        servicers.ties.RehearseTiebreak(request)
    except DomainError:  # a catalogue without these cards; nothing depends on them
        logger.info("no warm-up: the catalogue lacks the example decks")
