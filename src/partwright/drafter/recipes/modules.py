"""Recipes as text: an indented tree of assemblies and parts with sizes to be evaluated.

given reach = 400 <- reach, length     a figure of the text, or else the assumed value
count wheels = 4 <- wheel, caster      a count of the text, or else the assumed one
choice top = 'square' of seat <- round  a word of shape of the text, said of the product or of the parts named
says handle <- handle, push bar        whether the text says one of the words, and denies none
says told at first <- shelf            the same of the description alone, without later messages
let t = max(3, reach / 60)             calculated
if t > 5                               the lines below it only then; `else` after it
use cable(2000, 'USB')                 the lines of a module, with arguments
+ Base | quantity | topics | why       an assembly, with its parts indented below
- Plate {t} mm | material | quantity | topics | why          a part that is made
$ Screw {s.name} | material | quantity | topics | why        a part that is bought
@ Firmware | language | quantity | topics | why              software

Below a part or an assembly stand its form and its places, which decide how many there are:

form plate length=wide width=deep thickness=18     in the part language, figures without blanks
at 0, 0, high - 18 turn 0, 90, 0                   one place, millimetres and degrees
corners wide/2 - 40, deep/2 - 40, 0                four, mirrored in x and y
mirror 0, deep/2, 0                                two, mirrored in y (`flip` in x)
row 5, -100, 0, 0, 50, 0, 0                        so many, from a place by a step
ring 3, 40, 10                                     so many on a circle of a radius, at a height
slides jaw: 1, 0, 0, -40, 60                       how far it moves with all of that name, along a direction
turns arm #1: 0, 0, 1, 0, 0, 90, -45, 45           the first alone, about a direction through a point
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from partwright.drafter.catalogue import ModuleRow, module_rows
from partwright.drafter.recipes.expressions import RecipeFault
from partwright.kit.patterns import lazy_regex

Verb = Literal[
    "given",
    "count",
    "choice",
    "says",
    "let",
    "if",
    "else",
    "use",
    "assembly",
    "make",
    "buy",
    "software",
    "form",
    "at",
    "joint",
]

_SIGNS: Final[Mapping[str, Verb]] = {"+": "assembly", "-": "make", "$": "buy", "@": "software"}
_GIVEN: Final = lazy_regex(r"(given|count) (\w+) = (.+?) <- (.+)$")
_CHOICE: Final = lazy_regex(r"choice (\w+) = (.+?)(?: of ([\w, -]+?))? <- (.+)$")
_SAYS: Final = lazy_regex(r"says (\w+)( at first)? <- (.+)$")
_LET: Final = lazy_regex(r"let (\w+) = (.+)$")
_FORM: Final = lazy_regex(r"form (standard:.+|\w+(?: [\w.]+=\S+)*)$")
_PLACE: Final = lazy_regex(r"(at|corners|mirror|flip|row|ring) (.+?)(?: turn (.+))?$")
_JOINT: Final = lazy_regex(r"(slides|turns) ([\w ]+?)(?: #(\d+))?: (.+)$")
_USE: Final = lazy_regex(r"use ([\w ]+?)(?:\((.*)\))?$")


class RecipeLine(msgspec.Struct, frozen=True):
    """One line of a recipe with the lines below it."""

    verb: Verb
    name: str
    """Of the variable, the module, the part."""
    expression: str = ""
    """Default, value, condition, or quantity."""
    arguments: tuple[str, ...] = ()
    material: str = ""
    topics: tuple[str, ...] = ()
    why: str = ""
    children: tuple["RecipeLine", ...] = ()


class RecipeModule(msgspec.Struct, frozen=True):
    """A recipe with parameters."""

    takes: tuple[tuple[str, str], ...]
    """Names and default expressions."""
    lines: tuple[RecipeLine, ...]


@cache
def modules() -> Mapping[str, RecipeModule]:
    """The modules of the catalogue by name."""
    return {name: _module(row) for name, row in module_rows().items()}


def _module(row: ModuleRow) -> RecipeModule:
    takes = tuple(
        (name.strip(), default.strip())
        for name, _, default in (t.partition("=") for t in row.takes.split(";"))
        if name.strip()
    )
    return RecipeModule(takes, lines_of(row.tree))


@cache
def lines_of(tree: str) -> tuple[RecipeLine, ...]:
    """The lines of a recipe's tree."""
    rows = [(len(r) - len(r.lstrip()), r.strip()) for r in tree.splitlines() if r.strip()]
    return _block(rows)


