"""From a description, the answers and the messages to a brief."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from partwright.drafter.brief.contradictions import of_part_before, replaces
from partwright.drafter.brief.functions import functions_of
from partwright.drafter.brief.inverted_names import in_order
from partwright.drafter.brief.kinds import fitting, kind_told, of_wood
from partwright.drafter.brief.meant_figures import as_meant
from partwright.drafter.brief.own_mass import with_own_masses
from partwright.drafter.catalogue import components, kinds, word_list
from partwright.drafter.text.brief import BriefClause, DesignBrief, PartMention
from partwright.drafter.text.component_figures import measured
from partwright.drafter.text.conversions import without_conversions
from partwright.drafter.text.counts import named_and_counted
from partwright.drafter.text.figures import StatedFigure, figures_of
from partwright.drafter.text.lexicon import LexiconToken, phrases, tokens_of
from partwright.drafter.text.negation import denials
from partwright.drafter.text.part_lists import listed_parts
from partwright.drafter.text.product_name import (
    STOP_WORDS,
    product_phrase,
    shown_name,
    title_stems,
)
from partwright.drafter.text.quantities import quantities, with_quantities
from partwright.drafter.text.shapes import shapes_of
from partwright.drafter.text.surroundings import is_fitted, is_no_part, is_object
from partwright.drafter.text.translation import in_english
from partwright.drafter.text.units import RECKONED
from partwright.drafter.text.words import (
    TextSpan,
    TextWord,
    clauses,
    normalised,
    sentences,
    stems,
    words_of,
)

ANSWER: Final = "ask-"
"""Ids of questions: `ask-` and the quantity or property asked for, blanks as hyphens."""

MOST_FIGURES: Final = 200
MOST_WISHES: Final = 60
_LEAST_SAID: Final = 2
_Denials = Sequence[tuple[TextSpan, frozenset[str]]]
_READ: Final = ("functions", "properties", "materials")

MANY: Final = frozenset({"dimension", "diameter", "thickness", "share", "rotation", "angle"})
"""Quantities of which a product may well have several."""


def understand(
    description: str, answers: Mapping[str, str], messages: Sequence[str]
) -> DesignBrief:
    """Read everything the user said; what they said later goes before what they said first."""
    text, parts = _joined(description, answers, messages)
    spans, tokens, denied_spans = sentences(text), tokens_of(text), denials(text)
    figures = with_quantities(text, figures_of(text), spans)
    phrase, counts = named_and_counted(text, _first_phrase(text, spans, figures), figures)
    title, stems = title_stems(phrase), [t.stem for t in tokens]
    figures = _latest(text, [_with_origin(f, parts) for f in figures], title)[:MOST_FIGURES]
    named = _components(tokens, text, denied_spans)
    does, properties, made = (_mentions(n, tokens, text, denied_spans) for n in _READ)
    functions = functions_of([m for m in does if not _touches(m, named)], text, title)
    kind = "" if _UNREAD_HEAD.match(text) else kind_told(title, stems, functions, counts)
    supply = _supply(_supplies(properties, kind, phrase), figures, denied_spans)
    kind = of_wood(fitting(kind, figures, supply), [m.key for m in made], stems, supply)
    components = _own_components(named, kind, title, phrase)
    return DesignBrief(
        description=description,
        text=text,
        sentences=tuple(spans),
        name=_name(text, spans, phrase, kind),
        title=title,
        kind=kind,
        figures=tuple(with_own_masses(text, as_meant(figures, kind, text, title), kind, phrase)),
        counts=tuple(counts),
        components=tuple(components),
        parts=tuple(listed_parts(text, figures, [*components, *_spans_of(denied_spans)])),
        materials=tuple(made),
        properties=tuple(properties),
        shapes=tuple(shapes_of(text, title)),
        clauses=tuple(_wishes(text, spans)),
        functions=functions,
        denied=_words_denied(denied_spans),
        denials=tuple(denied_spans),
        settled=dict(answers),
        messages=tuple(messages),
        told_from=next((s for s, _, o in parts if o.startswith("message")), len(text)),
        supply=supply,
    )


_UNREAD_HEAD: Final = re.compile(r"(?:(?! (?:with|for) )[^,.;:\n])*[\u4e00-\u9fff] ?(?:[,.;:\n]|$)")
"""A name whose noun, the last word in Chinese, is not known: what stands behind is not the product."""
_VERB_OBJECT: Final = re.compile(
    r"\b(to|that|which) ([a-z]{3,12}) (?:(?:a|an|the|my|our|your|some|up) )*([a-z0-9][a-z0-9 -]{2,28}?)"
    r"(?=[,.;:\n]| (?:on|in|at|from|to|by|with|for|and|of|into|while|when|so)\b|$)",
    re.IGNORECASE,
)


def _name(text: str, spans: Sequence[TextSpan], phrase: list[TextWord], kind: str) -> str:
    """The product's name; for `something to hold my phone`, what it does to what."""
    stems = title_stems(phrase)
    if stems and not (len(stems) == 1 and stems[0] in word_list("vague")):
        return shown_name(text, phrase)
    if not spans or not (match := _VERB_OBJECT.search(text, spans[0].start, spans[0].end)):
        return shown_name(text, phrase)
    head = (phrase[0].text if phrase else "Device").capitalize()
    return f"{head} {match[1].lower()} {match[2].lower()} {match[3].strip()}"


