"""The state after the service's start: the default lifecycles, and the line of the library."""

import pytest

from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows.service import ensure_defaults
from tests.support.application import Api


@pytest.fixture
async def api(api: Api) -> Api:
    async with api.services.database.transaction() as tx:
        await ensure_defaults(tx)
        await ensure_library_branch(tx)
    return api
