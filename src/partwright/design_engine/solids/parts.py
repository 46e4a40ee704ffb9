"""The solids of all parts, made by several worker processes at once; and of one part anew."""

import asyncio
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from partwright.cad.job_protocol import JobFailed, KernelMissing
from partwright.cad.job_types import MAKE_PART, MadePart, MakePart
from partwright.cad.language import interfaces, validator
from partwright.cad.model import NotDrawn, PartSpec
from partwright.cad.workers import KernelPool
from partwright.design_engine.artifacts import Artifacts, MaterializationResult
from partwright.design_engine.issues import with_whole_judged
from partwright.design_engine.run import ActiveRun, Ending, RunFinished, StageFailed
from partwright.design_engine.solids import artifact_updates
from partwright.design_engine.solids.file_output import (
    GLB,
    STEP,
    SVG,
    ItemsBranch,
    MadeFigures,
    OutputFile,
    attach_outputs,
    branch_of_items,
)
from partwright.design_engine.solids.part_names import renamed
from partwright.design_engine.solids.progress import ResultProgress
from partwright.design_engine.solids.reused import solids_of_reused
from partwright.design_engine.solids.specs import (
    PartToMake,
    figures_of,
    parts_to_make,
    specs_of,
    told,
)
from partwright.drafter.drafts import CadGeneration
from partwright.drafter.parts.feedback import apply_feedback
from partwright.kit.contents import ContentStore
from partwright.kit.errors import Refusal as Refused

TOOL = "make_part"


class PartJob(msgspec.Struct, frozen=True):
    """A part whose form is known, and the folder that its files go into."""

    part: PartToMake
    spec: PartSpec
    folder: str
    asked: Mapping[str, float]
    """The figures that stand in the nodes while it is made."""


class PartMaking:
    """The stages cad_generation and the making of one part anew."""

    def __init__(self, pool: KernelPool, store: ContentStore) -> None:
        self._pool = pool
        self._store = store

    async def __call__(self, running: ActiveRun) -> Ending:
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="partwright-cad-")
        try:
            if running.order.run.work == "part":
                return await self._anew(running, folder)
            return await self._all(running, Path(folder))
        except KernelMissing as missing:
            raise StageFailed(missing.message) from missing
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def _all(self, running: ActiveRun, folder: Path) -> Ending:
        artifacts = (await running.session()).artifacts
        place = await _place(running, artifacts)
        parts = parts_to_make(artifacts)
        if not running.order.run.restarts:
            parts = [part for part in parts if not _is_made(part)]
        reused = await solids_of_reused(running, artifacts, place)
        jobs = await _prepare(running, artifacts, parts, folder, reused)
        telling = ResultProgress(running, TOOL, len(jobs))
        async for number, outcome in self._pool.each(MAKE_PART, [_asked(job) for job in jobs]):
            job = jobs[number]
            values, artifacts = await self._keep(running, job, outcome, place)
            await telling.result(_args(job), values, artifacts, "cadGenerationState")
            await asyncio.to_thread(shutil.rmtree, job.folder, ignore_errors=True)
        artifacts = (await running.session()).artifacts
        await telling.end(artifacts, "cadGenerationState")
        return RunFinished(_summary(artifacts))

    async def _anew(self, running: ActiveRun, folder: str) -> Ending:
        """One part again, with what the user said of it; what cannot be made changes nothing."""
        artifacts = (await running.session()).artifacts
        place = await _place(running, artifacts)
        wanted = running.order.temp_id
        part = next((p for p in parts_to_make(artifacts) if wanted in p.temp_ids), None)
        if part is None:
            raise StageFailed("Only parts that this session has made can be made again")
        form = _altered(artifacts, part, running.order.feedback)
        cad = part.node.cad_generation or CadGeneration()
        name = renamed(part.node.name, cad.parameters or {}, figures_of(form))
        form = msgspec.structs.replace(form, name=name)
        values: dict[str, Any] = {"status": "generating", "parameters": cad.parameters}
        changes = dict.fromkeys(part.temp_ids, values)
        await running.change(lambda now: artifact_updates.with_solids(now, changes))
        job = PartJob(part, form, folder, cad.parameters)
        outcome = await self._made(job)
        if isinstance(outcome, MadePart) and outcome.is_valid:
            values, artifacts = await self._keep(running, job, outcome, place)
            artifacts = await running.change(with_whole_judged)
        else:
            values, artifacts = await _left(running, job, outcome)
        await ResultProgress(running, TOOL, 1).result(
            _args(job), values, artifacts, "cadGenerationState"
        )
        if values["status"] != "complete":
            raise StageFailed(f"{part.node.name} could not be made: {values['error']}")
        return RunFinished(f"{name} was made again")

    async def _made(self, job: PartJob) -> MadePart | JobFailed:
        try:
            return await self._pool.run(MAKE_PART, _asked(job))
        except JobFailed as failed:
            return failed

    async def _keep(
        self, running: ActiveRun, job: PartJob, outcome: MadePart | JobFailed, place: ItemsBranch
    ) -> tuple[dict[str, Any], Artifacts]:
        """Store what came out and write it into the nodes; a part that failed stops no other."""
        if isinstance(outcome, JobFailed) or not outcome.is_valid:
            return await _recorded(running, job, _fault(outcome))
        values = _measured(job, outcome)
        files: dict[str, Any] = {}

        def record(now: Artifacts, ids: Sequence[str]) -> Artifacts:
            files.update(zip(_FILES, ids, strict=True))
            marked = _marked(now, job, values | files)
            return artifact_updates.with_nodes(marked, dict.fromkeys(job.part.temp_ids, words))

        words = _new_words(job)
        try:
            artifacts = await attach_outputs(
                running,
                self._store,
                job.part.item_id,
                _outputs(job.part, outcome),
                place=place,
                message=f"CAD of {job.part.node.name}"[:500],
                record=record,
                figures=_figures(job, outcome),
            )
        except Refused as refused:
            return await _recorded(running, job, _failure(refused.message, is_valid=True))
        return values | files, artifacts


