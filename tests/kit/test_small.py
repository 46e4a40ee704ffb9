import re
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from partwright.kit import clock, etag, ids
from partwright.kit.errors import PreconditionFailed
from partwright.kit.pages import Page, PageRequest
from partwright.kit.patterns import lazy_regex
from partwright.kit.plain_sheets import plain_workbook

moments = st.datetimes(min_value=datetime(1970, 1, 2), timezones=st.just(UTC))  # noqa: DTZ001


@given(moments, moments)
def test_stamps_sort_by_time(a: datetime, b: datetime) -> None:
    assert (clock.stamp(a) <= clock.stamp(b)) or a > b


@given(moments)
def test_a_stamp_names_its_moment_to_the_millisecond(moment: datetime) -> None:
    assert (
        timedelta(0) <= moment - clock.parse_moment(clock.stamp(moment)) < timedelta(milliseconds=1)
    )


def test_a_stamp_is_written_in_utc_with_milliseconds() -> None:
    cet = timezone(timedelta(hours=1))
    assert clock.stamp(datetime(2026, 11, 21, 10, 30, 0, 999, cet)) == "2026-11-21T09:30:00.000Z"
    assert clock.stamp(clock.parse_moment("2026-11-21T09:30:00")) == "2026-11-21T09:30:00.000Z"


def test_later_is_later() -> None:
    now = clock.now()
    assert clock.moment_later(seconds=-1) < now < clock.moment_later(seconds=60)


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        ("2026-11-21", True),
        ("2024-02-29", True),
        ("2026-02-29", False),
        ("2026-W01-1", False),
        ("20261121", False),
        ("2026-11-21 ", False),
        ("٢٠٢٦-11-21", False),
        ("", False),
    ],
)
def test_a_date_is_written_in_one_way(text: str, is_date: bool) -> None:
    assert clock.is_date(text) is is_date


def test_ids_sort_by_the_time_they_were_made() -> None:
    made = []
    for _ in range(5):
        made.append(ids.new_id())
        time.sleep(0.002)
    assert made == sorted(made)
    assert [ids.as_uuid(one) for one in made] == made


@pytest.mark.parametrize(
    "text", ["", "x", "0" * 32, "00000000-0000-0000-0000-00000000000g", "{…}", "٠" * 36]
)
def test_what_is_no_uuid(text: str) -> None:
    assert ids.as_uuid(text) is None


def test_a_uuid_is_known_by_its_lower_case_form() -> None:
    text = "01234567-89AB-7DEF-8123-456789ABCDEF"
    assert ids.as_uuid(text) == text.lower()
    assert ids.as_uuid(text + "\n") is None


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ('"a"', True),
        ('W/"a"', True),
        ('"b", "a"', True),
        ("*", True),
        ('"b"', False),
        ("a", False),
        ("", False),
        ('"ab"', False),
    ],
)
def test_a_header_names_a_tag(header: str, names: bool) -> None:
    assert etag.names_entity_tag(header, etag.quote_tag("a")) is names


def test_if_match_checks_the_present_state() -> None:
    etag.IfMatch(None).check('"2"')
    etag.IfMatch('"2"').check('"2"')
    with pytest.raises(PreconditionFailed):
        etag.IfMatch('"1"').check('"2"')


@given(st.integers(0, 10_000), st.integers(1, 100), st.integers(1, 200))
def test_pages_cover_a_list_once(total: int, limit: int, page: int) -> None:
    paging = PageRequest(page, limit)
    pages = Page([], total, paging).total_pages
    assert (paging.offset < total) == (page <= pages)
    assert pages == len(range(0, total, limit))


def test_texts_of_workbooks_are_texts(tmp_path: Path) -> None:
    texts = ["<r>&<b></r>", " a ", "=1+1", "a & <b>", "é\n\u2003x", "<r></r>" + "x" * 300 + "</r>"]
    book = plain_workbook(tmp_path / "x.xlsx")
    sheet, bold = book.add_worksheet("Plain"), book.add_format({"bold": True})
    for row, text in enumerate(texts):
        sheet.write_string(row, 0, text, bold)
        sheet.write_number(row, 1, Decimal("12.5"))
    book.close()
    read = CalamineWorkbook.from_path(str(tmp_path / "x.xlsx")).get_sheet_by_index(0)
    assert read.to_python() == [[text, 12.5] for text in texts]


def test_a_lazy_pattern_is_compiled_when_it_is_first_used() -> None:
    wrong, right = lazy_regex("("), lazy_regex(r"m(\d)", re.IGNORECASE)
    with pytest.raises(re.error):
        wrong.search("")
    assert right.findall("M5 m6") == ["5", "6"]
    assert (right.pattern, right.groups) == (r"m(\d)", 1)
    assert right.sub("x", "M5") == "x"


_PATTERNS = """
import gc, re
made, compile_now = [], re.compile
def counted(*args, **more):
    made.append(args)
    return compile_now(*args, **more)
re.compile = counted
import partwright.drafter.engine, partwright.imports.sheets.sheet_reader
at_first = len(made)
lazy = [one for one in gc.get_objects() if type(one).__name__ == "_LazyPattern"]
assert all(one.pattern for one in lazy)
print(at_first, len(lazy))
"""


def test_patterns_of_texts_and_lists_are_sound_and_compiled_late() -> None:
    """Those of the drafter and of lists took half of the time to start."""
    told = subprocess.run([sys.executable, "-c", _PATTERNS], stdout=subprocess.PIPE, check=True)
    at_first, late = map(int, told.stdout.split())
    assert at_first < late / 2
