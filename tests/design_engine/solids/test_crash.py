"""A server that dies while it makes solids: the next one says so, and goes on with the rest."""

from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest

from tests.design_engine.session_client import types
from tests.design_engine.solids.product import made, node, shop, solids
from tests.support.application import Api
from tests.support.process import ServerProcess

SIZES = (20, 30, 40, 50, 60)


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_was_made_is_not_made_again(server: Callable[..., ServerProcess]) -> None:
    process = server(cad_workers=1)
    root = node("root", "Set", *(made(f"p{n}", f"Plate {n} x 20 x 2 mm") for n in SIZES))
    async with httpx.AsyncClient(base_url=process.url, timeout=60) as client:
        api = Api(client, None)  # type: ignore[arg-type]
        product = await shop(api, root)
        path = f"{product.session.path}/stream"
        headers = {"Authorization": f"Bearer {product.session.person.token}"}
        start = {"action": "start_cad_generation"}
        with suppress(httpx.TransportError):
            async with client.stream("POST", path, json=start, headers=headers) as stream:
                async for line in stream.aiter_lines():
                    if '"tool_result"' in line:
                        process.kill()
        process.start()
        record = await product.session.get()
        assert (record["status"], record["isRunning"]) == ("completed", False)
        assert "stopped while drafting" in record["error"]
        found = solids(await product.nodes())
        before = {temp_id for temp_id, one in found.items() if one.status == "complete"}
        assert 1 <= len(before) < len(SIZES)
        assert {one.status for one in found.values()} == {"complete", "pending"}
        assert types(await product.session.replay())[-3:] == ["artifact_update", "error", "done"]
        events = await product.session.run("resume")
        assert types(events)[-2:] == ["stage_complete", "done"]
        again = {e.data["args"]["tempId"] for e in events if e.type == "tool_call"}
        assert again == found.keys() - before
        assert {one.status for one in solids(await product.nodes()).values()} == {"complete"}
        for temp_id in found:
            files = await product.files(temp_id)
            assert sorted(files) == ["glb", "step", "svg"]
            assert {file["version"] for file in files.values()} == {1}
