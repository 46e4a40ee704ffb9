"""A recipe evaluated for one brief: its tree of parts, with sizes and what they rest on."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from partwright.drafter.brief.contradictions import is_of_named_part
from partwright.drafter.brief.wording import thing_of
from partwright.drafter.catalogue import word_list
from partwright.drafter.drafts import Figure, PartType
from partwright.drafter.recipes import readings
from partwright.drafter.recipes.expressions import (
    Arithmetic,
    ExpressionNames,
    RecipeFault,
    Value,
    shown,
)
from partwright.drafter.recipes.modules import RecipeLine, modules
from partwright.drafter.recipes.nodes import RecipeNode, drawn_names, is_slotted
from partwright.drafter.recipes.readings import ENDS, end_of, in_unit, is_of_back, owner_of
from partwright.drafter.recipes.skeleton import Skeleton
from partwright.drafter.sizing.functions import FUNCTIONS
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.compounds import is_telling
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.gear_modules import unitless_said
from partwright.drafter.text.lexicon import stems_said
from partwright.drafter.text.quantities import Quantity, quantities
from partwright.drafter.text.surroundings import is_held
from partwright.drafter.text.tooth_counts import TEETH, teeth_of
from partwright.drafter.text.units import RECKONED
from partwright.drafter.text.words import stem, stems

_BRACES: Final = re.compile(r"\{([^{}]+)\}")
_DEEPEST: Final = 12
_TYPES: Final[Mapping[str, PartType]] = {
    "assembly": "Manufacture",
    "make": "Manufacture",
    "buy": "Purchase",
    "software": "Software",
}
_SIDES: Final = {"length": 0, "width": 1, "depth": 1, "height": 2}
_OF_PART: Final = 2
"""Sides of a size that may be of a part; three are of the whole."""
_THIN: Final = 25.0
"""Millimetres up to which a size of three sides is that of a back panel."""
_VAGUE: Final = "dimension"
_BRACE: Final = ("gusset",)
"""Told with three sides of its own."""
_NEXT: Final = 4
"""Words to a figure without a quantity that is the thickness of what stands there: a top of 40 mm."""
_WITHIN: Final = (("in",), ("into",), ("through",))
"""Behind the figure of what is in a thing, and no figure of the thing: holes of 60 mm in the top."""
_THICKEST: Final = 100
"""Millimetres from which such a figure is no thickness."""

_PARTS_ALONE: Final = ("leg", "base")
"""Parts whose shape is not the product's: a table with round legs."""

Names = dict[str, ExpressionNames]


