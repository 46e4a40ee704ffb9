"""Import jobs: long imports behind the request, followed, cancelled, taken up again."""

import zipfile
from functools import partial
from hashlib import sha256
from io import BytesIO
from typing import Any

import msgspec
import pytest

from partwright.imports import job_queries
from partwright.imports.file_parsers import FileParsers
from partwright.imports.import_job import MOST_ATTEMPTS, MOST_UNFINISHED, JobProgress, KeptJob
from partwright.imports.job_worker import LEASE_SECONDS, ImportWorker
from partwright.kit.db.base import StatementTooLong
from tests.imports.test_file_import import upload
from tests.relationships import scene
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER
from tests.world import World

SLOW = {
    "sqlite": (
        """CREATE VIEW slow(i) AS WITH RECURSIVE n(i) AS
           (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000000) SELECT MAX(i) FROM n""",
        "CREATE TRIGGER slow_import AFTER INSERT ON imports BEGIN SELECT i FROM slow; END",
    ),
    "postgres": (
        "CREATE VIEW slow(i) AS SELECT CAST(pg_sleep(1.5) AS text)",
        """CREATE FUNCTION wait_slowly() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM i FROM slow; RETURN NEW; END $$""",
        """CREATE TRIGGER slow_import AFTER INSERT ON imports
           FOR EACH ROW EXECUTE FUNCTION wait_slowly()""",
    ),
}
"""What lets the record of an import take more than a second, after a view that does as well."""

LIST = "Part Number,Name,Qty\nJ-1,Bolt,4\nJ-2,Nut,4\nJ-3,Ring,2 or 3\n"


