"""Drawings of parts: sizes as the part has them, and the places of its holes; no kernel."""

from partwright.cad.model import Bounds
from partwright.cad.sheets.layout import sheet
from partwright.cad.sheets.model import HoleNote, ProjectedView, SheetTitle, SheetViews

CHORD = ProjectedView((((0.02, 0.02), (99.98, 59.98)),))
"""The edges of a round part, which are drawn by chords."""


def test_sizes_and_places_of_holes_are_those_of_the_part() -> None:
    views = SheetViews(CHORD, CHORD, CHORD, CHORD, Bounds((0.0, 0.0, 0.0), (100.0, 60.0, 60.0)))
    holes = [
        HoleNote((x, y, 60.0), (0.0, 0.0, 1.0), "Ø8 through")
        for x, y in ((12.0, 12.0), (80.0, 12.0), (12.0, 50.0))
    ]
    words = {one.words for one in sheet(views, SheetTitle("Lever", holes=tuple(holes))).texts}
    assert {"100", "60", "12", "80", "50"} <= words
    assert not {"99.96", "59.96"} & words
