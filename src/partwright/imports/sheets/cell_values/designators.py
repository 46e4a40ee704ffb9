"""Reference designators: lists and ranges such as `R1-R12, R15`."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.kit.patterns import lazy_regex

RANGE_LIMIT = 10_000
_LONGEST_RANGE = 100
"""Characters; what is longer is one name, whatever stands in it."""

_RANGE_SIGN = r"\s*(?:-|–|—|‐|‑|~|\.{2,3}|…|\bto\b|\bbis\b|\bthru\b)\s*"
_RANGE = lazy_regex(
    rf"(-?[^\W\d]+[\w.]*?)?([0-9]+){_RANGE_SIGN}(-?[^\W\d]+[\w.]*?)?([0-9]+)", re.IGNORECASE
)
"""Devices of a cabinet have a sign before their letters, as `-K1..-K4`."""
_AROUND_SIGN = lazy_regex(r"\s+(?:-|–|—|‐|‑|~|\.{2,3}|…|to|bis|thru)\s+", re.IGNORECASE)
_SLASHES = lazy_regex(r"\s*/\s+|\s+/\s*|(?<=[0-9])/(?=[^\W\d_]{1,3}[0-9])")
_AND = lazy_regex(
    r"(?:(?<=[0-9])|(?<=[0-9][A-Za-z])|(?<=[,;])) {0,3}(?:\b(?:and|und|et|og|och|en|oraz|и|y|e)\b|&|＆|、|和) {0,3}(?=[^\W\d_]{1,4}[0-9])",
    re.IGNORECASE,
)
"""A word or a sign between designators, as in `R1 and R2`."""
_BULLET = lazy_regex(r"^[>*•\s]+")
"""What lists put before groups of designators."""
_SPACED_NAME = lazy_regex(r"[^\W\d]+ [0-9]+")
_DESIGNATOR = lazy_regex(r"[^\W\d_]{1,4}[0-9]{1,6}[A-Za-z]?")
_WORD = lazy_regex(r"[^\W\d_][a-z]{3,}")


_USUAL = lazy_regex(
    r"(?:R|C|L|D|Q|U|J|K|T|Y|X|F|FB|IC|LED|SW|CN|RN|RV|TP|JP|SPK|PT|BT)[0-9]{1,3}[A-Z]?"
)
_PARTS_OF = lazy_regex(r"\s*[,;/\-–+]\s*|\s+")


def read_designators(text: str, *, quantity: int | None = None) -> tuple[str, ...]:
    """The designators one by one, in the order given, each once.

    `C1-4` may be four designators or one; `quantity` decides it, and without it that is refused.
    Refuses falling ranges and ranges of more than 10,000.
    """
    return read_repeated(text, quantity=quantity)[0]


def read_repeated(
    text: str, *, quantity: int | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The designators, each once, and those of them that are given several times."""
    entries = _entries(text, quantity)
    if quantity == len(entries) and _are_names(entries):
        names = _expand(entries, short_ranges=False)
    else:
        names = _expand(entries, short_ranges=True)
    short = next((entry for entry in entries if _is_short_range(entry)), None)
    if short is not None:
        unexpanded = _expand(entries, short_ranges=False)
        if quantity not in (len(names), len(unexpanded)):
            raise NotUnderstood(f"expected a range such as R1-R4; {short} may be one or several")
        names = names if quantity == len(names) else unexpanded
    counts = Counter(name.casefold() for name in names)
    if len(counts) == len(names):
        return tuple(names), ()
    first = {name.casefold(): name for name in reversed(names)}
    return (
        tuple(first[name] for name in dict.fromkeys(map(str.casefold, names))),
        tuple(first[name] for name, count in counts.items() if count > 1),
    )


def _entries(text: str, quantity: int | None) -> list[str]:
    """The names and ranges of a list; `Nut 1, Nut 2` are two names, `C3 C4` as well.

    `main board, near the fan` is prose; its words are names only if there are as many as pieces.
    """
    text = _AND.sub(", ", text)
    plain = _SLASHES.sub(", ", _AROUND_SIGN.sub("-", _BULLET.sub("", text.strip())))
    entries: list[str] = []
    listed = re.search("[,;]", plain) is not None
    for entry in re.split(r"[,;\n]+|\.\s+|(?<=[0-9])\s*\+\s*(?=[^\W\d])", plain):
        name = " ".join(entry.split())
        parts = [part for part in name.split(" ") if part]
        if (listed and _SPACED_NAME.fullmatch(name)) or (
            len(parts) != quantity and _are_prose(parts)
        ):
            entries.append(name)
        else:
            entries += parts
    return entries


def _are_prose(parts: Sequence[str]) -> bool:
    """Whether most of several words have no number, and one of them is a plain word."""
    if len(parts) < 2:
        return False
    plain = sum(not any(map(str.isdigit, part)) for part in parts)
    return 2 * plain > len(parts) and any(map(_WORD.fullmatch, parts))


