"""Meaning of a part's word by what else the text says of it: a round plate is a disc; pure."""

import re
from typing import Final

from partwright.drafter.part_sentences.seal_grooves import SEAL_GROOVE
from partwright.drafter.part_sentences.tapers import BEVELLED, BORED_TO_RATIO, TAPER, TAPER_BORED
from partwright.drafter.parts.name_sizes import sizes_in
from partwright.kit.patterns import lazy_regex

_ROUND_PLATE: Final = lazy_regex(
    r"^[^,;]*\bplate,?\s+(?:of )?diameter\s+\d[\d.,]*(?: ?mm)?(?: x \d|,)", re.IGNORECASE
)
_TIMED: Final = lazy_regex(r"\b(?:GT[235]|HTD|T(?:2\.5|5|10) belt|timing|tooth|teeth)\b")
"""Words for a belt with teeth."""
_LETTER: Final = lazy_regex(r"\b([UZ])[- ]?(?:shaped?|form(?:ed)?|förmig|profile)\b", re.IGNORECASE)
_LETTERED: Final = {"U": "u_bracket", "Z": "z_bracket"}
"""Brackets whose outline is called by a letter."""
_ROUND_NAME: Final = lazy_regex(
    r"^[^,;]*?\b(?:round|circular|cylindrical|diameter|dia|screw|end cap)\b", re.IGNORECASE
)
_STEPPED: Final = lazy_regex(
    r"\b(?:stepped|shank|shoulder(?:ed)?|spigot|under (?:the )?head)\b|\b(?:\d+ ?(?:mm )?head|head,? (?:of )?(?:diameter )?\d)|\bthen (?:diameter )?\d",
    re.IGNORECASE,
)
"""Words of a pin that has more than one diameter."""
_FLAT: Final = 3
"""Sizes of a lid that is a plate."""


def meant_part(key: str, text: str) -> str:
    """The key of the part that is meant where the text calls it by another's word."""
    if key == "plate" and (_ROUND_PLATE.search(text) or _is_round(text)):
        return "disc"
    for own, words, meant in _TOLD_BY:
        if key in own and words.search(text):
            return meant
    if key in _COVERS and (meant := _cover(key, text)):
        return meant
    if key == "hub" and "collar_diameter" in sizes_in(text).named:
        return "flanged_hub"
    if key == "tube" and _is_square_section(text):
        return "square_tube"
    if key == "l_bracket" and (letter := _LETTER.search(text)):
        return _LETTERED[letter[1].upper()]
    if key == "round_lid" and not _ROUND_NAME.search(text):
        sizes = sizes_in(text)
        sides = len(sizes.group) + ("thickness" in sizes.named)
        return "flat_lid" if sides == _FLAT and not sizes.round else key
    return key


_COVERS: Final = frozenset({"cover", "flat_lid", "round_lid"})
_SHEET: Final = lazy_regex(r"(\d+(?:[.,]\d+)?) ?mm (?:\w+ ){0,2}(?:sheet|steel|aluminium|thick)\b", re.IGNORECASE)  # fmt: skip


def _cover(key: str, text: str) -> str:
    """The part that a cover or lid is by its form; empty where it is as it is called."""
    if _is_hollow(text):
        return "tray"
    return "disc" if key == "cover" and _ROUND_NAME.search(_ahead(text)) else ""


def _is_hollow(text: str) -> bool:
    """Whether a cover or lid has a height and walls, and is no plate."""
    sizes = sizes_in(text)
    walls = sizes.named.get("wall", sizes.named.get("thickness", 0.0))
    sheet = _SHEET.search(text)
    walls = walls or (float(sheet[1].replace(",", ".")) if sheet else 0.0)
    return len(sizes.group) == _FLAT and not sizes.round and 0 < 3 * walls < sizes.group[2]


_ECCENTRIC: Final = lazy_regex(r"\beccentric|\boff[- ]?set\b|\boff[- ]cent", re.IGNORECASE)
_CAPPED: Final = lazy_regex(
    r"\bclosed (?:at|on) (?:one|1) end|\bone (?:closed end|end closed)|\b(?:welded|flat|end)[- ](?:\w+ )?(?:end )?(?:cap|plate)\b[^;.]*\bone end|\bblind (?:end|bottom)",
    re.IGNORECASE,
)
_ANGULAR: Final = lazy_regex(r"\b(?:rectangular|square)\b[^,;]*\bflange\b", re.IGNORECASE)


