"""`python -m partwright.cad.kernel`: the supervising process of the workers."""

from importlib import import_module
from typing import Any

from partwright.cad.job_protocol import KernelJob
from partwright.cad.job_types import (
    CHECK_OVERLAPS,
    COMPOSE,
    DRAW_DESIGN,
    DRAW_PICTURE,
    DRAW_SHEET,
    INSPECT,
    MAKE_PART,
    PREPARE_PART,
    SWEEP_JOINTS,
)
from partwright.cad.kernel.server import Action, serve

DOES = {
    MAKE_PART: "output.make_part",
    INSPECT: "inspect.inspect",
    PREPARE_PART: "prepared_parts.prepare",
    COMPOSE: "assembly.compose",
    CHECK_OVERLAPS: "interference.check_overlaps",
    SWEEP_JOINTS: "joint_sweep.sweep",
    DRAW_PICTURE: "picture.draw",
    DRAW_DESIGN: "design_preview.draw",
    DRAW_SHEET: "sheet.draw",
}
"""Where the function for each kind is; what works on files alone needs less of the kernel."""

_KINDS: dict[str, Any] = {kind.name: kind for kind in DOES}


def load(name: str) -> tuple[type[KernelJob], Action]:
    """The struct of a kind's jobs and its function; ImportError without the `cad` extra."""
    kind = _KINDS[name]
    module, _, function = DOES[kind].partition(".")
    return kind.job, getattr(import_module(f"partwright.cad.kernel.{module}"), function)


if __name__ == "__main__":
    serve(load)
