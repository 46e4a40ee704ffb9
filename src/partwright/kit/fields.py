"""JSON objects read into structs, with every problem named at once.

A body is first split into its keys and their undecoded values; each value is then decoded by
the type of its field. So numbers stay exact, and one answer lists all that is wrong.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from partwright.kit import clock, decimals
from partwright.kit.errors import MOST_PROBLEMS, ErrorDetail, InvalidInput
from partwright.kit.etag import ANY, IfMatch, etag
from partwright.kit.field_problems import (
    FieldProblem,
    bare_type,
    problem_of,
    shown,
    undecodable,
    unknown_key,
)
from partwright.kit.ids import as_uuid
from partwright.kit.text_lines import composed, hidden_character, is_plain, one_line

T = TypeVar("T", bound=msgspec.Struct)

RawObject = Mapping[str, Raw]
"""The keys of a JSON object with their values not yet decoded."""


def trimmed(text: str) -> str:
    text = text.strip()
    if not text:
        raise FieldProblem("must not be blank")
    return text


def line(text: str) -> str:
    """A text of one line; line breaks become blanks, and what nobody sees is refused."""
    return _line(text)


def number_line(text: str) -> str:
    """A number as people read it from a label: each character of it is seen."""
    return _line(text, formats=True)


def _line(text: str, *, formats: bool = False) -> str:
    if is_plain(text):
        return trimmed(text)
    text = one_line(text)
    hidden = hidden_character(text, formats=formats)
    if hidden is not None:
        raise FieldProblem(f"must not contain the invisible character {hidden}")
    return trimmed(text)


_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):(?!\d)")


def _web_address(text: str) -> str:
    """Pages make links of it, so nothing that a browser would run."""
    scheme = _SCHEME.match("".join(sign for sign in text if sign.isprintable()))
    if scheme and scheme[1].lower() not in ("http", "https"):
        raise FieldProblem(f"expected an address that begins with https://, got {shown(text)}")
    return text


def canonical_uuid(text: str) -> str:
    """A UUID in its canonical form; FieldProblem for other text."""
    found = as_uuid(text)
    if found is None:
        raise FieldProblem(f"expected a UUID, got {shown(text)}")
    return found


def _date(text: str) -> str:
    if not clock.is_date(text):
        raise FieldProblem(f"expected a date such as 2026-11-21, got {shown(text)}")
    return text


def _moment(text: str) -> str:
    try:
        return clock.stamp(clock.parse_moment(text))
    except (ValueError, OverflowError):
        wanted = "a timestamp such as 2026-11-21T09:30:00Z"
        raise FieldProblem(f"expected {wanted}, got {shown(text)}") from None


def _decimal(value: Decimal) -> Decimal:
    wrong = decimals.check_decimal(value)
    if wrong:
        raise FieldProblem(wrong)
    return value


def _positive(value: Decimal) -> Decimal:
    if value <= 0:
        raise FieldProblem(f"expected a number above 0, got {value}")
    return value


def _not_negative(value: Decimal) -> Decimal:
    if value < 0:
        raise FieldProblem(f"expected 0 or more, got {value}")
    return value


def cleaned(*steps: Callable[[Any], Any]) -> dict[str, Any]:
    """For `Meta(extra=...)`: what a decoded value goes through; a step may raise FieldProblem."""
    return {"clean": steps}


Number = Annotated[str, Meta(max_length=100, extra=cleaned(number_line))]
Name = Annotated[str, Meta(max_length=500, extra=cleaned(line))]
Revision = Annotated[str, Meta(max_length=10, extra=cleaned(number_line))]
Text = Annotated[str, Meta(max_length=5000)]
LongText = Annotated[str, Meta(max_length=10_000)]
ShortText = Annotated[str, Meta(max_length=500)]
WebAddress = Annotated[str, Meta(max_length=2000, extra=cleaned(_web_address))]
Uuid = Annotated[str, Meta(extra=cleaned(canonical_uuid), extra_json_schema={"format": "uuid"})]
Date = Annotated[str, Meta(extra=cleaned(_date), extra_json_schema={"format": "date"})]
Moment = Annotated[str, Meta(extra=cleaned(_moment), extra_json_schema={"format": "date-time"})]
Ordinal = Annotated[int, Meta(ge=0, le=2_147_483_647)]
Amount = Annotated[Decimal, Meta(extra=cleaned(_decimal))]
NotNegative = Annotated[Decimal, Meta(extra=cleaned(_decimal, _not_negative))]
Positive = Annotated[Decimal, Meta(extra=cleaned(_decimal, _positive))]


def optional(annotation: Any) -> Any:
    """The type that also takes null, for types that are put together as values."""
    return annotation | None


class FieldReader:
    """Reads the values of one field."""

    def __init__(self, annotation: Any) -> None:
        kept = [part for part in _alternatives(annotation) if part is not UnsetType]
        self.type: Any = Union[tuple(kept)]  # noqa: UP007
        self._not_null: Any = Union[tuple(k for k in kept if k is not NoneType)]  # noqa: UP007
        self._decoder = msgspec.json.Decoder(self.type)
        self._is_decimal = any(bare_type(part) is Decimal for part in kept)
        self._is_number = any(bare_type(part) in (Decimal, int, float) for part in kept)
        self._steps = [step for part in kept for step in _steps(part)]

    def read(self, raw: Raw) -> Any:
        """The value of a piece of JSON, or FieldProblem."""
        value = decode_value(self._decoder, raw)
        if self._is_decimal and value is not None and bytes(raw).startswith(b'"'):
            value = _decimal_in(decode_value(_TEXT, raw))
        return self.clean(value)

    def convert(self, text: str) -> Any:
        """The value of a query parameter, or FieldProblem."""
        if "\x00" in text:
            raise FieldProblem("must not contain the character NUL")
        text = composed(text)
        if self._is_number and decimals.is_overlong(text):
            raise FieldProblem(f"has more than {decimals.MOST_DIGITS} digits")
        try:
            value = msgspec.convert(text, self.type, strict=False)
        except msgspec.ValidationError as error:
            raise problem_of(error, self._not_null, text) from error
        if self._is_decimal and value is not None:
            value = _decimal_in(text)
        return self.clean(value)

    def clean(self, value: Any) -> Any:
        if value is not None:
            for step in self._steps:
                value = step(value)
        return value


def _decimal_in(text: str) -> Decimal:
    """The number in a text; the decoder's own way would let `1_000` and digits of all scripts in."""
    found = decimals.parse_decimal(text)
    if found is None:
        raise FieldProblem(f"expected a number such as 12.5, got {shown(text)}")
    return found