def _components(tokens: Sequence[LexiconToken], text: str, denied: _Denials) -> list[PartMention]:
    """The components named, and the sensors for what is to be measured."""
    named = _mentions("components", tokens, text, denied)
    named = [m for m in named if not is_fitted(text, m.start, m.end)]
    sensors = [m for m in measured(text) if not _touches(m, named)]
    return [*named, *sensors]


def _touches(mention: PartMention, others: Sequence[PartMention]) -> bool:
    return any(other.start < mention.end and mention.start < other.end for other in others)


_OPENING: Final = 6
_COMMANDS: Final = re.compile(
    r"[\s\"'*#>-]*(?:please )?(?:ignore|disregard|forget|override|bypass)\b[^.]*"
    r"\b(?:instruction|rule|prompt|guideline|said|told|above|previous)",
    re.IGNORECASE,
)


def _first_phrase(
    text: str, spans: Sequence[TextSpan], figures: list[StatedFigure]
) -> list[TextWord]:
    """The product's name in the first sentence that has one; a greeting has none.

    Words to the drafter itself ("ignore all rules") name no product either.
    """
    for span in spans[:_OPENING]:
        if len(spans) > 1 and _COMMANDS.match(text, span.start, span.end):
            continue
        phrase = product_phrase(text, span, figures)
        if phrase:
            return phrase
    return []


def _own_components(
    components: Sequence[PartMention], kind: str, title: Sequence[str], phrase: Sequence[TextWord]
) -> list[PartMention]:
    """The components without those that the name tells the product handles."""
    until = phrase[-1].end if phrase else 0
    row = kinds().get(kind)
    held = () if row is None else row.holds
    own = [c for c in components if c.words.lower() not in held]
    return [c for c in own if c.start >= until or not _is_handled(c, kind, title)]


def _is_handled(mention: PartMention, kind: str, title: Sequence[str]) -> bool:
    """Whether the product's name tells by the word what it handles: camera mount, battery tester."""
    row, stems = kinds().get(kind), [t.stem for t in tokens_of(mention.words)]
    if row is None or not set(stems) <= set(title):
        return False
    if {"wireless", "data"} & set(components()[mention.key].topics):
        return False
    return row.handles or "electric" not in row.traits or stems == list(title[-len(stems) :])


def _words_denied(denied: _Denials) -> frozenset[str]:
    return frozenset(word for _, words in denied for word in words)


def _spans_of(denied: _Denials) -> list[PartMention]:
    return [PartMention("", span.start, span.end) for span, _ in denied]


def _joined(
    description: str, answers: Mapping[str, str], messages: Sequence[str]
) -> tuple[str, list[tuple[int, int, str]]]:
    """All texts as one, each its own sentences where messages follow, and which stretch came from where."""
    pieces = [("", description)]
    pieces += [(key, _as_statement(key, answer)) for key, answer in answers.items()]
    pieces += [(f"message {n}", message) for n, message in enumerate(messages, 1)]
    text, parts = "", list[tuple[int, int, str]]()
    for origin, piece in pieces:
        start = len(text)
        text += in_order(without_conversions(normalised(in_english(piece))))
        text += ".\n" if messages and text[-1:].isalnum() else "\n"
        parts.append((start, len(text), origin))
    return text, parts


