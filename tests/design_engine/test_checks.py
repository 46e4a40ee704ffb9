"""The gate over what is made, without the kernel."""

import msgspec

from partwright.design_engine.artifacts import Artifacts, BomDraft
from partwright.design_engine.checks import checks_of
from partwright.design_engine.issues import complete
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


def test_prices_above_a_cost_target_are_told_and_those_below_are_not() -> None:
    def told(text: str) -> list[tuple[str, str]]:
        root = engine.structure(engine.understand(text, {}, []), [], {})
        artifacts = Artifacts(description=text, bom=BomDraft(root_assembly=root))
        bom = complete(artifacts, existing=()).bom
        assert bom is not None
        found = (issue for issue in bom.validation_issues if issue.code == "COST_EXCEEDED")
        return [(issue.severity, issue.message.partition(":")[0]) for issue in found]

    assert told("Stool under 30 euros") == [("warning", "The text states “30 EUR”")]
    assert told("Stool under 3000 euros") == told("A stool") == []
