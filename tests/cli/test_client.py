"""Commands as clients: TLS, certificates and tokens, and what is said where one of them is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from service.access.tokens import hash_of, new_token
from service.bootstrap import build_application
from service.logs import make_logger
from service.rpc.serving.server import start_server
from service.settings import LogFormat, load_settings
from tests.cli.conftest import EXAMPLE_TIE
from tests.rpc.authorities import Authority
from tests.rpc.callers import metrics_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Run


@dataclass
class Guarded:
    """A service with TLS, client certificates and an access file."""

    address: str
    ca: Authority
    token: str
    asks_for_certificates: bool


@pytest.fixture(scope="module", params=["tls", "mtls"])
def guarded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder = tmp_path_factory.mktemp("guarded")
    ca, token = Authority(folder), new_token()
    access = folder / "access.toml"
    access.write_text(
        f'[[identity]]\nname = "eye"\nrole = "auditor"\ntoken_hashes = ["{hash_of(token)}"]\n'
        '[[identity]]\nname = "gemp"\nrole = "game"\ncertificate_names = ["gemp.example"]\n'
    )
    pair = ca.issue("127.0.0.1", "sabacc.example")
    settings = load_settings(
        port=0,
        database_url=f"sqlite:///{folder}/sabacc.db",
        access=access,
        tls_client_ca=ca.file if request.param == "mtls" else None,
        **pair.settings,
    )
    application = build_application(settings)
    running = start_server(application.servicers, settings, make_logger(LogFormat.JSON), metrics_of(application))
    running.ready()
    yield Guarded(running.address, ca, token, request.param == "mtls")
    running.stop(0, 1)
    application.close()


@pytest.fixture
def client(guarded: Guarded, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Guarded:
    """The settings of a client whose certificate names nobody, and who has a token."""
    pair = guarded.ca.issue("nobody.example", file="nobody")
    (tmp_path / "token").write_text(guarded.token + "\n")
    monkeypatch.setenv("SABACC_CLIENT_CA", str(guarded.ca.file))
    monkeypatch.setenv("SABACC_CLIENT_CERTIFICATE", str(pair.certificate))
    monkeypatch.setenv("SABACC_CLIENT_KEY", str(pair.key))
    monkeypatch.setenv("SABACC_CLIENT_TOKEN_FILE", str(tmp_path / "token"))
    return guarded


def test_commands_call_a_guarded_service(cli: Run, client: Guarded) -> None:
    assert cli("health", "--server", client.address).out == f"{client.address} SERVING\n"
    assert cli("tiebreak", "list", "--server", client.address, "--json").code == 0


def test_health_needs_no_token(cli: Run, client: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABACC_CLIENT_TOKEN_FILE")
    assert cli("health", "--server", client.address).code == 0


def test_a_role_that_may_not_is_refused_with_what_helps(cli: Run, client: Guarded) -> None:
    ran = cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--server", client.address)
    assert ran.code == 1
    assert ran.err == (
        "sabacc: role: got 'auditor for /sabacc.v1.TiebreakService/ResolveTiebreak', expected the role director or "
        "game\n"
    )


def test_without_a_token_the_line_says_what_to_set(
    cli: Run, client: Guarded, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for given in (None, new_token()):
        if given is None:
            monkeypatch.delenv("SABACC_CLIENT_TOKEN_FILE")
        else:
            (tmp_path / "token").write_text(given)
            monkeypatch.setenv("SABACC_CLIENT_TOKEN_FILE", str(tmp_path / "token"))
        ran = cli("tiebreak", "list", "--server", client.address)
        assert ran.code == 1
        assert "SABACC_CLIENT_TOKEN_FILE" in ran.err
        assert "Traceback" not in ran.err


def test_a_certificate_stands_for_a_token_where_one_is_asked_for(
    cli: Run, client: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = client.ca.issue("gemp.example", file="gemp")
    monkeypatch.setenv("SABACC_CLIENT_CERTIFICATE", str(pair.certificate))
    monkeypatch.setenv("SABACC_CLIENT_KEY", str(pair.key))
    monkeypatch.delenv("SABACC_CLIENT_TOKEN_FILE")
    ran = cli("tiebreak", "resolve", str(EXAMPLE_TIE), "--server", client.address)
    assert ran.code == (0 if client.asks_for_certificates else 1)


def test_another_name_of_the_service_can_be_expected(
    cli: Run, client: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SABACC_CLIENT_NAME_OVERRIDE", "sabacc.example")
    assert cli("health", "--server", client.address).code == 0
    monkeypatch.setenv("SABACC_CLIENT_NAME_OVERRIDE", "other.example")
    ran = cli("health", "--server", client.address)
    assert ran.code == 3
    assert "another name" in ran.err


def test_a_service_of_another_authority_is_not_trusted(
    cli: Run, client: Guarded, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SABACC_CLIENT_CA", str(Authority(tmp_path).file))
    ran = cli("health", "--server", client.address)
    assert ran.code == 3
    assert ran.err == (
        f"sabacc: no service answers at {client.address}: its certificate is not one of SABACC_CLIENT_CA, or has "
        "another name\n"
    )


def test_plaintext_to_tls_and_tls_to_plaintext_are_told(
    cli: Run, client: Guarded, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = cli("health", "--server", server)
    assert (ran.code, "does not speak TLS" in ran.err) == (3, True)
    for name in ("CA", "CERTIFICATE", "KEY"):
        monkeypatch.delenv(f"SABACC_CLIENT_{name}")
    ran = cli("health", "--server", client.address)
    assert (ran.code, "does it speak TLS (SABACC_CLIENT_CA)" in ran.err) == (3, True)


@pytest.mark.parametrize("address", ["sabacc.example:1", "192.0.2.1:1", "[2001:db8::1]:1", "127.0.0.1.example.org:1"])
def test_a_token_is_never_sent_in_plaintext_beyond_loopback(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    (tmp_path / "token").write_text(new_token())
    monkeypatch.setenv("SABACC_CLIENT_TOKEN_FILE", str(tmp_path / "token"))
    ran = cli("tiebreak", "list", "--server", address)
    assert ran.code == 2
    assert ran.err.startswith(f"sabacc: --server: got '{address}', expected TLS (SABACC_CLIENT_CA) for a token beyond")


def test_a_token_crosses_the_loopback_and_closed_networks_in_plaintext(
    cli: Run, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "token").write_text(new_token())
    monkeypatch.setenv("SABACC_CLIENT_TOKEN_FILE", str(tmp_path / "token"))
    assert cli("tiebreak", "list", "--server", server).code == 0
    monkeypatch.setenv("SABACC_ALLOW_PLAINTEXT", "true")
    assert cli("tiebreak", "list", "--server", "sabacc.invalid:1").code == 3


BAD: dict[str, tuple[dict[str, str], str]] = {
    "no key": ({"CLIENT_CERTIFICATE": "c.pem"}, "SABACC_CLIENT_KEY"),
    "no certificate": ({"CLIENT_KEY": "c.key"}, "SABACC_CLIENT_CERTIFICATE"),
    "no authorities": ({"CLIENT_CERTIFICATE": "c.pem", "CLIENT_KEY": "c.key"}, "SABACC_CLIENT_CA"),
    "authorities that are not there": ({"CLIENT_CA": "nowhere"}, "SABACC_CLIENT_CA"),
    "authorities that are none": ({"CLIENT_CA": "text"}, "SABACC_CLIENT_CA"),
    "no token file": ({"CLIENT_TOKEN_FILE": "nowhere"}, "SABACC_CLIENT_TOKEN_FILE"),
    "no token in the file": ({"CLIENT_TOKEN_FILE": "text"}, "SABACC_CLIENT_TOKEN_FILE"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_setting_of_no_use_is_named_and_what_it_holds_is_not_shown(
    cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    settings, field = BAD[name]
    (tmp_path / "text").write_text("sabacc_sesame")
    for variable, value in settings.items():
        monkeypatch.setenv(f"SABACC_{variable}", value)
    ran = cli("health", "--server", "127.0.0.1:1")
    assert ran.code == 2
    assert ran.err.startswith(f"sabacc: {field}: got ")
    assert "sesame" not in ran.err
