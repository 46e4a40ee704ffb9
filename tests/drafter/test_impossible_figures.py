"""Figures that no product can have are named and asked about; figures that it can have are not."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.structures.placed_parts import box_of_whole
from partwright.drafter.structures.unmakeable import unmakeable

IMPOSSIBLE = (
    ("A dining table 1800 x 900 mm with a top 900 mm thick, 740 mm high", "thicker than"),
    ("A spur gear module 2, 24 teeth, bore 60 mm", "the bore is less"),
    ("A bicycle, 26 inch wheels, weight 200 g", "a bicycle weighs 2 to 150 kg"),
    ("Electronics enclosure 120 x 80 x 40 mm, wall thickness 45 mm", "two walls leave no room"),
    ("A plate 100 x 50 x 5 mm with a hole of 60 mm", "no room for"),
    ("L-bracket 80 x 60 x 40, 4 mm, two 60 mm holes", "no room for 2 holes"),
    ("A shaft 20 mm diameter, 50 mm long, with a keyway 80 mm long", "no room for the keyway"),
    ("A shaft 20 mm diameter, 150 mm long, with a bore of 25 mm", "bore"),
    ("A spur gear with 2 teeth, module 2", "teeth: must be 8"),
    ("A gear 50 mm diameter, module 2, 200 teeth", "400 mm"),
    ("Ein Hocker, 5 m hoch", "a stool is 150 to 1300 mm high"),
    ("A steel cube 100 mm weighing 1 kg", "weighs about 7.85 kg"),
    ("A 200 litre tank, 300 x 300 x 300 mm", "do not fit"),
    ("A chair with seat height 500 mm, 400 mm high in total", "the seat is"),
    ("A bookshelf 800 mm wide, 300 mm deep, 1800 mm high, with 200 boards", "more room than"),
    ("A planetary gearbox with ratio 5:1 with 40 planets", "teeth: must be"),
    ("Rectangular pressure vessel 500 x 300 x 200 mm, 3 bar, steel 8 mm", "they need 10 mm, or a round vessel"),
    ("Gear pair 20/40 teeth module 2, centre distance 70 mm", "stand 60 mm apart, not 70 mm"),
    ("Planetary gearbox, ring 20 teeth, sun 60 teeth", "and the sun within it 60"),
    ("Planetary gear with sun gear of 13 teeth and ring gear of 40 teeth", "13.5 teeth"),
    ("Planetary gearbox, sun 12 teeth, ring 49 teeth", "18.5 teeth"),
    ("Planetary gearbox ratio 5:1, sun 18 teeth, ring 54 teeth", "give 4:1, not 5:1"),
    ("Planetary gearbox, sun 20 teeth, planets 15 teeth", "cannot stand at even distances"),
    ("A tank of 500 l weighing 80 kg but no more than 60 kg", "the mass is 80 kg and 60 kg"),
    ("A shelf for 500 t, 800 mm wide, particle board", "carries"),
    ("Geneva drive with 3 slots", "3 slots: a geneva drive is drawn with 4 to 8"),
    ("Hand crank generator, ratio 20:1", "drawn with ratio 1.5 to 6"),
    ("Sundial, 5 degrees", "drawn with angle 20 to 65"),
    ("Telescope mount, 300 mm high", "drawn with height 800 to 2500"),
    ("A table that weighs nothing", "a thing has a mass"),
    ("A drone of 10 g carrying 20 kg", "carries at most 2 times"),
    ("Gear pump, module 4, 6 teeth", "drawn with 8 to 20"),
    ("Pressure vessel -50 l, 11 bar, stainless steel", "expected more than 0"),
    ("Rectangular pressure vessel 500 x 300 x 200 mm, 3 bar, steel 0 mm", "expected more than 0"),
    ("Hydraulic press -20 t, H-frame", "expected more than 0"),
    ("Two-stage planetary gearbox, ratio 25:1, -40 Nm", "expected more than 0"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "why"), IMPOSSIBLE, ids=[text[:40] for text, _ in IMPOSSIBLE])
def test_it_is_named(text: str, why: str) -> None:
    assert [one for one in _told(text) if why in one]


@pytest.mark.parametrize(
    "text",
    [
        "A dining table 1800 x 900 mm with a top 30 mm thick, 740 mm high",
        "Garden table, larch, top 2.2 m by 95 cm, height 74 cm, legs 9x9 cm",
        "Bench with two trestles 700 mm high, top 1200 x 500 x 40 spruce, legs 60 x 60",
        "Wheelbarrow, one pneumatic wheel 400 mm, frame of tube 32x1.5 mm, 25 kg",
        "Steel shelf 1500 x 400 mm, 2 m high, square tube 30x30",
        "A spur gear module 2, 24 teeth, bore 12 mm",
        "Gear pair 20/40 teeth module 2, centre distance 60 mm",
        "Rectangular pressure vessel 500 x 300 x 200 mm, 3 bar, steel 12 mm",
        "Round pressure vessel, diameter 300 mm, 10 bar, 5 mm thick",
        "A racing bicycle, 26 inch wheels, weight 7 kg",
        "A steel cube 100 mm weighing 7.8 kg",
        "A 20 litre tank, 300 x 300 x 300 mm",
        "A hollow shaft 30 mm diameter, bore 12 mm, 100 mm long",
        "Planetary gearbox ratio 4:1, sun 18 teeth, ring 54 teeth",
        "A stool that weighs nothing more than 5 kg",
        "A bracket without mass production",
        "A gear 48 mm pitch diameter, module 2, 24 teeth",
    ],
)
def test_what_can_be_is_not_disputed(text: str) -> None:
    assert _told(text) == []


def test_it_is_asked_about_first_and_the_answer_holds() -> None:
    text = "A stool 5 m high"
    brief = engine.understand(text, {}, [])
    asked = engine.questions(brief)[0]
    assert "5 m: a stool is 150 to 1300 mm high" in asked.question
    answered = engine.understand(text, {asked.question_id: "500 mm high"}, [])
    assert list(contradictions(answered)) == []
    assert box_of_whole(engine.structure(answered, [], {}))[2] == pytest.approx(500)  # type: ignore[index]


def _told(text: str) -> list[str]:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    return [*contradictions(brief), *unmakeable(brief, root, box_of_whole(root))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A table with minus three legs", True),
        ("Cart with -4 wheels", True),
        ("A stool with 3 -4 legs", False),
        ("A shelf for -20 degrees, with four boards", False),
        ("A freezer that works at -20 Celsius", False),
        ("Amplifier board with -12 volts and +12 volts", False),
        ("Vacuum chamber with -80 kilopascals", False),
        ("Silencer -3 decibels", False),
        ("Table:\n-4 legs\n-2 drawers", False),
        ("Oak table -4 legs", False),
    ],
)
def test_fewer_than_no_parts_cannot_be_meant(text: str, told: bool) -> None:
    said = [one for one in contradictions(engine.understand(text, {}, [])) if "below zero" in one]
    assert bool(said) == told


def test_a_dash_that_begins_a_line_is_no_sign() -> None:
    brief = engine.understand("Table:\n-1400 mm long\n - 750 mm high\n-steel\n-20 °C", {}, [])
    assert [one.written for one in brief.figures] == ["1400 mm", "750 mm", "-20 °C"]
    assert list(contradictions(brief)) == []


@pytest.mark.parametrize(
    "text",
    ["Write me an app that tracks my steps", "Website for my bakery", "Bake me a chocolate cake"],
)
def test_what_is_no_thing_is_told_and_given_no_parts(text: str) -> None:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    assert [one.name.rpartition(",")[2] for one in root.children] == [" to be detailed"]
    assert "no thing that is built" in root.rationale
    assert "Which thing do you mean?" in engine.questions(brief)[0].question


@pytest.mark.parametrize(
    "text",
    [
        "Company logo of steel, 500 mm",
        "Laser cut steel logo",
        "Channel letter with LED",
        "Stainless steel letter 300 mm high",
    ],
)
def test_signs_of_a_size_or_a_material_are_things(text: str) -> None:
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert "no thing that is built" not in root.rationale
