"""Names that tell a part's sizes, after the sizes have changed; pure."""

import re
from collections.abc import Mapping

_SIZE = re.compile(
    r"(?:(?<=[x×Ø⌀] )|(?<=[x×Ø⌀]))\d+(?:\.\d+)?(?![\d.])"
    r"|(?<![\w.,/-])\d+(?:\.\d+)?(?=\s*(?:mm\b|[x×]\s*\d))"
)
"""A number between the signs of sizes; grades, standards and counts have none beside them."""


def renamed(name: str, before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """The name with the new sizes in the places of the old; as it was where it cannot be told which is which."""
    sizes: dict[float, list[float]] = {}
    for figure, value in before.items():
        sizes.setdefault(value, []).append(after.get(figure, value))
    told = [float(found.group()) for found in _SIZE.finditer(name)]
    left = {
        value: list(now)
        for value, now in sizes.items()
        if len(set(now)) == 1 or told.count(value) == len(now)
    }

    def replaced(found: re.Match[str]) -> str:
        now = left.get(float(found.group()))
        if not now:
            return found.group()
        value = now[0] if len(set(now)) == 1 else now.pop(0)
        return found.group() if value == float(found.group()) else f"{round(value, 2):g}"

    return _SIZE.sub(replaced, name)
