"""Headers of what a list says of its rows, and not of the parts in them."""

from partwright.imports.sheets.words.header_words import header_words
from partwright.kit.patterns import lazy_regex

_SCRAP = frozenset(["scrap", "wastage", "shrinkage", "ausschuss", "backflush"])
_SHARE_WORDS = """component comp assembly material factor percent rate quantity qty variable fixed constant allowance in pct"""
_SHARES = frozenset(_SHARE_WORDS.split())
"""Words beside those for scrap and yield; a `Scrap value` or `Yield strength` is another thing."""
_DATE_WORDS = """effective effectivity eff starting ending valid validity obs obsolete start end begin stop from to until
    thru through in out date dates gultig gueltig ab bis von datum valable du au"""
_DATES = frozenset(_DATE_WORDS.split())
_OF_DATES = frozenset(
    ["effective", "effectivity", "eff", "valid", "validity", "obs", "gultig", "gueltig", "valable"]
)
_PAIRED = frozenset(
    [
        *("start date", "end date", "starting date", "ending date", "phase in", "phase out"),
        *("from date", "to date", "date from", "date to", "date in", "date out"),
    ]
)
_STEPS = frozenset(["operation", "oper", "op", "opn", "vorgang"])
_OF_STEPS = _STEPS | {
    "seq",
    "sequence",
    "no",
    "nr",
    "number",
    "related",
    "suggested",
    "issue",
    "id",
}
_ENDLESS = lazy_regex(r"(?:.{0,8}(?:9999|4712).{0,8})")
"""The last day that a calendar of an ERP knows, which says that there is none."""


def is_of_line(header: str) -> bool:
    """Whether the header is that of scrap, of dates between which a line holds, or of a step of work."""
    words = header_words(header)
    if not words:
        return False
    lost = _SCRAP.union(["yield"])
    if lost.intersection(words) and (lost | _SHARES).issuperset(words):
        return True
    dated = len(words) > 1 and _DATES.issuperset(words) and _OF_DATES.intersection(words)
    if dated or " ".join(words) in _PAIRED:
        return True
    # `Operation` alone may be what is done to a part, as `Laser cut`.
    steps = _STEPS.intersection(words) and _OF_STEPS.issuperset(words)
    return bool(steps) and words not in (("operation",), ("vorgang",))


def says_usual(header: str, text: str) -> bool:
    """Whether such a cell says what holds for a line anyway: no scrap, all of the yield, no end."""
    words = header_words(header)
    plain = text.strip().rstrip("% ").replace(",", ".")
    if plain in ("*", "-"):
        return True
    try:
        amount = float(plain)
    except ValueError:
        amount = -1.0
    if _SCRAP.intersection(words):
        return amount == 0 or plain.casefold() in ("false", "no", "n", "nein")
    if "yield" in words:
        return amount in (1.0, 100.0)
    return words != () and _DATES.issuperset(words) and bool(_ENDLESS.fullmatch(plain))


_NOTES_OF_ROWS = """optional overage attrition consumable inherited orderqty qtytoorder available inhouse
    ordered received have arrived delivered shipped instock eingetroffen geliefert bestellt vorhanden gekauft excludefrombom excludedfrombom includeinbom inbom excludefromboard backorder need missing done bought validated allowvariants setupquantity rounding"""
OF_ROWS = frozenset(_NOTES_OF_ROWS.split())
"""Headers of what a list notes of its rows."""
PLACEMENTS = frozenset(
    [
        "midx",
        "midy",
        "positionmm",
        "posx",
        "posy",
        "centerx",
        "centery",
        "refx",
        "refy",
        "padx",
        "pady",
        *("x", "y", "xmm", "ymm", "sheet"),
        "midxmm",
        "midymm",
        "rotation",
        "rot",
        "layer",
        "side",
        "tb",
        "orientation",
        "angle",
    ]
)
"""Headers of files for machines that place parts, and of the sheet of a schematic that shows them."""
