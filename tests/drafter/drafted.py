"""Drafts of sentences, and numbers of their parts."""

from partwright.drafter import engine
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.text.brief import DesignBrief


def drafted(text: str) -> tuple[DesignBrief, BomNodeDraft]:
    brief = engine.understand(text, {}, [])
    return brief, engine.structure(brief, [], {})


def counted(root: BomNodeDraft, name: str) -> int:
    """The number of parts whose names begin so."""
    return sum(int(node.quantity) for node in root.walk() if node.name.startswith(name))
