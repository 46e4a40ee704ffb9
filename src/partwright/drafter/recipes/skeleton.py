"""The named figures of a recipe, and the forms and places that are written over them."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from partwright.drafter.drafts import Figure, Figures, PartForm
from partwright.drafter.layout_expressions import LARGEST, ExpressionProblem, figure
from partwright.drafter.recipes.expressions import Arithmetic, ExpressionNames, RecipeFault
from partwright.drafter.recipes.modules import RecipeLine
from partwright.drafter.recipes.nodes import RecipeJoint, RecipePlace

Names = Mapping[str, ExpressionNames]
_CLOSE: Final = 1e-6
_MOST: Final = 200
"""Places of one line."""


class Skeleton:
    """Figures by name, in the order of the recipe; calculated ones as expressions where they can be."""

    def __init__(self) -> None:
        self.figures: dict[str, Figure] = {}
        self.given = set[str]()
        """The names of what is read from the text."""
        self._values: dict[str, float] = {}

    def add(self, line: RecipeLine, names: Names) -> None:
        """Take note of a given, counted or calculated figure."""
        value = names[line.name].value
        self.given |= {line.name} if line.verb == "given" else set()
        if isinstance(value, bool | str) or not isinstance(value, float | int):
            return
        number = round(float(value), 6)
        if abs(number) > LARGEST:
            # The range of a vehicle: no size of anything, and no dimension can be so large.
            return
        written = line.expression if line.verb == "let" else ""
        self.figures[line.name] = written if written and self._gives(written, number) else number
        self._values[line.name] = number

    def shape_of(
        self,
        line: RecipeLine,
        names: Names,
        arithmetic: Arithmetic,
        filled: Callable[[str, Any], tuple[str, Any]],
    ) -> tuple[PartForm | None, tuple[RecipePlace, ...], tuple[RecipeJoint, ...]]:
        """The form, the places and the movements that stand below a part or an assembly."""
        form: PartForm | None = None
        places: list[RecipePlace] = []
        joints: list[RecipeJoint] = []

        def reckoned(text: str) -> float:
            value = arithmetic.known(text, names).value
            if isinstance(value, str) or not isinstance(value, float | int):
                raise RecipeFault(f"{text!r} is not a figure")
            return round(float(value), 6)

        def written(text: str) -> Figure:
            number = reckoned(text)
            return text.strip() if self._gives(text, number) and not _is_number(text) else number

        for below in line.children:
            if below.verb == "form":
                pairs = [argument.partition("=") for argument in below.arguments]
                parameters = {name: written(value) for name, _, value in pairs}
                method, _ = filled(below.name, names)
                form = PartForm(method=method, parameters=_made(parameters, reckoned))
            elif below.verb == "at":
                places += _places(below, reckoned, written)
            elif below.verb == "joint":
                joints.append(_joint(below, written))
        return form, tuple(places), tuple(joints)

    def _gives(self, text: str, number: float) -> bool:
        try:
            return abs(figure(text, self._values) - number) < _CLOSE
        except ExpressionProblem:
            return False


def _joint(line: RecipeLine, written: Callable[[str], Figure]) -> RecipeJoint:
    """Direction, for what turns a point, and how far backwards and forwards."""
    figures = [written(one) for one in line.arguments]
    is_slide = line.expression == "slide"
    if len(figures) != (5 if is_slide else 8):
        raise RecipeFault(f"a joint that {line.expression}s has other figures than {figures}")
    origin = _three([0.0, 0.0, 0.0] if is_slide else figures[3:6])
    return RecipeJoint(
        line.name, "slide" if is_slide else "turn", _three(figures[:3]), origin, *_two(figures[-2:]),
        instance=int(line.why or 0),
    )  # fmt: skip


def _made(parameters: Mapping[str, Figure], reckoned: Callable[[str], float]) -> dict[str, Figure]:
    """The parameters without operations of size 0, which a recipe writes for what is not wanted."""
    none = {
        name.partition(".")[0]
        for name, value in parameters.items()
        if name.endswith((".length", ".diameter", ".count"))
        and (value if isinstance(value, float | int) else reckoned(value)) == 0
    }
    return {n: v for n, v in parameters.items() if "." not in n or n.partition(".")[0] not in none}


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _places(
    line: RecipeLine, reckoned: Callable[[str], float], written: Callable[[str], Figure]
) -> list[RecipePlace]:
    given = list(line.arguments)
    if line.name == "ring":
        return _ring(given, line.expression.split(","), reckoned, written)
    turn: Figures = _three([written(one) for one in line.expression.split(",")])
    match line.name:
        case "corners":
            spots = [(sx, sy) for sx in (1, -1) for sy in (1, -1)]
            return [_mirrored(given, x, y, written, turn) for x, y in spots]
        case "mirror":
            return [_mirrored(given, 1, y, written, turn) for y in (1, -1)]
        case "flip":
            return [_mirrored(given, x, 1, written, turn) for x in (1, -1)]
        case "row":
            count = min(_MOST, round(reckoned(given[0])))
            start, step = given[1:4], given[4:7]
            return [
                RecipePlace(
                    _three(
                        [written(f"{a} + {n} * ({b})") for a, b in zip(start, step, strict=True)]
                    ),
                    turn,
                )
                for n in range(count)
            ]
        case _:
            return [RecipePlace(_three([written(one) for one in given]), turn)]


def _ring(
    given: Sequence[str],
    turn: Sequence[str],
    reckoned: Callable[[str], float],
    written: Callable[[str], Figure],
) -> list[RecipePlace]:
    """On a circle about z; the fourth figure is where the first stands.

    Each is turned with it, or as the last figure says where it speaks of the `angle`.
    """
    count = min(_MOST, round(reckoned(given[0])))
    start = reckoned(given[3]) if len(given) > 3 else 0.0
    places: list[RecipePlace] = []
    for number in range(count):
        angle = start + 360 * number / count
        x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        spot = [written(f"{x:.9f} * ({given[1]})"), written(f"{y:.9f} * ({given[1]})")]
        places.append(
            RecipePlace(
                (*_two(spot), written(given[2])),
                (written(turn[0]), written(turn[1]), written(_turned(turn[2], angle))),
            )
        )
    return places


def _turned(text: str, angle: float) -> str:
    spoken = re.sub(r"\bangle\b", f"{angle:.9f}", text)
    return spoken if spoken != text else f"{text} + {angle:.9f}"


def _mirrored(
    given: Sequence[str], x: int, y: int, written: Callable[[str], Figure], turn: Figures
) -> RecipePlace:
    return RecipePlace(
        (written(f"{x} * ({given[0]})"), written(f"{y} * ({given[1]})"), written(given[2])), turn
    )


def _two(values: list[Figure]) -> tuple[Figure, Figure]:
    return values[0], values[1]


def _three(values: list[Figure]) -> Figures:
    if len(values) != 3:
        raise RecipeFault(f"a place has three figures, not {values}")
    return values[0], values[1], values[2]