_ENDED: Final = lazy_regex(
    r"\bM ?\d+(?! ?(?:\w+ )?holes?)[^;.M]{0,40}?\b(?:(?:at|on) )?(?:both|each|one|either|the other|other) ends?\b(?![^;.M]{0,16}\bdeep)(?<!deep both ends)(?<!deep each end)(?<!deep in both ends)"
    r"|\bthreaded M ?\d+[^;.M]{0,24} (?:at|on) (?:both|one|either)\b(?![^;.M]{0,16}\bdeep)"
    r"|\b(?:both|each|one|either) ends? (?:is |are )?(?:threaded|with (?:an? )?M ?\d+|M ?\d+)(?![^;.M]{0,16}\bdeep)",
    re.IGNORECASE,
)
"""Threads on the ends of a bar, which is thinner there."""
_LETTER_U: Final = lazy_regex(r"\bu[- ](?:shaped?|form|profile)\b", re.IGNORECASE)
_PLUGGED: Final = lazy_regex(r"\bplug(?:s|ged)?\b(?! ?hole)|\binsert(?:ion|ed)?\b(?! nut)", re.IGNORECASE)  # fmt: skip
_EDGES: Final = r"(?:flanges?|edges?|rims?|lips?|sides?|walls?|returns?)"
_AROUND: Final = r"(?:on |along |down on |around )?(?:all |the )*(?:(?:four|4) )?(?:sides|edges)\b|all (?:a)?round\b|circumferential\b"
_TALL: Final = r"(\d+(?:[.,]\d+)?)(?: ?mm)?"
RIM: Final = lazy_regex(
    rf"\b{_TALL} (?:high |deep |tall |wide )?{_EDGES} (?:down |up |turned down |folded |bent )*(?:{_AROUND})"
    rf"|\b{_EDGES}(?: of)? {_TALL}(?: high| deep)?,? (?:down |up |turned down |folded |bent )*(?:{_AROUND})"
    rf"|\bedges on all sides(?: of)? {_TALL}",
    re.IGNORECASE,
)
"""The height of what is bent down all round a cover: 15 mm flanges down on all four sides."""
_HOLDS_PIPE: Final = lazy_regex(
    r"\bfor (?:an? |the )?(?:diameter )?\d+(?:[.,]\d+)? ?mm (?:pipe|tube|conduit|hose|cable|rod|bar)\b"
    r"|\bfor (?:an? |the )?(?:pipe|tube|conduit|hose|cable) (?:of )?(?:diameter )?\d",
    re.IGNORECASE,
)
_ON_CIRCLE: Final = lazy_regex(
    r"\bholes?\b[^;.\n]*\b(?:PCD|bolt circle|pitch circle|hole circle)\b", re.IGNORECASE
)
"""Holes in the face of a spacer, which is a ring."""
_CLAWS: Final = lazy_regex(
    r"\b(?:claws|dogs)\b|\b(?:claw|jaw|dog) coupling|\bklauen(?:kupplung)?", re.IGNORECASE
)
_SPIGOT: Final = lazy_regex(
    r"\b(?:OD|outer diameter|diameter) \d[\d.,]*(?: ?mm)? x \d[^;\n]*\bhub (?:diameter )?\d[\d.,]* x \d",
    re.IGNORECASE,
)
"""A round cover with a register on it, which is read as a hub."""
_TOLD_BY: Final = (
    (("shaft", "cylinder", "tube_plug"), TAPER, "tapered"),
    (("shaft", "cylinder"), BEVELLED, "tapered"),
    (("tube", "bushing", "hub", "spacer", "flanged_hub"), TAPER_BORED, "taper_bored"),
    (("tube", "bushing", "hub", "spacer"), BORED_TO_RATIO, "taper_bored"),
    (("tube", "bushing", "spacer"), SEAL_GROOVE, "grooved_sleeve"),
    (("hub",), _CLAWS, "claw_hub"),
    (("cam", "disc"), _ECCENTRIC, "eccentric"),
    (("tube",), _CAPPED, "capped_tube"),
    (("flange",), _ANGULAR, "plate"),
    (("cover", "tray", "flat_lid", "plate"), _LETTER_U, "u_cover"),
    (("cylinder",), _STEPPED, "shaft"),
    (("cylinder",), _ENDED, "shaft"),
    (("disc", "cover", "round_lid"), _SPIGOT, "flange"),
    (("v_pulley",), _TIMED, "timing_pulley"),
    (("round_lid", "cover"), _PLUGGED, "tube_plug"),
    (("cover", "flat_lid", "round_lid", "plate"), RIM, "tray"),
    (("l_bracket",), _HOLDS_PIPE, "saddle"),
    (("spacer",), _ON_CIRCLE, "ring"),
)
"""Parts that other words of the text make another: a disc out of centre, a closed tube."""


def _is_round(text: str) -> bool:
    """Whether a plate has a diameter apart from its holes, and no sides."""
    sizes = sizes_in(_HOLED.sub(" ; ", text))
    return "diameter" in sizes.named and not (
        sizes.group or {"length", "width"} & sizes.named.keys()
    )


_THIN: Final = 4
"""Times the wall of a tube that each of its sides is at least."""


def _is_square_section(text: str) -> bool:
    """Whether a tube has two sides and a wall, and no diameter: tube 40 x 40 x 3."""
    sizes = sizes_in(text)
    if len(sizes.group) != _FLAT or sizes.round or "diameter" in sizes.named:
        return False
    wide, high, wall = sizes.group
    return min(wide, high) >= _THIN * wall


def _ahead(text: str) -> str:
    """The words ahead of the holes of a part, which tell its own shape: cover, 90 mm round."""
    return _HOLES.split(text, maxsplit=1)[0].replace(",", " ")


_HOLED: Final = lazy_regex(r"[^,;]*\b(?:holes?|bores?|pcd|circle)\b[^,;]*", re.IGNORECASE)
_HOLES: Final = lazy_regex(r"\b(?:with|holes?|bores?|pcd|bolt)\b", re.IGNORECASE)