async def _follow(api: Api, job_id: str) -> list[dict[str, Any]]:
    """The states of a job that its stream told, to its end."""
    headers = {"Accept": "text/event-stream"}
    answer = await api.get(f"/api/import-jobs/{job_id}", as_=ENGINEER, headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = [line for line in answer.text.splitlines() if line.startswith("data: ")]
    return [msgspec.json.decode(line.removeprefix("data: ")) for line in told]


async def test_a_job_does_what_the_import_would_have_answered(api: Api) -> None:
    design = await scene.design(api)
    tried = data(await upload(api, LIST, designId=design, parent="JT", dryRun=True))
    options = {"designId": design, "parent": "JT", "background": True}
    job = data(await upload(api, LIST, **options, dryRun=True), 202)["job"]
    ended = (await _follow(api, job["id"]))[-1]
    assert (ended["state"], ended["status"]) == ("done", 200)
    assert ended["outcome"]["plan"] == tried["plan"]
    assert ended["outcome"]["importId"] is None
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0

    job = data(await upload(api, LIST, **options), 202)["job"]
    assert (job["state"], job["fileName"], job["outcome"]) == ("waiting", "list.csv", None)
    told = await _follow(api, job["id"])
    assert told[-1]["state"] == "done"
    assert (told[-1]["status"], told[-1]["done"], told[-1]["total"]) == (207, 3, 3)
    outcome = told[-1]["outcome"]
    assert outcome["plan"] == tried["plan"]
    repair = await api.get(f"/api/imports/{outcome['importId']}/repair", as_=ENGINEER)
    assert "J-3" in repair.text

    path = f"/api/import-jobs/{job['id']}"
    assert data(await api.get(path, as_=ENGINEER))["job"] == told[-1]
    assert data(await api.get(path, as_=ADMINISTRATOR))["job"]["id"] == job["id"]
    listed = data(await api.get("/api/import-jobs", as_=ENGINEER))["jobs"]
    assert [(one["id"], one["outcome"]) for one in listed][:1] == [(job["id"], None)]
    assert (await api.get(path, as_=VIEWER)).status_code in (403, 404)
    refused(await api.post(f"{path}/cancel", as_=ENGINEER), 409, "CONFLICT")
    refused(await api.post(f"{path}/resume", as_=ENGINEER), 409, "CONFLICT")
    assert (await api.post("/api/import-jobs/none/cancel", as_=ENGINEER)).status_code == 404
    data(await api.post(f"/api/imports/{outcome['importId']}/undo", as_=ENGINEER))
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0


async def test_large_files_make_jobs_unless_the_sender_waits(api: Api) -> None:
    design = await scene.design(api)
    rows = [f"W-{n},Washer {n},{'x' * 4900}\n" for n in range(220)]
    large = "Part Number,Name,Description\n" + "".join(rows)
    job = data(await upload(api, large, designId=design), 202)["job"]
    assert (await _follow(api, job["id"]))[-1]["outcome"]["plan"]["parts"]["new"] == 220
    waited = data(await upload(api, large, designId=design, update=True, background=False), 201)
    assert waited["plan"]["parts"]["unchanged"] == 220
    short = "Part Number,Name\nS-1,Short\n" + "\n" * 20_000
    job = data(await upload(api, short, designId=design), 202)["job"]
    assert (await _follow(api, job["id"]))[-1]["outcome"]["plan"]["parts"]["new"] == 1
    endless = "Part Number,Name\nS-2,Short\n" + "\n" * 80_000
    told = await upload(api, endless, designId=design, background=False, dryRun=True)
    job = data(told, 202)["job"]
    assert (await _follow(api, job["id"]))[-1]["outcome"]["plan"]["parts"]["new"] == 1
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/image1.png", bytes(9 << 20))
    told = await upload(api, packed.getvalue(), name="packed.xlsx", designId=design)
    job = data(told, 202)["job"]
    assert (await _follow(api, job["id"]))[-1]["state"] == "failed"


@pytest.mark.settings(statement_seconds=1)
async def test_statements_of_an_import_may_take_longer_than_others(api: Api) -> None:
    design = await scene.design(api)
    database = api.services.database
    async with database.transaction() as tx:
        for statement in SLOW[database.dialect]:
            await tx.run(statement)
    waited = await upload(api, LIST, designId=design, background=False)
    assert data(waited, 201)["plan"]["parts"]["new"] == 3
    job = data(await upload(api, LIST, designId=design, update=True, background=True), 202)["job"]
    assert (await _follow(api, job["id"]))[-1]["state"] == "done"

    async def read_in_turn() -> None:
        async with database.transaction() as tx:
            await tx.serialize()
            await tx.one(str, "SELECT i FROM slow")

    # What came before has not changed the limit of the others.
    with pytest.raises(StatementTooLong):
        await read_in_turn()


async def test_what_a_job_is_refused_for_is_told_and_tried_again(api: Api) -> None:
    design = await scene.design(api)
    missing = await upload(api, LIST, designId=VIEWER.id, background=True)
    assert missing.status_code == 404
    job = data(await upload(api, LIST, designId=design, template="none", background=True), 202)[
        "job"
    ]
    failed = (await _follow(api, job["id"]))[-1]
    assert (failed["state"], failed["status"], failed["outcome"]) == ("failed", 422, None)
    assert failed["error"]["code"] == "VALIDATION_ERROR"
    path = f"/api/import-jobs/{job['id']}"
    data(await api.post(f"{path}/resume", as_=ENGINEER), 202)
    assert (await _follow(api, job["id"]))[-1]["error"] == failed["error"]


async def test_a_cancelled_job_makes_nothing_until_it_is_resumed(api: Api) -> None:
    worker = api.services.of(ImportWorker)
    await worker.close()
    design = await scene.design(api)
    job = data(await upload(api, LIST, designId=design, background=True), 202)["job"]
    path = f"/api/import-jobs/{job['id']}"
    assert data(await api.post(f"{path}/cancel", as_=ENGINEER))["job"]["state"] == "cancelled"
    assert data(await api.post(f"{path}/cancel", as_=ENGINEER))["job"]["state"] == "cancelled"
    assert data(await api.post(f"{path}/resume", as_=ENGINEER), 202)["job"]["state"] == "waiting"

    # Cancelled by another process while this one does it: what it has written is taken back.
    holder: str = worker._holder  # pyright: ignore[reportPrivateUsage]
    async with api.services.database.transaction() as tx:
        claimed = await tx.one(KeptJob, job_queries.CLAIM, holder=holder)
    assert claimed is not None
    assert claimed.id == job["id"]
    data(await api.post(f"{path}/cancel", as_=ENGINEER))
    await worker._carry(claimed, JobProgress())  # pyright: ignore[reportPrivateUsage]
    assert data(await api.get(path, as_=ENGINEER))["job"]["state"] == "cancelled"
    items = data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))
    assert items["total"] == 0


