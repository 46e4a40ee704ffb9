"""Properties of a STEP file on the wire."""

import msgspec

from partwright.cad import materials
from partwright.cad.job_types import StepInspection
from partwright.cad.model import Vector
from partwright.cad_files.model import GeometryRow, ShownState
from partwright.kit.units import KG_PER_MM3


class CadProperties(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Measures of a STEP file, once it is ready; mass only where the item's material is known."""

    state: ShownState
    error: str | None = None
    volume_mm3: float | None = msgspec.field(default=None, name="volumeMm3")
    bounding_box_mm: Vector | None = None
    centre_mm: Vector | None = None
    solids: int | None = None
    valid: bool | None = None
    faults: tuple[str, ...] = ()
    material: str | None = None
    """The kind of material that the mass is reckoned with."""
    density_kg_m3: float | None = msgspec.field(default=None, name="densityKgM3")
    mass_kg: float | None = None
    inertia_kg_mm2: Vector | None = msgspec.field(default=None, name="inertiaKgMm2")
    """About the axes through the centre."""
    parts: tuple["CadPart", ...] = ()


class CadPart(msgspec.Struct, rename="camel", frozen=True):
    """A part in the file: how often it is used in all, and the volume of each of its solids."""

    name: str
    quantity: int
    solid_volumes_mm3: tuple[float, ...] = msgspec.field(name="solidVolumesMm3")


def cad_properties(known: GeometryRow, material: str | None) -> CadProperties:
    """With the mass that follows from the material's name, if it says enough."""
    if known.inspection is None:
        return CadProperties(state=known.shown_state, error=known.error)
    found = msgspec.json.decode(known.inspection, type=StepInspection)
    kind = materials.named(material) if material else None
    density = kind.density if kind else None
    x, y, z = found.inertia_mm5
    factor = (density or 0.0) * KG_PER_MM3
    return CadProperties(
        state=known.shown_state,
        volume_mm3=found.volume_mm3,
        bounding_box_mm=found.bounds.size,
        centre_mm=found.centre_mm,
        solids=found.solids,
        valid=not found.faults,
        faults=found.faults,
        material=kind.kind if kind else None,
        density_kg_m3=density,
        mass_kg=found.volume_mm3 * factor if kind else None,
        inertia_kg_mm2=(x * factor, y * factor, z * factor) if kind else None,
        parts=tuple(_parts(found)),
    )


def _parts(found: StepInspection) -> list[CadPart]:
    """Each part once, with its quantity in the whole file."""
    counts = [0] * len(found.products)
    for root in found.roots:
        counts[root] += 1
    for number in _from_the_top(found):
        for use in found.products[number].uses:
            counts[use.product] += counts[number]
    return [
        CadPart(product.name, count, product.solid_volumes_mm3)
        for product, count in zip(found.products, counts, strict=True)
        if not product.uses
    ]


def _from_the_top(found: StepInspection) -> list[int]:
    """The products so ordered that each stands before those it uses."""
    order: list[int] = []
    seen: set[int] = set()
    pending = [(root, False) for root in reversed(found.roots)]
    while pending:
        number, is_done = pending.pop()
        if is_done:
            order.append(number)
        elif number not in seen:
            seen.add(number)
            pending.append((number, True))
            pending += [(use.product, False) for use in found.products[number].uses]
    return order[::-1]
