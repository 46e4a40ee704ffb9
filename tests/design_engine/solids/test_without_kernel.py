"""The stages of solids where the kernel is not installed: said clearly, and nothing else suffers."""

from typing import Any

from partwright.cad.workers import INSTALL, KernelPool
from partwright.design_engine.agent_stages import work_of
from partwright.design_engine.engine import DesignEngine
from tests.design_engine.session_client import types
from tests.design_engine.solids.product import cabinet, shop
from tests.support.application import Api, data, refused


def take_the_kernel_away(api: Api) -> None:
    services = api.services
    kernel = KernelPool(needs="no_such_kernel")
    work: dict[Any, Any] = work_of(services.settings, kernel, services.contents)
    services.of(DesignEngine).runners |= work


async def test_it_is_said_and_the_session_goes_on(api: Api) -> None:
    take_the_kernel_away(api)
    product = await shop(api, cabinet())
    events = await product.session.run("start_cad_generation")
    assert types(events) == ["stage_change", "artifact_update", "error", "done"]
    assert events[-2].data["message"] == INSTALL
    record = await product.session.get()
    assert (record["status"], record["stage"]) == ("completed", "cad_generation")
    assert record["error"] == INSTALL
    assert record["artifacts"]["cadGenerationState"]["status"] == "failed"
    assert (await product.solid("plate"))["status"] == "pending"
    assert (await product.solid("code"))["status"] == "skipped"
    assert await product.files("plate") == {}
    again = await product.session.run("resume")
    assert types(again)[-2:] == ["error", "done"]


async def test_actions_out_of_turn_are_refused(api: Api) -> None:
    take_the_kernel_away(api)
    product = await shop(api, cabinet())
    ask = product.session.ask
    refused(await ask("start_assembly_composition"), 409, "CONFLICT")
    refused(await ask("regenerate_part", tempId="plate"), 409, "CONFLICT")
    refused(await ask("confirm_cad"), 409, "CONFLICT")
    refused(await ask("confirm_assembly"), 409, "CONFLICT")
    assert data(await ask("send_message", message="hello")) is not None
    assert (await product.session.get())["stage"] == "cad_generation"
