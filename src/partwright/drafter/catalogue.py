"""The drafter's knowledge as data: the catalogues of the package, each decoded once into rows of its kind."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeVar

import msgspec

from partwright.drafter.drafts import Priority, RequirementType, VerificationMethod

_DATA: Final = files("partwright.drafter") / "data"

RowT = TypeVar("RowT")

CatalogueName = Literal["components", "functions", "materials", "properties"]
"""The catalogues whose words are looked for anywhere in a text."""


class Spellings(tuple[str, ...]):
    """Phrases that the file writes with commas between them."""

    __slots__ = ()


class Keys(tuple[str, ...]):
    """Words that the file writes with spaces between them."""

    __slots__ = ()


class CatalogueRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a catalogue that is found by its words."""

    words: Spellings


class ComponentRow(CatalogueRow, frozen=True, kw_only=True):
    """A part that a text may name."""

    name: str
    group: str
    """The assembly that it belongs to; empty where it stands at the top."""
    topics: Keys
    say: str = ""
    """What the product shall do by it, after `shall`."""
    traits: Keys = Keys()
    measures: Spellings = Spellings()
    """The quantities that it measures."""
    type: RequirementType = "Functional"
    kind: Literal["buy", "make", "software"] = "buy"
    material: str | None = None
    use: str = ""
    """The module of recipes that makes it."""


class ProductRow(CatalogueRow, frozen=True, kw_only=True):
    """Purpose of a product: common to kinds and functions."""

    does: tuple[str, ...]
    """`what it shall do | topics | verification | name`."""
    traits: Keys
    asks: tuple[str, ...] = ()
    """`quantities | question | options`, asked where the text gives none of the quantities."""


class FunctionRow(ProductRow, frozen=True, kw_only=True):
    """Something that products do: cutting, lifting."""

    use: tuple[str, ...]
    """The modules of recipes that do it."""
    kind: str = ""
    """The kind of a product that does nothing else."""


class MeantQuantity(msgspec.Struct, frozen=True):
    """A quantity that a kind calls by another's name, within values: a pump's height is its head."""

    said: str
    meant: str
    least: float
    most: float = 1e9


class KindRow(ProductRow, frozen=True, kw_only=True):
    """A kind of product with its recipe."""

    supply: str
    """Where its energy comes from where the text does not say; `none` and `hand` need no current."""
    tree: str
    like: str = ""
    usual: str = ""
    """The kind whose recipe it takes with all that it does not say itself; its own values for figures of it."""
    handles: bool = False
    """Whether what its name mentions is what it works on: a battery tester holds no battery."""
    holds: Keys = Keys()
    """What it is made to hold, whose words name no parts of its own: the screens of a monitor arm."""
    leads: bool = False
    """Whether its word anywhere in the name goes before the name's last."""
    powered: bool = False
    """Whether it has electrics even when worked by hand."""
    bare_mass: bool = msgspec.field(default=False, name="bare mass")
    """Whether a mass said alone is its own although it carries something."""
    works_on_size: bool = msgspec.field(default=False, name="works on size")
    beyond: Keys = Keys()
    """Whether a size said alone is of its work area; words of parts that stand out beyond that of its body."""
    means: MeantQuantity | None = None
    least_mass: float = msgspec.field(default=0.0, name="least mass")
    least_size: float = msgspec.field(default=0.0, name="least size")
    """Kilograms and millimetres below which it is the smaller kind."""
    smaller: str = ""
    wooden: str = ""
    """The kind it is where the text wants it of wood and speaks of no drive."""
    becomes: Mapping[str, Keys] = {}
    """Other kinds, and the words anywhere in the text that make it one: a stand of extrusions."""
    broad: Keys = Keys()
    """Its words that head the names of many products: they mean it alone or behind one of `plain`."""
    plain: Keys = Keys()
    unlike: Keys = Keys()
    """Words of a name that make another product of it: a heat pump."""
    drawn: Mapping[str, tuple[float, float]] = {}
    """Between which values its recipe draws a quantity, or a count (`#tooth`)."""


