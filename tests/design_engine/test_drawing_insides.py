"""Notes of drawings on what is inside a turned outline, and the sizes of bodies that a slot takes from."""

from partwright.cad.language.flat import spec_of
from partwright.design_engine.drawing_notes import notes_of
from partwright.design_engine.drawing_turned import diameter_of, is_round, lies
from partwright.drafter import engine


def _notes(text: str) -> list[str]:
    form = engine.structure(engine.understand(text, {}, []), [], {}).form
    assert form is not None
    figures = {name: float(value) for name, value in form.parameters.items()}
    return list(notes_of(spec_of(name="", method=form.method, parameters=figures)))


def test_a_drawing_tells_the_bore_and_its_grooves() -> None:
    grooved = "Bushing with O-ring groove for a 3 mm cord inside, bore 40 mm, outside 60 mm, 35 mm long"  # fmt: skip
    assert _notes(grooved)[:2] == ["bore Ø40", "groove in the bore 4.1 x Ø44.8"]
    tapered = "A sleeve with a taper bore 1:10, large end 30 mm, outside 50 mm, 60 mm long"
    assert "bore Ø24 to Ø30 over 60 mm" in _notes(tapered)


def test_a_slotted_nut_is_as_wide_as_told_and_bellows_lie() -> None:
    nut = spec_of(name="", method="slotted_nut", parameters={})
    assert diameter_of(nut) == 45
    assert is_round(nut)
    assert lies(spec_of(name="", method="bellows", parameters={}))
