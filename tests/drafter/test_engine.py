import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from partwright.drafter import engine
from partwright.drafter.catalogue import functions, kinds
from partwright.drafter.drafts import BomNodeDraft, FoundPart, RequirementDraft
from partwright.drafter.recipes.modules import lines_of, modules
from partwright.kit.ids import ItemId
from tests.drafter.descriptions import CASES


def draft(
    text: str, answers: dict[str, str] | None = None, messages: tuple[str, ...] = ()
) -> tuple[list[RequirementDraft], BomNodeDraft]:
    brief = engine.understand(text, answers or {}, messages)
    requirements = engine.requirements(brief)
    return requirements, engine.structure(brief, requirements, {})


def names(root: BomNodeDraft) -> list[str]:
    return [node.name for node in root.walk()]


def check(requirements: list[RequirementDraft], root: BomNodeDraft) -> None:
    nodes = list(root.walk())
    assert len({n.temp_id for n in nodes}) == len(nodes)
    assert len({r.temp_id for r in requirements}) == len(requirements)
    known = {r.temp_id for r in requirements}
    assert root.children
    for node in nodes:
        assert node.name
        assert node.quantity > 0
        assert 0 <= node.confidence <= 1
        assert set(node.requirement_temp_ids) <= known
        assert node.part_type == "Manufacture" or not node.children
    for requirement in requirements:
        assert requirement.name
        assert requirement.description
        assert 0 <= requirement.confidence <= 1


@pytest.mark.parametrize("kind", sorted(kinds()))
@pytest.mark.parametrize(
    "more", ["", ", 24 V battery, IP67", ", hand operated, 300 mm long, 40 kg"]
)
def test_every_kind_drafts(kind: str, more: str) -> None:
    word = kinds()[kind].words[0]
    brief = engine.understand(f"A {word}", {}, [])
    assert brief.kind == kind
    requirements, root = draft(f"A {word}{more}")
    check(requirements, root)
    assert all(n.material for n in root.walk() if n.part_type == "Manufacture" and not n.children)


@pytest.mark.parametrize("function", sorted(functions()))
def test_every_function_drafts_an_unknown_product(function: str) -> None:
    verb = functions()[function].words[0]
    requirements, root = draft(f"A frobnicator that {verb} things, 12 V")
    check(requirements, root)


def test_every_module_can_be_read() -> None:
    assert all(lines for module in modules().values() for lines in [module.lines])
    assert all(lines_of(row.tree) for row in kinds().values())


WORDS = st.sampled_from(
    [
        "a",
        "the",
        "pump",
        "lamp",
        "with",
        "without",
        "no",
        "10",
        "kg",
        "12",
        "V",
        "200",
        "x",
        "120",
        "mm",
        "-",
        ",",
        ".",
        "(",
        ")",
        ":",
        "±",
        "to",
        "and",
        "two",
        "1/2",
        "IP65",
        "motor",
        "steel",
        "for",
        "that",
        "lifts",
        "M8",
        "ISO",
        "4762",
        "%",
        "€",
        "1:5",
        "°",
        "-20",
        "60",
        "°C",
        "must",
        "should",
        "battery",
        "of",
        "1e9",
        "0",
        "00",
        "1,000",
        "1.000,5",
        "\n",
        "gearbox",
        "rpm",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=60).map(" ".join)))
def test_any_text_gives_valid_drafts(text: str) -> None:
    brief = engine.understand(text, {"ask-load": text}, [text])
    requirements = engine.requirements(brief)
    root = engine.structure(brief, requirements, {})
    check(requirements, root)
    assert len(engine.questions(brief)) <= 3
    assert len(engine.searches(brief, requirements)) <= 24


@pytest.mark.parametrize(
    "text",
    [
        "10 kg " * 4000,
        "200x" * 5000,
        "and with " * 2300,
        "no " * 6000,
        "1:" * 9000,
        "(" * 20000,
        "for " * 5000,
    ],
)
def test_hostile_texts_take_bounded_time(text: str) -> None:
    start = time.process_time()
    check(*draft(text))
    assert time.process_time() - start < 5


def test_questions_are_few_and_stop_with_an_answer() -> None:
    first = engine.questions(engine.understand("A pump", {}, []))
    assert [q.question_id for q in first] == ["ask-flow", "ask-head"]
    assert first[0].options
    after = engine.understand("A pump", {"ask-flow": "20 l/min"}, [])
    assert [q.question_id for q in engine.questions(after)] == ["ask-head"]
    given_up = engine.understand("A pump", {"ask-flow": "20", "ask-head": "you decide"}, [])
    assert engine.questions(given_up) == []
    flow = given_up.given("flow")
    assert flow is not None
    assert flow.low == 20
    assert engine.questions(engine.understand("A pump for 20 l/min at 3 bar", {}, [])) == []


def test_a_greeting_is_asked_for_its_purpose() -> None:
    (question,) = engine.questions(engine.understand("hello", {}, []))
    assert question.question_id == "ask-purpose"
    brief = engine.understand("hello", {"ask-purpose": "a desk lamp with 800 lm"}, [])
    assert (brief.name, brief.kind) == ("Desk lamp", "desk lamp")


