"""Needs that a brief states, each with the topics of parts that can serve it."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

import msgspec

from partwright.drafter.brief.brief_reading import priority_at
from partwright.drafter.brief.material_grades import grade_of
from partwright.drafter.brief.traits import traits_of
from partwright.drafter.brief.wording import (
    GENERAL,
    as_written,
    bounded,
    cited,
    counted_words,
    cut,
    made_of,
    sentence_at,
    short_name,
    subject,
    thing_of,
)
from partwright.drafter.catalogue import (
    components,
    functions,
    kinds,
    properties,
    standards,
    word_list,
)
from partwright.drafter.drafts import (
    Priority,
    RequirementDraft,
    RequirementType,
    VerificationMethod,
)
from partwright.drafter.structures.pieces_wanted import pieces_wanted
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.counts import is_thing, is_trait
from partwright.drafter.text.designations import DESIGNATION
from partwright.drafter.text.figures import StatedCount, StatedFigure
from partwright.drafter.text.lexicon import component_words, tokens_of
from partwright.drafter.text.quantities import quantities
from partwright.kit.patterns import lazy_regex


class DesignNeed(msgspec.Struct, frozen=True):
    """A requirement and what serves it."""

    name: str
    description: str
    requirement_type: RequirementType = "Functional"
    priority: Priority = "medium"
    verification: VerificationMethod = "Test"
    rationale: str = ""
    confidence: float = 0.8
    topics: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    """Stems of the parts that it speaks of."""
    component: str = ""
    """Key of the component that it asks for."""
    instead: frozenset[str] = frozenset()
    """Topics that serve it where nothing has the others."""

    def draft(self, number: int) -> RequirementDraft:
        """The requirement as the session keeps it."""
        return RequirementDraft(
            temp_id=f"req-{number}",
            name=self.name,
            description=self.description,
            requirement_type=self.requirement_type,
            priority=self.priority,
            verification_method=self.verification,
            rationale=self.rationale,
            confidence=self.confidence,
            source="ai",
        )


MOST: Final = 150
"""Requirements drafted at most, so that a text of figures alone stays readable."""


def needs_of(brief: DesignBrief) -> list[DesignNeed]:
    """Everything the brief asks for, in the order of importance, without repetitions."""
    kept: dict[str, DesignNeed] = {}
    for need in _all(brief):
        kept.setdefault(need.name.casefold(), need)
    return list(kept.values())[:MOST]


def _all(brief: DesignBrief) -> Iterator[DesignNeed]:
    yield from _purposes(brief)
    for figure in brief.figures:
        yield _of_figure(brief, figure)
    yield from _counts(brief)
    yield from _components(brief)
    yield from _properties(brief)
    yield from _materials(brief)
    yield from _denials(brief)
    yield from _designations(brief)
    yield from _wishes(brief)
    yield from _standards(brief)


def _purposes(brief: DesignBrief) -> Iterator[DesignNeed]:
    """The purposes of such a product: those of its kind, or of the functions read in the text."""
    kind = kinds().get(brief.kind)
    rows = [kind] if kind else [functions()[f] for f in brief.functions]
    for row in rows:
        for statement in row.does:
            text, topics, how, name = (f.strip() for f in (statement + " | | | ").split("|")[:4])
            yield DesignNeed(
                name=name or short_name(text),
                description=f"{subject(brief)} shall {text}.",
                priority="high",
                verification=_verification(how, "Demonstration"),
                rationale=_purpose_reason(brief),
                confidence=0.85 if kind else 0.65,
                topics=frozenset(topics.split()),
            )


def _purpose_reason(brief: DesignBrief) -> str:
    first = brief.text[brief.sentences[0].start : brief.sentences[0].end] if brief.sentences else ""
    return f"Purpose of the product: “{cut(first)}”."


_TAKEN: Final = lazy_regex(
    r"\bfor (?:a |an |the |two |four )?([a-zA-Z][\w-]+(?: [a-zA-Z][\w-]+)?)(?: (?:up to|of|with|measuring))?\s*$"
)


def _of_figure(brief: DesignBrief, figure: StatedFigure) -> DesignNeed:
    quantity = quantities()[figure.quantity]
    thing = thing_of(brief, figure, quantity)
    name = f"{quantity.name} {figure.written}" + (f" ({thing})" if thing else "")
    value = bounded(figure, quantity)
    say = quantity.say.replace("{v}", value) if "{v}" in quantity.say else f"{quantity.say} {value}"
    if figure.is_size and (
        taken := _TAKEN.search(brief.text[max(0, figure.start - 48) : figure.start])
    ):
        name, say = f"Object size {figure.written}", f"take {taken[1]} of {value}"
    who = f"The {thing} of {_lower(subject(brief))}" if thing else subject(brief)
    if thing:
        say = say.replace("keep the dimension", "measure")
    asked = priority_at(brief.text, sentence_at(brief, figure.start))
    is_sure = not quantity.is_default or figure.dimension in ("ratio", "money", "noise", "torque")
    return DesignNeed(
        name=name,
        description=f"{who} shall {say}.",
        requirement_type=quantity.requirement_type,
        priority=cast(
            "Priority",
            asked or ("high" if quantity.requirement_type == "Performance" else "medium"),
        ),
        verification=quantity.verification,
        rationale=cited(brief, figure.start, figure.end, figure.origin),
        confidence=0.6 if quantity.key == "dimension" else 0.95 if is_sure else 0.85,
        topics=frozenset(quantity.topics),
        words=frozenset(figure.about[:3]) - GENERAL,
    )


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


_TAKES_UP: Final = lazy_regex(
    r"\b(?:for|holds?|holding|stores?|storing|carry|carries|carrying|fits?|seats?|serves?|takes?|up to|accommodates?|accepts?|of)"
    r"\s*(?:up to|at least|about)?\s*$",
    re.IGNORECASE,
)


def _is_part(count: StatedCount) -> bool:
    """Whether the word counted names a kind of part, rather than what the product takes up."""
    return (
        count.noun in word_list("made parts")
        or count.noun in word_list("bought parts")
        or count.noun in component_words()
    )


def _pieces(brief: DesignBrief, wanted: StatedCount) -> DesignNeed:
    """The number of the product that shall be made."""
    return DesignNeed(
        name=f"Pieces wanted: {wanted.number}",
        description=f"{subject(brief)} shall be made {wanted.number} times; the structure is of one.",
        requirement_type="Constraint",
        priority="high",
        verification="Inspection",
        rationale=cited(brief, wanted.start, wanted.end, ""),
        confidence=0.85,
        topics=frozenset({"overall"}),
    )


def _counts(brief: DesignBrief) -> Iterator[DesignNeed]:
    wanted = pieces_wanted(brief)
    if wanted is not None:
        yield _pieces(brief, wanted)
    for count in brief.counts:
        if count is wanted:
            continue
        if not (is_thing(count) or is_trait(count)):
            continue
        written = counted_words(brief, count)
        if not written:
            continue
        before = brief.text[max(0, count.start - 24) : count.start]
        takes_up = is_thing(count) and (_TAKES_UP.search(before) or not _is_part(count))
        yield DesignNeed(
            name=f"{'Capacity' if takes_up else 'Number'}: {written}",
            description=f"{subject(brief)} shall {'take' if takes_up else 'have'} {written}.",
            requirement_type="Performance" if takes_up else "Constraint",
            priority=cast(
                "Priority", priority_at(brief.text, sentence_at(brief, count.start)) or "high"
            ),
            verification="Demonstration" if takes_up else "Inspection",
            rationale=cited(brief, count.start, count.end, ""),
            confidence=0.85,
            topics=frozenset({"container"} if takes_up else {"overall"} if is_trait(count) else ()),
            instead=frozenset({"load", "seat"}) if takes_up else frozenset(),
            words=frozenset(count.words[-2:]),
        )


def _components(brief: DesignBrief) -> Iterator[DesignNeed]:
    counted = {word for count in brief.counts for word in count.words[-2:]}
    for mention in {m.key: m for m in reversed(brief.components)}.values():
        row = components()[mention.key]
        say = row.say
        words = {t.stem for t in tokens_of(mention.words)}
        if not say or words & counted or words <= set(brief.title):
            continue
        if mention.key == "primary cells":
            say = f"{say} ({mention.words})"
        yield DesignNeed(
            name=short_name(say),
            description=f"{subject(brief)} shall {say}.",
            requirement_type=row.type,
            priority=_priority(brief, mention),
            verification="Test",
            rationale=cited(brief, mention.start, mention.end, ""),
            confidence=0.85,
            topics=frozenset(row.topics),
            words=frozenset(words),
            component=mention.key,
        )


def _properties(brief: DesignBrief) -> Iterator[DesignNeed]:
    for mention in brief.properties:
        row = properties()[mention.key]
        if mention.key in _IMPLIED_BY_IP and brief.has("ip"):
            continue
        say = row.say.replace("{words}", as_written(mention))
        yield DesignNeed(
            name=row.name.replace("{words}", as_written(mention)),
            description=f"{subject(brief)} shall {say}.",
            requirement_type=row.type,
            priority=_priority(brief, mention),
            verification=row.verify,
            rationale=cited(brief, mention.start, mention.end, ""),
            confidence=0.9,
            topics=frozenset(row.topics),
        )


_IMPLIED_BY_IP: Final = ("waterproof", "splash", "dust")
"""A class of protection says it more exactly."""


def _materials(brief: DesignBrief) -> Iterator[DesignNeed]:
    for mention in brief.materials:
        grade = grade_of(brief, mention)
        thing = made_of(brief, mention)
        who = f"The {thing} of {_lower(subject(brief))}" if thing else subject(brief)
        manner = "be made of" if thing else "be made mainly of"
        yield DesignNeed(
            name=f"Material: {mention.words.lower()}" + (f" ({thing})" if thing else ""),
            description=f"{who} shall {manner} {grade} (“{mention.words.lower()}”).",
            requirement_type="Constraint",
            priority=_priority(brief, mention),
            verification="Inspection",
            rationale=cited(brief, mention.start, mention.end, ""),
            confidence=0.9,
            topics=frozenset({"material " + mention.key}),
        )


_STANDARD: Final = lazy_regex(
    r"^(?:DIN|EN|ISO|IEC|ANSI|ASTM|ASME|UL|MIL-STD|BS|JIS|CISPR|SAE|NFPA|DVGW|VDE)\b"
)
_TOLD_ELSEWHERE: Final = lazy_regex(
    r"^(?:DN|PN|IP|IK|PA\d|S\d{3}|C45|AW|1\.\d|zone|class|grade|type|level|model|version|category)|^(?:24/7|[234]D|[1245][DGK])$",
    re.IGNORECASE,
)


def _designations(brief: DesignBrief) -> Iterator[DesignNeed]:
    """Standards to comply with, and threads, sockets and series to fit."""
    for match in DESIGNATION.finditer(brief.text):
        words = " ".join(match.group().split())
        if _TOLD_ELSEWHERE.match(words) or any(
            m.start <= match.start() < m.end and m.key == "primary cells" for m in brief.components
        ):
            continue
        is_standard = bool(_STANDARD.match(words))
        yield DesignNeed(
            name=f"{'Standard' if is_standard else 'Fit for'} {words}",
            description=f"{subject(brief)} shall {'comply with' if is_standard else 'use or fit'} {words}.",
            requirement_type="Constraint" if is_standard else "Interface",
            priority=cast(
                "Priority", priority_at(brief.text, sentence_at(brief, match.start())) or "medium"
            ),
            verification="Test" if is_standard else "Inspection",
            rationale=cited(brief, match.start(), match.end(), ""),
            confidence=0.85,
            topics=frozenset({"overall"}) if is_standard else frozenset(),
            words=frozenset(t.stem for t in tokens_of(words)),
        )


def _denials(brief: DesignBrief) -> Iterator[DesignNeed]:
    for span, _ in brief.denials:
        if any(span.start <= p.start and p.end <= span.end for p in brief.properties):
            continue
        phrase = " ".join(brief.text[span.start : span.end].split())
        yield DesignNeed(
            name=short_name(phrase),
            description=f"{subject(brief)} shall observe: “{phrase}”.",
            requirement_type="Constraint",
            priority="high",
            verification="Inspection",
            rationale=cited(brief, span.start, span.end, ""),
            confidence=0.75,
            topics=frozenset({"overall"}),
        )


def _wishes(brief: DesignBrief) -> Iterator[DesignNeed]:
    """Clauses that ask for something which no figure, count, part or property says already."""
    told = [(f.start, f.end) for f in brief.figures] + [(c.start, c.end) for c in brief.counts]
    told += [(m.start, m.end) for m in (*brief.components, *brief.properties, *brief.materials)]
    told += [(span.start, span.end) for span, _ in brief.denials]
    for clause in brief.clauses:
        if any(clause.start <= start < clause.end for start, _ in told):
            continue
        yield DesignNeed(
            name=short_name(clause.text),
            description=f"{subject(brief)} shall satisfy: “{cut(clause.text)}”.",
            priority=cast("Priority", clause.priority or "medium"),
            verification="Demonstration",
            rationale=cited(brief, clause.start, clause.end, ""),
            confidence=0.6,
            words=frozenset(t.stem for t in tokens_of(clause.text)) - GENERAL,
        )


def _standards(brief: DesignBrief) -> Iterator[DesignNeed]:
    """The needs that follow from the nature of the product without being said."""
    traits = traits_of(brief)
    for row in standards().values():
        if not traits.issuperset(row.when) or traits.intersection(row.unless):
            continue
        yield DesignNeed(
            name=row.name,
            description=f"{subject(brief)} shall {row.say}.",
            priority=row.priority,
            verification=row.verify,
            rationale=row.why,
            confidence=row.confidence,
            topics=frozenset(row.topics),
        )


def _priority(brief: DesignBrief, mention: PartMention) -> Priority:
    asked = priority_at(brief.text, sentence_at(brief, mention.start))
    return cast("Priority", asked or "medium")


def _verification(given: str, default: VerificationMethod) -> VerificationMethod:
    return cast("VerificationMethod", given) if given in _METHODS else default


_METHODS: Final[Mapping[str, None]] = dict.fromkeys(
    ("Analysis", "Inspection", "Test", "Demonstration")
)