_NUMBER_ONLY: Final = re.compile(r"^\s*[-+]?\d+(?:[.,]\d+)?\s*$")


def _as_statement(question_id: str, answer: str) -> str:
    """An answer in words that say what it answers: `Flow: 20 l/min`."""
    key = question_id.removeprefix(ANSWER).replace("-", " ")
    quantity = quantities().get(key)
    if quantity is None:
        return f"with {answer}" if question_id == f"{ANSWER}parts" else answer
    if _NUMBER_ONLY.match(answer):
        answer = f"{answer.strip()} {RECKONED[quantity.dimensions[0]]}"
    return f"{quantity.name}: {answer}"


def _with_origin(figure: StatedFigure, parts: Sequence[tuple[int, int, str]]) -> StatedFigure:
    origin = next(o for start, end, o in parts if start <= figure.start < end)
    asked = origin.removeprefix(ANSWER).replace("-", " ") if origin.startswith(ANSWER) else ""
    quantity = quantities().get(asked)
    if quantity is not None and figure.dimension in quantity.dimensions:
        return msgspec.structs.replace(figure, origin=origin, quantity=asked)
    return msgspec.structs.replace(figure, origin=origin)


def _latest(text: str, figures: Sequence[StatedFigure], title: Sequence[str]) -> list[StatedFigure]:
    """The figures without those that the user has since replaced, and without repetitions."""
    kept: list[StatedFigure] = []
    for figure in reversed(of_part_before(text, figures, title)):
        later = [f for f in kept if f.quantity == figure.quantity]
        is_repeated = any(f.values == figure.values and f.about == figure.about for f in later)
        is_same_value = any(f.values == figure.values for f in later)
        is_replaced = figure.quantity not in MANY and any(replaces(f, figure, title) for f in later)
        if not (is_repeated or is_replaced or (is_same_value and figure.quantity not in MANY)):
            kept.append(figure)
    return kept[::-1]


_INDOORS: Final = re.compile(r"\bindoors?\b|\binside the house\b", re.IGNORECASE)
_OF_LIGHT: Final = re.compile(
    r"\b(?:warm|cool|cold|natural|neutral|soft)[ -]white|\bwhite (?:led|light)", re.IGNORECASE
)
_MANNER: Final = re.compile(r"[ -](?:mounted|shaped|style|sized|like)\b", re.IGNORECASE)
"""Behind a word that tells the manner (foot mounted), not a part."""
_LOOKS: Final = re.compile(
    r"[ -](?:look|finish|style|effect|colou?red|color|colour|plants?|wool|bowl|filters?|bottles?|jars?|holder|cutter|cleaner|clamp|monoxide|dioxide|brush(?:es)?)\b",
    re.IGNORECASE,
)


def _mentions(
    name: str,
    tokens: Sequence[LexiconToken],
    text: str,
    denied: _Denials,
) -> list[PartMention]:
    """The names of a catalogue that the text mentions and does not deny; each place once."""
    found: list[PartMention] = []
    is_indoors = bool(_INDOORS.search(text))
    for hit in phrases(name).find(tokens):
        if any(s.start <= hit.start < s.end for s, _ in denied):
            continue
        if hit.key == "color" and _OF_LIGHT.search(text[max(0, hit.start - 9) : hit.end + 6]):
            continue
        if hit.key == "outdoor" and is_indoors:
            continue
        if name == "components" and _MANNER.match(text, hit.end):
            continue
        is_sight = text[max(0, hit.start - 6) : hit.start].casefold() == "sight "
        if name == "materials" and (is_sight or _is_no_material(text, hit.start, hit.end)):
            continue
        if (
            hit.key == "gear set"
            and text[max(0, hit.start - 8) : hit.start].casefold() == "landing "
        ):
            continue
        if is_no_part(hit.key, text, hit.start, hit.end):
            continue
        is_thing = name == "components" or hit.key.startswith("supply ")
        if is_thing and is_object(text, hit.start):
            continue
        found.append(PartMention(hit.key, hit.start, hit.end, words=text[hit.start : hit.end]))
    return found


