"""Output of the commands: results to standard output, everything else to standard error."""

import getpass
import logging
import os
import sys
import unicodedata
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console
from rich.text import Text

_KEPT = frozenset("\n\t")
_SPEAKS = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
"""Categories of characters that a terminal may obey, or that turn what stands around them."""


def printable(text: str) -> str:
    """The text with control characters told by their number: names come from other people.

    A terminal would take them for orders, to set its title, move the cursor or answer as if
    somebody typed.
    """
    if text.isprintable():
        return text
    return "".join(
        c if c in _KEPT or unicodedata.category(c) not in _SPEAKS else f"\\u{{{ord(c):x}}}"
        for c in text
    )


class SafeConsole(Console):
    """A terminal that is shown texts of servers and files, none of which it obeys."""

    def print(self, *objects: Any, **how: Any) -> None:
        super().print(*map(_harmless, objects), **how)


def _harmless(shown: Any) -> Any:
    if isinstance(shown, str):
        return printable(shown)
    if isinstance(shown, Text):
        shown.plain = printable(shown.plain)
    return shown


# Lines are never broken: tokens and addresses are there to be copied.
out = SafeConsole(soft_wrap=True, highlight=False, markup=False, emoji=False)
err = SafeConsole(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)

FAILED = 1
WRONG_USE = 2


def counted(number: int, one: str, many: str | None = None) -> str:
    """The number with the word for one of them, or for `many` (else `one` with an s)."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def ask_secret(prompt: str) -> str:
    """A password: asked for without showing it, or the next line of a pipe."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return getpass.getpass(prompt)


def leave(code: int) -> NoReturn:
    """End the process at once, with everything written that was said.

    The object store's threads may still run while the interpreter is taken down, which then
    aborts: one of four runs of `doctor` ended so after it had printed that all is well.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    logging.shutdown()
    os._exit(code)


class CommandProcess:
    """The process that a command runs in."""

    is_own = False
    """Whether it was started for the command, which then sets up its log."""


class CommandFailed(Exception):
    """Ends the command with one line on standard error."""

    def __init__(self, line: str, *, exit_code: int = FAILED) -> None:
        super().__init__(line)
        self.exit_code = exit_code


def refuse_present(*targets: Path, force: bool) -> None:
    """CommandFailed where a file exists and `force` does not allow writing over it."""
    present = [str(target) for target in targets if target.is_file()]
    if present and not force:
        verb, them = ("exists", "it") if len(present) == 1 else ("exist", "them")
        told = ", ".join(present)
        raise CommandFailed(f"{told} already {verb}; --force writes over {them}")
