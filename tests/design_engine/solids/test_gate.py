"""The gate over the whole: stated masses kept or refused, contradictions, acceptance by name."""

import pytest

from tests.design_engine.session_client import SessionClient, new_session
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER
from tests.world import Record


async def drafted(api: Api, description: str) -> SessionClient:
    session = await new_session(api, description)
    await session.run("start_requirements")
    while pending := (await session.get())["artifacts"]["pendingClarificationId"]:
        await session.run("answer_clarification", questionId=pending, answer="-")
    await session.ask("confirm_requirements")
    await session.run("start_bom")
    return session


def errors(record: Record) -> dict[str, Record]:
    issues = record["artifacts"]["bom"]["validationIssues"]
    return {one["code"]: one for one in issues if one["severity"] == "error"}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_stated_mass_is_kept_in_the_solids(api: Api) -> None:
    session = await drafted(api, "A bench vise with 125 mm jaws that opens 150 mm, 14 kg")
    structure = (await session.get())["artifacts"]["bom"]
    told = [one for one in structure["validationIssues"] if one["code"] == "PRICE_ASSUMED"]
    assert [one["severity"] for one in told] == ["info"]
    assert f"USD {structure['cost']['costs']['USD']}" in told[0]["message"]
    await session.ask("confirm_bom")
    made = (await session.materialize())["createdItems"]
    bar = next(one for one in made if one["name"].startswith("Tommy bar"))
    item = data(await api.get(f"/api/items/{bar['itemId']}", as_=ENGINEER))
    assert (item["cost"], item["leadTime"]) == (None, None)
    assert item["attributes"]["assumedCost"].endswith(" USD")
    assert item["attributes"]["assumedLeadTime"] == "10 days"
    await session.run("start_cad_generation")
    await session.ask("confirm_cad")
    await session.run("start_assembly_composition")
    record = await session.get()
    mass = record["checks"]["massKg"]
    assert (mass["stated"], mass["isKept"]) == (14, True)
    assert mass["found"] == pytest.approx(14, rel=0.02)
    assert errors(record) == {}
    assert record["checks"]["islands"] == record["checks"]["clashes"] == []


async def test_contradictions_stand_in_the_way_until_they_are_accepted(api: Api) -> None:
    session = await drafted(api, "A table 1800 x 900 x 740 mm, 800 mm high, for 40 kg")
    told = errors(await session.get())["CONTRADICTION"]
    assert "1800 x 900 x 740 mm" in told["message"]
    assert "800 mm" in told["message"]
    refused(await session.ask("confirm_bom"), 422, "UNPROCESSABLE")
    record = await session.edit(accepted=[told["id"]])
    assert errors(record)["CONTRADICTION"]["accepted"] is True
    assert (await session.ask("confirm_bom")).status_code == 200
