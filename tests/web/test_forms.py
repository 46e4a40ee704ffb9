"""Forms with files, however their bytes arrive."""

from collections.abc import AsyncIterator

import pytest

from tests.support.application import Api, data, problems
from tests.support.people import ENGINEER
from tests.vault.scene import BOUNDARY, Vault, digest, part
from tests.world import World

TEXT = 'Content-Disposition: form-data; name="{}"'
FILE = TEXT + '; filename="{}"'
CONTENT = b"\r\n--" + BOUNDARY.encode()[:-1] + b"\r\n\r\n--" + bytes(range(256)) * 3
BODY = (
    b"a preamble that nobody reads\r\n"
    + part(CONTENT, FILE.format("model", "a.bin"), "Content-Type: Application/X-Thing; v=1")
    + part("Größe".encode(), TEXT.format("model_description"))
    + part(b"", FILE.format("empty", "b.bin"))
    + f"--{BOUNDARY}--\r\nan epilogue".encode()
)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("size", [1, 2, 7, 50, len(BODY)])
async def test_a_form_is_the_same_in_any_pieces(api: Api, world: World, size: int) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(BODY), size):
            yield BODY[start : start + size]

    item = await world.part()
    kind = f'multipart/form-data; charset=utf-8; boundary="{BOUNDARY}"'
    answer = await api.post(
        f"/api/items/{item['id']}/files/upload",
        as_=ENGINEER,
        content=pieces(),
        headers={"Content-Type": kind},
    )
    first, second = data(answer, 201)["files"]
    assert first["checksum"] == f"sha256:{digest(CONTENT)}"
    assert (first["mimeType"], first["description"]) == ("application/x-thing", "Größe")
    assert (second["fileSize"], second["mimeType"]) == (0, "application/octet-stream")
    assert await Vault(api).bytes_of(first) == CONTENT


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_form_that_cannot_be_read_is_refused_in_words(api: Api, world: World) -> None:
    item = await world.part()
    head = b'Content-Disposition: form-data; name="file"; filename="\xff\xfe.txt"'
    answer = await api.post(
        f"/api/items/{item['id']}/files/upload",
        as_=ENGINEER,
        content=b"\r\n".join((b"--B", head, b"", b"x", b"--B--", b"")),
        headers={"Content-Type": "multipart/form-data; boundary=B"},
    )
    assert problems(answer) == {"": "The form is malformed: Segment header failed to decode"}
