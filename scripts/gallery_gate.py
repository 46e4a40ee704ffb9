"""The gate of the gallery: everything for which a description that was drawn is not clean."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from partwright.cad.kernel import contacts, step
from partwright.cad.kernel.contacts import NamedSolid
from partwright.cad.kernel.document import StepDocument

Record = dict[str, Any]
SECONDS: Final = 60.0
"""As long as the distances of one whole may take."""
NOT_SHOWN: Final = "none of its parts has a solid"
LEFT_OUT: Final = " is left out"
NOT_KNOWN: Final = frozenset({"UNKNOWN_PRODUCT", "NO_LAYOUT"})


def faults(session: Record, before: Sequence[Record], step_file: Path | None) -> list[str]:
    """What is wrong with a session at its end; `before` are the issues that the structure had."""
    after = session["artifacts"]["bom"]["validationIssues"]
    told = {issue["id"] for issue in after}
    found = errors_of([*after, *(issue for issue in before if issue["id"] not in told)])
    found += [f"the session failed: {session['error']}"] if session.get("error") else []
    found += [one for node in nodes(session) for one in _of_node(node)]
    if any(issue["code"] in NOT_KNOWN for issue in before):
        return found
    checks = session["checks"]
    if checks is None or step_file is None:
        return [*found, "there is no whole to be judged"]
    found += [f"joint {one['joint']} was not moved" for one in checks["motions"]
              if not one["isChecked"]]  # fmt: skip
    return found + [f"{', '.join(names)}: touches nothing else" for names in loose(step_file)]


def errors_of(issues: Sequence[Record]) -> list[str]:
    """Every error, accepted or not, and what the drafter does not know."""
    return [
        f"{issue['code']}: {issue['message']}"
        for issue in issues
        if issue["severity"] == "error" or issue["code"] in NOT_KNOWN
    ]


def _of_node(node: Record) -> Iterator[str]:
    cad, composed = node["cadGeneration"] or {}, node["assemblyComposition"] or {}
    is_open = node["children"] and composed.get("status") != "complete"
    if is_open and composed.get("error") != NOT_SHOWN:
        yield f"{node['name']}: not composed: {composed.get('error')}"
    elif not node["children"] and cad.get("status") not in ("complete", "skipped"):
        yield f"{node['name']}: not made: {cad.get('error')}"
    yield from (f"{node['name']}: {note}" for note in notes_of(node) if LEFT_OUT not in note)


def left_out(session: Record) -> list[str]:
    """What the picture does not show, though it is in the structure: no fault, but told."""
    found = []
    for node in nodes(session):
        composed = node["assemblyComposition"] or {}
        if node["children"] and composed.get("error") == NOT_SHOWN:
            found += [child["name"] for child in node["children"]]
        found += [note.split(LEFT_OUT)[0] for note in notes_of(node) if LEFT_OUT in note]
    return found


def notes_of(node: Record) -> list[str]:
    """The notes of an assembly that was composed."""
    return list((node["assemblyComposition"] or {}).get("notes") or ())


def nodes(session: Record) -> Iterator[Record]:
    """Every node of the structure."""
    pending = [session["artifacts"]["bom"]["rootAssembly"]]
    while pending:
        node = pending.pop()
        yield node
        pending += node["children"]


def loose(file: Path) -> list[list[str]]:
    """The parts of a STEP file that touch none of the largest group."""
    document = step.read(file)
    bodies = [one for root in document.roots() for one in _solids(document, root, None, "", [0])]
    return [list(names) for names in contacts.islands(bodies, seconds=SECONDS, pair_seconds=20)]


def _solids(
    document: StepDocument, product: Any, where: Any, name: str, number: list[int]
) -> Iterator[NamedSolid]:
    """Every solid where it stands, by the name of its use and a number."""
    if document.is_assembly(product):
        for use in document.uses(product):
            place = document.location_of(use)
            there = place if where is None else where.Multiplied(place)
            own = document.name_of(use)
            yield from _solids(document, document.product_of(use), there, own, number)
        return
    shape = document.shape_of(product)
    number[0] += 1
    yield from contacts.solids(
        number[0], f"{name} ({number[0]})", shape if where is None else shape.Moved(where)
    )
