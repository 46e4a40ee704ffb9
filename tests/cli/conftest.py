from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory, in which every test of a command stands; no token is at hand there."""
    monkeypatch.delenv("PARTWRIGHT_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path
