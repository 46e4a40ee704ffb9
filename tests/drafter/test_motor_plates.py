"""Plates and brackets for stepper motors: one part with the bore and the holes of each size."""

import pytest

from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.verification.stated_facts import unkept


def draft(text: str) -> tuple[BomNodeDraft, list[str]]:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    return root, [one.words for one in unkept(brief, root)]


@pytest.mark.parametrize(
    ("text", "method", "face", "bore", "patterns"),
    [
        ("Motor mounting plate for NEMA 23, 6 mm thick steel, 80 x 100 mm", "plate", 0, 38.6, {47.14: 5.5}),
        ("Adapter plate NEMA 23 to NEMA 17, 8 mm aluminium, 70 x 70 mm", "plate", 0, 22.5, {47.14: 5.5, 31: 3.4}),
        ("Stepper motor mount plate NEMA 34, 120 x 120 x 8 mm", "plate", 0, 73.5, {69.6: 7.15}),
        ("L-bracket for a NEMA 17 motor, 60 x 60 x 50 mm, 4 mm steel", "l_bracket", 1, 22.5, {31: 3.4}),
        ("NEMA 17 motor bracket, aluminium, 5 mm thick", "l_bracket", 1, 22.5, {31: 3.4}),
    ],
)  # fmt: skip
def test_a_plate_has_the_holes_of_its_motors(
    text: str, method: str, face: int, bore: float, patterns: dict[float, float]
) -> None:
    root, told = draft(text)
    assert root.form is not None
    assert not root.children
    assert root.form.method == method
    figures = root.form.parameters
    assert (figures["hole_1.diameter"], figures["hole_1.face"]) == (bore, face)
    grids = [name.partition(".")[0] for name in figures if name.endswith("spacing_x")]
    found = {figures[f"{grid}.spacing_x"]: figures[f"{grid}.diameter"] for grid in grids}
    assert found == pytest.approx(patterns)
    assert not told


def test_motors_of_a_product_are_its_parts() -> None:
    root, _ = draft("A 3D printer with NEMA 17 motors")
    assert any("NEMA 17" in node.name for node in root.walk())
