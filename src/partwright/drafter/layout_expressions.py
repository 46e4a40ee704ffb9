"""Figures of forms and layouts: numbers, or arithmetic over named dimensions; pure and bounded."""

import ast
import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from partwright.drafter.sizing.functions import arc, cosine, sine
from partwright.kit.patterns import lazy_regex

LONGEST: Final = 300
"""Characters of one expression."""
LARGEST: Final = 1e7
NAME: Final = lazy_regex(r"[A-Za-z_][A-Za-z0-9_]{0,39}\Z")


class ExpressionProblem(ValueError):
    """An expression that gives no figure; the message says why."""


Computation = Callable[[Mapping[str, float]], float]
"""A figure from the values of the dimensions."""

_BINARY: Final[Mapping[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


def _tan(degrees: float) -> float:
    return math.tan(math.radians(degrees))


def _least(*values: float) -> float:
    return min(values)


def _most(*values: float) -> float:
    return max(values)


_FUNCTIONS: Final[dict[str, Callable[..., float]]] = {
    "min": _least,
    "max": _most,
    "sqrt": math.sqrt,
    "floor": math.floor,
    "ceil": math.ceil,
    "sin": sine,
    "cos": cosine,
    "tan": _tan,
    "atan": arc,
}


def figure(value: float | str, names: Mapping[str, float]) -> float:
    """The number that a figure comes to; ExpressionProblem where it comes to none."""
    if not isinstance(value, str):
        result = float(value)
    else:
        try:
            result = _computation(value)(names)
        except (ZeroDivisionError, OverflowError, ValueError, TypeError) as fault:
            if isinstance(fault, ExpressionProblem):
                raise
            raise ExpressionProblem(f"{value!r} cannot be computed: {fault}") from fault
    if not math.isfinite(result) or abs(result) > LARGEST:
        raise ExpressionProblem(f"{value!r} is not a figure of a real product")
    return result


def dimensions(
    own: Mapping[str, float | str], above: Mapping[str, float] | None = None
) -> dict[str, float]:
    """All dimensions by name: those above, and the own ones in whatever order they stand."""
    inherited, found = dict(above or {}), dict[str, float]()
    waiting = dict(own)
    while waiting:
        left: dict[str, float | str] = {}
        problem: ExpressionProblem | None = None
        for name, value in waiting.items():
            # A name of one's own hides the one above, but for its own expression.
            visible = {n: v for n, v in inherited.items() if n == name or n not in own}
            try:
                found[name] = figure(value, visible | found)
            except ExpressionProblem as fault:
                left[name], problem = value, fault
        if len(left) == len(waiting):
            assert problem is not None
            raise problem
        waiting = left
    return inherited | found


@lru_cache(maxsize=8192)
def _computation(text: str) -> Computation:
    if len(text) > LONGEST:
        raise ExpressionProblem(f"an expression has at most {LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise ExpressionProblem(f"{text!r} is not an expression") from fault
    return _compiled(tree)


def _compiled(node: ast.expr) -> Computation:
    """The computation that an expression stands for."""
    match node:
        case ast.Constant(value=int() | float() as value):
            number = float(value)
            return lambda _: number
        case ast.Name(id=name):
            return lambda names: _named(name, names)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            positive = _compiled(inner)
            return lambda names: -positive(names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            compute, first, second = _BINARY[type(op)], _compiled(left), _compiled(right)
            return lambda names: compute(first(names), second(names))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            function, given = _FUNCTIONS[name], [_compiled(one) for one in args]
            return lambda names: function(*[one(names) for one in given])
        case _:
            raise ExpressionProblem(
                "expected numbers, dimensions,"
                f" + - * / and {', '.join(_FUNCTIONS)}, got {ast.unparse(node)!r}"
            )


def _named(name: str, names: Mapping[str, float]) -> float:
    if name not in names:
        known = ", ".join(sorted(names)) or "none"
        raise ExpressionProblem(f"there is no dimension {name}; there are: {known}")
    return names[name]
