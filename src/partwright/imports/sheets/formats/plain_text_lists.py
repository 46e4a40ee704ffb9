"""Lists as plain text: columns set with blanks, tables of Markdown, and lines such as `4 x Screw`."""

import csv
import re
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from partwright.imports.sheets.formats.bullet_lists import (
    LISTED,
    BulletList,
    begins_with_size,
    find_bullets,
    may_begin_with_size,
)
from partwright.imports.sheets.formats.counted_lines import find_counted_lines
from partwright.imports.sheets.formats.letters import find_letter
from partwright.imports.sheets.formats.placed_lines import find_placed_lines
from partwright.imports.sheets.formats.text_trees import TextTree, find_tree
from partwright.imports.sheets.tables.header_row import LOOK_AHEAD, known_count
from partwright.kit.patterns import lazy_regex

_GAP = lazy_regex(r"\s{2,}")
_TABS = lazy_regex(r"\t{2,}")
_CHUNK = lazy_regex(r"\S+(?: \S+)*")
_WORD = lazy_regex(r"\S+")
_COUNTED = lazy_regex(
    r"\W*(?:ECHO:\s*)?\"?(?:BOM\W+)?([0-9]+)\s*(?:[x×X*]|pcs?\.?|st(?:c?k|ück)\.?)\s+(\S.*?)\"?\s*,?"
)
_TREE = lazy_regex(r"(\s*[^\s,;|][^,;|\t]*?)(?:\s{2,}|\s*\t\s*|\s+[x×]\s*)([0-9]{1,5})\s*")
_TREE_SIGNS = frozenset(" │├└|+`\xa0")
_CONTAINS = lazy_regex(r"(?:sub-?)?assembly\s+\S+\s+contains\s*:?", re.IGNORECASE)
_TYPED = lazy_regex(r"([0-9]+)\s+([^\W\d][\w-]*)\s+(\S.*)")
_CODED = lazy_regex(
    r"\s*(\S+)\s{2,}(?:[x×]\s?([0-9]{1,5})|([0-9]{1,5})\s?[x×])\s+(\S.*)", re.IGNORECASE
)
"""A number, a count and a name, as `101350   x4   Cam lock nut`."""
_LABELLED = lazy_regex(
    r"((?![0-9]{1,5}\s?[x×]\s)\w[^:;|]{1,60}):\s*([0-9]{1,5})\s?[x×]\s+(\S.*)", re.IGNORECASE
)
"""What a part is for, a count and a name, as `Large servo: 1x RS-10`."""
_NEXT = lazy_regex(
    r"(?:[+&,;]|\b(?:and|und|et|y)\b)\s*([0-9]{1,4})\s?[x×]\s+(?=[^\W\d])", re.IGNORECASE
)
"""A further count in such a line."""
_BULLET = lazy_regex(r"^\s*[-*•]\s*(?:\[[ xX]?\]\s*)?")
_RULE = lazy_regex(r":?-+:?")
_NOTE = lazy_regex(r"\s*--\s*\S.*")
"""A line that says more of the part above, as ` -- $1.28 each`."""
_MARKED_LINK = lazy_regex(r"\[([^\[\]]+)\]\((https?://[^\s()]+)\)")
"""A link of Markdown."""
_LINKED = lazy_regex(r"(\S.*?)\s*(?:[-–—:|]\s+)?\(?(https?://[^\s)]+)\)?")
_MOST = 3 / 5
_MOST_CLOSE = 30
"""Headers that may stand one blank behind another."""
_LONGEST = 300
"""Characters of a line that counts a part; patterns with two gaps take the square of a line's length."""


def _match(pattern: re.Pattern[str], line: str) -> re.Match[str] | None:
    return pattern.fullmatch(line) if len(line) <= _LONGEST else None


class LineCells(msgspec.Struct, frozen=True):
    """Layout by which the lines of a text become cells."""

    decision: str
    split: Callable[[str], Sequence[str]]
    header: tuple[str, ...] = ()
    """Names of the columns where no line has them."""


