"""The application's pure rules, tested beside their sources by vitest."""

import subprocess

from environment_page import MODULES, WEB, node_binary, node_environment


def test_the_rules_of_the_application_hold() -> None:
    node = node_binary()
    assert node, "Node is not installed: run the tests by scripts/test"
    done = subprocess.run(
        [node, MODULES / "vitest" / "vitest.mjs", "run"],
        cwd=WEB,
        env=node_environment(node),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
