"""YAML as lists of parts are written; what only programs write is refused with what to do.

Numbers and words for nothing are those of JSON: YAML 1.1 would make `NO` a falsehood and `0123` an 83.
All else is a text as it is written, also `TRUE`, and a number keeps its zeros: `12.10` may be a part's.
"""

from decimal import Decimal
from typing import Any, NoReturn

import yaml

from partwright.imports.sheets.records.refusals import BrokenFile
from partwright.kit.patterns import lazy_regex

_NUMBER = lazy_regex(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?")
_NOTHING = frozenset(["null", "~", ""])
_DEEPEST = 60
_parse: Any = yaml.parse  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The library's parser in C where it is installed; no loader that makes objects."""


class YamlNumber(Decimal):
    """A number that stands in its cell as it is written."""


class _Refused(Exception):
    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def read_yaml(text: str) -> object:
    """The content as JSON would give it, of several documents a list; BrokenFile for what is not read."""
    documents = _Documents()
    try:
        for event in _parse(text, Loader=_LOADER):
            documents.take(event)
    except _Refused as refused:
        _refuse(text, refused.line, str(refused))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _refuse(text, mark.line if mark else 0, str(error.problem or error.context))
    except yaml.YAMLError as error:
        raise BrokenFile(f"the YAML is malformed: {error}") from error
    if not documents.read:
        raise BrokenFile("the YAML holds nothing")
    return documents.read[0] if len(documents.read) == 1 else documents.read


def _refuse(text: str, line: int, why: str) -> NoReturn:
    lines = text.splitlines()
    shown = lines[line].strip()[:40] if line < len(lines) else ""
    told = "save the list as JSON or CSV, which is read whole"
    raise BrokenFile(f'line {line + 1} of the YAML is not read ("{shown}"): {why}; {told}')


class _Documents:
    """The documents that the parser's events have told so far."""

    def __init__(self) -> None:
        self.read: list[object] = []
        self._open: list[list[object] | dict[str, object]] = []
        self._keys: list[str | None] = []
        """Of each open mapping the key whose value comes next."""

    def take(self, event: Any) -> None:
        line = event.start_mark.line
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused(line, "anchors and aliases are what only programs write")
        if getattr(event, "tag", None):
            raise _Refused(line, "tags are what only programs write")
        match event:
            case yaml.ScalarEvent():
                is_plain = event.implicit[0]
                self._put(_plain(event.value) if is_plain else event.value, line, event.value)
            case yaml.SequenceStartEvent():
                self._begin([], line)
            case yaml.MappingStartEvent():
                self._begin({}, line)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._open.pop()
                self._keys.pop()
            case _:
                pass

    def _begin(self, held: list[object] | dict[str, object], line: int) -> None:
        if len(self._open) > _DEEPEST:
            raise _Refused(line, "it is nested too deeply")
        self._put(held, line, None)
        self._open.append(held)
        self._keys.append(None)

    def _put(self, value: object, line: int, text: str | None) -> None:
        """`text` is the value as it is written, which alone can be a key."""
        within = self._open[-1] if self._open else self.read
        if isinstance(within, list):
            within.append(value)
            return
        key = self._keys[-1]
        if key is not None:
            within[key], self._keys[-1] = value, None
        elif text is None:
            raise _Refused(line, "expected a name as the key")
        elif text in within:
            raise _Refused(line, f'the key "{text}" stands twice in one place')
        else:
            self._keys[-1] = text


def _plain(text: str) -> object:
    """A number, a word for nothing, or a text."""
    if _NUMBER.fullmatch(text):
        return YamlNumber(text)
    return None if len(text) < 5 and text.casefold() in _NOTHING else text
