"""A part of the language as a solid of the kernel."""

from typing import Any, Final

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import measure
from partwright.cad.kernel.parts import (
    bevels,
    boxes,
    brackets,
    coils,
    couplings,
    envelopes,
    fixings,
    flat_brackets,
    gears,
    hardware,
    housings,
    outlines,
    plates,
    propellers,
    sections,
    sprockets,
    standard,
    turned,
    vessels,
    wheels,
)
from partwright.cad.kernel.parts.library import Compound, Shape
from partwright.cad.kernel.parts.operations import operated
from partwright.cad.kernel.parts.shapes import Builder
from partwright.cad.language import catalogue
from partwright.cad.language.body import body
from partwright.cad.language.validator import problems
from partwright.cad.model import STANDARD, NotDrawn, PartSpec

TopoDS = Any
"""A `TopoDS_Shape` of the kernel."""

BUILDERS: Final[dict[str, Builder]] = {
    **bevels.BUILDERS,
    **boxes.BUILDERS,
    **brackets.BUILDERS,
    **coils.BUILDERS,
    **couplings.BUILDERS,
    **envelopes.BUILDERS,
    **fixings.BUILDERS,
    **flat_brackets.BUILDERS,
    **gears.BUILDERS,
    **hardware.BUILDERS,
    **housings.BUILDERS,
    **outlines.BUILDERS,
    **plates.BUILDERS,
    **sections.BUILDERS,
    **sprockets.BUILDERS,
    **turned.BUILDERS,
    **vessels.BUILDERS,
    **wheels.BUILDERS,
    **propellers.BUILDERS,
}


def build(spec: PartSpec) -> TopoDS:
    """The part as one solid, or a compound of several.

    JobRefused when the part has problems, or the kernel makes no closed solid of it.
    """
    wrong = problems(spec)
    if wrong:
        raise JobRefused("; ".join(f"{p.parameter}: {p.message}".lstrip(": ") for p in wrong))
    feature = catalogue.feature_of(spec.method)
    assert not isinstance(feature, NotDrawn)
    whole = body(feature, spec.parameters, spec.operations)
    if spec.method.startswith(STANDARD):
        made = standard.build(feature.name, whole.values)
    else:
        made = BUILDERS[feature.name](whole.values)
    bodies = [operated(made, whole, spec.name)]
    if feature.name == "enclosure":
        bodies += housings.own_lid(whole.values)
    return _checked(bodies, spec)


def _checked(bodies: list[Shape], spec: PartSpec) -> TopoDS:
    solids = [solid for body in bodies for solid in body.solids()]
    sound = (measure.is_valid(s.wrapped) and measure.volume(s.wrapped) > 0 for s in solids)
    if not solids or not all(sound):
        raise JobRefused(f"the kernel cannot make a closed solid of this {spec.method}")
    return solids[0].wrapped if len(solids) == 1 else Compound(solids).wrapped
