import pytest

from partwright.cad.language import interfaces, validator
from partwright.cad.language.flat import changed, flat, spec_of
from partwright.cad.language.standards import designation, tables
from partwright.cad.language.standards.families import MAKERS
from partwright.cad.model import NotDrawn, PartSpec


def standard(text: str) -> PartSpec:
    return spec_of(name=text, method=f"standard:{text}", parameters={})


@pytest.mark.parametrize(
    ("written", "method", "figures"),
    [
        ("ISO 4762 M4x12", "ISO 4762 M4x12", {"diameter": 4, "length": 12}),
        ("DIN 912 M3 x 10 - 8.8", "ISO 4762 M3x10", {"diameter": 3, "length": 10}),
        ("DIN EN ISO 4014 - M8 x 60", "ISO 4014 M8x60", {"diameter": 8, "length": 60}),
        ("ISO 4762 M8x1.25x40", "ISO 4762 M8x40", {"diameter": 8, "length": 40}),
        ("din 933 m6X20", "ISO 4017 M6x20", {"diameter": 6, "length": 20}),
        ("DIN 7991 M5x16", "ISO 10642 M5x16", {"diameter": 5, "length": 16}),
        ("ISO 7380 M4x10", "ISO 7380-1 M4x10", {"diameter": 4, "length": 10}),
        ("ISO 4026 M2,5x6", "ISO 4026 M2.5x6", {"diameter": 2.5, "length": 6}),
        ("DIN 934 M10", "ISO 4032 M10", {"diameter": 10}),
        ("DIN 439 M6", "ISO 4035 M6", {"diameter": 6}),
        ("DIN 985 M6", "DIN 985 M6", {"diameter": 6}),
        ("DIN 125A M5", "ISO 7089 M5", {"diameter": 5}),
        ("DIN 125 B M8", "ISO 7090 M8", {"diameter": 8}),
        ("ISO 7089-4", "ISO 7089 M4", {"diameter": 4}),
        ("DIN 9021 M6", "ISO 7093 M6", {"diameter": 6}),
        ("DIN 6885 A 6x6x20", "DIN 6885 A 6x6x20", {"width": 6, "height": 6, "length": 20}),
        ("DIN 6885 B 8 x 7 x 30", "DIN 6885 B 8x7x30", {"width": 8, "straight": 1}),
        ("DIN 471 20x1.2", "DIN 471 20", {"diameter": 20}),
        ("DIN 472 22", "DIN 472 22", {"diameter": 22}),
        ("ISO 8734 - 5 x 24 - A", "ISO 8734 5x24", {"diameter": 5, "length": 24}),
        ("608", "608", {"bore": 8, "outer_diameter": 22, "width": 7, "seals": 0}),
        ("6204-2RS", "6204-2RS", {"bore": 20, "outer_diameter": 47, "width": 14, "seals": 1}),
        ("608ZZ", "608-ZZ", {"bore": 8}),
        ("61804 2RS", "6804-2RS", {"bore": 20, "outer_diameter": 32}),
        ("DIN 625 6203", "6203", {"bore": 17}),
        ("heat-set insert M3", "heat-set insert M3", {"diameter": 3}),
        ("DIN 975 M8x200", "DIN 976 M8x200", {"diameter": 8, "length": 200}),
    ],
)
def test_a_designation_is_read_and_written_as_its_standard_has_it(
    written: str, method: str, figures: dict[str, float]
) -> None:
    spec = standard(written)
    assert spec.method == f"standard:{method}"
    assert figures.items() <= spec.parameters.items()
    assert validator.problems(spec) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ISO 9999 M4", "ISO 9999 is not a known standard; known are DIN 127"),
        ("ISO 4762 M4", "has no length, such as M6x20"),
        ("ISO 4762", "has no size, such as M6"),
        ("DIN 6885 6x6", "has no width x height x length"),
        ("ISO 15 9999", "no bearing number is known"),
        ("a nice screw", "is not the designation of a known standard part"),
        ("", "is not the designation of a known standard part"),
        ("heat-set insert", "has no thread"),
    ],
)
def test_what_is_no_known_designation_is_refused_clearly(text: str, words: str) -> None:
    outcome = designation.feature(text)
    assert isinstance(outcome, NotDrawn)
    assert words in outcome.reason


def test_other_figures_make_another_designation() -> None:
    screw = changed(standard("ISO 4762 M4x12"), {"length": 20})
    assert screw.method == "standard:ISO 4762 M4x20"
    other = spec_of(name="", method="standard:608-2RS", parameters={**flat(standard("6204-2RS"))})
    assert other.method == "standard:6204-2RS"


def test_a_size_between_those_of_the_standard_is_refused() -> None:
    between = changed(standard("608"), {"bore": 8.5})
    assert [problem.parameter for problem in validator.problems(between)] == [""]
    assert "bearing of ISO 15" in validator.problems(between)[0].message


def test_a_screw_offers_its_seat_and_shank() -> None:
    offered = {i.name: i for i in interfaces.connections(standard("ISO 4762 M5x16")).interfaces}
    assert offered["seat"].axis == offered["shank"].axis == (0, 0, -1)
    assert (offered["shank"].diameter, offered["shank"].length) == (5, 16)
    assert interfaces.bounding_box(standard("ISO 4762 M5x16")).size[2] == 21


def test_every_table_has_a_maker_and_sensible_rows() -> None:
    for table in (tables.SCREWS, tables.NUTS, tables.WASHERS, tables.CIRCLIPS, tables.INSERTS):
        for name, sizes in table.items():
            assert name in MAKERS
            assert list(sizes) == sorted(sizes)
    for row in (row for sizes in tables.WASHERS.values() for row in sizes.values()):
        assert row["inner"] < row["outer"]
    for bore, outer, width in tables.BEARINGS.values():
        assert bore < outer
        assert width < outer


@pytest.mark.parametrize(
    ("thread", "through", "core"), [(3, 3.4, 2.5), (4, 4.5, 3.3), (5, 5.5, 4.2), (8, 9, 6.75)]
)
def test_holes_for_screws_follow_the_standards(thread: float, through: float, core: float) -> None:
    assert tables.clearance_hole(thread) == through
    assert tables.tapping_hole(thread) == core
