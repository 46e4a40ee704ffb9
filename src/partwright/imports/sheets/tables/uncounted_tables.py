"""Tables that count nothing, below a list that counts its parts: more parts of it, or something else."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from partwright.imports.sheets.tables.joined_tables import (
    RuledTable,
    count_columns,
    is_apart,
    names_rows,
    naming_column,
)
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_PARTS = lazy_regex(
    r"\b(?:(?:\w+\s)?(?:parts?|components?|hardware|fasteners|electronics|mechanics|mechanical|electrical|prints|materials?)"
    r"|bill\s+of\s+materials?|bom|3d[\s-]print\w*|printed|(?:\w+)?(?:teile|stückliste|material(?:ien)?|komponenten)|elektronik|mechanik"
    r"|gedruckt\w*|pi[èe]ces|composants|mat[ée]riel|visserie|quincaillerie|piezas|componentes|materiales|tornill?er[íi]a"
    r"|componenti|pezzi|materiale|viteria|pe[çc]as|onderdelen|części|elementy|díly|součásti)\b"
    r"|部品|零件|物料|元件|元器件|材料|부품|детали|компоненты",
    re.IGNORECASE,
)
"""What stands above parts, as `Printed parts` or `Mechanik`."""
_TOLD_OF = lazy_regex(
    r"\b(?:pin|pins|pinouts?|gpios?|signals?|wires?|wiring|connections?|connects?(?:\s+to)?|connected(?:\s+to)?|ports?|registers?"
    r"|address(?:es)?|commands?|settings?|parameters?|belegung|anschl(?:ü|u)sse|verdrahtung|einstellungen|brochage|c[âa]blage"
    r"|r[ée]glages|conexiones|ajustes)\b|引脚|接线|接続|配線|参数",
    re.IGNORECASE,
)
"""What is told of parts elsewhere, above a table or a column of it."""
_NO_PARTS = lazy_regex(
    r"\b(?:specs?|specifications?|dimensions|versions?|changes?|tests?|steps?|instructions?|options?|optional\w*|upgrades?|recommended"
    r"|suppliers?|vendors?|costs?|prices?|budget|weights|status|faq|glossary|licen[cs]es?|credits|descriptions?|overview|details"
    r"|functions?|explained|replaceable|spares?|ersatz\w*|technische\s+daten|(?:ü|ue)bersicht|kosten|preise|prix|precios|prezzi)\b|規格|価格|价格",
    re.IGNORECASE,
)
"""What stands above tables that tell of parts, or list what nobody has to build with."""
_WORDS = """part;parts;part name;name;component;item;file;file name;filename;stl;stl file;model;printed part;part no;part number;
    description;teil;bauteil;bezeichnung;benennung;datei;pièce;désignation;fichier;pieza;componente;nombre;descripción;archivo;
    pezzo;nome;descrizione;onderdeel;naam;nazwa;część;název;díl;部品;部品名;品名;名称;零件;物料;元件;ファイル;文件"""
_CALLED = frozenset(header_key(word) for word in _WORDS.split(";"))
"""Headers above what parts are called."""
_COUNT_BEHIND = lazy_regex(r"(?<=[^\W\d_])\s\(?[x×]\s?([1-9][0-9]{0,2})\)?\Z")
"""As in `Tibia x6`; behind `M3` a number is a length."""
_END = 20
_MOST_COMPARED = 1_000_000
"""Pairs of texts."""
_SHORTEST = 4
"""Letters from which on one text within another is no accident."""


def lists_more_parts(
    table: RuledTable, first: RuledTable, said: AbstractSet[str], title: str = ""
) -> bool:
    """Whether a table without counts lists further parts, one of each, as those of a heading `Printed parts`.

    What the list has `said` already is only told more of. Where pins, settings or choices stand in a
    table, or nothing says that it lists parts, it is none.
    """
    if count_columns(table.cells) or not count_columns(first.cells) or len(table.cells) < 2:
        return False
    named = naming_column(table.cells)
    heading = title or table.title
    if named is None or is_apart(table) or _NO_PARTS.search(heading):
        return False
    if any(map(_TOLD_OF.search, (heading, *table.cells))):
        return False
    own, other = header_key(table.cells[named]), naming_column(first.cells)
    is_called = other is not None and own == header_key(first.cells[other])
    if not (_PARTS.search(heading) and (is_called or own in _CALLED)):
        return False
    names = [_folded(row[named]) for row in table.rows if named < len(row)]
    names = [name for name in names if name]
    is_new = said.isdisjoint(names) and not _are_forms_of(names, said)
    return bool(names) and len(set(names)) == len(names) and is_new and names_rows(table)


def _are_forms_of(names: Sequence[str], said: AbstractSet[str]) -> bool:
    """Whether half of the names are longer or shorter forms of what was said."""
    longer = [text for text in said if len(text) >= _SHORTEST]
    if len(names) * len(longer) > _MOST_COMPARED:
        return False
    again = sum(
        len(name) >= _SHORTEST and any(name in text or text in name for text in longer)
        for name in names
    )
    return 2 * again >= len(names)


def with_count(cells: Sequence[str], headers: Sequence[str]) -> list[str]:
    """The cells of a part that nothing counts with one piece, or as many as stand behind its name."""
    counted = [*cells, *[""] * (len(headers) - len(cells))]
    named = naming_column(headers)
    match = _COUNT_BEHIND.search(counted[named].strip()[-_END:]) if named is not None else None
    if any(map(str.strip, cells)):
        counted[count_columns(headers)[0]] = match[1] if match else "1"
    return counted


def texts_of(tables: Sequence[RuledTable]) -> frozenset[str]:
    """All texts of the tables, as their cells are compared."""
    cells = (_folded(cell) for table in tables for row in table.rows for cell in row)
    return frozenset(cell for cell in cells if any(map(str.isalpha, cell)))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).strip("*_` ")
