"""Artifacts as a user sends them, read with every problem named at once; pure."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, TypeVar, cast, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from partwright.drafter.drafts import (
    AssemblyLayout,
    Gap,
    PartForm,
    PartType,
    Priority,
    RequirementType,
    Source,
    VerificationMethod,
)
from partwright.item_types.currencies import Currency
from partwright.kit.errors import ErrorDetail
from partwright.kit.field_problems import problem_of, shown
from partwright.kit.fields import (
    FieldProblem,
    FieldReader,
    Name,
    NotNegative,
    Positive,
    Text,
    cleaned,
    trimmed,
)
from partwright.kit.ids import new_id

TempId = Annotated[str, Meta(max_length=100, extra=cleaned(trimmed))]
Confidence = Annotated[float, Meta(ge=0, le=1)]
UnitName = Annotated[str, Meta(min_length=1, max_length=20)]
Material = Annotated[str, Meta(max_length=100)]
Days = Annotated[int, Meta(ge=0, le=36_500)]
Coordinates = tuple[float, float, float]

MOST_REQUIREMENTS = 1000
MOST_NODES = 5000
DEEPEST = 60
"""Levels of a drafted structure."""


class SentRequirement(msgspec.Struct, rename="camel", kw_only=True):
    """A requirement; only its name is needed."""

    name: Name
    temp_id: TempId | None = None
    description: Text = ""
    requirement_type: RequirementType = "Functional"
    priority: Priority = "medium"
    verification_method: VerificationMethod = "Test"
    rationale: Text = ""
    confidence: Confidence = 1.0
    source: Source | UnsetType = UNSET


class SentNode(msgspec.Struct, rename="camel", kw_only=True):
    """A node of the structure; only its name is needed."""

    name: Name
    temp_id: TempId | None = None
    description: Text = ""
    is_new: bool | None = None
    existing_item_id: TempId | None = None
    quantity: Positive = Decimal(1)
    unit_of_measure: UnitName = "EA"
    children: list[Any] | None = None
    requirement_temp_ids: list[TempId] = []
    part_type: PartType | None = None
    material: Material | None = None
    cost: NotNegative | None = None
    cost_currency: Currency = "USD"
    lead_time_days: Days | None = None
    rationale: Text = ""
    confidence: Confidence = 1.0
    source: Source | UnsetType = UNSET
    gap: Gap | None = None
    form: dict[str, Any] | None | UnsetType = UNSET
    layout: dict[str, Any] | None | UnsetType = UNSET
    """Left out, form and layout stay as they are; null takes them away."""
    cad_generation: dict[str, Any] | None = None
    assembly_composition: dict[str, Any] | None = None


class SentPlacement(msgspec.Struct, rename="camel", kw_only=True):
    """Pose of an instance of a child."""

    temp_id: TempId
    instance: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    translation_mm: Coordinates = (0.0, 0.0, 0.0)
    rotation_deg: Coordinates = (0.0, 0.0, 0.0)
    pinned: bool = False
    why: str | None = None


class InputProblems:
    """Problems, field by field."""

    def __init__(self) -> None:
        self.found: list[ErrorDetail] = []

    def add(self, path: str, message: str) -> None:
        self.found.append(ErrorDetail(path, message))


@cache
def _readers(struct: type[msgspec.Struct]) -> dict[str, tuple[str, FieldReader, bool]]:
    hints = get_type_hints(struct, include_extras=True)
    return {
        f.encode_name: (f.name, FieldReader(hints[f.name]), f.required)
        for f in msgspec.structs.fields(struct)
    }


def struct(sent: Any, kind: type[msgspec.Struct], path: str, problems: InputProblems) -> Any:
    """The struct of decoded JSON, or None when something is wrong with it."""
    if not isinstance(sent, dict):
        problems.add(path, f"expected an object, got {shown(sent)}")
        return None
    keys = cast("dict[str, Any]", sent)
    readers = _readers(kind)
    before = len(problems.found)
    values: dict[str, Any] = {}
    for key, (_, _, required) in readers.items():
        if required and key not in keys:
            problems.add(f"{path}.{key}", "is required")
    for key, value in keys.items():
        if key not in readers:
            problems.add(f"{path}.{key}", "unknown key")
            continue
        name, reader, _ = readers[key]
        try:
            values[name] = reader.clean(_convert(value, reader))
        except FieldProblem as problem:
            problems.add(f"{path}.{key}{problem.path}", str(problem))
    return kind(**values) if len(problems.found) == before else None


def _convert(value: Any, reader: FieldReader) -> Any:
    try:
        return msgspec.convert(value, reader.type)
    except msgspec.ValidationError as error:
        raise problem_of(error, reader.type, value) from error


def listed(sent: Any, path: str, problems: InputProblems, *, most: int) -> list[Any]:
    """A list that is not too long."""
    if not isinstance(sent, list):
        problems.add(path, f"expected an array, got {shown(sent)}")
        return []
    items = cast("list[Any]", sent)
    if len(items) > most:
        problems.add(path, f"has more than {most} entries")
        return []
    return items


ShapeT = TypeVar("ShapeT", PartForm, AssemblyLayout)
MOST_FIGURES = 2000
"""Figures, dimensions, places or mates of one form or layout."""


def shape(
    sent: dict[str, Any] | None, kind: type[ShapeT], path: str, problems: InputProblems
) -> ShapeT | None:
    """A form or a layout; what its expressions come to is judged with the whole structure."""
    if sent is None:
        return None
    plain = _floats(sent)
    try:
        found = msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        problem = problem_of(error, kind, plain)
        problems.add(path + problem.path, str(problem))
        return None
    unknown = sorted(_unknown_keys(plain, msgspec.to_builtins(found)))
    for key in unknown[:20]:
        problems.add(f"{path}.{key[:100]}", "unknown key")
    built: dict[str, Any] = msgspec.to_builtins(found)
    sizes = [len(cast("list[Any]", one)) for one in built.values() if not isinstance(one, str)]
    if max(sizes, default=0) > MOST_FIGURES:
        problems.add(path, f"has more than {MOST_FIGURES} entries")
        return None
    return None if unknown else found


def _floats(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {key: _floats(one) for key, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_floats(one) for one in cast("list[Any]", value)]
    return value


def _unknown_keys(sent: Any, known: Any) -> Iterator[str]:
    if isinstance(sent, dict) and isinstance(known, dict):
        for key, value in cast("dict[str, Any]", sent).items():
            if key not in known:
                yield key
            else:
                yield from _unknown_keys(value, cast("dict[str, Any]", known)[key])
    elif isinstance(sent, list) and isinstance(known, list | tuple):
        pairs = zip(cast("list[Any]", sent), cast("list[Any]", known), strict=False)
        for one, other in pairs:
            yield from _unknown_keys(one, other)


def parameters(sent: Any, path: str, problems: InputProblems) -> Mapping[str, float]:
    """Numbers by the names of a feature."""
    if not isinstance(sent, dict):
        problems.add(path, f"expected an object, got {shown(sent)}")
        return {}
    found: dict[str, float] = {}
    for name, value in cast("dict[str, Any]", sent).items():
        number = _finite(value)
        if number is None or len(name) > 100:
            problems.add(f"{path}.{name[:100]}", "expected a number")
        else:
            found[name] = number
    return found


def _finite(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if abs(number) < 1e12 else None


def unique(ids: list[tuple[str, str]], problems: InputProblems) -> None:
    """Each tempId once; `ids` are pairs of the path and the id."""
    seen: set[str] = set()
    for path, temp_id in ids:
        if temp_id in seen:
            problems.add(f"{path}.tempId", f"{temp_id!r} is given twice")
        seen.add(temp_id)


def made_id(kind: str) -> Callable[[], str]:
    """Makes tempIds of one kind."""
    return lambda: f"{kind}-{new_id()[-12:]}"
