"""What the service counts, for Prometheus. No label ever holds a player, an event, a tie or a text of a caller's."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import QueuePool

from sabacc.v1 import tiebreaks_pb2 as pb
from service import __version__
from service.rpc.calls.error_table import ERROR_TABLE, INCIDENT
from service.tiebreak.errors import TieContentDiffersError, VoidedOtherwiseError
from service.tiebreak.proof import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from prometheus_client import Metric
    from sqlalchemy import Engine

    from deckmapping.catalogue import Catalogue
    from service.rpc.work.pools import Pools

BUCKETS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""A tie takes about a millisecond; exact win shares take seconds."""

OTHER: Final = "other"
"""Label of every service and method that the server does not have: there are as many as callers make up."""

_CONFLICTS: Final = frozenset(ERROR_TABLE[kind].reason for kind in (TieContentDiffersError, VoidedOtherwiseError))


class Metrics:
    """A `service.rpc.calls.meter.Meter` with a registry of its own, and the page that Prometheus reads."""

    def __init__(self, catalogue: Catalogue, engine: Engine, pools: Pools) -> None:
        self._registry = registry = CollectorRegistry()
        self._calls = _Calls(registry)
        self._ties = _Ties(registry)
        self._in_flight = Gauge("sabacc_calls_in_flight", "Calls being answered now", registry=registry)
        refusals = Counter("sabacc_refusals", "Calls refused, by ErrorInfo's reason", ["reason"], registry=registry)
        reasons = sorted({spec.reason for spec in ERROR_TABLE.values()})
        self._refusals = {reason: refusals.labels(reason) for reason in reasons}
        self._conflicts = Counter("sabacc_tie_conflicts", "Ties that stand with other content", registry=registry)
        self._incidents = Counter("sabacc_incidents", "Faults of the service's own", registry=registry)
        registry.register(_Gauges(_pool_gauges(engine)))
        registry.register(_Gauges(_work_gauges(pools)))
        registry.register(_Lost(pools))
        cards = Gauge("sabacc_catalogue_cards", "Cards of the catalogue", registry=registry)
        cards.set(len(catalogue.records))
        Info("sabacc_build", "What is running", registry=registry).info(
            {
                "version": __version__,
                "rules": RULES,
                "catalogue": catalogue.version,
                "python": platform.python_version(),
            }
        )
        ProcessCollector(registry=registry)

    def begin(self) -> None:
        """See `Meter.begin`."""
        self._in_flight.inc()

    def answered(self, response: object) -> None:
        """See `Meter.answered`."""
        self._ties.count(response)

    def end(self, method: str, status: str, reason: str, seconds: float) -> None:
        """See `Meter.end`."""
        self._in_flight.dec()
        self._calls.count(method, status, seconds)
        if reason == INCIDENT:
            self._incidents.inc()
        elif reason:
            self._refusals[reason].inc()
            if reason in _CONFLICTS:
                self._conflicts.inc()

    def unknown(self) -> None:
        """See `Meter.unknown`."""
        self._calls.count_unknown()

    def page(self) -> bytes:
        """Return all figures in Prometheus' text format."""
        return generate_latest(_WithoutBirthdays(self._registry))


class _Calls:
    """Calls and their seconds. The label children are bound once, so that a call costs a look-up and two sums."""

    def __init__(self, registry: CollectorRegistry) -> None:
        labels = ["service", "method"]
        self._calls = Counter("sabacc_calls", "Calls, by status", [*labels, "code"], registry=registry)
        self._seconds = Histogram(
            "sabacc_call_seconds", "Seconds that calls took", labels, buckets=BUCKETS_S, registry=registry
        )
        self._bound: dict[tuple[str, str], tuple[Counter, Histogram]] = {}
        self._unknown = self._calls.labels(OTHER, OTHER, "UNIMPLEMENTED")

    def count(self, method: str, status: str, seconds: float) -> None:
        bound = self._bound.get((method, status))
        if bound is None:
            service, _, name = method.strip("/").rpartition("/")
            bound = self._calls.labels(service, name, status), self._seconds.labels(service, name)
            self._bound[method, status] = bound
        bound[0].inc()
        bound[1].observe(seconds)

    def count_unknown(self) -> None:
        self._unknown.inc()


class _Ties:
    """Ties by what became of them, as the responses tell."""

    def __init__(self, registry: CollectorRegistry) -> None:
        ties = Counter("sabacc_ties", "Ties by what was done", ["outcome"], registry=registry)
        self._new, self._replayed, self._rehearsed, self._voided = (
            ties.labels(outcome) for outcome in ("new", "replayed", "rehearsed", "voided")
        )

    def count(self, response: object) -> None:
        match response:
            case pb.ResolveTiebreakResponse():
                (self._replayed if response.replayed else self._new).inc()
            case pb.RehearseTiebreakResponse():
                self._rehearsed.inc()
            case pb.VoidTiebreakResponse() if not response.replayed:
                self._voided.inc()


class _Gauges(Collector):
    """Figures that are read when somebody asks for them."""

    def __init__(self, read: Callable[[], Mapping[str, tuple[str, float]]]) -> None:
        self._read = read

    def collect(self) -> Iterator[Metric]:
        for name, (meaning, value) in self._read().items():
            yield GaugeMetricFamily(name, meaning, value)


class _Lost(Collector):
    """Processes that ended though nobody wanted them to."""

    def __init__(self, pools: Pools) -> None:
        self._pools = (("win_shares", pools.shares), ("odds", pools.odds), ("long_work", pools.long))

    def collect(self) -> Iterator[Metric]:
        family = CounterMetricFamily("sabacc_work_processes_lost", "Processes for work that died", labels=["work"])
        for work, pool in self._pools:
            family.add_metric([work], pool.lost())
        yield family


def _pool_gauges(engine: Engine) -> Callable[[], Mapping[str, tuple[str, float]]]:
    def read() -> Mapping[str, tuple[str, float]]:
        pool = engine.pool
        if not isinstance(pool, QueuePool):
            return {}
        return {
            "sabacc_database_pool_size": ("Connections that the pool may keep", pool.size()),
            "sabacc_database_pool_checked_out": ("Connections in use now", pool.checkedout()),
            "sabacc_database_pool_overflow": ("Open connections beyond the pool's size", max(0, pool.overflow())),
        }

    return read


def _work_gauges(pools: Pools) -> Callable[[], Mapping[str, tuple[str, float]]]:
    told = (
        (pools.shares, "Win share computations", "sabacc_win_shares_running", "sabacc_win_shares_waiting"),
        (pools.odds, "Computations of odds", "sabacc_odds_running", "sabacc_odds_waiting"),
        (pools.long, "Designs, simulations and counts", "sabacc_long_work_running", "sabacc_long_work_waiting"),
    )

    def read() -> Mapping[str, tuple[str, float]]:
        figures: dict[str, tuple[str, float]] = {}
        for pool, what, running, waiting in told:
            figures[running], figures[waiting] = zip(
                (f"{what} that run", f"{what} that wait"), pool.load(), strict=True
            )
        return figures

    return read


class _WithoutBirthdays(CollectorRegistry):
    """A registry's view without the time at which each counter was made, which the library adds as a series."""

    def __init__(self, registry: CollectorRegistry) -> None:
        super().__init__()
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
            yield metric