async def test_a_job_of_a_process_that_has_ended_is_taken_up_by_another(api: Api) -> None:
    database, contents = api.services.database, api.services.contents
    await api.services.of(ImportWorker).close()
    design = await scene.design(api)
    job = data(await upload(api, LIST, designId=design, background=True), 202)["job"]
    async with database.transaction() as tx:
        assert await tx.one(KeptJob, job_queries.CLAIM, holder="dead")
    parsers, now = FileParsers(), [0.0]
    other = ImportWorker(database, contents, parsers, seconds=lambda: now[0])
    await other.watch()
    assert data(await api.get(f"/api/import-jobs/{job['id']}", as_=ENGINEER))["job"]["state"] == (
        "working"
    )
    now[0] = LEASE_SECONDS
    await other.watch()
    other.open()
    try:
        ended = (await _follow(api, job["id"]))[-1]
    finally:
        await other.close()
        await parsers.close()
    assert (ended["state"], ended["outcome"]["plan"]["parts"]["new"]) == ("done", 3)


async def test_what_is_cut_short_each_time_fails_in_the_end(api: Api) -> None:
    worker = api.services.of(ImportWorker)
    await worker.close()
    design = await scene.design(api)
    job = data(await upload(api, LIST, designId=design, background=True), 202)["job"]
    for _ in range(MOST_ATTEMPTS):
        async with api.services.database.transaction() as tx:
            assert await tx.one(KeptJob, job_queries.CLAIM, holder="dead")
            assert await tx.run(job_queries.TRY_AGAIN, id=job["id"], holder="dead")
    worker.open()
    ended = (await _follow(api, job["id"]))[-1]
    assert (ended["state"], ended["status"], ended["done"]) == ("failed", 500, 0)
    assert ended["error"]["code"] == "INTERNAL_ERROR"


async def test_who_may_not_import_there_neither_sees_nor_resumes_a_job(
    api: Api, world: World
) -> None:
    worker = api.services.of(ImportWorker)
    await worker.close()
    program = await world.program(members={ENGINEER: "engineer"})
    design = await world.design(programId=program["id"])
    issues = {"path": "/api/import/issues", "programId": program["id"]}
    places = ({"designId": design["id"]}, issues)
    begun = [await upload(api, LIST, background=True, **place) for place in places]
    ids = [data(answer, 202)["job"]["id"] for answer in begun]
    for one in ids:
        data(await api.post(f"/api/import-jobs/{one}/cancel", as_=ENGINEER))
    token = {"name": "narrow", "scopes": ["imports.create"]}
    made = data(await api.post("/api/auth/tokens", token, as_=ENGINEER), 201)
    narrow = ENGINEER._replace(token=made["token"])
    refused(await api.post(f"/api/import-jobs/{ids[0]}/resume", as_=narrow), 403, "FORBIDDEN")
    refused(await api.get(f"/api/import-jobs/{ids[0]}", as_=narrow), 403, "FORBIDDEN")
    assert data(await api.get("/api/import-jobs", as_=narrow))["jobs"] == []

    # Others wait meanwhile, as many as may.
    begin = partial(upload, api, LIST, library=True, background=True)
    others = [await begin() for _ in range(MOST_UNFINISHED)]
    waiting = {data(answer, 202)["job"]["id"] for answer in others}
    refused(await begin(), 409, "CONFLICT")
    refused(await api.post(f"/api/import-jobs/{ids[0]}/resume", as_=ENGINEER), 409, "CONFLICT")

    listed = data(await api.get("/api/import-jobs", as_=ENGINEER))["jobs"]
    assert {one["id"] for one in listed} == {*ids, *waiting}
    data(
        await api.delete(f"/api/programs/{program['id']}/members/{ENGINEER.id}", as_=ADMINISTRATOR)
    )
    listed = data(await api.get("/api/import-jobs", as_=ENGINEER))["jobs"]
    assert {one["id"] for one in listed} == waiting
    for one in ids:
        path = f"/api/import-jobs/{one}"
        refused(await api.get(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        refused(await api.post(f"{path}/resume", as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
        assert data(await api.get(path, as_=ADMINISTRATOR))["job"]["state"] == "cancelled"


async def test_a_job_whose_file_is_not_kept_any_longer_says_so(api: Api) -> None:
    worker = api.services.of(ImportWorker)
    await worker.close()
    content = LIST + "J-4,Washer,1\n"
    job = data(await upload(api, content, library=True, background=True), 202)["job"]
    digest = sha256(content.encode()).hexdigest()
    await api.services.contents.remove(digest)
    worker.open()
    ended = (await _follow(api, job["id"]))[-1]
    assert (ended["state"], ended["status"]) == ("failed", 409)
    assert "is no longer kept" in ended["error"]["message"]
    path = f"/api/import-jobs/{job['id']}/resume"
    refused(await api.post(path, as_=ENGINEER), 409, "CONFLICT")
