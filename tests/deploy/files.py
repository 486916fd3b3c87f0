"""The deployment's files as tests read them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parent.parent.parent
DEPLOY: Final = ROOT / "deploy"
COMPOSE: Final = DEPLOY / "compose.yaml"
COMPOSE_TLS: Final = DEPLOY / "compose.tls.yaml"
MANIFESTS: Final = sorted(path for path in (DEPLOY / "k8s").rglob("*.yaml") if path.name != "kustomization.yaml")
USER: Final = 10001


def load(path: Path) -> dict[str, Any]:
    """Read a YAML file of one document."""
    (document,) = load_all(path)
    return document


def load_all(path: Path) -> list[dict[str, Any]]:
    """Read a YAML file of any number of documents."""
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def manifest(kind: str, name: str = "sabacc") -> dict[str, Any]:
    """Find a Kubernetes object among the manifests."""
    found = [
        each
        for path in MANIFESTS
        for each in load_all(path)
        if (each["kind"], each["metadata"]["name"]) == (kind, name)
    ]
    assert len(found) == 1, (kind, name)
    return found[0]


def seconds(text: str) -> int:
    """Read a time of compose in whole seconds."""
    matched = re.fullmatch(r"([0-9]+)s", text)
    assert matched is not None, text
    return int(matched[1])


def dockerfile() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with their texts, continued lines joined, comments left out."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]
