"""The product tree of a STEP file: products, and where each is used (ISO 10303-44)."""

import re
from decimal import Decimal
from typing import Any

import msgspec

from partwright.cad_files.step.statements import NotAStepFile, StatementReader
from partwright.cad_files.step.values import (
    InstanceRef,
    MalformedStep,
    StepInstance,
    TypedValue,
    decode_step_text,
    parse_instance,
)

MOST_INSTANCES = 500_000
"""Of products, their definitions and usages; beyond this a file is not looked into."""
MOST_NODES = 20_000
"""Of the nested tree; what is used many times is nested many times."""

_INTERESTING = re.compile(
    rb"=\s*(?:\(\s*)?(?:PRODUCT\b|PRODUCT_DEFINITION(?:_FORMATION)?\w*\s*\("
    rb"|NEXT_ASSEMBLY_USAGE_OCCURRENCE\b|ASSEMBLY_COMPONENT_USAGE\b|MEASURE_WITH_UNIT\b)"
)
_FORMATIONS = ("PRODUCT_DEFINITION_FORMATION", "PRODUCT_DEFINITION_FORMATION_WITH_SPECIFIED_SOURCE")
_DEFINITIONS = ("PRODUCT_DEFINITION", "PRODUCT_DEFINITION_WITH_ASSOCIATED_DOCUMENTS")
_USAGE = "NEXT_ASSEMBLY_USAGE_OCCURRENCE"
_SCHEMA = re.compile(rb"\s*FILE_SCHEMA\s*\(\s*\(\s*'((?:[^']|'')*)'")


class StepProduct(msgspec.Struct, frozen=True, rename="camel"):
    """A part or an assembly as the CAD system knows it."""

    id: int
    """The number of its instance, unique in the file."""
    number: str
    """The product's id in the file."""
    name: str
    description: str | None
    revision: str | None


class StepUsage(msgspec.Struct, frozen=True, rename="camel"):
    """One place of a product in an assembly."""

    id: int
    name: str
    """The name of this one place in the file, such as `nut_1`."""
    parent_id: int
    child_id: int
    quantity: Decimal
    """More than 1 where one usage stands for several pieces."""
    reference_designator: str | None


class StepNode(msgspec.Struct, frozen=True, rename="camel"):
    """A product in the nested tree, with how often its parent uses it."""

    product_id: int
    number: str
    name: str
    quantity: Decimal
    children: list["StepNode"]


class StepStructure(msgspec.Struct, frozen=True, rename="camel"):
    """All products and usages of a file."""

    schema: str | None
    products: list[StepProduct]
    usages: list[StepUsage]

    def quantities(self) -> dict[int, dict[int, Decimal]]:
        """Parent -> child -> how many of the child the parent holds."""
        held: dict[int, dict[int, Decimal]] = {}
        for usage in self.usages:
            children = held.setdefault(usage.parent_id, {})
            children[usage.child_id] = children.get(usage.child_id, Decimal(0)) + usage.quantity
        return held

    def roots(self) -> list[StepProduct]:
        """The products that no other uses; all of them where they run in a circle."""
        used = {usage.child_id for usage in self.usages}
        return [p for p in self.products if p.id not in used] or self.products


