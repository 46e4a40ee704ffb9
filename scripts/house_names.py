"""Rules that look at the package as a whole: names, tables, routes and hidden imports.

What breaks them today stands in `house_exceptions.toml`, which may only shrink: an exception that
nothing needs any more is a finding itself.
"""

import ast
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from code_facts import (
    PACKAGE,
    Definition,
    Place,
    Source,
    hidden_imports,
    module_names,
    public_classes,
    read_sources,
    route_handlers,
    schema_statements,
    slice_floors,
    table_uses,
)

EXCEPTIONS = "scripts/house_exceptions.toml"
ROUTE_LINES = 10
SUBJECT_LETTERS = 72
RUNNERS_TABLE = "migration_turn"
"""What the runner of migrations locks; it must be there before the first of them."""


class Breach(NamedTuple):
    """One place that breaks a rule; an exception may name its key."""

    rule: str
    key: str
    place: Place
    message: str


def check_package(root: Path, files: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    """Path, line and message of all that breaks a rule, and of exceptions that are not needed."""
    sources = read_sources(files)
    allowed = read_exceptions(files.get(EXCEPTIONS, ""))
    used: set[tuple[str, str]] = set()
    for breach in find_breaches(sources, slice_floors(root)):
        if breach.key in allowed.get(breach.rule, {}):
            used.add((breach.rule, breach.key))
        else:
            yield breach.place.path, breach.place.line, breach.message
    for rule, keys in allowed.items():
        for key in keys:
            if (rule, key) not in used:
                message = f"the exception {key!r} of {rule!r} is not needed any more: delete it"
                yield EXCEPTIONS, 1, message


def read_exceptions(text: str) -> dict[str, dict[str, str]]:
    """The keys that each rule excepts, with the reason where there is one."""
    found: dict[str, dict[str, str]] = {}
    for rule, keys in tomllib.loads(text).items():
        found[rule] = dict(keys) if isinstance(keys, dict) else dict.fromkeys(keys, "")
    return found


def find_breaches(sources: list[Source], floors: Mapping[str, int]) -> Iterator[Breach]:
    """Everything that breaks a rule."""
    yield from _class_names(sources)
    yield from _module_names(sources)
    yield from _tables(sources, floors)
    yield from _schema(sources)
    yield from _migration_numbers(sources)
    yield from _routes(sources)
    yield from _hidden_imports(sources)


def _class_names(sources: list[Source]) -> Iterator[Breach]:
    for name, places in public_classes(sources).items():
        if len(places) > 1:
            others = ", ".join(place.path for place in places[:-1])
            message = f"the class name {name} is taken by {others}"
            yield Breach("class-in-two-files", name, places[-1], message)


def _module_names(sources: list[Source]) -> Iterator[Breach]:
    for module, names in module_names(sources).items():
        if len(names) > 1:
            place = list(names.values())[-1]
            message = f"{module} is imported under several names: {', '.join(sorted(names))}"
            yield Breach("module-under-several-names", module, place, message)


def _tables(sources: list[Source], floors: Mapping[str, int]) -> Iterator[Breach]:
    uses = list(table_uses(sources))
    writers: dict[str, dict[str, Place]] = {}
    for use in uses:
        if use.writes:
            writers.setdefault(use.table, {}).setdefault(use.slice, use.place)
    for table, slices in writers.items():
        if len(slices) > 1:
            owner, *rest = sorted(slices, key=lambda name: (floors.get(name, 0), name))
            for name in rest:
                message = f"{name} writes the table {table}, which {owner} owns"
                yield Breach("table-written-by-two", f"{table} {name}", slices[name], message)
    for use in uses:
        owners = writers.get(use.table, {})
        floor = min((floors.get(name, 0) for name in owners), default=0)
        if not use.writes and owners and floors.get(use.slice, 0) < floor:
            owner = min(owners, key=lambda name: floors.get(name, 0))
            message = f"{use.slice} reads the table {use.table} of {owner}, which stands above it"
            yield Breach("table-read-from-below", f"{use.table} {use.slice}", use.place, message)


def _schema(sources: list[Source]) -> Iterator[Breach]:
    for place, table in schema_statements(sources):
        if not place.path.startswith(f"{PACKAGE}migrations/versions/") and table != RUNNERS_TABLE:
            key = f"{place.path.removeprefix(PACKAGE)} {table}"
            message = f"the table {table} is made or changed outside migrations/versions"
            yield Breach("schema-outside-migrations", key, place, message)


def _migration_numbers(sources: list[Source]) -> Iterator[Breach]:
    taken: dict[str, str] = {}
    for source in sources:
        if source.path.startswith(f"{PACKAGE}migrations/versions/"):
            name = source.path.rpartition("/")[2]
            number = name.partition("_")[0]
            first = taken.setdefault(number, name)
            if first != name:
                message = f"the migration {name} has the number of {first}"
                yield Breach("migration-number", name, Place(source.path, 1), message)


def _routes(sources: list[Source]) -> Iterator[Breach]:
    for source, verb in route_handlers(sources):
        place = Place(source.path, verb.lineno)
        key = f"{source.path.removeprefix(PACKAGE)} {verb.name}"
        lines = _body_lines(verb)
        if lines > ROUTE_LINES:
            message = f"the route {verb.name} has {lines} lines, more than {ROUTE_LINES}"
            yield Breach("route-body", key, place, message)
        elif any(isinstance(node, ast.If | ast.IfExp) for node in ast.walk(verb)):
            yield Breach("route-body", key, place, f"the route {verb.name} decides (if)")


def _body_lines(verb: Definition) -> int:
    body = verb.body[1:] if ast.get_docstring(verb) else verb.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _hidden_imports(sources: list[Source]) -> Iterator[Breach]:
    for source, call, module in hidden_imports(sources):
        key = f"{source.path.removeprefix(PACKAGE)} {module}"
        message = f"import_module({module}) hides an import from the import rules"
        yield Breach("hidden-import", key, Place(source.path, call.lineno), message)


def long_subjects(root: Path, base: str = "main") -> Iterator[str]:
    """The subjects of commits that are not on the base yet and say too much."""
    command = ["git", "log", "--format=%s", f"{base}..HEAD"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    for subject in listed.stdout.splitlines():
        if len(subject) > SUBJECT_LETTERS:
            yield subject
