"""Regular expressions that are compiled when they are first used.

The hundreds of patterns by which texts and lists are read would take half of the time to start.
"""

import re
from typing import Any, AnyStr, cast

_USES = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
_FACTS = ("pattern", "flags", "groups", "groupindex")


class _LazyPattern:
    """Stands for a pattern; after its first use its methods are the pattern's own."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in (*_USES, *_FACTS):
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        self.__dict__.update({one: getattr(compiled, one) for one in (*_USES, *_FACTS)})
        return self.__dict__[name]


def lazy_regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As `re.compile`, for a pattern of a module; a mistake in it shows at its first use."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(text, flags))
