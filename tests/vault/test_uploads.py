"""Uploads: what is stored, what is refused, and that a refused one leaves nothing."""

import asyncio
import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest

from partwright.settings import Settings
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.vault.scene import BOUNDARY, Vault, digest, part, raw_form
from tests.world import NOBODY, World


async def test_files_are_stored_with_what_is_said_of_them(vault: Vault, world: World) -> None:
    item = await world.part()
    files = [
        ("model", ("bracket.step", b"solid", "model/step")),
        ("drawing", ("bracket.pdf", b"")),
    ]
    answer = await vault.send(item, files, data={"model_description": "First"})
    first, second = data(answer, 201)["files"]
    # The one answer that repeats its keys beside `data`.
    assert answer.json() == {"data": answer.json()["data"], **answer.json()["data"]}
    assert (answer.json()["success"], answer.json()["count"]) == (True, 2)
    assert first | {"id": "", "createdAt": "", "modifiedAt": ""} == {
        "id": "",
        "originalFileName": "bracket.step",
        "mimeType": "model/step",
        "fileSize": 5,
        "version": 1,
        "itemId": item["id"],
        "checkedOutBy": None,
        "createdAt": "",
        "modifiedAt": "",
        "checksum": f"sha256:{digest(b'solid')}",
        "description": "First",
        "isPrimary": True,
        "branchId": None,
    }
    assert (second["mimeType"], second["fileSize"]) == ("application/pdf", 0)
    assert (second["isPrimary"], second["description"]) == (False, None)
    shown = await vault.metadata(first)
    assert shown == first | {
        "checkedOutAt": None,
        "createdBy": ENGINEER.id,
        "storagePath": f"objects/{digest(b'solid')[:2]}/{digest(b'solid')}",
    }
    assert await vault.of(item) == [first, second]
    everywhere = data(await vault.api.get("/api/files", as_=ENGINEER))
    assert everywhere == {"files": [second, first], "count": 2}
    entry, _, _ = await world.history(item)
    assert entry["action"] == "File Added"
    assert entry["changes"]["file"] == {"from": None, "to": "bracket.pdf"}


def _sha(content: bytes) -> str:
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


FORM = part(b"solid", 'Content-Disposition: form-data; name="file"; filename="a.step"')
BODY = FORM + f"--{BOUNDARY}--\r\n".encode()
DIGESTS = {
    "Content-Digest": f"sha-999=:AA==:, sha-256=:{_sha(BODY)}:",
    "Repr-Digest": f"sha-256=:{_sha(BODY)}:;x=1",
    "Digest": f"SHA-256={_sha(BODY)},unixsum=1",
    "Content-MD5": base64.b64encode(hashlib.md5(BODY, usedforsecurity=False).digest()).decode(),
    "X-Checksum-Sha256": digest(b"solid"),
    "X-Checksum-Md5": hashlib.md5(b"solid", usedforsecurity=False).hexdigest(),
    "X-Checksum-Sha1": hashlib.sha1(b"solid", usedforsecurity=False).hexdigest(),
    "X-Checksum-Deploy": "false",
}