class MaterialRow(CatalogueRow, frozen=True, kw_only=True):
    """A material that a text may name."""

    grade: str
    family: str


class PropertyRow(CatalogueRow, frozen=True, kw_only=True):
    """A property that a text may ask for: waterproof, foldable."""

    say: str
    name: str
    type: RequirementType
    verify: VerificationMethod
    topics: Keys
    traits: Keys = Keys()
    priority: Priority = "medium"
    part: Keys = Keys()
    """Topics of the parts that serve it; where there is none, `use` makes one."""
    use: str = ""


class SinglePartRow(CatalogueRow, frozen=True, kw_only=True):
    """A part that may be asked for alone, with the figures that its sizes mean by their order."""

    method: str
    material: str
    lone: Keys
    group: Keys = Keys()
    """The figures of three sizes written as one: 80 x 40 x 20."""
    pair: Keys = Keys()
    """The figures of two sizes written as one."""
    unless: Keys = Keys()
    """Quantities that tell that a product is meant."""
    also: Keys = Keys()
    """A name that is given, and the figure that it stands for."""
    needs: str = ""
    """A pattern without which the word means something else."""
    unlike: str = ""
    """A pattern of names that mean another part: a bevel gear."""
    kinds: Keys = Keys()
    """Kinds of products that its words are read as, too: a pipe reducer as a gearbox."""


class LimitsRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The widest range of what products of a kind measure, weigh and carry."""

    longest: tuple[float, float]
    mass: tuple[float, float]
    height: tuple[float, float] | None = None
    load: tuple[float, float] | None = None
    own: float = 0.0
    """A mass up to this that no word tells is the product's, as nobody builds one to carry so little."""
    carries: float = 0.0
    """The most that anything of the kind carries, as a multiple of what it weighs; 0 where that tells nothing."""


class ShapeRow(CatalogueRow, frozen=True, kw_only=True):
    """A word of shape, and the forms that have it."""

    methods: Keys
    box: Literal["", "square"] = ""
    sides: int = 0


class QuantityRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A quantity that figures of a text may speak of."""

    dim: Spellings
    cues: Spellings
    name: str
    say: str
    sense: Literal["least", "most", "is"]
    type: RequirementType
    verify: VerificationMethod
    topics: Keys
    default: bool = False


class StandardRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A requirement that follows from the traits of a product without being said."""

    when: Keys
    name: str
    say: str
    priority: Priority
    verify: VerificationMethod
    topics: Keys
    why: str
    confidence: float
    unless: Keys = Keys()


class LanguageRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A language besides English: its words, `word = meaning` with semicolons between them."""

    words: str
    endings: tuple[str, ...]
    swaps: bool
    compounds: bool = False


class ModuleRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A recipe used by others: what it takes, as `name=default`, and its tree."""

    tree: str
    takes: str = ""


class _WordList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Keys = Keys()
    groups: tuple[Keys, ...] = ()


@cache
def components() -> Mapping[str, ComponentRow]:
    """The parts that a text may name."""
    return _rows("components.toml", ComponentRow)


@cache
def functions() -> Mapping[str, FunctionRow]:
    """The functions of products, by name."""
    return _rows("functions.toml", FunctionRow)


@cache
def kinds() -> Mapping[str, KindRow]:
    """Every product kind by key; one that is `like` another has its recipe with its own usual figures."""
    raw = _raw_folder("kinds")
    return {key: converted(_as_another(row, raw), KindRow) for key, row in raw.items()}


