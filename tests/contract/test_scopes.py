"""A token that may only read changes nothing, whatever it calls."""

import hashlib

from partwright.identity.permissions import ALL
from partwright.kit.db import Database
from partwright.settings import Settings
from tests.contract.scene import ENDPOINTS, Scene
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER

TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%'"
    " AND name NOT LIKE 'sqlite%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}
UNTOLD = {
    "audit_entries",
    "audit_heads",
    "commit_order",
    "geometry",
    "tokens",
    "idempotency_keys",
    "report_executions",
    "report_exports",
}
"""Where reading leaves its traces, and the counter of a batch that was refused row by row; geometry is found in the background."""


async def _digest(database: Database, dialect: str) -> dict[str, str]:
    found: dict[str, str] = {}
    async with database.snapshot() as snapshot:
        for table in await snapshot.all(str, TABLES[dialect]):
            if table in UNTOLD:
                continue
            rows = await snapshot.all(lambda *row: repr(row), f'SELECT * FROM "{table}"')
            found[table] = hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()
    return found


async def test_a_token_with_one_read_scope_changes_nothing(
    api: Api, scene: Scene, settings: Settings
) -> None:
    dialect = "postgresql" if settings.database.startswith("postgres") else "sqlite"
    item, branch = f"/api/items/{scene.ids['item_id']}", scene.ids["branch_id"]
    where = {"branchId": branch}
    data(await api.post(f"{item}/checkout", where, as_=ADMINISTRATOR), 201)
    order = f"/api/change-orders/{scene.ids['order_id']}"
    child = {"itemId": scene.ids["targetId"], "changeAction": "release"}
    data(await api.post(f"{order}/affected-items", child, as_=ENGINEER), 201)
    data(await api.post(f"{order}/submit", as_=ENGINEER))
    writing = [e for e in ENDPOINTS if e.method != "GET" and not e.path.startswith("/api/auth/")]
    tokens = {}
    for scope in sorted(permission for permission in ALL if permission.endswith(".read")):
        body = {"name": scope, "scopes": [scope]}
        answer = await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR)
        tokens[scope] = ADMINISTRATOR._replace(token=data(answer, 201)["token"])
    before = await _digest(api.services.database, dialect)
    for scope, person in tokens.items():
        for endpoint in writing:
            body, params = scene.body(endpoint), scene.params(endpoint)
            more = {} if body is None else {"json": body}
            path = scene.path(endpoint)
            await api.request(endpoint.method, path, as_=person, params=params, **more)
        after = await _digest(api.services.database, dialect)
        changed = {table for table in after if after[table] != before[table]}
        assert not changed, (scope, changed)
