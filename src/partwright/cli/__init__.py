"""The command line: `partwright <command>`."""

import sys

from cyclopts import App, CycloptsError

from partwright import __version__
from partwright.cli.console import FAILED, WRONG_USE, Stop, err
from partwright.kit.errors import Refusal
from partwright.settings import WrongSetting

app = App(
    name="partwright",
    help="An open product lifecycle management server.",
    version=__version__,
    version_flags=["--version"],
    exit_on_error=False,
    help_on_error=False,
)
# Named by their modules, so that a command loads no more than it needs.
app.command("partwright.cli.serve:serve", name="serve")


def main() -> None:
    """Run the command that the process was called with; exits with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit code of a command: 0 done, 1 failed, 2 called wrongly."""
    try:
        return app(arguments, result_action="return_value") or 0
    except CycloptsError:
        # Told already, in a frame.
        return WRONG_USE
    except Stop as stop:
        err.print(f"partwright: {stop}")
        return stop.exit_code
    except WrongSetting as wrong:
        err.print(f"partwright: {wrong}")
        return WRONG_USE
    except Refusal as refusal:
        err.print(f"partwright: {refusal.message}")
        return FAILED