def cells_by_line(sample: str) -> LineCells | None:
    """The reading of the text line by line; None where a delimiter divides its cells."""
    lines = [line for line in sample.splitlines()[:200] if line.strip()]
    if not lines:
        return None
    if _share(lines, lambda line: line.strip()[:1] == line.strip()[-1:] == "|") > _MOST:
        return LineCells("Cells are divided by vertical bars.", between_bars)
    parts = [line for line in lines if not (_match(_NOTE, line) or line.rstrip().endswith(":"))]
    if parts and _share(parts, lambda line: bool(_match(_COUNTED, _BULLET.sub("", line)))) > _MOST:
        if (bullets := find_bullets(lines)) and {"Price", LISTED}.intersection(bullets.header):
            return LineCells(_told(bullets), bullets.split, bullets.header)
        linked = any("://" in line for line in parts)
        header = ("Quantity", "Name", *(["Link"] if linked else []))
        return _divided(lines) or LineCells(
            _told_counts(lines), partial(_counted, linked=linked), header
        )
    if letter := find_letter(sample.splitlines()[:200]):
        told = "The lines that count are the parts; the text around them is not read."
        return LineCells(told, letter.split, ("Quantity", "Name"))
    if placed := find_placed_lines(lines):
        told = "Each line places a part: designators stand before what it is."
        return LineCells(told, placed.split, ("Reference", "Value"))
    return _behind_numbers(lines) or _behind_labels(parts) or _cells_of_layout(lines)


def _behind_labels(lines: Sequence[str]) -> LineCells | None:
    """Lines that count a part behind what it is for."""
    found = [match for line in lines if (match := _match(_LABELLED, _BULLET.sub("", line)))]
    if len(found) < 2 or len(found) <= _MOST * len(lines):
        return None
    several = [match[0] for match in found if _NEXT.search(match[3])]
    told = "Each line counts a part, behind what it is for."
    if several:
        told += f" A line that counts several things is one part: {_first_of(several)}."
    return LineCells(told, _labelled, ("Quantity", "Name", "Description"))


def _behind_numbers(lines: Sequence[str]) -> LineCells | None:
    """Lines that count a part behind its number."""
    if _share(lines, lambda line: bool(_match(_CODED, line))) <= _MOST:
        return None
    header = ("Item Number", "Quantity", "Name")
    return LineCells("Each line counts a part, behind its number.", _coded, header)


def _cells_of_layout(lines: Sequence[str]) -> LineCells | None:
    """The reading of lines that blanks, bullets or assemblies divide."""
    if any(_match(_CONTAINS, line.strip()) for line in lines):
        return LineCells(
            "The text lists assemblies one by one.", _typed, ("Quantity", "Type", "Name")
        )
    tabbed = any(map(_is_tabbed_header, lines[:LOOK_AHEAD]))
    if (
        not tabbed
        and _share(lines, lambda line: bool(_match(_TREE, line))) > _MOST
        and any(line[:1] in _TREE_SIGNS for line in lines)
    ):
        return LineCells(
            "Each line names a part and counts it.", _counted_after, ("Name", "Quantity")
        )
    if starts := _column_starts(lines):
        told = "Columns are aligned with blanks."
        return LineCells(told, lambda line: _cut(line.expandtabs(), starts))
    if tree := find_tree(lines):
        return LineCells(_told_tree(tree), tree.split, tree.header)
    if bullets := find_bullets(lines):
        return LineCells(_told(bullets), bullets.split, bullets.header)
    if counted := find_counted_lines(lines):
        return LineCells("Each line counts a part.", counted.split, counted.header)
    return None


def _told(bullets: BulletList) -> str:
    """The decision about bullets, with what they leave open."""
    told = "Bullets are the rows, and one piece where they count none; other text is not read."
    if LISTED in bullets.header:
        told += " Prices are kept as they stand: they may be of one piece or of all."
    if bullets.unboxed:
        told += f" Bullets without a box to be checked are text: {_first_of(bullets.unboxed)}."
    if bullets.doings:
        told += f" Bullets that say what to do are text: {_first_of(bullets.doings)}."
    if bullets.intros:
        told += f" Bullets above others that are set in are text: {_first_of(bullets.intros)}."
    if bullets.several:
        told += f" A bullet that counts several things is one part: {_first_of(bullets.several)}."
    return told + _told_sizes(bullets.unsure, bullets.taken)


def _first_of(texts: Sequence[str], longest: int = 60) -> str:
    """The first few texts, each cut to so many characters."""
    return ", ".join(f'"{text[:longest]}"' for text in texts[:5])


