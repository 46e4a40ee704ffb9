"""Words and figures of a text from which nothing of a structure follows, told rather than dropped; pure."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from partwright.cad.language.features.gears import normal_module
from partwright.cad.language.standards import tables
from partwright.drafter.brief.stated_words import read_by
from partwright.drafter.brief.traits import is_of_gears
from partwright.drafter.catalogue import kinds, materials, searched, shapes, word_list
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.messages.amendments import COMPARED
from partwright.drafter.part_sentences.around_shafts import worked_round
from partwright.drafter.part_sentences.own_figures import SCHEDULES
from partwright.drafter.parts.edge_places import words_of_windows
from partwright.drafter.parts.stated_features import wishes_in, words_of_holes
from partwright.drafter.parts.stated_slots import words_of_slots
from partwright.drafter.recipes.nodes import NAMED
from partwright.drafter.structures.compared_parts import CALLED_ALSO, WINDOWS
from partwright.drafter.structures.recognition import alikes
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.counts import is_of_whole
from partwright.drafter.text.drive_codes import CELL_GROUPS, screws_at
from partwright.drafter.text.figures import StatedFigure, figures_of
from partwright.drafter.text.numbers import MULTIPLES, NUMBER_WORDS
from partwright.drafter.text.part_wording import FIT, SET_SCREW, UNIFIED
from partwright.drafter.text.product_name import STOP_WORDS
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.surroundings import is_for, is_put_away
from partwright.drafter.text.words import TextWord, stem, stems, words_of
from partwright.drafter.verification.stated_facts import UnkeptFact
from partwright.kit.patterns import lazy_regex

_MOST: Final = 12
_LONGEST: Final = 4
"""Words that are told together."""
_COUNTED: Final = lazy_regex(r"^count .* <- (.*)$", re.MULTILINE)
"""The words by which a recipe counts its own parts."""
_ROOT: Final = 5
"""Letters that forms of one word share: swivel, swivelling."""
_LEAST: Final = 3
_ENDINGS: Final = ("ing", "able", "ed")
"""Of words for what a part does: tilting, of a tilt bracket."""
_ASIDE: Final = lazy_regex(
    r"\b(?:for|to|that|which|who|so|because|when|while|where|if|as|like|from|against|during|between|near)\b[^,.;:()\n]{0,80}",
    re.IGNORECASE,
)
"""What the product is for, and what it does there: no part of it."""
_NEAR: Final = 24
_GRADE: Final = lazy_regex(
    r"\b(?:steel|stainless|inox|aisi|alumini?um)\b[ ,(]*(?:aisi |grade |type )?(?:\d{3,4}|1\.\d{4})$",
    re.IGNORECASE,
)
"""A grade behind its material, which the material's own check tells."""
_NUMBER: Final = lazy_regex(r"(?<![\d.])\d+(?:\.\d+)?")
_PITCHED: Final = lazy_regex(
    r"(?:(?<=\bM\d)|(?<=\bM\d\d)) ?x ?\d(?:[.,]\d{1,2})?(?![\d.,]*\w)"
    r"|\b(?:0[458]|06|10|12|16|20|24)B(?:-[1-3])?\b|(?<=\d{4}[ -])T\d{1,3}\b|\b\d(?:/\d{1,2})?[\"”]?[ -]?NPTF?\b|\b(?:bolt circle|PCD)\b|\b\d{1,2} [mh]\d{1,2} x \d{1,3}\b"
)
"""The pitch of a thread, the temper behind an alloy, the size of a pipe thread, the circle of holes, a pin's size."""
_PIPE_THREAD: Final = lazy_regex(r"\bG ?(\d(?: ?\d?/\d)?)(?![\w/])")
"""A thread of pipes, whose size the name of a part has."""
_ORDERS: Final = frozenset(
    {"add", "put", "give", "paint", "colour", "color", "change", "replace", "remove", "move", "set"}
)
"""Words of a message that say what is to be done with what stands behind them, which is told itself."""
_SPLIT: Final = lazy_regex(r"[-'/]")


def unread(brief: DesignBrief, root: BomNodeDraft, told: list[UnkeptFact]) -> list[str]:
    """The stretches of the text that no part, figure, requirement or other issue speaks of.

    Of a product that is not known everything is told already.
    """
    if root.gap == "product" or (not root.children and root.form is None):
        return []
    known = _Known(brief, root, told)
    found: list[list[TextWord]] = []
    for word in words_of(brief.text):
        if not known.lacks(word):
            continue
        last = found[-1][-1] if found else None
        is_next = last is not None and not brief.text[last.end : word.start].strip(" -")
        if is_next and len(found[-1]) < _LONGEST:
            found[-1].append(word)
        else:
            found.append([word])
    stretches = (brief.text[one[0].start : one[-1].end] for one in found)
    return list(dict.fromkeys(stretches))[:_MOST]


