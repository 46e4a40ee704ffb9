"""Designations and manners of building that a text states, held against a structure; pure."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from partwright.drafter.catalogue import kinds
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.words import stem, words_of

_MOST: Final = 40
_ROOT: Final = 5
"""Letters that forms of one word share: swivel, swivelling."""
_DESIGNATION: Final = re.compile(
    r"\b(?:NEMA[ -]?\d{1,2}|VESA|DN ?\d{1,3}|G ?\d(?:/\d)?(?= |,|$)|MGN[ -]?\d{1,2}|HGR[ -]?\d{2}|SBR[ -]?\d{2}|GT[23]|HTD ?\d|SFU ?\d{4}"
    r"|Tr ?\d{1,2}(?: ?x ?\d+)?|E(?:27|14|26)|GU10|B22|NPT|(?:DIN|ISO) ?\d{3,5})\b",
    re.IGNORECASE,
)
_BUILT: Final = frozenset(map(stem, (
    "enclosed", "swivel", "swivelling", "swiveling", "reclining", "extendable", "extending", "tilting", "rotating",
    "sliding", "hinged", "perforated", "knurled", "slatted", "padded", "upholstered", "glazed", "revolving", "wired",
)))  # fmt: skip
"""Words for how a product is built, which a stranger looks for in its picture."""
_READ: Final = re.compile(r"^ *(?:says|choice|count) [^<\n]*<- (.+)$", re.MULTILINE)


def unnamed_designations(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The designations of the text that no part has in its name or its figures."""
    names = _plain(" ".join(node.name for node in root.walk()))
    written = {_plain(m.group()): m.group() for m in _DESIGNATION.finditer(brief.text)}
    for plain, said in islice(written.items(), _MOST):
        if plain not in names and not _is_figure(plain, root):
            yield said, f"no part is drawn to {said}"


def _plain(text: str) -> str:
    return re.sub(r"[\s-]", "", text.casefold())


def _is_figure(plain: str, root: BomNodeDraft) -> bool:
    """Whether a nominal width is a figure of the one part: a flange DN50."""
    figures = () if root.children or root.form is None else root.form.parameters.values()
    return plain.startswith("dn") and float(plain[2:]) in figures


def unbuilt(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The words for how the product is built that its recipe does not read and no part is called by."""
    if brief.kind not in kinds() or not root.children:
        return
    named = {stem(w.lower) for node in root.walk() if node is not root for w in words_of(node.name)}
    known = {one for one in named | _read_by(brief.kind) if len(one) >= _ROOT - 1}
    for word in words_of(brief.text):
        own = stem(word.lower)
        is_known = any(one.startswith(own[:_ROOT]) or own.startswith(one) for one in known)
        if own in _BUILT and not is_known and own not in brief.denied:
            yield word.text, f"nothing of the structure is {word.lower}"


@cache
def _read_by(kind: str) -> frozenset[str]:
    """The stems of all words that a recipe asks the text for."""
    row = kinds()[kind]
    said = ", ".join([", ".join(row.words), *_READ.findall(row.tree)])
    return frozenset(stem(word.lower) for word in words_of(said))
