"""Designations and manners of building that a text states, held against a structure; pure."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from partwright.cad.language.standards import tables
from partwright.drafter.catalogue import kinds
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.part_sentences.around_shafts import is_worked_to
from partwright.drafter.part_sentences.motor_plates import sizes_of
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.drive_codes import NEMA
from partwright.drafter.text.part_wording import PIPE_CORES
from partwright.drafter.text.surroundings import is_for
from partwright.drafter.text.words import stem, stems, words_of
from partwright.kit.patterns import lazy_regex

_MOST: Final = 40
_NEAR: Final = 40
_ROOT: Final = 5
"""Letters that forms of one word share: swivel, swivelling."""
_DESIGNATION: Final = lazy_regex(
    rf"\b(?:{NEMA}|VESA"
    r"|DN ?\d{1,3}|PG ?\d{1,2}(?= |,|$)|G ?\d(?:/\d)?(?= |,|$)|MGN[ -]?\d{1,2}|HGR[ -]?\d{2}|SBR[ -]?\d{2}|GT[23]|HTD ?\d|SFU ?\d{4}"
    r"|Tr ?\d{1,2}(?: ?x ?\d+)?|E(?:27|14|26)|GU10|B22|NPT|(?:DIN|ISO) ?\d{3,5})\b",
    re.IGNORECASE,
)
_SCREW: Final = lazy_regex(r"sfu(\d{2})(\d{2})")
_NORM: Final = lazy_regex(
    r"(?:^|([^\W\d_]+) )(?:(?:to|per|acc\.? to|according to|nach|gem\u00e4\u00df)|(?:[^\W\d_]+ )?tolerances?(?: to| per| of)?) $",
    re.IGNORECASE,
)
"""Ahead of a standard that the product or its making is held to."""
_BOUGHT: Final = frozenset(map(stem, (
    "screw", "bolt", "nut", "washer", "pin", "bearing", "circlip", "key", "seal", "spring", "rivet", "profile", "flange", "rail",
)))  # fmt: skip
BUILT: Final = frozenset(map(stem, (
    "enclosed", "swivel", "swivelling", "swiveling", "reclining", "extendable", "extending", "tilting", "rotating",
    "sliding", "hinged", "perforated", "knurled", "slatted", "sloping", "sloped", "slanted", "padded", "upholstered", "glazed", "revolving", "wired", "retractable", "telescoping", "telescopic", "detachable", "removable", "stackable",
)))  # fmt: skip
"""Words for how a product is built, which a stranger looks for in its picture."""
_MADE_OF: Final = {
    stem("padded"): ("foam", "cushion"),
    stem("upholstered"): ("foam", "cushion"),
    stem("glazed"): ("glass", "pane"),
    stem("sloping"): ("roof", "ramp", "slope", "slanted", "inclined", "tilted"),
    stem("sloped"): ("roof", "ramp", "slope", "slanted", "inclined", "tilted"),
    stem("slanted"): ("roof", "ramp", "sloping", "inclined", "tilted"),
}
"""Nouns in a part or its material that are built so."""
_READ: Final = lazy_regex(r"^ *(?:says|choice|count) [^<\n]*<- (.+)$", re.MULTILINE)


def unnamed_designations(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The designations of the text that no part has in its name or its figures."""
    names = _plain(" ".join(node.name for node in root.walk()))
    found = (
        m
        for m in _DESIGNATION.finditer(brief.text)
        if not _is_norm(brief.text, m) and not _is_fit(brief.text, m)
    )
    written = {_plain(m.group()): m.group() for m in found}
    for plain, said in islice(written.items(), _MOST):
        is_named = plain in names or _by_sizes(plain) in names
        if not is_named and not _is_figure(plain, root) and not _is_worked(said, root):
            yield said, f"no part is drawn to {said}"


def _is_fit(text: str, match: re.Match[str]) -> bool:
    """Whether it is the tolerance of a size: 22 g6."""
    is_small = match.group()[:1].islower() and len(match.group()) <= _LONGEST_FIT
    return is_small and bool(_SIZED.search(text, max(0, match.start() - _NEAR), match.start()))


_LONGEST_FIT: Final = 3
_SIZED: Final = lazy_regex(r"\d(?: ?mm)? ?$")


def _is_worked(said: str, root: BomNodeDraft) -> bool:
    """Whether a part has the grooves or splines of the standard."""
    forms = (node.form for node in root.walk() if node.form is not None)
    return any(is_worked_to(said, form.parameters) for form in forms)