def _range_in(entry: str) -> re.Match[str] | None:
    return _RANGE.fullmatch(entry) if len(entry) <= _LONGEST_RANGE else None


def _is_short_range(entry: str) -> bool:
    match = _range_in(entry)
    return match is not None and bool(match[1]) and not match[3]


def _are_names(entries: Sequence[str]) -> bool:
    """Whether a short range is none, since it does not rise: `J2-1` and `J2-2` are pins of J2."""
    short = [match for entry in entries if _is_short_range(entry) and (match := _range_in(entry))]
    return any(int(match[4]) <= int(match[2]) for match in short)


def _is_broken_range(entry: str) -> bool:
    ends = re.split(_RANGE_SIGN, entry)
    return len(ends) > 1 and all(_DESIGNATOR.fullmatch(end) for end in ends)


def _expand(entries: list[str], *, short_ranges: bool) -> list[str]:
    names: list[str] = []
    for entry in entries:
        match = _range_in(entry)
        if match and match[1] and (match[3] or short_ranges):
            names += _range(match)
        elif match is None and _is_broken_range(entry):
            raise NotUnderstood("expected a range that counts up at its end, as R1-R12")
        else:
            names.append(entry)
    return names


def _range(match: re.Match[str]) -> list[str]:
    prefix, first, other, last = match[1], match[2], match[3] or match[1], match[4]
    if prefix.removeprefix("-") != other.removeprefix("-"):
        raise NotUnderstood("expected a range within one letter, as R1-R12")
    start, end = int(first), int(last)
    if end < start:
        raise NotUnderstood("expected a rising range, as R1-R12")
    if end - start >= RANGE_LIMIT:
        raise NotUnderstood(f"expected a range of at most {RANGE_LIMIT} designators")
    width = len(first) if first.startswith("0") else 0
    return [f"{prefix}{number:0{width}d}" for number in range(start, end + 1)]


def look_like_designators(text: str) -> bool:
    """Whether a cell reads like designators: letters and a number, one or several times."""
    entries = [part for part in re.split(r"[,;/\s\-–+]+", _BULLET.sub("", text.strip())) if part]
    return bool(entries) and all(_DESIGNATOR.fullmatch(entry) for entry in entries)


_LISTED = lazy_regex(r"[,\s]\s*[^\W\d]|([^\W\d_]{1,3})[0-9]+\s?[-–]\s?\1[0-9]")
"""What stands between designators of one cell: `C1, C2`, `J7 J8`, `R1-R4`."""


def are_listed(values: Sequence[str]) -> bool:
    """Whether most texts read like designators, and some like several of them.

    `AB1-AB4` and `A1 B2` may be part numbers, so one list in a cell is enough only where most texts
    have the letters that schematics use; else a third has lists with commas.
    """
    like = [text for text in values if look_like_designators(text)]
    listed = [text for text in like if _LISTED.search(text)]
    if not listed or 5 * len(like) < 4 * len(values):
        return False
    usual = sum(all(map(_USUAL.fullmatch, _PARTS_OF.split(text.strip()))) for text in values)
    with_commas = sum("," in text for text in listed)
    return 5 * usual >= 4 * len(values) or 3 * with_commas >= len(values)


def are_groups(values: Sequence[str]) -> bool:
    """Whether the texts are words without a number that stand in several rows, as `Frame`.

    No two rows have one designator, so that few words that come again are enough.
    """
    words = [text for text in values if not any(sign.isdigit() for sign in text)]
    are_words = len(values) > 2 and 10 * len(words) >= 9 * len(values)
    return are_words and 5 * len(set(words)) <= 4 * len(words)


def are_all_places(values: Sequence[str]) -> bool:
    """Whether nearly all texts are designators by the letters that schematics use, each in one row."""
    if len(values) < 5 or 5 * len(set(values)) <= 4 * len(values):
        return False
    usual = [text for text in values if all(map(_USUAL.fullmatch, _PARTS_OF.split(text.strip())))]
    if 10 * len(usual) >= 9 * len(values):
        return True
    # Numbers of parts are never several in one cell, as `Q1/Q2` is.
    several = sum(len(_PARTS_OF.split(text.strip())) > 1 for text in usual)
    return several > 2 and 4 * sum(map(look_like_designators, values)) >= 3 * len(values)


def lone_places(columns: Collection[int], values: Sequence[Sequence[str]]) -> int | None:
    """The one column of designators by their looks, whatever its header says."""
    found = [at for at in sorted(columns) if are_all_places(values[at])]
    return found[0] if len(found) == 1 else None


def mostly_places(values: Sequence[str]) -> bool:
    """Whether at least two in three of the texts read like designators, each in one row."""
    places = sum(map(look_like_designators, values))
    return 3 * places >= 2 * len(values) > 0 and len(set(values)) == len(values)


def are_designators(values: Sequence[str]) -> bool:
    """Whether all texts read like designators, and there are some."""
    return bool(values) and all(map(look_like_designators, values))
