"""Entries of histories in one line, in every shape that histories hold."""

from typing import Any

import msgspec
import pytest

from partwright.cli.history_texts import changes_told

SHOWN = {
    "id": "a",
    "manufacturer": {"id": "m1", "name": "Murata"},
    "mpn": "GRM188",
    "status": "preferred",
    "suppliers": [
        {
            "supplier": {"id": "s1", "name": "Digi-Key"},
            "orderCode": "490",
            "prices": [
                {"quantity": 1, "price": 0.1, "currency": "USD"},
                {"quantity": 1000, "price": 0.012, "currency": "EUR"},
            ],
        }
    ],
}
KEPT = {
    "id": "a",
    "manufacturerId": "m1",
    "mpn": "GRM188",
    "suppliers": [
        {"supplierId": "s1", "prices": [{"quantity": "2.50", "price": "0.1", "currency": "USD"}]}
    ],
}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (SHOWN, "Murata GRM188 (preferred); Digi-Key 490 1: 0.1 USD, 1000: 0.012 EUR"),
        (KEPT, "m1 GRM188 (approved); s1 2.5: 0.1 USD"),
        ({"id": "a", "manufacturer": None, "mpn": "X"}, "X (approved)"),
        ("Murata GRM188", "Murata GRM188"),
    ],
)
def test_sources_are_told_in_whatever_shape_they_were_kept(source: Any, told: str) -> None:
    def changes(before: Any, after: Any) -> str:
        entry = {"sources": {"from": before, "to": after}}
        return changes_told(msgspec.Raw(msgspec.json.encode(entry)))

    assert changes(None, [source]) == f"source + {told}"
    assert changes([source], []) == f"source - {told}"
