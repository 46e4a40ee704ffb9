"""Checks the rules of the house that no ready-made tool checks; prints what breaks them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import code_facts
import figures
import house_names

ROOT = Path(__file__).resolve().parent.parent

MODULE_LINES = 400
TEST_LINES = 600
FUNCTION_LINES = 40

PACKAGE = "src/partwright/"
MIGRATIONS = f"{PACKAGE}migrations/versions/"
FRAMEWORK = {"starlette", "uvicorn"}

# Upper case, as SQL is written here; a word of prose in a message does not look like this.
SQL = re.compile(
    r"\b(SELECT\s+\S|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|WITH\s+RECURSIVE"
    r"|(LEFT|INNER|CROSS)\s+JOIN|ORDER\s+BY|GROUP\s+BY|WHERE\s+\w+|(CREATE|ALTER|DROP)\s+(TABLE|INDEX)"
    r"|PRAGMA\s+\w+|BEGIN\s+IMMEDIATE|SAVEPOINT\s+\w+)"
)

# The words are put together here, so that this file does not break its own rule.
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|NotImplemented" + r"Error)\b")
HASHING = {"hashed_password", "hash_new_password", "verify_password"}
"""Of `identity.passwords`; while one runs, the only writer of SQLite would wait."""
REGISTRIES = re.compile(
    r"\b("
    + "|".join(
        re.escape(".".join(parts))
        for parts in (
            ("pypi", "org"),
            ("pythonhosted", "org"),
            ("npmjs", "org"),
            ("npmjs", "com"),
            ("deb", "debian", "org"),
            ("crates", "io"),
        )
    )
    + r")\b"
)
MACHINE_PATHS = re.compile(r"(?<![\w./}-])/(work|root|home|Users)/\w")

REVISION = re.compile(r"^(down_)?revision\b.*= *\"?(\w+)", re.MULTILINE)

ASKING = {"How", "What", "When", "Where", "Whether", "Which", "Who", "Whose", "Why"}
"""Words that a first line does not begin with: they hide the noun of what is inside, or what a function gives."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef


class Finding(NamedTuple):
    """One place that breaks a rule."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def check_text(path: str, text: str) -> Iterator[Finding]:
    """Rules for any text file: nothing unfinished, no registry and no machine named."""
    for pattern, message in (
        (UNFINISHED, "unfinished work ({})"),
        (REGISTRIES, "names the host of a package registry ({})"),
        (MACHINE_PATHS, "names a path of one machine ({})"),
    ):
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield Finding(path, line, message.format(match.group()))


def check_python(path: str, text: str) -> Iterator[Finding]:
    """Rules for a Python file: its length, and for all but tests the length of its functions."""
    is_loose = path.startswith(("tests/", "bench/"))
    ceiling = TEST_LINES if is_loose else MODULE_LINES
    lines = len(text.splitlines())
    if lines > ceiling:
        yield Finding(path, lines, f"{lines} lines, more than {ceiling}")
    tree = ast.parse(text, path)
    yield from check_first_line(path, tree)
    if not is_loose:
        yield from check_functions(path, tree)
    if path.startswith(PACKAGE):
        yield from check_imports(path, tree)
        yield from check_transactions(path, tree)
        if not may_hold_sql(path):
            yield from check_sql(path, tree)


def check_first_line(path: str, tree: ast.Module) -> Iterator[Finding]:
    """A module, or a class or function of the package, that begins with a question."""
    named: list[ast.Module | ast.ClassDef | Definition] = [tree]
    if path.startswith(PACKAGE):
        named += [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef | Definition)]
    for node in named:
        first = (ast.get_docstring(node) or " ").split(" ", 1)[0]
        is_function = isinstance(node, Definition)
        if first not in ASKING or (is_function and first == "Whether"):
            continue
        wanted = "what it does or gives" if is_function else "the noun of what is inside"
        yield Finding(path, getattr(node, "lineno", 1), f"begins with {first!r}; expected {wanted}")


def check_functions(path: str, tree: ast.Module) -> Iterator[Finding]:
    """Functions that are too long or import something."""
    for function in (node for node in ast.walk(tree) if isinstance(node, Definition)):
        lines = (function.end_lineno or function.lineno) - function.lineno + 1
        if lines > FUNCTION_LINES:
            message = f"{function.name} has {lines} lines, more than {FUNCTION_LINES}"
            yield Finding(path, function.lineno, message)
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield Finding(path, node.lineno, f"{function.name} imports inside its body")


def check_transactions(path: str, tree: ast.Module) -> Iterator[Finding]:
    """Transactions that wait for the hash of a password, which takes a tenth of a second."""
    for block in (node for node in ast.walk(tree) if _has_transaction(node)):
        for call in (node for node in ast.walk(block) if isinstance(node, ast.Call)):
            name = (
                call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
            )
            if name in HASHING:
                yield Finding(path, call.lineno, f"{name} called amid a transaction")


def _has_transaction(node: ast.AST) -> bool:
    """Whether it is a function that is given a transaction, or a block that opens one."""
    if isinstance(node, Definition):
        return any(isinstance(one, ast.arg) and one.arg == "tx" for one in ast.walk(node.args))
    is_block = isinstance(node, ast.AsyncWith)
    return is_block and any(ast.unparse(item).endswith(" as tx") for item in node.items)


def check_imports(path: str, tree: ast.Module) -> Iterator[Finding]:
    """The web framework where it has no business."""
    if may_use_framework(path):
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in imported_modules(node):
            if name.partition(".")[0] in FRAMEWORK:
                yield Finding(path, node.lineno, f"{name} imported outside the HTTP door")


def imported_modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import statement names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""]


def check_sql(path: str, tree: ast.Module) -> Iterator[Finding]:
    """SQL in a string that is no docstring."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        match = SQL.search(node.value)
        if match and id(node) not in docstrings:
            yield Finding(path, node.lineno, f"SQL outside queries.py ({match.group()} ...)")