def test_an_assumption_is_said_and_lowers_confidence() -> None:
    _, assumed = draft("A wall bracket")
    _, told = draft("A wall bracket for 60 kg, 300 mm deep, 50 mm wide")
    (arm,) = [n for n in assumed.walk() if n.name.startswith("L-bracket")]
    (other,) = [n for n in told.walk() if n.name.startswith("L-bracket")]
    assert "Assumed" in arm.rationale
    assert "Assumed" not in other.rationale
    assert arm.confidence < other.confidence


def test_sizes_follow_the_figures() -> None:
    _, light = draft("A wall bracket for 5 kg, 300 mm deep")
    _, heavy = draft("A wall bracket for 300 kg, 300 mm deep")
    assert names(light) != names(heavy)
    _, small = draft("Gearbox, ratio 5:1, 10 Nm")
    _, large = draft("Gearbox, ratio 5:1, 900 Nm")
    bores = [
        next(n for n in names(root) if n.startswith("Output shaft, diameter"))
        for root in (small, large)
    ]
    assert float(bores[0].split()[3]) < float(bores[1].split()[3])


def test_later_messages_are_honoured() -> None:
    requirements, root = draft(
        "A mobile robot, 400 mm long", {}, ("make it waterproof, 300 mm long, add a camera",)
    )
    told = [r.name for r in requirements]
    assert "Length 300 mm" in told
    assert "Length 400 mm" not in told
    assert "Waterproof" in told
    assert any("300 x" in n for n in names(root))
    assert any(n.startswith("Camera module") for n in names(root))
    assert any("Gasket" in n for n in names(root))


def test_a_requirement_of_the_users_own_is_covered_by_what_serves_it() -> None:
    brief = engine.understand("A desk lamp, 800 lumens", {}, [])
    own = RequirementDraft(temp_id="mine", name="Luminous flux of 900 lm", source="user")
    strange = RequirementDraft(temp_id="odd", name="Qualia", source="user")
    root = engine.structure(brief, [own, strange], {})
    covered = {i: n.name for n in root.walk() for i in n.requirement_temp_ids}
    assert "odd" not in covered
    assert any(
        "LED" in n.name or "Lamp" in n.name for n in root.walk() if "mine" in n.requirement_temp_ids
    )


def found(name: str, part_type: str = "Purchase", state: str = "Released") -> FoundPart:
    return FoundPart(
        item_id=ItemId(f"00000000-0000-7000-8000-{abs(hash(name)) % 10**12:012d}"),
        item_number=f"PN-{len(name)}",
        name=name,
        revision="A",
        state=state,
        part_type=part_type,
    )


@pytest.mark.parametrize(
    ("existing", "is_used"),
    [
        ("Deep groove ball bearing 6002-2RS", True),
        ("Bearing 6002 ZZ", True),
        ("Deep groove ball bearing 6003-2RS", False),
        ("Socket head cap screw DIN 912 M6x25", True),
        ("Hexagon socket head cap screw ISO 4762 M6x30", False),
        ("Washer 6 ISO 7089 - 6", True),
        ("Shaft seal 99x120x12", False),
    ],
)
def test_existing_parts_are_reused_where_they_are_the_same(existing: str, is_used: bool) -> None:
    brief = engine.understand("Gearbox, ratio 5:1, 20 Nm", {}, [])
    part = found(existing)
    root = engine.structure(brief, [], {"any": [part]})
    reused = [n for n in root.walk() if not n.is_new]
    assert bool(reused) is is_used
    assert all(
        n.existing_item_id == part.item_id and part.item_number in n.rationale for n in reused
    )


@pytest.mark.parametrize(("colour", "is_used"), [("white", True), ("black", False)])
def test_a_part_of_another_colour_is_not_reused(colour: str, is_used: bool) -> None:
    brief = engine.understand("A desk with a white top, 1400 x 700 mm", {}, [])
    (top,) = [n for n in engine.structure(brief, [], {}).walk() if n.name.startswith("Table top 1")]
    part = replace(found(top.name, "Manufacture"), material=f"Oak, solid, oiled, {colour}")
    root = engine.structure(brief, [], {"any": [part]})
    assert any(not n.is_new for n in root.walk()) is is_used


def test_an_obsolete_part_is_not_reused() -> None:
    brief = engine.understand("Gearbox, ratio 5:1, 20 Nm", {}, [])
    part = found("Deep groove ball bearing 6002-2RS", state="Obsolete")
    assert all(n.is_new for n in engine.structure(brief, [], {"any": [part]}).walk())


def test_the_library_is_searched_for_designations() -> None:
    brief = engine.understand("Gearbox, ratio 5:1, 20 Nm", {}, [])
    queries = engine.searches(brief, engine.requirements(brief))
    assert "6002" in queries
    assert "M6x25" in queries
    assert all(len(q) <= 60 for q in queries)


@pytest.mark.parametrize("stage", ["requirements_drafting", "bom_drafting"])
def test_a_stage_is_summed_up(stage: str) -> None:
    brief = engine.understand(CASES[0].text, {}, [])
    assert "lamp" in engine.summary(stage, brief, 12)
    assert "12" in engine.summary(stage, brief, 12)