def _words_of_features(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[int, int]]:
    """The places of the words of holes; of one part, of slots and windows as well, and only what is read."""
    if root.form is None:
        yield from ((start, end) for _, start, end in wishes_in(brief.text))
        return
    yield from (
        *words_of_holes(brief.text),
        *words_of_windows(brief.text),
        *words_of_slots(brief.text),
    )


class _Known:
    """Places and words of one text that something speaks of."""

    def __init__(self, brief: DesignBrief, root: BomNodeDraft, told: list[UnkeptFact]) -> None:
        self._brief = brief
        self._named = set(_names(root))
        # What a kind of product reads, a single part of the same name does not.
        self._named |= frozenset() if root.form is not None else _said_by(brief.kind)
        self._named |= {word for one in brief.counts for word in one.words}
        self._roots = {one[:_ROOT] for one in self._named if len(one) >= _ROOT}
        self._figures = _figures(root)
        self._is_part = root.form is not None
        called = kinds()[brief.kind].words if brief.kind in kinds() else ()
        self._written = " ".join(
            [*called, *(f"{node.name} {node.material or ''}" for node in root.walk())]
        ).casefold()
        self._told = {word for one in told for word in stems(one.words)}
        self._spans = [
            *((one.start, one.end) for one in (*brief.figures, *_replaced(brief))),
            *(place for one in brief.counts for place in ((one.start, one.end), *one.places)),
            *((one.start, one.end) for one in (*brief.components, *brief.properties, *brief.materials)),
            *((one.start, one.end) for one in (*brief.shapes, *brief.clauses)),
            *_words_of_features(brief, root),
            *screws_at(brief.text),
            *((span.start, span.end) for span, _ in brief.denials),
            *(match.span() for match in _ASIDE.finditer(brief.text)),
            *(match.span() for match in FIT.finditer(brief.text) if root.form is not None),
            *(match.span() for match in _PITCHED.finditer(brief.text)),
            *(match.span() for match in _PIPE_THREAD.finditer(brief.text) if f"g {match[1]}" in self._written),
            *(match.span() for match in CELL_GROUPS.finditer(brief.text) if f" {match[1]}s" in self._written),
            *worked_round(brief.text, root.form.parameters if root.form else ()),
            *(match.span() for match in UNIFIED.finditer(brief.text)),
            *(match.span() for match in SET_SCREW.finditer(brief.text) if root.form is not None),
            *(match.span() for match in _SCHEDULE.finditer(brief.text) if _is_pipe(self._figures)),
            *(match.span() for match in _BELT_SECTION.finditer(brief.text) if root.form is not None and root.form.method == "v_pulley"),
        ]  # fmt: skip

    def lacks(self, word: TextWord) -> bool:
        """Whether nothing speaks of the word."""
        if any(start <= word.start < end for start, end in self._spans):
            return False
        if word.lower in COMPARED and word.start >= self._brief.told_from:
            # What says by how much is carried out in the text, and no longer stands here.
            return True
        if word.start >= self._brief.told_from and word.lower in _ORDERS:
            return False
        if any(letter.isdigit() for letter in word.text):
            return self._lacks_number(word)
        if not word.text[0].isalpha() or is_for(self._brief.text, word.start):
            return False
        return not any(self._knows(piece) for piece in _SPLIT.split(word.lower) if piece)

    def _lacks_number(self, word: TextWord) -> bool:
        if _GRADE.search(self._brief.text, max(0, word.start - _NEAR), word.end):
            return False
        plain = word.lower.replace(",", ".").removesuffix(".0")
        if self._is_part and (
            _is_threaded(plain, self._figures) or _is_radius(plain, self._figures)
        ):
            return False
        if stem(word.lower) in self._told:
            return False
        return plain not in self._figures and (plain.isdecimal() or plain not in self._written)

    def _knows(self, word: str) -> bool:
        own = stem(word)
        if (len(own) < _LEAST and own.isascii()) or word in STOP_WORDS or own in _plain():
            return True
        if self._is_part and (own in _OF_PARTS or _ROUNDED.get(own, _NONE) & self._named):
            return True
        if own == "slot" and "keyway" in self._named:
            return True
        if own in WINDOWS and "pocket" in self._named:
            return True
        if own in NUMBER_WORDS or own in MULTIPLES:
            return True
        if own in self._named or own in self._told:
            return True
        if any(own.removesuffix(end) in self._named for end in _ENDINGS if own.endswith(end)):
            return True
        if {*alikes(own), *CALLED_ALSO.get(own, ())} & self._named:
            return True
        return own[:_ROOT] in self._roots


