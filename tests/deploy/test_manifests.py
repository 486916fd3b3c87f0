"""The Kubernetes manifests: valid, strict, and true to each other."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

import pytest

from service import __version__
from service.settings import Settings
from tests.deploy.files import DEPLOY, MANIFESTS, USER, load, manifest

MARGIN_S = 10
KUSTOMIZATIONS = sorted((DEPLOY / "k8s").rglob("kustomization.yaml"))


def pod(kind: str, name: str = "sabacc") -> dict[str, Any]:
    spec: dict[str, Any] = manifest(kind, name)["spec"]["template"]["spec"]
    return spec


PODS = {"service": pod("Deployment"), "migration": pod("Job", "sabacc-migration")}


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_a_manifest_is_valid_in_the_strict_reading(path: Any) -> None:
    command = [sys.executable, "-m", "kubernetes_validate", "--strict", "--quiet", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.parametrize("path", KUSTOMIZATIONS, ids=lambda path: path.parent.name)
def test_a_kustomization_is_built_and_names_every_file_beside_it(path: Any) -> None:
    beside = {each.name for each in path.parent.glob("*.yaml")} - {path.name}
    assert set(load(path)["resources"]) == beside
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("kustomization not built: no kubectl here")
    done = subprocess.run([kubectl, "kustomize", path.parent], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "namespace: sabacc" in done.stdout


@pytest.mark.parametrize("name", PODS)
def test_a_pod_keeps_to_the_restricted_standard(name: str) -> None:
    spec = PODS[name]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["runAsUser"] == USER
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert spec["automountServiceAccountToken"] is False
    (container,) = spec["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert container["resources"]["limits"]["memory"]
    assert container["resources"]["requests"]["cpu"]
    assert manifest("Namespace")["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


@pytest.mark.parametrize("name", PODS)
def test_no_variables_of_kubernetes_can_pass_for_settings(name: str) -> None:
    assert PODS[name]["enableServiceLinks"] is False


@pytest.mark.parametrize("name", PODS)
def test_what_is_mounted_is_there_and_secrets_come_by_name_only(name: str) -> None:
    spec = PODS[name]
    (container,) = spec["containers"]
    volumes = {volume["name"]: volume for volume in spec["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == set(volumes)
    assert all("subPath" not in mount for mount in container["volumeMounts"])
    assert {volume["secret"]["defaultMode"] for volume in volumes.values() if "secret" in volume} == {0o440}
    assert spec["securityContext"]["fsGroup"] == USER


def test_two_pods_of_which_one_always_stays() -> None:
    assert manifest("Deployment")["spec"]["replicas"] == 2
    assert manifest("Deployment")["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert manifest("PodDisruptionBudget")["spec"]["minAvailable"] == 1


def test_everything_that_selects_pods_selects_these() -> None:
    labels = manifest("Deployment")["spec"]["template"]["metadata"]["labels"]
    assert manifest("Deployment")["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert manifest("Service")["spec"]["selector"].items() <= labels.items()
    assert manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert manifest("NetworkPolicy")["spec"]["podSelector"]["matchLabels"].items() <= labels.items()
    (spread,) = PODS["service"]["topologySpreadConstraints"]
    assert spread["labelSelector"]["matchLabels"].items() <= labels.items()
    migration = manifest("Job", "sabacc-migration")["spec"]["template"]["metadata"]["labels"]
    assert (
        manifest("NetworkPolicy", "sabacc-migration")["spec"]["podSelector"]["matchLabels"].items() <= migration.items()
    )
    assert not manifest("Service")["spec"]["selector"].items() <= migration.items()


def test_ports_are_the_same_everywhere() -> None:
    settings = manifest("ConfigMap")["data"]
    (container,) = PODS["service"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert ports == {"grpc": Settings.model_fields["port"].default, "health": int(settings["SABACC_HEALTH_PORT"])}
    assert container["startupProbe"]["grpc"] == container["readinessProbe"]["grpc"] == {"port": ports["health"]}
    assert container["livenessProbe"]["tcpSocket"] == {"port": "health"}
    service = manifest("Service")["spec"]
    assert service["clusterIP"] == "None"
    assert service["ports"] == [{"name": "grpc", "port": ports["grpc"], "targetPort": "grpc"}]
    called, probed = manifest("NetworkPolicy")["spec"]["ingress"]
    assert (called["ports"][0]["port"], probed["ports"][0]["port"]) == ("grpc", "health")
    assert called["from"] == [
        {"namespaceSelector": {}, "podSelector": {"matchLabels": {"app.kubernetes.io/name": "gemp"}}}
    ]


def test_a_pod_has_time_to_stop() -> None:
    settings = manifest("ConfigMap")["data"]
    (container,) = PODS["service"]["containers"]
    sleep = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    asked = sleep + int(settings["SABACC_DRAIN_S"]) + int(settings["SABACC_GRACE_S"])
    assert PODS["service"]["terminationGracePeriodSeconds"] >= asked + MARGIN_S


def test_settings_are_the_service_s_and_point_at_what_is_mounted() -> None:
    settings = manifest("ConfigMap")["data"]
    (container,) = PODS["service"]["containers"]
    folders = [mount["mountPath"] for mount in container["volumeMounts"]]
    paths = [value for value in settings.values() if value.startswith("/")]
    assert len(paths) == 4
    assert all(any(path == folder or path.startswith(f"{folder}/") for folder in folders) for path in paths)
    given = {name.removeprefix("SABACC_").lower(): value for name, value in settings.items()}
    assert int(given["max_connection_age_s"]) > 0  # or the pod that starts last would get no calls
    Settings.model_validate({name: value for name, value in given.items() if name != "secrets_dir"})


def test_the_schema_is_changed_by_the_job_alone() -> None:
    (container,) = PODS["migration"]["containers"]
    assert container["args"] == ["db", "upgrade"]
    assert manifest("ConfigMap")["data"]["SABACC_MIGRATE"] == "never"
    assert manifest("ConfigMap")["data"]["SABACC_SECRETS_DIR"] == container["env"][0]["value"]


def test_every_kustomization_sets_the_project_s_version() -> None:
    assert {image["newTag"] for path in KUSTOMIZATIONS for image in load(path)["images"]} == {__version__}
