import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from partwright.drafter import catalogue, engine
from partwright.drafter.drafts import BomNodeDraft, RequirementDraft
from tests.drafter.descriptions import CASES, Case


class Draft:
    """One case, drafted as a session would."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.brief = engine.understand(case.text, {}, [])
        self.requirements = engine.requirements(self.brief)
        self.root = engine.structure(self.brief, self.requirements, {})
        self.nodes = list(self.root.walk())


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.text[:30])
def draft(request: pytest.FixtureRequest) -> Draft:
    return Draft(request.param)


def test_the_kind_is_understood(draft: Draft) -> None:
    assert draft.brief.kind == draft.case.kind


def test_every_figure_stands_in_a_requirement(draft: Draft) -> None:
    told = " ".join(f"{r.name} {r.description}" for r in draft.requirements)
    digits = re.sub(r"(?<=\d),(?=\d{3})", "", draft.case.text)
    for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\d)", digits):
        assert number in told, f"{number} of the text stands in no requirement"


def test_requirements_cite_and_do_not_repeat(draft: Draft) -> None:
    names = [r.name.casefold() for r in draft.requirements]
    assert len(names) == len(set(names))
    for requirement in draft.requirements:
        assert requirement.rationale
        assert requirement.description.endswith((".", "”"))
        assert 0.3 <= requirement.confidence <= 1


def test_parts_serve_the_requirements(draft: Draft) -> None:
    covered = {temp_id for node in draft.nodes for temp_id in node.requirement_temp_ids}
    left = [r.name for r in draft.requirements if r.temp_id not in covered]
    stray = [n for n in left if not n.startswith(tuple(draft.case.uncovered))]
    assert stray == []


def test_the_tree_is_a_real_one(draft: Draft) -> None:
    assert depth(draft.root) >= 3
    assert sum(1 for node in draft.nodes if node.children) >= 3
    for node in draft.nodes:
        if node.children or node.part_type == "Purchase":
            continue
        assert node.material, f"{node.name} is made of nothing"
    for node in draft.nodes:
        names = [child.name for child in node.children]
        assert len(names) == len(set(names))
        assert node.rationale


def test_the_parts_that_such_a_product_needs(draft: Draft) -> None:
    names = "\n".join(node.name for node in draft.nodes)
    assert [part for part in draft.case.parts if part not in names] == []


def test_counts_of_the_text_are_kept(draft: Draft) -> None:
    for word, number in draft.case.counts:
        assert total(draft.root, word) == number


def test_it_is_quick_and_the_same_again(draft: Draft) -> None:
    start = time.process_time()
    again = Draft(draft.case)
    assert time.process_time() - start < 1
    assert again.root == draft.root
    assert again.requirements == draft.requirements


PASSIVE = ("bench vise", "bracket", "stool", "cart", "jig", "tank", "heat exchanger", "jack")
ELECTRIC = re.compile(
    r"motor|battery|circuit board|firmware|microcontroller|bluetooth", re.IGNORECASE
)


def test_what_has_no_current_has_no_electronics(draft: Draft) -> None:
    if draft.case.kind in PASSIVE:
        assert [n.name for n in draft.nodes if ELECTRIC.search(n.name)] == []


def test_the_page_knows_every_question_in_german() -> None:
    told = Path(__file__).parents[2] / "web" / "src" / "engine" / "sentences.de.json"
    german = json.loads(told.read_text(encoding="utf-8"))
    rows = [*catalogue.kinds().values(), *catalogue.functions().values()]
    asked = {line.split("|")[1].strip() for row in rows for line in row.asks}
    assert asked
    assert sorted(asked - german.keys()) == []


_SHELLS: Final = re.compile(
    r"tank|housing|tube|pipe|canopy|hood|vessel|carafe|casing|case|console|chassis", re.IGNORECASE
)
_SOLID: Final = re.compile(r"form (?:box|rod|disc|loft|cone|dome|polygon|sphere) (?!.*\b(?:wall|bore|shell)\b)")  # fmt: skip


def test_what_one_knows_as_hollow_is_drawn_hollow() -> None:
    """A tank of solid steel weighs ten times what it does; padding and castings may be solid."""
    solid = [
        (key, name)
        for key, row in catalogue.kinds().items()
        for name, form in _LEAVES.findall(row.tree)
        if (called := _NAME.match(name)) and _SHELLS.fullmatch(called[1]) and _SOLID.match(form)
    ]
    assert solid == []


def test_what_is_bought_of_no_material_is_no_block_of_steel() -> None:
    blocks = [
        (key, name)
        for key, row in catalogue.kinds().items()
        for name, form in _UNMADE.findall(row.tree)
        if form.startswith("form box") and "corner_radius" not in form
    ]
    assert blocks == []


_NAME: Final = re.compile(r"(?:[a-z-]+ )*?([a-z-]+)(?:,| \d| \{|$)", re.IGNORECASE)
_LEAVES: Final = re.compile(r"^ *- ([^|\n]+?) *\|.*\n *(form .*)$", re.MULTILINE)
_UNMADE: Final = re.compile(r"^ *\$ ([^|\n]+?) *\| *\|.*\n *(form .*)$", re.MULTILINE)


def total(node: BomNodeDraft, word: str) -> int:
    """How many parts with the word in their name the whole product has."""
    own = int(node.quantity)
    if word.casefold() in node.name.casefold() and not node.children:
        return own
    return own * sum(total(child, word) for child in node.children)


def depth(node: BomNodeDraft) -> int:
    return 1 + max((depth(child) for child in node.children), default=0)


def by_name(requirements: list[RequirementDraft]) -> Mapping[str, RequirementDraft]:
    return {r.name: r for r in requirements}
