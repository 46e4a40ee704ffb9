"""What is not known is said, not piled up; figures that part and whole cannot have are told."""

import pytest

from partwright.drafter import engine
from partwright.drafter.contradictions import contradictions
from partwright.drafter.unknown_products import is_a_heap


def _is_a_heap(text: str) -> bool:
    return is_a_heap(engine.structure(engine.understand(text, {}, []), [], {}))


def test_only_what_has_a_layout_is_composed() -> None:
    assert _is_a_heap("A zeppelin with a gondola, 12 m long")
    assert _is_a_heap("Band saw with a 250 mm throat")
    assert not _is_a_heap("Chicken feeder with a lid, 10 kg of feed")


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
