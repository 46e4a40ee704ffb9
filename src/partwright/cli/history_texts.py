"""The changes of an entry of a history in one line: what is different, never whole records."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from partwright.cli.source_texts import source_text


def changes_told(changes: msgspec.Raw) -> str:
    """`name: Bracket -> Motor bracket, attributes.Voltage 6.3`."""
    fields: Mapping[str, Any] = msgspec.json.decode(changes)
    told: list[str] = []
    for name, change in fields.items():
        told += _told(name, change.get("from"), change.get("to"))
    return ", ".join(told)


def _told(name: str, before: Any, after: Any) -> Iterator[str]:
    if isinstance(before, dict) or isinstance(after, dict):
        old, new = _record(before), _record(after)
        for key in (*new, *(key for key in old if key not in new)):
            if old.get(key) != new.get(key):
                yield from _told(f"{name}.{key}", old.get(key), new.get(key))
    elif name == "sources":
        yield from _sources_told(before, after)
    elif before is None or before == after:
        yield f"{name} {_text(after)}"
    else:
        yield f"{name}: {_text(before)} -> {_text(after)}"


def _record(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _text(value: object) -> object:
    return "none" if value is None else value


def _sources_told(before: Any, after: Any) -> Iterator[str]:
    """Each source that went away with a minus, each that is new or otherwise with a plus."""
    old, new = (
        [s if isinstance(s, str) else source_text(s) for s in sources or ()]
        for sources in (before, after)
    )
    yield from (f"source - {text}" for text in old if text not in new)
    yield from (f"source + {text}" for text in new if text not in old)
