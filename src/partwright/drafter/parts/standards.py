"""Standard parts that names speak of, and the size that they or their neighbours state; pure."""

import re
from typing import Final

from partwright.cad.language.standards import designation, families, tables
from partwright.cad.language.standards.families import StandardSize
from partwright.cad.model import STANDARD, NotDrawn
from partwright.drafter.parts.name_sizes import NameSizes
from partwright.drafter.parts.words import head
from partwright.kit.patterns import lazy_regex

# The words for a sort, and the standard that is taken for it.
_SORTS: Final = (
    ("ISO 10642", r"countersunk\b.*screw|flat ?head screw|senk(?:kopf)?schraube|countersunk bolt"),
    ("ISO 7380-1", r"button ?head\b.*(?:screw|bolt)|linsen(?:flansch)?(?:kopf)?schraube"),
    ("ISO 14583", r"pan ?head\b.*screw|round head screw|self[- ]tapping screw|thread[- ]forming screw|(?:plastics?|wood) screw|machine screw"),
    ("ISO 4026", r"set ?screw|grub ?screw|gewindestift|madenschraube"),
    ("ISO 4017", r"hex(?:agon)?(?:al)?(?: head)? (?:bolt|screw)|sechskantschraube|bolts?|carriage bolt"),
    ("DIN 976", r"threaded (?:rod|bar)|all[- ]?thread|gewindestange|stud(?: bolt)?|gewindebolzen"),
    ("heat-set insert", r"(?:threaded|heat[- ]?set|brass) inserts?|gewindeeinsatz|einpressmutter"),
    ("ISO 4762", r"(?:cap |socket )?screws?|schrauben?|fasteners?|hardware"),
    ("DIN 985", r"(?:self[- ])?lock(?:ing)? ?nuts?|nyloc\w*(?: nuts?)?|stoppmutter|sicherungsmutter"),
    ("DIN 1587", r"(?:cap|acorn|dome) ?nuts?|hutmutter"),
    ("DIN 557", r"square ?nuts?|vierkantmutter"),
    ("ISO 4035", r"(?:thin|jam) ?nuts?|flache mutter"),
    ("ISO 4032", r"(?:hex(?:agon)? )?nuts?|(?:sechskant)?muttern?"),
    ("DIN 127", r"(?:spring|split|lock) ?washers?|federring"),
    ("ISO 7093", r"(?:large|fender|penny|body) ?washers?|kotflügelscheibe"),
    ("ISO 7089", r"(?:plain |flat )?washers?|(?:unterleg|u-)scheiben?"),
    ("DIN 6885", r"(?:parallel |shaft |feather )?keys?|passfeder"),
    ("ISO 8734", r"dowel(?: pin)?s?|(?:locating|alignment|cylinder|parallel) pins?|zylinderstift|passstift"),
    ("DIN 472", r"(?:internal|bore) (?:circlips?|retaining rings?|snap rings?)|innensicherungsring"),
    ("DIN 471", r"circlips?|(?:retaining|snap|seeger) ?rings?|sicherungsring|e-clip"),
    ("ISO 15", r"(?:ball |deep groove (?:ball )?|radial |roller |wheel |rolling )?bearings?|(?:kugel|rillenkugel|wälz)?lager"),
)  # fmt: skip
_PATTERNS: Final = tuple(
    (standard, lazy_regex(rf"(?:{words})\s*\Z", re.IGNORECASE)) for standard, words in _SORTS
)
_NOT_STANDARD: Final = lazy_regex(
    r"lead ?screw|ball ?screw|power screw|trapez|\bTr ?\d|union nut|trunnion nut|coupling nut|plain bearing|sleeve bearing|linear bearing|slide bearing"
    r"|thrust bearing|needle bearing|needle roller|crossed|cylindrical roller|angular contact|tapered? roller|gleitlager|axiallager|kegelrollen"
    r"|t-?(?:slot )?nut|lead nut|hammer nut|spindle nut|wing nut|thumb ?screw|levelling|eye ?bolt|captive|u-bolt",
    re.IGNORECASE,
)
_SET: Final = lazy_regex(r"[\s,]+(?:sets?|kits?|packs?|satz|set of.*|bag)\s*\Z", re.IGNORECASE)
_NAMED: Final = lazy_regex(
    r"\b(?:(?:DIN|EN|BS)[ -]*)*(?:DIN|ISO|EN)[ -]*\d{1,5}(?:-\d)?[AB]?\b", re.IGNORECASE
)
_THREAD: Final = lazy_regex(r"\b(?:M|Tr)\s?\d[\w.,]*(?:\s?[x×]\s?\d[\w.,]*)*", re.IGNORECASE)
_BEARING_NUMBER: Final = lazy_regex(
    r"\s*(?:6\d{2,3}|[67]\d{4}|MR\d+)\s*[- /]?\s*(?:2RSR?1?|2Z|ZZ|Z|RS|open)?\s*(?:C3)?\s*\Z",
    re.IGNORECASE,
)

NOMINAL_LENGTHS: Final = (
    3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120,
    130, 140, 150, 160, 180, 200,
)  # fmt: skip


