"""Arithmetic of structures: exact decimals, up to a length that nobody needs."""

from collections.abc import Generator
from contextlib import contextmanager
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow, localcontext

from partwright.kit.errors import UnprocessableInput

DIGITS = 400
"""Fourteen levels of the longest quantities there are, or 1,300 levels of pairs."""

_ONE = Decimal(1)
_LOST = (Inexact, InvalidOperation, Overflow)
"""What exceeds the digits; InvalidOperation where all that is too much are zeros at the end."""
_CONTEXT = Context(prec=DIGITS, traps=[*_LOST])


class TooPrecise(UnprocessableInput):
    """Quantities that multiply to a number which no figure can hold exactly."""

    def __init__(self) -> None:
        super().__init__(
            f"The quantities multiply to more than {DIGITS} digits; ask for less depth"
        )


@contextmanager
def exact_arithmetic() -> Generator[None]:
    """Nothing in the block is rounded; TooPrecise instead."""
    try:
        with localcontext(_CONTEXT):
            yield
    except _LOST as error:
        raise TooPrecise from error


class ExactProduct:
    """Multiplies plain numbers to plain ones, in any thread; TooPrecise for what cannot be exact."""

    def __init__(self) -> None:
        self._context = _CONTEXT.copy()

    def __call__(self, one: Decimal, other: Decimal) -> Decimal:
        try:
            product = self._context.multiply(one, other)
            if product.same_quantum(_ONE):
                return product
            if product == product.to_integral_value():
                return self._context.quantize(product, _ONE)
            return product.normalize(self._context)
        except _LOST as error:
            raise TooPrecise from error


def plain(value: Decimal) -> Decimal:
    """Without trailing zeros and without an exponent."""
    if value.same_quantum(_ONE):
        return value
    value = value.normalize()
    exponent = value.as_tuple().exponent
    return value.quantize(_ONE) if isinstance(exponent, int) and exponent > 0 else value


def text(value: Decimal) -> str:
    """The plain spelling, without trailing zeros."""
    return format(plain(value), "f")
