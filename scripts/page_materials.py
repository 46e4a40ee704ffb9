"""Prints the bill of material of the built web application (CycloneDX), from its own lock file."""

import subprocess
import sys

from environment_page import WEB, install_node, node_environment, npm_of

node = install_node()
command = ("sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx")
done = subprocess.run(
    [node, npm_of(node), *command], cwd=WEB, env=node_environment(node), check=False
)
sys.exit(done.returncode)