@pytest.mark.parametrize("header", DIGESTS)
async def test_a_file_is_stored_only_if_it_is_what_was_sent(
    vault: Vault, world: World, header: str
) -> None:
    item = await world.part()
    path = f"/api/items/{item['id']}/files/upload"
    is_known = header != "X-Checksum-Deploy"
    for content in (BODY, BODY.replace(b"solid", b"solit")):
        head = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        head[header] = DIGESTS[header]
        answer = await vault.api.post(path, as_=ENGINEER, content=content, headers=head)
        if content is BODY or not is_known:
            data(answer, 201)
        else:
            refused(answer, 400, "VALIDATION_ERROR")
            assert header.title() in {name.title() for name in problems(answer)}
    assert len(await vault.of(item)) == (1 if is_known else 2)


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Content-Digest", "sha-256=AAAA"),
        ("Content-Digest", "sha-256=:AAAA:"),
        ("Digest", "md5=?"),
        ("Content-MD5", ""),
        ("X-Checksum-Sha256", "no digest"),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_digest_that_is_none_is_refused(
    vault: Vault, world: World, header: str, value: str
) -> None:
    item = await world.part()
    answer = await vault.send(item, {"file": ("a.step", b"solid")}, headers={header: value})
    refused(answer, 400, "VALIDATION_ERROR")
    assert await vault.of(item) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_each_file_of_a_form_has_its_own_digest(vault: Vault, world: World) -> None:
    item = await world.part()
    for said, status in ((b"one", 201), (b"two", 400)):
        disposition = 'Content-Disposition: form-data; name="{0}"; filename="{0}.step"'
        form = raw_form(
            part(b"one", disposition.format("a"), f"Content-Digest: sha-256=:{_sha(said)}:"),
            part(b"two", disposition.format("b"), f"X-Checksum-Sha256: {digest(b'two')}"),
        )
        path = f"/api/items/{item['id']}/files/upload"
        assert (await vault.api.post(path, as_=ENGINEER, **form)).status_code == status
    whole = {"X-Checksum-Sha256": digest(b"one")}
    files = {"a": ("a.step", b"one"), "b": ("b.step", b"one")}
    refused(await vault.send(item, files, headers=whole), 400, "VALIDATION_ERROR")
    # A body without a file is what its digest says as well.
    note = {"subject": f"item:{item['id']}", "text": "Look"}
    told = {"Content-Digest": f"sha-256=:{_sha(b'other')}:"}
    answer = await vault.api.post("/api/comments", note, as_=ENGINEER, headers=told)
    refused(answer, 400, "VALIDATION_ERROR")
    assert len(await vault.of(item)) == 2


NAMES = [
    "../../etc/passwd",
    'she said "7 mm".stp',
    "Größe Übermaß ß.step",
    "\U0001f529 Schraube \u2603.step",
    "n" * 300 + ".step",
    "a;b=c,d%41&e.step",
    "  spaces  .step",
    "..",
]


async def test_any_name_is_kept_for_display(vault: Vault, world: World) -> None:
    item = await world.part()
    for name in NAMES:
        file = await vault.add(item, name=name)
        assert file["originalFileName"] == name
        offered = (await vault.get(file, "download")).headers["content-disposition"]
        assert offered.startswith('attachment; filename="')
        assert not any(mark in offered for mark in ("/", "..", "\\"))
    assert [file["originalFileName"] for file in await vault.of(item)] == NAMES


async def test_names_as_other_clients_write_them(vault: Vault, world: World) -> None:
    item = await world.part()
    path = f"/api/items/{item['id']}/files/upload"
    written = {
        'filename="line%0D%0Abreak.step"': "line\r\nbreak.step",
        "filename*=UTF-8''Gr%C3%B6%C3%9Fe.step": "Größe.step",
        "filename*=iso-8859-1'de'Gr%F6%DFe.step": "Größe.step",
        "filename=plain.step": "plain.step",
        'filename="tab\there.step"': "tab\there.step",
    }
    for disposition, name in written.items():
        header = f'Content-Disposition: form-data; name="file"; {disposition}'
        answer = await vault.api.post(path, as_=ENGINEER, **raw_form(part(b"x", header)))
        (file,) = data(answer, 201)["files"]
        assert file["originalFileName"] == name
        assert file["mimeType"] == "model/step"
        assert (
            b"\n" not in (await vault.get(file, "download")).headers["content-disposition"].encode()
        )


FILE = 'Content-Disposition: form-data; name="file"; filename="a.step"'
TEXT = 'Content-Disposition: form-data; name="file"'
KIND = f"multipart/form-data; boundary={BOUNDARY}"
GOOD = part(b"x", FILE)
END = f"--{BOUNDARY}--\r\n".encode()

