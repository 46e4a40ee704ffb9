"""Geometry of files, read; asking for what is pending brings it forward."""

from partwright.cad.job_protocol import KernelMissing
from partwright.cad.workers import INSTALL
from partwright.cad_files.model import GeometryNotReady, GeometryRow
from partwright.cad_files.step.statements import NotAStepFile
from partwright.cad_files.worker import GeometryWorker
from partwright.kit import clock
from partwright.kit.contents import StoredContent
from partwright.kit.db import Database
from partwright.kit.db.single_writes import run_alone
from partwright.vault import derived_queries
from partwright.vault.model import FileVersion, is_step


async def find_geometry(
    database: Database, worker: GeometryWorker, version: FileVersion
) -> GeometryRow:
    """The geometry known of the version's content; NotStep for a file of another name."""
    if not is_step(version.original_file_name):
        raise NotAStepFile("its name does not end with .step or .stp")
    found = await _find(database, version)
    if found is None:
        await _expect(database, version)
        found = await _find(database, version)
        assert found is not None
    if found.state == "pending":
        if worker.is_without_kernel:
            raise KernelMissing(INSTALL)
        worker.hurry()
    return found


async def viewer_model(
    database: Database, worker: GeometryWorker, version: FileVersion
) -> StoredContent:
    """The model for viewers; NotThere."""
    found = await find_geometry(database, worker, version)
    if found.glb is None:
        raise GeometryNotReady("GLB model", found)
    return found.glb


async def read_svg_drawing(
    database: Database, worker: GeometryWorker, version: FileVersion
) -> bytes:
    """The SVG drawing; NotThere."""
    found = await find_geometry(database, worker, version)
    async with database.snapshot() as snapshot:
        body = await snapshot.one(bytes, derived_queries.DRAWING, digest=version.digest)
    if body is None:
        raise GeometryNotReady("drawing", found)
    return body


async def _find(database: Database, version: FileVersion) -> GeometryRow | None:
    async with database.snapshot() as snapshot:
        return await snapshot.one(GeometryRow, derived_queries.KNOWN, digest=version.digest)


async def _expect(database: Database, version: FileVersion) -> None:
    """For a file that was there before the server looked into files."""

    await run_alone(
        database,
        derived_queries.EXPECT_GEOMETRY,
        digest=version.digest,
        size=version.size,
        now=clock.now(),
        queue="",
    )
