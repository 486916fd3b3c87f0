"""`sabacc doctor`: every check in its good and in its bad state, and what is never done or shown."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from deckmapping.catalogue import starter_catalogue
from service.doctor import examination
from service.doctor.finding import State
from tests.cli.doctor.examining import Examined, pki

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Run


# The whole


def test_a_service_in_good_order_has_nothing_but_ok(
    examine: Callable[..., Examined], tmp_path: Path, stored: str
) -> None:
    (tmp_path / "cards.json").write_text(starter_catalogue().dump())
    folder = pki(tmp_path)
    (tmp_path / "access.toml").write_text('[[identity]]\nname = "gemp"\nrole = "game"\ncertificate_names = ["gemp"]\n')
    (tmp_path / "access.toml").chmod(0o640)
    examined = examine(
        catalogue=tmp_path / "cards.json", database_url=stored, access=tmp_path / "access.toml",
        tls_certificate=folder / "server.pem", tls_key=folder / "server.key", tls_client_ca=folder / "ca.pem",
        health_port=0, admin_port=0,
    )  # fmt: skip
    assert set(examined.states().values()) == {"ok"}
    assert examined.code == 0
    own = "database file" if stored.startswith("sqlite") else "database clock"
    assert list(examined.states()) == [
        "settings", "protobuf", "catalogue", "database", "schema", own, "writing", "integrity", "audit log", "clock",
        "tls", "tls key", "client CA", "access", "access file", "port", "health port", "admin port",
    ]  # fmt: skip


def test_people_get_a_table_with_every_finding_and_the_sum(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("SABACC_PORT", "0")
    table, findings = cli("doctor"), cli("doctor", "--json").json
    lines = table.out.splitlines()
    for finding in findings:
        row = next(line for line in lines if f" {finding['check']} " in line)
        assert row.split()[0] == finding["state"].upper()
    assert lines[-1] == "6 ok, 2 warn, 0 fail"
    assert table.code == 0
    assert cli("doctor", "--catalogue", "nowhere.json").code == 1


def test_nothing_is_made_or_changed(examine: Callable[..., Examined], tmp_path: Path, sqlite: str) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    examine(database_url=sqlite)
    examine(database_url=f"sqlite:///{tmp_path}/folder/new.db")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://sesame:sesame@127.0.0.1:1/sabacc?password=sesame",
        "mysql://sesame:sesame@there/db",
        "sesame",
        "sqlite://sesame",
    ],
)
def test_no_password_is_shown(url: str, cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_DATABASE_URL", url)
    monkeypatch.setenv("SABACC_PORT", "0")
    for command in (("doctor",), ("doctor", "--json")):
        ran = cli(*command)
        assert ran.code == 1
        assert "sesame" not in ran.out + ran.err


# Settings


def test_each_bad_setting_is_named(examine: Callable[..., Examined]) -> None:
    examined = examine(port="http", workers=0)
    assert [each["found"] for each in examined.findings] == [
        "SABACC_PORT: got 'http', expected a whole number",
        "SABACC_WORKERS: got '0', expected at least 1",
    ]
    assert examined.code == 1


def test_settings_that_are_not_the_default_are_named_without_their_values(examine: Callable[..., Examined]) -> None:
    state, found, _ = examine(workers=3)["settings"]
    assert state == "ok"
    assert found.endswith("not the default: default_deadline_s, port, workers")  # of which the tests set two


def test_protobuf_in_plain_python_fails() -> None:
    assert examination._protobuf("upb").state is State.OK
    assert examination._protobuf("python").state is State.FAIL


# Catalogue


def test_a_catalogue_is_counted_and_grows_old(examine: Callable[..., Examined], tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(starter_catalogue().dump())
    state, found, _ = examine(catalogue=path)["catalogue"]
    assert state == "ok"
    assert f"{len(starter_catalogue().records)} cards" in found
    assert starter_catalogue().version[:12] in found
    old = time.time() - 400 * 86_400
    os.utime(path, (old, old))
    assert examine(catalogue=path)["catalogue"][0] == "warn"


def test_the_starter_catalogue_is_not_for_tournaments(examine: Callable[..., Examined]) -> None:
    state, _, todo = examine()["catalogue"]
    assert (state, "sabacc cards import" in todo) == ("warn", True)


@pytest.mark.parametrize("content", [None, "", "{}", '{"format": "true-sabacc catalogue", "schema": 99}'])
def test_a_catalogue_that_cannot_be_used_fails(
    content: str | None, examine: Callable[..., Examined], tmp_path: Path
) -> None:
    path = tmp_path / "cards.json"
    if content is not None:
        path.write_text(content)
    assert examine(catalogue=path)["catalogue"][0] == "fail"
