"""Prices and lead times of drafted structures: assumed for every part, and stated ones go before."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Final

import msgspec
import pytest

from partwright.drafter import engine
from partwright.drafter.catalogue import kinds
from partwright.drafter.drafts import BomNodeDraft, PartForm
from partwright.drafter.structures import prices
from partwright.drafter.structures.price_list import price_rows
from partwright.drafter.text.words import stems

FILE: Final = Path(__file__).parents[2] / "scripts" / "gallery.toml"
GALLERY: Final = tomllib.loads(FILE.read_text("utf-8"))


def drafted(text: str) -> BomNodeDraft:
    return engine.structure(engine.understand(text, {}, []), [], {})


@pytest.mark.parametrize("kind", sorted(kinds())[::12])
def test_every_part_of_a_kind_has_a_price_that_says_it_is_assumed(kind: str) -> None:
    root = drafted(f"A {kind}")
    found = prices.estimates(root)
    priced = [one for one in root.walk() if not one.children and one.part_type != "Software"]
    assert {one.temp_id for one in priced} == set(found)
    assert all(one.is_cost_assumed and one.is_lead_time_assumed for one in found.values())
    assert all(one.basis.startswith("Assumed") for one in found.values())
    assert all((one.cost or 0) > 0 and (one.lead_time_days or 0) > 0 for one in found.values())
    assert prices.whole(root, found).costs.keys() == {"USD"}


def test_a_bought_part_is_priced_by_the_noun_that_it_is() -> None:
    told = {
        "Stepper motor driver": "board",
        "Hexagon socket head cap screw ISO 4762 M3x10": "screw",
        "Cable set with connectors": "electric",
        "Gas spring, 157 N": "cylinder",
        "LED driver, dimmable, 10 W": "board",
        "Hydraulic hand pump": "motor",
        "Swivel castors with brake": "wheel",
    }
    for name, key in told.items():
        part = BomNodeDraft(temp_id="a", name=name, part_type="Purchase")
        basis = prices.estimates(part)["a"].basis
        assert f"a bought {key}:" in basis, (name, basis)


def test_no_price_is_assumed_of_what_is_heavier_than_its_rule_holds_for() -> None:
    for method, side, is_priced in (("box", 100.0, True), ("box", 2000.0, False)):
        form = PartForm(method=method, parameters={"length": side, "width": side, "height": side})
        part = BomNodeDraft(temp_id="a", name="LED lamp", part_type="Purchase", form=form)
        found = prices.estimates(part)
        assert (found["a"].cost is not None, found["a"].is_cost_assumed) == (is_priced, is_priced)
        assert prices.whole(part, found).unknown == (not is_priced)


def test_stated_prices_go_before_and_the_sum_counts_every_use() -> None:
    screw = BomNodeDraft(temp_id="s", name="Screw", quantity=Decimal(4), part_type="Purchase",
                         cost=Decimal("0.5"), cost_currency="EUR", lead_time_days=2)  # fmt: skip
    box = BomNodeDraft(temp_id="b", name="Box", quantity=Decimal(3), children=(screw,))
    root = BomNodeDraft(temp_id="r", name="Product", children=(box,))
    found = prices.estimates(root)
    assert found["s"].is_assumed is False
    assert prices.whole(root, found) == prices.StructureCost(
        costs={"EUR": Decimal("6.00")}, lead_time_days=2
    )
    half = msgspec.structs.replace(screw, lead_time_days=None)
    assert prices.estimates(half)["s"].is_cost_assumed is False
    assert prices.estimates(half)["s"].is_lead_time_assumed is True


def test_a_price_stated_of_an_assembly_goes_before_those_of_its_parts() -> None:
    screw = BomNodeDraft(temp_id="s", name="Screw", part_type="Purchase", cost=Decimal(1))
    box = BomNodeDraft(temp_id="b", name="Box", quantity=Decimal(2), children=(screw,),
                       cost=Decimal(7), cost_currency="EUR", lead_time_days=9)  # fmt: skip
    own = BomNodeDraft(
        temp_id="o", name="Motor", is_new=False, existing_item_id="x", cost=Decimal(3)
    )
    root = BomNodeDraft(temp_id="r", name="Product", children=(box, own, screw))
    found = prices.estimates(root)
    assert (found["b"].cost, found["b"].currency, found["b"].is_assumed) == (7, "EUR", False)
    told = prices.whole(root, found)
    assert told.costs == {"EUR": Decimal(14), "USD": Decimal(4)}
    assert (told.lead_time_days >= 9, told.unknown) == (True, 0)


def test_a_sum_has_as_many_digits_as_it_needs_and_is_left_out_beyond_all_sense() -> None:
    most, told = Decimal(999_999_999_999), prices.StructureCost()
    node = BomNodeDraft(temp_id="s", name="Screw", quantity=most, part_type="Purchase", cost=most)
    for depth in range(8):
        node = BomNodeDraft(temp_id=f"{depth}", name="Box", quantity=most, children=(node,))
        told = prices.whole(node, prices.estimates(node))
        if depth < 3:
            assert told.costs == {"USD": Decimal(int(most) ** (depth + 2))}, depth
    assert (told.costs, told.unknown) == ({}, 1)


def test_no_word_of_the_list_of_prices_means_two_rows() -> None:
    words = [w for row in price_rows("bought").values() for w in {*map(stems, row.words)}]
    assert sorted(words) == sorted(set(words))
