"""Problems of values in words: where one stands, what was expected, and what came; pure."""

import contextlib
import json
import re
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

_SHOWN = 60
"""Characters of a refused value that an error shows."""
_NEAR = 0.7
"""How alike two names are of which one may be meant for the other; 1 is the same."""


class FieldProblem(Exception):
    """Reason why one value is refused; the caller knows which field it is, and `path` the place in it."""

    def __init__(self, message: str, *, path: str = "") -> None:
        super().__init__(message)
        self.path = path


def shown(value: Any) -> str:
    """A value as an error shows it, cut where it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}...")
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    return "null" if value is None else msgspec.json.encode(value).decode()[:_SHOWN]


def one_of(values: tuple[Any, ...]) -> str:
    """Allowed values in words: a, b or c."""
    texts = [str(value) for value in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def unknown_key(known: Iterable[str] = (), *, came: str = "") -> str:
    """The refusal of a key, with the one that may be meant and all that there are."""
    names = tuple(known)
    if not names:
        return "unknown key"
    return f"unknown key; {meant(came, names)}expected {one_of(names)}"


def meant(came: str, names: Collection[str]) -> str:
    """`did you mean x? ` where one of the names is near to what came, else nothing."""
    if not came or len(came) > _SHOWN:
        return ""
    by_lower = {name.lower(): name for name in names}
    near = get_close_matches(came.lower(), by_lower, n=1, cutoff=_NEAR)
    return f"did you mean {by_lower[near[0]]}? " if near else ""


def problem_of(error: Exception, annotation: Any, value: Any = UNSET) -> FieldProblem:
    """The problem that a decoder found in a value of a type; UNSET for what is not JSON."""
    text, _, place = str(error).partition(" - at `")
    is_key = place.startswith("key` in `")
    place = place.removeprefix("key` in `")
    # The keys of a mapping are not told: the mapping is the place.
    path = place.removesuffix("`").removeprefix("$").removeprefix(".").partition("[...]")[0]
    path = f".{path}" if path and not path.startswith("[") else path
    missing = re.fullmatch(r"Object missing required field `(\w+)`", text)
    if missing:
        return FieldProblem("is required", path=f"{path}.{missing[1]}")
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL)
    if unknown:
        known = () if value is UNSET else _keys_of(_walk(annotation, value, path)[0])
        return FieldProblem(unknown_key(known, came=unknown[1]), path=f"{path}.{unknown[1]}")
    if value is UNSET:
        return FieldProblem(_lowered(text), path=path)
    wanted, came = _walk(annotation, value, path)
    if is_key:
        return FieldProblem(_key_problem(wanted) or _lowered(text), path=path)
    of_entry = ""
    if "[...]" in place:
        wanted, came, of_entry = _bad_entry(wanted, came)
    expected = None if wanted is None else _expected(wanted)
    if expected is None:
        return FieldProblem(_lowered(text), path=path)
    return FieldProblem(f"{of_entry}expected {expected}, got {_came(wanted, came)}", path=path)


def _key_problem(annotation: Any) -> str | None:
    """The length of the keys of the one mapping that a type takes."""
    kinds = [bare_type(k) for k in _alternatives(annotation)]
    keys = [get_args(kind)[0] for kind in kinds if get_origin(kind) is dict]
    metas = [m for key in keys for m in getattr(key, "__metadata__", ()) if isinstance(m, Meta)]
    return f"expected keys{_length(metas[0], 'characters')}" if len(metas) == 1 else None


def _keys_of(annotation: Any) -> list[str]:
    """The keys of the one kind of object that a type takes."""
    kinds = [bare_type(k) for k in _alternatives(annotation) if _holds(k, named=True)]
    return [f.encode_name for f in msgspec.structs.fields(kinds[0])] if len(kinds) == 1 else []


def _lowered(text: str) -> str:
    plain = text.replace("`", "")
    return plain[:1].lower() + plain[1:] if plain.startswith("Expected") else plain


def _walk(annotation: Any, value: Any, path: str) -> tuple[Any, Any]:
    """The type and the value at a path; None for the type where it cannot be told."""
    for step in re.findall(r"\[(\d+)\]|\.([^.\[]+)", path):
        index, name = step
        kind = next((k for k in _alternatives(annotation) if _holds(k, named=bool(name))), None)
        if kind is None:
            return None, UNSET
        if name:
            names = {f.encode_name: f.name for f in msgspec.structs.fields(kind)}
            hints = get_type_hints(kind, include_extras=True)
            annotation = hints.get(names.get(name, ""))
            value = cast("dict[str, Any]", value).get(name)
        else:
            annotation = _element(kind, int(index))
            value = cast("list[Any]", value)[int(index)]
    return annotation, value


def _bad_entry(annotation: Any, mapping: Any) -> tuple[Any, Any, str]:
    """The type and value of the entry of a mapping that is refused, and its key in words."""
    kinds = (bare_type(kind) for kind in _alternatives(annotation))
    kind = next((kind for kind in kinds if get_origin(kind) is dict), None)
    if kind is None:
        return None, UNSET, ""
    wanted = get_args(kind)[1]
    for key, entry in cast("dict[str, Any]", mapping).items():
        try:
            msgspec.convert(entry, wanted)
        except msgspec.ValidationError:
            return wanted, entry, f"{shown(key)}: "
    return None, UNSET, ""


def _holds(kind: Any, *, named: bool) -> bool:
    bare = bare_type(kind)
    if named:
        return isinstance(bare, type) and issubclass(bare, msgspec.Struct)
    return get_origin(bare) in (list, tuple)


def _element(kind: Any, index: int) -> Any:
    args = get_args(bare_type(kind))
    return args[0] if get_origin(bare_type(kind)) is list or args[-1] is ... else args[index]


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (Union, UnionType):
        return tuple(k for part in get_args(annotation) for k in _alternatives(part))
    bare = bare_type(annotation)
    return _alternatives(bare) if get_origin(bare) in (Union, UnionType) else (annotation,)


def bare_type(annotation: Any) -> Any:
    """The type itself, without what is said of it."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _expected(annotation: Any) -> str | None:
    kinds = [k for k in _alternatives(annotation) if k is not UnsetType]
    words: list[str] = []
    for kind in kinds:
        if get_origin(bare_type(kind)) is Literal:
            words += [str(value) for value in get_args(bare_type(kind))]
        elif kind is not NoneType:
            word = _kind(kind)
            if word is None:
                return None
            words.append(word)
    null = ("null",) if NoneType in kinds else ()
    return one_of((*dict.fromkeys(words), *null)) if words else None


