"""The reader of STEP files: real ways of writing, nasty strings, and garbage."""

import time
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.cad_files.step.statements import NotAStepFile
from partwright.cad_files.step.structure import StepNode, StepReader, StepStructure, nested_tree
from partwright.cad_files.step.values import MalformedStep, decode_step_text, parse_instance
from tests.cad_files.step_files import BRACKET, HEAD, TAIL, step_file


def read(content: bytes, *, pieces: int = 1 << 16) -> StepStructure:
    reader = StepReader()
    for start in range(0, len(content), pieces):
        reader.feed(content[start : start + pieces])
    return reader.structure()


def outline(nodes: list[StepNode]) -> dict[str, object]:
    return {f"{n.quantity} {n.name}": outline(n.children) for n in nodes}


def test_products_usages_and_quantities() -> None:
    found = read(step_file(BRACKET))
    assert (len(found.products), len(found.usages)) == (9, 13)
    assert found.schema == "AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }"
    nodes, truncated = nested_tree(found)
    assert not truncated
    assert outline(nodes) == {
        "1 as1": {
            "1 rod-assembly": {"2 nut": {}, "1 rod": {}},
            "2 l-bracket-assembly": {"3 nut-bolt": {"1 bolt": {}, "1 nut": {}}, "1 l-bracket": {}},
            "1 plate": {},
        }
    }
    assert [u.name for u in found.usages][:3] == [
        "rod-assembly_1",
        "l-bracket-assembly_2",
        "l-bracket-assembly_3",
    ]
    assert found.products[0].revision == "A"


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 400))
def test_how_the_bytes_arrive_does_not_matter(pieces: int) -> None:
    extra = "#500=X('it''s;'/* a ; 'comment' */,#2);/* not #501=PRODUCT('no','no','',()); */\n"
    content = step_file({"a;'": ["b"]} | {}, extra=extra).replace(b"a;'", b"a;''")
    assert read(content, pieces=pieces) == read(content)
    assert [p.name for p in read(content, pieces=pieces).products] == ["a;'", "b"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (b"plain", "plain"),
        (b"it's", "it's"),
        (b"Gr\\X2\\00F600DF\\X0\\e", "Größe"),
        (b"\\X\\D6l", "Öl"),
        (b"\\S\\vl", "öl"),
        (b"\\PB\\\\S\\1", "ą"),
        (b"\\X4\\0001F529\\X0\\", "\U0001f529"),
        (b"\\X2\\D83DDD29\\X0\\", "\U0001f529"),
        (b"a\\\\b", "a\\b"),
        ("Schraube Größe".encode(), "Schraube Größe"),
        ("Öl".encode("latin-1"), "Öl"),
        (b"\\X2\\D83D\\X0\\", "\ufffd"),
        (b"\\X2\\00F", "\\X2\\00F"),
        (b"a\x00b", "ab"),
        (b"two\r\nlines", "twolines"),
    ],
)
def test_strings_as_people_read_them(written: bytes, meant: str) -> None:
    assert decode_step_text(written) == meant


def test_a_usage_may_stand_for_several_pieces() -> None:
    extra = (
        "#800=MEASURE_WITH_UNIT(COUNT_MEASURE(4.),#1);\n"
        "#801=(ASSEMBLY_COMPONENT_USAGE('R1')NEXT_ASSEMBLY_USAGE_OCCURRENCE()"
        "PRODUCT_DEFINITION_RELATIONSHIP('7','screws','',#12,#22)PRODUCT_DEFINITION_USAGE()"
        "QUANTIFIED_ASSEMBLY_COMPONENT_USAGE(#800));\n"
    )
    found = read(step_file({"plate": ["screw"]}, extra=extra))
    quantified = found.usages[0]
    assert (quantified.name, quantified.reference_designator) == ("screws", "R1")
    assert quantified.quantity == 4
    assert found.quantities() == {10: {20: Decimal(5)}}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"\x89PNG\r\n\x1a\n",
        b"solid cube\nfacet normal 0 0 1\n",
        b"ISO-10303-21",
        b"ISO-10303-28;",
        HEAD.encode(),
        step_file(BRACKET)[:-10],
        step_file(BRACKET).replace(b"'plate'", b"'plate", 1),
        b"/* " + step_file(BRACKET),
        b"x" * (17 << 20),
        b"ISO-10303-21;'" + b";" * 200_000,
    ],
    ids=lambda content: f"{len(content)} {content[:14]!r}",
)
def test_what_is_no_step_file_is_refused(content: bytes) -> None:
    with pytest.raises(NotAStepFile):
        read(content, pieces=1 << 20)


@settings(max_examples=150, deadline=None)
@given(st.text("#()'$*,.;=ABCPRODUCT0123456789 \n\\/\"", max_size=60))
def test_garbage_between_statements_is_passed_over(garbage: str) -> None:
    try:
        found = read((HEAD + garbage + ";" + TAIL).encode())
    except NotAStepFile:
        return
    nodes, _ = nested_tree(found)
    assert len(nodes) <= 1


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_no_statement_breaks_the_reader(statement: bytes) -> None:
    for text in (statement, b"#1=" + statement, b"#1=A(" + statement):
        try:
            found = parse_instance(text)
        except MalformedStep:
            continue
        assert found.number >= 0


@pytest.mark.parametrize(
    "filler", [b"A()", b" ", b"=", b"'';", b"/*;*/"], ids=["entities", *["blanks", "=", "'", "/*"]]
)
def test_reading_takes_time_in_proportion_to_the_size(filler: bytes) -> None:
    def seconds(count: int) -> float:
        statement = b"#1=(PRODUCT('a','b','c',())" + filler * count + b");\n"
        content = HEAD.encode() + statement + TAIL.encode()
        begun = time.perf_counter()
        with suppress(NotAStepFile):
            read(content)
        return time.perf_counter() - begun

    few, many = 30_000, 240_000
    assert seconds(many) < 40 * max(seconds(few), 0.005)


def test_a_deep_list_and_an_endless_number_are_malformed() -> None:
    for text in (b"#1=A(" + b"(" * 100_000, b"#" + b"9" * 5000 + b"=A()"):
        with pytest.raises(MalformedStep):
            parse_instance(text)


def test_a_circle_and_an_explosion_are_cut() -> None:
    nodes, truncated = nested_tree(read(step_file({"a": ["b"], "b": ["a"]})))
    assert truncated
    assert len(nodes) == 2
    doubling = {f"p{n}": [f"p{n + 1}", f"q{n}"] for n in range(60)}
    doubling |= {f"q{n}": [f"p{n + 1}"] for n in range(60)}
    _, truncated = nested_tree(read(step_file(doubling)))
    assert truncated


def test_usages_of_what_is_not_there_are_left_out() -> None:
    extra = "#700=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#12,#999,$);\n#701=PRODUCT();\n"
    found = read(step_file({"a": ["b"]}, extra=extra))
    assert len(found.usages) == 1
    assert [p.name for p in found.products] == ["a", "b", ""]
