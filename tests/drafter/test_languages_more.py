"""Product sentences in other languages: their number formats, compounds and words of gears and presses."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.text.translation import in_english


@pytest.mark.parametrize(
    ("text", "kind", "quantity", "values"),
    [
        (
            "Mesa de trabajo de 1.800 x 700 mm, altura 850 mm, con un cajón",
            "workbench",
            "size",
            (1800, 700),
        ),
        (
            "行星减速器,减速比 4:1,模数1,三个行星轮,输出轴直径12毫米",
            "planetary gearbox",
            "bore",
            (12,),
        ),
        (
            "Reductor de engranajes helicoidales, relación 5:1, ángulo de hélice 15°",
            "gearbox",
            "angle",
            (15,),
        ),
        (
            "Automatischer Tablettenspender mit 28 Fächern, Größe maximal Ø 220 x 90 mm",
            "pill dispenser",
            "diameter",
            (220,),
        ),
        ("Greifer, Hub 2 x 10 mm, Bohrung 25 mm", "gripper", "stroke", (20,)),
        ("Ein Regal aus Eiche, 1.250 mm hoch, mit vier Böden", "shelf", "height", (1250,)),
        (
            "Bras robotisé à 5 axes, portée 750 mm, charge utile 2,5 kg",
            "robot arm",
            "reach",
            (750,),
        ),
        ("Spindelpresse mit 1,5 t Presskraft, Ausladung 120 mm", "press machine", "reach", (120,)),
        (
            "Wetterstation an einem 3 m hohen Mast mit Windmesser",
            "weather station",
            "height",
            (3000,),
        ),
        ("Reservoir vertical inox 316L 1500 litres, quatre pieds", "tank", "volume", (1500,)),
        ("Etabli pliant, largeur 1000 mm", "workbench", "width", (1000,)),
        ("Etagere murale en chene, largeur 900 mm", "shelf", "width", (900,)),
        ("Armoire basse deux portes, largeur 900 mm", "cabinet", "width", (900,)),
        ("Lagerregal, Hoehe 2000 mm", "shelf", "height", (2000,)),
        ("Parallelgreifer, Hub 12 mm", "gripper", "stroke", (12,)),
        ("Fotostativ, Höhe 1700 mm", "tripod", "height", (1700,)),
        ("Palettenregal, Höhe 2700 mm", "pallet rack", "height", (2700,)),
        ("Reducteur planetaire, couple 40 Nm", "planetary gearbox", "torque", (40,)),
    ],
)
def test_figures_are_read_in_the_number_format_of_the_language(
    text: str, kind: str, quantity: str, values: tuple[float, ...]
) -> None:
    brief = engine.understand(text, {}, [])
    said = brief.given(quantity)
    assert brief.kind == kind
    assert said is not None
    assert said.values == values


def test_a_grade_of_steel_is_no_number_with_thousands() -> None:
    assert "1.4301" in in_english("Ein Regal aus Edelstahl 1.4301, 1.250 mm hoch, mit vier Böden")


def test_english_words_with_foreign_ends_stay_english() -> None:
    for text in ("Diameter 40 mm", "Profile 20 mm", "Thermometer holder", "Metal chassis"):
        assert in_english(text) == text


def test_a_loom_is_no_chair() -> None:
    brief = engine.understand("Ein Webstuhl mit vier Schäften, 80 cm Webbreite", {}, [])
    assert brief.kind == ""


def test_castors_of_a_beech_pedestal_are_not_of_beech() -> None:
    text = "Rollcontainer aus Buche, 42 cm breit, 55 cm tief und 58 cm hoch, mit drei Schubladen auf vier Lenkrollen"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    made = {node.name.partition(" ")[0]: node.material or "" for node in root.walk()}
    assert "Beech" not in made["Castor"]
    assert "Beech" in made["Side"]


def test_a_centre_distance_that_the_gears_do_not_have_is_told() -> None:
    text = "Un réducteur à engrenages droits, rapport 1:4, module 4, entraxe 77 mm"
    brief = engine.understand(text, {}, [])
    assert list(contradictions(brief)) == [
        "gears of whole teeth with module 4 stand 76 or 78 mm apart, not 77 mm"
    ]


def test_the_screw_of_an_axis_is_as_thick_and_steep_as_told() -> None:
    text = "直线模组，行程600毫米，丝杠直径16毫米，导程10毫米，NEMA 23步进电机"
    root = engine.structure(engine.understand(text, {}, []), [], {})
    assert any(node.name.startswith("Ball screw 16x10,") for node in root.walk())


@pytest.mark.parametrize(
    "text",
    [
        "Werkstattwagen mit vier Rollen, zwei davon mit Bremse",
        "Tisch mit vier Beinen, zwei davon verstellbar",
        "Chariot avec quatre roulettes, dont deux avec frein",
        "Carro con cuatro ruedas, dos de ellas con freno",
        "Trolley with 4 wheels, two thereof braked",
    ],
)
def test_words_for_what_was_counted_before_are_no_things(text: str) -> None:
    brief = engine.understand(text, {}, [])
    pronouns = {"davon", "dont", "ella", "ellas", "thereof", "them"}
    assert not pronouns & {word for count in brief.counts for word in (count.noun, *count.words)}
    root = engine.structure(brief, [], {})
    assert not any(node.name.lower().split()[-1] in pronouns for node in root.walk())
