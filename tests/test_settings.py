"""Every setting from the environment, from a folder of secret files and from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from deckmapping.errors import InvalidInputError, Violation
from service.cli.client import ClientSettings
from service.cli.settings import setting_rows
from service.settings import LogFormat, Migrate, Settings, load_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

GIVEN: dict[str, tuple[str, object]] = {
    "database_url": ("postgresql+psycopg://sabacc:sesame@db/sabacc", "postgresql+psycopg://sabacc:sesame@db/sabacc"),
    "migrate": ("never", Migrate.NEVER),
    "catalogue": ("cards.json", Path("cards.json")),
    "host": ("::1", "::1"),
    "port": ("0", 0),
    "allow_plaintext": ("true", True),
    "tls_certificate": ("tls/server.pem", Path("tls/server.pem")),
    "tls_key": ("tls/server.key", Path("tls/server.key")),
    "tls_client_ca": ("tls/clients.pem", Path("tls/clients.pem")),
    "access": ("access.toml", Path("access.toml")),
    "allow_anonymous": ("true", True),
    "calls_per_s": ("0.5", 0.5),
    "calls_burst": ("1", 1),
    "calls_at_once": ("1", 1),
    "watches": ("1", 1),
    "health_host": ("::1", "::1"),
    "health_port": ("0", 0),
    "admin_port": ("65535", 65535),
    "max_connection_age_s": ("1800", 1800),
    "workers": ("64", 64),
    "max_concurrent_calls": ("1", 1),
    "share_workers": ("16", 16),
    "share_queue": ("1000", 1000),
    "odds_workers": ("16", 16),
    "odds_queue": ("1000", 1000),
    "long_workers": ("16", 16),
    "streams": ("1000", 1000),
    "stream_s": ("0.5", 0.5),
    "default_deadline_s": ("0.5", 0.5),
    "drain_s": ("300", 300.0),
    "grace_s": ("0", 0.0),
    "reflection": ("1", True),
    "hand_wait_s": ("86400", 86_400.0),
    "sweep_s": ("0.1", 0.1),
    "duel_stake": ("8388607", 8_388_607),
    "duel_pair_hands": ("1", 1),
    "duel_pair_silver": ("1000000000", 1_000_000_000),
    "duel_player_silver": ("1", 1),
    "log_format": ("pretty", LogFormat.PRETTY),
}
"""A text for every setting, none of them its default, and what it means."""

TOGETHER: dict[str, tuple[str, ...]] = {
    "tls_certificate": ("tls_key",),
    "tls_key": ("tls_certificate",),
    "tls_client_ca": ("tls_certificate", "tls_key", "access"),
}
"""Settings that are of no use without others."""

BAD: dict[str, list[str]] = {
    "migrate": ["", "yes", "AUTO "],
    "port": ["", "-1", "65536", "http", "1.5"],
    "allow_plaintext": ["maybe", ""],
    "workers": ["0", "65", "many"],
    "max_concurrent_calls": ["0", "100001"],
    "share_workers": ["0", "17"],
    "share_queue": ["0", "1001"],
    "odds_workers": ["0", "17"],
    "odds_queue": ["0", "1001"],
    "long_workers": ["0", "17"],
    "streams": ["0", "1001"],
    "stream_s": ["0", "-1", "86401", "nan"],
    "default_deadline_s": ["0", "-1", "3601", "nan", "inf", "soon"],
    "drain_s": ["-1", "301", "nan"],
    "grace_s": ["-0.1", "301", "inf"],
    "reflection": ["maybe"],
    "hand_wait_s": ["0", "86401", "nan"],
    "sweep_s": ["0", "3601", "inf"],
    "duel_stake": ["0", "8388608", "1.5"],
    "duel_pair_hands": ["0", "100001"],
    "duel_pair_silver": ["0", "1000000001"],
    "duel_player_silver": ["0", "-1", "1000000001"],
    "log_format": ["xml"],
}


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GIVEN:
        monkeypatch.delenv(f"SABACC_{name.upper()}", raising=False)


def plain(settings: Settings) -> Mapping[str, Any]:
    values = {name: getattr(settings, name) for name in Settings.model_fields}
    return {name: v.get_secret_value() if isinstance(v, SecretStr) else v for name, v in values.items()}


DEFAULTS = {
        "database_url": "sqlite:///var/sabacc.db", "migrate": Migrate.AUTO, "catalogue": None, "host": "127.0.0.1",
        "port": 50051, "allow_plaintext": False, "workers": 8, "max_concurrent_calls": 512, "share_workers": 1,
        "share_queue": 8, "default_deadline_s": 10, "drain_s": 0, "grace_s": 20, "reflection": False,
        "log_format": LogFormat.AUTO, "tls_certificate": None, "tls_key": None, "tls_client_ca": None, "access": None,
        "allow_anonymous": False, "calls_per_s": 1000, "calls_burst": 2000, "calls_at_once": 256, "watches": 64,
        "health_host": "127.0.0.1", "health_port": None, "admin_port": None, "max_connection_age_s": 0,
        "odds_workers": 1, "odds_queue": 8, "long_workers": 1, "streams": 2, "stream_s": 600,
        "hand_wait_s": 300, "sweep_s": 5, "duel_stake": 500, "duel_pair_hands": 100, "duel_pair_silver": 5000,
        "duel_player_silver": 15_000,
    }  # fmt: skip


def together(name: str) -> dict[str, object]:
    return {other: GIVEN[other][1] for other in TOGETHER.get(name, ())}


def test_the_defaults_work_on_one_machine() -> None:
    assert plain(load_settings()) == DEFAULTS


def test_every_setting_is_tested_here() -> None:
    assert set(GIVEN) == set(Settings.model_fields)
    defaults = plain(load_settings())
    assert all(value != defaults[name] for name, (_, value) in GIVEN.items())


@pytest.mark.parametrize("name", GIVEN)
def test_a_setting_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    text, value = GIVEN[name]
    for other in TOGETHER.get(name, ()):
        monkeypatch.setenv(f"SABACC_{other.upper()}", GIVEN[other][0])
    monkeypatch.setenv(f"SABACC_{name.upper()}", text)
    assert plain(load_settings()) == {**DEFAULTS, **together(name), name: value}
    monkeypatch.delenv(f"SABACC_{name.upper()}")
    monkeypatch.setenv(f"sabacc_{name}", text)  # the case of the name does not matter
    assert plain(load_settings())[name] == value


@pytest.mark.parametrize("name", GIVEN)
def test_a_setting_is_read_from_a_secret_file(tmp_path: Path, name: str) -> None:
    value = GIVEN[name][1]
    for given in (name, *TOGETHER.get(name, ())):
        (tmp_path / f"sabacc_{given}").write_text(f"{GIVEN[given][0]}\n")
    assert plain(load_settings(str(tmp_path))) == {**DEFAULTS, **together(name), name: value}


def test_the_command_line_goes_before_the_environment_and_that_before_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sabacc_port").write_text("1001")
    assert load_settings(str(tmp_path)).port == 1001
    monkeypatch.setenv("SABACC_PORT", "1002")
    assert load_settings(str(tmp_path)).port == 1002
    assert load_settings(str(tmp_path), port=1003).port == 1003
    assert load_settings(str(tmp_path), port=None).port == 1002


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BAD.items() for text in texts])
def test_a_bad_value_is_named_as_the_operator_wrote_it(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setenv(f"SABACC_{name.upper()}", text)
    with pytest.raises(InvalidInputError) as caught:
        load_settings()
    (fault,) = caught.value.violations
    assert (fault.field, fault.value) == (f"SABACC_{name.upper()}", text)
    assert fault.expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "http", "a whole number"),
        ("port", "1.5", "a whole number"),
        ("port", "9" * 5000, "a whole number"),
        ("port", "-1", "at least 0"),
        ("port", "65536", "at most 65535"),
        ("admin_port", "x", "a whole number"),
        ("calls_per_s", "10000001", "at most 1000000"),
        ("calls_per_s", "1e-300", "at least 0.001"),
        ("default_deadline_s", "0", "more than 0"),
        ("default_deadline_s", "soon", "a number"),
        ("default_deadline_s", "inf", "at most 3600"),
        ("grace_s", "-0.1", "at least 0"),
        ("grace_s", "soon", "a number"),
        ("reflection", "maybe", "true or false"),
        ("log_format", "xml", "'auto', 'json' or 'pretty'"),
    ],
)
def test_what_was_expected_is_said_in_the_words_of_the_other_errors(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, expected: str
) -> None:
    monkeypatch.setenv(f"SABACC_{name.upper()}", text)
    with pytest.raises(InvalidInputError) as caught:
        load_settings()
    assert [fault.expected for fault in caught.value.violations] == [expected]


def test_no_bad_value_gets_a_sentence_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, texts in BAD.items():
        for text in texts:
            monkeypatch.setenv(f"SABACC_{name.upper()}", text)
            with pytest.raises(InvalidInputError) as caught:
                load_settings()
            assert "nput should" not in str(caught.value)
            assert "valid" not in str(caught.value)
        monkeypatch.delenv(f"SABACC_{name.upper()}")
    for wrong in ({"database_url": 5}, {"catalogue": 5}, {"port": 1.5}, {"host": 7}):
        with pytest.raises(InvalidInputError) as caught:
            load_settings(**wrong)
        assert "nput" not in str(caught.value)


def test_all_bad_values_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_PORT", "http")
    monkeypatch.setenv("SABACC_WORKERS", "0")
    with pytest.raises(InvalidInputError) as caught:
        load_settings(migrate="perhaps")
    assert {fault.field for fault in caught.value.violations} == {"SABACC_PORT", "SABACC_WORKERS", "SABACC_MIGRATE"}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]"])
def test_the_loopback_needs_no_leave(host: str) -> None:
    assert load_settings(host=host).host == host


PLAINTEXT = "a loopback address, TLS, or SABACC_ALLOW_PLAINTEXT=true inside a closed network"
ANONYMOUS = "a loopback address, an access file (SABACC_ACCESS), or SABACC_ALLOW_ANONYMOUS=true inside a closed network"
TLS: dict[str, Any] = {"tls_certificate": "c.pem", "tls_key": "k.pem"}


BEYOND = ["0.0.0.0", "::", "[::]", "192.0.2.1", "example.org", "", "127.0.0.1.example.org", "localhost.example.org"]


@pytest.mark.parametrize("host", BEYOND)
@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({}, [PLAINTEXT, ANONYMOUS]),
        ({"allow_plaintext": True}, [ANONYMOUS]),
        ({"allow_anonymous": True}, [PLAINTEXT]),
        ({"access": "a.toml"}, [PLAINTEXT]),
        (TLS, [ANONYMOUS]),
        ({**TLS, "allow_plaintext": True}, [ANONYMOUS]),
        ({**TLS, "access": "a.toml"}, []),
        ({**TLS, "tls_client_ca": "ca.pem", "access": "a.toml"}, []),
        ({**TLS, "tls_client_ca": "ca.pem", "allow_anonymous": True}, []),
        ({"access": "a.toml", "allow_plaintext": True}, []),
        ({"allow_anonymous": True, "allow_plaintext": True}, []),
    ],
)
def test_beyond_loopback_plaintext_and_strangers_must_be_allowed(
    host: str, given: dict[str, Any], missing: list[str]
) -> None:
    if not missing:
        assert load_settings(host=host, **given).host == host
        return
    with pytest.raises(InvalidInputError) as caught:
        load_settings(host=host, **given)
    assert caught.value.violations == tuple(Violation("SABACC_HOST", host, expected) for expected in missing)


def test_who_may_reach_the_service_is_warned_of() -> None:
    both: dict[str, Any] = {"allow_plaintext": True, "allow_anonymous": True}
    assert list(load_settings(**both).warnings()) == []
    assert [text.split(":")[0] for text in load_settings(host="0.0.0.0", **both).warnings()] == [
        "SABACC_ALLOW_PLAINTEXT",
        "SABACC_ALLOW_ANONYMOUS",
    ]
    assert list(load_settings(host="0.0.0.0", access="a.toml", **TLS).warnings()) == []
    any_certificate = load_settings(allow_anonymous=True, tls_client_ca="ca.pem", **TLS)
    (text,) = any_certificate.warnings()
    assert text.startswith("SABACC_ALLOW_ANONYMOUS: every client certificate")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"tls_certificate": "c.pem"}, "SABACC_TLS_KEY"),
        ({"tls_key": "k.pem"}, "SABACC_TLS_CERTIFICATE"),
        ({"tls_client_ca": "ca.pem", "access": "a.toml"}, "SABACC_TLS_CLIENT_CA"),
    ],
)
def test_half_of_tls_is_refused(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        load_settings(**given)
    assert [fault.field for fault in caught.value.violations] == [field]


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1"])
def test_client_certificates_without_roles_are_refused(host: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        load_settings(host=host, tls_client_ca="ca.pem", **TLS)
    (fault,) = caught.value.violations
    assert (fault.field, fault.value) == ("SABACC_TLS_CLIENT_CA", "ca.pem")
    assert "SABACC_ACCESS" in fault.expected
    assert "SABACC_ALLOW_ANONYMOUS" in fault.expected


def test_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "postgresql+psycopg://sabacc:sesame@db/sabacc"
    settings = load_settings(database_url=secret)
    for text in (repr(settings), str(settings), settings.model_dump_json(), repr(settings.model_dump())):
        assert "sesame" not in text
    monkeypatch.setenv("SABACC_DATABASE_URL", secret)
    for wrong in ({"port": "http"}, {"host": "0.0.0.0"}, {"database_url": b"\xffsesame"}, {"database_url": ["sesame"]}):
        with pytest.raises(InvalidInputError) as caught:
            load_settings(**wrong)
        assert "sesame" not in str(caught.value)
        assert "sesame" not in repr(caught.value.__dict__)
        assert caught.value.__cause__ is None


def test_settings_do_not_change() -> None:
    settings = load_settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.port = 1


def test_every_setting_is_described_with_its_default() -> None:
    rows = {row.name: row for row in setting_rows()}
    clients = {f"SABACC_{name.upper()}" for name in ClientSettings.model_fields}
    assert set(rows) == {*(f"SABACC_{name.upper()}" for name in GIVEN), *clients, "SABACC_SECRETS_DIR"}
    assert all(row.meaning.endswith(".") for row in rows.values())
    assert (rows["SABACC_PORT"].default, rows["SABACC_CATALOGUE"].default) == ("50051", "none")
    assert rows["SABACC_DATABASE_URL"].default == "sqlite:///var/sabacc.db"


@pytest.mark.parametrize(
    ("workers", "shares", "odds", "streams"),
    [(1, 1, 0, 0), (2, 1, 0, 0), (3, 1, 1, 0), (4, 1, 1, 1), (5, 1, 1, 1), (6, 2, 1, 1), (7, 2, 2, 1), (8, 2, 2, 2)],
)
def test_threads_are_dealt_round_to_the_kinds_of_calls(workers: int, shares: int, odds: int, streams: int) -> None:
    settings = Settings(workers=workers, share_queue=1000, odds_queue=1000, streams=1000)
    assert (settings.waiting_shares, settings.waiting_odds, settings.most_streams) == (shares, odds, streams)


@pytest.mark.parametrize("workers", range(2, 65))
def test_a_quarter_of_the_threads_is_left_to_calls_that_wait_for_no_work(workers: int) -> None:
    settings = Settings(workers=workers, share_queue=1000, odds_queue=1000, streams=1000)
    assert 4 * (workers - settings.waiting_shares - settings.waiting_odds - settings.most_streams) >= workers


def test_fewer_calls_may_wait_than_there_are_threads_for() -> None:
    settings = Settings(workers=64, share_queue=3, odds_queue=4, streams=5)
    assert (settings.waiting_shares, settings.waiting_odds, settings.most_streams) == (3, 4, 5)