def _told_tree(tree: TextTree) -> str:
    """The decision about a tree, with what it leaves open."""
    told = "Names set in below each other are a structure; a line without a count is one piece."
    if tree.counts_bare:
        told += " The number before a name counts it."
    if tree.title:
        told += f' "{tree.title}" is the header.'
    return told + _told_sizes(tree.unsure, ())


def _told_counts(lines: Sequence[str]) -> str:
    """The decision about lines that count, with those that may say a size."""
    texts = [_BULLET.sub("", line).strip() for line in lines if len(line) <= _LONGEST]
    sizes = [text for text in texts if begins_with_size(text)]
    taken = [t for t in texts if may_begin_with_size(t) and t not in sizes]
    notes = [line.strip() for line in lines if _match(_NOTE, line)]
    told = f" Lines that begin with -- are not read: {_first_of(notes)}." if notes else ""
    return "Each line counts a part." + told + _told_sizes(sizes, taken)


def _told_sizes(left: Sequence[str], taken: Sequence[str]) -> str:
    """Sentences on counts that may be sizes: those left in names, and those taken."""
    shown, others = _first_of(left, 40), _first_of(taken, 40)
    told = f" What may be a count as well as a size is left in the name: {shown}." if left else ""
    if taken:
        told += f" What may be a size as well as a count is read as a count: {others}."
    return told


def _is_tabbed_header(line: str) -> bool:
    counted = any(sign.isdigit() for sign in line)
    return "\t" in line and not counted and known_count(line.split("\t")) > 0


def _share(lines: Sequence[str], check: Callable[[str], bool]) -> float:
    return sum(map(check, lines)) / len(lines)


def between_bars(line: str) -> list[str]:
    """The cells of a row of a table in Markdown; none for the rule below its header."""
    line = line.strip().removeprefix("|").removesuffix("|")
    cells = [cell.strip().replace("\t", " ") for cell in line.split("|")]
    return [] if all(_RULE.fullmatch(cell) for cell in cells) else cells


def _divided(lines: Sequence[str]) -> LineCells | None:
    """Cells that a delimiter divides, of which the first counts the part, as `3x Relay;DIP;K1`."""
    for sign in ",;\t":
        widths = {len(_cells(line, sign)) for line in lines}
        if len(widths) == 1 and (width := widths.pop()) > 1:
            header = ("Quantity", "Name", *[""] * (width - 1))
            return LineCells("Each line counts a part.", partial(_counted_cells, sign=sign), header)
    return None


def _cells(line: str, sign: str) -> list[str]:
    return next(csv.reader([line], delimiter=sign))


def _counted_cells(line: str, sign: str) -> list[str]:
    first, *others = _cells(line, sign)
    match = _match(_COUNTED, first)
    return [*(match.groups() if match else ("", first)), *others]


def _counted(line: str, *, linked: bool) -> list[str]:
    if _match(_NOTE, line):
        return []
    text, link = _BULLET.sub("", line), ""
    if linked and len(text) <= _LONGEST:
        links = [match[2] for match in _MARKED_LINK.finditer(text)]
        text, link = _MARKED_LINK.sub(r"\1", text), " ".join(dict.fromkeys(links))
        if not link and (found := _LINKED.fullmatch(text.strip())):
            text, link = found.groups()
    match = _match(_COUNTED, text)
    if match and begins_with_size(text.strip()):
        cells = ["1", text.strip()]
    elif match:
        cells = [match[1], match[2]]
    else:
        # Among counted bullets one without a count is a part as well, and a title ends with a colon.
        is_part = _BULLET.match(line) and not text.rstrip().endswith(":")
        cells = ["1" if is_part else "", text.strip()]
    return [*cells, link] if linked else cells


def _counted_after(line: str) -> list[str]:
    match = _match(_TREE, line)
    return [match[1], match[2]] if match else [line.rstrip(), ""]


def _coded(line: str) -> list[str]:
    match = _match(_CODED, line)
    return [match[1], match[2] or match[3], match[4]] if match else ["", "", line.strip()]


def _labelled(line: str) -> list[str]:
    match = _match(_LABELLED, _BULLET.sub("", line))
    if match is None:
        return ["", line.strip(), ""]
    label, count, name = match.groups()
    if others := _NEXT.findall(name):
        return [str(int(count) + sum(map(int, others))), f"{count}x {name}", label]
    return [count, name.strip(), label]


