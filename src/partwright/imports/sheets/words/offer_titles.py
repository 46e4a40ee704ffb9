"""Names of who offers parts above their prices: `Supplier A: Bossard`, `Offer Fabory`."""

import re

from partwright.kit.patterns import lazy_regex

_NAMED = lazy_regex(
    r"(?:(?:supplier|vendor|distributor|bidder|lieferant|anbieter|fournisseur|proveedor|fornitore|leverancier)\s*(?:[A-Z]|[0-9]{1,2})?"
    r"\s*[:–-]\s*|(?:quote|quotation|offer|bid|angebot|offre|oferta|offerta)(?:\s+(?:from|by|von|de|di))?\s*[:–-]?\s+)(?P<name>[^\W\d_].{1,60})",
    re.IGNORECASE,
)
_LONGEST = 100
DIVIDER = " / "
"""What stands between such a title and the header of a column below it."""


def offered_by(title: str) -> str:
    """The company that such a title may name; empty for others."""
    match = _NAMED.fullmatch(title.strip()) if len(title) <= _LONGEST else None
    return match["name"].strip() if match else ""