def may_use_framework(path: str) -> bool:
    """The HTTP door, the routes of the slices, the composition root, what stands before it, and the command."""
    inside = PurePosixPath(path.removeprefix(PACKAGE))
    return (
        inside.parts[0] in {"web", "app.py", "cells"}
        or inside.name == "routes.py"
        or inside.stem.endswith("_routes")
        or "routes" in inside.parts
        or inside.as_posix() in {"cli/serve.py", "cli/worker_process.py"}
    )


SQL_PIECES = {
    "kit/list_conditions.py",
    "kit/lists.py",
    "versioning/resolve.py",
}
"""What the statements of many slices share: how lists are read, who sees what, what a view shows."""


def may_hold_sql(path: str) -> bool:
    """The queries of the slices, migrations, and the database kit beneath them."""
    inside = PurePosixPath(path.removeprefix(PACKAGE))
    return (
        inside.stem == "queries"
        or inside.stem.endswith("_queries")
        or not {"queries", "migrations"}.isdisjoint(inside.parts)
        or inside.is_relative_to("kit/db")
        or inside.as_posix() in SQL_PIECES
    )


def check_file(path: str, text: str) -> list[Finding]:
    """All findings in one file; the path is relative to the repository and written with slashes."""
    findings = list(check_text(path, text))
    if path.endswith(".py"):
        findings += check_python(path, text)
    return findings


def files_of(root: Path) -> Iterator[str]:
    """Tracked files, and new ones that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    yield from sorted(filter(None, listed.split("\0")))


def check_migrations(files: Mapping[str, str]) -> Iterator[Finding]:
    """Migrations that are not one row, each after the one before it, as two that were written at once."""
    before = "None"
    for path in sorted(
        path for path in files if path.startswith(MIGRATIONS) and path[-3:] == ".py"
    ):
        number = PurePosixPath(path).name[:4]
        told = {bool(down): value for down, value in REVISION.findall(files[path])}
        if told != {False: number, True: before}:
            yield Finding(path, 1, f"expected the revision {number}, with {before} before it")
        before = number


def check_repository(root: Path) -> Iterator[Finding]:
    """All findings in the repository; what is not text is passed over."""
    files: dict[str, str] = {}
    for path in files_of(root):
        try:
            text = (root / path).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        files[path] = text
        yield from check_file(path, text)
    yield from check_migrations(files)
    for path, line, message in house_names.check_package(root, files):
        yield Finding(path, line, message)
    for missed in figures.missed_aims(code_facts.read_sources(files)):
        yield Finding("scripts/figures.py", 0, missed)
    for subject in house_names.long_subjects(root):
        message = f"the subject of a commit has {len(subject)} letters: {subject}"
        yield Finding("git log", 0, message)


def main() -> int:
    """Print the findings; 1 if there are any."""
    findings = list(check_repository(ROOT))
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
