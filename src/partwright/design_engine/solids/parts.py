"""The solids of all parts, made by several worker processes at once; and of one part anew."""

import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from partwright.cad.choice.feedback import apply_feedback
from partwright.cad.jobs import JobFailed, KernelMissing
from partwright.cad.language import offers, validator
from partwright.cad.model import PartSpec, Refusal
from partwright.cad.work import MAKE_PART, MadePart, MakePart
from partwright.cad.workers import KernelPool
from partwright.design_engine.drafts import Artifacts, MaterializationResult
from partwright.design_engine.events import ToolCall, ToolResult
from partwright.design_engine.running import Ending, Finished, Running, StageFailed
from partwright.design_engine.solids import marking
from partwright.design_engine.solids.forms import Part, figures_of, form_of, parts_of, reused
from partwright.design_engine.solids.keeping import GLB, STEP, SVG, Output, Place, keep, place_of
from partwright.kit.contents import ContentStore
from partwright.kit.errors import Refusal as Refused

TOOL = "make_part"


class Job(msgspec.Struct, frozen=True):
    """A part whose form is known, and the folder that its files go into."""

    part: Part
    spec: PartSpec
    folder: str


class Parts:
    """The stages cad_generation and the making of one part anew."""

    def __init__(self, pool: KernelPool, store: ContentStore) -> None:
        self._pool = pool
        self._store = store

    async def __call__(self, running: Running) -> Ending:
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="partwright-cad-")
        try:
            if running.order.run.work == "part":
                return await self._anew(running, folder)
            return await self._all(running, folder)
        except KernelMissing as missing:
            raise StageFailed(missing.message) from missing
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _all(self, running: Running, folder: str) -> Ending:
        artifacts = (await running.session()).artifacts
        place = await _place(running, artifacts)
        parts = parts_of(artifacts)
        if not running.order.run.restarts:
            parts = [part for part in parts if not _is_made(part)]
        jobs = await self._prepare(running, artifacts, parts, folder)
        work = dict(enumerate(jobs))
        asked = [_asked(job) for job in jobs]
        async for number, outcome in self._pool.each(MAKE_PART, asked):
            await self._keep(running, work[number], outcome, place)
        artifacts = await running.change(lambda now: marking.counted(now, total=_total(now)))
        await running.tell_changes(artifacts, "cadGenerationState")
        return Finished(_summary(artifacts))

    async def _prepare(
        self, running: Running, artifacts: Artifacts, parts: Sequence[Part], folder: str
    ) -> list[Job]:
        """Choose all forms first; what gets none is skipped or failed, and says why."""
        jobs: list[Job] = []
        changes: list[tuple[Part, dict[str, Any]]] = []
        for number, part in enumerate(parts):
            form = form_of(artifacts, part)
            if isinstance(form, Refusal):
                changes.append((part, _without_form(part, form)))
                continue
            jobs.append(Job(part, form, str(Path(folder) / str(number))))
            figures = figures_of(form)
            changes.append(
                (
                    part,
                    {
                        "status": "generating",
                        "error": None,
                        "method": form.method,
                        "parameters": figures,
                    },
                )
            )

        def alter(now: Artifacts) -> Artifacts:
            now = marking.begun(now, total=_total(now))
            why = "the part was there before"
            now = marking.with_cad(now, reused(now), status="skipped", error=why)
            for part, values in changes:
                now = marking.with_cad(now, part.temp_ids, **values)
            return now

        after = await running.change(alter)
        await running.tell_changes(after, "cadGenerationState", "bom")
        for job in jobs:
            await asyncio.to_thread(Path(job.folder).mkdir)
        return jobs

    async def _keep(
        self, running: Running, job: Job, outcome: MadePart | JobFailed, place: Place
    ) -> None:
        """Store what came out and write it into the nodes; a part that failed stops no other."""
        part = job.part
        args = {"tempId": part.node.temp_id, "method": job.spec.method, **_rounded(job.spec)}
        await running.tell(ToolCall(TOOL, args))
        values = await self._values(running, job, outcome, place)

        def alter(now: Artifacts) -> Artifacts:
            return marking.with_cad(now, part.temp_ids, **values)

        after = await running.change(lambda now: marking.counted(alter(now), total=_total(now)))
        told = {"tempId": part.node.temp_id, "status": values["status"], "error": values["error"]}
        await running.tell(ToolResult(TOOL, told))
        await running.tell_changes(after, "cadGenerationState", "bom")

    async def _values(
        self, running: Running, job: Job, outcome: MadePart | JobFailed, place: Place
    ) -> dict[str, Any]:
        if isinstance(outcome, JobFailed):
            return {"status": "failed", "error": outcome.message, "valid": None}
        if not outcome.is_valid:
            return {"status": "failed", "error": "; ".join(outcome.faults), "valid": False}
        try:
            ids = await keep(
                running,
                self._store,
                job.part.item_id,
                _outputs(job.part, outcome),
                place=place,
                message=f"CAD of {job.part.node.name}"[:500],
                weight_kg=outcome.mass_kg,
            )
        except Refused as refused:
            return {"status": "failed", "error": refused.message, "valid": True}
        notes = "; ".join(job.spec.notes)
        return {
            "status": "complete",
            "error": None,
            "valid": True,
            "step_file_id": ids[0],
            "glb_file_id": ids[1],
            "thumbnail_file_id": ids[2],
            "volume_mm3": outcome.volume_mm3,
            "mass_kg": outcome.mass_kg,
            "bounding_box_mm": outcome.bounds.size,
            "notes": notes or None,
        }

    async def _anew(self, running: Running, folder: str) -> Ending:
        """One part again, with what the user said of it."""
        artifacts = (await running.session()).artifacts
        wanted = running.order.temp_id
        part = next((p for p in parts_of(artifacts) if wanted in p.temp_ids), None)
        if part is None:
            raise StageFailed("Only parts that this session has made can be made anew")
        form = form_of(artifacts, part)
        if isinstance(form, Refusal):
            raise StageFailed(f"{part.node.name} cannot be made: {form.reason}")
        if running.order.feedback:
            form = apply_feedback(form, running.order.feedback)
            if isinstance(form, Refusal):
                raise StageFailed(f"{part.node.name} stays as it is: {form.reason}")
        wrong = validator.problems(form)
        if wrong:
            told = "; ".join(f"{p.parameter}: {p.message}".lstrip(": ") for p in wrong)
            raise StageFailed(f"{part.node.name} stays as it is: {told}")
        values = {"status": "generating", "method": form.method, "parameters": figures_of(form)}
        await running.change(lambda now: marking.with_cad(now, part.temp_ids, **values))
        job = Job(part, form, folder)
        try:
            outcome: MadePart | JobFailed = await self._pool.run(MAKE_PART, _asked(job))
        except JobFailed as failed:
            outcome = failed
        await self._keep(running, job, outcome, await _place(running, artifacts))
        if isinstance(outcome, JobFailed) or not outcome.is_valid:
            raise StageFailed(f"{part.node.name} could not be made")
        return Finished(f"{part.node.name} was made anew")