_TEXT = msgspec.json.Decoder(str)
_ANY: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Whatever a decoder raises for bytes that are no JSON, or are nested too deeply."""


def decode_value(decoder: msgspec.json.Decoder[Any], raw: Raw) -> Any:
    """Decode one value, or say as FieldProblem what is wrong with it."""
    try:
        value = decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise problem_of(error, decoder.type, _value_in(raw)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FieldProblem(undecodable(error, raw)) from error
    except RecursionError as error:
        raise FieldProblem("is nested too deeply") from error
    if b"\\u0000" in bytes(raw) and has_nul(value):
        raise FieldProblem("must not contain the character NUL")
    return value


def _value_in(raw: Raw) -> Any:
    """Any value of JSON; UNSET for what cannot be decoded."""
    try:
        return _ANY.decode(raw)
    except NOT_JSON:
        return UNSET


def has_nul(value: Any) -> bool:
    """Whether any text inside the value holds a NUL, which PostgreSQL cannot store."""
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, dict):
        pairs = cast("dict[Any, Any]", value).items()
        return any(has_nul(k) or has_nul(v) for k, v in pairs)
    if isinstance(value, list | tuple):
        return any(has_nul(v) for v in cast("list[Any]", value))
    if isinstance(value, msgspec.Struct):
        return any(has_nul(getattr(value, f)) for f in value.__struct_fields__)
    return False


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (Union, UnionType):
        return get_args(annotation)
    return (annotation,)


def _steps(annotation: Any) -> list[Callable[[Any], Any]]:
    metas = getattr(annotation, "__metadata__", ())
    return [s for m in metas if isinstance(m, Meta) for s in (m.extra or {}).get("clean", ())]


class _Plan(msgspec.Struct, frozen=True):
    readers: dict[str, tuple[str, FieldReader]]
    required: tuple[str, ...]


@cache
def _plan(struct: type[msgspec.Struct]) -> _Plan:
    hints = get_type_hints(struct, include_extras=True)
    unsent: frozenset[str] = getattr(struct, "unsent", frozenset())
    fields = [f for f in msgspec.structs.fields(struct) if f.name not in unsent]
    return _Plan(
        readers={f.encode_name: (f.name, FieldReader(hints[f.name])) for f in fields},
        required=tuple(f.encode_name for f in fields if f.required),
    )


def keys_of(record: msgspec.Struct) -> dict[str, Any]:
    """The record's values by their names on the wire."""
    kind = type(record)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {key: getattr(record, name) for key, name in names}


