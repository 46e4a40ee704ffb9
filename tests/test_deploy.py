"""The files for operators: what they name exists, and the unit closes what it can."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
import yaml

from partwright.settings import PREFIX, Settings
from tests.support.application import Api, data
from tests.support.people import ENGINEER

FOLDER = Path(__file__).parents[1] / "deploy"


def test_settings_of_the_files_are_settings() -> None:
    known = {PREFIX + f.name.upper() for f in msgspec.structs.fields(Settings)}
    for file in FOLDER.iterdir():
        named = set(re.findall(rf"\b{PREFIX}[A-Z_0-9]+", file.read_text()))
        assert named <= known, file.name


def test_containers_run_without_rights_from_a_read_only_root() -> None:
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    services = compose["services"]
    server = services["server"]
    assert (server["read_only"], server["cap_drop"]) == (True, ["ALL"])
    assert set(server["depends_on"]) <= services.keys()
    named = {v.partition(":")[0] for one in services.values() for v in one.get("volumes", ())}
    assert named == compose["volumes"].keys()
    assert (FOLDER.parent / server["build"]["dockerfile"]).is_file()
    kinds = {
        one["kind"]: one for one in yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text())
    }
    assert kinds.keys() == {"PersistentVolumeClaim", "Deployment", "Service"}
    pod = kinds["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    volumes = {one["name"] for one in pod["volumes"]}
    assert {one["name"] for one in container["volumeMounts"]} == volumes
    file = (FOLDER / "Containerfile").read_text()
    user = pod["securityContext"]["runAsUser"]
    assert f"USER {user}\n" in file
    assert f"--uid {user} " in file
    # What a server keeps beside the sources never comes into an image.
    left_out = (FOLDER.parent / ".dockerignore").read_text().split()
    assert {".env", "data", ".git", ".venv"} <= set(left_out)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_rules_and_dashboard_name_metrics_that_there_are(api: Api) -> None:
    await api.get("/api/items", as_=ENGINEER)
    there = set(re.findall(r"^(partwright_\w+)", (await api.get("/metrics")).text, re.MULTILINE))
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    asked += re.findall(r"expr: (.+)", (FOLDER / "alerts.yaml").read_text())
    assert len(asked) > 10
    for expression in asked:
        named = set(re.findall(r"partwright_\w+", expression.replace('job="partwright"', "")))
        assert named <= there, expression


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd's tools")
def test_the_unit_is_understood_and_closed() -> None:
    unit = FOLDER / "partwright.service"

    def analyze(*arguments: str) -> str:
        command = ["systemd-analyze", *arguments, str(unit)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    told = [line for line in analyze("verify").splitlines() if unit.name in line]
    assert [line for line in told if "is not executable" not in line] == []
    exposure = re.search(r"exposure level for .*: ([\d.]+)", analyze("security", "--offline=true"))
    assert exposure is not None
    assert float(exposure[1]) < 4


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.settings(security_contact="mailto:security@example.org")
async def test_whom_to_tell_of_a_weakness(api: Api) -> None:
    answer = await api.get("/.well-known/security.txt")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert lines["Contact"] == "mailto:security@example.org"
    assert lines["Expires"] > data(await api.get("/api/users/me", as_=ENGINEER))["createdAt"]
