"""Build hook: what is released carries the built web application, or is not built at all."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_INDEX = Path("src", "partwright", "page", "built", "index.html")
_BUILD = ". scripts/environment.sh && prepare runtime && prepare_page"


class PageHook(BuildHookInterface[Any]):
    """Sees to the application in wheels and source archives; an editable install needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the application of this checkout; an unpacked source archive holds it already."""
        del build_data
        if version == "editable":
            return
        root = Path(self.root)
        if (root / "web").is_dir():
            subprocess.run(["bash", "-c", _BUILD], cwd=root, check=True)  # noqa: S603, S607
        if not (root / _INDEX).is_file():
            raise RuntimeError(f"{_INDEX} is missing: a release must carry the web application")
