from typing import Any

import pytest

from tests.programs import scenes
from tests.programs.scenes import UNKNOWN, codes
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER

DESIGNS, PROGRAMS = "/api/designs", "/api/programs"


async def test_designs_are_paged_newest_first(api: Api) -> None:
    for number in range(1, 6):
        await scenes.design(api, code=f"D-{number}")
    seen: list[str] = []
    for page in (1, 2, 3, 4):
        answer = await api.get(DESIGNS, params={"page": page, "limit": 2}, as_=ENGINEER)
        shown = data(answer)
        assert (shown["total"], shown["page"], shown["limit"]) == (5, page, 2)
        assert answer.json()["meta"] == {"total": 5, "page": page, "limit": 2, "totalPages": 3}
        seen += [design["code"] for design in shown["designs"]]
    assert seen == ["D-5", "D-4", "D-3", "D-2", "D-1"]


async def test_a_list_of_nothing_has_no_pages(api: Api) -> None:
    for path in (DESIGNS, PROGRAMS):
        answer = await api.get(path, as_=ENGINEER)
        assert answer.json()["meta"] == {"total": 0, "page": 1, "limit": 20, "totalPages": 0}


@pytest.mark.parametrize("path", [DESIGNS, PROGRAMS])
async def test_a_limit_is_cut_and_a_bad_parameter_named(api: Api, path: str) -> None:
    shown = data(await api.get(path, params={"limit": 101}, as_=ENGINEER))
    assert shown["limit"] == 100
    bad = {"unknown": "x", "page": "0", "limit": "-1", "code": "A_B", "sort": "createdAt:down"}
    bad |= {"phase": "new", "programId": "x", "isArchived": "maybe"} if path == DESIGNS else {}
    bad |= {"status": "Done"} if path == PROGRAMS else {}
    for key, value in bad.items():
        assert set(problems(await api.get(path, params={key: value}, as_=ENGINEER))) == {key}
    for sort in ("colour", "search_text", "name,colour:desc"):
        assert set(problems(await api.get(path, params={"sort": sort}, as_=ENGINEER))) == {"sort"}


async def test_designs_are_sorted_by_every_field(api: Api) -> None:
    first = await scenes.design(api, code="B", name="x", description="d")
    second = await scenes.design(api, code="A", name="y")
    third = await scenes.design(api, code="C", name="x")
    for field in first:
        up = await codes(api, DESIGNS, sort=field)
        assert sorted(up) == ["A", "B", "C"]
        assert await codes(api, DESIGNS, sort=f"{field}:asc") == up
    assert await codes(api, DESIGNS, sort="code:desc") == ["C", "B", "A"]
    assert await codes(api, DESIGNS, sort="name:desc, code") == ["A", "B", "C"]
    assert await codes(api, DESIGNS, sort="name,createdAt:desc") == ["C", "B", "A"]
    by_id = [d["code"] for d in sorted((first, second, third), key=lambda d: str(d["id"]))]
    assert await codes(api, DESIGNS, sort="phase") == by_id
    assert (await codes(api, DESIGNS, sort="description"))[0] == "B"
    assert (await codes(api, DESIGNS, sort="description:desc"))[0] == "B"
    assert await codes(api, DESIGNS, sort="code," * 3000) == ["A", "B", "C"]


async def test_programs_are_sorted_by_every_field(api: Api) -> None:
    first = await scenes.program(api, code="A", startDate="2026-01-02", customer="Z")
    await scenes.program(api, code="B", startDate="2026-01-01")
    await scenes.program(api, code="C")
    for field in first:
        found = await codes(api, PROGRAMS, as_=ADMINISTRATOR, sort=f"{field}:desc")
        assert sorted(found) == ["A", "B", "C"]
    assert await codes(api, PROGRAMS, as_=ADMINISTRATOR, sort="startDate") == ["B", "A", "C"]
    assert await codes(api, PROGRAMS, as_=ADMINISTRATOR, sort="startDate:desc") == ["A", "B", "C"]
    assert await codes(api, PROGRAMS, as_=ADMINISTRATOR) == ["C", "B", "A"]


