"""Tables whose shape tells the structure, brought into rows with a level or a parent each.

A structure may be told by the column in which a name stands, by blocks that each begin with the
name of an assembly, or by columns of lines beside those of their parent.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import (
    LINE_FIELDS,
    PARENT,
    RANKS,
    WEAK_KEYS,
    is_export,
)
from partwright.imports.sheets.fields.units import resolve_unit
from partwright.imports.sheets.mapping.file_numbers import with_file_numbers
from partwright.imports.sheets.mapping.indents import indent_of
from partwright.imports.sheets.mapping.sellers_by_links import with_sellers_of_links
from partwright.imports.sheets.records.rows import (
    SheetRecord,
    SheetTable,
    fold_number,
    places_behind,
    with_column,
)
from partwright.imports.sheets.shapes.alternates import with_alternates
from partwright.imports.sheets.shapes.bare_norms import with_bare_norms
from partwright.imports.sheets.shapes.block_pairs import with_block_pairs
from partwright.imports.sheets.shapes.bom_lines import with_bom_lines
from partwright.imports.sheets.shapes.company_blocks import with_companies_filled
from partwright.imports.sheets.shapes.continued_rows import with_continued_rows
from partwright.imports.sheets.shapes.customer_numbers import with_customer_numbers
from partwright.imports.sheets.shapes.ditto_marks import with_dittos
from partwright.imports.sheets.shapes.grouped_headers import with_plain_groups
from partwright.imports.sheets.shapes.kept_rows import with_rows_kept
from partwright.imports.sheets.shapes.labelled_codes import with_plain_codes
from partwright.imports.sheets.shapes.level_columns import (
    are_of_pattern,
    is_held,
    rearranged,
    sample_of,
    with_level_columns,
)
from partwright.imports.sheets.shapes.line_batches import LineBatches
from partwright.imports.sheets.shapes.made_items import with_made_items
from partwright.imports.sheets.shapes.makers_in_numbers import with_makers_apart
from partwright.imports.sheets.shapes.markdown_cells import with_plain_cells
from partwright.imports.sheets.shapes.member_pairs import with_member_pairs
from partwright.imports.sheets.shapes.mixed_numbers import with_own_numbers_apart
from partwright.imports.sheets.shapes.named_sellers import with_named_sellers
from partwright.imports.sheets.shapes.numbered_names import with_numbers_apart
from partwright.imports.sheets.shapes.owner_columns import with_owners
from partwright.imports.sheets.shapes.parent_names import with_parent_names
from partwright.imports.sheets.shapes.part_comments import with_part_comments
from partwright.imports.sheets.shapes.procurement_kinds import with_procurement_kinds
from partwright.imports.sheets.shapes.quantity_bases import with_lines_of_one
from partwright.imports.sheets.shapes.reported_tops import with_reported_top
from partwright.imports.sheets.shapes.revision_changes import with_changes_apart
from partwright.imports.sheets.shapes.row_ids import with_row_ids
from partwright.imports.sheets.shapes.sided_pairs import with_sided_pairs
from partwright.imports.sheets.shapes.steel_marks import with_steel_marks
from partwright.imports.sheets.shapes.title_facts import with_title_facts
from partwright.imports.sheets.shapes.where_bought import with_where_bought
from partwright.imports.sheets.shapes.whole_revisions import with_plain_revisions
from partwright.imports.sheets.shapes.written_levels import (
    with_hyphens,
    with_marks,
    with_outline,
    with_paths,
    with_places_filled,
    with_worded_levels,
)
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_MEMBERS = frozenset(["member", "component", "child", "komponenten", "composant", "componente"])
"""What stands before the headers of what an item is made of."""
_CODED = lazy_regex(r"\[([^\[\]]+)\]\s*(\S.*)", re.DOTALL)
_PREFIXED = lazy_regex(r"([^/]*[^/\s])\s*/\s*(.+)")
_SUFFIXED = lazy_regex(r"(.*\S)\s*\(([^()]+)\)")
_BLOCK = lazy_regex(
    r"(?:bill\s+of\s+materials?|bom|parts?\s+list|st(?:ü|ue)ckliste|nomenclature|lista\s+de\s+materiales|"
    r"distinta(?:\s+base)?|assembly|baugruppe)\s*(?:of|for|von|f(?:ü|ue)r|de|di)?\s*:\s*(\S.*)"
    r"|(?:sub-?)?assembly\s+(\S+)\s+contains\s*:?"
    r"|(?:bill\s+of\s+materials?\s+(?:of|for)|parts?\s+list\s+(?:of|for)|st(?:ü|ue)ckliste\s+(?:von|f(?:ü|ue)r|zu)|"
    r"nomenclature\s+(?:de|du)|lista\s+de\s+materiales\s+de|distinta(?:\s+base)?\s+di)\s+(\S.*)",
    re.IGNORECASE,
)
_NAME = "Name"
_RECAP = lazy_regex(
    r"(?:r[ée]capitulation|r[ée]capitulatif|recapitulaci[óo]n|riepilogo|zusammenfassung|summary|mengenübersicht)\b.*",
    re.IGNORECASE,
)


def shape_table(table: SheetTable, mapped: Collection[str] = ()) -> SheetTable:
    """The table, rearranged where its shape tells the structure; `mapped` headers stay."""
    if is_export(table.headers):
        return table
    held = {header.casefold() for header in mapped}
    table = with_steel_marks(table, held)
    table = with_sided_pairs(with_changes_apart(with_plain_groups(table, held), held), held)
    table = with_own_numbers_apart(with_plain_codes(with_part_comments(table, held), held), held)
    table = with_makers_apart(with_sellers_of_links(table, held), held)
    table = with_customer_numbers(with_named_sellers(with_where_bought(table, held), held), held)
    table = with_title_facts(with_reported_top(with_owners(table, held), held), held)
    table = with_companies_filled(with_dittos(with_continued_rows(table)))
    table = with_rows_kept(with_alternates(with_plain_cells(table)))
    table = with_file_numbers(with_bare_norms(table, held), held)
    table = _with_line_columns(with_numbers_apart(table, held), held)
    table = with_lines_of_one(with_procurement_kinds(_with_blocks(table), held), held)
    table = with_worded_levels(with_level_columns(table, held))
    table = with_member_pairs(
        with_plain_revisions(with_bom_lines(_with_codes(table, held), held), held), held
    )
    table = with_made_items(with_block_pairs(table, held), held)
    if held:
        return table
    return with_parent_names(
        with_row_ids(with_places_filled(with_hyphens(with_marks(with_paths(with_outline(table))))))
    )


def _with_blocks(table: SheetTable) -> SheetTable:
    """Blocks of rows under titles such as `Bill of Material: ARM`; a recapitulation is left out."""
    keys = [header_key(header) for header in table.headers]
    if any(key in RANKS["parts"]["level"] for key in keys):
        return table
    above = next((name for title in table.titles if (name := assembly_in(title))), "")
    blocks = {above} - {""}
    blocks |= {name for record in table.records() if (name := _block_of(record))}
    if len(blocks) < 2:
        return table
    before, width, whole = table.records, len(table.headers), "".join(keys)

    def records() -> Iterator[SheetRecord]:
        parent, told = above, True
        for record in before():
            if name := _block_of(record):
                parent, told = name, True
            elif _RECAP.fullmatch(_alone(record)):
                told = False
            elif told and "".join(map(header_key, record.cells)) != whole:
                yield rearranged(record, [parent], range(width))

    return replace(
        table,
        headers=(PARENT, *table.headers),
        decisions=(*table.decisions, f"{len(blocks)} blocks of rows name their assemblies."),
        records=records,
    )


def _alone(record: SheetRecord) -> str:
    """The text of a row that holds nothing else."""
    filled = [cell.strip() for cell in record.cells if cell.strip()]
    return " ".join(filled) if len(filled) in (1, 2) else ""


def _block_of(record: SheetRecord) -> str:
    return assembly_in(_alone(record))


def assembly_in(title: str) -> str:
    """The assembly that a title such as `Bill of Material: ARM` names; empty for others."""
    match = _BLOCK.fullmatch(title)
    return next(filter(None, match.groups())).strip() if match else ""


def _with_line_columns(table: SheetTable, held: Collection[str]) -> SheetTable:
    """Columns of lines, such as `Lines/Quantity`, beside a parent that is written once."""
    names = _line_columns(table.headers) or _member_columns(table)
    others = [at for at in range(len(table.headers)) if at not in names]
    keys = {at: header_key(table.headers[at].rpartition("/")[2]) for at in others}
    ranks = RANKS["parts"]
    found = [at for at in others if keys[at] in ranks["itemNumber"] | ranks["name"]]
    # Of `Reference` and `Product/Reference` the second is the product's; the first that of the list.
    parents = sorted(found, key=lambda at: "/" not in table.headers[at])
    if not names or not parents or is_held(table, [*names, *parents[:1]], held):
        return table
    parent, titles = _parent_and_titles(parents, keys)
    codes = [at for at, name in names.items() if header_key(name) in ranks["itemNumber"]]
    labels = codes + [at for at, name in names.items() if header_key(name) in ranks["name"]]
    if not labels:
        return table
    if titles and labels == codes[:1]:
        table, names = _with_names(table, names, codes[0])
        labels.append(len(table.headers) - 1)
    children = {fold_number(r.cells[at]) for r in table.records() for at in labels[:1]}
    beside = LineBatches(table, names, parent)

    def called(record: SheetRecord) -> dict[int, str] | None:
        text = record.cells[parent].strip()
        if fold_number(text) in children:
            return None
        own = (text, *_first_filled(record, titles, text))
        return _one_of(names) | dict(zip(labels, own, strict=False))

    read = {parent, *titles[:1], *beside.read}
    left = ", ".join(table.headers[at] for at in others if at not in read)
    told = f'"{table.headers[parent]}" is the parent of the lines beside it'
    told += f"; not read: {left}." if left else "."
    return replace(
        table,
        headers=(PARENT, *beside.headers, *names.values()),
        decisions=(*table.decisions, told),
        records=lambda: _under_parents(table, parent, list(names), beside, called),
        remarks=(*table.remarks, *beside.remarks(table.records())),
    )


def _parent_and_titles(
    parents: Sequence[int], keys: Mapping[int, str]
) -> tuple[int, Sequence[int]]:
    """The column of the parent's number and those of its names, the best name first."""
    parent = next((at for at in parents if keys[at] in ("item", "product", "itemcode")), parents[0])
    ranks = RANKS["parts"]["name"]
    titled = sorted((ranks[keys[at]], at) for at in parents if keys[at] in ranks)
    return parent, [at for _, at in titled if at != parent]


