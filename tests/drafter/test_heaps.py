"""Unknown products are said to be unknown; figures that part and whole cannot have are told."""

import msgspec
import pytest

from partwright.drafter import engine, layout_expressions
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.structures.unknown_products import is_a_heap


def _draft(text: str) -> BomNodeDraft:
    return engine.structure(engine.understand(text, {}, []), [], {})


def _is_a_heap(text: str) -> bool:
    return is_a_heap(_draft(text))


def test_what_is_not_known_is_a_field_of_the_draft() -> None:
    unknown, piled = _draft("A zeppelin with a gondola"), _draft("Puzzle box, oak")
    assert (unknown.gap, piled.gap, _draft("A stool").gap) == ("product", "layout", None)
    reworded = msgspec.structs.replace(unknown, rationale="It floats.")
    assert is_a_heap(reworded)
    told = _draft("A stool")
    assert not is_a_heap(msgspec.structs.replace(told, rationale=unknown.rationale))


def test_only_what_has_a_layout_is_composed() -> None:
    assert _is_a_heap("A zeppelin with a gondola, 12 m long")
    assert _is_a_heap("Puzzle box, oak")
    for drawn in ("Chicken feeder with a lid, 10 kg of feed", "Solar tracker for four panels"):
        assert not _is_a_heap(drawn)
    for drawn in ("ROV for 100 m, six thrusters", "LED floodlight 50 W", "Cold plate for 500 W"):
        assert not _is_a_heap(drawn)


def test_a_range_is_no_dimension_of_a_layout() -> None:
    scooter = _draft("Electric scooter, 36 V, range 30 km")
    assert scooter.layout is not None
    numbers = [one for one in scooter.layout.dimensions.values() if isinstance(one, float)]
    assert numbers
    assert max(numbers) <= layout_expressions.LARGEST


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A 1000 kW electric motor weighing 50 g", "1000 kW: nothing of 50 g"),
        ("A box 100 x 80 x 40 mm with a lid 300 x 300 mm", "a lid of 300 x 300 mm"),
        ("Cart 600 x 400 mm with wheels of 900 mm diameter", "wheels of 900 mm"),
        ("A drone of 2 kg that weighs 500 g", "the mass is 2 kg and 500 g"),
    ],
)
def test_a_figure_that_its_whole_cannot_have_is_told(text: str, told: str) -> None:
    assert any(told in one for one in contradictions(engine.understand(text, {}, [])))


def test_a_part_has_a_mass_of_its_own() -> None:
    assert not list(
        contradictions(engine.understand("A robot of 40 kg with an arm of 3 kg", {}, []))
    )