MALFORMED: dict[str, tuple[str, bytes, int]] = {
    "no body": ("", b"", 400),
    "no body of a form": (KIND, b"", 400),
    "no part": (KIND, END, 400),
    "another boundary": (KIND.replace("a-", "b-"), GOOD + END, 400),
    "another boundary, much": (KIND.replace("a-", "b-"), b"x" * 200_000, 400),
    "no boundary": ("multipart/form-data", GOOD + END, 400),
    "an empty boundary": ('multipart/form-data; boundary=""', GOOD + END, 400),
    "cut off in a file": (KIND, GOOD[:-1], 400),
    "cut off before the end": (KIND, GOOD, 400),
    "a part without a file name": (KIND, part(b"x", TEXT) + END, 400),
    "a blank file name": (KIND, part(b"x", FILE.replace("a.step", " ")) + END, 400),
    "an empty file name": (KIND, part(b"", FILE.replace("a.step", "")) + END, 400),
    "a NUL in the name": (KIND, part(b"x", FILE.replace("a.step", "a\x00.step")) + END, 400),
    "too long a name": (KIND, part(b"x", FILE.replace("a.step", "a" * 501)) + END, 400),
    "a part without a name": (KIND, part(b"x", FILE.replace('name="file"; ', "")) + END, 400),
    "a part without headers": (KIND, part(b"x") + END, 400),
    "another disposition": (KIND, part(b"x", FILE.replace("form-data", "inline")) + END, 400),
    "a header of 100 kB": (KIND, part(b"x", FILE, "X-More: " + "x" * 100_000) + END, 400),
    "a bare line feed": (KIND, GOOD.replace(b"\r\n", b"\n") + END, 400),
    "a name that is no text": (KIND, GOOD.replace(b"a.step", b"\xff\xfe") + END, 400),
    "an unknown charset": (
        KIND,
        part(b"x", FILE.replace('filename="a.step"', "filename*=klingon''%FF")) + END,
        400,
    ),
    "JSON": ("application/json", b"{}", 415),
    "JSON with keys": ("application/json", b'{"file": 1}', 415),
    "JSON that is none": ("application/json", b"{", 415),
    "something else": ("application/octet-stream", b"solid", 415),
    "a form of the other kind": ("application/x-www-form-urlencoded", b"a=b", 415),
}


async def test_what_is_no_upload_is_refused(vault: Vault, world: World, settings: Settings) -> None:
    item = await world.part()
    path = f"/api/items/{item['id']}/files/upload"
    for case, (kind, content, status) in MALFORMED.items():
        headers = {"Content-Type": kind} if kind else {}
        answer = await vault.api.post(path, as_=ENGINEER, content=content, headers=headers)
        assert answer.status_code == status, (case, answer.text)
        refused(answer, status, "VALIDATION_ERROR" if status == 400 else "UNSUPPORTED_MEDIA_TYPE")
    assert await vault.of(item) == []
    assert bytes_in(settings) == []


def bytes_in(settings: Settings) -> list[Path]:
    """All files of the store, unfinished ones too."""
    return [path for path in (settings.data_dir / "vault").rglob("*") if path.is_file()]


async def test_every_problem_of_a_form_is_named(vault: Vault, world: World) -> None:
    item = await world.part()
    fields = {"desciption": "x", "branchId": "none", "file_description": "d" * 5001}
    found = problems(await vault.send(item, {"file": ("a", b"")}, data=fields))
    assert set(found) == {"desciption", "branchId", "file_description"}
    twice = part(b"1", TEXT.replace("file", "commitMessage")) * 2 + GOOD
    path = f"/api/items/{item['id']}/files/upload"
    found = problems(await vault.api.post(path, as_=ENGINEER, **raw_form(twice)))
    assert found == {"commitMessage": "is given twice"}
    long = part(b"t" * 70_000, TEXT.replace("file", "commitMessage"))
    assert problems(await vault.api.post(path, as_=ENGINEER, **raw_form(long)))
    other = await vault.send(
        item, {"file": ("a", b"")}, data={"branchId": NOBODY}, params={"branchId": item["id"]}
    )
    refused(other, 404, "RESOURCE_NOT_FOUND")
    assert await vault.of(item) == []


