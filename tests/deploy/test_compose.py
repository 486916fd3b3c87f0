"""The compose project: valid for compose's own loader, closed, in order, and with time to stop."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from service.settings import Settings
from tests.deploy.files import COMPOSE, COMPOSE_TLS, USER, load, seconds

NEEDED = {"SABACC_IP": "172.29.1.50", "GEMP_CARDS": "/srv/gemp/cards"}
OURS = ("sabacc", "migrate", "catalogue")
MARGIN_S = 10


@cache
def loader() -> tuple[list[str], Path]:
    """The command that loads compose files and prints JSON, and where it runs; skips loudly where there is none."""
    docker, go = shutil.which("docker"), shutil.which("go")
    if docker and subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode == 0:
        return [docker, "compose", "config", "--format", "json"], COMPOSE.parent
    folder = Path(__file__).parent / "compose_check"
    if go and subprocess.run([go, "mod", "download"], cwd=folder, capture_output=True, check=False).returncode == 0:
        return [go, "run", "."], folder
    missing = "neither docker compose here, nor Go with the modules of tests/deploy/compose_check"
    if os.environ.get("SABACC_REQUIRE_COMPOSE"):
        pytest.fail(f"SABACC_REQUIRE_COMPOSE is set, but there is {missing}")
    pytest.skip(f"compose files not validated: {missing}")


def loaded(*files: Path, **given: str) -> subprocess.CompletedProcess[str]:
    command, folder = loader()
    if "compose" in command:
        command = [*command[:2], *(word for file in files for word in ("--file", str(file))), *command[2:]]
    else:
        command = [*command, *map(str, files)]
    environment = {**{k: v for k, v in os.environ.items() if k not in NEEDED}, **given}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def project(*files: Path, **given: str) -> dict[str, Any]:
    done = loaded(*files, **{**NEEDED, **given})
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_the_file_is_valid_for_the_loader_of_compose() -> None:
    assert set(project(COMPOSE)["services"]) == {*OURS, "db"}


@pytest.mark.parametrize("missing", NEEDED)
def test_what_must_be_chosen_is_asked_for(missing: str) -> None:
    done = loaded(COMPOSE, **{name: value for name, value in NEEDED.items() if name != missing})
    assert done.returncode != 0
    assert f"required variable {missing} is missing a value" in done.stderr


def test_the_file_of_tls_turns_plaintext_off() -> None:
    environment = project(COMPOSE, COMPOSE_TLS)["services"]["sabacc"]["environment"]
    assert environment["SABACC_ALLOW_PLAINTEXT"] == "false"
    assert environment["SABACC_HOST"] == "0.0.0.0"
    Settings.model_validate({name.removeprefix("SABACC_").lower(): value for name, value in environment.items()})


@pytest.mark.parametrize("name", [*OURS, "db"])
def test_every_container_is_closed(name: str) -> None:
    service = load(COMPOSE)["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] > 0
    assert service["mem_limit"]
    assert "ports" not in service
    assert "privileged" not in service
    assert (name == "db") == ("cap_add" in service)  # its entry program gives its folder to its user and becomes it


@pytest.mark.parametrize("name", OURS)
def test_the_image_keeps_its_own_user(name: str) -> None:
    assert load(COMPOSE)["services"][name].get("user", str(USER)) == str(USER)


def test_the_database_is_ready_and_migrated_before_the_service_starts() -> None:
    services = load(COMPOSE)["services"]
    assert services["sabacc"]["depends_on"] == {
        "db": {"condition": "service_healthy"},
        "migrate": {"condition": "service_completed_successfully"},
        "catalogue": {"condition": "service_completed_successfully"},
    }
    assert services["migrate"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert services["migrate"]["command"] == ["db", "upgrade"]
    assert services["sabacc"]["environment"]["SABACC_MIGRATE"] == "never"
    assert "pg_isready" in services["db"]["healthcheck"]["test"]


def test_the_service_stops_in_the_time_it_is_given() -> None:
    service = load(COMPOSE)["services"]["sabacc"]
    environment = service["environment"]
    asked = int(environment["SABACC_DRAIN_S"]) + int(environment["SABACC_GRACE_S"])
    assert seconds(service["stop_grace_period"]) >= asked + MARGIN_S
    assert service["init"] is True


def test_the_catalogue_is_read_where_the_import_wrote_it() -> None:
    services = load(COMPOSE)["services"]
    command = services["catalogue"]["command"]
    assert command[:2] == ["cards", "import"]
    assert command[-2:] == ["--out", services["sabacc"]["environment"]["SABACC_CATALOGUE"]]
    assert services["catalogue"]["network_mode"] == "none"
    data = {name: next(each for each in services[name]["volumes"] if each["target"] == "/data") for name in OURS[::2]}
    assert data["sabacc"]["source"] == data["catalogue"]["source"] == "data"
    assert data["sabacc"]["read_only"] is True


def test_secrets_are_files_only() -> None:
    whole = load(COMPOSE)
    assert {name: list(secret) for name, secret in whole["secrets"].items()} == {
        "sabacc_database_url": ["file"],
        "postgres_password": ["file"],
    }
    assert whole["services"]["db"]["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/postgres_password"
    assert whole["services"]["sabacc"]["environment"]["SABACC_SECRETS_DIR"] == "/run/secrets"
    for service in whole["services"].values():
        assert not {"POSTGRES_PASSWORD", "SABACC_DATABASE_URL"} & set(service.get("environment", {}))


def test_only_the_service_meets_gemp_and_only_the_database_network_meets_the_database() -> None:
    whole = load(COMPOSE)
    assert [name for name, service in whole["services"].items() if "gemp" in service.get("networks", {})] == ["sabacc"]
    assert whole["networks"]["default"] == {"internal": True}
    assert whole["networks"]["gemp"]["external"] is True