class StepReader:
    """Gathers what a product tree needs while a file goes by."""

    def __init__(self) -> None:
        self._statements = StatementReader()
        self._schema: str | None = None
        self._products: dict[int, list[Any]] = {}
        self._formations: dict[int, tuple[Any, Any]] = {}
        self._definitions: dict[int, Any] = {}
        self._usages: dict[int, tuple[list[Any], Any]] = {}
        self._measures: dict[int, Decimal] = {}
        self._count = 0

    def feed(self, block: bytes) -> None:
        """Read the next bytes; NotStep as soon as it is clear that they are none."""
        for statement in self._statements.feed(block):
            if _INTERESTING.search(statement, 0, 400):
                self._take(statement)
            elif self._schema is None and (found := _SCHEMA.match(statement)):
                self._schema = decode_step_text(found[1])

    @property
    def ended(self) -> bool:
        return self._statements.ended

    def structure(self) -> StepStructure:
        """The structure that was read; NotStep when the file is not whole."""
        self._statements.close()
        revisions = {of: _text(revision) or None for of, revision in self._formations.values()}
        products = {
            number: _product(number, values, revisions.get(number))
            for number, values in self._products.items()
        }
        usages = [
            usage
            for number, (values, measure) in sorted(self._usages.items())
            if (usage := self._usage(number, values, measure)) is not None
        ]
        return StepStructure(self._schema, [products[n] for n in sorted(products)], usages)

    def _take(self, statement: bytes) -> None:
        try:
            found = parse_instance(statement)
        except MalformedStep:
            return
        if self._keep(found):
            self._count += 1
            if self._count > MOST_INSTANCES:
                raise NotAStepFile(f"it has more than {MOST_INSTANCES} products and usages")

    def _keep(self, found: StepInstance) -> bool:
        entities, number = found.entities, found.number
        if "PRODUCT" in entities:
            self._products[number] = _padded(entities["PRODUCT"], 3)
        elif _USAGE in entities:
            self._usages[number] = _usage_values(entities), _measure_of(entities)
        elif name := next((n for n in _FORMATIONS if n in entities), None):
            values = _padded(entities[name], 3)
            self._formations[number] = values[2], values[0]
        elif name := next((n for n in _DEFINITIONS if n in entities), None):
            self._definitions[number] = _padded(entities[name], 3)[2]
        elif "MEASURE_WITH_UNIT" in entities:
            value = _padded(entities["MEASURE_WITH_UNIT"], 1)[0]
            if isinstance(value, TypedValue) and value.values and _is_amount(value.values[0]):
                self._measures[number] = value.values[0]
        else:
            return False
        return True

    def _product_of(self, definition: Any) -> int | None:
        product, _ = self._formations.get(self._definitions.get(definition, -1), (None, None))
        return (
            int(product) if isinstance(product, InstanceRef) and product in self._products else None
        )

    def _usage(self, number: int, values: list[Any], measure: Any) -> StepUsage | None:
        name, label, _, relating, related, designator = values
        parent, child = self._product_of(relating), self._product_of(related)
        if parent is None or child is None:
            return None
        quantity = self._measures.get(measure, Decimal(1)) if measure is not None else Decimal(1)
        return StepUsage(
            number, _text(label) or _text(name), parent, child, quantity, _text(designator) or None
        )


def nested_tree(found: StepStructure) -> tuple[list[StepNode], bool]:
    """The products nested as they are used, and whether that was cut short."""
    nesting = _Nesting(found)
    roots = [nesting.node(p.id, Decimal(1), frozenset()) for p in found.roots()]
    return roots, nesting.truncated


class _Nesting:
    def __init__(self, found: StepStructure) -> None:
        self._products = {product.id: product for product in found.products}
        self._held = found.quantities()
        self._count = 0
        self.truncated = False

    def node(self, product_id: int, quantity: Decimal, above: frozenset[int]) -> StepNode:
        self._count += 1
        product = self._products[product_id]
        children: list[StepNode] = []
        above = above | {product_id}
        for child_id, amount in self._held.get(product_id, {}).items():
            if self._count >= MOST_NODES or len(above) > _DEEPEST_TREE:
                # Not one more is looked at: a file can have many nodes with many children each.
                self.truncated = True
                break
            if child_id in above:
                self.truncated = True
                continue
            children.append(self.node(child_id, amount, above))
        return StepNode(product_id, product.number, product.name, quantity, children)


_DEEPEST_TREE = 100


def _product(number: int, values: list[Any], revision: str | None) -> StepProduct:
    label, name, description = values
    return StepProduct(
        number,
        _text(label) or _text(name),
        _text(name) or _text(label),
        _text(description) or None,
        revision,
    )


def _usage_values(entities: dict[str, list[Any]]) -> list[Any]:
    """id, name, description, relating, related, designator, of a simple or a complex instance."""
    if len(entities) == 1:
        return _padded(entities[_USAGE], 6)
    related = _padded(entities.get("PRODUCT_DEFINITION_RELATIONSHIP", []), 5)
    return [*related, _padded(entities.get("ASSEMBLY_COMPONENT_USAGE", []), 1)[0]]


def _measure_of(entities: dict[str, list[Any]]) -> Any:
    """The measure of a quantified usage."""
    return _padded(entities.get("QUANTIFIED_ASSEMBLY_COMPONENT_USAGE", []), 1)[0]


def _padded(values: list[Any], length: int) -> list[Any]:
    return [*values, *[None] * length][:length]


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _is_amount(value: Any) -> bool:
    return isinstance(value, Decimal) and 0 < value < 1_000_000_000
