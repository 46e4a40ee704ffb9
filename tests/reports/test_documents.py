"""PDF documents of reports: their words and figures in the reader's language, and their chart."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument  # pyright: ignore[reportMissingTypeStubs]

from partwright.preferences.model import Language
from partwright.reports.chart_drawing import chart_of
from partwright.reports.fields import ReportField, ReportFields
from partwright.reports.model import ChartKind, ReportChart, ReportColumn
from partwright.reports.paper_wording import ENGLISH, GERMAN
from tests.reports.scenes import by, column, made
from tests.support.application import Api, data, problems
from tests.support.people import ENGINEER
from tests.world import World

PAGE = Path(__file__).parents[2] / "web" / "src" / "app" / "words.de.json"
COLUMNS = [
    column("parts.material", 0, label="Werkstoff"),
    column("state", 1, label="Stand"),
    column("parts.cost", 2, label="Kosten", formatType="number", aggregate="sum"),
    column("parts.weight", 3, label="Gewicht", formatType="number", aggregate="average"),
    column(
        "itemNumber", 4, label="Anzahl", formatType="number", aggregate="count", isVisible=False
    ),
]


def text_of(pdf: bytes) -> str:
    """All that a document says, in one line."""
    document: Any = PdfDocument(pdf)
    pages = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return " ".join("\n".join(pages).split())


async def exported(api: Api, report: dict[str, Any], **options: Any) -> str:
    path = f"/api/reports/{report['id']}/export?format=pdf"
    answer = await api.post(path, options, as_=ENGINEER)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    return text_of(answer.content)


async def test_a_document_speaks_the_language_of_its_reader(world: World, api: Api) -> None:
    for cost, material in (("1234.5", "Tin"), ("1", "Tin"), ("2", "Tin"), ("0.25", None)):
        await world.part("Bolt", cost=cost, weight=cost, material=material)
    chart = {"kind": "bar", "label": "parts.material", "value": "count(itemNumber)"}
    one = await made(
        api, name="Kosten", columns=COLUMNS, chart=chart, sorts=[by("parts.material", "desc")]
    )
    english = await exported(api, one)
    assert "Parts, 2 rows, 20" in english
    for said in ("Tin Draft 1,237.50 412.5", "none Draft 0.25 0.25", "Anzahl / Werkstoff"):
        assert said in english
    german = await exported(api, one, language="de")
    assert "Teile, 2 Zeilen, " in german
    for said in ("Tin Entwurf 1.237,50 412,5", "ohne Entwurf 0,25 0,25", "Anzahl / Werkstoff"):
        assert said in german
    # Who says nothing gets what their page is read in.
    path = "/api/users/me/preferences"
    data(await api.put(path, {"preferences": {"language": "de"}}, as_=ENGINEER))
    assert "Teile, 2 Zeilen, " in await exported(api, one)
    wrong = await api.post(f"/api/reports/{one['id']}/export", {"language": "xx"}, as_=ENGINEER)
    assert "language" in problems(wrong)


def test_a_document_and_the_page_have_the_same_german_words() -> None:
    page: dict[str, str] = json.loads(PAGE.read_text())
    own = {word: said for word, said in GERMAN.words.items() if word not in ("Yes", "No")}
    assert own == {word: page.get(word) for word in own}


@pytest.mark.parametrize(
    ("path", "kind", "value", "german"),
    [
        ("parts.cost", "currency", "-1234.5", "-1.234,50 $"),
        ("parts.cost", "text", "1234.5", "1234,5"),
        ("parts.cost", "number", "1234", "1.234,00"),
        ("parts.cost", "number", "0.0125", "0,0125"),
        ("parts.weight", "number", "1234", "1.234"),
        ("parts.cost", "percentage", "0.1235", "12,35 %"),
        ("createdAt", "datetime", "2026-11-21T09:30:00.000Z", "21.11.2026 09:30:00"),
        ("createdAt", "date", "2026-11-21T09:30:00.000Z", "21.11.2026"),
        ("parts.partType", "text", "Purchase", "Kauf"),
        ("parts.location", "boolean", "yes", "Ja"),
        # What people wrote is theirs, even where the program has the word.
        ("name", "text", "Draft 1.5, 2026-11-21", "Draft 1.5, 2026-11-21"),
        ("attributes.state of it", "text", "Draft", "Draft"),
    ],
)
def test_figures_dates_and_words_are_german(path: str, kind: Any, value: str, german: str) -> None:
    field = ReportFields("Part").find(path)
    assert field is not None
    assert GERMAN.cell(ReportColumn(path, "", 0, True, kind), field, value) == german


def drawn(
    kind: ChartKind, amounts: Sequence[str | None], language: Language = "en"
) -> dict[str, Any] | None:
    """The chart of parts that are called 1, 2, 3, over their costs."""
    known = ReportFields("Part")
    name, cost = known.find("name"), known.find("parts.cost")
    assert name is not None
    assert cost is not None
    columns: list[tuple[ReportColumn, ReportField]] = [
        (ReportColumn("name", "Name", 0, True), name),
        (ReportColumn("parts.cost", "Cost", 1, True, "number"), cost),
    ]
    rows = [(str(place), amount) for place, amount in enumerate(amounts, 1)]
    wording = GERMAN if language == "de" else ENGLISH
    return chart_of(ReportChart(kind, "name", "parts.cost"), columns, rows, wording)


def test_bars_stand_on_zero_between_round_figures() -> None:
    chart = drawn("bar", ["1500", "-250", None, "0"], "de")
    assert chart is not None
    assert [tick["text"] for tick in chart["ticks"]] == ["-500", "0", "500", "1.000", "1.500"]
    assert chart["zero"] == 0.25
    assert [(one["label"], one["at"]) for one in chart["points"]] == [
        ("1", 1.0),
        ("2", 0.125),
        ("4", 0.25),
    ]
    assert not chart["upright"]
    many = drawn("bar", ["1"] * 40)
    assert many is not None
    assert not many["upright"]
    for amounts in (["0"], ["0.000000000001"], ["-3"], ["99999999999999"]):
        assert drawn("line", amounts) is not None
    assert drawn("bar", [None]) is None


def test_of_many_points_the_first_are_drawn_and_told() -> None:
    chart = drawn("bar", ["1"] * 41, "de")
    assert chart is not None
    assert (len(chart["points"]), chart["note"]) == (40, "Gezeichnet sind die ersten 40.")
    line = drawn("line", ["1"] * 400)
    assert line is not None
    assert line["upright"]
    assert sum(1 for one in line["points"] if one["label"]) == 40


def test_the_rest_of_a_pie_is_one_slice() -> None:
    chart = drawn("pie", ["8", "-1", *["1"] * 10])
    assert chart is not None
    assert [(one["label"], one["text"]) for one in chart["slices"]][::7] == [
        ("1", "8.00"),
        ("Others", "4.00"),
    ]
    # The first is less than half of the circle: it ends on the right of the middle, below.
    assert [round(one, 2) for one in chart["slices"][0]["outline"][-1]] == [0.67, 0.97]
    assert drawn("pie", ["0", "-2"]) is None


@pytest.mark.parametrize("kind", ["line", "pie"])
async def test_a_chart_of_every_kind_is_set(world: World, api: Api, kind: ChartKind) -> None:
    for cost in range(1, 10):
        await world.part(f'Bolt #let "{cost}"', cost=str(cost))
    chart = {"kind": kind, "label": "name", "value": "parts.cost"}
    columns = [column("name"), column("parts.cost", 1, label="Cost, each")]
    one = await made(api, columns=columns, chart=chart, sorts=[by("name")])
    said = await exported(api, one, language="de")
    assert 'Bolt #let "8"' in said
    assert ("Andere" in said) is (kind == "pie")
