"""Downloads: whole, in ranges, conditional; old versions; what is broken is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.errors import RangeNotSatisfiable
from partwright.settings import Settings
from partwright.web.downloads import content_disposition, parse_range
from tests.support.application import data, refused
from tests.support.people import ENGINEER
from tests.vault.scene import Vault, digest
from tests.world import World

BYTES = bytes(range(256)) * 20


async def test_the_bytes_come_with_all_that_is_known(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), BYTES, name="Größe.step")
    answer = await vault.get(file, "download")
    assert answer.content == BYTES
    headers = answer.headers
    assert headers["content-type"] == file["mimeType"]
    assert headers["content-length"] == str(len(BYTES))
    assert headers["etag"] == f'"{digest(BYTES)}"'
    assert headers["accept-ranges"] == "bytes"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-disposition"] == (
        "attachment; filename=\"Gr??e.step\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.step"
    )


async def test_a_part_can_be_had(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), BYTES)
    path = f"/api/files/{file['id']}/download"
    size = len(BYTES)
    for asked, start, end in (
        ("bytes=0-99", 0, 100),
        ("bytes=100-", 100, size),
        ("bytes=-7", size - 7, size),
        ("bytes=0-999999", 0, size),
        (f"bytes=-{size * 2}", 0, size),
    ):
        part = await vault.api.get(path, as_=ENGINEER, headers={"Range": asked})
        assert (part.status_code, part.content) == (206, BYTES[start:end])
        assert part.headers["content-range"] == f"bytes {start}-{end - 1}/{size}"
    beyond = await vault.api.get(path, as_=ENGINEER, headers={"Range": f"bytes={size}-"})
    refused(beyond, 416, "RANGE_NOT_SATISFIABLE")
    assert beyond.headers["content-range"] == f"bytes */{size}"
    tag = f'"{digest(BYTES)}"'
    for condition, status in ((tag, 206), ('"other"', 200), ("Sat, 21 Nov 2026 09:30:00 GMT", 200)):
        headers = {"Range": "bytes=0-9", "If-Range": condition}
        answer = await vault.api.get(path, as_=ENGINEER, headers=headers)
        assert answer.status_code == status
    head = await vault.api.request("HEAD", path, as_=ENGINEER)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(size)
    known = await vault.api.get(path, as_=ENGINEER, headers={"If-None-Match": f'"x", {tag}'})
    assert (known.status_code, known.content) == (304, b"")
    gone = await vault.api.get(path, as_=ENGINEER, headers={"If-Match": '"other"'})
    refused(gone, 412, "PRECONDITION_FAILED")


async def test_an_empty_file_is_a_file(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), b"", name="empty.txt")
    path = f"/api/files/{file['id']}/download"
    for headers in ({}, {"Range": "bytes=0-"}):
        answer = await vault.api.get(path, as_=ENGINEER, headers=headers)
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-length"] == "0"


async def test_every_version_stays(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), b"one", file_description="First")
    contents = [b"one", b"two", b"three", b"one"]
    for content in contents[1:]:
        await vault.version(file, content, description=content.decode())
    assert await vault.numbers(file) == [4, 3, 2, 1]
    answer = data(await vault.get(file, "versions"))
    assert answer["totalVersions"] == 4
    assert [v["description"] for v in answer["versions"]] == ["one", "three", "two", "First"]
    assert answer["versions"][0] | {"createdAt": "", "id": ""} == {
        "id": "",
        "version": 4,
        "originalFileName": "next.step",
        "mimeType": "model/step",
        "fileSize": 3,
        "checksum": f"sha256:{digest(b'one')}",
        "description": "one",
        "branchId": None,
        "createdAt": "",
        "createdBy": ENGINEER.id,
    }
    for number, content in enumerate(contents, 1):
        old = await vault.get(file, f"versions/{number}/download")
        assert (old.status_code, old.content) == (200, content)
    for number in ("0", "5", "-1", "x", "²", "9" * 30, "1.0"):
        refused(await vault.get(file, f"versions/{number}/download"), 404, "RESOURCE_NOT_FOUND")


async def test_bytes_that_are_lost_are_a_fault_that_is_told(
    vault: Vault, world: World, settings: Settings
) -> None:
    file = await vault.add(await world.part(), b"soon lost")
    stored = settings.data_dir / "vault" / (await vault.metadata(file))["storagePath"]
    stored.unlink()
    refused(await vault.get(file, "download"), 500, "INTERNAL_ERROR")


@settings(max_examples=60)
@given(st.text("0123456789-bytes=, ", max_size=20), st.integers(0, 50))
def test_no_range_leaves_the_file(header: str, size: int) -> None:
    try:
        part = parse_range(header, size)
    except RangeNotSatisfiable:
        return
    assert part is None or 0 <= part[0] < part[1] <= size


@pytest.mark.parametrize(
    "header", ["bytes=5-2", "bytes=-", "bytes=a-b", "items=0-1", "bytes=0-1,3-4"]
)
def test_a_range_that_is_none_means_the_whole(header: str) -> None:
    assert parse_range(header, 10) is None


@settings(max_examples=100)
@given(st.text(min_size=1, max_size=30))
def test_no_name_breaks_out_of_its_header(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError:
        return
    header = content_disposition(name)
    assert header.startswith(b'attachment; filename="')
    assert header.count(b'"') == 2
    assert all(32 <= byte < 127 for byte in header)
    plain = header.split(b'"')[1]
    assert plain.strip(b".")
    assert b"/" not in plain
    assert b"\\" not in plain