def _with_names(
    table: SheetTable, names: dict[int, str], number: int
) -> tuple[SheetTable, dict[int, str]]:
    """The table and its columns of lines with another, of names, that repeats the numbers.

    The parent has a name there, while its lines are called by their numbers alone.
    """
    added = {len(table.headers): _NAME}
    return with_column(table, _NAME, lambda r: (r.cells, r.cells[number])), names | added


def _under_parents(
    table: SheetTable,
    parent: int,
    columns: Sequence[int],
    beside: LineBatches,
    called: Callable[[SheetRecord], dict[int, str] | None],
) -> Iterator[SheetRecord]:
    """The lines below the parent that is written once, and a row for each that is no line itself."""
    current = ""
    for record in table.records():
        beside.see(record.cells)
        if text := record.cells[parent].strip():
            if text != current and (own := called(record)) is not None:
                cells = (*beside.first(is_line=False), *(own.get(at, "") for at in columns))
                yield SheetRecord(record.row_number, ("", *cells))
            current = text
        if any(record.cells[at].strip() for at in columns):
            first = (current, *beside.first())
            found = rearranged(record, first, columns)
            yield replace(found, cells=(*first, *beside.line(found.cells[len(first) :])))


def _one_of(names: Mapping[int, str]) -> dict[int, str]:
    """A quantity of one, in the column that holds quantities."""
    ranks = RANKS["parts"]["quantity"]
    return dict([(at, "1") for at, name in names.items() if header_key(name) in ranks][:1])


