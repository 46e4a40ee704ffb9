"""Publications read as the bodies of new items and lines are."""

from graphlib import CycleError, TopologicalSorter

import msgspec

from partwright.item_types import TYPES
from partwright.items.item_input import ItemInput, read_new_item
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.publications.model import Publication, PublishedItem
from partwright.relationships.model import stored_relationship_type
from partwright.versioning.commits import BOM_LINE
from partwright.versioning.model import number_key

_MOST_PROBLEMS = 50


class Content(msgspec.Struct, frozen=True):
    """Columns of a published item as they are kept here."""

    item: PublishedItem
    draft: ItemInput
    key: str


def read_contents(publication: Publication) -> list[Content]:
    """The items, each read as a new one would be; InvalidInput with every problem."""
    problems: list[ErrorDetail] = []
    found: list[Content] = []
    keys: set[str] = set()
    for place, item in enumerate(publication.items):
        at = f"publication.items[{place}]"
        raw = item.fields | {"revision": msgspec.Raw(msgspec.json.encode(item.revision))}
        try:
            draft = read_new_item(raw, item_type=TYPES[item.type])
        except InvalidInput as wrong:
            details = [one for one in wrong.details if isinstance(one, ErrorDetail)]
            problems += [ErrorDetail(f"{at}.fields.{one.field}", one.message) for one in details]
            continue
        number = draft.columns["item_number"]
        key = number_key(number or "")
        if not number or key in keys:
            told = "is there twice" if number else "is required"
            problems.append(ErrorDetail(f"{at}.fields.itemNumber", told))
        keys.add(key)
        found.append(Content(item, draft, key))
    problems += _wrong_lines(publication, keys)
    if problems:
        raise InvalidInput.fields(problems[:_MOST_PROBLEMS])
    return found


def _wrong_lines(publication: Publication, keys: set[str]) -> list[ErrorDetail]:
    problems: list[ErrorDetail] = []
    graph: dict[str, set[str]] = {}
    once: set[tuple[str, str, str]] = set()
    for place, line in enumerate(publication.lines):
        at = f"publication.lines[{place}]"
        ends = number_key(line.parent), number_key(line.child)
        problems += [
            ErrorDetail(f"{at}.{end}", "expected the number of a published item")
            for end, key in zip(("parent", "child"), ends, strict=True)
            if key not in keys
        ]
        try:
            kind = stored_relationship_type(line.type, f"{at}.type")
        except InvalidInput as wrong:
            problems += [one for one in wrong.details if isinstance(one, ErrorDetail)]
            continue
        if (identity := (*ends, kind)) in once:
            problems.append(ErrorDetail(at, "is there twice"))
        once.add(identity)
        if kind == BOM_LINE:
            graph.setdefault(ends[0], set()).add(ends[1])
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        numbers = ", ".join(cycle.args[1])
        problems.append(ErrorDetail("publication.lines", f"expected no cycle, got {numbers}"))
    return problems
