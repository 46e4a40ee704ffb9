"""Nouns of a text as it means them: what they tell, what they forbid, what is drawn for them."""

import pytest

from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.placed_parts import box_of_whole
from partwright.drafter.stated_facts import UnkeptFact, unkept
from partwright.drafter.text.ratios import ratios_in
from partwright.drafter.unread import undrawn, unread


class Read:
    """A text, its structure, and what is told of it."""

    def __init__(self, text: str) -> None:
        self.brief = engine.understand(text, {}, [])
        self.root: BomNodeDraft = engine.structure(self.brief, [], {})
        self.unkept: list[UnkeptFact] = list(unkept(self.brief, self.root))
        self.told = [one.words for one in self.unkept]
        self.told += unread(self.brief, self.root, self.unkept) + undrawn(self.root)

    def names(self, word: str) -> list[str]:
        return [n.name for n in self.root.walk() if word.lower() in n.name.lower() and n.form]


def test_a_word_denied_takes_out_the_part_that_it_names_and_no_other() -> None:
    assert Read("Desk lamp, 450 mm reach, no heat").names("Heat sink")
    assert not Read("Soldering stand, no sponge").names("sponge")


def test_a_noun_that_tells_another_is_no_part_by_itself() -> None:
    assert not Read("Table with a drawer slide sample, 1500 x 700 x 850 mm").names("Drawer")
    for text in ("with a drawer", "with a drawer below", "with a drawer made of oak"):
        assert Read(f"Table {text}, 1500 x 700 x 850 mm").names("Drawer")


@pytest.mark.parametrize(
    "text",
    [
        "Linearachse mit Schiene MGN12, 400 mm Hub, NEMA 17",
        "Bookshelf 800 mm wide, 1800 mm high, with four shelves, easy to assemble",
        "Regal aus Eiche, 800 mm breit, 1800 mm hoch, mit 4 Böden, einfach zu montieren",
        "Regal, 800 mm breit, 1800 mm hoch, mit Befestigung an der Wand",
        "Bench 1200 x 400 x 450 mm with a backrest",
        "Garden bench with backrest and armrests, 1500 mm long, larch",
        "A drone with landing gear",
        "Table 1400 x 700 mm with an undershelf",
        "Planetary gearbox with a transmission ratio of 5",
    ],
)
def test_what_is_drawn_or_is_no_part_is_not_told_as_missing(text: str) -> None:
    assert Read(text).told == []


def test_a_part_named_that_the_recipe_does_not_add_is_told() -> None:
    assert "Swivel castor with brake" in Read("A spice rack with castors").told
    assert Read("Regal 800 mm breit, mit abgerundeten Ecken").told == ["rounded corners"]


def test_a_ratio_of_something_else_is_none_of_gears() -> None:
    of = ("damping ratio 0.7", "turns ratio of 3", "length-to-width ratio 2", "water ratio 4")
    assert not [text for text in of if list(ratios_in(text))]
    gears = ("overall ratio 12", "a ratio of 12", "gear ratio 12", "transmission ratio: 12")
    assert [round(value) for text in gears for _, _, value in ratios_in(text)] == [12] * 4


def test_a_press_with_an_electric_pump_has_no_hand_pump() -> None:
    for text in ("10 t with a 230 V pump", "20 t, electric pump"):
        press = Read(f"Hydraulic press {text}, H-frame")
        assert press.names("power unit with electric pump")
        assert not press.names("hand pump")
        assert not press.names("lever")
    assert Read("Hydraulic press 20 t, H-frame").names("hand pump")


def test_an_arm_in_sections_is_as_long_as_all_of_them() -> None:
    for text, each in (
        ("A desk lamp with a 600 mm arm in two sections", "300 mm long"),
        ("Monitor arm, 600 mm arm in two sections, VESA 100", "288 mm between"),
    ):
        read = Read(text)
        assert len(read.names(each)) == 2
        assert read.told == []


def test_a_french_adjective_stands_ahead_of_its_noun() -> None:
    assert Read("Pince électrique à deux doigts, course 50 mm").root.gap is None


def test_a_small_mass_without_a_word_is_that_of_the_cart() -> None:
    for text, quantity in (("25 kg", "mass"), ("250 kg", "load"), ("load 25 kg", "load")):
        brief = engine.understand(f"Transport cart 900 x 600 mm, {text}, four wheels", {}, [])
        assert [f.quantity for f in brief.figures if f.dimension == "mass"] == [quantity]


def test_armrests_of_a_bench_stand_within_it() -> None:
    read = Read("Garden bench with backrest and armrests, 1500 x 400 mm, larch")
    assert len(read.names("Armrest")) == 1
    assert box_of_whole(read.root) == pytest.approx((1500, 400, 830))
