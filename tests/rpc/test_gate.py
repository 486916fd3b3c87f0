"""The gate on a clock of the test's own: guesses and probes, counted for each network address."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from deckmapping.errors import DomainError
from service.access.roles import ROLES
from service.caller import Role
from service.rpc.calls.error_table import spec_of
from service.rpc.calls.gate import AccessGate, open_gate
from tests.access.test_limiter import Clock
from tests.rpc.callers import logger_to, settings_for
from tests.rpc.identities import Access

if TYPE_CHECKING:
    from pathlib import Path

    Metadata = tuple[tuple[str, str | bytes], ...]

GAME = "game"


class Context:
    """What the gate asks of gRPC's context."""

    def __init__(self, peer: str = "ipv4:192.0.2.1:1", metadata: Metadata = ()) -> None:
        self._peer = peer
        self._metadata = metadata

    def peer(self) -> str:
        return self._peer

    def invocation_metadata(self) -> Metadata:
        return self._metadata

    def time_remaining(self) -> float:
        return 1e9


def gate_of(access: Access, **settings: object) -> tuple[AccessGate, Clock]:
    clock = Clock(10**15)
    given = settings_for("sqlite://", access=access.path, **settings)
    return AccessGate(given, open_gate(given, logger_to(io.StringIO()))._access, ROLES, clock), clock


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access.with_roles(tmp_path)


METHOD = "/sabacc.v1.TiebreakService/ListTiebreaks"


def outcome(gate: AccessGate, context: Context, method: str = METHOD) -> str:
    try:
        caller = gate.enter(method, context)  # type: ignore[arg-type]
    except DomainError as error:
        return spec_of(error).reason
    gate.leave(caller)
    return f"{caller.name} {caller.role}"


def test_of_guesses_one_a_second_is_told_to_be_wrong_and_the_right_token_passes_always(access: Access) -> None:
    gate, clock = gate_of(access)
    wrong = (("authorization", "Bearer wrong"),)
    guesser = Context("ipv4:192.0.2.9:1234", wrong)
    found = [outcome(gate, guesser) for _ in range(22)]
    assert found == ["UNAUTHENTICATED"] * 20 + ["OVERLOADED"] * 2
    assert outcome(gate, Context("ipv4:192.0.2.9:999", wrong)) == "OVERLOADED"  # another port is the same address
    for peer in ("ipv4:192.0.2.8:1", "ipv4:192.0.2.9:5"):  # the right token passes, also beside the guesser
        assert outcome(gate, Context(peer, access.of(GAME))) == "game game"
    clock.now += 999_999_999
    assert outcome(gate, guesser) == "OVERLOADED"
    clock.now += 1
    assert [outcome(gate, guesser) for _ in range(2)] == ["UNAUTHENTICATED", "OVERLOADED"]


def test_one_site_of_ipv6_is_one_address(access: Access) -> None:
    gate, _ = gate_of(access)
    wrong = (("authorization", "Bearer wrong"),)
    for number in range(20):
        peer = f"ipv6:%5B2001:db8:1:2:{number:x}::1%5D:{number + 1}"
        assert outcome(gate, Context(peer, wrong)) == "UNAUTHENTICATED"
    assert outcome(gate, Context("ipv6:%5B2001:db8:1:2:ffff::%5D:1", wrong)) == "OVERLOADED"
    assert outcome(gate, Context("ipv6:%5B2001:db8:1:3::1%5D:1", wrong)) == "UNAUTHENTICATED"
    assert outcome(gate, Context("ipv6:%5B::1%5D:1", wrong)) == "UNAUTHENTICATED"


def test_a_compressed_address_of_ipv6_is_of_the_same_site(access: Access) -> None:
    gate, _ = gate_of(access)
    wrong = (("authorization", "Bearer wrong"),)
    for number in range(20):
        assert outcome(gate, Context(f"ipv6:%5B2001:db8::{number + 1:x}%5D:1", wrong)) == "UNAUTHENTICATED"
    for peer in ("2001:db8::ffff", "2001:db8:0:0:1::", "2001:db8::"):
        assert outcome(gate, Context(f"ipv6:%5B{peer}%5D:1", wrong)) == "OVERLOADED"
    assert outcome(gate, Context("ipv6:%5B2001:db8:0:1::1%5D:1", wrong)) == "UNAUTHENTICATED"
    assert outcome(gate, Context("ipv6:%5B::ffff:192.0.2.1%5D:1", wrong)) == "UNAUTHENTICATED"


def test_probes_of_health_are_limited_for_each_address_and_cost_callers_nothing(access: Access) -> None:
    gate, clock = gate_of(access, calls_per_s=1, calls_burst=2)
    health = "/grpc.health.v1.Health/Check"
    assert [outcome(gate, Context(), health) for _ in range(3)] == ["anonymous probe"] * 2 + ["OVERLOADED"]
    assert outcome(gate, Context("ipv4:192.0.2.2:1"), health) == "anonymous probe"
    assert [outcome(gate, Context("ipv4:192.0.2.1:1", access.of(GAME))) for _ in range(3)] == (
        ["game game"] * 2 + ["OVERLOADED"]
    )
    clock.now += 10**9
    assert outcome(gate, Context(), health) == "anonymous probe"


def test_a_probe_may_do_nothing_else() -> None:
    assert all(Role.PROBE not in roles for roles in ROLES.values())
