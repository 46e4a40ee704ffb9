"""Ids of a file's items in few bytes: what is set is found, whatever the number of entries."""

from partwright.imports.compact_ids import CompactIds
from partwright.kit.ids import ItemId, new_id


def test_what_is_set_is_found_again() -> None:
    table = CompactIds()
    ids = {f"p-{number}": ItemId(new_id()) for number in range(5_000)}
    for text, item_id in ids.items():
        table[text] = item_id
    assert {text: table.get(text) for text in ids} == ids
    assert table.get("p-5000") is None
    assert "p-5000" not in table
    table.setdefault("p-0", ids["p-1"])
    table.setdefault("é\udc80", ids["p-1"])
    assert (table.get("p-0"), table.get("é\udc80")) == (ids["p-0"], ids["p-1"])


def test_a_name_of_several_items_leads_to_none() -> None:
    table = CompactIds()
    table["plate"] = ItemId(new_id())
    table["plate"] = None
    assert "plate" in table
    assert table.get("plate") is None
