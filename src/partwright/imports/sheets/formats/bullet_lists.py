"""Lists of parts as bullets or numbered lines of a document, with headings above them."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from partwright.imports.sheets.mapping.indents import indent_of
from partwright.kit.patterns import lazy_regex

_ITEM = lazy_regex(r"(\s*)(?:[-*+•]|[0-9]{1,3}[.)])\s+(?:\[[ xX]?\]\s*)?(\S.*)")
_CHECKBOX = lazy_regex(r"\s*[-*+•]\s+\[[ xX]?\]\s+\S.*")
_BARE = lazy_regex(r"([0-9]{1,4})\s+([^\W\d].*)")
"""`5 resistors`, where most bullets begin so; `5 V panel` and `3 m hose` are of this size."""
_THREADED = lazy_regex(r"([0-9]{1,4})\s+(M[0-9]{1,2}(?:\.[0-9])?(?![\w.]).*\s[^\W\d].*)")
"""`12 M3 bolts`: no size stands before that of a thread."""
_STRONG_COUNTED = lazy_regex(r"\*\*([0-9]{1,5}\s*[x×]\s+[^*]+)\*\*[\s,:·–—-]*(.*)", re.IGNORECASE)
"""`**2× fuse holder**, for cables`: the count stands within what is set in bold."""
_HEADING = lazy_regex(r"#{1,6}\s+(\S.*)")
_BOLD_TITLE = lazy_regex(r"\*\*([^*\d][^*]{1,60}?):?\*\*:?")
"""What stands alone in bold, as titles do."""
_UNITS = r"(?:mm|cm|m|in|inch|ft|foot|feet)"
_FIRST = lazy_regex(
    rf"([0-9]{{1,5}})(?:[x×]|\s+[x×](?!\s+[0-9.,/]+(?:[\s\"'″′x×]|{_UNITS}\b|$)))\s+(\S.*)",
    re.IGNORECASE,
)
"""`4 x 10k resistor` counts, `2 x 4 inch board` is of this size."""
_ANY_UNIT = (
    rf"(?:{_UNITS}|(?-i:[pnkmµμuMG]?(?:Ah?|Wh?|V|Hz|F|H|g|l|Ω)|[kMGT]B)|[km]?ohms?|volts?|watts?|amps?|lit(?:er|re)s?|"
    r"lbs?|oz|°[CF]?|%)"
)
_UNIT_FIRST = lazy_regex(
    rf"[0-9]{{1,4}}\s+(?:{_ANY_UNIT}(?![\w-])|(?:pin|way|phase|stage|axis|tooth|segment|channel|port|pole|pos|position|core|gauge|awg|mil|bit|"
    r"polig|adrig|fach|kanal|pines?|canales|broches?|voies|conductor)(?:es|s)?\b)",
    re.IGNORECASE,
)
_SIZE_FIRST = lazy_regex(
    rf"[0-9]{{1,5}}\s+[x×]\s+[0-9][0-9.,/]*\s*(?:[x×]\s*[0-9]|[\"'″′]|{_UNITS}(?![\w-])).*",
    re.IGNORECASE,
)
"""`30 x 30 x 2 mm plate`, and `2 x 4 inch board`."""
_ANY_FIRST = lazy_regex(r"[0-9]{1,3}\s+[x×]\s+[0-9].*", re.IGNORECASE)
_LENGTH_FIRST = lazy_regex(
    r"[0-9]{1,5}(?:[.,][0-9]{1,3})?\s?(?:m|cm|mm|ft|feet|kg|g|l|ml)\s+[^\W\d].*"
)
"""`3 m timing belt` may be three metres of it, or one of this length."""
_CODE_FIRST = lazy_regex(
    rf"([0-9]{{1,3}})\s+[x×]\s+([0-9]{{3,5}}(?!\S)(?!\s+(?:[x×](?![^\W\d])|{_ANY_UNIT}(?![\w-]))).*)",
    re.IGNORECASE,
)
"""A count before a code of digits alone, as `4 x 2020 rail`, or one size, as `30 x 300 plate`."""
_ANY_LAST = lazy_regex(r"(?:.*[^0-9\s]\s)?\S*[0-9]\S*\s+[x×]\s*[0-9]{1,2}", re.IGNORECASE)
_BOXED = lazy_regex(
    r"(\S.*?)[\s,:–—-]*\((?:[x×]\s*([0-9]{1,5})|([0-9]{1,5})\s*[x×])\)", re.IGNORECASE
)
_TIMES = lazy_regex(
    r"(\S.*?)(?:[\s,:–—-]*\s|(?<=[^\W\d_a-zA-Z])|(?<=[)）]))(?:[x×]\s*([0-9]{1,5})|([0-9]{1,5})\s*[x×])",
    re.IGNORECASE,
)
_PIECES = lazy_regex(
    r"(\S.*?)[\s,:–—-]*\(?(?<![0-9])()([0-9]{1,5})\s*(?:pcs?\.?|pieces|st(?:k|ück)\.?|个|件|個)\)?",
    re.IGNORECASE,
)
_SIZED = lazy_regex(
    rf"(?:.*\s)?(?:(?:m|⌀|ø)?[0-9][0-9.,/x×]*{_UNITS}?[\"'″′]?|{_UNITS})", re.IGNORECASE
)
"""Text that ends in a size, so that a number behind it may be one more: `Screw M3`, `Hose 10 mm`."""
_SCREW = lazy_regex(
    r"(?:.*\s)?(?:M[1-4](?:[.,][0-9]{1,2})?\s?[x×]\s?[0-9]{1,3}|M[0-9]{1,2}\s?[x×]\s?(?:[4-9]|[1-9][0-9]{1,2}))"
    r"(?:\s?mm)?",
    re.IGNORECASE,
)
"""What ends in both sizes of a screw, so that a number behind it counts: `M3x10 x12`; not `M8x1`, a fine thread."""
_NOTED = lazy_regex(r"(\S.*\S)\s+(\([^()]*[^\W\d][^()]*\))")
_BOLD = lazy_regex(r"\*\*([^*]+?):?\*\*\s*(?:[:–—-]\s*)?(.*)")
_LINKED = lazy_regex(r"\[([^\[\]]+)\](\([^\s()]+\))(?:\W*|\s*[.,;:–—-]+\s+(\S.*))")
"""A link and what is said behind it, as `[Rail kit](https://...) - 300 mm`."""
_STRONG_COUNT = lazy_regex(
    rf"\*\*([0-9]{{1,5}})(?:\s*[x×]\*\*|\*\*\s*[x×]|(?<!\d{{4}})\*\*(?!\s+{_ANY_UNIT}(?![\w-])))\s+(\S.*)",
    re.IGNORECASE,
)
"""`**4** bolts` and `**4x** bolts` count, `**24** V fan` and `**2020** rail` do not."""
_OPTIONAL = lazy_regex(r"(optional|opcional|optionnel|facultatif)\s*:\s+(\S.*)", re.IGNORECASE)
_SEVERAL = lazy_regex(r"[0-9]{1,5}[x×]?\s.*(?:[,;+&]|\b(?:and|und|et|y|e)\b)\s*[0-9]{1,5}[x×]\s.*")
"""`4x M3 screws, 4x M3 nuts`."""
_STRONG_NUMBER = lazy_regex(r"\*\*([0-9][0-9.,]*)\*\*(\s.*)")
_STRONG_LENGTH = lazy_regex(r"\*\*([0-9][0-9.,]*\s[^*]+)\*\*.*")
_AMOUNT = r"(?:US|CA|A)?[$€£]\s?[0-9][0-9.,]*|[0-9][0-9.,]*\s?(?:[$€£]|USD|EUR|GBP)"
_EACH = r"\s*(?:each|ea\.?|/\s*(?:pcs?|piece|each|ea)|per\s+piece)"
_PRICE = lazy_regex(
    rf"(\S.*?)(?:[\s,:–—-]+((?:{_AMOUNT})(?:{_EACH})?)|[\s,:–—-]*\(((?:{_AMOUNT})(?:{_EACH})?)\))\.?"
)
"""`Motor - $6`, `Servo ($3.20 each)`."""
_PER_PIECE = lazy_regex(rf"{_EACH}\Z")
_TITLE = lazy_regex(r"(\w[^:|]{0,60}):", re.IGNORECASE)
_NO_TITLE = lazy_regex(
    r"\b(?:need|follow|requir|list|includ|parts?\b|bom\b|material)", re.IGNORECASE
)
_DOING = lazy_regex(
    r"(?:(?:cut|solder|make|glue|attach|connect|insert|place|put|mount|install|print|drill|use|add|remove|screw|tighten|"
    r"apply|check|test|wire|bend|clean|assemble|download|upload|flash|run|open|ensure|remember|turn|plug|press|slide|"
    r"align|fix|fasten|secure|measure|mark|sand|paint|see|follow|read|wrap|feed|route|tap|push|pull|file|trim|strip)\s+"
    r"(?:the|a|an|all|each|both|your|it|them|this|these|sure|that|any)"
    r"|(?:bohre|schneide|l(?:ö|oe)te|klebe|schraube|montiere|stecke|setze|verbinde|dr(?:ü|ue)cke|lege|nimm|pr(?:ü|ue)fe)n?\s+"
    r"(?:sie\s+)?(?:den|die|das|alle|jede[nrs]?|beide)"
    r"|(?:coupez|soudez|collez|vissez|montez|placez|ins(?:é|e)rez|percez|branchez|utilisez)\s+(?:le|la|les|un|une|des))\s.*",
    re.IGNORECASE,
)
"""`Cut the strip to length` says what to do, and is no part."""
_TITLE_WORDS = 4
LISTED = "Listed"
"""The header of prices that may be of one piece or of all."""
_LEAST = 3
_LONGEST = 300
"""Characters of a line that names a part; a longer one is a text."""
_DIVIDERS = ",;\t|"


class BulletList(msgspec.Struct, frozen=True):
    """The columns that the bullets of a document have, and how its lines become their cells."""

    header: tuple[str, ...]
    skipped: str = ""
    """The heading of the whole document."""
    counts_first: bool = False
    """Whether most bullets begin with a count, so that `4 x 2020 rail` does as well."""
    counts_bare: bool = False
    """Whether most bullets begin with a bare count, as `5 resistors`."""
    is_boxed: bool = False
    """Whether the parts are those bullets that have a box to be checked."""
    unboxed: tuple[str, ...] = ()
    """The other bullets of such a list."""
    unsure: tuple[str, ...] = ()
    """Bullets that may count their part, or say its size, and are taken not to count it."""
    taken: tuple[str, ...] = ()
    """Bullets that may do either, and are taken to count, as most others do."""
    doings: tuple[str, ...] = ()
    """Bullets that say what to do."""
    several: tuple[str, ...] = ()
    """Bullets that count several things and are one part all the same."""
    intros: tuple[str, ...] = ()
    """Bullets with a colon that only say what those set in below them are for."""

    def split(self, line: str) -> list[str]:
        """The cells of a bullet, a heading between rules, or none for other text."""
        if title := _title_in(line):
            return [] if line.strip() == self.skipped else [f"## {title} ##"]
        if self.is_boxed and not _CHECKBOX.fullmatch(line[:_LONGEST]):
            return []
        text = _bared(_text_in(line), is_bare=self.counts_bare)
        if _DOING.fullmatch(text) or (self.intros and text.endswith(":")):
            return []
        count, name, described, price = _parts_of(text, counts_first=self.counts_first)
        cells = {"Name": name, "Quantity": count or "1", "Description": described}
        price = _PER_PIECE.sub("", price)
        cells |= {"Price": price, LISTED: price}
        return [cells[column] for column in self.header] if text else []


def find_bullets(lines: Sequence[str]) -> BulletList | None:
    """The list where most lines that are no headings are bullets, none of them below another."""
    texts = [line for line in _without_details(lines) if line.strip() and not _title_in(line)]
    boxed = [line for line in texts if _CHECKBOX.fullmatch(line[:_LONGEST])]
    items = [match for line in texts if (match := _ITEM.fullmatch(line[:_LONGEST]))]
    is_boxed = len(boxed) >= _LEAST and 2 * len(boxed) > len(items)
    if len(items) < _LEAST or not (5 * len(items) > 3 * len(texts) or _are_ordered(items)):
        return None
    intros = _intros(items)
    if intros is None or _are_divided(texts):
        return None
    named, doings = _parts_among(boxed if is_boxed else texts, intros)
    if len(doings) > len(named):
        return None
    counts_bare = _are_bare_counts(named)
    named = [_bared(text, is_bare=counts_bare) for text in named]
    counts_first = 2 * sum(bool(_FIRST.fullmatch(text)) for text in named) >= len(named)
    found = [_parts_of(text, counts_first=counts_first) for text in named]
    above = [line.strip() for line in lines if line.startswith("# ")]
    unsure = [t for t, (count, *_) in zip(named, found, strict=True) if not count and may_count(t)]
    return BulletList(
        _columns_of(found),
        above[0] if len(above) == 1 else "",
        counts_first,
        counts_bare,
        is_boxed,
        tuple(_unboxed(texts)) if is_boxed else (),
        tuple(unsure),
        tuple(t for t in named if counts_first and _CODE_FIRST.fullmatch(_label(t))),
        tuple(doings),
        tuple(t for t in named if _SEVERAL.fullmatch(t)),
        intros,
    )


def _columns_of(found: Sequence[tuple[str, str, str, str]]) -> tuple[str, ...]:
    """The columns that any of the bullets fills."""
    # Of several pieces hardly anybody says whether the price is that of one or of all.
    unsaid = (p and not _PER_PIECE.search(p) for count, *_, p in found if count not in ("", "1"))
    price = LISTED if any(unsaid) else "Price"
    columns = {
        "Quantity": any(count for count, *_ in found),
        "Name": True,
        "Description": any(described for _, _, described, _ in found),
        price: any(price for *_, price in found),
    }
    return tuple(name for name, is_there in columns.items() if is_there)


def _intros(items: Sequence[re.Match[str]]) -> tuple[str, ...] | None:
    """The bullets that others are set in below, all of them with a colon; None if some have none."""
    depths = [len(match[1].expandtabs()) for match in items]
    top = min(depths)
    above, found = "", list[str]()
    for depth, match in zip(depths, items, strict=True):
        if depth == top:
            above = match[2].strip()
        elif not above.endswith(":"):
            return None
        elif above not in found:
            found.append(above)
    return tuple(found)


def _parts_among(lines: Sequence[str], intros: Sequence[str]) -> tuple[list[str], list[str]]:
    """The texts of bullets that name parts, and of those that say what to do."""
    said = [text for line in lines if (text := _text_in(line)) and text not in intros]
    doings = [text for text in said if _DOING.fullmatch(text)]
    return [text for text in said if text not in doings], doings


def _unboxed(lines: Sequence[str]) -> Iterator[str]:
    """The texts of bullets that have no box to be checked."""
    for line in lines:
        if not _CHECKBOX.fullmatch(line[:_LONGEST]) and (text := _text_in(line)):
            yield text


def _without_details(lines: Sequence[str]) -> Iterator[str]:
    """The lines without those that are set in below a bullet, and say more of it."""
    below = -1
    for line in lines:
        if match := _ITEM.fullmatch(line[:_LONGEST]):
            below = len(match[1].expandtabs())
        elif not line.strip():
            below = -1
        depth = indent_of(line.expandtabs())
        if match or below < 0 or depth is None or depth <= below:
            yield line


def _are_bare_counts(texts: Sequence[str]) -> bool:
    """Whether most bullets begin with a count and a word, and are not numbered so."""
    counts = [
        int(m[1]) for text in texts if (m := _BARE.fullmatch(text)) and not begins_with_unit(text)
    ]
    is_numbered = counts == list(range(1, len(counts) + 1))
    return len(counts) >= _LEAST and 5 * len(counts) > 3 * len(texts) and not is_numbered


def begins_with_unit(text: str) -> bool:
    """Whether a short text begins with a number and a unit, or with a word of what it is, as `7 segment`."""
    return bool(_UNIT_FIRST.match(text))


def begins_with_count(text: str) -> bool:
    """Whether a short text begins with a bare count, as `5 resistors`, and not with a size."""
    return bool(_BARE.fullmatch(text)) and not begins_with_unit(text)


def _bared(text: str, *, is_bare: bool) -> str:
    """The bullet with its count as others write it: `5x resistors`, `2x **fuse holder** cables`."""
    if strong := _STRONG_COUNTED.fullmatch(text):
        first = _FIRST.fullmatch(strong[1])
        return f"{first[1]}x **{first[2]}**: {strong[2]}" if first else text
    bare = _THREADED.fullmatch(text) or (_BARE.fullmatch(text) if is_bare else None)
    if bare and not begins_with_unit(text):
        return f"{bare[1]}x {bare[2]}"
    return text


def _are_ordered(items: Sequence[re.Match[str]]) -> bool:
    """Whether nearly all bullets begin with a count, as those of a letter that orders parts."""
    texts = [match[2].strip() for match in items]
    counted = sum(bool(_FIRST.fullmatch(t) or _LENGTH_FIRST.fullmatch(t)) for t in texts)
    return 5 * counted >= 4 * len(items) and any(map(_FIRST.fullmatch, texts))


def _are_divided(lines: Sequence[str]) -> bool:
    """Whether a sign divides all lines into as many cells, so that the list is a table."""
    counts = [{line.count(sign) for line in lines} for sign in _DIVIDERS]
    return any(len(found) == 1 and 0 not in found for found in counts)


def _title_in(line: str) -> str:
    """The heading that a line is, or the few words before a colon that stand alone in it."""
    if len(line) > _LONGEST:
        return ""
    if match := _HEADING.fullmatch(line.strip()):
        return match[1].rstrip("# \t")
    if match := _BOLD_TITLE.fullmatch(line.strip()):
        return match[1].strip()
    title = _TITLE.fullmatch(line.strip())
    is_title = title and len(title[1].split()) <= _TITLE_WORDS and not _NO_TITLE.search(title[1])
    return title[1] if title and is_title else ""


def _text_in(line: str) -> str:
    match = _ITEM.fullmatch(line) if len(line) <= _LONGEST else None
    return match[2].strip() if match else ""


def begins_with_size(text: str) -> bool:
    """Whether a line begins with a size, as `30 x 30 x 2 mm plate`; it has less than 300 characters."""
    return bool(_SIZE_FIRST.fullmatch(text))


def may_begin_with_size(text: str) -> bool:
    """Whether the count that a short line begins with may be one of its sizes, as `4 x 2020 rail`."""
    return bool(_ANY_FIRST.fullmatch(text)) and not _FIRST.fullmatch(text)


def _label(text: str) -> str:
    linked = _LINKED.fullmatch(text)
    if length := _STRONG_LENGTH.fullmatch(text):
        return length[1]
    return linked[1] if linked else text


def may_count(text: str) -> bool:
    """Whether a number times something may be of pieces: `4 x 2020 rail`, `NEMA 17 x 2`."""
    noted = _NOTED.fullmatch(text)
    label = _label(noted[1] if noted else text)
    patterns = (_ANY_FIRST, _ANY_LAST, _STRONG_NUMBER, _LENGTH_FIRST)
    return any(pattern.fullmatch(label) for pattern in patterns)


def _parts_of(text: str, *, counts_first: bool) -> tuple[str, str, str, str]:
    """The number of pieces, the name, what is said of it, and the price that a bullet ends with."""
    priced = _PRICE.fullmatch(text)
    text, price = (priced[1], priced[2] or priced[3]) if priced else (text, "")
    if optional := _OPTIONAL.fullmatch(text):
        count, name, described, _ = _parts_of(optional[2], counts_first=counts_first)
        return count, name, described or optional[1], price
    count, name = split_count(text, counts_first=counts_first)
    if linked := _LINKED.fullmatch(name):
        inner, label = "", linked[1]
        if not count:
            inner, label = split_count(linked[1], counts_first=counts_first)
        return count or inner, f"[{label}]{linked[2]}", linked[3] or "", price
    if strong := _STRONG_NUMBER.fullmatch(name):
        return count, f"{strong[1]}{strong[2]}", "", price
    bold = _BOLD.fullmatch(name)
    name, described = bold.groups() if bold else (name, "")
    return count, name.strip(), described.strip(), price


def split_count(text: str, *, counts_first: bool) -> tuple[str, str]:
    """The number of pieces that a short text begins or ends with, and its name; no number for a size."""
    if first := _FIRST.fullmatch(text) or _STRONG_COUNT.fullmatch(text):
        return first[1], first[2]
    if counts_first and (first := _CODE_FIRST.fullmatch(text)):
        return first[1], first[2]
    if (noted := _NOTED.fullmatch(text)) and (times := _TIMES.fullmatch(noted[1])):
        # `gear.stl x4 (PETG)` counts before its note.
        is_size = _ends_in_size(times[1])
        return ("", text) if is_size else (times[2] or times[3], f"{times[1]} {noted[2]}")
    behind = _BOXED.fullmatch(text) or _PIECES.fullmatch(text)
    if behind is None and (times := _TIMES.fullmatch(text)):
        behind = None if _ends_in_size(times[1]) else times
    return (behind[2] or behind[3], behind[1]) if behind else ("", text)


def _ends_in_size(text: str) -> bool:
    """Whether a number behind the text may be one more size of it."""
    return bool(_SIZED.fullmatch(text)) and not _SCREW.fullmatch(text)