def _without_form(part: Part, refusal: Refusal) -> dict[str, Any]:
    """What is bought, or no solid at all, is passed over; what should be made has failed."""
    status = "failed" if part.node.part_type == "Manufacture" else "skipped"
    return {"status": status, "error": refusal.reason, "valid": None}


def _is_made(part: Part) -> bool:
    cad = part.node.cad_generation
    return cad is not None and cad.status in ("complete", "skipped")


def _asked(job: Job) -> MakePart:
    bounds = offers.bounding_box(job.spec)
    stem = "".join(c if c.isascii() and c.isalnum() else "-" for c in job.part.item_number)
    return MakePart(job.spec, job.folder, stem or "part", bounds)


def _outputs(part: Part, made: MadePart) -> list[Output]:
    cad = part.node.cad_generation
    before = (
        (None, None, None)
        if cad is None
        else (cad.step_file_id, cad.glb_file_id, cad.thumbnail_file_id)
    )
    number = part.item_number
    return [
        Output(
            made.files.step, f"{number}.step", STEP, "Solid, made by the design engine", before[0]
        ),
        Output(made.files.glb, f"{number}.glb", GLB, "Mesh for viewers", before[1]),
        Output(made.files.svg, f"{number}.svg", SVG, "Drawing without hidden lines", before[2]),
    ]


def _rounded(spec: PartSpec) -> dict[str, Any]:
    return {"parameters": {name: round(value, 4) for name, value in figures_of(spec).items()}}


def _total(artifacts: Artifacts) -> int:
    return sum(not node.children for node in artifacts.nodes())


def _summary(artifacts: Artifacts) -> str:
    state = artifacts.cad_generation_state
    assert state is not None
    return (
        f"{state.parts_completed} parts made, {state.parts_failed} failed,"
        f" {state.parts_skipped} skipped"
    )


async def _place(running: Running, artifacts: Artifacts) -> Place:
    result: MaterializationResult | None = artifacts.materialization_result
    if result is None:
        raise StageFailed("The drafts have not become items yet")
    return await place_of(running, result.eco_id, result.design_id)
