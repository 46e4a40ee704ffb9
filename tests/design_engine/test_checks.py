"""The gate over what is made, without the kernel."""

import msgspec
import pytest

from partwright.cad.language import interfaces
from partwright.cad.language.flat import spec_of
from partwright.cad.model import PartSpec
from partwright.design_engine.artifacts import Artifacts, BomDraft
from partwright.design_engine.checks import checks_of
from partwright.design_engine.drawing_notes import hole_notes, notes_of, section_note
from partwright.design_engine.drawing_threads import roughness_in
from partwright.design_engine.drawing_turned import diameter_of, lies, step_notes, worked_notes
from partwright.design_engine.issues import complete
from partwright.design_engine.shape_changes import with_new_shapes
from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft, CadGeneration


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


def test_what_is_not_understood_used_or_drawn_is_a_warning() -> None:
    text = "Hexacopter with a winch. Zorbed arms"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    bom = complete(Artifacts(description=text, bom=BomDraft(root_assembly=root)), existing=()).bom
    assert bom is not None
    told = {one.code: (one.severity, one.message) for one in bom.validation_issues}
    assert told["NOT_UNDERSTOOD"][0] == told["NOT_DRAWN"][0] == "warning"
    assert "zorbed" in told["NOT_UNDERSTOOD"][1].casefold()
    assert "Winch" in told["NOT_DRAWN"][1]


def test_a_new_figure_stands_in_the_name_of_a_part_that_is_not_made() -> None:
    text = "A dining table 1800 x 900 mm, 740 mm high, top 30 mm thick"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    artifacts = Artifacts(description=text, bom=BomDraft(root_assembly=root))
    (top,) = [node for node in root.walk() if node.name == "Table top 1800 x 900 x 30 mm"]
    assert top.form is not None
    form = msgspec.structs.replace(top.form, parameters={**top.form.parameters, "thickness": 36.0})
    changed = with_new_shapes(_with(root, msgspec.structs.replace(top, form=form)), artifacts)
    assert "Table top 1800 x 900 x 36 mm" in {node.name for node in changed.walk()}
    told = msgspec.structs.replace(top, form=form, name="My top 30")
    assert "My top 30" in {
        node.name for node in with_new_shapes(_with(root, told), artifacts).walk()
    }


def _with(root: BomNodeDraft, changed: BomNodeDraft) -> BomNodeDraft:
    """The structure with another node in the place of the one of its id."""
    if root.temp_id == changed.temp_id:
        return changed
    return msgspec.structs.replace(
        root, children=tuple(_with(child, changed) for child in root.children)
    )


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Round bar Ø30 x 150, M12 blind hole 25 deep in one end", "M12 deep 25"),
        ("Plate 100 x 60 x 20 with four M10x1.25 tapped holes", "4 x M10 x 1.25 through"),
        ("Plate 100 x 60 x 20 with four 8.5 mm holes", "4 x Ø8.5 through"),
    ],
)
def test_a_drawing_names_tapped_holes_by_their_thread(text: str, words: str) -> None:
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    given = {name: float(value) for name, value in root.form.parameters.items()}
    spec = spec_of(name=root.name, method=root.form.method, parameters=given)
    assert [one.words.startswith(words) for one in hole_notes(spec, root.rationale)] == [True]


def _spec_and_rationale(text: str) -> tuple[PartSpec, str]:
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert root.form is not None
    given = {name: float(value) for name, value in root.form.parameters.items()}
    spec = spec_of(name=root.name, method=root.form.method, parameters=given)
    assert isinstance(spec, PartSpec)
    return spec, root.rationale


@pytest.mark.parametrize(
    ("text", "thread", "told"),
    [
        ("Shaft 20 mm x 250 mm", "M20 x 1.5, 25 mm long", ["M20 x 1.5", "thread M20 x 1.5, 25 mm long"]),
        ("Shaft 20 mm x 250 mm", "M12, 25 mm long", ["Ø20", "thread M12, 25 mm long"]),
        ("Plate 200 x 120 x 10 with two slots 12 x 40", "", ["2 x slot 12 x 40 through, 24 apart"]),
        ("Spur gear module 1, 48 teeth, 10 mm wide, 8 H7 bore, hub 20 x 8 mm", "", ["Ø8 through", "Ø50", "Ø20", "48 external teeth, module 1 mm, pressure angle 20°"]),
        ("Hex standoff M4 female-female, 25 mm long, 7 mm across flats", "", ["M4 through", "hexagon 7 mm across flats"]),
        ("Bushing 20 mm bore 30 mm outer diameter 25 mm long", "", ["Ø20 through"]),
        ("Angle profile 50 x 50 x 5 mm, 600 mm long", "", []),
        ("Flange 160 mm outer diameter, 20 thick, bore 60 mm, hub 90 mm diameter 50 high, 8 holes 14 mm on PCD 125", "", ["Ø60 through", "8 x Ø14 through on Ø125", "Ø160", "Ø90"]),
    ],
)  # fmt: skip
def test_a_drawing_tells_outer_threads_slots_and_figures_of_the_form(
    text: str, thread: str, told: list[str]
) -> None:
    spec, _ = _spec_and_rationale(text)
    rationale = f"The thread {thread} is not drawn." if thread else ""
    holes = [one.words for one in hole_notes(spec, rationale)]
    steps = [one.words for one in step_notes(spec, rationale)]
    assert [*holes, *steps, *notes_of(spec, rationale)] == told