_OF_PARTS: Final = frozenset(stems(
    "bent folded turned milled machined helical starting splined plug tapped central shank shoulder blind male female split screw bolt thread flange leg triangle right centre end edge clamping corner web port stem arm bar tip face ball eye fork spout inlet outlet nose lobe stud lift offset narrowing tapering taper tapered conical flat hexagon square groove rotated bored wrench spanner"
))  # fmt: skip
"""Words that a single part's form shows or its figures tell."""
_NONE: Final = frozenset[str]()
_ROUNDED: Final = dict.fromkeys(
    stems("rounded rounding"), frozenset(stems("radius arm oval fillet"))
)
"""Words for what is round, and for the forms and figures that show it."""
_METRIC: Final = lazy_regex(r"m(\d{1,2}(?:\.\d)?)")


def _is_threaded(word: str, figures: frozenset[str]) -> bool:
    """Whether the part has the hole of the thread: for clearance, or its core."""
    match = _METRIC.fullmatch(word)
    if match is None:
        return False
    size = float(match[1])
    fitting = (size, tables.clearance_hole(size), tables.tapping_hole(size))
    return bool({f"{one:g}" for one in fitting} & figures)


def _is_radius(word: str, figures: frozenset[str]) -> bool:
    """Whether the part has the radius of a letter and a number: R5."""
    return word[:1] == "r" and word[1:] in figures


_BELT_SECTION: Final = lazy_regex(r"\b(?:SP[ABCZ]|X?P[ABCZ]X?)\b")
"""Of a V-belt, by which the grooves of its pulley are drawn."""
_SCHEDULE: Final = lazy_regex(r"\bsch(?:edule)?\.? ?(?:40|80)\b", re.IGNORECASE)


def _is_pipe(figures: frozenset[str]) -> bool:
    """Whether the part has the outside of a pipe by its nominal size."""
    return any(f"{row[0]:g}" in figures for row in SCHEDULES.values())


def _replaced(brief: DesignBrief) -> list[StatedFigure]:
    """The figures in whose place a message gave others: they are read, and no longer meant."""
    return figures_of(brief.text) if brief.told_from < len(brief.text) else []


def _names(root: BomNodeDraft) -> Iterator[str]:
    """The stems of what the parts are called and made of, and of their figures."""
    for node in root.walk():
        if node is root and node.children:
            continue
        form = node.form
        said = " ".join((form.method, *form.parameters)) if form is not None else ""
        yield from stems(f"{node.name}, {node.material or ''}, {re.sub(r'[_.]', ' ', said)}")


def _normal_module_of(root: BomNodeDraft) -> str:
    """The module of a helical gear across its teeth, which its form has in its face."""
    own = dict(root.form.parameters) if root.form is not None else {}
    figures = {name: float(own.get(name, 0)) for name in ("module", "helix_angle")}
    return f"{normal_module(figures):.3g}" if all(figures.values()) else ""


def _wall_of(root: BomNodeDraft) -> str:
    """The wall between the two diameters of a part; 0 without such."""
    own = dict(root.form.parameters) if root.form is not None else {}
    for outer, inner in (("outer_diameter", "inner_diameter"), ("diameter_1", "diameter_2")):
        if outer in own and inner in own:
            return f"{round((float(own[outer]) - float(own[inner])) / 2, 4):g}"
    return "0"


def _stem_of(root: BomNodeDraft) -> str:
    """The stem of a T below its bar; 0 of others."""
    own = dict(root.form.parameters) if root.form is not None else {}
    return (
        f"{float(own.get('height', 0)) - float(own['bar_width']):g}" if "bar_width" in own else "0"
    )


def _figures(root: BomNodeDraft) -> frozenset[str]:
    """The numbers of the parts' names, squares together (20 x 20 as 2020), and of the forms."""
    names = " ".join(node.name for node in root.walk())
    found = {*_NUMBER.findall(names), *_NUMBER.findall(re.sub(r"(?<=\d) x (?=\d)", "", names))}
    forms = (node.form for node in root.walk() if node.form is not None)
    numbers = (one for form in forms for one in form.parameters.values())
    over_all = sum(
        float(v)
        for n, v in (root.form.parameters.items() if root.form else ())
        if n.startswith("length_") and isinstance(v, float | int)
    )
    found.add(f"{over_all:g}")
    found |= {_wall_of(root), _stem_of(root), _normal_module_of(root)}
    return frozenset({*found, *(f"{one:g}" for one in numbers if isinstance(one, float | int))})