def read_struct(raw: RawObject, struct: type[T], *, present: msgspec.Struct | None = None) -> T:
    """Make the struct of an object; InvalidInput with all problems.

    With `present`, the record as the wire shows it now, keys that the struct lacks are
    accepted as long as they repeat what stands there.
    """
    plan = _plan(struct)
    values: dict[str, Any] = {}
    problems = [ErrorDetail(key, "is required") for key in plan.required if key not in raw]
    present_keys = {} if present is None else keys_of(present)
    for key, value in raw.items():
        if len(problems) >= MOST_PROBLEMS:
            break
        try:
            if key in plan.readers:
                name, reader = plan.readers[key]
                values[name] = reader.read(value)
            else:
                check_read_only(key, value, present_keys)
        except FieldProblem as problem:
            problems.append(ErrorDetail(key + problem.path, str(problem)))
    if problems:
        raise InvalidInput.fields(with_known_keys(problems, plan.readers))
    return struct(**values)


_UNKNOWN_KEY = unknown_key()


def with_known_keys(problems: list[ErrorDetail], known: Iterable[str]) -> list[ErrorDetail]:
    """The problems of an object, of which the first unknown key is told which there are."""
    told = list(problems)
    for place, problem in enumerate(told):
        if problem.message == _UNKNOWN_KEY and "." not in problem.field:
            told[place] = ErrorDetail(problem.field, unknown_key(known, came=problem.field))
            break
    return told


_encoder = msgspec.json.Encoder(decimal_format="number")


def check_read_only(key: str, raw: Raw, present: Mapping[str, Any]) -> None:
    """Accept a read-only key that repeats what is shown; FieldProblem otherwise."""
    if key not in present:
        raise FieldProblem(_UNKNOWN_KEY)
    if not same_json(decode_value(_ANY, raw), present[key]):
        raise FieldProblem("is read-only")


def same_json(sent: Any, stored: Any) -> bool:
    """Whether a decoded value is what the wire shows for a stored one."""
    return sent == _ANY.decode(_encoder.encode(stored))


RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class PartialUpdate(Generic[T]):
    """The body of a partial update: read once the present record is known."""

    def __init__(self, raw: RawObject, struct: type[T]) -> None:
        self.raw = raw
        self._struct = struct

    def over(self, present: msgspec.Struct) -> T:
        """The fields to change; InvalidInput with every problem. Absent fields are UNSET."""
        return read_struct(self.raw, self._struct, present=present)

    def applied_to(self, present: RecordT, match: IfMatch = ANY) -> RecordT:
        """The record as it is to be; `present` itself where nothing changes.

        PreconditionFailed, and InvalidInput with every problem.
        """
        match.check(etag(present))
        found = changed_fields(self.over(present), lambda name: getattr(present, name))
        return msgspec.structs.replace(present, **found) if found else present


def read_query(given: Mapping[str, str], struct: type[T]) -> T:
    """Make the struct of query parameters; all bad ones are named.

    What is not a parameter of the struct goes to its `read_others`, or else is ignored.
    """
    plan = _plan(struct)
    values: dict[str, Any] = {}
    problems = [ErrorDetail(key, "is required") for key in plan.required if key not in given]
    for key, (name, reader) in plan.readers.items():
        if key in given:
            try:
                values[name] = reader.convert(given[key])
            except FieldProblem as problem:
                problems.append(ErrorDetail(key, str(problem)))
    read_others = getattr(struct, "read_others", None)
    if read_others is not None:
        others = {key: text for key, text in given.items() if key not in plan.readers}
        try:
            values |= read_others(others, plan.readers)
        except InvalidInput as invalid:
            problems += [one for one in invalid.details if isinstance(one, ErrorDetail)]
    if problems:
        raise InvalidInput.fields(problems)
    return struct(**values)


def changed_fields(edit: msgspec.Struct, of: Callable[[str], Any]) -> dict[str, Any]:
    """The set fields of an edit that differ from what `of` says stands there."""
    found: dict[str, Any] = {}
    for name in edit.__struct_fields__:
        value = getattr(edit, name)
        if value is not UNSET and value != of(name):
            found[name] = value
    return found
