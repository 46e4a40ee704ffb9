"""Materials by the names that people write: density for masses, colour for pictures; pure."""

import re
from typing import Final

import msgspec


class Material(msgspec.Struct, frozen=True):
    """A kind of material: density in kg/m³, colour as red, green, blue from 0 to 1.

    `assumed` when no known name was found in the text, and the kind is a guess.
    """

    kind: str
    density: float
    colour: tuple[float, float, float]
    assumed: bool = False


_STEEL = (0.56, 0.58, 0.62)
_BRIGHT = (0.77, 0.79, 0.82)
_LIGHT_METAL = (0.80, 0.82, 0.84)
_YELLOW_METAL = (0.80, 0.66, 0.30)
_COPPER = (0.78, 0.48, 0.32)
_PLASTIC = (0.30, 0.34, 0.40)
_PALE = (0.90, 0.90, 0.88)
_CLEAR = (0.78, 0.88, 0.94)
_RUBBER = (0.13, 0.13, 0.14)
_WOOD = (0.72, 0.53, 0.33)
_DARK_WOOD = (0.42, 0.28, 0.19)
_RED_WOOD = (0.60, 0.35, 0.22)
_LIGHT_WOOD = (0.83, 0.69, 0.48)
_BOARD = (0.10, 0.42, 0.20)