@cache
def _said_by(kind: str) -> frozenset[str]:
    """The stems of all words that a recipe asks for or is called by."""
    return frozenset(read_by(kind)) if kind in kinds() else frozenset()


@cache
def _plain() -> frozenset[str]:
    """Words that ask for nothing by themselves: of figures, of manner, of what is drawn anyway."""
    cues = (q.cues.pattern for q in quantities().values() if q.cues is not None)
    said = {word for pattern in cues for word in stems(pattern.replace("\\", " "))}
    said |= {word for q in quantities().values() for word in stems(q.name)}
    said |= {word for row in shapes().values() for one in row.words for word in stems(one)}
    said |= {word for name in ("materials", "functions") for row in searched(name).values()
             for one in row.words for word in stems(one)}  # fmt: skip
    said |= {word for row in materials().values() for word in stems(row.grade)}
    lists = (
        "general",
        "not parts",
        "manners",
        "vague",
        "vague tails",
        "empty",
        "little",
        "ratings",
        "unasking",
    )
    return frozenset(said).union(*(word_list(one) for one in lists))


_RATINGS: Final = frozenset({
    "motor power", "power", "torque", "voltage", "battery voltage", "charge", "force", "pressure", "flow", "head", "rotation",
    "input speed", "light power", "heating power", "load", "volume", "ratio", "speed",
})  # fmt: skip
"""Quantities that a part is chosen by."""


def others_wanted(brief: DesignBrief, root: BomNodeDraft) -> list[str]:
    """The words that ask for several of the product, where the structure is of one."""
    row = kinds().get(brief.kind)
    declared = _COUNTED.findall(row.tree) if row else []
    if row and brief.title[-1:] == ("pair",) and not any("pair" in word for word in row.words):
        return [brief.name]
    if not brief.title or brief.title[-1] in stems(" ".join(declared)):
        return []
    return [
        brief.text[one.start : one.end]
        for one in brief.counts
        if one.number > 1
        and one.words == brief.title[-len(one.words) :]
        and is_of_whole(brief.text, one)
        and brief.title[-1] not in stems(brief.text[: one.start])
    ]


def unused(brief: DesignBrief, root: BomNodeDraft) -> list[str]:
    """The ratings that the text states and no part rests on."""
    if root.gap == "product" or not root.children:
        return []
    told = " ".join(f"{node.name} {node.rationale}" for node in root.walk()).casefold()
    idle = [m.words for m in brief.properties if is_of_gears(brief, m) and not root.form]
    return idle + [
        brief.text[one.start : one.end]
        for one in brief.figures
        if (
            one.dimension == "length"
            and is_put_away(brief.text, one.start, one.end)
            and f"folded to {one.written}" not in told
        )
        or (
            one.quantity in _RATINGS
            and one.written.casefold() not in told
            and not is_for(brief.text, one.start)
        )
        or (one.quantity in _ANGLES and not _is_drawn_at_angle(one, root))
    ]


_ANGLES: Final = frozenset({"angle", "slope"})


def _is_drawn_at_angle(angle: StatedFigure, root: BomNodeDraft) -> bool:
    """Whether a part is called or drawn by the angle, stands at it or moves by it."""
    layouts = [node.layout for node in root.walk() if node.layout is not None]
    turned = (
        one for layout in layouts for place in layout.placements for one in place.rotation_deg
    )
    moved = (
        one for layout in layouts for joint in layout.joints for one in (joint.low, joint.high)
    )
    named = (one for layout in layouts for one in layout.dimensions.values())
    numbers = (*turned, *moved, *named)
    drawn = {f"{abs(one):g}" for one in numbers if isinstance(one, float | int)} | _figures(root)
    return all(f"{value:g}" in drawn for value in angle.values)


def undrawn(root: BomNodeDraft) -> list[str]:
    """The parts that the text names and the picture of a drawn product does not show."""
    leaves = [node for node in root.walk() if not node.children]
    if not any(node.form for node in leaves):
        return []
    named = (n for n in leaves if n.form is None and n.part_type != "Software")
    return [node.name for node in named if NAMED in (node.rationale or "")]
