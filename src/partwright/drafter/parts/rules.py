"""The choice of feature and figures for a drafted part; pure and deterministic."""

from partwright.cad.language import validator
from partwright.cad.language.flat import spec_of
from partwright.cad.language.standards import families
from partwright.cad.language.standards.families import StandardSize
from partwright.cad.model import STANDARD, NotDrawn, PartSpec
from partwright.drafter.parts import holes, neighbour_fit, parameters, purchased, standards, words
from partwright.drafter.parts.name_sizes import NameSizes, sizes_in
from partwright.drafter.parts.part_context import ChosenForm, NeighbourPart, PartContext
from partwright.kit.patterns import lazy_regex

_CLAUSES = lazy_regex(r"[.;\n]|, (?=[a-z])|\b(?:and|with|und|mit)\b")
_WORD = lazy_regex(r"[^\W\d_]{3,}")


def choose_form(node: PartContext) -> PartSpec | NotDrawn:
    """The part that a node describes, or why there is none.

    Sizes come from the node's own texts first, then from its neighbours, then from what product
    and requirements say of it; what is left follows from the feature's rules, and is noted.
    """
    alone = _alone(node)
    if isinstance(alone, NotDrawn):
        return alone
    placed = tuple(_placed(neighbour, node) for neighbour in node.neighbours)
    # A bought part that no standard sizes is what it is, whatever stands beside it.
    is_own = node.part_type == "Purchase" and not alone.method.startswith(STANDARD)
    fitted = alone if is_own else neighbour_fit.fitted(node, alone, placed)
    if isinstance(fitted, NotDrawn):
        return fitted
    spec = _spec(node, fitted)
    if validator.problems(spec):
        # What the neighbours suggest must not break what the part itself states.
        spec = _spec(node, alone)
    wrong = validator.problems(spec)
    if wrong:
        return NotDrawn(
            "the sizes do not fit together: "
            + "; ".join(f"{p.parameter}: {p.message}".lstrip(": ") for p in wrong)
        )
    return holes.bored(node, spec, placed)


def _placed(neighbour: NeighbourPart, node: PartContext) -> NeighbourPart:
    """A neighbour with the form that its own words give it, where none is settled."""
    if neighbour.spec is not None:
        return neighbour
    other = PartContext(
        neighbour.name,
        neighbour.part_type,
        neighbour.material,
        neighbour.rationale,
        quantity=neighbour.quantity,
        parent=node.parent,
        product=node.product,
    )
    alone = _alone(other)
    if isinstance(alone, NotDrawn):
        return neighbour
    fitted = neighbour_fit.fitted(other, alone, ())
    if isinstance(fitted, NotDrawn):
        return neighbour
    spec = _spec(other, fitted)
    if validator.problems(spec):
        return neighbour
    return NeighbourPart(
        neighbour.name,
        neighbour.part_type,
        neighbour.material,
        neighbour.rationale,
        neighbour.quantity,
        spec,
    )


def _spec(node: PartContext, chosen: ChosenForm) -> PartSpec:
    spec = spec_of(
        name=node.name,
        method=chosen.method,
        parameters=chosen.figures,
        material=node.material,
    )
    return PartSpec(
        spec.name, spec.method, spec.parameters, spec.operations, spec.material, chosen.notes
    )


def _alone(node: PartContext) -> ChosenForm | NotDrawn:
    """The form by the node's own words, without its neighbours."""
    if node.part_type == "Software":
        return NotDrawn("it is software")
    if node.part_type == "Phantom":
        return NotDrawn("a phantom stands for its parts and has no geometry of its own")
    reason = purchased.not_drawn(node.name)
    if reason:
        return NotDrawn(reason)
    known = sizes_in(node.name)
    given = standards.from_name(node.name, known, bought=node.part_type == "Purchase")
    if isinstance(given, NotDrawn):
        return given
    if given is not None:
        return _standard(given, named=standards.designated(node.name) is not None)
    return _form(node, known)


