"""Texts that write a label before each value, as `Item: Relay qty: 2 cost: $5`, in one line or several."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.fields.units import is_known
from partwright.imports.sheets.records.grid import GridRow
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_SIGN = lazy_regex(r"[:=](?!/)")
_BULLET = lazy_regex(r"\s*[-*•]\s+")
_WORD = lazy_regex(r"[^\s,;|]+")
_AROUND = " \t,;|\"'"
_LONGEST = 400
"""Characters of a line with labels."""
_MOST_LABELS = 40
_MOST_WORDS = 3
_MOST = 3 / 5
_NAMING = frozenset(
    key for field in ("name", "itemNumber", "description", "mpn") for key in RANKS["parts"][field]
)
_COUNTED = frozenset(RANKS["parts"]["quantity"])
Pair = tuple[str, str]


class LabelledLines(msgspec.Struct, frozen=True):
    """The labels of a text, the first of which begins a part."""

    header: tuple[str, ...]
    decision: str = "Labels such as `Qty:` name the columns."

    def rows(self, lines: Iterable[str]) -> Iterator[GridRow]:
        """The parts as rows, below the header; a text without labels is a row of itself."""
        yield GridRow(0, self.header)
        keys = [header_key(label) for label in self.header]
        held: dict[int, str] = {}
        begun = 0
        for number, line in enumerate(lines, start=1):
            pairs = _pairs_of(line)
            if not pairs and line.strip():
                yield from self._row(begun, held)
                held = {}
                yield GridRow(number, [line.strip()[:_LONGEST]])
            for label, value in pairs:
                at = keys.index(header_key(label)) if header_key(label) in keys else len(keys)
                if at == 0 or not held:
                    yield from self._row(begun, held)
                    begun, held = number, {}
                held[at] = f"{held[at]}; {value}" if held.get(at) else value
        yield from self._row(begun, held)

    def _row(self, number: int, held: dict[int, str]) -> Iterator[GridRow]:
        if held:
            yield GridRow(number, [held.get(at, "") for at in range(len(self.header))])


def find_labelled(lines: Sequence[str], every: Callable[[], Iterable[str]]) -> LabelledLines | None:
    """The labels of the lines, if most have some and the first one begins several parts.

    `every` gives all lines of the file, whose further labels are columns as well.
    """
    filled = [line for line in lines if line.strip()]
    found = [pairs for line in filled if (pairs := _pairs_of(line))]
    if len(found) < 2 or len(found) <= _MOST * len(filled):
        return None
    first = header_key(found[0][0][0])
    begins = sum(header_key(pairs[0][0]) == first for pairs in found)
    labels = {header_key(label): label for pairs in found for label, _ in pairs}
    is_list = first in _NAMING or any(key in _NAMING for key in labels)
    counted = any(key in _COUNTED for key in labels)
    if begins < 2 or not (is_list and counted) or len(labels) < 2:
        return None
    names: dict[str, str] = {}
    for line in every():
        for label, _ in _pairs_of(line):
            names.setdefault(header_key(label), label)
        if len(names) > _MOST_LABELS:
            return None
    return LabelledLines(tuple(names.values()))


def _pairs_of(line: str) -> list[Pair]:
    """The labels of a line with their values; none where it does not begin with one."""
    if len(line) > _LONGEST or not _SIGN.search(line):
        return []
    text = _BULLET.sub("", line.replace("**", ""), count=1).strip()
    ends: list[tuple[int, int, str]] = []
    behind = 0
    for sign in _SIGN.finditer(text):
        if label := _label_before(text[behind : sign.start()], is_first=not ends):
            ends.append((text.rindex(label, 0, sign.start()), sign.end(), label))
            behind = sign.end()
        elif not ends:
            return []
    if not ends:
        return []
    stops = [*(start for start, _, _ in ends[1:]), len(text)]
    pairs = zip(ends, stops, strict=True)
    return [(label, text[end:stop].strip(_AROUND)) for (_, end, label), stop in pairs]


def _label_before(text: str, *, is_first: bool) -> str:
    """The words right before a sign that are a header of lists; all of the text for the first one."""
    plain = text.rstrip()
    words = list(_WORD.finditer(plain))[-_MOST_WORDS:]
    starts = [0] if is_first else [word.start() for word in words]
    labels = (plain[start:] for start in starts)
    known = (
        one
        for one in labels
        if one[:1].isalpha() and is_known(one) and not set(one).intersection(",;|")
    )
    return next(known, "")