def _is_norm(text: str, match: re.Match[str]) -> bool:
    """Whether a standard is no part's: tolerances to ISO 2768, but not screws to ISO 4762."""
    ahead = _NORM.search(text, max(0, match.start() - _NEAR), match.start())
    is_standard = match.group()[:3].upper() in ("DIN", "ISO")
    return is_standard and ahead is not None and stem((ahead[1] or "").lower()) not in _BOUGHT


def _plain(text: str) -> str:
    return re.sub(r"[\s-]", "", text.casefold())


def _by_sizes(plain: str) -> str:
    """A ball screw by its diameter and lead as parts are called: SFU1605 as 16x5."""
    match = _SCREW.fullmatch(plain)
    return f"ballscrew{int(match[1])}x{int(match[2])}" if match else plain


def _is_figure(plain: str, root: BomNodeDraft) -> bool:
    """Whether a nominal width is a figure of the one part: a flange DN50."""
    if root.children or root.form is None:
        return False
    figures = root.form.parameters
    if plain.startswith("nema"):
        apart = {one["hole_spacing"] for one in sizes_of(plain)}
        return any(".spacing_x" in name and value in apart for name, value in figures.items())
    if plain == "npt":
        cores = {core for name, core in PIPE_CORES.items() if name.endswith("NPT")}
        return any(name.startswith("hole_") and value in cores for name, value in figures.items())
    if core := PIPE_CORES.get(plain.removeprefix("g")):
        return any(name.startswith("hole_") and value == core for name, value in figures.items())
    if not plain.startswith("dn"):
        return False
    width = float(plain[2:])
    rows = (of_width[width] for of_width in tables.FLANGES.values() if width in of_width)
    is_flange = figures.get("outer_diameter") in {row["outer"] for row in rows}
    return is_flange or width in figures.values()


_THREADED: Final = lazy_regex(
    r"\b(?P<thread>M\d{1,2}(?:[.,]\d)?)(?: ?x ?[\d.]+)?(?: mm)? (?:(?!and\b|or\b)[a-z-]+ ){0,3}(?:screws?|bolts?|nuts?)\b"
    r"|\b(?:screws?|bolts?|nuts?) (?:of |size )?(?P<size>M\d{1,2}(?:[.,]\d)?)",
    re.IGNORECASE,
)


def unscrewed(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The threads of screws that the text names and no part of the structure has."""
    if brief.kind not in kinds() or not root.children:
        return
    written = " ; ".join(node.name for node in root.walk())
    for match in _THREADED.finditer(brief.text):
        thread = (match["thread"] or match["size"]).upper().replace(",", ".")
        is_there = re.search(rf"\b{re.escape(thread)}(?![\d.]*\d)", written)
        if not is_there and not is_for(brief.text, match.start()):
            yield thread, f"the structure has no {thread}"


_SWIVEL: Final = lazy_regex(r"swivel(?:l?ing)? (?:castor|caster|wheel|roller)s?\b", re.IGNORECASE)
"""Castors turn unless they are called fixed."""


def unbuilt(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The words for how the product is built that its recipe does not read and no part is called by."""
    if brief.kind not in kinds() or not root.children:
        return
    parts = [f"{node.name}, {node.material or ''}" for node in root.walk() if node is not root]
    named = {stem(w.lower) for part in parts for w in words_of(part)}
    turns = any("castor" in stems(part) and "fixed" not in stems(part) for part in parts)
    known = {one for one in named | read_by(brief.kind) if len(one) >= _ROOT - 1}
    for word in words_of(brief.text):
        own = stem(word.lower)
        is_known = any(one.startswith(own[:_ROOT]) or own.startswith(one) for one in known)
        is_known = is_known or any(stem(one) in named for one in _MADE_OF.get(own, ()))
        is_known = is_known or (turns and bool(_SWIVEL.match(brief.text, word.start)))
        if own in BUILT and not is_known and own not in brief.denied:
            yield word.text, f"nothing of the structure is {word.lower}"


@cache
def read_by(kind: str) -> frozenset[str]:
    """The stems of all words that a recipe asks the text for."""
    row = kinds()[kind]
    said = ", ".join([", ".join(row.words), *_READ.findall(row.tree)])
    return frozenset(stem(word.lower) for word in words_of(said))
