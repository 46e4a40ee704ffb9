"""Names of manufacturers and suppliers, told from links and sentences that stand in their place."""

import re
from collections.abc import Sequence
from functools import lru_cache

from partwright.imports.sheets.cell_values.no_numbers import is_unsure, says_no_number
from partwright.imports.sheets.words.column_words import SUPPLIERS
from partwright.kit.patterns import lazy_regex

_LINK = lazy_regex(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S|\S+\.[a-z]{2,6}/\S", re.IGNORECASE)
_PATH = lazy_regex(r"\S+\.[a-z]{1,5}:[0-9]|\S+/\S+/\S+\.[a-z]{1,5}\b", re.IGNORECASE)
"""A file, perhaps with a line of it, as sources of statements are given."""
_FILE = lazy_regex(
    r"\S*\.(?:pdf|csv|json|step|stp|stl|dxf|svg|png|jpe?g|xlsx?|md|txt|ino|py|ya?ml|blend|f3d|sld(?:prt|asm)|"
    r"ipt|iam|fcstd|kicad_(?:pcb|sch|pro)|sch|brd|zip)",
    re.IGNORECASE,
)
_PHRASE = lazy_regex(r"[a-z][a-z,;/-]*(?: [a-z][a-z,;/-]*){2,}")
"""Three or more words without a capital, such as `cut to size`."""
_FIRMS = (
    "co",
    "inc",
    "ltd",
    "llc",
    "corp",
    "gmbh",
    "ag",
    "kg",
    "bv",
    "srl",
    "sa",
    "company",
    "shop",
)
_NOBODY = frozenset(
    """not documented; undocumented; not specified; unspecified; unknown; tbd; tba; tbc; generic;
    various; any; misc; diverse; n/a; none; custom; custom made; custom part; homemade; home made; self made; self-made; selfmade;
    eigenbau; eigenfertigung; selbstgebaut; own design; in-house; in house; myself; scrap; salvaged; scavenged; owned; already owned; already have; on hand; in stock; stock;
    printer; 3d printer; leftover; lager; vorhanden; bestand; local; lokal; hand made; handmade;
    hecho en casa; casero; fait maison; intern; interne; interno; interna; internal; propio; propia; fabricacion propia; eigene; eigen; 自制; 自製; 自加工; 自制件; 标准件; 外购; 外购件; 标件; 定制; 本地""".replace(
        "\n    ", " "
    ).split("; ")
)
"""What stands where a company would, and is none."""
_PRINTED = lazy_regex(
    r"(?:n/?a\s*[-–]\s*)?(?:3\s*d[\s-]*)?print(?:ed)?(?:\s+(?:in[\s-]?house|at home|myself|parts?))?",
    re.IGNORECASE,
)
"""How a part is made that nobody sells, as `3D printed` among manufacturers."""
_OWN_WORK = lazy_regex(
    r"(?:eigene?|haus(?:eigene)?|interne?r?|own|in[\s-]?house|in[\s-]huis|egen|oma|vlastn[ií]|saját|własna)[\s-]*"
    r"(?:fertigung|herstellung|produktion|produktie|fabricage|fabrikaat|fabrikation|bau|werkstatt|productie|makelij|"
    r"production|fabrication|manufactur(?:e|ed|ing)|machining|machined|made|part|workshop|machine shop|tillverkning|tilvirkning|"
    r"produksjon|fremstilling|tuotanto|valmistus|výroba|gyártás|produkcja)"
    r"|(?:fabrication|production|fabriqu[ée]e?|réalisation|produzione|fabricaci[óo]n|producci[óo]n|produ[çc][ãa]o|fabrico|lavorazione|"
    r"produkcja|wykonanie|manufactured|made|machined|produced)[\s-]+"
    r"(?:en\s+)?(?:interne?|interna|propre|propia|pr[óo]pri[ao]|własn[ae]|in[\s-]?house|maison)"
    r"|(?:officina|taller|atelier|oficina|warsztat)\s+(?:intern[aoe]?|propi[ao]|propria|własny)"
    r"|(?:w[łl]asn[yae]|eigener?|own|propri[ao]|propi[ao])\s+(?:wy)?(?:druk|(?:3\s?d[\s-]*)?druck|print|impresi[óo]n|stampa)(?:\s.{0,20})?"
    r"|(?:self|home)[\s-]*(?:3\s?d[\s-]*)?(?:print(?:ed)?|made|cut|machined|built|wound|produced|fabricated)"
    r"|(?:in[\s-]?house|eigene[rs]?|hausintern(?:er)?)\s+(?:3\s?d[\s-]*)?(?:print(?:ing|ed|s)?|druck|laser(?:\s?cut(?:ting)?)?|cnc|machining|shop|fab(?:rication)?)"
    r"|(?:selbst|selber)[\s-]*(?:gedruckt|gebaut|gefertigt|gemacht|hergestellt)"
    r"|in[\s-]?house|zelf\s+(?:maken|gemaakt)|in\s+eigen\s+beheer|内製|社内(?:製作|加工)?|自社(?:製|製作)?|собственное\s+производство",
    re.IGNORECASE,
)
"""What says that the company makes the part itself, as `Eigen productie`."""
_FOR_NO_ONE = lazy_regex(
    r"(?:(?:any|qualquer|cualquier|qualsiasi|irgendein(?:e[rs]?)?|beliebige[rs]?|n'importe quel(?:le)?)\s.*|"
    r"(?:machine\s+|work)?shop|werkstatt|atelier|taller|officina|(?:lojas?|tiendas?)\s+(?:locais|local|locales)|(?:price\s+)?estimated?|donor|readme(?:\s.*)?|diy|(?:zapas\s+)?w[łl]asn\w*(?:\s+\w+)?|general\s+(?:lab\s+)?suppl(?:y|ies)|"
    r"local\s+(?:(?:supplier|hardware|fab|shop|store|vendor|market|dealer)s?\s*){1,2})(?:\s*\([^()]*\))?",
    re.IGNORECASE,
)
"""What says that anybody sells it, or nobody."""
_LABELLED = lazy_regex(
    r"(?:p?id|sku|asin|upc|ean|m?p/?n|part|item|product|art(?:icle|ikel|\.)?|order|best(?:ell|\.)?|cat(?:alog(?:ue)?|\.)?|model|ref)"
    r"[\s.-]*(?:id|no\.?|nr\.?|number|nummer|code|#)?\s*[:#]\s*[\w./+-]*[0-9][\w./+-]*",
    re.IGNORECASE,
)
"""A number behind what it is called, as `PID: 711`."""
_LONGEST = 60
_MOST_WORDS = 8


def is_link(text: str) -> bool:
    """Whether the text is an address in the web, or begins with one."""
    return bool(_LINK.match(text.strip()))


def names_company(text: str, *, has_code: bool = False) -> bool:
    """Whether the text may be the name of a company: no link, and no sentence.

    Who has an order code sells it, even under a name such as `General Supply`.
    """
    plain = text.strip()
    # First, since the patterns take the longer, the longer the text is.
    if len(plain) > _LONGEST or len(plain.split()) > _MOST_WORDS:
        return False
    if is_link(plain) or _PATH.match(plain) or is_unsure(plain):
        return False
    if plain.casefold() in _NOBODY or says_no_number(plain) or _LABELLED.fullmatch(plain):
        return False
    if _FILE.fullmatch(plain) or (_PHRASE.fullmatch(plain) and not plain.endswith(_FIRMS)):
        return has_code
    if _OWN_WORK.fullmatch(plain) or (_FOR_NO_ONE.fullmatch(plain) and not has_code):
        return False
    return not _PRINTED.fullmatch(plain)


_APART = lazy_regex(r"\s*[;|\n]\s*")
_OR = lazy_regex(r"\s*(?:[,/&]|\b(?:or|oder|ou|und|and|et)\b)\s*", re.IGNORECASE)
_DOMAIN = lazy_regex(r"(?:[a-z0-9-]+\.)+[a-z]{2,4}", re.IGNORECASE)
_FOLDED = lazy_regex(r"[\s-]+")
_PAGE = lazy_regex(
    r"(\S+(?: \S+)?) (?:search|link|listing|page|website|webshop|suche|recherche|búsqueda|enlace|lien)",
    re.IGNORECASE,
)
"""A page of a supplier that everybody knows, as `Amazon search`."""
_NOTED = lazy_regex(r"(\S+(?: \S+)?) \(([^()A-Z0-9]* [^()A-Z0-9]*)\)")
"""Such a supplier with words behind it, as `pjrc.com (buy direct)`."""
_MARKETS = frozenset(
    """banggood; ebay; alibaba; taobao; tmall; temu; walmart; etsy; homedepot; lowes; hobbyking;
    robotshop; mcmastercarr; pcbway; seeed; seeedstudio; szlcsc; aliexpress; amazon; mercadolivre; mercadolibre; jlcmc""".replace(
        "\n    ", " "
    ).split("; ")
)


def sellers_in(text: str, *, has_code: bool = False) -> list[str]:
    """The suppliers that a cell names: `a.com; b.de` are two, and so are `Mouser or Digikey`.

    A comma, a slash or a word between them divides only names of suppliers that everybody knows.
    """
    return list((_sellers_kept if len(text) <= _LONGEST else _sellers)(text, has_code=has_code))


def _sellers(text: str, *, has_code: bool) -> tuple[str, ...]:
    found: list[str] = []
    for piece in _APART.split("\n".join(" ".join(line.split()) for line in text.splitlines())):
        names = _OR.split(piece)
        known = len(names) > 1 and all(map(_is_known_seller, names))
        sellers = names if known else [piece]
        plain = [_without_note(name.strip()) for name in sellers]
        found += [name for name in plain if names_company(name, has_code=has_code)]
    return tuple(name for name in dict.fromkeys(found) if name)


_sellers_kept = lru_cache(maxsize=1024)(_sellers)
"""Lists name few suppliers in many rows."""


def _without_note(name: str) -> str:
    """The supplier that everybody knows, without what is said of its page."""
    short = name[: _LONGEST + 1]
    match = _PAGE.fullmatch(short) or _NOTED.fullmatch(short)
    return match[1] if match and _is_known_seller(match[1]) else name


def _is_known_seller(name: str) -> bool:
    plain = _FOLDED.sub("", name.casefold())
    return plain in SUPPLIERS or plain in _MARKETS or bool(_DOMAIN.fullmatch(plain))


def begins_with_seller(text: str) -> bool:
    """Whether the first word is a supplier that everybody knows, as in `digikey 445-4964-1-ND`."""
    return _is_known_seller(text.split(maxsplit=1)[0]) if text.strip() else False


_MAKE_OR_BUY = frozenset(
    [
        "make",
        "made",
        "makes",
        "buy",
        "bought",
        "purchase",
        "purchased",
        "manufacture",
        "manufactured",
        "inhouse",
        "in-house",
        "self-made",
        "kaufteil",
        "eigenfertigung",
        "zukauf",
        "fertigung",
        "achat",
        "fabrication",
        "compra",
        "fabricado",
    ]
)


def are_companies(values: Sequence[str]) -> bool:
    """Whether at least half of the values may be names of companies, and do not say make or buy.

    Those that say that nobody sells the part, as `generic`, count for neither.
    """
    first = [re.split(r"[\s/(,;]+", text.strip().casefold())[0] for text in values]
    if values and 2 * sum(word in _MAKE_OR_BUY for word in first) > len(values):
        return False
    named = sum(map(names_company, values))
    neither = sum(map(_names_nobody, values)) if named else 0
    return 2 * named >= len(values) - neither


def _names_nobody(text: str) -> bool:
    """Whether a text that stands where a company would says that there is none."""
    plain = text.strip()[:_LONGEST]
    told = plain.casefold() in _NOBODY or says_no_number(plain)
    return told or bool(_OWN_WORK.fullmatch(plain) or _PRINTED.fullmatch(plain))
