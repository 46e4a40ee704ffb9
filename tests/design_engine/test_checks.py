"""The gate over what is made, without the kernel."""

import msgspec

from partwright.design_engine.artifacts import Artifacts, BomDraft
from partwright.design_engine.checks import checks_of
from partwright.drafter import engine
from partwright.drafter.drafts import CadGeneration


def test_a_section_is_no_size_of_the_whole() -> None:
    text = "Square tube 50 x 50 x 3 mm, 1200 mm long, stainless steel"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    made = CadGeneration(
        status="complete",
        method=root.form.method,
        parameters={name: float(value) for name, value in root.form.parameters.items()},
        bounding_box_mm=(50.0, 50.0, 1200.0),
        mass_kg=5.35,
    )
    root = msgspec.structs.replace(root, cad_generation=made)
    checks = checks_of(Artifacts(description=text, bom=BomDraft(root_assembly=root)))
    assert checks is not None
    assert checks.box_mm.is_kept