def bare(name: str) -> str:
    """The head of a name without standards, threads, and `set of`."""
    without = _NAMED.sub(" ", _THREAD.sub(" ", name))
    return _SET.sub("", " ".join(head(without).split())).strip(" -")


def sort_of(name: str) -> str | None:
    """The standard for the sort of part that a name speaks of, where there is one."""
    if _NOT_STANDARD.search(name):
        return None
    if _BEARING_NUMBER.match(name):
        return "ISO 15"
    words = bare(name)
    return next((standard for standard, sort in _PATTERNS if sort.search(words)), None)


def designated(name: str) -> StandardSize | None:
    """The size that a name designates by a standard that is known here."""
    if not _NAMED.search(name) or _NOT_STANDARD.search(name):
        return None
    given = designation.read(name)
    return None if isinstance(given, NotDrawn) else given


def from_name(name: str, sizes: NameSizes, *, bought: bool) -> StandardSize | NotDrawn | None:
    """The standard part of a name, as far as the name states it; sizes may be missing.

    A screw or nut that is made, of a size that is no thread, is a part of its own.
    """
    given = designated(name)
    if given:
        return given
    standard = sort_of(name)
    if standard is None:
        return None
    named = designation.read(name) if _NAMED.search(name) else None
    own_size = bool(sizes.group or sizes.named or sizes.lone) and not sizes.thread
    if own_size and not bought and standard in {*tables.SCREWS, *tables.NUTS}:
        return None
    if standard == "ISO 15":
        return _bearing(name, sizes)
    if standard == "DIN 6885":
        return _key(sizes)
    if isinstance(named, NotDrawn) and "no standard that is known" in named.reason:
        return named
    return StandardSize(standard, _figures(standard, sizes))


def _figures(standard: str, sizes: NameSizes) -> dict[str, float]:
    figures: dict[str, float] = {}
    if sizes.thread:
        figures["diameter"] = sizes.thread[0]
        if sizes.thread[1]:
            figures["length"] = sizes.thread[1]
    elif sizes.group:
        figures["diameter"], figures["length"] = sizes.group[0], sizes.group[-1]
    elif "diameter" in sizes.named:
        figures["diameter"] = sizes.named["diameter"]
    if "length" in sizes.named:
        figures["length"] = sizes.named["length"]
    if not needs_length(standard):
        figures.pop("length", None)
    return figures


def needs_length(standard: str) -> bool:
    """Whether a designation of the standard states a length."""
    return standard in {*tables.SCREWS, *families.PINS, "DIN 976"}


def method(given: StandardSize) -> str:
    """The method of a standard part whose figures are all known."""
    return STANDARD + designation.written(given)


def nominal_length(length: float) -> float:
    """The next longer length that screws are made in."""
    return float(next((nominal for nominal in NOMINAL_LENGTHS if nominal >= length - 0.01), length))


def nearest_size(standard: str, diameter: float) -> float:
    """The size of a standard that is nearest to a diameter."""
    for table in (tables.SCREWS, tables.NUTS, tables.WASHERS, tables.CIRCLIPS, tables.INSERTS):
        if standard in table:
            return min(table[standard], key=lambda size: (abs(size - diameter), size))
    if standard in families.PINS:
        return float(min(families.PIN_SIZES, key=lambda size: abs(size - diameter)))
    return min(tables.COARSE, key=lambda size: abs(size - diameter))


def bearing_for(bore: float) -> StandardSize:
    """A usual bearing for a shaft: of the 62 series, or the nearest bore there is."""

    def rank(number: str) -> tuple[float, int]:
        series = ("62", "60", "63", "69", "68")
        usual = next((place for place, lead in enumerate(series) if number.startswith(lead)), 9)
        if bore < 10:
            usual = 0 if number in {"608", "626", "625", "624", "623", "607", "609"} else usual + 1
        return abs(tables.BEARINGS[number][0] - bore), usual

    return bearing(min(tables.BEARINGS, key=rank), "2RS")


def bearing(number: str, form: str = "") -> StandardSize:
    """A bearing by its number."""
    bore, outer, width = tables.BEARINGS[number]
    sizes = {"bore": bore, "outer_diameter": outer, "width": width}
    return StandardSize("ISO 15", {**sizes, "seals": 1.0 if form else 0.0}, form)


def _bearing(name: str, sizes: NameSizes) -> StandardSize | None:
    given = designation.read(name)
    if isinstance(given, StandardSize) and given.standard == "ISO 15":
        return given
    if len(sizes.group) == 3:
        ordered = (*sorted(sizes.group[:2]), sizes.group[2])
        known = next((n for n, size in tables.BEARINGS.items() if size == ordered), None)
        return bearing(known) if known else None
    bore = sizes.named.get("bore", sizes.named.get("inner_diameter"))
    return bearing_for(bore) if bore else StandardSize("ISO 15", {})


def _key(sizes: NameSizes) -> StandardSize:
    if len(sizes.group) == 3:
        width, height, length = sizes.group
        return StandardSize(
            "DIN 6885", {"width": width, "height": height, "length": length, "straight": 0.0}
        )
    return StandardSize("DIN 6885", {})