def _new_words(job: PartJob) -> dict[str, Any]:
    """The material that the user's words gave the part, and the name of its new sizes, for its nodes."""
    node, spec = job.part.node, job.spec
    words = {"material": spec.material, "name": spec.name}
    return {key: word for key, word in words.items() if word and word != (getattr(node, key) or "")}


def _figures(job: PartJob, made: MadePart) -> MadeFigures:
    cad = job.part.node.cad_generation
    words = _new_words(job)
    return MadeFigures(
        made.mass_kg,
        before_kg=None if cad is None else cad.mass_kg,
        material=words.get("material"),
        name=words.get("name"),
        name_before=job.part.node.name,
    )


_FILES = ("step_file_id", "glb_file_id", "thumbnail_file_id")


async def _prepare(
    running: ActiveRun,
    artifacts: Artifacts,
    parts: Sequence[PartToMake],
    folder: Path,
    reused: Mapping[str, Mapping[str, Any]],
) -> list[PartJob]:
    """Choose all forms first; what gets none is skipped or failed, and says why."""
    jobs: list[PartJob] = []
    changes: dict[str, Mapping[str, Any]] = {**reused}
    forms = await asyncio.to_thread(specs_of, artifacts, parts)
    for number, (part, form) in enumerate(zip(parts, forms, strict=True)):
        if isinstance(form, NotDrawn):
            values = _without_form(part, form)
        else:
            figures = figures_of(form)
            jobs.append(PartJob(part, form, str(folder / str(number)), figures))
            values = {"status": "generating", "method": form.method, "parameters": figures}
            values |= {"error": None, "notes": None}
        changes |= dict.fromkeys(part.temp_ids, values)
    after = await running.change(lambda now: artifact_updates.begun(now, changes))
    await running.tell_changes(after, "cadGenerationState", "bom")
    for job in jobs:
        await asyncio.to_thread(Path(job.folder).mkdir)
    return jobs


def _altered(artifacts: Artifacts, part: PartToMake, feedback: str | None) -> PartSpec:
    """The part's form as the feedback wants it, or why it stays as it is."""
    (form,) = specs_of(artifacts, [part])
    if isinstance(form, NotDrawn):
        raise StageFailed(f"{part.node.name} cannot be made: {form.reason}")
    if feedback:
        form = apply_feedback(form, feedback)
        if isinstance(form, NotDrawn):
            raise StageFailed(f"{part.node.name} stays as it is: {form.reason}")
    if wrong := validator.problems(form):
        raise StageFailed(f"{part.node.name} stays as it is: {told(wrong)}")
    return form


