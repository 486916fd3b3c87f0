"""Images and containers without a container engine: mmdebstrap, buildah and runc, for scripts/check_image.py."""

from __future__ import annotations

import json
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

TOOLS: Final = ("mmdebstrap", "buildah", "runc")
START_S: Final = 180
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
PACKAGES: Final = ("coreutils", "dash", "libstdc++6", "python3", "python3-venv")
"""What the image's steps and packages use of the base, as the official Python images have it too."""
CAPABILITIES: Final = ("bounding", "effective", "permitted", "inheritable", "ambient")


def run(*words: str | Path) -> str:
    """Run a program and return what it printed; where it fails, tell all of what it said and stop."""
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class Image:
    """A built image."""

    root: Path
    config: dict[str, Any]
    """As an engine reads it: User, Env, Entrypoint, Cmd, Healthcheck and so on."""

    def user(self) -> int:
        """Return the number of its user."""
        return int(self.config["User"].split(":")[0])


@contextmanager
def built(context: Path, dockerfile: Path, work: Path) -> Iterator[Image]:
    """Make a base image, build the Dockerfile on it, and mount the result while it is entered."""

    def buildah(*words: str | Path) -> str:
        store = ("--root", work / "store", "--runroot", work / "run", "--storage-driver", "vfs")
        return run("buildah", *store, *words).strip()

    shell = '--customize-hook=ln -s dash "$1/bin/sh"'  # what the package's own script would do
    packages = f"--include={','.join(PACKAGES)}"
    run("mmdebstrap", "--quiet", "--variant=extract", packages, shell, "bookworm", work / "base.tar")
    base = buildah("from", "scratch")
    buildah("add", "--quiet", base, work / "base.tar", "/")
    if CERTIFICATES.exists():  # what the machine trusts, the build trusts too: its first step asks a package index
        buildah("copy", "--quiet", base, CERTIFICATES, CERTIFICATES)
        buildah("config", "--env", f"PIP_CERT={CERTIFICATES}", base)
    buildah("commit", "--quiet", "--rm", base, "localhost/base")
    (work / "base.tar").unlink()

    options = ("--isolation", "chroot", "--format", "docker", "--pull-never", "--tag", "localhost/image")
    buildah("build", *options, "--build-arg", "PYTHON_IMAGE=localhost/base", "--file", dockerfile, context)
    container = buildah("from", "--pull-never", "localhost/image")
    described = json.loads(buildah("inspect", "--type", "image", "localhost/image"))
    try:
        yield Image(Path(buildah("mount", container)), described["Docker"]["config"])
    finally:
        buildah("umount", container)


@dataclass(frozen=True, slots=True)
class Container:
    """What one container of an image is given."""

    name: str
    command: Sequence[str]
    mounts: Mapping[str, Path]
    """Paths inside to folders outside."""
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Runtime:
    """Runs containers of one image: as its user, without capabilities, with a read-only root and no network."""

    image: Image
    work: Path
    most_processes: int

    def runc(self, *words: str | Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run runc with *text* as standard input."""
        command = ("runc", "--root", self.work / "runc", *words)
        return subprocess.run(command, check=False, capture_output=True, text=True, input=text)

    def once(self, container: Container) -> str:
        """Run a command to its end and return what it printed."""
        done = self.runc("run", "--bundle", self._bundle(container), container.name)
        if done.returncode:
            raise SystemExit(f"{container.name} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def service(self, container: Container) -> Iterator[Callable[..., str]]:
        """Run it, yield what runs commands in it once it is healthy, then stop it; it must end with 0."""
        name = container.name
        bundle = self._bundle(container)
        with (bundle / "log").open("w") as log:
            words = ("runc", "--root", self.work / "runc", "run", "--bundle", bundle, name)
            process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT)

            def inside(*words: str, text: str | None = None) -> str:
                done = self.runc("exec", name, *words, text=text)
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

    def _bundle(self, container: Container) -> Path:
        """Write what runc runs, and return its folder."""
        folder = self.work / "bundles" / container.name
        folder.mkdir(parents=True)
        run("runc", "spec", "--bundle", folder)
        spec = json.loads((folder / "config.json").read_text())
        config = self.image.config
        spec["root"] = {"path": str(self.image.root), "readonly": True}
        spec["process"] |= {
            "terminal": False,
            "user": {"uid": self.image.user(), "gid": self.image.user()},
            "args": [*config["Entrypoint"], *container.command],
            "cwd": config["WorkingDir"],
            "env": [*config["Env"], *(f"{name}={value}" for name, value in container.environment.items())],
            "capabilities": {kind: [] for kind in CAPABILITIES},
            "noNewPrivileges": True,
        }
        spec["linux"]["resources"]["pids"] = {"limit": self.most_processes}
        scratch = {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["mode=1777", "size=64m"]}  # noqa: S108
        binds = [
            {"destination": inside, "source": str(outside), "type": "bind", "options": ["bind", "nosuid", "nodev"]}
            for inside, outside in container.mounts.items()
        ]
        spec["mounts"] += [scratch, *binds]
        (folder / "config.json").write_text(json.dumps(spec))
        return folder

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