async def test_designs_are_filtered(api: Api) -> None:
    program = await scenes.program(api, {ENGINEER: "engineer"})
    await scenes.design(api, code="IN", programId=program["id"])
    old = await scenes.design(api, code="OLD")
    data(await api.put(f"{DESIGNS}/{old['id']}", {"isArchived": True}, as_=ENGINEER))
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"programId": program["id"]}, ["IN"]),
        ({"isArchived": "true"}, ["OLD"]),
        ({"isArchived": "false"}, ["IN"]),
        ({"phase": "pre-release"}, ["OLD", "IN"]),
        ({"phase": "post-release"}, []),
        ({"code": "old"}, ["OLD"]),
        ({"code": "OL"}, []),
        ({"name": old["name"], "isArchived": "true"}, ["OLD"]),
        ({"name": old["name"][:-1]}, []),
        ({"isArchived": "true", "programId": program["id"]}, []),
    ]
    for params, expected in cases:
        assert await codes(api, DESIGNS, **params) == expected
    for program_id, person in ((UNKNOWN, ADMINISTRATOR), (program["id"], OUTSIDER)):
        answer = await api.get(DESIGNS, params={"programId": program_id}, as_=person)
        refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_programs_are_filtered(api: Api) -> None:
    await scenes.program(api, code="A", customer="ESA", status="On Hold")
    await scenes.program(api, code="B", customer="NASA")
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"status": "On Hold"}, ["A"]),
        ({"status": "Active"}, ["B"]),
        ({"customer": "NASA"}, ["B"]),
        ({"customer": "nobody"}, []),
        ({"code": "a"}, ["A"]),
        ({"name": "nothing"}, []),
        ({"code": "A", "status": "Active"}, []),
    ]
    for params, expected in cases:
        assert await codes(api, PROGRAMS, as_=ADMINISTRATOR, **params) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("über", ["X-1"]),
        ("ÜBER", ["X-1"]),
        ("BERTRAG", ["X-1"]),
        ("STRASSE", ["X-2"]),
        ("straße", ["X-2"]),
        ("x-", ["X-3", "X-2", "X-1"]),
        ("  x-3 ", ["X-3"]),
        ("", ["X-3", "X-2", "X-1"]),
        ("100%", ["X-3"]),
        ("0%_", ["X-3"]),
        ("%", ["X-3"]),
        ("_", ["X-3"]),
        ("\\", ["X-3"]),
        ("'", []),
        ('"', []),
    ],
)
async def test_search_finds_a_part_of_code_or_name(api: Api, text: str, found: list[str]) -> None:
    names = {"X-1": "Übertragung", "X-2": "Hauptstraße", "X-3": "100%_ \\ duty"}
    for code, name in names.items():
        await scenes.design(api, code=code, name=name)
        await scenes.program(api, code=code, name=name)
    assert await codes(api, DESIGNS, search=text) == found
    assert await codes(api, PROGRAMS, as_=ADMINISTRATOR, search=text) == found


async def test_search_follows_a_new_name_and_code(api: Api) -> None:
    design, program = await scenes.design(api), await scenes.program(api)
    for path in (f"{DESIGNS}/{design['id']}", f"{PROGRAMS}/{program['id']}"):
        data(await api.put(path, {"name": "Ångström", "code": "NEW"}, as_=ADMINISTRATOR))
    for path in (DESIGNS, PROGRAMS):
        assert await codes(api, path, as_=ADMINISTRATOR, search="lamp") == []
        assert await codes(api, path, as_=ADMINISTRATOR, search="ÅNGS") == ["NEW"]
        assert await codes(api, path, as_=ADMINISTRATOR, search="new") == ["NEW"]


async def test_lists_show_what_the_caller_sees(api: Api) -> None:
    mine = await scenes.program(api, {ENGINEER: "engineer", VIEWER: "viewer"}, code="MINE")
    other = await scenes.program(api, {APPROVER: "viewer"}, code="OTHER")
    await scenes.design(api, code="M", programId=mine["id"])
    await scenes.design(api, as_=ADMINISTRATOR, code="O", programId=other["id"])
    await scenes.design(api, code="FREE")
    expected: dict[Any, tuple[list[str], list[str]]] = {
        ADMINISTRATOR: (["FREE", "O", "M"], ["OTHER", "MINE"]),
        ENGINEER: (["FREE", "M"], ["MINE"]),
        VIEWER: (["FREE", "M"], ["MINE"]),
        APPROVER: (["FREE", "O"], ["OTHER"]),
        OUTSIDER: (["FREE"], []),
    }
    for person, (designs, programs) in expected.items():
        assert await codes(api, DESIGNS, as_=person) == designs
        assert await codes(api, PROGRAMS, as_=person) == programs
        shown = data(await api.get(DESIGNS, params={"limit": 1}, as_=person))
        assert shown["total"] == len(designs)


async def test_a_list_takes_as_many_statements_for_many_rows(api: Api) -> None:
    counts: list[int] = []
    for _ in range(2):
        for path in (DESIGNS, PROGRAMS):
            await api.get(path, as_=ENGINEER)
            with api.counting() as counted:
                data(await api.get(path, params={"limit": 2}, as_=ENGINEER))
            counts.append(counted.statements)
        program = await scenes.program(api, {ENGINEER: "lead"})
        for _ in range(4):
            await scenes.design(api, programId=program["id"])
            await scenes.program(api, {ENGINEER: "viewer"})
    assert max(counts) <= 2
