"""Sides told by letters, by their names without a comma, and by numbers without a unit."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.text.figures import figures_of
from partwright.drafter.text.words import normalised


def _drafted(text: str) -> BomNodeDraft:
    return engine.structure(engine.understand(text, {}, []), [], {})


def _quantities(root: BomNodeDraft, word: str) -> list[int]:
    return [int(node.quantity) for node in root.walk() if word in node.name]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("table L 1400 W 700 H 750", (1400, 700, 750)),
        ("table 1400 (L) x 700 (W) x 750 (H)", (1400, 700, 750)),
        ("bookcase 90H x 80W x 30D cm", (800, 300, 900)),
        ("bookcase H900 x W800 x D300 mm", (800, 300, 900)),
        ("bookcase 900 x 800 x 300 mm (H x W x D)", (800, 300, 900)),
        ("Regal 900 x 800 x 300 mm (HxBxT)", (800, 300, 900)),
        ("bookcase HxWxD 900 x 800 x 300 mm", (800, 300, 900)),
    ],
)
def test_a_lettered_size_is_read_in_the_order_of_its_letters(
    text: str, sides: tuple[float, ...]
) -> None:
    (figure,) = figures_of(normalised(text))
    assert figure.is_size
    assert figure.values == pytest.approx(sides)


@pytest.mark.parametrize(
    "text",
    [
        "table length 1400 width 700 height 750",
        "Tisch Länge 1400 Breite 700 Höhe 750",
        "table 1400 mm length 700 mm width 750 mm height",
        "Tisch 140 cm Länge 70 cm Breite und 75 cm Höhe",
    ],
)
def test_named_sides_need_no_comma_and_no_unit(text: str) -> None:
    brief = engine.understand(text, {}, [])
    said = {figure.quantity: figure.values for figure in brief.figures}
    assert brief.kind == "table"
    assert said == {"length": (1400,), "width": (700,), "height": (750,)}


def test_letters_of_units_are_no_sides() -> None:
    figures = figures_of(normalised("motor 12 V 5 W 30 L tank"))
    assert [figure.dimension for figure in figures] == ["voltage", "power", "volume"]


def test_a_bore_behind_the_name_is_no_part_of_it() -> None:
    brief = engine.understand("flexible coupling bore 10", {}, [])
    assert (brief.kind, brief.name) == ("coupling", "Flexible coupling")
    assert [(figure.quantity, figure.values) for figure in brief.figures] == [("bore", (10,))]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hexacopter frame, 680 mm motor to motor, six 15 inch propellers", "drone"),
        ("Stehleuchte mit Dreibein, Höhe 1500 mm", "floor lamp"),
        ("Bohrvorrichtung für Wellen, Bohrbuchse 8 mm", "drilling jig"),
        ("par de engranajes módulo 2, 20 y 40 dientes", "gear pair"),
        ("U-Bügel 60 x 40 x 3 mm", "bracket"),
    ],
)
def test_names_that_people_use_are_known(text: str, kind: str) -> None:
    assert engine.understand(text, {}, []).kind == kind


def test_teeth_too_fine_to_be_cut_are_told() -> None:
    def told(module: str) -> list[str]:
        text = f"gear pair module {module}, 20 and 40 teeth"
        return [one for one in contradictions(engine.understand(text, {}, [])) if "finest" in one]

    assert told("0.01")
    assert not told("0.2")


def test_hairpin_legs_are_of_wire_whatever_the_top_is_of() -> None:
    root = _drafted("coffee table with hairpin legs, 1000 x 500 x 420 mm, walnut")
    (leg,) = [node for node in root.walk() if "Hairpin leg" in node.name]
    assert leg.quantity == 4
    assert leg.form is not None
    assert leg.form.method == "bent_bar"
    assert "Steel" in (leg.material or "")
    assert not _quantities(root, "rail")


@pytest.mark.parametrize(
    ("text", "brackets"),
    [
        ("Wandregal mit zwei Böden, 900 mm breit, Esche 20 mm, unsichtbare Befestigung", []),
        ("wall shelf with two boards, 900 mm wide, ash 20 mm", [4]),
    ],
)
def test_boards_of_a_wall_shelf_hang_on_the_wall(text: str, brackets: list[int]) -> None:
    root = _drafted(text)
    assert not _quantities(root, "Side panel")
    (board,) = [node for node in root.walk() if node.name.startswith("Board 900")]
    assert (board.quantity, board.name.split()[-2]) == (2, "20")
    assert _quantities(root, "Shelf bracket") == brackets


@pytest.mark.parametrize(
    ("text", "pedals"),
    [
        ("platform cart 900 x 600 mm, 4 castors 125 mm with brakes", 4),
        ("platform cart 900 x 600 mm, four 125 mm castors, two with brakes", 2),
    ],
)
def test_as_many_castors_have_brakes_as_is_said(text: str, pedals: int) -> None:
    assert _quantities(_drafted(text), "brake pedal") == [pedals]
