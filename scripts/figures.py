"""Prints the figures of the code that the house watches, one a line: what it is, and the aim.

The rules of the house fail where an aim of a share or a median is missed (`missed_aims`).
"""

import ast
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from code_facts import Definition, Source, module_names, public_classes, read_sources, table_uses

ROOT = Path(__file__).resolve().parent.parent
COMMON_FILES = 5
"""A kind of file (the last word of its name) is one that slices use alike when so many have it."""
MOST_ONE_WORD = 0.20
LEAST_LETTERS = 12
LEAST_ALIKE = 0.60
MOST_CALLED_ONCE = 0.68
"""Of private functions; a function called once is a step with a name, and no more of them may be than there were at first."""


def read_files() -> dict[str, str]:
    """The Python files of the package."""
    found = sorted((ROOT / "src").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in found}


def missed_aims(sources: list[Source]) -> Iterator[str]:
    """The shares and medians that are beyond their aims, each with both."""
    single, classes = _one_word(sources)
    alike, files = _common_files(sources)
    private, once = _private_functions(sources)
    if classes and single / classes > MOST_ONE_WORD:
        yield f"public class names of one word: {_share(single, classes)}, aim {MOST_ONE_WORD:.0%}"
    names = _function_names(sources)
    if names and statistics.median(names) < LEAST_LETTERS:
        yield f"median letters of a function's name: {statistics.median(names):g}, aim {LEAST_LETTERS}"
    if files and alike / files <= LEAST_ALIKE:
        yield f"slice files named alike: {_share(alike, files)}, aim over {LEAST_ALIKE:.0%}"
    if private and once / private > MOST_CALLED_ONCE:
        yield f"private functions called once: {_share(once, private)}, aim {MOST_CALLED_ONCE:.0%}"


def figures(sources: list[Source]) -> list[tuple[str, str, str]]:
    """Each figure's name, its value, and the aim."""
    classes = public_classes(sources)
    names = _function_names(sources)
    writers: dict[str, set[str]] = {}
    for use in table_uses(sources):
        if use.writes:
            writers.setdefault(use.table, set()).add(use.slice)
    shared = sum(len(slices) > 1 for slices in writers.values())
    modules = sum(len(names) > 1 for names in module_names(sources).values())
    doubled = sum(len(places) > 1 for places in classes.values())
    private, once = _private_functions(sources)
    return [
        ("public class names of one word", _share(*_one_word(sources)), "< 20 %"),
        ("class names defined in two or more files", f"{doubled} of {len(classes)}", "0"),
        ("letters of a module function's name, median", f"{statistics.median(names):g}", ">= 12"),
        (
            "slice files with a name that slices use alike",
            _share(*_common_files(sources)),
            "> 60 %",
        ),
        ("tables written by two slices", f"{shared} of {len(writers)}", "0"),
        ("modules imported under several names", str(modules), "0"),
        ("private functions called once", _share(once, private), "<= 68 %"),
        ("modules", str(len(sources)), ""),
        ("lines", str(sum(_length(source) for source in sources)), ""),
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.0f} % ({part} of {whole})"


def _function_names(sources: Iterable[Source]) -> list[int]:
    return [
        len(node.name)
        for source in sources
        for node in source.tree.body
        if isinstance(node, Definition) and not node.name.startswith("_")
    ]


def _one_word(sources: Iterable[Source]) -> tuple[int, int]:
    """How many public classes have a name of one word, and how many there are."""
    classes = public_classes(sources)
    return sum(len(re.findall("[A-Z][a-z0-9]*", name)) < 2 for name in classes), len(classes)


def _common_files(sources: Iterable[Source]) -> tuple[int, int]:
    """Of the slices that answer requests: files named by their kind, alone or after its subject."""
    files: dict[str, list[str]] = {}
    for source in sources:
        parts = source.path.removeprefix("src/partwright/").removesuffix(".py").split("/")
        if len(parts) == 2 and parts[1] != "__init__":
            files.setdefault(parts[0], []).append(parts[1].split("_")[-1])
    slices = [kinds for kinds in files.values() if "routes" in kinds]
    having = Counter(kind for kinds in slices for kind in set(kinds))
    every = [kind for kinds in slices for kind in kinds]
    return sum(having[kind] >= COMMON_FILES for kind in every), len(every)


def _private_functions(sources: Iterable[Source]) -> tuple[int, int]:
    """How many private functions of modules there are, and how many are named once elsewhere."""
    whole = once = 0
    for source in sources:
        own = [n.name for n in source.tree.body if isinstance(n, Definition) and n.name[0] == "_"]
        named = Counter(n.id for n in ast.walk(source.tree) if isinstance(n, ast.Name))
        whole += len(own)
        once += sum(named[name] == 1 for name in own)
    return whole, once


def _length(source: Source) -> int:
    return max((getattr(node, "end_lineno", 0) or 0 for node in source.tree.body), default=0)


def worst_offenders(sources: list[Source]) -> dict[str, list[str]]:
    """Class names of one word by slice, for those who want to mend them."""
    found: dict[str, list[str]] = {}
    for name, places in sorted(public_classes(sources).items()):
        if len(re.findall("[A-Z][a-z0-9]*", name)) < 2:
            for place in places:
                found.setdefault(place.path.split("/")[2], []).append(name)
    return found


def main() -> int:
    """Print the table; with `--names`, the class names of one word as well."""
    sources = read_sources(read_files())
    for name, value, aim in figures(sources):
        print(f"{name:<50} {value:<22} {'aim ' + aim if aim else ''}".rstrip())
    if "--names" in sys.argv:
        for slice_name, names in sorted(worst_offenders(sources).items()):
            print(f"{slice_name}: {', '.join(names)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
