"""Prints the bill of material of the built web application (CycloneDX), from its own lock file."""

import json
import subprocess
import sys
import tomllib

from environment_page import WEB, install_node, node_binary, node_environment, npm_of

node = node_binary() or install_node()
command = ("sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx")
done = subprocess.run(
    [node, npm_of(node), *command, "--sbom-type=application"],
    cwd=WEB,
    env=node_environment(node),
    check=False,
    stdout=subprocess.PIPE,
)
if done.returncode:
    sys.exit(done.returncode)
materials = json.loads(done.stdout)
# The page has no version of its own: it is released with the server.
whole = materials["metadata"]["component"]
name = whole["bom-ref"].rpartition("@")[0]
version = tomllib.loads((WEB.parent / "pyproject.toml").read_text())["project"]["version"]
reference = f"{name}@{version}"
for one in materials["dependencies"]:
    if one["ref"] == whole["bom-ref"]:
        one["ref"] = reference
whole |= {
    "bom-ref": reference,
    "name": name,
    "version": version,
    "purl": f"{whole['purl'].rpartition('@')[0]}@{version}",
}
json.dump(materials, sys.stdout, indent=2)
