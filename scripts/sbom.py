"""Writes the bill of materials of what the image installs, as CycloneDX JSON, from requirements/run.txt alone.

The lock says which packages there are, who asked for them (``# via``) and which files have which hash; so no second
list can disagree with it. Packages that only the build needs are left out. Usage: sbom.py FILE
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

if TYPE_CHECKING:
    from cyclonedx.model.license import License

ROOT: Final = Path(__file__).resolve().parent.parent
_PACKAGE: Final = re.compile(
    r"^(\S+?)(?:\[\S+\])?==(\S+)(?: ; (.*?))? \\\n((?: +--hash=.*\n)+)((?: +#.*\n?)+)", re.MULTILINE
)
_START: Final = re.compile(r"^\S", re.MULTILINE)
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VIA: Final = re.compile(r"^ +#(?: +via)? +(?!via)(\S.*)$", re.MULTILINE)
_PROJECT: Final = re.compile(r"^true-sabacc \(pyproject\.toml\)$")


@dataclass(frozen=True, slots=True)
class Locked:
    """One package of the lock."""

    name: str
    version: str
    hashes: tuple[str, ...]
    wanted_by: tuple[str, ...]
    """Names of packages; the empty name stands for the project itself."""


def read_lock(text: str) -> dict[str, Locked]:
    """Read the lock and keep what the project needs to run, on Linux."""
    locked = {}
    entries = _PACKAGE.findall(text)
    if len(entries) != len(_START.findall(text)):
        raise SystemExit("requirements/run.txt: some lines were not understood")
    for name, version, marker, hashes, comments in entries:
        if "sys_platform == 'win32'" in marker:
            continue
        via = (_PROJECT.sub("", asker) for asker in _VIA.findall(comments))
        locked[name] = Locked(name, version, tuple(_HASH.findall(hashes)), tuple(via))
    needed: set[str] = set()
    while more := {p.name for p in locked.values() if {"", *needed}.intersection(p.wanted_by)} - needed:
        needed |= more
    return {name: package for name, package in locked.items() if name in needed}


def licences_of(name: str) -> list[License]:
    """Return the licence that the installed package declares: an SPDX expression, or in its own words."""
    try:
        declared = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return []
    prefix = "License :: OSI Approved :: "
    words = [declared[key] for key in ("License-Expression", "License") if key in declared]
    words += [text.removeprefix(prefix) for text in (declared.get_all("Classifier") or []) if text.startswith(prefix)]
    first = next((text for text in words if text and "\n" not in text), None)
    return [LicenseFactory().make_from_string(first)] if first else []


def component_of(package: Locked) -> Component:
    """Describe one package: its files are told by their hashes."""
    url = PackageURL("pypi", name=package.name, version=package.version)
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=content) for content in package.hashes]
    return Component(
        type=ComponentType.LIBRARY,
        name=package.name,
        version=package.version,
        bom_ref=str(url),
        purl=url,
        licenses=licences_of(package.name),
        external_references=[
            ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(url)), hashes=hashes)
        ],
    )


def make_bom(locked: dict[str, Locked]) -> Bom:
    """Put the components and who depends on whom together."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = re.search(r'__version__[^"]*"([^"]+)"', (ROOT / "service/__init__.py").read_text(encoding="utf-8"))
    if version is None:
        raise SystemExit("service/__init__.py names no version")
    root = Component(
        type=ComponentType.APPLICATION,
        name=project["name"],
        version=version[1],
        bom_ref=project["name"],
        description=project["description"],
        licenses=[LicenseExpression(project["license"])],
    )
    components = {name: component_of(package) for name, package in locked.items()}
    bom = Bom(components=components.values())
    bom.metadata.component = root
    for asker, component in [("", root), *components.items()]:
        bom.register_dependency(component, [components[p.name] for p in locked.values() if asker in p.wanted_by])
    return bom


def main() -> int:
    """Write and validate the file, and return an exit code."""
    (target,) = map(Path, sys.argv[1:])
    locked = read_lock((ROOT / "requirements/run.txt").read_text(encoding="utf-8"))
    text = JsonV1Dot6(make_bom(locked)).output_as_string(indent=2)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        print(f"The bill of materials is not valid CycloneDX 1.6: {fault}", file=sys.stderr)
        return 1
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text + "\n", encoding="utf-8")
    print(f"{target}: {len(locked)} packages, valid CycloneDX 1.6")
    return 0


if __name__ == "__main__":
    sys.exit(main())