# kind, density, colour, and the words that name it as a pattern: grades and languages too.
# The order decides where two match: grades and compounds before the plain words within them.
_KINDS: Final = (
    (
        "stainless steel",
        7900,
        _BRIGHT,
        r"stainless|inox|edelstahl|a[24]-\d\d|1\.4\d{3}|aisi ?3\d\d|ss ?3\d\d|\b(30[34]|316)l?\b|17-4 ?ph|v[24]a|nirosta|x5crni\w*",
    ),
    (
        "spring steel",
        7850,
        _STEEL,
        r"spring steel|federstahl|music wire|piano wire|65mn|1\.1200|1\.8159|en 10270",
    ),
    ("tungsten carbide", 14900, _STEEL, r"tungsten carbide|hartmetall|cemented carbide"),
    (
        "carbon fibre",
        1600,
        _RUBBER,
        r"carbon ?-?fib(re|er)|cfrp|cfk|kohlefaser|\bcarbon\b(?! steel)",
    ),
    (
        "glass fibre laminate",
        1900,
        _BOARD,
        r"fr-?4|g-?10\b|gfrp|gfk|glass ?-?fib(re|er)|fib(re|er)glass|glasfaser|printed circuit|\bpcb\b|leiterplatte",
    ),
    (
        "steel",
        7850,
        _STEEL,
        r"steel|stahl|s235\w*|s355\w*|\bc45\w*|42crmo4|\d\dmncr\d|34crnimo\w*|11smn\w*|1\.[0-35-9]\d{3}|aisi ?[145]\d\d\d|\b10[14]\d\b|4140|4340|100cr6|52100|dc0[1-6]|a36|sae ?\d{4}|hss|class (8|10|12)\.\d|\b(8\.8|10\.9|12\.9)\b",
    ),
    ("ductile iron", 7100, _STEEL, r"ductile|nodular|gjs|ggg"),
    (
        "cast iron",
        7200,
        _STEEL,
        r"cast iron|grey iron|gray iron|gusseisen|grauguss|gjl|\bgg-?\d\d|\biron\b|eisen",
    ),
    ("zinc die casting", 6700, _LIGHT_METAL, r"zamak|zinc|zink\b|zinkdruckguss"),
    (
        "aluminium",
        2700,
        _LIGHT_METAL,
        r"alumin[iu]+m|\balu\b|6061|6082|5083|5754|7075|2024|6063|almg\w*|alsi\w*|en aw|adc ?12|a38[0-3]|a356|3\.\d{4}",
    ),
    ("magnesium", 1800, _LIGHT_METAL, r"magnesium|az91|az31"),
    ("titanium", 4430, _STEEL, r"titan|ti-?6al|\bti ?grade|grade 5 ti"),
    ("brass", 8500, _YELLOW_METAL, r"brass|messing|cuzn\w*|cw\d{3}n"),
    (
        "bronze",
        8800,
        _YELLOW_METAL,
        r"bronze|rotguss|cusn\w*|sae ?660|gunmetal|gun metal|sint[ae]r",
    ),
    ("copper", 8940, _COPPER, r"copper|kupfer|cu-etp|\bcu\b"),
    ("lead", 11340, _STEEL, r"\blead\b|\bblei\b"),
    ("nickel alloy", 8400, _BRIGHT, r"nickel|inconel|monel|hastelloy"),
    ("silicone", 1150, _PALE, r"silicone|silikon|vmq"),
    ("silicon", 2330, _STEEL, r"silicon\b|silizium"),
    ("foam", 60, _PALE, r"foam|schaum|\beva\b|\bepp\b|\beps\b"),
    ("rubber", 1200, _RUBBER, r"rubber|gummi|\bnbr\b|epdm|nitrile|neoprene|\bcr\b|elastomer"),
    ("fluoroelastomer", 1850, _RUBBER, r"viton|fkm|fpm"),
    ("thermoplastic elastomer", 1120, _RUBBER, r"\btp[ue]\b|polyurethan|\bpur?\b|urethane"),
    ("PTFE", 2170, _PALE, r"ptfe|teflon"),
    ("PEEK", 1310, _PLASTIC, r"peek"),
    ("POM", 1410, _PALE, r"\bpom\b|acetal|delrin|hostaform|polyoxymethyl"),
    ("polycarbonate", 1200, _CLEAR, r"polycarbonat|\bpc\b|makrolon|lexan"),
    ("ABS", 1050, _PLASTIC, r"\babs\b"),
    ("ASA", 1070, _PLASTIC, r"\basa\b"),
    ("PLA", 1240, _PLASTIC, r"\bpla\b"),
    ("PETG", 1270, _PLASTIC, r"pet-?g|\bpet\b|polyester"),
    (
        "glass-filled polyamide",
        1370,
        _RUBBER,
        r"\bpa ?66?[- ]gf|glass[- ](?:fibre[- ])?(?:filled|reinforced) (?:nylon|polyamid)",
    ),
    ("polyamide", 1140, _PALE, r"nylon|polyamid|\bpa ?-?(6|66|11|12)|\bpa\b|\bsls\b"),
    ("polypropylene", 905, _PALE, r"polyprop|\bpp\b"),
    ("polyethylene", 950, _PALE, r"polyeth|hdpe|ldpe|\bpe\b|uhmw"),
    ("PVC", 1390, _PALE, r"\bu?pvc\b|vinyl"),
    ("acrylic", 1180, _CLEAR, r"acryl|pmma|plexiglas|perspex"),
    ("polystyrene", 1050, _PALE, r"polystyr|\bh?ips\b"),
    ("PPS", 1350, _PLASTIC, r"\bpps\b"),
    ("phenolic", 1400, _PLASTIC, r"phenol|bakelit|pertinax"),
    ("epoxy", 1200, _PLASTIC, r"epoxy|epoxid|resin\b|\bharz|\bsla\b"),
    ("glass", 2500, _CLEAR, r"glass|\bglas\b|borosilicate|bk-?7"),
    ("ceramic", 3800, _PALE, r"ceramic|keramik|alumina|al2o3|zirconia|porcelain|porzellan"),
    ("concrete", 2400, _PALE, r"concrete|beton"),
    ("stone", 2700, _STEEL, r"granite|granit|marble|marmor|stone"),
    ("plywood", 680, _LIGHT_WOOD, r"plywood|sperrholz|multiplex"),
    ("fibreboard", 750, _WOOD, r"\bmdf\b|fib(re|er)board|particle ?board|spanplatte"),
    ("oak", 720, _WOOD, r"\boak\b|eiche"),
    ("beech", 720, _LIGHT_WOOD, r"beech|buche"),
    ("wood", 600, _DARK_WOOD, r"walnut|nussbaum|wenge|noyer|nogal"),
    ("wood", 600, _RED_WOOD, r"cherry|mahogany|sapele|teak|kirschbaum|merisier|cerezo|caoba"),
    (
        "wood",
        600,
        _LIGHT_WOOD,
        r"maple|ahorn|birch|birke|pine\b|kiefer|spruce|fichte|ash\b|esche|bamboo|bambus",
    ),
    (
        "wood",
        600,
        _WOOD,
        r"wood|holz|timber|walnut|nussbaum|maple|ahorn|birch|birke|pine|kiefer|spruce|fichte|larch|lärche|cedar|teak|cherry|mahogany|sapele|acacia|robinia|bamboo|bambus|ash\b|esche",
    ),
    ("cork", 200, _WOOD, r"cork|kork"),
    ("leather", 900, _WOOD, r"leather|leder"),
    ("felt", 250, _PALE, r"felt|filz|fabric|textile|stoff|cotton"),
    ("paper", 800, _PALE, r"cardboard|paper|papier|karton|pappe"),
    ("magnet", 7500, _BRIGHT, r"neodym\w*|ndfeb|magnet\w*|ferrite"),
    ("plastic", 1100, _PLASTIC, r"plastic|kunststoff|polymer|injection|spritzguss|3d[- ]print"),
    ("metal", 7850, _STEEL, r"metal|metall|sheet|blech"),
)

