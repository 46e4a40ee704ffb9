"""The language of a visitor's page."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.shares.wording import ENGLISH, GERMAN, Wording, asked_wording
from tests.packages.test_packages import released
from tests.shares.test_shares import HTML, share, visit
from tests.support.application import Api

WORDS = Path(__file__).parents[2] / "web/src/app/words.de.json"


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (None, ENGLISH),
        ("", ENGLISH),
        ("de", GERMAN),
        ("de-AT,de;q=0.9,en;q=0.8", GERMAN),
        ("en-GB, en;q=0.9, de;q=0.8", ENGLISH),
        ("fr-FR, de;q=0.3, en;q=0.2", GERMAN),
        ("en;q=0.2, DE;q=0.30", GERMAN),
        ("de;q=0", ENGLISH),
        ("de;q=high", ENGLISH),
        ("de;q=1e9, en;q=0.1", ENGLISH),
        ("fr, *", ENGLISH),
    ],
)
def test_the_preferred_of_two_languages_is_spoken(accepted: str | None, expected: Wording) -> None:
    assert asked_wording(accepted) is expected


@given(st.text())
def test_any_header_is_read(accepted: str) -> None:
    assert asked_wording(accepted) in (ENGLISH, GERMAN)


def test_words_are_those_of_the_web_application() -> None:
    words = json.loads(WORDS.read_text("utf-8"))
    states = ("Draft", "In Review", "Approved", "Released", "Superseded", "Obsolete")
    assert {state: GERMAN.named(state) for state in states} == {s: words[s] for s in states}


async def test_a_german_browser_sees_german(api: Api) -> None:
    made = await released(api)
    given = await share(made)
    german = {**HTML, "Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}
    page = (await visit(api, given["path"], headers=german)).text
    assert '<html lang="de">' in page
    label = 'data-label="Menge"'
    for text in ("Stückliste (PDF)", ">Nummer</th>", "Freigegeben. Geteilt von ", ">Größe<", label):
        assert text in page, text
    assert "Item Number" not in page
    english = (await visit(api, given["path"], headers=HTML)).text
    assert '<html lang="en">' in english
    assert "Released. Shared by " in english
    gone = await visit(api, "/share/nothing", headers=german)
    assert (gone.status_code, GERMAN.ended in gone.text) == (404, True)
    locked = await share(made, password="a long secret for them")
    asked = await visit(api, locked["path"], headers=german)
    assert (asked.status_code, GERMAN.locked in asked.text) == (401, True)
