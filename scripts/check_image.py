"""Builds the image from deploy/Dockerfile and runs it as deploy/compose.yaml does, without a container engine.

The base is made here from Debian's packages, the Dockerfile is built by buildah, and the containers are run by runc: as
the image's own user, with a read-only root, without capabilities and without a network. It needs root and those
programs. Where they are missing it says so and ends well, unless ``SABACC_REQUIRE_IMAGE`` is set.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml
from containers import TOOLS, Container, Image, Runtime, built

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.deckmapping.made_up import gemp_card, write_gemp  # noqa: E402
from tests.postgresql import PostgresServer, find_binaries  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

GONE: Final = ("pip", "setuptools", "hatchling", "editables")
"""What must not be in the image's environment: nothing there installs or builds packages."""
LOCAL: Final = ("--server", "127.0.0.1:50051", "--json")


def check_contents(image: Image) -> None:
    """Require that the environment has what the lock says and can install nothing, and who owns what."""
    environment = image.root / "opt/sabacc"
    found = [path for name in GONE for path in environment.glob(f"lib/python3*/site-packages/{name}*")]
    found += environment.glob("bin/pip*")
    owned = [path for path in image.root.rglob("*") if path.lstat().st_uid == image.user()]
    if found or owned != [image.root / "data"]:
        raise SystemExit(f"in the image, but must not be: {found}; of the image's user: {owned}")
    lock = set(re.findall(r"^(\S+?)(?:\[\S+\])?==(\S+)", (ROOT / "requirements/run.txt").read_text(), re.MULTILINE))
    installed = {
        (name.replace("_", "-").lower(), version.removesuffix(".dist-info"))
        for path in environment.glob("lib/python3*/site-packages/*.dist-info")
        for name, _, version in [path.name.partition("-")]
    }
    foreign = {each for each in installed if each[0] != "true-sabacc"} - lock
    if foreign:
        raise SystemExit(f"in the image, but not locked: {foreign}")
    size = sum(path.lstat().st_size for path in environment.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"  {len(installed)} packages as locked, {size / 1e6:.0f} MB; no pip; only /data belongs to {image.user()}")


def check_privileges(runtime: Runtime, name: str, inside: Callable[..., str]) -> None:
    """Require that the service has none, and that not even root can write to its root."""
    status = dict(line.split(":\t") for line in inside("cat", "/proc/1/status").splitlines() if ":\t" in line)
    print(f"  {name}: {int(status['VmRSS'].split()[0]) / 1024:.0f} MB in memory")
    if any(int(status[each], 16) for each in ("CapBnd", "CapEff", "CapPrm")) or status["NoNewPrivs"] != "1":
        raise SystemExit(f"{name} has privileges")
    if runtime.runc("exec", "--user", "0", name, "touch", "/opt/sabacc/x").returncode == 0:
        raise SystemExit("the root can be written")


def owned_folder(path: Path, user: int) -> Path:
    """Make a folder of that user, as an engine makes a volume from the image's folder."""
    path.mkdir()
    os.chown(path, user, user)
    return path


def check_alone(runtime: Runtime) -> None:
    """Run the image by itself: SQLite in a volume, a tie, a stop, and the same answer from the next container."""
    volume = {"/data": owned_folder(runtime.work / "alone", runtime.image.user())}
    request = (ROOT / "examples/tie.json").read_text()
    answers = []
    for name in ("alone-1", "alone-2"):
        with runtime.service(Container(name, runtime.image.config["Cmd"], volume, {})) as inside:
            answers.append(json.loads(inside("sabacc", "tiebreak", "resolve", "-", *LOCAL, text=request)))
            check_privileges(runtime, name, inside)
            inside("sabacc", "db", "backup", f"/data/{name}.db")
            inside("sabacc", "chart", "--out", f"/data/{name}.svg", *LOCAL)  # a process of the service draws it
            if "</svg>" not in (volume["/data"] / f"{name}.svg").read_text():
                raise SystemExit("the chart is no picture")
    if [answer.pop("replayed") for answer in answers] != [False, True] or answers[0] != answers[1]:
        raise SystemExit("the second container did not give the first one's answer again")
    print("  a tie broken in one container is replayed by the next")


def check_composed(runtime: Runtime, services: dict[str, Any], database: str, sockets: Path) -> None:
    """Run the services of the compose file in their order, with its settings, on PostgreSQL."""
    work, user = runtime.work, runtime.image.user()
    folders = {name: owned_folder(work / name, user) for name in ("data", "config", "secrets", "cards")}
    (folders["secrets"] / "sabacc_database_url").write_text(database)
    write_gemp(folders["cards"], gemp_card(), name="card_blueprint_database.json")
    mounts = {
        "/data": folders["data"],
        "/etc/sabacc": folders["config"],
        "/run/secrets": folders["secrets"],
        "/cards": folders["cards"],
        str(sockets): sockets,
    }
    new_token = ("token", "new", "gemp", "--role", "game", "--access", "/etc/sabacc/access.toml")
    (folders["data"] / "token").write_text(runtime.once(Container("token", new_token, mounts, {})))
    for name in services["sabacc"]["depends_on"]:
        if name != "db":
            runtime.once(Container(name, services[name]["command"], mounts, services[name].get("environment", {})))
            print(f"  {name}: done")
    command = runtime.image.config["Cmd"]
    with runtime.service(Container("sabacc", command, mounts, services["sabacc"]["environment"])) as inside:
        check_privileges(runtime, "sabacc", inside)
        asked = ("sabacc", "tiebreak", "list", *LOCAL)
        inside("env", "SABACC_CLIENT_TOKEN_FILE=/data/token", *asked)
        if runtime.runc("exec", "sabacc", *asked).returncode != 1:
            raise SystemExit("a call without a token was not refused")
        print(f"  sabacc doctor: {inside('sabacc', 'doctor').strip().splitlines()[-1]}")
        read = "from urllib.request import urlopen; print(urlopen('http://127.0.0.1:9464/metrics').read().decode())"
        if "sabacc_catalogue_cards 1.0" not in inside("python", "-c", read):
            raise SystemExit("the metrics do not tell of the imported catalogue")


def main() -> int:
    """Run all of it and return an exit code."""
    missing = [name for name in TOOLS if shutil.which(name) is None] + (["root"] if os.getuid() else [])
    if missing:
        print(f"SKIPPED: the image was neither built nor run: {', '.join(missing)} missing.", file=sys.stderr)
        return int(bool(os.environ.get("SABACC_REQUIRE_IMAGE")))
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sabacc-image-")))
        work.chmod(0o755)
        started = time.monotonic()
        image = stack.enter_context(built(ROOT, ROOT / "deploy/Dockerfile", work))
        print(f"The image was built in {time.monotonic() - started:.0f} s. By itself, on SQLite:")
        check_contents(image)
        runtime = Runtime(image, work, services["sabacc"]["pids_limit"])
        check_alone(runtime)
        binaries = find_binaries()
        if binaries is None:
            print("SKIPPED: the compose project on PostgreSQL; its server binaries are missing.", file=sys.stderr)
            return int(bool(os.environ.get("SABACC_REQUIRE_POSTGRESQL")))
        print("As in the compose project, on PostgreSQL:")
        server = stack.enter_context(PostgresServer(binaries))
        sockets = server.socket_path().parent
        sockets.chmod(0o755)
        check_composed(runtime, services, server.new_database(), sockets)
    return 0


if __name__ == "__main__":
    sys.exit(main())