def _block(rows: Sequence[tuple[int, str]]) -> tuple[RecipeLine, ...]:
    lines: list[RecipeLine] = []
    place = 0
    while place < len(rows):
        depth, text = rows[place]
        end = place + 1
        while end < len(rows) and rows[end][0] > depth:
            end += 1
        lines.append(_line(text, _block(rows[place + 1 : end])))
        place = end
    return tuple(lines)


def _line(text: str, children: tuple[RecipeLine, ...]) -> RecipeLine:
    if text[0] in _SIGNS and text[1] == " ":
        return _part(_SIGNS[text[0]], text[2:], children)
    if text == "else":
        return RecipeLine("else", "", children=children)
    if text.startswith("if "):
        return RecipeLine("if", "", text[3:], children=children)
    return _figure_line(text) or _shape_line(text)


def _figure_line(text: str) -> RecipeLine | None:
    """A line that names a figure, a word or a truth."""
    if match := _GIVEN.match(text):
        sources = tuple(s.strip() for s in match[4].split(","))
        verb: Verb = "given" if match[1] == "given" else "count"
        return RecipeLine(verb, match[2], match[3], sources)
    if match := _CHOICE.match(text):
        return RecipeLine("choice", match[1], match[2], _split(match[4]), match[3] or "")
    if match := _SAYS.match(text):
        return RecipeLine("says", match[1], match[2] or "", arguments=_split(match[3]))
    if match := _LET.match(text):
        return RecipeLine("let", match[1], match[2])
    return None


def _shape_line(text: str) -> RecipeLine:
    """A form, its places, or the lines of a module."""
    if match := _FORM.match(text):
        method, *parameters = [match[1]] if match[1].startswith("standard:") else match[1].split()
        return RecipeLine("form", method, arguments=tuple(parameters))
    if match := _PLACE.match(text):
        return RecipeLine("at", match[1], match[3] or "0, 0, 0", arguments=_split(match[2]))
    if match := _JOINT.match(text):
        kind = match[1].removesuffix("s")
        return RecipeLine("joint", match[2], kind, _split(match[4]), why=match[3] or "")
    if match := _USE.match(text):
        return RecipeLine(
            "use", match[1], arguments=_split((match[2] or "").replace("{", "").replace("}", ""))
        )
    raise RecipeFault(f"{text!r} is not a line of a recipe")


def _part(verb: Verb, text: str, children: tuple[RecipeLine, ...]) -> RecipeLine:
    fields = [f.strip() for f in text.split("|")]
    name = fields[0]
    rest = fields[1:] if verb != "assembly" else ["", *fields[1:]]
    material, quantity, topics, why = (rest + [""] * 4)[:4]
    return RecipeLine(
        verb,
        name,
        quantity.strip("{}") or "1",
        material=material,
        topics=tuple(topics.split()),
        why=why,
        children=children,
    )


def _split(arguments: str) -> tuple[str, ...]:
    """Arguments at the commas outside brackets and quotes."""
    pieces: list[str] = []
    depth, quoted, piece = 0, False, ""
    for sign in arguments:
        quoted ^= sign == "'"
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0 and not quoted:
            pieces.append(piece.strip())
            piece = ""
        else:
            piece += sign
    return tuple([*pieces, piece.strip()] if piece.strip() else pieces)
