import pytest

from partwright.imports.sheets.cell_values.dates import looks_like_date, order_shown, read_date
from partwright.imports.sheets.cell_values.decimals import NotUnderstood


@pytest.mark.parametrize(
    ("text", "date"),
    [
        *[(text, "2026-11-21") for text in ("2026-11-21", " 2026/11/21 ", "21.11.2026")],
        *[(text, "2026-11-21") for text in ("21. 11. 2026", "21/11/2026", "11/21/2026")],
        *[(text, "2026-11-21") for text in ("21 Nov 2026", "21-NOV-2026", "Nov 21, 2026")],
        *[(text, "2026-11-21") for text in ("21. November 2026", "21 novembre 2026")],
        ("4.3.2026", "2026-03-04"),
        ("04/04/2026", "2026-04-04"),
        ("3. März 2026", "2026-03-03"),
    ],
)
def test_dates(text: str, date: str) -> None:
    assert read_date(text) == (date, False)
    assert looks_like_date(text)


@pytest.mark.parametrize(
    "text",
    [
        *("soon", "2026-02-30", "31.02.2026", "21/13/2026", "21.11.26", "2026", "20261121"),
        *("0 Nov 2026", "21 Nul 2026", "2026-11-21 soon", "２０２６-11-21", "9999999999"),
    ],
)
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(NotUnderstood, match="a date such as"):
        read_date(text)


def test_an_open_date_is_decided_by_the_others() -> None:
    with pytest.raises(NotUnderstood, match="may be 2026-03-04 or 2026-04-03"):
        read_date("04/03/2026")
    assert read_date("04/03/2026", order="day") == ("2026-03-04", False)
    assert read_date("04/03/2026", order="month") == ("2026-04-03", False)
    assert order_shown("21/11/2026") == "day"
    assert order_shown("11-21-2026") == "month"
    assert order_shown("04/03/2026") is order_shown("21.11.2026") is None


@pytest.mark.parametrize(
    ("text", "has_time"),
    [
        ("2026-11-21T09:30:00.000Z", True),
        ("21.11.2026 09:30", True),
        ("11/21/2026 9:30 AM", True),
        ("2026-11-21 00:00:00", False),
    ],
)
def test_the_time_of_day_is_told(text: str, has_time: bool) -> None:
    assert read_date(text) == ("2026-11-21", has_time)
