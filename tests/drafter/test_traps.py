"""Traps: what is left out, grades that count nothing, an inside larger than the outside."""

import pytest

from partwright.drafter import engine
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.verification.stated_facts import unkept


def draft(text: str) -> BomNodeDraft:
    return engine.structure(engine.understand(text, {}, []), [], {})


def test_a_shelf_without_a_back_has_none() -> None:
    for words, backs in (("A shelf", 1), ("A shelf without a back", 0)):
        root = draft(f"{words}, 1700 mm high, 900 mm wide, 5 boards")
        assert sum(node.name.startswith("Back") for node in root.walk()) == backs


def test_a_grade_ahead_of_rods_counts_none() -> None:
    root = draft("Linear axis with NEMA 17 motor, 24 V, IP65, 316L rods, travel 350 mm")
    assert {int(node.quantity) for node in root.walk() if node.name == "Rod"} == {1}


def test_a_sleeve_is_not_larger_inside_than_outside() -> None:
    text = "Bushing with inner diameter 30 mm and outer diameter 25 mm, 20 mm long"
    assert list(contradictions(engine.understand(text, {}, []))) == [
        "30 mm inside is larger than 25 mm outside"
    ]


def test_some_of_what_was_counted_are_no_further_ones() -> None:
    for number, told in (("two", []), ("three", ["three of them"])):
        text = f"Cart with four wheels, {number} of them braked, platform 900 x 600 mm"
        brief = engine.understand(text, {}, [])
        kept = [
            one.words
            for one in unkept(brief, engine.structure(brief, [], {}))
            if one.kind == "count"
        ]
        assert kept == told


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "A seismometer with a 2 kg bob on a leaf spring and a coil pickup",
            {"Bob", "Leaf spring", "Coil pickup"},
        ),
        (
            "Sewing machine with a walking foot and a bobbin winder",
            {"Walking foot", "Bobbin winder"},
        ),
        (
            "A Stirling engine with displacer cylinder of 40 mm bore, power piston and flywheel of 150 mm",
            {"Cylinder, 40 mm", "Power piston", "Flywheel, 150 mm"},
        ),
    ],
)
def test_of_what_is_not_known_all_nouns_are_listed_as_they_are_called(
    text: str, parts: set[str]
) -> None:
    root = draft(text)
    assert root.confidence <= 0.3
    assert {node.name for node in root.walk() if not node.children} == parts