def _is_no_material(text: str, start: int, end: int) -> bool:
    """Whether a name is of a look, or a plain number that is a size: 1018 x 60 mm."""
    is_size = text[start:end].isdecimal() and (
        _MEASURED.match(text, end) or _BY.search(text[max(0, start - 4) : start])
    )
    return bool(is_size or _LOOKS.match(text, end))


_MEASURED: Final = re.compile(r"\s*(?:[x×*]\s*[\dØø]|by\s+\d|(?:mm|cm|m|in|inch(?:es)?)\b|\")")
_BY: Final = re.compile(r"[x×*Øø] ?$|\bby $")
_WISH: Final = re.compile(
    r"\b(must|shall|has to|have to|needs to|need to|required to|should|ought to|can|could|may|nice to have|ideally"
    r"|preferably|optional(?:ly)?|would be|able to|capable of|allows?|lets|so that|muss|soll|sollte|kann"
    r"|no|not|without|never|avoid|easy to|easily|ensure|include[sd]?|including|features?)\b",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(
    r"\b(must|shall|has to|have to|needs? to|required|muss|critical|essential|never)\b",
    re.IGNORECASE,
)
_WEAK: Final = re.compile(
    r"\b(nice to have|optional(?:ly)?|could|ideally|preferably|would be (?:nice|good|great)|maybe|bonus|may)\b",
    re.IGNORECASE,
)


def priority_at(text: str, span: TextSpan) -> str:
    """The priority a stretch of text asks for: high, medium or low; empty where it does not say."""
    stretch = text[span.start : span.end]
    if _WEAK.search(stretch):
        return "low"
    if _STRONG.search(stretch):
        return "high"
    return "medium" if re.search(r"\b(should|soll\w*)\b", stretch, re.IGNORECASE) else ""


def _wishes(text: str, spans: Sequence[TextSpan]) -> list[BriefClause]:
    """The clauses that ask for something."""
    found: list[BriefClause] = []
    for sentence in spans:
        if len(found) >= MOST_WISHES:
            break
        for clause in clauses(text, sentence):
            piece = text[clause.start : clause.end].strip()
            said = [w for w in words_of(piece) if w.lower.isalpha() and w.lower not in STOP_WORDS]
            if len(said) >= _LEAST_SAID and _WISH.search(piece):
                found.append(
                    BriefClause(piece, clause.start, clause.end, priority_at(text, clause))
                )
    return found


def _supplies(
    properties: Sequence[PartMention], kind: str, phrase: Sequence[TextWord]
) -> list[str]:
    """The supplies named; a battery charger is not supplied by the battery in its name."""
    named_end = phrase[-1].end if phrase else 0
    row = kinds().get(kind)
    handles_energy = (row is not None and row.supply == "none") or kind in _ENERGY_KINDS
    return [
        p.key.removeprefix("supply ")
        for p in properties
        if p.key.startswith("supply ")
        and not (handles_energy and p.start < named_end and " " not in p.words)
    ]


_ENERGY_KINDS: Final = ("power supply unit", "battery pack", "energy machine")


def _by_denial(figures: Sequence[StatedFigure], denied: frozenset[str]) -> str:
    """The supply left where the text denies one: no batteries, nothing needing mains."""
    if denied & _MAINS:
        return "battery"
    if denied & _CURRENT:
        return "hand"
    is_fed = any(f.quantity == "voltage" for f in figures)
    return "hand" if "battery" in denied and not is_fed else ""


_MAINS: Final = frozenset({"main", "mains", "outlet", "socket", "plug"})
_CURRENT: Final = frozenset(stems("electricity electric electronic motor current"))


def _supply(supplies: Sequence[str], figures: Sequence[StatedFigure], denied: _Denials) -> str:
    """The source of energy, as far as the text says; the last word counts."""
    if not supplies and (instead := _by_denial(figures, _words_denied(denied))):
        return instead
    for combined in ("solar", "mains", "battery"):
        if combined in supplies:
            return combined
    electric = [s for s in supplies if s not in ("hand", "air", "hydraulic")]
    if supplies:
        return (electric or supplies)[-1]
    for figure in figures:
        if figure.quantity in ("battery voltage", "charge", "runtime"):
            return "battery"
        if figure.quantity == "voltage" and figure.high >= 90:
            return "mains"
        if figure.quantity == "voltage" and figure.high <= 60:
            return "dc"
    return ""
