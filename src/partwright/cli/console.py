"""What the commands write: results to standard output, everything else to standard error."""

import logging
import os
import sys
from typing import NoReturn

from rich.console import Console

# Lines are never broken: tokens and addresses are there to be copied.
out = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)

FAILED = 1
WRONG_USE = 2


def counted(number: int, one: str, many: str | None = None) -> str:
    """The number with the word for one of them, or for `many` (else `one` with an s)."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def leave(code: int) -> NoReturn:
    """End the process at once, with everything written that was said.

    The object store's threads may still run while the interpreter is taken down, which then
    aborts: one of four runs of `doctor` ended so after it had printed that all is well.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    logging.shutdown()
    os._exit(code)


class CommandFailed(Exception):
    """Ends the command with one line on standard error."""

    def __init__(self, line: str, *, exit_code: int = FAILED) -> None:
        super().__init__(line)
        self.exit_code = exit_code