def _standard(given: StandardSize, *, named: bool) -> ChosenForm | NotDrawn:
    complete = given.standard in {"ISO 15", "DIN 6885"} and given.figures
    complete = complete or (
        "diameter" in given.figures
        and ("length" in given.figures or not standards.needs_length(given.standard))
    )
    if not complete:
        # What the name leaves open the neighbours decide.
        return ChosenForm(STANDARD + given.standard, dict(given.figures))
    maker = families.MAKERS[given.standard](given)
    values = maker.resolve(given.figures)
    broken = [rule.words for rule in maker.preconditions if not rule.holds(values)]
    if broken:
        return NotDrawn("; ".join(broken))
    method = standards.method(given)
    note = () if named else (f"a standard is not named; {given.standard} is assumed",)
    return ChosenForm(method, dict(given.figures), note)


def _form(node: PartContext, known: NameSizes) -> ChosenForm | NotDrawn:
    known = _with_more(node, known)
    phrase = words.head(node.name)
    bought = node.part_type == "Purchase"
    methods = words.methods(phrase) or words.methods(node.name)
    sort = _bought_sort(node.name, phrase) if bought or not methods else None
    if sort is not None:
        return _envelope(sort, known)
    if methods:
        return parameters.figured(methods[0], known)
    if bought:
        return _envelope(purchased.UNKNOWN, known)
    return _by_other_texts(node, known)


def _bought_sort(name: str, phrase: str) -> purchased.PurchasedEnvelope | None:
    """The sort of bought part of a name, unless a word for a form stands after its word."""
    coded = purchased.coded(name)
    if coded:
        return coded
    found = purchased.envelope(phrase)
    if found and found[0] >= words.last(phrase):
        return found[1]
    if words.methods(phrase):
        return None
    anywhere = purchased.envelope(name)
    return anywhere[1] if anywhere and not words.methods(name) else None


def _by_other_texts(node: PartContext, known: NameSizes) -> ChosenForm | NotDrawn:
    methods = [method for text in node.texts[1:] for method in words.methods(text)]
    if methods:
        chosen = parameters.figured(methods[0], known)
        note = f"its name does not say its form; its description suggests: {chosen.method}"
        return ChosenForm(chosen.method, chosen.figures, (note,))
    if len(known.group) == 3:
        chosen = parameters.figured("envelope_box", known)
        note = "its form is not known; it is drawn as an envelope of its size"
        return ChosenForm(chosen.method, chosen.figures, (note,))
    return NotDrawn(
        f"nothing is known of the form of {node.name!r}; name a method and parameters for it"
    )


def _envelope(sort: purchased.PurchasedEnvelope, known: NameSizes) -> ChosenForm:
    chosen = parameters.figured(sort.method, known)
    figures = dict(chosen.figures)
    if chosen.method == sort.method:
        sized = purchased.sized(sort, figures)
        if sized is None:
            # A lone length far off the usual size is that of a pin or a focus, not of the whole.
            named = NameSizes(known.named, known.group, known.round, known.thread)
            chosen = parameters.figured(sort.method, named)
            sized = sort.figures | chosen.figures
        figures = sized
    notes: list[str] = []
    if chosen.method.startswith("envelope"):
        notes.append("a bought part, drawn as an envelope of its size")
    assumed = [name for name in figures if name not in chosen.figures]
    if assumed:
        listed = ", ".join(f"{name} {figures[name]:g}" for name in assumed[:3])
        notes.append(f"usual sizes of such parts are assumed: {listed}")
    return ChosenForm(chosen.method, figures, tuple(notes))


def _with_more(node: PartContext, known: NameSizes) -> NameSizes:
    """The sizes of the name, completed by what other texts say of this part."""
    texts = [node.description] if node.description else []
    keys = {word.casefold() for word in _WORD.findall(words.head(node.name))[-1:]}
    # What a requirement says of a size it may say of another part, so the name's own comes first.
    # A bought part has its own size; what the text says of the whole does not scale it.
    is_bought = node.part_type == "Purchase"
    farther = () if known.any or is_bought else (*node.requirements, node.product)
    for text in () if is_bought else (node.rationale, *farther):
        texts += [
            clause
            for clause in _CLAUSES.split(text)
            if keys & {word.casefold() for word in _WORD.findall(clause)}
        ]
    named, group, round_one, lone = dict(known.named), known.group, known.round, known.lone
    for text in texts:
        more = sizes_in(text)
        for name, value in more.named.items():
            named.setdefault(name, value)
        if not group and not known.any and more.group:
            group, round_one = more.group, more.round
    return NameSizes(named, group, round_one, known.thread, lone)
