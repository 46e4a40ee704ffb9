"""The vault's tests: files of items, and a store of each kind."""

from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from partwright.kit.contents import ContentStore
from partwright.settings import Settings
from partwright.vault.store import open_content_store
from tests.support import seaweed
from tests.support.application import Api
from tests.vault.scene import Vault


@pytest.fixture
def vault(api: Api) -> Vault:
    """Files handled by the engineer."""
    return Vault(api)


@pytest.fixture(params=["directory", "bucket"])
def store_settings(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """Settings of an empty store of each kind."""
    if request.param == "directory":
        return Settings(data_dir=tmp_path)
    for name, value in seaweed.CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    url = f"s3://{seaweed.BUCKET}/{uuid4()}"
    return Settings(data_dir=tmp_path, vault_url=url, s3_endpoint=seaweed.endpoint())


@pytest.fixture
async def store(store_settings: Settings) -> AsyncIterator[ContentStore]:
    opened = open_content_store(store_settings)
    yield opened
    await opened.close()