class Evaluation:
    """One brief's evaluation of recipes; what one recipe finds out the next may use."""

    def __init__(
        self, brief: DesignBrief, basis: Mapping[str, ExpressionNames], *, unheard: str = ""
    ) -> None:
        # Figures that no thing can have are told, and nothing is reckoned with them.
        figures = tuple(one for one in brief.figures if not one.is_below_nothing)
        self._brief = msgspec.structs.replace(brief, figures=figures)
        self._unheard = stems(unheard)
        """A word that is read as though the text did not have it, nor what ends with it."""
        self._main: Sequence[RecipeLine] = ()
        self._arithmetic = Arithmetic(FUNCTIONS)
        self._basis = dict(basis)
        self.skeleton = Skeleton()
        """The named figures of the recipe itself, over which forms and places are reckoned."""
        self._heard: list[tuple[str, ...]] = []
        self._own: Names = {}
        self.counted: set[str] = set()
        """Nouns whose count of the text went into a recipe."""

    def tree(self, lines: Sequence[RecipeLine]) -> list[RecipeNode]:
        """The nodes of a recipe."""
        self._main = lines
        self._own = dict(self._basis)
        return self._lines(lines, self._basis, 0)

    def drawn_dimensions(self) -> dict[str, Figure]:
        """The named figures, without those of the text that nothing is sized by."""
        idle = self.skeleton.given - self._arithmetic.chosen
        return {name: one for name, one in self.skeleton.figures.items() if name not in idle}

    def draws(self, words: str) -> bool:
        """Whether the recipe draws a part because the text says these words, or has the slots that they are."""
        said = stems(words)
        tails = (said[place:] for place in range(len(said)))
        heard = next((tail for tail in tails if tail in self._heard), None)
        is_opening = bool(_OPENINGS & {*said[-1:]})
        if heard is None and not is_opening:
            return False
        drawn = Evaluation(self._brief, self._own).tree(self._main)
        if heard is None or (is_opening and is_slotted(drawn)):
            return is_slotted(drawn)
        mute = Evaluation(self._brief, self._own, unheard=" ".join(heard))
        return drawn_names(mute.tree(self._main)) < drawn_names(drawn)

    def module(self, name: str, arguments: Sequence[str] = ()) -> list[RecipeNode]:
        """The nodes of a module."""
        return self._use(RecipeLine("use", name, arguments=tuple(arguments)), self._basis, 1)

    def _lines(self, lines: Sequence[RecipeLine], names: Names, depth: int) -> list[RecipeNode]:
        nodes: list[RecipeNode] = []
        was_met = True
        for line in lines:
            match line.verb:
                case "given" | "count" | "choice" | "says" | "let":
                    names[line.name] = self._value(line, names)
                    if depth == 0:
                        self.skeleton.add(line, names)
                case "if" | "else":
                    met = line.verb == "if" and self._is_met(line, names)
                    if met or (line.verb == "else" and not was_met):
                        nodes += self._lines(line.children, names, depth)
                    was_met = met
                case "use":
                    nodes += self._use(line, names, depth + 1)
                case "form" | "at" | "joint":
                    pass
                case _:
                    nodes += self._node(line, names, depth)
        return nodes

    def _value(self, line: RecipeLine, names: Names) -> ExpressionNames:
        match line.verb:
            case "given":
                return self._given(line, names)
            case "count":
                return self._counted(line, names)
            case "choice":
                return self._chosen(line, names)
            case "says":
                return self._said(line)
            case _:
                return self._arithmetic.known(line.expression, names)

    def _is_met(self, line: RecipeLine, names: Names) -> bool:
        return self._arithmetic.is_condition_met(line.expression, names)

    def _use(self, line: RecipeLine, names: Names, depth: int) -> list[RecipeNode]:
        module = modules().get(line.name)
        if module is None or depth > _DEEPEST:
            raise RecipeFault(f"no module {line.name}")
        inner: Names = dict(self._basis)
        for place, (name, default) in enumerate(module.takes):
            given = line.arguments[place] if place < len(line.arguments) else default
            scope = names if place < len(line.arguments) else inner
            inner[name] = self._arithmetic.known(given, scope)
        return self._lines(module.lines, inner, depth)

    def _node(self, line: RecipeLine, names: Names, depth: int) -> list[RecipeNode]:
        quantity = self._arithmetic.known(line.expression, names)
        number = _whole(quantity.value)
        if number < 1:
            return []
        form, places, joints = self.skeleton.shape_of(line, names, self._arithmetic, self._filled)
        children = self._lines(line.children, dict(names), depth) if line.children else []
        if line.verb == "assembly" and not children:
            return []
        name, by_name = self._filled(line.name, names)
        material, _ = self._filled(line.material, names)
        why, by_why = self._filled(line.why, names)
        rests = (quantity, *by_name, *by_why)
        node = RecipeNode(
            name=name,
            part_type=_TYPES[line.verb],
            material=material or None,
            quantity=len(places) or number,
            form=form,
            places=places,
            joints=joints,
            topics=frozenset(line.topics),
            why=why,
            given=frozenset(g for k in rests for g in k.given),
            assumed=frozenset(a for k in rests for a in k.assumed),
            children=children,
        )
        return [node]

    def _filled(self, text: str, names: Names) -> tuple[str, list[ExpressionNames]]:
        """The text with its expressions evaluated, and what they rest on."""
        rests: list[ExpressionNames] = []

        def value(match: re.Match[str]) -> str:
            known = self._arithmetic.known_of_name(match[1], names)
            rests.append(known)
            return shown(known.value)

        return _BRACES.sub(value, text), rests

    def _given(self, line: RecipeLine, names: Names) -> ExpressionNames:
        first = quantities()[line.arguments[0].partition("@")[0].partition(".")[0]]
        target = RECKONED[first.dimensions[0]]
        for source, own in self._sources(line):
            figure, value = self._figure(source, is_own=own)
            if figure is not None:
                return ExpressionNames(
                    in_unit(figure, value, target), frozenset({readings.quoted_figure(figure)})
                )
        default = self._arithmetic.known(line.expression, names)
        if default.given or default.assumed or not isinstance(default.value, float | int):
            return default
        if not default.value:
            # Nothing is meant by 0: the recipe goes another way without the figure.
            return default
        label = first.name.lower()
        note = f"{label} {shown(default.value)} {target}".strip()
        return ExpressionNames(default.value, frozenset(), frozenset({note}))

    @staticmethod
    def _sources(line: RecipeLine) -> list[tuple[str, bool]]:
        """Figures said by themselves go first; sides of a size by name only where none is numbered.

        A length of which nothing is told comes last.
        """
        numbered = any("." in source for source in line.arguments)
        own = [(source, True) for source in line.arguments if "." not in source]
        sized = [(source, False) for source in line.arguments if "." in source or not numbered]
        vague = [(source, is_own) for source, is_own in own if source == _VAGUE]
        return [one for one in own if one not in vague] + sized + vague

    def _figure(self, source: str, *, is_own: bool = False) -> tuple[StatedFigure | None, float]:
        """The figure for a quantity, and its value there; `quantity@word` wants it about a word."""
        quantity, _, word = source.partition("@")
        if word:
            return self._said_of(quantity, word)
        base, _, side_number = quantity.partition(".")
        if base == "vesa":
            return self._of_patterns(int(side_number))
        if side_number in ENDS:
            row, own = quantities()[base], self._brief.figures
            said = [f for f in own if f.quantity == base and not f.is_size]
            return end_of([f for f in said if not self._is_aside(f, row)], side_number)
        if side_number:
            size = self._largest(base)
            place = int(side_number)
            return (size, size.values[place]) if size and place < len(size.values) else (None, 0.0)
        figure = self._whole(quantity)
        if figure is not None and (not figure.is_size or quantity == "stroke"):
            is_between = quantity == "stroke" and figure.bound == "range" and figure.low > 0
            return figure, figure.high - figure.low if is_between else figure.high
        side = None if is_own else _SIDES.get(quantity)
        size = self._largest("size")
        if side is not None and size is not None and side < len(size.values):
            return size, size.values[side]
        return None, 0.0

    def _of_patterns(self, place: int) -> tuple[StatedFigure | None, float]:
        """The side at this place among those of all patterns of holes, two of each."""
        patterns = [f for f in self._brief.figures if f.quantity == "vesa"]
        if place >= 2 * len(patterns):
            return None, 0.0
        figure = patterns[place // 2]
        return figure, figure.values[place % 2]

    def _said_of(self, quantity: str, word: str) -> tuple[StatedFigure | None, float]:
        """The figure said of a thing, or one side of its size: `size.0@board`."""
        base, _, side = quantity.partition(".")
        fitting = [f for f in self._brief.figures if f.quantity == base and word in f.about]
        if not fitting and base == "thickness":
            sized = (f for f in self._brief.figures if f.quantity == "dimension")
            near = (f for f in sized if f.about[:1] not in _WITHIN and word in f.about[:_NEXT])
            fitting = [f for f in near if f.high < _THICKEST]
        if word != "back":
            fitting = [f for f in fitting if not is_of_back(f)]
        if not fitting:
            fitting = unitless_said(self._brief.text, word)
        if not fitting:
            return None, 0.0
        across = [f for f in fitting if f.is_size and len(f.values) <= _OF_PART]
        last = readings.nearest(across or fitting, word)
        if not side:
            return last, last.high
        return (last, last.values[int(side)]) if int(side) < len(last.values) else (None, 0.0)

    def _largest(self, quantity: str) -> StatedFigure | None:
        """The size with the most sides: that of the whole rather than of a section."""
        text = self._brief.text
        said = [
            f
            for f in self._brief.figures
            if f.quantity == quantity and not is_held(text, f.start) and not self._is_of_part(f)
        ]
        own = [f for f in said if set(f.about[:1]) & set(self._brief.title)]
        later = [f for f in said if f.origin] or own or said
        return max(later, key=lambda f: (len(f.values), -f.start), default=None)

    def _is_of_part(self, figure: StatedFigure) -> bool:
        """Whether a size stands beside a part that is not the product: a window 60 x 30 mm."""
        if len(figure.values) > _OF_PART and figure.about[:1] != _BRACE:
            return is_of_back(figure) and min(figure.values) <= _THIN
        title = set(self._brief.title)
        near = {*readings.words_near(figure), *owner_of(figure)} - title
        sections = word_list("section parts") & set(figure.about[:1]) - title
        return bool(near & word_list("side parts") or sections or readings.cut_of(figure))

    def _whole(self, quantity: str) -> StatedFigure | None:
        """The figure for the quantity that is not said of a side part: the diameter, not the rope's."""
        figure = self._brief.given(quantity)
        row = quantities()[quantity]
        if figure is None or not self._is_aside(figure, row):
            return figure
        others = [f for f in self._brief.figures if f.quantity == quantity]
        return next((f for f in others if not self._is_aside(f, row)), None)

    def _is_aside(self, figure: StatedFigure, quantity: Quantity) -> bool:
        if is_of_back(figure) or is_of_named_part(figure, self._brief.title):
            return True
        thing = stem(thing_of(self._brief, figure, quantity))
        return thing in word_list("side parts") and thing not in self._brief.title

    def _chosen(self, line: RecipeLine, names: Names) -> ExpressionNames:
        """The shape that the text gives the product, or the parts that the line names."""
        things = {stem(word.strip()) for word in line.material.split(",") if word.strip()}
        own = set(things)
        if not things & set(_PARTS_ALONE):
            own |= set(self._brief.title)
        for mention in self._brief.shapes:
            if mention.key in line.arguments and own & set(mention.things[:3]):
                return ExpressionNames(mention.key, frozenset({mention.words.lower()}))
        return self._arithmetic.known(line.expression, names)

    def _said(self, line: RecipeLine) -> ExpressionNames:
        until = self._brief.told_from if line.expression else len(self._brief.text)
        said = stems_said(self._brief.text[:until])
        for word in line.arguments:
            pieces = stems_said(word)
            if self._brief.denied & set(pieces) or pieces[-len(self._unheard) :] == self._unheard:
                continue
            starts = range(len(said) - len(pieces) + 1)
            if any(said[start : start + len(pieces)] == pieces for start in starts):
                self._heard.append(pieces)
                return ExpressionNames(True, frozenset({word}))
        return ExpressionNames(False)

    def _counted(self, line: RecipeLine, names: Names) -> ExpressionNames:
        for source in line.arguments:
            noun, *parts = source.split("@")
            if noun == TEETH and parts and parts[0] in ENDS:
                said = teeth_of(self._brief.counts)
                if said:
                    number = said[0 if parts[0] == "low" else -1]
                    return ExpressionNames(number, frozenset({f"{number} x {noun}"}))
                continue
            number = self._number_of(noun, parts)
            if number:
                self.counted.add(noun)
                return ExpressionNames(number, frozenset({f"{number} x {noun}"}))
        usual = self._arithmetic.known(line.expression, names)
        if usual.value == 0 and (said := next(filter(self._says_one, line.arguments), "")):
            self.counted.add(said)
            return ExpressionNames(1, frozenset({f"1 x {said}"}))
        return usual

    def _number_of(self, noun: str, parts: Sequence[str]) -> int:
        """So many as the text has of the noun, or of the adjective made of it: three-legged."""
        if parts:
            return self._brief.counted_of(noun, parts)
        return self._brief.counted(noun) or self._brief.counted(_SHAPED_WITH.get(noun, noun))

    def _says_one(self, noun: str) -> bool:
        """Whether the text has one of what the product usually lacks: a cabinet with a drawer."""
        one = rf"\b(?:with|and|,|plus|has) (?:an?|one) (?:[a-z-]+ )?{re.escape(noun)}\b(?!-)"
        if stem(noun) in self._brief.denied or stems(noun) == self._unheard:
            return False
        text = self._brief.text
        found = re.finditer(one, text, re.IGNORECASE)
        return any(not is_telling(text, match.end()) for match in found)


_OPENINGS: Final = frozenset({"slot", "vent", "slit"})
_SHAPED_WITH: Final = {
    "leg": "legged", "wheel": "wheeled", "blade": "bladed", "shelf": "shelved", "arm": "armed",
    "jaw": "jawed", "tier": "tiered", "door": "doored", "drawer": "drawered",
}  # fmt: skip


def _whole(value: Value) -> int:
    """A quantity as a whole number; nothing below zero, nothing absurd."""
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, float | int):
        return 0
    return max(0, min(10_000, round(value + 1e-9)))
