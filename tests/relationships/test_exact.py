"""Quantities beyond all figures are refused, whichever digits they have."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from partwright.relationships.exact import ExactProduct, TooPrecise, exact_arithmetic, plain


def one_total(one: Decimal, other: Decimal) -> Decimal:
    with exact_arithmetic():
        return plain(one * other)


@pytest.mark.parametrize("multiply", [ExactProduct(), one_total])
@pytest.mark.parametrize("factor", [f"1{'0' * 250}", "9" * 250, f"1.{'0' * 249}1"], ids=len)
def test_a_product_of_too_many_digits_is_refused(
    multiply: Callable[[Decimal, Decimal], Decimal], factor: str
) -> None:
    with pytest.raises(TooPrecise):
        multiply(Decimal(factor), Decimal(factor))
    assert multiply(Decimal(10**199), Decimal(10**200)) == 10**399
