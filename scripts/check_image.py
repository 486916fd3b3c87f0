"""Builds the image from deploy/Dockerfile and runs it as deploy/compose.yaml does, without a container engine.

The base is made here from Debian's packages (mmdebstrap), the Dockerfile is built by buildah, and the containers are
run by runc: as the image's own user, with a read-only root, without capabilities and without a network. It needs root
and those three programs. Where they are missing it says so and ends well, unless ``SABACC_REQUIRE_IMAGE`` is set.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
TOOLS: Final = ("mmdebstrap", "buildah", "runc")
START_S: Final = 60
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
CAPABILITIES: Final = ("bounding", "effective", "permitted", "inheritable", "ambient")
GONE: Final = ("pip", "setuptools", "hatchling", "editables", "ensurepip")
"""What must not be importable in the image's environment: nothing there installs or builds packages."""


def run(*words: str | Path) -> str:
    """Run a program and return what it printed; where it fails, tell all of what it said and stop."""
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class Image:
    """A built image: its root folder and its configuration."""

    root: Path
    config: dict[str, Any]

    @property
    def user(self) -> int:
        return int(self.config["User"].split(":")[0])


@contextmanager
def built(work: Path) -> Iterator[Image]:
    """Make a base image, build the Dockerfile on it, and mount the result."""

    def buildah(*words: str | Path) -> str:
        store = ("--root", work / "store", "--runroot", work / "run", "--storage-driver", "vfs")
        return run("buildah", *store, *words).strip()

    shell = 'ln -s dash "$1/bin/sh"'
    packages = "--include=coreutils,dash,libstdc++6,python3,python3-venv"
    run(
        "mmdebstrap",
        "--quiet",
        "--variant=extract",
        packages,
        f"--customize-hook={shell}",
        "bookworm",
        work / "base.tar",
    )
    base = buildah("from", "scratch")
    buildah("add", "--quiet", base, work / "base.tar", "/")
    if CERTIFICATES.exists():  # this machine's own way to a package index, which the build's first step takes
        buildah("copy", "--quiet", base, CERTIFICATES, CERTIFICATES)
        buildah("config", "--env", f"PIP_CERT={CERTIFICATES}", base)
    buildah("commit", "--quiet", "--rm", base, "localhost/base")
    (work / "base.tar").unlink()

    options = ("--isolation", "chroot", "--format", "docker", "--pull-never")
    arguments = (
        "--build-arg",
        "PYTHON_IMAGE=localhost/base",
        "--file",
        "deploy/Dockerfile",
        "--tag",
        "localhost/image",
    )
    buildah("build", *options, *arguments, ".")
    container = buildah("from", "--pull-never", "localhost/image")
    described = json.loads(buildah("inspect", "--type", "image", "localhost/image"))
    try:
        yield Image(Path(buildah("mount", container)), described["Docker"]["config"])
    finally:
        buildah("umount", container)


@dataclass(frozen=True, slots=True)
class Runtime:
    """Runs containers of one image, each from a bundle folder of its own."""

    image: Image
    work: Path
    restrictions: dict[str, Any]
    """What deploy/compose.yaml asks of every container of the image."""

    def runc(self, *words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ("runc", "--root", self.work / "runc", *words), check=False, capture_output=True, text=True, **options
        )

    def bundle(self, name: str, command: Sequence[str], mounts: dict[str, Path], extra: dict[str, str]) -> Path:
        """Write the bundle of one container."""
        folder = self.work / "bundles" / name
        folder.mkdir(parents=True)
        run("runc", "spec", "--bundle", folder)
        spec = json.loads((folder / "config.json").read_text())
        spec["root"] = {"path": str(self.image.root), "readonly": self.restrictions["read_only"]}
        config = self.image.config
        if (
            self.restrictions["cap_drop"] != ["ALL"]
            or "no-new-privileges:true" not in self.restrictions["security_opt"]
        ):
            raise SystemExit("deploy/compose.yaml: the image's containers keep privileges")
        spec["process"] |= {
            "terminal": False,
            "user": {"uid": self.image.user, "gid": self.image.user},
            "args": [*config["Entrypoint"], *command],
            "cwd": config["WorkingDir"],
            "env": [*config["Env"], *(f"{key}={value}" for key, value in extra.items())],
            "capabilities": {kind: [] for kind in CAPABILITIES},
            "noNewPrivileges": True,
        }
        spec["linux"]["resources"]["pids"] = {"limit": self.restrictions["pids_limit"]}
        binds = [
            {"destination": inside, "source": str(outside), "type": "bind", "options": ["bind", "nosuid", "nodev"]}
            for inside, outside in mounts.items()
        ]
        scratch = {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["mode=1777", "size=64m"]}  # noqa: S108
        spec["mounts"] += [scratch, *binds]
        (folder / "config.json").write_text(json.dumps(spec))
        return folder

    def once(self, name: str, command: Sequence[str], mounts: dict[str, Path], **extra: str) -> str:
        """Run a command to its end and return what it printed."""
        done = self.runc("run", "--bundle", self.bundle(name, command, mounts, extra), name)
        if done.returncode:
            raise SystemExit(f"{name}: sabacc {' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout

    @contextmanager
    def service(self, name: str, mounts: dict[str, Path], **extra: str) -> Iterator[Callable[..., str]]:
        """Run the image's own command until it is healthy; then stop it, and require that it ends with 0."""
        bundle = self.bundle(name, self.image.config["Cmd"], mounts, extra)
        log = (bundle / "log").open("w")
        words = ("runc", "--root", self.work / "runc", "run", "--bundle", bundle, name)
        process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT)

        def inside(*words: str, **options: Any) -> str:
            done = self.runc("exec", name, *words, **options)
            if done.returncode:
                raise SystemExit(f"{name}: {' '.join(words)} ended with {done.returncode}:\n{done.stderr}")
            return done.stdout

        try:
            self._await_health(name, process, bundle / "log")
            yield inside
            started = time.monotonic()
            self.runc("kill", name, self.image.config["StopSignal"])
            code = process.wait(timeout=START_S)
            print(f"  {name}: stopped with {code} after {time.monotonic() - started:.1f} s")
            if code:
                raise SystemExit((bundle / "log").read_text())
        finally:
            if process.poll() is None:
                self.runc("kill", name, "KILL")
                process.wait()
            log.close()

    def _await_health(self, name: str, process: subprocess.Popen[bytes], log: Path) -> None:
        how, *command = self.image.config["Healthcheck"]["Test"]
        if how != "CMD":
            raise SystemExit("the health check needs a shell")
        started = time.monotonic()
        while self.runc("exec", name, *command).returncode:
            if process.poll() is not None or time.monotonic() - started > START_S:
                raise SystemExit(f"{name} did not become healthy:\n{log.read_text()}")
            time.sleep(0.2)
        print(f"  {name}: healthy after {time.monotonic() - started:.1f} s")


