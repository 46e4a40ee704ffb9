"""Facts of the sources: classes, imports, tables, routes; read once, judged elsewhere."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

PACKAGE = "src/partwright/"

Definition = ast.FunctionDef | ast.AsyncFunctionDef


class Source(NamedTuple):
    """One Python file of the package."""

    path: str
    tree: ast.Module

    @property
    def slice(self) -> str:
        """The slice that the file belongs to; its own name for a file beside the slices."""
        return self.path.removeprefix(PACKAGE).split("/")[0].removesuffix(".py")


class Place(NamedTuple):
    """Where something stands."""

    path: str
    line: int


class TableUse(NamedTuple):
    """A statement that reads or writes a table."""

    table: str
    slice: str
    writes: bool
    place: Place


def read_sources(files: Mapping[str, str]) -> list[Source]:
    """The Python files of the package among these."""
    return [
        Source(path, ast.parse(text, path))
        for path, text in sorted(files.items())
        if path.startswith(PACKAGE) and path.endswith(".py")
    ]


def public_classes(sources: Iterable[Source]) -> dict[str, list[Place]]:
    """Where each public class of a module is defined, by its name."""
    found: dict[str, list[Place]] = defaultdict(list)
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(Place(source.path, node.lineno))
    return dict(found)


def module_names(sources: Iterable[Source]) -> dict[str, dict[str, Place]]:
    """The names under which each module of the package is imported, with a place of each."""
    sources = list(sources)
    modules = {
        source.path.removeprefix("src/").removesuffix(".py").replace("/", ".") for source in sources
    }
    found: dict[str, dict[str, Place]] = defaultdict(dict)
    for source in sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    module = f"{node.module}.{alias.name}"
                    if module in modules:
                        name = alias.asname or alias.name
                        found[module].setdefault(name, Place(source.path, node.lineno))
    return dict(found)


_WRITTEN = re.compile(r"\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+([a-z_]{3,})\b")
_READ = re.compile(r"\b(?:FROM|JOIN)\s+([a-z_]{3,})\b(?!\s*\()")
_WITH = re.compile(r"\b([a-z_]+)\s+(?:\([^()]*\)\s+)?AS\s+(?:MATERIALIZED\s+)?\(")
_TABLE = re.compile(r"CREATE\s+TABLE\s+(\w+)")
_SCHEMA = re.compile(
    r"\b(?:CREATE|ALTER|DROP)\s+TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(\w+)"
    r"|\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+\w+\s+ON\s+(\w+)"
)
_NOT_A_SLICE = {"kit", "migrations"}


def tables(sources: Iterable[Source]) -> set[str]:
    """The tables that migrations make."""
    return {
        name
        for source in sources
        if source.path.startswith(f"{PACKAGE}migrations/")
        for text in _texts(source)
        for name in _TABLE.findall(text)
    }


def schema_statements(sources: Iterable[Source]) -> Iterator[tuple[Place, str]]:
    """Every statement that makes or changes a table, with the table."""
    for source in sources:
        for node, text in _strings(source):
            for table, indexed in _SCHEMA.findall(text):
                yield Place(source.path, node.lineno), table or indexed


def table_uses(sources: Iterable[Source]) -> Iterator[TableUse]:
    """Every statement's use of a table in the slices."""
    sources = list(sources)
    known = tables(sources)
    for source in sources:
        if source.slice in _NOT_A_SLICE:
            continue
        for node, text in _strings(source):
            hidden = set(_WITH.findall(text))
            place = Place(source.path, node.lineno)
            written = set(_WRITTEN.findall(text)) & known
            for table in written:
                yield TableUse(table, source.slice, True, place)
            deleted = set(re.findall(r"DELETE\s+FROM\s+(\w+)", text))
            for table in (set(_READ.findall(text)) & known) - hidden - (deleted & written):
                yield TableUse(table, source.slice, False, place)


def _texts(source: Source) -> list[str]:
    return [text for _, text in _strings(source)]


def _strings(source: Source) -> Iterator[tuple[ast.expr, str]]:
    """The texts of a file; of one with inserted expressions what stands between them."""
    inner = {
        id(part)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
        if part is not node
    }
    docs = {id(node.value) for node in ast.walk(source.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(source.tree):
        if id(node) in inner or id(node) in docs:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (p.value for p in node.values if isinstance(p, ast.Constant))
            yield node, " ".join(str(part) for part in parts)


def route_handlers(sources: Iterable[Source]) -> Iterator[tuple[Source, Definition]]:
    """The verbs that are declared as routes."""
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, Definition) and any(map(_declares, node.decorator_list)):
                yield source, node


def _declares(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and isinstance(decorator.func.value, ast.Name)
        and decorator.func.value.id == "routes"
    )


def hidden_imports(sources: Iterable[Source]) -> Iterator[tuple[Source, ast.Call, str]]:
    """Calls of `import_module`, with the module named as far as the text says it."""
    for source in sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and node.args and _called(node) == "import_module":
                yield source, node, ast.unparse(node.args[0]).strip("f'\"")


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def slice_floors(root: Path) -> dict[str, int]:
    """The floor of each slice, as the import rules order them; the lowest is 0."""
    rules = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(c["layers"] for c in rules["contracts"] if c["type"] == "layers")
    return {
        name: floor
        for floor, layer in enumerate(reversed(layers))
        for name in re.findall(r"\w+", layer)
    }
