"""Choice of the definition that a change follows, and what cannot be started."""

import pytest

from partwright.kit.errors import NotFound
from partwright.kit.ids import WorkflowId
from partwright.workflows import service as workflow_service
from partwright.workflows.model import CannotStart, WorkflowDefinition
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, APPROVER
from tests.workflows.scenes import (
    DRAFT,
    PATH,
    RELEASED,
    Record,
    change,
    define,
    name_approver,
)
from tests.world import NOBODY


async def default(api: Api, change_type: str) -> str | None:
    async with api.services.database.snapshot() as snapshot:
        found = await workflow_service.default_definition_for(snapshot, change_type)
    return None if found is None else found.name


async def start(api: Api, record: Record) -> WorkflowDefinition:
    """The definition as an instance would begin with it; CannotStart when it would not."""
    async with api.services.database.transaction() as tx:
        found = await workflow_service.definition_at(
            tx, WorkflowId(record["id"]), record["version"]
        )
        await workflow_service.check_can_start(tx, found)
    return found


async def test_the_newest_that_lists_the_type_is_followed_else_the_oldest(api: Api) -> None:
    assert await default(api, "ECO") == await default(api, "Other") == "Change order workflow"
    workflow: Record = {"definitionType": "workflow"}
    await define(api, "For all", **workflow)
    own = await define(api, "For orders", **workflow, changeTypes=["ECO", "MCO"])
    await define(api, "Not yet", **workflow, changeTypes=["ECO"], states=[DRAFT], transitions=[])
    await define(api, "A lifecycle", changeTypes=["ECO"])
    assert await default(api, "ECO") == await default(api, "MCO") == "For orders"
    assert await default(api, "ECN") == await default(api, "Other") == "Change order workflow"
    await change(api, own, isActive=False)
    assert await default(api, "ECO") == "Change order workflow"
    found = data(await api.get(PATH, as_=ADMINISTRATOR, params={"type": "workflow"}))["workflows"]
    await change(api, next(w for w in found if w["changeTypes"][3:]), isActive=False)
    assert await default(api, "ECO") == "For all"
    for record in found:
        data(await api.delete(f"{PATH}/{record['id']}", as_=ADMINISTRATOR))
    assert await default(api, "ECO") is None


async def test_only_a_finished_active_workflow_is_started(api: Api) -> None:
    workflow = await define(api, definitionType="workflow")
    assert (await start(api, workflow)).states[0].stage == "draft"
    await name_approver(api, workflow, "review", userId=APPROVER.id)
    later = await change(api, workflow, states=[DRAFT, RELEASED], transitions=[])
    with pytest.raises(CannotStart, match="is not finished: There is no state 'review'") as refused:
        await start(api, later)
    assert [detail.field for detail in refused.value.details] == [  # type: ignore[attr-defined]
        "states[review].approvers[0].stateId"
    ]
    assert len((await start(api, workflow)).states) == 3
    off = await change(api, later, isActive=False)
    with pytest.raises(CannotStart, match="is not active"):
        await start(api, off)
    with pytest.raises(CannotStart, match="is a lifecycle"):
        await start(api, await define(api, "Lifecycle"))
    data(await api.delete(f"{PATH}/{off['id']}", as_=ADMINISTRATOR))
    with pytest.raises(CannotStart, match="was deleted"):
        await start(api, later)
    async with api.services.database.snapshot() as snapshot:
        with pytest.raises(NotFound):
            await workflow_service.definition_at(snapshot, WorkflowId(NOBODY), 1)