def check_contents(image: Image) -> None:
    """Require that the environment can install nothing, and that the image's user owns its data folder only."""
    environment = image.root / "opt/sabacc"
    found = [str(path) for name in GONE for path in environment.glob(f"lib/python3*/site-packages/{name}*")]
    found += [str(path) for path in environment.glob("bin/pip*")]
    owned = [path for path in image.root.rglob("*") if path.lstat().st_uid == image.user]
    if found or owned != [image.root / "data"]:
        raise SystemExit(f"in the image, but must not be: {found}; of the image's user: {owned}")
    size = sum(path.lstat().st_size for path in environment.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"  the environment has {size / 1e6:.0f} MB; no pip in it; only /data belongs to user {image.user}")


def owned_folder(path: Path, user: int) -> Path:
    """Make a folder of that user, as an engine makes a volume from the image's folder."""
    path.mkdir()
    os.chown(path, user, user)
    return path


def check_alone(runtime: Runtime) -> None:
    """Run the image by itself: SQLite in a volume, a tie, a stop, and the same answer from the next container."""
    volume = {"/data": owned_folder(runtime.work / "data", runtime.image.user)}
    request = (ROOT / "examples/tie.json").read_text()
    answers = []
    for name in ("first", "second"):
        with runtime.service(name, volume) as inside:
            where = ("--server", "127.0.0.1:50051", "--json")
            answers.append(json.loads(inside("sabacc", "tiebreak", "resolve", "-", *where, input=request)))
            status = inside("cat", "/proc/1/status")
            privileges = [line for line in status.splitlines() if line.startswith(("CapBnd", "CapEff", "NoNewPrivs"))]
            if [line.split()[1].lstrip("0") for line in privileges] != ["", "", "1"]:
                raise SystemExit(f"the service has privileges: {privileges}")
            if runtime.runc("exec", "--user", "0", name, "touch", "/opt/sabacc/x").returncode == 0:
                raise SystemExit("the root can be written")
    if "replayed" in answers[0] or not answers[1].pop("replayed"):
        raise SystemExit("the second container did not find the first one's tie")
    print("  a tie broken in one container is replayed by the next")


def main() -> int:
    """Run all of it and return an exit code."""
    missing = [name for name in TOOLS if shutil.which(name) is None] + (["root"] if os.getuid() else [])
    if missing:
        print(f"SKIPPED: the image was neither built nor run: {', '.join(missing)} missing.", file=sys.stderr)
        return int(bool(os.environ.get("SABACC_REQUIRE_IMAGE")))
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sabacc-image-")))
        work.chmod(0o755)
        started = time.monotonic()
        image = stack.enter_context(built(work))
        print(f"The image was built in {time.monotonic() - started:.0f} s.")
        check_contents(image)
        runtime = Runtime(image, work, compose["services"]["sabacc"])
        check_alone(runtime)
    return 0


if __name__ == "__main__":
    sys.exit(main())
