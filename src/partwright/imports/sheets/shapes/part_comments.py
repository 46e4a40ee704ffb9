"""Comments of Altium in other languages, such as `Kommentar`, which hold the values of parts."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.designators import look_like_designators
from partwright.imports.sheets.cell_values.no_numbers import is_measured
from partwright.imports.sheets.cell_values.not_placed import is_left_out_mark
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.column_words import VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key

_PLAIN = "Comment"
_COMMENTS = frozenset(
    map(
        header_key,
        (
            *("Kommentar", "Kommentare", "Commentaire", "Commentaires", "Comentario", "Comentário"),
            *("Commento", "Opmerking", "Komentarz", "Komentář", "Megjegyzés", "Yorum", "Comments"),
            *("Комментарий", "Коментар", "コメント", "注释", "注釋", "备注", "備註", "코멘트"),
        ),
    )
)
_LONGEST = 40
_MOST_WORDS = 3


def with_part_comments(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table whose comments are called so in English, where they are values and no remarks.

    Each placed row has one, and no other column holds values: rows that are alike but for them
    are different parts.
    """
    keys = [header_key(header) for header in table.headers]
    found = [at for at, key in enumerate(keys) if key in _COMMENTS]
    if len(found) != 1 or not VALUE_NAMES.isdisjoint(keys) or is_held(table, found, held):
        return table
    sample = sample_of(table)
    if not _are_values(found[0], range(len(keys)), sample):
        return table
    headers = tuple(_PLAIN if at in found else text for at, text in enumerate(table.headers))
    told = f'"{table.headers[found[0]]}" holds what the parts are, as "{_PLAIN}" of Altium does.'
    return replace(table, headers=headers, decisions=(*table.decisions, told))


def _are_values(comment: int, columns: Sequence[int], sample: Sequence[SheetRecord]) -> bool:
    """Whether nearly each row with designators has a short text there, and some have values."""
    places = [at for at in columns if at != comment and _are_places(values_of(at, sample))]
    rows = [r.cells for r in sample if any(r.cells[at].strip() for at in places)]
    texts = [text for cells in rows if (text := cells[comment].strip())]
    plain = [text for text in texts if _is_plain(text)]
    return (
        len(rows) > 1
        and 10 * len(plain) >= 9 * len(rows)
        and any(is_measured(text) or text[:1].isdigit() for text in plain)
        and len(set(plain)) > 1
    )


def _are_places(values: Sequence[str]) -> bool:
    return len(values) > 1 and all(map(look_like_designators, values))


def _is_plain(text: str) -> bool:
    """Whether the text may call a part: a few words, and no mark of parts that are left out."""
    short = len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS
    return short and not is_left_out_mark(text) and not text.endswith((".", "!"))
