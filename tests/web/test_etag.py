import pytest

from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER
from tests.web.probes import Probes


@pytest.mark.parametrize("tag", ['"1"', 'W/"1"', '"0", "1"', "*"])
async def test_what_the_client_has_is_not_sent_again(door: Api, tag: str) -> None:
    response = await door.get("/api/state/a", as_=ENGINEER, headers={"If-None-Match": tag})
    assert (response.status_code, response.content) == (304, b"")
    assert response.headers["etag"] == '"1"'
    assert "content-type" not in response.headers
    assert response.headers["x-request-id"]


@pytest.mark.parametrize("tag", ['"2"', "1", ""])
async def test_what_the_client_lacks_is_sent(door: Api, tag: str) -> None:
    response = await door.get("/api/state/a", as_=ENGINEER, headers={"If-None-Match": tag})
    assert data(response)["state"] == 1
    assert response.headers["etag"] == '"1"'


async def test_a_write_answers_with_the_new_tag(door: Api) -> None:
    response = await door.put("/api/state/a", as_=ENGINEER, headers={"If-Match": '"1"'})
    assert data(response)["state"] == 2
    assert response.headers["etag"] == '"2"'


async def test_a_stale_tag_changes_nothing(door: Api, probes: Probes) -> None:
    response = await door.put("/api/state/a", as_=ENGINEER, headers={"If-Match": '"0"'})
    refused(response, 412, "PRECONDITION_FAILED")
    assert probes.state == 1


@pytest.mark.parametrize("tags", [('"1"', '"0"'), ('"0"', '"1"'), ('"0"', "*")])
async def test_lines_of_one_header_are_one_list(door: Api, tags: tuple[str, str]) -> None:
    known = [("If-None-Match", tag) for tag in tags]
    response = await door.get("/api/state/a", as_=ENGINEER, headers=known)
    assert response.status_code == 304
    meant = [("If-Match", tag) for tag in tags]
    assert data(await door.put("/api/state/a", as_=ENGINEER, headers=meant))["state"] == 2


async def test_a_list_of_stale_tags_changes_nothing(door: Api, probes: Probes) -> None:
    meant = [("If-Match", '"0"'), ("If-Match", '"2"')]
    refused(await door.put("/api/state/a", as_=ENGINEER, headers=meant), 412, "PRECONDITION_FAILED")
    assert probes.state == 1


async def test_a_write_is_never_answered_with_not_modified(door: Api) -> None:
    headers = {"If-None-Match": '"2"'}
    assert data(await door.put("/api/state/a", as_=ENGINEER, headers=headers))["state"] == 2