@pytest.mark.settings(max_upload=100_000)
async def test_too_much_is_refused_while_it_is_read(
    vault: Vault, world: World, settings: Settings
) -> None:
    item = await world.part()
    just = [("a", ("a", b"x" * 60_000)), ("b", ("b", b"y" * 40_000))]
    assert data(await vault.send(item, just), 201)["count"] == 2
    before = bytes_in(settings)
    more = [("a", ("a", b"1" * 60_000)), ("b", ("b", b"2" * 40_001))]
    refused(await vault.send(item, more), 413, "PAYLOAD_TOO_LARGE")

    async def endless() -> Any:
        yield GOOD[:-2]
        while True:
            yield b"x" * 65_536

    path = f"/api/items/{item['id']}/files/upload"
    headers = {"Content-Type": KIND}
    refused(
        await vault.api.post(path, as_=ENGINEER, content=endless(), headers=headers),
        413,
        "PAYLOAD_TOO_LARGE",
    )
    declared = headers | {"Content-Length": "999999999999"}
    answer = await vault.api.post(path, as_=ENGINEER, content=endless(), headers=declared)
    refused(answer, 413, "PAYLOAD_TOO_LARGE")
    assert bytes_in(settings) == before
    assert len(await vault.of(item)) == 2


async def test_who_may_not_is_told_before_anything_is_read(vault: Vault, world: World) -> None:
    item = await world.part()
    path = f"/api/items/{item['id']}/lock"
    data(await vault.api.post(path, as_=ADMINISTRATOR))

    async def unread() -> Any:
        raise AssertionError("the body was read")
        yield b""

    for target, status, code in (
        (f"/api/items/{item['id']}/files/upload", 423, "ITEM_LOCKED"),
        (f"/api/items/{NOBODY}/files/upload", 404, "ITEM_NOT_FOUND"),
        (f"/api/documents/{item['id']}/files", 404, "ITEM_NOT_FOUND"),
        (f"/api/files/{NOBODY}/checkin", 404, "RESOURCE_NOT_FOUND"),
    ):
        answer = await vault.api.post(
            target, as_=ENGINEER, content=unread(), headers={"Content-Type": KIND}
        )
        refused(answer, status, code)