_FORMATS: Mapping[str, str] = {
    "uuid": "a UUID",
    "date": "a date such as 2026-11-21",
    "date-time": "a timestamp such as 2026-11-21T09:30:00Z",
}


def _kind(annotation: Any) -> str | None:
    bare = bare_type(annotation)
    origin = get_origin(bare) or bare
    metas = [m for m in getattr(annotation, "__metadata__", ()) if isinstance(m, Meta)]
    bounds = metas[0] if metas else Meta()
    if origin is str:
        told = _FORMATS.get((bounds.extra_json_schema or {}).get("format", ""))
        return told or f"text{_length(bounds, 'characters')}"
    if origin is int:
        return f"a whole number{_range(bounds)}"
    if origin in (float, Decimal):
        return f"a number{_range(bounds)}"
    if origin in (list, tuple):
        return f"an array{_length(bounds, 'entries')}"
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        return "an object"
    if origin is dict:
        return f"an object{_length(bounds, 'keys')}"
    return "true or false" if origin is bool else None


def _length(bounds: Meta, of: str) -> str:
    least, most = bounds.min_length, bounds.max_length
    if least and most is not None:
        return f" of {least} to {most} {of}"
    if least:
        return f" of at least {least} {of}"
    return "" if most is None else f" of at most {most} {of}"


def _range(bounds: Meta) -> str:
    least, most = bounds.ge, bounds.le
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if least is not None:
        return f" of {least} or more"
    return "" if most is None else f" of at most {most}"


def _came(annotation: Any, value: Any) -> str:
    """The value, or its length where only that is wrong."""
    kinds = [bare_type(kind) for kind in _alternatives(annotation)]
    if isinstance(value, str) and str in kinds:
        return f"{len(value)} {'character' if len(value) == 1 else 'characters'}"
    if isinstance(value, list) and any(get_origin(kind) in (list, tuple) for kind in kinds):
        return f"{len(cast('list[Any]', value))} entries"
    if isinstance(value, dict) and any(get_origin(kind) is dict for kind in kinds):
        return f"{len(cast('dict[str, Any]', value))} keys"
    return shown(value)


def undecodable(error: Exception, raw: bytes | Raw) -> str:
    """The reason why a value is no JSON, as its sender would say it."""
    if isinstance(error, UnicodeDecodeError):
        return "is not text in UTF-8"
    if b"\\u" not in bytes(raw):
        return str(error)
    with contextlib.suppress(ValueError, RecursionError):
        # What Python's own decoder takes and the other does not is half a character.
        json.loads(bytes(raw), parse_constant=int)
        return "must not contain half a character (a lone surrogate)"
    return str(error)
