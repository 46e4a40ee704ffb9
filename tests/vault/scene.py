"""Files as a client handles them."""

import hashlib
from typing import Any

import httpx

from tests.support.application import Api, data
from tests.support.people import ENGINEER, Person
from tests.world import Record

BOUNDARY = "a-boundary-of-the-tests"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def part(content: bytes, *headers: str) -> bytes:
    """One part of a form, its headers written out."""
    return b"\r\n".join(
        [f"--{BOUNDARY}".encode(), *[h.encode() for h in headers], b"", content, b""]
    )


def raw_form(*parts: bytes) -> dict[str, Any]:
    """A form put together by hand, as a request takes it."""
    content = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    return {"content": content, "headers": {"Content-Type": kind}}


class Vault:
    """Handles files as one person."""

    def __init__(self, api: Api, *, as_: Person = ENGINEER) -> None:
        self.api = api
        self.person = as_

    def as_(self, person: Person) -> "Vault":
        return Vault(self.api, as_=person)

    async def send(self, item: Record, files: Any, **more: Any) -> httpx.Response:
        """Upload files; `files` and `data` as httpx takes them."""
        path = f"/api/items/{item['id']}/files/upload"
        return await self.api.post(path, as_=self.person, files=files, **more)

    async def add(
        self,
        item: Record,
        content: bytes = b"solid",
        *,
        name: str = "bracket.step",
        on: Record | None = None,
        **fields: str,
    ) -> Record:
        """One file of an item; `on` names a branch."""
        if on is not None:
            fields["branchId"] = on["id"]
        answer = await self.send(item, {"file": (name, content)}, data=fields)
        record: Record = data(answer, 201)["files"][0]
        return record

    async def get(self, file: Record, what: str = "metadata", **params: Any) -> httpx.Response:
        path = f"/api/files/{file['id']}/{what}"
        return await self.api.get(path, as_=self.person, params=params)

    async def metadata(self, file: Record, **params: Any) -> Record:
        record: Record = data(await self.get(file, **params))["file"]
        return record

    async def numbers(self, file: Record, **params: Any) -> list[int]:
        """The versions that are listed."""
        versions = data(await self.get(file, "versions", **params))["versions"]
        return [version["version"] for version in versions]

    async def bytes_of(self, file: Record, **params: Any) -> bytes:
        answer = await self.get(file, "download", **params)
        assert answer.status_code == 200, answer.text
        return answer.content

    async def of(self, item: Record, **params: Any) -> list[Record]:
        """The files of an item."""
        path = f"/api/items/{item['id']}/files"
        answer = data(await self.api.get(path, as_=self.person, params=params))
        assert answer["count"] == len(answer["files"])
        return list(answer["files"])

    async def check_out(self, file: Record, **body: Any) -> httpx.Response:
        path = f"/api/files/{file['id']}/checkout"
        return await self.api.post(path, body or None, as_=self.person)

    async def check_in(
        self, file: Record, content: bytes | None = None, *, name: str = "next.step", **fields: str
    ) -> httpx.Response:
        path = f"/api/files/{file['id']}/checkin"
        more: dict[str, Any] = {}
        if content is not None:
            more = {"files": {"file": (name, content)}, "data": fields}
        return await self.api.post(path, as_=self.person, **more)

    async def version(self, file: Record, content: bytes, **fields: str) -> Record:
        """Check out and check in with another content."""
        data(await self.check_out(file))
        record: Record = data(await self.check_in(file, content, **fields))["newVersion"]
        return record

    async def delete(self, file: Record, **params: Any) -> httpx.Response:
        return await self.api.delete(f"/api/files/{file['id']}", as_=self.person, params=params)