def test_a_helical_gear_is_as_wide_as_its_normal_module_makes_it() -> None:
    text = (
        "Helical gear, normal module 2.5, 35 teeth, helix angle 15 degrees, 30 mm wide, bore 25 mm"
    )
    spec, rationale = _spec_and_rationale(text)
    assert diameter_of(spec) == 95.59
    box = interfaces.bounding_box(spec)
    assert abs(box.high[0] - 95.59 / 2) < box.tolerance
    told = ["helix angle 15°", "35 external teeth, normal module 2.5 mm, pressure angle 20°"]
    assert list(notes_of(spec, rationale)) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Manifold block 120 x 80 x 60, 4 G1/2 ports", "4 x G 1/2 deep 30, 74.4 x 34.4 apart"),
        ("Shaft 30 h6 diameter, 250 mm long", "Ø30 h6"),
        ("Bearing housing, Ø110 outside, 60 mm long, bore Ø72 H7 x 20 deep from one side, through bore Ø55, flange Ø150 x 12 with 6 Ø9 holes on 130", "6 x Ø9 through on Ø130"),
        ("Bearing housing, Ø110 outside, 60 mm long, bore Ø72 H7 x 20 deep from one side, through bore Ø55, flange Ø150 x 12 with 6 Ø9 holes on 130", "Ø55 through, counterbored Ø72 H7 deep 20"),
        ("Spur gear module 1, 48 teeth, 10 mm wide, bore 8 H7", "Ø8 H7 through"),
        ("Plate 100 x 60 x 10 with four M6 tapped holes in the corners and two 5 mm holes", "2 x Ø5 through, 80 apart"),
        ("Angle profile 40 x 40 x 4, 500 long, with 3 holes 9 mm, 150 mm apart", "3 x Ø9 through, 150 apart"),
    ],
)  # fmt: skip
def test_a_drawing_tells_pipe_threads_tolerances_and_holes_of_profiles(
    text: str, told: str
) -> None:
    spec, rationale = _spec_and_rationale(text)
    holes = [one.words for one in hole_notes(spec, rationale)]
    steps = [one.words for one in step_notes(spec, rationale)]
    assert [*holes, *steps, *notes_of(spec, rationale)].count(told) == 1


@pytest.mark.parametrize(
    ("text", "steps", "is_lying"),
    [
        ("Shaft: Ø30 x 60, then taper Ø30 to Ø20 over 50, then Ø20 x 40", ["Ø30", "cone Ø30 to Ø20", "Ø20"], True),
        ("Shaft 20 mm diameter, 120 mm long, M16 thread 20 mm long at one end", ["Ø20", "M16"], True),
        ("Disc 100 mm diameter, 10 mm thick", ["Ø100"], False),
    ],
)  # fmt: skip
def test_a_drawing_of_a_turned_part_tells_its_cones_and_threads(
    text: str, steps: list[str], is_lying: bool
) -> None:
    spec, rationale = _spec_and_rationale(text)
    found = list(step_notes(spec, rationale))
    assert [one.words for one in found] == steps
    assert [one.core for one in found if one.words == "M16"] == [13.546] * steps.count("M16")
    assert lies(spec) == is_lying


def test_equal_threads_in_both_ends_are_told_once() -> None:
    spec, rationale = _spec_and_rationale("Round bar Ø50 x 120, M16 x 40 deep both ends")
    holes = list(hole_notes(spec, rationale))
    assert [one.words for one in holes] == ["M16 deep 40, at both ends", ""]
    assert {one.thread for one in holes} == {16.0}


@pytest.mark.parametrize(("text", "told"), [("Bar, Ra 1,6", "Ra 1.6"), ("Rz16 all over", "Rz 16"), ("Bar of 20", "")])  # fmt: skip
def test_the_roughness_of_a_text_is_read(text: str, told: str) -> None:
    assert roughness_in(text) == told


def test_a_drawing_places_the_corners_of_a_section_of_equal_walls_by_its_outside() -> None:
    spec, _ = _spec_and_rationale("hat profile 80 x 40 x 2 mm, flanges 20 mm, 1000 mm long")
    section = section_note(spec)
    assert section is not None
    assert section.along == (20, 60)
    assert list(notes_of(spec)) == ["wall 2 mm throughout"]


@pytest.mark.parametrize(
    ("text", "worked"),
    [
        ("Shaft 22 mm diameter, 160 mm long, circlip groove DIN 471 12 mm from the left end", [(12, "groove 1.3 x Ø21")]),
        ("Shaft 30 mm diameter, 200 mm long, with keyway 8 x 40 mm 10 mm from the right end", [(170, "keyway 8 wide, 4 deep")]),
        ("Shaft 30 x 200 mm with a hexagon end 24 AF x 20 long", [(190, "hexagon, 24 across")]),
        ("Shaft 25 mm diameter, 180 long, two wrench flats 22 AF x 12, 30 from the end", [(144, "2 x flat, 22 across")]),
        ("Disc 100 mm diameter, 10 mm thick", []),
    ],
)  # fmt: skip
def test_what_is_worked_into_a_lying_part_is_dimensioned_and_not_noted(
    text: str, worked: list[tuple[float, str]]
) -> None:
    spec, rationale = _spec_and_rationale(text)
    found = [((one.low + one.high) / 2, one.words) for one in worked_notes(spec)]
    assert found == worked
    assert list(notes_of(spec, rationale)) == []