PAINTS: Final = {
    "red": (0.72, 0.13, 0.12), "orange": (0.90, 0.45, 0.10), "yellow": (0.93, 0.77, 0.12),
    "green": (0.16, 0.47, 0.22), "blue": (0.13, 0.30, 0.62), "white": (0.95, 0.95, 0.94),
    "black": (0.10, 0.10, 0.11), "grey": (0.50, 0.51, 0.52), "anthracite": (0.22, 0.24, 0.26),
    "silver": (0.78, 0.79, 0.80), "brown": (0.40, 0.25, 0.15), "pink": (0.90, 0.55, 0.65),
    "purple": (0.42, 0.20, 0.52),
}  # fmt: skip
"""Colours by their names, which may end the name of a material: `Steel S235JR, powder coated red`."""
_PAINT: Final = re.compile(
    rf"(?:,|\b(?:coated|painted|printed|lacquered|anodi[sz]ed))\s*({'|'.join(PAINTS)})\s*$",
    re.IGNORECASE,
)

_TABLE: Final = tuple(
    (Material(kind, density, colour), re.compile(pattern, re.IGNORECASE))
    for kind, density, colour, pattern in _KINDS
)

# Bought parts that are drawn as their envelope: the mean density of what is inside.
_ENVELOPES: Final = {
    "envelope_motor": Material("motor, mean of its parts", 4500, _STEEL),
    "envelope_cylinder": Material("bought part, mean of its parts", 2500, _PLASTIC),
    "envelope_box": Material("bought part, mean of its parts", 2000, _PLASTIC),
    "cable": Material("cable, mean of copper and sheath", 2300, _RUBBER),
}

_STANDARD: Final = Material("steel", 7850, _BRIGHT)
_UNKNOWN: Final = Material("steel", 7850, _STEEL, assumed=True)


def named(text: str) -> Material | None:
    """The kind of material that a name, grade or sentence speaks of."""
    return next((kind for kind, pattern in _TABLE if pattern.search(text)), None)


def of(material: str, method: str) -> Material:
    """The material that a part of the method is reckoned as: its own, else steel, and said so.

    An envelope is hollow or mixed inside, whatever its outside is made of, so it has the mean
    density of its sort.
    """
    if method in _ENVELOPES:
        return _ENVELOPES[method]
    known = named(material) if material else None
    if known is None:
        known = _STANDARD if method.startswith("standard:") else _UNKNOWN
    paint = paint_of(material)
    return known if paint is None else msgspec.structs.replace(known, colour=PAINTS[paint])


def paint_of(material: str) -> str | None:
    """The colour that the name of a material ends with."""
    match = _PAINT.search(material)
    return None if match is None else match[1].casefold()