def _first_filled(record: SheetRecord, columns: Sequence[int], default: str) -> tuple[str]:
    return (next((text for at in columns if (text := record.cells[at].strip())), default),)


def _line_columns(headers: Sequence[str]) -> dict[int, str]:
    """Columns that a common prefix or suffix marks as those of lines, and their plain names."""
    fields = RANKS["parts"]
    for pattern, group, name in ((_PREFIXED, 1, 2), (_SUFFIXED, 2, 1)):
        matches = {
            at: match for at, text in enumerate(headers) if (match := pattern.fullmatch(text))
        }
        for common, count in Counter(match[group] for match in matches.values()).items():
            whole = {at: m[name].strip() for at, m in matches.items() if m[group] == common}
            ends = {at: text.rpartition("/")[2].strip() for at, text in whole.items()}
            # Of `Component/Name` the end will do, unless two columns end alike.
            found = ends if len(set(ends.values())) == len(ends) else whole
            keys = [header_key(text) for text in found.values()]
            lines = any(key in fields[field] for key in keys for field in LINE_FIELDS)
            unit = any(resolve_unit(field, common) for field in ("weight", "cost"))
            if count > 2 and lines and not unit and count < len(headers):
                return found
    return {}


def _member_columns(table: SheetTable) -> dict[int, str]:
    """Columns such as `Member Item` and `Member Quantity` beside those of the item that has them."""
    ranks = RANKS["parts"]
    keys = [header_key(header) for header in table.headers]
    found: dict[int, str] = {}
    for at, header in enumerate(table.headers):
        first, _, rest = header.strip().partition(" ")
        if first.casefold() in _MEMBERS:
            found[at] = rest.strip() or "Item Number"
    named = {at: "Item Number" if header_key(n) == "item" else n for at, n in found.items()}
    fields = [header_key(name) for name in named.values()]
    calling = ranks["itemNumber"] | ranks["name"]
    outside = [at for at in range(len(keys)) if at not in named]
    others = [at for at in outside if keys[at] in calling]
    told = ranks["parentItemNumber"].keys() | (ranks["level"].keys() - WEAK_KEYS["parts"]["level"])
    if (
        not any(key in ranks["quantity"] for key in fields)
        or calling.keys().isdisjoint(fields)
        or not others
        or any(keys[at] in told for at in outside)
        or len(set(named.values())) < len(named)
    ):
        return {}
    above = [fold_number(record.cells[others[0]]) for record in sample_of(table)]
    is_named = any(not text.isdecimal() or len(text) > 4 for text in above)
    return named if is_named and 4 * len(set(above)) <= 3 * len(above) else {}


