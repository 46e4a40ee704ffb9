"""A new item type needs its declaration, and no other place that lists the types."""

import subprocess
import sys
from pathlib import Path

from tests.support.databases import Database


def test_a_declared_type_is_made_branched_listed_reported_and_imported(
    empty_database: Database, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tests.items.added_type", empty_database.url, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
