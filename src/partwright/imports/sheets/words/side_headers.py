"""Headers that say of which side of a pair they tell: what a part goes into, or the part itself.

As `Product variant code / SKU` and `Ingredient variant code / SKU`, `BillDesc1` and `ComponentDesc`.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from partwright.imports.sheets.words.header_words import header_words

Side = Literal["above", "below", ""]
Kind = Literal["number", "bare", "name", "description", "revision", ""]

_ABOVE_WORDS = """parent product finished assembly assy bill bom kit header produkt erzeugnis baugruppe stuckliste
    produit nomenclature producto prodotto assieme compose compuesto composto padre pere pai"""
_BELOW_WORDS = """component comp ingredient mtl matl child member raw komponente komponenten composant
    componente constituent ingrediente figlio hijo"""
_NOUN_WORDS = (
    """item part product good goods variant inventory material materials article artikel stock of"""
)
_BEHIND_WORDS = """produit nomenclature producto prodotto assieme compose compuesto composto padre pere pai composant
    constituent ingrediente componente figlio hijo"""
_BEHIND = frozenset(_BEHIND_WORDS.split())
"""Those that stand behind what they tell of, as adjectives do in Romance languages."""
_ARTICLES = frozenset(
    ["de", "du", "del", "della", "do", "da", "d", "article", "articulo", "articolo"]
)
_ABOVE = frozenset(_ABOVE_WORDS.split())
_BELOW = frozenset(_BELOW_WORDS.split())
_NOUNS = frozenset(_NOUN_WORDS.split())
"""Words behind the side that say no more of it."""
_NUMBERS = frozenset(
    [
        *("number", "no", "nr", "code", "id", "sku", "nummer", "num", "pn", "partno"),
        *("ref", "reference", "referencia", "codigo", "codice", "cod", "numero"),
    ]
)
_NAMES = frozenset(
    ["name", "title", "bezeichnung", "benennung", "designation", "libelle", "nom", "nombre", "nome"]
)
_DESCRIPTIONS = frozenset(
    ["description", "desc", "desc1", "kurztext", "descripcion", "descrizione", "descricao"]
)
_BELOW_SUB = (_NOUNS | _NUMBERS | _NAMES | _DESCRIPTIONS) - {"of"}
"""Words behind `Sub` by which it says the part; a `Sub assembly` is a level."""
_REVISIONS = frozenset(["revision", "rev"])


_KINDS: Sequence[tuple[frozenset[str], Kind]] = (
    (_NUMBERS, "number"),
    (_NAMES, "name"),
    (_DESCRIPTIONS, "description"),
    (_NAMES | _DESCRIPTIONS | _NUMBERS, "description"),
    (_REVISIONS | _NUMBERS | _NAMES, "revision"),
)
"""Words of a header behind its side, and the kind that they are of."""


class SideHeader(NamedTuple):
    """The side that a header tells of, its first word, and what it tells."""

    side: Side
    head: str
    kind: Kind


def side_header(header: str) -> SideHeader:
    """Read a header; one of neither side, such as `Part Number`, has none."""
    words = _side_first(header_words(header))
    head = words[0] if words else ""
    side: Side = "above" if head in _ABOVE else "below" if head in _BELOW else ""
    if head == "sub" and len(words) > 1 and words[1] in _BELOW_SUB:
        side = "below"
    behind = words[1:] if side else words
    rest = [word for word in behind if word not in _NOUNS and not (side and word in _ABOVE)]
    return SideHeader(side, head, _kind_of(rest, is_named=bool(words)))


def _side_first(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with the side ahead, where it ends the header as in `Réf. composant`."""
    rest = tuple(word for word in words[:-1] if word not in _ARTICLES)
    if rest and words[-1] in _BEHIND and (_NUMBERS | _NAMES | _DESCRIPTIONS).issuperset(rest):
        return (words[-1], *rest)
    return words


def _kind_of(words: list[str], *, is_named: bool) -> Kind:
    if not words:
        return "bare" if is_named else ""
    for known, kind in _KINDS:
        if known.issuperset(words):
            return kind
    return ""
