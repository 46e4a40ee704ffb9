#!/usr/bin/env python3
"""Writes the tables of docs/domain/part-language.md from the declarations of the part language."""

from collections.abc import Iterable
from pathlib import Path

from partwright.cad.language import catalogue
from partwright.cad.language.feature import DefaultRule, Feature, Parameter, Precondition
from partwright.cad.language.operations import KINDS, OperationKind
from partwright.cad.language.standards.designation import ALIASES
from partwright.cad.language.standards.families import MAKERS

PAGE = Path(__file__).parents[1] / "docs/domain/part-language.md"
START = "<!-- The tables below are written by scripts/part_language.py. -->\n"


def rendered() -> str:
    """The tables as the page shows them."""
    lines: list[str] = []
    for family, features in catalogue.FAMILIES.items():
        lines += ["", f"## {family}"]
        for feature in features:
            lines += _section(feature.name, feature.words, feature.parameters)
            lines += _preconditions(feature.preconditions)
            lines += _takes(feature)
    lines += ["", "## Operations", "", "Every operation lists its own figures."]
    for kind in KINDS.values():
        if kind.arrangement == "single":
            lines += _section(kind.name, kind.words, kind.parameters)
            lines += _preconditions(kind.preconditions)
    lines += _arrangements()
    lines += _standards()
    return "\n".join(lines) + "\n"


def _section(name: str, words: str, parameters: Iterable[Parameter]) -> list[str]:
    rows = [
        f"| `{p.name}` | {p.unit} | {_default(p)} | {p.low:g} to {p.high:g} | {p.words} |"
        for p in parameters
    ]
    head = ["", f"### `{name}`", "", f"{words[0].upper()}{words[1:]}.", ""]
    return [
        *head,
        "| Figure | Unit | When not given | Limits | Meaning |",
        "|---|---|---|---|---|",
        *rows,
    ]


def _default(parameter: Parameter) -> str:
    default = parameter.default
    return default.words if isinstance(default, DefaultRule) else f"{default:g}"


def _preconditions(preconditions: Iterable[Precondition]) -> list[str]:
    rows = [f"- {precondition.words}" for precondition in preconditions]
    return ["", "It must hold that", "", *rows] if rows else []


def _takes(feature: Feature) -> list[str]:
    values = feature.resolve({})
    faces, steps = feature.faces(values), feature.steps(values)
    what = []
    if faces:
        what.append(f"holes, slots, pockets, bosses, ribs and text on {_faces(len(faces))}")
    if steps:
        what.append("keyways, splines, flats, grooves and cross holes")
    if feature.edge_limit(values) > 0:
        what.append("a fillet or chamfer of its rims")
    if feature.hollows:
        what.append("a shell")
    return ["", f"Takes {'; '.join(what)}." if what else "Takes no operations."]


def _faces(number: int) -> str:
    return "its face" if number == 1 else f"faces 0 to {number - 1}"


def _arrangements() -> list[str]:
    shown: list[str] = []
    for arrangement, words in (("grid", "In rows and columns"), ("circle", "On a circle")):
        kinds: list[OperationKind] = [k for k in KINDS.values() if k.arrangement == arrangement]
        plain = {p.name for p in KINDS["hole"].parameters if p.name not in {"x", "y", "face"}}
        own = [p for p in KINDS[f"hole_{arrangement}"].parameters if p.name not in plain]
        names = ", ".join(f"`{kind.name}`" for kind in kinds)
        section = _section(arrangement, f"{words}: {names}, with the figures of the shape and", own)
        shown += [line.replace(" and.", " and these:") for line in section]
    return shown


def _standards() -> list[str]:
    aliases: dict[str, list[str]] = {}
    for alias, standard in ALIASES.items():
        aliases.setdefault(standard, []).append(alias)
    rows = [
        f"| `{name}` | {', '.join(aliases.get(name, []))} |"
        for name in sorted(MAKERS, key=str.casefold)
    ]
    return ["", "## Standard parts", "", "| Standard | Also read as |", "|---|---|", *rows]


def main() -> None:
    text = PAGE.read_text("utf-8")
    PAGE.write_text(text[: text.index(START) + len(START)] + rendered(), "utf-8")


if __name__ == "__main__":
    main()
