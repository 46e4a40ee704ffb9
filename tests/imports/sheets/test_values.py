from decimal import Decimal

import pytest

from partwright.imports.sheets.cell_values.choice_values import read_choice
from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.money import read_currency, read_money
from partwright.imports.sheets.cell_values.values import (
    is_dotted_level,
    meaningful_text,
    read_lead_time,
    read_level,
    read_quantity,
    read_weight,
    read_whole,
)


@pytest.mark.parametrize(
    ("text", "stated", "amount", "currency"),
    [
        ("12.50", "", "12.50", ""),
        ("$12.50", "", "12.50", "USD"),
        ("$ 1,234.50", "", "1234.50", "USD"),
        ("12,50 €", "", "12.50", "EUR"),
        ("€12", "EUR", "12", "EUR"),
        ("USD 3", "", "3", "USD"),
        ("3 usd", "", "3", "USD"),
        ("3USD", "", "3", "USD"),
        ("$3", "CAD", "3", "CAD"),
        ("US$ 3", "", "3", "USD"),
        ("$3 USD", "", "3", "USD"),
        ("CA$3", "", "3", "CAD"),
        ("£2.05", "", "2.05", "GBP"),
        ("¥120", "", "120", "JPY"),
        ("¥120", "CNY", "120", "CNY"),
        ("￥120", "CNY", "120", "CNY"),
        ("CHF 1'200.50", "", "1200.50", "CHF"),
        ("Fr. 12.50", "", "12.50", "CHF"),
        ("12,- €", "", "12", "EUR"),
        ("25 kr", "SEK", "25", "SEK"),
        ("12,50 zł", "", "12.50", "PLN"),
        ("$0.10/ea", "", "0.10", "USD"),
        ("0.10 EUR each", "", "0.10", "EUR"),
        ("1\u00a0234,50\u00a0€", "", "1234.50", "EUR"),
        ("0", "", "0", ""),
        ("Unit @ 5", "", "5", ""),
        ("100 @ 0.05", "", "0.05", ""),
        ("10 @ $2", "", "2", "USD"),
    ],
)
def test_money(text: str, stated: str, amount: str, currency: str) -> None:
    assert read_money(text, stated=stated) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        *[("about three", ""), ("3-4", ""), ("-3", ""), ("$-3", ""), ("25 kr", ""), ("€3", "USD")],
        *[("3.50 @ 100", ""), ("1.25@1000", ""), ("2 EUR @ 100", ""), ("0,05 @1000", "")],
        *[("3 @ 100", ""), ("5 @ 1,000 pcs", ""), ("EUR @ 100", ""), ("$5 @ 100", "")],
        *[("3 XYZ", ""), ("ask", ""), ("$3 EUR", ""), ("TBD", ""), ("3 kg", "")],
    ],
)
def test_money_that_is_not_understood(text: str, stated: str) -> None:
    with pytest.raises(NotUnderstood):
        read_money(text, stated=stated)


@pytest.mark.parametrize(("text", "code"), [("eur", "EUR"), ("€", "EUR"), ("$", "USD")])
def test_currencies(text: str, code: str) -> None:
    assert read_currency(text) == code


@pytest.mark.parametrize("text", ["XXY", "kr", "dollars or so"])
def test_currencies_that_are_none(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_currency(text)


@pytest.mark.parametrize(
    ("text", "stated", "weight", "unit"),
    [
        ("2.5 kg", "", "2.5", "kg"),
        ("2,5kg", "", "2.5", "kg"),
        ("300 g", "", "300", "g"),
        ("12 oz", "", "12", "oz"),
        ("3 lbs.", "", "3", "lb"),
        ("3 Pounds", "lb", "3", "lb"),
        ("1 500 Gramm", "", "1500", "g"),
        ("0", "g", "0", "g"),
        ("4", "", "4", ""),
    ],
)
def test_weights(text: str, stated: str, weight: str, unit: str) -> None:
    assert read_weight(text, stated=stated) == (Decimal(weight), unit)


@pytest.mark.parametrize(("text", "stated"), [("3 m", ""), ("kg", ""), ("3 kg", "g"), ("-1 g", "")])
def test_weights_that_are_not_understood(text: str, stated: str) -> None:
    with pytest.raises(NotUnderstood):
        read_weight(text, stated=stated)


@pytest.mark.parametrize(
    ("text", "days_per_unit", "days"),
    [
        *[("14", 1, 14), ("14 days", 1, 14), ("2 weeks", 1, 14), ("2 wk", 1, 14), ("2", 7, 14)],
        *[("14 Tage", 1, 14), ("2 Wochen", 1, 14), ("10 jours", 7, 10), ("14.0", 1, 14)],
        *[("0.5", 14, 7), ("0", 1, 0), ("1 d", 1, 1)],
    ],
)
def test_lead_times(text: str, days_per_unit: int, days: int) -> None:
    assert read_lead_time(text, days_per_unit=days_per_unit) == days


@pytest.mark.parametrize("text", ["2 months", "10-12 weeks", "1.5 weeks", "stock", "-1", "1.5"])
def test_lead_times_that_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_lead_time(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *[("make", "Manufacture"), ("MADE", "Manufacture"), ("In-House", "Manufacture")],
        *[("bought", "Purchase"), ("COTS", "Purchase"), ("Kaufteil", "Purchase")],
        *[("Off the  shelf", "Purchase"), ("firmware", "Software"), ("Phantom", "Phantom")],
    ],
)
def test_part_types(text: str, meant: str) -> None:
    assert read_choice("partType", text) == meant


def test_other_part_types_are_refused_with_a_list() -> None:
    with pytest.raises(NotUnderstood, match="Phantom"):
        read_choice("partType", "Resistor")


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("4", "4"),
        ("4x", "4"),
        ("x4", "4"),
        ("2 pcs.", "2"),
        ("3 Stk", "3"),
        ("2,5", "2.5"),
        ("0", "0"),
    ],
)
def test_quantities(text: str, quantity: str) -> None:
    assert read_quantity(text) == Decimal(quantity)


@pytest.mark.parametrize("text", ["2.5 m", "A/R", "-1", "two", "1 of 2"])
def test_quantities_that_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_quantity(text)


def test_whole_numbers() -> None:
    assert read_whole("10.0") == 10
    for text in ("10a", "1.5", "-1"):
        with pytest.raises(NotUnderstood):
            read_whole(text)


@pytest.mark.parametrize(
    ("text", "dotted", "level"),
    [
        *[("0", False, 0), (" 2 ", False, 2), ("2.0", False, 2), ("..2", False, 2)],
        *[("  3", False, 3), ("> 1", False, 1), ("1", True, 1), ("1.2.3", True, 3)],
        *[("1.2.3.", True, 3), ("1.0", True, 1), ("10.20", True, 2)],
    ],
)
def test_levels(text: str, dotted: bool, level: int) -> None:
    assert read_level(text, dotted=dotted) == level


@pytest.mark.parametrize("text", ["", "top", "1a", "-", "99999"])
def test_levels_that_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_level(text, dotted=False)


def test_only_places_of_several_numbers_are_dotted() -> None:
    assert is_dotted_level("1.2")
    assert is_dotted_level("1.0.1")
    assert not any(map(is_dotted_level, ["1", "1.0", "2.00", "..2", "a.b", "1.", ""]))


def test_signs_for_nothing_are_empty() -> None:
    assert {meaningful_text(text) for text in ("", " ", "-", "N/A", "n.a.", "—", "None")} == {""}
    assert meaningful_text(" TBD ") == "TBD"
