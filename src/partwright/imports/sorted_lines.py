"""BOM lines of an import, by whether they can be made and on which branch; pure."""

from collections.abc import Mapping, Sequence

import msgspec

from partwright.imports.body import FailedImportLine, ImportLine
from partwright.relationships.model import BOM
from partwright.relationships.request_input import RelationshipRequest
from partwright.versioning.model import Branch as WorkLine
from partwright.versioning.model import ShownVersion, number_key


class SortedLines(msgspec.Struct, frozen=True):
    """The BOM lines, sorted by where their parents are written."""

    here: list[RelationshipRequest]
    """Of parents on the import's own branch."""
    library: list[RelationshipRequest]
    failed: dict[int, FailedImportLine]
    """By their places in the request."""


def sort_lines(
    wanted: Sequence[ImportLine], found: Mapping[str, ShownVersion], work_line: WorkLine
) -> SortedLines:
    """Sort the lines; `found` are the items of the import, the design and the library by key."""
    planned = SortedLines([], [], {})
    for line in wanted:
        problem = _problem(line, found, work_line)
        if problem is not None:
            planned.failed[line.index] = failed_line(line, problem)
        elif found[number_key(line.parent)].design_id == work_line.design_id:
            planned.here.append(_request(line, found))
        else:
            planned.library.append(_request(line, found))
    return planned


def failed_line(line: ImportLine, problem: str) -> FailedImportLine:
    """The line as the report names it."""
    return FailedImportLine(line.parent, line.child, problem)


def _problem(
    line: ImportLine, found: Mapping[str, ShownVersion], work_line: WorkLine
) -> str | None:
    for number in (line.parent, line.child):
        if number_key(number) not in found:
            return f"{number} is not in this import, the design or the library"
    parent = found[number_key(line.parent)]
    if parent.design_id != work_line.design_id and not work_line.is_main:
        return f"{line.parent} belongs to the library: a branch of the design cannot change it"
    return None


def _request(line: ImportLine, found: Mapping[str, ShownVersion]) -> RelationshipRequest:
    return RelationshipRequest(
        index=line.index,
        source_id=found[number_key(line.parent)].item_id,
        target_id=found[number_key(line.child)].item_id,
        type=BOM,
        quantity=line.quantity,
        find_number=line.find_number,
        reference_designator=line.reference_designator,
        metadata="{}",
    )
