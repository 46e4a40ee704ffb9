"""Single parts with claws, slots, folds, dovetails, undercuts and grooves for seals; flanges and valves by inches."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.cad.language.catalogue import FEATURES
from partwright.cad.language.features.couplings import bellows_volume, fold_of, fold_outline
from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.part_sentences.shaft_reliefs import reliefs_in, relieved, whole_steps
from partwright.drafter.structures.single_parts import single_part
from partwright.drafter.structures.unmakeable import unmakeable
from partwright.drafter.text.inch_pipework import with_nominal_widths
from partwright.drafter.verification.stated_facts import unkept


def draft(text: str) -> BomNodeDraft:
    return engine.structure(engine.understand(text, {}, []), [], {})


@pytest.mark.parametrize(
    ("text", "method", "figures"),
    [
        ("Claw coupling hub, outside diameter 55 mm, bore 20 mm, three claws 12 mm high, overall length 50 mm", "claw_hub", {"outer_diameter": 55, "bore": 20, "length": 50, "claw_height": 12, "claw_count": 3}),
        ("Dog clutch hub 60 mm OD, 22 mm bore with 6 mm keyway, 45 mm long, 4 dogs 10 mm high", "claw_hub", {"outer_diameter": 60, "bore": 22, "length": 45, "claw_height": 10, "claw_count": 4, "keyway_width": 6}),
        ("Lock nut KM6", "slotted_nut", {"outer_diameter": 45, "height": 7, "slot_width": 5, "slot_depth": 2, "bore": 28.38}),
        ("Slotted round nut M40x1.5, steel", "slotted_nut", {"outer_diameter": 58, "height": 9, "slot_count": 4}),
        ("Rubber bellows with 6 convolutions, inner diameter 30 mm, outer 50 mm, 90 mm long, wall 2 mm", "bellows", {"folds": 6, "inner_diameter": 30, "outer_diameter": 50, "length": 90, "wall": 2}),
        ("Gaiter, 8 folds, 25 mm inside, 45 mm outside, 120 mm long, 1.5 mm wall, EPDM", "bellows", {"folds": 8, "inner_diameter": 25, "outer_diameter": 45, "length": 120, "wall": 1.5}),
        ("A dovetail slide 120 mm long, 60 mm wide, 20 mm high, dovetail 40 mm wide at the root, 60 degrees, 10 mm deep", "extrusion", {"length": 120, "x_4": 20, "y_4": 10, "x_5": 25.7735, "y_5": 20}),
        ("Female dovetail block 80 x 50 x 25 mm, dovetail 30 mm wide at the top, 8 mm deep, 60 degrees", "extrusion", {"length": 80, "y_5": 17, "x_5": 15}),
        ("Bushing with O-ring groove for a 3 mm cord inside, bore 40 mm, outside 60 mm, 35 mm long, bronze", "revolution", {"r_1": 20, "r_2": 30, "z_3": 35, "r_6": 22.4}),
        ("A sleeve with a taper bore 1:10, large end 30 mm, outside 50 mm, 60 mm long", "revolution", {"r_1": 15, "r_2": 25, "r_4": 12, "z_4": 60}),
        ("Sleeve with Morse taper MT2 bore, outside 32 mm, 80 mm long, hardened", "revolution", {"r_1": 8.89, "r_2": 16, "z_3": 80}),
        ("Aluminium extrusion 40x40 with slots 8 mm, 650 mm long, M8 tapped both ends", "slot_profile", {"size": 40, "slot_width": 8, "length": 650, "core_hole": 6.75}),
        ("2020 aluminium extrusion 300 mm long", "slot_profile", {"size": 20, "length": 300}),
        ("A shaft 25 mm diameter 200 long with keyway and O-ring groove", "shaft", {"diameter_1": 25, "length_1": 200, "keyway_1.width": 8, "groove_1.width": 3.6, "groove_1.depth": 2.12}),
        ("Shaft 40 mm diameter, 150 mm long, two O-ring grooves for 3 mm cord, 20 mm from each end", "shaft", {"groove_1.z": 20, "groove_2.z": 130, "groove_1.depth": 2.4}),
        ("Stepped shaft, 20 mm x 50, then 30 mm x 40, then 20 mm x 30, undercut DIN 509 E0.6x0.3 at both shoulders", "shaft", {"length_1": 47.5, "diameter_2": 19.4, "length_2": 2.5, "diameter_3": 30, "diameter_4": 19.4, "length_5": 27.5}),
        ("Hose barb G1/4 to 8 mm hose, brass, 40 mm long, hex 17", "revolution", {"z_12": 40, "r_4": 8.5, "r_6": 4}),
        ('2" ANSI B16.5 class 150 slip-on flange', "flange", {"outer_diameter": 150, "bolt_circle": 120.7, "bolt_count": 4, "thickness": 19.1, "bore": 61.9, "hub_diameter": 78}),
        ('ASME B16.5 4" class 300 weld neck flange, stainless 316L', "flange", {"outer_diameter": 255, "bolt_circle": 200, "bolt_count": 8, "bore": 107.1}),
        ("1 1/2 inch blind flange ANSI 150", "flange", {"outer_diameter": 125, "bore": 0, "bolt_circle": 98.4}),
        ("Pulley for a V-belt SPA, two grooves, pitch diameter 112 mm, bore 28 mm with keyway 8 mm, hub 60 mm diameter, 45 mm long", "v_pulley", {"diameter": 117.5, "width": 35, "groove_pitch": 15, "hub_diameter": 60, "hub_height": 10, "keyway_width": 8}),
    ],
)  # fmt: skip
def test_a_part_has_what_its_sentence_says(
    text: str, method: str, figures: dict[str, float]
) -> None:
    brief = engine.understand(text, {}, [])
    root = engine.structure(brief, [], {})
    assert root.children == ()
    assert root.form is not None
    assert root.form.method == method
    made = {name: float(value) for name, value in root.form.parameters.items()}
    assert {name: made.get(name) for name in figures} == pytest.approx(figures, abs=1e-3)
    assert list(unkept(brief, root)) == []


def test_what_a_part_assumes_or_lacks_is_told() -> None:
    """A groove without sizes, an undercut without a shoulder, a nut to a standard without table."""
    grooved = single_part(engine.understand("Shaft 25 mm diameter 200 long, O-ring groove", {}, []))
    assert grooved is not None
    assert "The groove for the O-ring is 3.6 mm wide and 2.12 mm deep, for a cord of 2.65 mm" in grooved.notes  # fmt: skip
    plain = engine.understand("Shaft 30 x 180 mm, undercut DIN 509 E0.8x0.3", {}, [])
    assert any("no shoulder" in one for one in unmakeable(plain, engine.structure(plain, [], {})))
    nut = engine.understand("Ring nut DIN 1804 M30x1.5, steel", {}, [])
    assert [one.words for one in unkept(nut, engine.structure(nut, [], {}))] == ["DIN 1804"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2 inch ball valve, stainless", "ball valve DN50, stainless"),
        ("1/2 inch brass ball valve", "brass ball valve DN15"),
        ('1 1/4" gate valve', "gate valve DN32"),
        ("A 7 inch display in a case", "A 7 inch display in a case"),
        ("Valve with a 3 inch handle", "Valve with a 3 inch handle"),
        ("A 2 inch flange bearing", "A 2 inch flange bearing"),
        ("Mounting flange 4 inch across with six holes", "Mounting flange 4 inch across with six holes"),
        ("Slip-on flange 3 inch 150# carbon steel", "Slip-on flange DN80 ANSI150, carbon steel"),
    ],
)  # fmt: skip
def test_inches_of_pipework_are_nominal_widths(text: str, read: str) -> None:
    assert with_nominal_widths(text) == read


@given(st.text(alphabet='0123456789 /"-#inchesflagvANSI150.,;', max_size=80))
def test_any_text_of_pipework_is_read(text: str) -> None:
    read = with_nominal_widths(text)
    assert with_nominal_widths(text) == read


@given(
    st.lists(st.tuples(st.integers(8, 80), st.integers(8, 200)), min_size=1, max_size=4),
    st.sampled_from(["undercut DIN 509 E0.6x0.3", "undercuts 3 x 0.5 at all shoulders"]),
)
def test_an_undercut_keeps_the_length_and_the_steps(
    steps: list[tuple[int, int]], words: str
) -> None:
    figures: dict[str, float] = {}
    for at, (across, long) in enumerate(steps, 1):
        figures |= {f"diameter_{at}": float(across), f"length_{at}": float(long)}
    _, wanted = reliefs_in(f"Shaft, {words}")
    made, left = relieved(figures, wanted)
    long = sum(value for name, value in made.items() if name.startswith("length_"))
    assert long == pytest.approx(sum(one for _, one in steps))
    assert bool(left) == (made == figures)
    thinnest = min(across for across, _ in steps)
    assert min(v for n, v in made.items() if n.startswith("diameter_")) >= thinnest - 1
    assert set(whole_steps(made).values()) <= {float(one) for _, one in steps}


@given(
    st.integers(10, 100), st.integers(6, 60), st.integers(1, 20), st.floats(0.3, 1.2)
)  # fmt: skip
def test_the_wall_of_a_bellows_is_as_thick_as_told(
    inner: int, deep: int, folds: int, wall: float
) -> None:
    given_figures = {"inner_diameter": inner, "outer_diameter": inner + deep, "folds": folds, "wall": wall, "length": 20 + folds * 5, "cuff_length": 10}  # fmt: skip
    v = FEATURES["bellows"].resolve(given_figures)
    thick, half = fold_of(v)
    rise = deep / 2 - thick
    assert thick * half / (rise * rise + half * half) ** 0.5 == pytest.approx(wall, rel=1e-6)
    assert len(fold_outline(v)) == 2 * (3 + 2 * folds)
    assert 0 < bellows_volume(v) < pi / 4 * v.outer_diameter**2 * v.length
