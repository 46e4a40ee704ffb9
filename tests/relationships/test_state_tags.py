"""Structures and differences that a client has already are not computed again."""

import pytest

from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER, Person
from tests.world import NOBODY, Record, World


async def product(world: World) -> tuple[list[str], Record, Record, Record]:
    """The paths of all that is tagged by its state, with the design, an assembly and its part."""
    program = await world.program(members={ENGINEER: "engineer", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    assembly = await world.part("Arm", designId=design["id"])
    part = await world.part("Servo", designId=design["id"])
    await world.relate(assembly, part, quantity=2)
    branch = await world.branch(design)
    item = f"/api/items/{assembly['id']}"
    commits = data(await world.api.get(f"/api/designs/{design['id']}/commits", as_=ENGINEER))
    newest, *_, oldest = [commit["id"] for commit in commits["commits"]]
    paths = [
        f"{item}/bom?fields=lockedBy,cost",
        f"{item}/graph",
        f"{item}/where-used",
        f"{item}/rollup",
        f"/api/branches/{branch['id']}/diff",
        f"/api/commits/{newest}/diff?against={oldest}",
    ]
    return paths, program, assembly, part


async def tags(api: Api, paths: list[str], *, as_: Person = VIEWER) -> list[str]:
    answers = [await api.get(path, as_=as_) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return [answer.headers["etag"] for answer in answers]


async def known(api: Api, paths: list[str], held: list[str], *, as_: Person = VIEWER) -> list[bool]:
    """Whether each path answers 304 to who holds the tag."""
    answers = [
        await api.get(path, as_=as_, headers={"If-None-Match": tag})
        for path, tag in zip(paths, held, strict=True)
    ]
    assert {answer.status_code for answer in answers} <= {200, 304}
    return [answer.status_code == 304 for answer in answers]


async def test_what_is_known_costs_no_computing(api: Api, world: World) -> None:
    paths, *_ = await product(world)
    held = await tags(api, paths)
    assert all(await known(api, paths, held))
    for path, tag in zip(paths, held, strict=True):
        weak = "W/" + tag.removeprefix("W/")
        with api.counting() as counted:
            same = await api.get(path, as_=VIEWER, headers={"If-None-Match": weak})
        assert (same.status_code, same.content) == (304, b"")
        assert counted.statements <= 2


async def test_whatever_changes_the_answer_changes_the_tag(api: Api, world: World) -> None:
    paths, program, _, part = await product(world)
    held = await tags(api, paths)
    await world.edit(part, cost="3.50")
    assert not any(await known(api, paths, held))

    held = await tags(api, paths)
    data(await api.post(f"/api/items/{part['id']}/lock", {}, as_=ENGINEER))
    assert not (await known(api, paths, held))[0]
    bom = data(await api.get(paths[0], as_=VIEWER))
    assert ENGINEER.id in str(bom)

    held = await tags(api, paths)
    renamed = {"name": "Countess"}
    data(await api.put(f"/api/users/{ENGINEER.id}", renamed, as_=ADMINISTRATOR))
    assert not any(await known(api, paths, held))

    held = await tags(api, paths)
    gone = f"/api/programs/{program['id']}/members/{VIEWER.id}"
    data(await api.delete(gone, as_=ADMINISTRATOR))
    for path, tag in zip(paths, held, strict=True):
        answer = await api.get(path, as_=VIEWER, headers={"If-None-Match": tag})
        assert answer.status_code == 404


async def test_the_tag_of_a_history_follows_its_entries_alone(api: Api, world: World) -> None:
    _, program, assembly, part = await product(world)
    path = [f"/api/items/{assembly['id']}/history"]
    held = await tags(api, path)
    await world.edit(part, cost="3.50")
    assert await known(api, path, held) == [True]
    data(await api.post(f"/api/items/{assembly['id']}/lock", {}, as_=ENGINEER))
    assert await known(api, path, held) == [False]
    held = await tags(api, path)
    gone = f"/api/programs/{program['id']}/members/{VIEWER.id}"
    data(await api.delete(gone, as_=ADMINISTRATOR))
    answer = await api.get(path[0], as_=VIEWER, headers={"If-None-Match": held[0]})
    assert answer.status_code == 404


@pytest.mark.parametrize("tag", ["*", '"x", *'])
async def test_any_state_is_not_said_to_be_there_unseen(api: Api, tag: str) -> None:
    headers = {"If-None-Match": tag}
    for path in ("bom", "graph", "history"):
        answer = await api.get(f"/api/items/{NOBODY}/{path}", as_=ENGINEER, headers=headers)
        assert answer.status_code == 404


async def test_the_tags_of_one_person_are_no_other_persons(api: Api, world: World) -> None:
    paths, *_ = await product(world)
    held = await tags(api, paths, as_=ENGINEER)
    assert not any(await known(api, paths, held, as_=VIEWER))