async def test_a_document_follows_its_primary_file(vault: Vault, world: World) -> None:
    item = await world.document(fileName="typed by hand.pdf")
    answer = await vault.api.post(
        f"/api/documents/{item['id']}/files",
        as_=ENGINEER,
        files=[
            ("a", ("one.pdf", b"1", "application/pdf")),
            ("b", ("two.txt", b"22", "text/plain")),
        ],
    )
    first, second = data(answer, 201)["files"]

    async def shown() -> tuple[Any, ...]:
        now = await world.get(item)
        return now["fileName"], now["fileSize"], now["mimeType"]

    assert await shown() == ("one.pdf", 1, "application/pdf")
    wrong = await vault.api.put(f"/api/items/{item['id']}", {"fileName": "x"}, as_=ENGINEER)
    assert problems(wrong) == {"fileName": "is taken from the document's file"}
    assert (await world.edit(item, fileName="one.pdf", name="Same"))["name"] == "Same"
    await vault.version(first, b"333", name="one-b.pdf")
    assert await shown() == ("one-b.pdf", 3, "application/pdf")
    path = f"/api/documents/{item['id']}/files/{second['id']}"
    assert (await vault.api.get(path, as_=ENGINEER)).content == b"22"
    data(await vault.delete(first))
    assert await shown() == ("two.txt", 2, "text/plain")
    assert (await vault.metadata(second))["isPrimary"]
    data(await vault.delete(second))
    assert await shown() == (None, None, None)
    refused(await vault.api.get(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")


async def test_a_deleted_file_is_gone_everywhere(vault: Vault, world: World) -> None:
    item = await world.part()
    file = await vault.add(item)
    tag = (await vault.get(file)).headers["etag"]
    stale = await vault.api.delete(
        f"/api/files/{file['id']}", as_=ENGINEER, headers={"If-Match": '"older"'}
    )
    refused(stale, 412, "PRECONDITION_FAILED")
    same = await vault.api.get(
        f"/api/files/{file['id']}/metadata", as_=ENGINEER, headers={"If-None-Match": tag}
    )
    assert same.status_code == 304
    message = data(await vault.delete(file))
    assert message == {"success": True, "message": "bracket.step is deleted"}
    reads = ("metadata", "download", "versions", "versions/1/download", "lock-status")
    for what in (*reads, "thumbnail", "structure"):
        refused(await vault.get(file, what), 404, "RESOURCE_NOT_FOUND")
    refused(await vault.delete(file), 404, "RESOURCE_NOT_FOUND")
    refused(await vault.check_out(file), 404, "RESOURCE_NOT_FOUND")
    refused(await vault.check_in(file, b"x"), 404, "RESOURCE_NOT_FOUND")
    assert await vault.of(item) == []
    assert (await world.history(item))[0]["action"] == "File Removed"
    commits = await vault.api.get(f"/api/items/{item['id']}/history", as_=ENGINEER)
    added = next(e for e in data(commits)["history"] if e["action"] == "File Added")
    # The commit before the deletion goes on showing the file.
    then = {"commitId": added["commitId"]}
    assert [f["id"] for f in await vault.of(item, **then)] == [file["id"]]
    assert await vault.bytes_of(file, **then) == b"solid"


async def test_a_repeated_upload_is_done_once(vault: Vault, world: World) -> None:
    item = await world.part()
    key = {"headers": {"Idempotency-Key": "upload-1"}}
    first = await vault.send(item, {"file": ("a.step", b"solid")}, **key)
    # A client that tries again makes a boundary anew.
    again = await vault.send(item, {"file": ("a.step", b"solid")}, **key)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["idempotency-replayed"] == "true"
    refused(await vault.send(item, {"file": ("a.step", b"other")}, **key), 409, "CONFLICT")
    assert len(await vault.of(item)) == 1


async def test_simultaneous_uploads_of_the_same_bytes_all_succeed(
    vault: Vault, world: World, settings: Settings
) -> None:
    item = await world.part()
    content = b"the same" * 50_000
    files = await asyncio.gather(*(vault.add(item, content, name=f"{n}.step") for n in range(8)))
    assert {file["version"] for file in files} == {1}
    assert [await vault.bytes_of(file) for file in files] == [content] * 8
    assert len(bytes_in(settings)) == 1
    assert sum(file["isPrimary"] for file in await vault.of(item)) == 1


async def test_what_goes_in_and_out_is_counted(vault: Vault, world: World) -> None:
    file = await vault.add(await world.part(), b"12345")
    await vault.bytes_of(file)
    text = (await vault.api.get("/metrics")).text
    for name, count in (("bytes_in", 5), ("bytes_out", 5), ("files_in", 1)):
        assert f"partwright_vault_{name}_total {count}.0" in text


async def test_a_hundred_files_take_no_more_statements_than_two(
    api: Api, vault: Vault, world: World
) -> None:
    item = await world.part()
    counts: list[int] = []
    for number in (2, 100):
        files = [(f"f{n}", (f"{n}.txt", b"x")) for n in range(number)]
        with api.counting() as counted:
            assert data(await vault.send(item, files), 201)["count"] == number
        counts.append(counted.statements)
    assert counts[0] == counts[1]


async def test_an_upload_is_one_commit_with_one_number(vault: Vault, world: World) -> None:
    design = await world.design()
    document = await world.document("Drawing", designId=design["id"])

    async def numbers() -> list[int]:
        async with vault.api.services.database.snapshot() as snapshot:
            return await snapshot.all(int, "SELECT seq FROM commits ORDER BY seq")

    before = await numbers()
    files = [("files", (f"{n}.pdf", b"%PDF" + bytes([n]))) for n in range(3)]
    data(await vault.send(document, files), 201)
    assert await numbers() == [*before, before[-1] + 1]
    # The number that comes next is the one after it: none was taken and left.
    await world.edit(document, name="Sheet")
    assert await numbers() == [*before, before[-1] + 1, before[-1] + 2]
