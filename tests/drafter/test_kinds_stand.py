"""Kinds of the catalogue, built by the kernel in several sizes: nothing is loose, nothing overlaps.

`scripts/kinds` looks at all of them.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

SCRIPT: Final = Path(__file__).parents[2] / "scripts" / "kinds.py"
KINDS: Final = ("grill", "pan-tilt head")


def test_nothing_is_loose_and_nothing_overlaps() -> None:
    ended = subprocess.run(
        [sys.executable, "-EsB", str(SCRIPT), *KINDS], capture_output=True, text=True, check=False
    )
    assert ended.stderr == "0 of what the kinds are asked for is not clean\n"
    assert ended.returncode == 0
