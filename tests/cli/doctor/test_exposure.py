"""`sabacc doctor` on certificates, the access file and ports, in their good and in their bad states."""

from __future__ import annotations

import socket
import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import trustme

from service.bootstrap import build_application
from service.logs import make_logger
from service.rpc.serving.admin_port import AdminPort
from service.rpc.serving.server import start_server
from service.settings import LogFormat, load_settings
from tests.cli.doctor.examining import Examined, pki
from tests.rpc.callers import metrics_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


# TLS


@pytest.mark.parametrize(("days", "state"), [(400, "ok"), (31, "ok"), (20, "warn"), (1, "warn"), (-1, "fail")])
def test_a_certificate_is_renewed_before_it_ends(
    days: int, state: str, with_tls: Callable[..., Examined], tmp_path: Path
) -> None:
    pki(tmp_path, datetime.now(UTC) + timedelta(days=days, hours=1))
    found = with_tls()["tls"]
    assert found[0] == state
    assert days < 0 or f"{days} days" in found[1]


def test_a_key_of_another_certificate_fails(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    pki(tmp_path)
    (tmp_path / "server.key").write_bytes(trustme.CA().issue_cert("other").private_key_pem.bytes())
    state, found, _ = with_tls()["tls"]
    assert (state, "expected the key of" in found) == ("fail", True)


def test_certificates_that_cannot_be_read_fail(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    assert with_tls()["tls"][0] == "fail"
    pki(tmp_path)
    (tmp_path / "server.key").write_text("no key")
    assert with_tls()["tls"][0] == "fail"


def test_a_key_that_everybody_can_read_is_warned_of(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    pki(tmp_path)
    assert with_tls()["tls key"][0] == "ok"
    (tmp_path / "server.key").chmod(0o644)
    assert with_tls()["tls key"][0] == "warn"


def test_authorities_of_clients_are_read_and_grow_old(with_tls: Callable[..., Examined], tmp_path: Path) -> None:
    pki(tmp_path)
    assert with_tls(tls_client_ca=tmp_path / "ca.pem", allow_anonymous=True)["client CA"][0] == "ok"
    assert with_tls(tls_client_ca=tmp_path / "server.pem", allow_anonymous=True)["client CA"][0] == "fail"
    assert with_tls(tls_client_ca=tmp_path / "server.key", allow_anonymous=True)["client CA"][0] == "fail"
    assert with_tls(tls_client_ca=tmp_path / "nowhere.pem", allow_anonymous=True)["client CA"][0] == "fail"


# Access


TOKEN_HASH = "5e5a" * 16


def test_an_access_file_is_counted(examine: Callable[..., Examined], tmp_path: Path) -> None:
    path = tmp_path / "access.toml"
    path.write_text(
        f'[[identity]]\nname = "gemp"\nrole = "game"\ntoken_hashes = ["{TOKEN_HASH}"]\n'
        '[[identity]]\nname = "press"\nrole = "auditor"\ncertificate_names = ["press"]\n'
    )
    path.chmod(0o640)
    examined = examine(access=path)
    assert examined["access"] == ("ok", "2 identities with the roles auditor, game", "")
    assert examined["access file"][0] == "ok"
    path.chmod(0o644)
    assert examine(access=path)["access file"][0] == "warn"


@pytest.mark.parametrize("content", [None, "", "identity = 1", f'[[identity]]\nname = "{TOKEN_HASH}"\nrole = "king"\n'])
def test_an_access_file_of_no_use_fails(content: str | None, examine: Callable[..., Examined], tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "access.toml").write_text(content)
    assert examine(access=tmp_path / "access.toml")["access"][0] == "fail"


def test_what_stands_open_beyond_loopback_is_warned_of(examine: Callable[..., Examined]) -> None:
    examined = examine(host="0.0.0.0", allow_plaintext=True, allow_anonymous=True)
    open_ = [each for each in examined.findings if each["check"] == "exposure"]
    assert [each["state"] for each in open_] == ["warn", "warn"]
    assert "exposure" not in examine(host="127.0.0.1").states()


# Ports


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Any]:
    """A service with a health port, not ready yet."""
    settings = load_settings(port=0, health_port=0, database_url=f"sqlite:///{tmp_path}/running.db")
    application = build_application(settings)
    server = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    yield server
    server.stop(0, 0)
    application.close()


def number(address: str) -> int:
    return int(address.rpartition(":")[2])


def test_a_port_with_a_service_is_asked_how_it_is(examine: Callable[..., Examined], running: Any) -> None:
    ports = {"port": running.port, "health_port": number(running.health_address)}
    examined = examine(**ports)
    assert (examined["port"][0], examined["health port"][0]) == ("warn", "warn")
    assert examined["port"][1].endswith("NOT_SERVING")
    running.ready()
    examined = examine(**ports)
    assert (examined["port"][0], examined["health port"][0]) == ("ok", "ok")
    assert examined["port"][1].endswith(": SERVING")


@pytest.mark.parametrize("more", [(), ("tls_client_ca",)])
def test_a_port_behind_tls_is_known_by_its_certificate(
    more: tuple[str, ...], examine: Callable[..., Examined], tmp_path: Path
) -> None:
    used, other = (pki(tmp_path / name) for name in ("used", "other"))

    def files(folder: Path) -> dict[str, Any]:
        named = {"tls_certificate": "server.pem", "tls_key": "server.key", "tls_client_ca": "ca.pem"}
        paths = {setting: folder / name for setting, name in named.items() if setting != "tls_client_ca" or more}
        return {**paths, "allow_anonymous": True}

    settings = load_settings(port=0, database_url=f"sqlite:///{tmp_path}/tls.db", **files(used))
    application = build_application(settings)
    server = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    same, another = (examine(port=server.port, **files(folder))["port"] for folder in (used, other))
    server.stop(0, 0)
    application.close()
    assert (same[0], "shows the certificate of" in same[1]) == ("ok", True)
    assert (another[0], "shows another certificate" in another[1]) == ("warn", True)


def test_plaintext_on_the_port_of_tls_fails(with_tls: Callable[..., Examined], running: Any, tmp_path: Path) -> None:
    pki(tmp_path)
    assert with_tls(port=running.port)["port"][0] == "fail"


@pytest.fixture
def stranger() -> Iterator[int]:
    """The port of a program that answers every line with nonsense and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(1000)
                    connection.sendall(b"220 this is no service\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize("name", ["port", "health_port", "admin_port"])
def test_a_port_with_something_else_fails(name: str, examine: Callable[..., Examined], stranger: int) -> None:
    state, found, todo = examine(**{name: stranger})[name.replace("_", " ")]
    assert state == "fail"
    assert str(stranger) in found
    assert f"SABACC_{name.upper()}" in todo


def test_the_metrics_of_a_service_are_known_again(examine: Callable[..., Examined]) -> None:
    with AdminPort(0, lambda: b'sabacc_build_info{version="1"} 1\n') as admin:
        assert examine(admin_port=number(admin.address))["admin port"][0] == "ok"
    with AdminPort(0, lambda: b"other_build_info 1\n") as admin:
        assert examine(admin_port=number(admin.address))["admin port"][0] == "fail"


def test_free_ports_are_told_and_left_free(examine: Callable[..., Examined]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = probe.getsockname()[1]
    state, found, _ = examine(port=free)["port"]
    assert (state, found) == ("ok", f"127.0.0.1:{free} is free: no service runs there")
    socket.create_server(("127.0.0.1", free)).close()


def test_an_address_of_another_machine_fails(examine: Callable[..., Examined]) -> None:
    examined = examine(host="203.0.113.1", allow_plaintext=True, allow_anonymous=True)
    assert examined["port"][0] == "fail"