def _as_another(row: Mapping[str, Any], raw: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """A kind with what it leaves out taken from the kind that it is like."""
    if "like" not in row:
        return row
    base = {k: v for k, v in raw[row["like"]].items() if k not in _OWN_FIELDS}
    return {**base, **row, "tree": _with_usual(base["tree"], row.get("usual", ""))}


_OWN_FIELDS: Final = frozenset({"words", "unlike", "broad", "plain", "smaller", "wooden", "like"})


def _with_usual(tree: str, usual: str) -> str:
    """The recipe with other values where the text says none: `wide = 900; doors = 0`."""
    for pair in filter(None, (one.strip() for one in usual.split(";"))):
        name, _, value = (piece.strip() for piece in pair.partition("="))
        given = re.compile(rf"(?m)^((?:given|count|choice) {name} =) .+?(?= (?:<-|of ))")
        other = re.compile(rf"(?m)^(?:says {name} <-|let {name} =) .+$")
        if given.search(tree):
            tree = given.sub(lambda m, v=value: f"{m[1]} {v}", tree, count=1)
        elif other.search(tree):
            tree = other.sub(lambda _, n=name, v=value: f"let {n} = {v}", tree, count=1)
        else:
            raise ValueError(f"the recipe has no figure {name}")
    return tree


@cache
def languages() -> Mapping[str, LanguageRow]:
    """The languages besides English."""
    return _rows("languages.toml", LanguageRow)


@cache
def limits() -> Mapping[str, LimitsRow]:
    """Of the kinds whose ranges are sure."""
    return _rows("limits.toml", LimitsRow)


@cache
def materials() -> Mapping[str, MaterialRow]:
    """The materials that a text may name."""
    return _rows("materials.toml", MaterialRow)


@cache
def module_rows() -> Mapping[str, ModuleRow]:
    """The recipes that others use."""
    return _folder("modules", ModuleRow)


@cache
def properties() -> Mapping[str, PropertyRow]:
    """The properties that a text may ask for."""
    return _rows("properties.toml", PropertyRow)


@cache
def quantity_rows() -> Mapping[str, QuantityRow]:
    """The quantities that figures may speak of."""
    return _rows("quantities.toml", QuantityRow)


@cache
def shapes() -> Mapping[str, ShapeRow]:
    """The words of shape."""
    return _rows("shapes.toml", ShapeRow)


@cache
def single_part_rows() -> Mapping[str, SinglePartRow]:
    """The parts that may be asked for alone."""
    return _rows("parts.toml", SinglePartRow)


@cache
def standards() -> Mapping[str, StandardRow]:
    """The requirements that follow from the traits of a product, by name."""
    return _rows("standards.toml", StandardRow)


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of `words.toml`."""
    return frozenset(_word_lists()[name].words)


def same_parts() -> tuple[Keys, ...]:
    """Groups of words for one part: a tank may be called a vessel."""
    return _word_lists()["same part"].groups


@cache
def searched(name: CatalogueName) -> Mapping[str, CatalogueRow]:
    """A catalogue whose words are looked for in a text."""
    match name:
        case "components":
            return components()
        case "functions":
            return functions()
        case "materials":
            return materials()
        case "properties":
            return properties()


@cache
def _word_lists() -> Mapping[str, _WordList]:
    return _rows("words.toml", _WordList)


def _rows(name: str, kind: type[RowT]) -> dict[str, RowT]:
    """One file of the catalogue; an unknown or missing field is refused with its place."""
    return {key: converted(row, kind) for key, row in raw_rows(name).items()}


def _folder(name: str, kind: type[RowT]) -> dict[str, RowT]:
    """The rows of all files of a folder."""
    return {key: converted(row, kind) for key, row in _raw_folder(name).items()}


def converted(row: Mapping[str, Any], kind: type[RowT]) -> RowT:
    return msgspec.convert(row, kind, dec_hook=_decoded)


def raw_rows(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(_DATA.joinpath(name).read_text(encoding="utf-8"))


def _raw_folder(name: str) -> dict[str, dict[str, Any]]:
    """The tables in the files of a folder, in the order of the files' names."""
    entries = sorted(entry.name for entry in _DATA.joinpath(name).iterdir())
    read = (raw_rows(f"{name}/{entry}") for entry in entries if entry.endswith(".toml"))
    return {key: row for rows in read for key, row in rows.items()}


def _decoded(kind: type[Any], value: Any) -> Any:
    if kind is Keys:
        return Keys(value.split())
    if kind is Spellings:
        return Spellings(phrase.strip() for phrase in value.split(",") if phrase.strip())
    raise TypeError(f"a catalogue has no fields of {kind}")