def _repeating(table: SheetTable, name: int, sample: Sequence[SheetRecord]) -> frozenset[int]:
    """The columns of numbers that only say again what stands in brackets before the names."""
    ranks = RANKS["parts"]["itemNumber"]
    coded = [
        (r.cells, m[1].strip()) for r in sample if (m := _CODED.fullmatch(r.cells[name].strip()))
    ]
    return frozenset(
        at
        for at, header in enumerate(table.headers)
        if at != name and header_key(header) in ranks and coded
        if all(cells[at].strip() in (number, cells[name].strip()) for cells, number in coded)
    )


def _with_codes(table: SheetTable, held: Collection[str]) -> SheetTable:
    """Cells such as `[T-100] Table` as a number and a name."""
    sample = sample_of(table)
    coded = [at for at in range(len(table.headers)) if are_of_pattern(sample, at, _CODED)]
    ranks, weak = RANKS["parts"]["parentItemNumber"], WEAK_KEYS["parts"]["parentItemNumber"]
    above = [at for at in coded if header_key(table.headers[at]) in ranks.keys() | weak]
    names = [at for at in coded if at not in above] or above
    numbered = any(header_key(header) == "itemnumber" for header in table.headers)
    if not names or numbered or is_held(table, coded, held):
        return table
    name = names[0]
    again = _repeating(table, name, sample)
    before = table.records

    def records() -> Iterator[SheetRecord]:
        for record in before():
            cells = list(record.cells)
            number = ""
            for at in coded:
                if match := _CODED.fullmatch(cells[at].strip()):
                    number = match[1].strip() if at == name else number
                    # Blanks before it may be the level of the row.
                    indent = cells[at][: indent_of(cells[at])] if at == name else ""
                    cells[at] = indent + match[2 if at == name else 1].strip()
            cells = ["" if at in again else cell for at, cell in enumerate(cells)]
            yield record.rearranged((number, *cells), places_behind(len(cells)))

    headers = list(table.headers)
    headers[name] = "Name" if "Name" not in headers else headers[name]
    if above and names != above and PARENT not in headers:
        headers[above[0]] = PARENT
    return replace(table, headers=("Item Number", *headers), records=records)