def _typed(line: str) -> list[str]:
    names = _GAP.split(line.strip()) if len(line) <= _LONGEST else []
    if len(names) > 2 and known_count(names) > 1 and not any(map(str.isdigit, line)):
        # Each list has the names of the columns above it.
        return []
    match = _match(_TYPED, line.strip())
    return list(match.groups()) if match else ["", "", line.strip()]


def _column_starts(lines: Sequence[str]) -> tuple[int, ...]:
    """The beginnings of columns: under a header of words that gaps divide, most lines fit."""
    for at, line in enumerate(lines[:LOOK_AHEAD]):
        chunks = [match.start() for match in _CHUNK.finditer(line.expandtabs())]
        words = line.split()
        layouts = [chunks]
        if len(words) > 3 and known_count(words) == len(words):
            # One blank may divide short headers, as `Qty Value` of Eagle's lists; or `PART NO` is one.
            layouts.insert(0, [match.start() for match in _WORD.finditer(line.expandtabs())])
        if re.search(r"(?<!\S)[0-9]+(?!\S)", line):
            continue
        if len(layouts[0]) < 3 or not _GAP.search(line.strip()) or re.search("[,;|]", line):
            continue
        if "\t" in line and not _are_aligned_by_tabs(line, lines[at + 1 :]):
            continue
        if known_count(_GAP.split(line.strip())) < 2 and known_count(words) < len(words):
            continue
        below = [other.expandtabs() for other in lines[at + 1 :]]
        layouts[-1] = _with_close_headers(line.expandtabs(), layouts[-1], below)
        for starts in layouts if below else ():
            if len(starts) > 2 and _share(below, partial(_fits, starts=starts)) > _MOST:
                return tuple(starts)
    return ()


def _with_close_headers(header: str, starts: list[int], below: Sequence[str]) -> list[int]:
    """The beginnings of columns with those that one blank divides from the header before, as `PTyp Komponente`.

    Most lines have a text below both, and a gap between these; or a third has, and no other line a
    word across the gap.
    """
    close = [match.start() for match in _WORD.finditer(header) if match.start() not in starts]
    if len(close) > _MOST_CLOSE or not below:
        return starts
    found = list(starts)
    for at in close:
        begin = max(start for start in starts if start < at)
        divided = _share(below, partial(_is_divided_at, at=at, begin=begin))
        is_free = 3 * divided >= 1 and all(_fits(line, (0, at)) for line in below)
        if divided > _MOST or (is_free and divided * len(below) >= 3):
            found.append(at)
    return sorted(found)


def _is_divided_at(line: str, *, at: int, begin: int) -> bool:
    """Whether a text begins there, behind a gap, and another one stands before it in the column."""
    before = line[begin:at]
    return before.endswith("  ") and bool(before.strip()) and bool(line[at : at + 1].strip())


def _are_aligned_by_tabs(header: str, below: Sequence[str]) -> bool:
    """Whether as many tabs as it takes stand between cells, so that they stand below each other."""
    tabs = {line.rstrip().count("\t") for line in below if "\t" in line}
    return bool(_TABS.search(header.strip())) and len(tabs) > 1


def _fits(line: str, starts: Sequence[int]) -> bool:
    """Whether no word runs over the beginning of a column."""
    return all(start >= len(line) or line[start - 1] == " " for start in starts[1:])


def _cut(text: str, starts: Sequence[int]) -> list[str]:
    """The cells of a row; a sentence that runs over the columns is one cell."""
    words = text.split()
    is_long = len(words) > len(starts)
    # `End of list` and `ERECTION MATERIALS` are short.
    is_remark = len(words) > 1 and not any(map(str.isdigit, text))
    if (is_long or is_remark) and not _GAP.search(text.strip()) and not _fits(text, starts):
        return [text.strip()]
    begins = [0, *(_after_word(text, start) for start in starts[1:])]
    ends = (*begins[1:], len(text) + 1)
    return [text[start:end].strip() for start, end in zip(begins, ends, strict=True)]


def _after_word(text: str, start: int) -> int:
    """The beginning of the column in the line: behind a word that runs over it."""
    if start >= len(text) or not text[start - 1].strip():
        return start
    end = text.find(" ", start)
    return len(text) if end < 0 else end
