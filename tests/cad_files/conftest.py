"""Fixtures of the tests of CAD files."""

import pytest

from tests.support.application import Api
from tests.vault.scene import Vault


@pytest.fixture
def vault(api: Api) -> Vault:
    """Files handled by the engineer."""
    return Vault(api)
