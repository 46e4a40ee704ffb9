"""Arithmetic of the recipes: numbers, comparisons, choices and calls of sizing functions.

Expressions come from the catalogue alone, never from a user.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

import msgspec

Value = float | int | bool | str | msgspec.Struct
Function = Callable[..., Value]


class RecipeFault(Exception):
    """A recipe of the catalogue that cannot be read or evaluated."""


class ExpressionNames(msgspec.Struct, frozen=True):
    """A value and what it rests on: figures of the text, and assumptions."""

    value: Value
    given: frozenset[str] = frozenset()
    assumed: frozenset[str] = frozenset()


_BINARY: Final[Mapping[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b if b else 0.0,
    ast.Pow: lambda a, b: float(a**b),
    ast.FloorDiv: lambda a, b: a // b if b else 0.0,
}
_COMPARE: Final[Mapping[type[ast.cmpop], Callable[[float, float], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Arithmetic:
    """Evaluates expressions over named values, and notes what each result rests on."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self.chosen = set[str]()
        """The names whose values went into a result, and not only into the choice of one."""
        self._tests = 0

    def known(self, expression: str, names: Mapping[str, ExpressionNames]) -> ExpressionNames:
        """The value of the expression with everything that it rests on."""
        used = [names[name] for name in _names_in(expression) if name in names]
        return ExpressionNames(
            self._value(_parsed(expression), names),
            frozenset(g for k in used for g in k.given),
            frozenset(a for k in used for a in k.assumed),
        )

    def known_of_name(
        self, expression: str, names: Mapping[str, ExpressionNames]
    ) -> ExpressionNames:
        """The same for a name, which tells what it is chosen by: 5/8 inch of a thread of 15.9 mm."""
        self.chosen |= set(_names_in(expression))
        return self.known(expression, names)

    def _value(self, node: ast.expr, names: Mapping[str, ExpressionNames]) -> Value:
        match node:
            case ast.Constant(value=bool() | int() | float() | str() as value):
                return value
            case ast.Name(id=name):
                if name not in names:
                    raise RecipeFault(f"{name} is not known")
                if not self._tests:
                    self.chosen.add(name)
                return names[name].value
            case ast.Attribute(value=inner, attr=name):
                return _attribute(self._value(inner, names), name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(self._value(left, names), op, self._value(right, names))
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -_number(self._value(inner, names))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return not self._value(inner, names)
            case _:
                return self._choice(node, names)

    def is_condition_met(self, test: ast.expr | str, names: Mapping[str, ExpressionNames]) -> bool:
        """Whether a condition is met; what it looks at is no part of a result."""
        self._tests += 1
        try:
            return bool(self._value(_parsed(test) if isinstance(test, str) else test, names))
        finally:
            self._tests -= 1

    def _choice(self, node: ast.expr, names: Mapping[str, ExpressionNames]) -> Value:
        match node:
            case ast.BoolOp(op=op, values=values):
                result: Value = False
                for inner in values:
                    result = self._value(inner, names)
                    if bool(result) == isinstance(op, ast.Or):
                        break
                return result
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return _compared(self._value(left, names), op, self._value(right, names))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._value(body if self.is_condition_met(test, names) else orelse, names)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                if name not in self._functions:
                    raise RecipeFault(f"{name} is not a function of the recipes")
                return self._functions[name](*(self._value(a, names) for a in args))
            case _:
                raise RecipeFault(f"{ast.unparse(node)} cannot be used here")

    def _arithmetic(self, left: Value, op: ast.operator, right: Value) -> Value:
        if isinstance(op, ast.Add) and isinstance(left, str) and isinstance(right, str):
            return left + right
        return _BINARY[type(op)](_number(left), _number(right))


@cache
def _parsed(expression: str) -> ast.expr:
    try:
        return ast.parse(expression.strip(), mode="eval").body
    except SyntaxError as fault:
        raise RecipeFault(f"{expression!r} is not an expression") from fault


@cache
def _names_in(expression: str) -> tuple[str, ...]:
    return tuple(n.id for n in ast.walk(_parsed(expression)) if isinstance(n, ast.Name))


def _attribute(value: Value, name: str) -> Value:
    if not isinstance(value, msgspec.Struct) or name.startswith("_"):
        raise RecipeFault(f"{value!r} has no {name}")
    return getattr(value, name)


def _number(value: Value) -> float:
    if isinstance(value, str | msgspec.Struct):
        raise RecipeFault(f"{value!r} is not a number")
    return value


def _compared(left: Value, op: ast.cmpop, right: Value) -> bool:
    match op:
        case ast.Eq():
            return left == right
        case ast.NotEq():
            return left != right
        case ast.In():
            return str(left) in str(right).split()
        case _:
            return _COMPARE[type(op)](_number(left), _number(right))


def shown(value: Value) -> str:
    """A value as it stands in a name: 12, 2.5, 1500."""
    if isinstance(value, bool | str | msgspec.Struct):
        return str(value)
    if abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{float(f'{value:.3g}'):g}"