async def _left(
    running: ActiveRun, job: PartJob, outcome: MadePart | JobFailed
) -> tuple[dict[str, Any], Artifacts]:
    """A part that could not be made anew: a solid it had stands, with the figures of it."""
    cad = job.part.node.cad_generation
    if cad is None or cad.status != "complete":
        return await _recorded(running, job, _fault(outcome))

    def alter(now: Artifacts) -> Artifacts:
        return _marked(now, job, {"status": cad.status})

    return _fault(outcome), await running.change(alter)


async def _recorded(
    running: ActiveRun, job: PartJob, values: dict[str, Any]
) -> tuple[dict[str, Any], Artifacts]:
    return values, await running.change(lambda now: _marked(now, job, values))


def _marked(now: Artifacts, job: PartJob, values: dict[str, Any]) -> Artifacts:
    return artifact_updates.made(now, job.part.temp_ids, values, asked=job.asked)


def _fault(outcome: MadePart | JobFailed) -> dict[str, Any]:
    if isinstance(outcome, JobFailed):
        return _failure(outcome.message, is_valid=None)
    return _failure("; ".join(outcome.faults), is_valid=False)


def _failure(error: str, *, is_valid: bool | None) -> dict[str, Any]:
    return {"status": "failed", "error": error, "valid": is_valid}


def _measured(job: PartJob, made: MadePart) -> dict[str, Any]:
    return {
        "status": "complete",
        "error": None,
        "valid": True,
        "method": job.spec.method,
        "parameters": figures_of(job.spec),
        "volume_mm3": made.volume_mm3,
        "mass_kg": made.mass_kg,
        "bounding_box_mm": made.bounds.size,
        "notes": "; ".join(job.spec.notes) or None,
    }


def _without_form(part: PartToMake, refusal: NotDrawn) -> dict[str, Any]:
    """The update for a part without a form: passed over where bought or not solid, else failed."""
    cad = part.node.cad_generation
    has_figures = cad is not None and bool(cad.parameters)
    status = "failed" if has_figures or part.node.part_type == "Manufacture" else "skipped"
    return {"status": status, "error": refusal.reason, "valid": None}


def _is_made(part: PartToMake) -> bool:
    cad = part.node.cad_generation
    return cad is not None and cad.status in ("complete", "skipped")


def _asked(job: PartJob) -> MakePart:
    bounds = interfaces.bounding_box(job.spec)
    stem = "".join(c if c.isascii() and c.isalnum() else "-" for c in job.part.item_number)
    return MakePart(job.spec, job.folder, stem or "part", bounds)


def _outputs(part: PartToMake, made: MadePart) -> list[OutputFile]:
    cad = part.node.cad_generation
    before = (
        (None, None, None)
        if cad is None
        else (cad.step_file_id, cad.glb_file_id, cad.thumbnail_file_id)
    )
    number = part.item_number
    return [
        OutputFile(
            made.files.step, f"{number}.step", STEP, "Solid, made by the design engine", before[0]
        ),
        OutputFile(made.files.glb, f"{number}.glb", GLB, "Mesh for viewers", before[1]),
        OutputFile(made.files.svg, f"{number}.svg", SVG, "Drawing without hidden lines", before[2]),
    ]


def _args(job: PartJob) -> dict[str, Any]:
    figures = {name: round(value, 4) for name, value in figures_of(job.spec).items()}
    return {
        "tempId": job.part.node.temp_id,
        "method": job.spec.method,
        "parameters": figures,
    }


def _summary(artifacts: Artifacts) -> str:
    state = artifacts.cad_generation_state
    assert state is not None
    return (
        f"{state.parts_completed} parts made, {state.parts_failed} failed,"
        f" {state.parts_skipped} skipped"
    )


async def _place(running: ActiveRun, artifacts: Artifacts) -> ItemsBranch:
    result: MaterializationResult | None = artifacts.materialization_result
    if result is None:
        raise StageFailed("The drafts have not become items yet")
    return await branch_of_items(running.database, result.eco_id, result.design_id)
