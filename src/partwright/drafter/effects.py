"""Messages after which the structure is the same as before them; pure."""

from functools import lru_cache
from typing import Final

from partwright.drafter import engine as drafter
from partwright.drafter.drafts import AssemblyLayout, PartForm
from partwright.drafter.text.brief import DesignBrief

_Seen = tuple[tuple[str, str, str, PartForm | None, AssemblyLayout | None], ...]
_MOST: Final = 32


def without_effect(brief: DesignBrief) -> list[str]:
    """The last message, where it changed no part, number, material or place."""
    if not brief.messages:
        return []
    said, answers = tuple(brief.messages), tuple(sorted(brief.settled.items()))
    before = _structure_after(brief.description, answers, said[:-1])
    return [said[-1]] if before == _structure_after(brief.description, answers, said) else []


@lru_cache(maxsize=_MOST)
def _structure_after(
    description: str, answers: tuple[tuple[str, str], ...], messages: tuple[str, ...]
) -> _Seen:
    """The parts as they are drafted after these messages."""
    root = drafter.structure(drafter.understand(description, dict(answers), messages), [], {})
    return tuple(
        (node.name, str(node.quantity), node.material or "", node.form, node.layout)
        for node in root.walk()
    )
