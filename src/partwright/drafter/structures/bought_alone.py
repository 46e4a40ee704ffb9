"""A standard part that a text designates as a whole: M10 x 60 hex bolt, ball bearing 6204."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from partwright.cad.model import STANDARD, NotDrawn
from partwright.drafter.brief.material_grades import grade_of
from partwright.drafter.drafts import PartForm
from partwright.drafter.parts import rules
from partwright.drafter.parts.part_context import PartContext
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import COUNT
from partwright.drafter.text.words import stem
from partwright.kit.patterns import lazy_regex

_FEW: Final = 4
_BOUGHT: Final = frozenset(
    ["screw", "bolt", "nut", "washer", "bearing", "pin", "key", "circlip", "insert", "rod", "stud"]
)
_BOUGHT_WORDS: Final = _BOUGHT | {
    *("hex", "hexagon", "socket", "cap", "head", "countersunk", "plain", "spring", "lock", "ball"),
    *("deep", "groove", "parallel", "dowel", "set", "threaded"),
}
_ALONE: Final = lazy_regex(r"\s*(?:DIN|ISO|EN|M\d)[^,;]{2,40}$", re.IGNORECASE)
LED_ON: Final = lazy_regex(
    rf"^(?:(?:an?|{COUNT}|pcs|pieces|of|x|the) )*"
    r"(M\d+(?:[.,]\d)?(?: ?x ?\d+(?:[.,]\d+)?)?)(?: mm)? ((?:[a-z-]+ ){0,4}?(?:screw|bolt|nut|washer|stud)s?)\b(.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""A standard part whose size stands first: M10 x 60 hex bolt."""
_PIN: Final = lazy_regex(
    r"^(?:dowel|parallel|cylindrical) pin (\d{1,2})(?: mm)? ?(?:[mh]6 ?x ?(\d{1,3})\b|x ?(\d{1,3}) [mh]6\b)",
    re.IGNORECASE,
)
"""A pin by its size alone."""
_KEY: Final = lazy_regex(
    r"^(?:parallel|feather|shaft) key,? (\d{1,2} ?x ?\d{1,2} ?x ?\d{1,3})\b", re.IGNORECASE
)
"""A key by its size alone."""
_BEARING: Final = lazy_regex(
    r"^(?:(?:deep|groove|ball|radial|roller|rolling) )*bearings? 6[0-4]?\d{2,3}\b", re.IGNORECASE
)
"""A bearing by its number alone."""
_USUAL: Final = (
    ("DIN 6885", "C45"),
    ("ISO 2338", "Steel, hardened"),
    ("6", "100Cr6"),
    ("DIN 47", "Spring steel"),
)
"""By how its designation begins, of what a part is made that has no strength class."""
_DESIGNED: Final = lazy_regex(r"\b(?:DIN|ISO|EN) ?\d|\bM\d|\b6[0-4]\d{2,3}\b", re.IGNORECASE)


class BoughtAlone(NamedTuple):
    """A standard part with its designation, form and material."""

    name: str
    form: PartForm
    material: str


def words_of_title(text: str) -> list[str]:
    """The words ahead of a standard part's size or designation."""
    return re.findall(r"[a-z]+", _DESIGNED.split(text, maxsplit=1)[0].casefold())


def bought(brief: DesignBrief, text: str) -> BoughtAlone | None:
    """A standard part that the text designates as a whole."""
    text = _PIN.sub(lambda m: f"Dowel pin ISO 2338 - {m[1]} m6 x {m[2] or m[3]}", text)
    text = _KEY.sub(r"Parallel key DIN 6885 \1", text)
    own = {stem(word) for word in words_of_title(text)[:_FEW]}
    is_one = len(brief.title) <= _FEW and bool(_BOUGHT & own or not brief.title)
    if not _DESIGNED.search(text) or brief.kind or not (is_one or _ALONE.match(text)):
        return None
    said = re.sub(r"\bfor (?=M\d)", "", text.split(",", 1)[0].rstrip(". "))
    said = re.sub(r"(screw|bolt|nut|washer|stud)s\b", r"\1", said, flags=re.IGNORECASE)
    form = rules.choose_form(PartContext(name=said, part_type="Purchase"))
    if isinstance(form, NotDrawn) or not form.method.startswith(STANDARD):
        return None
    name = form.method.removeprefix(STANDARD)
    parameters_of: Mapping[str, float] = {}
    made = PartForm(method=form.method, parameters=parameters_of)
    title = " ".join(w for w in words_of_title(text) if stem(w) in _BOUGHT_WORDS)
    material = grade_of(brief, brief.materials[0]) if brief.materials else _usual(name)
    return BoughtAlone(f"{title.capitalize()} {name}".strip(), made, material)


def is_sized(text: str) -> bool:
    """Whether the text is a pin, a key or a bearing by its size or number alone."""
    return any(one.match(text) for one in (_PIN, _KEY, _BEARING))


def _usual(name: str) -> str:
    """The usual material of the standard part."""
    return next((said for lead, said in _USUAL if name.startswith(lead)), "Steel 8.8")
