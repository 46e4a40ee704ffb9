"""The command line: `partwright <command>`."""

import gc
import os
import sys
from pkgutil import resolve_name
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter

from partwright import __version__
from partwright.cli.console import FAILED, WRONG_USE, CommandFailed, CommandProcess, err, leave, out
from partwright.kit.errors import Refusal
from partwright.settings import WrongSetting

LOADING = 100_000
"""Objects that come between two collections; a command loads fewer."""

app = App(
    name="partwright",
    help="An open product lifecycle management server.",
    version=__version__,
    version_flags=["--version"],
    default_parameter=Parameter(negative=(), show_default=False),
    exit_on_error=False,
    help_on_error=False,
)
token = App(name="token", help="Make tokens of users on the server's own machine.")
app.command(token)
vault = App(name="vault", help="Check and clean the store of the files.")
app.command(vault)
audit = App(name="audit", help="Check that the database is what was sealed.")
app.command(audit)
cad = App(name="cad", help="Solid models in STEP files.")
app.command(cad)
report = App(name="report", help="Reports that are defined on the server.")
app.command(report)
cell = App(name="cell", help="Installations beside the first one, each kept apart.")
app.command(cell)
change = App(name="change", help="Change orders: what is to be released or revised, and the votes.")
app.command(change)
variant = App(name="variant", help="Families of parts, and the variants that differ by attributes.")
app.command(variant)

# Named by their modules, so that a command loads no more than it needs.
for _parent, _name, _where, _help in (
    (app, "serve", "serve:serve", "Start the server."),
    (
        app,
        "worker",
        "background_worker:worker",
        "Do background work for servers on other machines.",
    ),
    (app, "import", "import_command:import_file", "Import parts, documents or issues from a file."),
    (
        app,
        "export",
        "export_command:export_design",
        "Export a design's parts and BOM lines to a file.",
    ),
    (
        app,
        "design",
        "design_command:design",
        "Draft a product from a description, and make its items.",
    ),
    (app, "demo", "demo:demo", "Load a real product to look at."),
    (app, "migrate", "schema:migrate", "Migrate the database to the newest schema."),
    (app, "doctor", "doctor:doctor", "Check settings, database, data directory and disk."),
    (cad, "inspect", "cad:inspect", "Show what a STEP file holds, and draw it."),
    (audit, "verify", "audit:verify", "Recompute the seals of all commits and compare them."),
    (
        audit,
        "timestamp",
        "audit_timestamps:timestamp",
        "Have an authority stamp the last seals.",
    ),
    (vault, "verify", "vault:verify", "Read every file again and compare its digest."),
    (vault, "gc", "vault:gc", "Remove stored bytes that nothing refers to."),
    (app, "bom", "bom_command:bom", "Show the bill of materials of an item, or write it to files."),
    (app, "share", "inbox_command:share", "Make a link for somebody without an account."),
    (app, "inbox", "inbox_command:inbox", "List what waits for you."),
    (app, "package", "bom_command:package", "Write a ZIP of an item's released parts."),
    (app, "label", "label_command:label", "Write labels with QR codes and barcodes."),
    (app, "login", "sign_on:login", "Sign on to a server; later commands go there."),
    (app, "logout", "sign_on:logout", "Forget the server that you signed on to."),
    (app, "find", "items:find", "Search items, files, designs and everything else that you see."),
    (app, "show", "items:show", "Show an item with its files, lock and checkouts."),
    (app, "set", "item_edits:set_fields", "Change fields of an item."),
    (app, "new", "item_edits:new", "Make a part, document, requirement, task or issue."),
    (app, "where-used", "structures:where_used", "List the assemblies that hold an item."),
    (app, "compare", "structures:compare", "Compare two structures or two revisions of one."),
    (app, "history", "structures:history", "Show an item's revisions, and what happened to it."),
    (app, "lock", "item_edits:lock", "Take the exclusive right to change an item."),
    (app, "unlock", "item_edits:unlock", "Release an item's lock."),
    (app, "checkout", "work:checkout", "Begin an edit session of an item on a branch."),
    (app, "checkin", "work:checkin", "End an edit session, and keep or discard its edits."),
    (app, "upload", "work:upload", "Add files to an item, or new versions of its files."),
    (app, "download", "work:download", "Download files of an item."),
    (app, "approve", "changes:approve", "Vote for a change order."),
    (app, "reject", "changes:reject", "Vote against a change order and send it back."),
    (change, "new", "changes:new", "Make a change order."),
    (change, "show", "changes:show", "Show a change order and what it affects."),
    (change, "add", "changes:add", "Put items on a change order's list."),
    (change, "submit", "changes:submit", "Send a change order to review."),
    (change, "approve", "changes:approve", "Vote for a change order."),
    (change, "reject", "changes:reject", "Vote against a change order and send it back."),
    (change, "release", "changes:release", "Release an approved change order."),
    (variant, "list", "variants:list_variants", "List the variants of a family."),
    (variant, "by", "variants:set_attributes", "Say by which attributes variants differ."),
    (variant, "new", "variants:new", "Make variants of a family."),
    (variant, "use", "variants:use", "Put a variant in the place of its family."),
    (app, "backup", "backup:backup", "Back up the database and the files."),
    (app, "restore", "backup:restore", "Restore a backup into an empty database and vault."),
    (cell, "add", "cells:add", "Make a cell with its database and administrator."),
    (cell, "list", "cells:list_cells", "List the cells."),
    (cell, "publish", "publications:publish", "Publish a design's released parts to other cells."),
    (cell, "received", "publications:list_received", "List what a cell received of others."),
    (cell, "remove", "cells:remove", "Take a cell out of service."),
    (report, "list", "reports:list_reports", "List the reports that you see."),
    (report, "run", "reports:run", "Run a report into a file."),
    (token, "create", "tokens:create", "Make a personal token of a user and print it."),
):
    _parent.command(f"partwright.cli.{_where}", name=_name, help=_help)


@app.command
def completion(shell: Literal["bash", "zsh", "fish"], /, *, install: bool = False) -> None:
    """Print the script that lets a shell complete commands and flags.

    Parameters
    ----------
    shell
        Which shell.
    install
        Write the script where the shell finds it, and load it in the shell's own start file.
    """
    if install:
        out.print(f"Written to {app.install_completion(shell=shell)}; open a new shell")
    else:
        out.print(app.generate_completion(shell=shell))


@app.command
def version(
    *, json: Annotated[bool, Parameter(name="--json", help="Print it as JSON.")] = False
) -> None:
    """Print the version."""
    out.print(f'{{"version": "{__version__}"}}' if json else __version__)


def main() -> None:
    """Run the command that the process was called with; exits with its code."""
    # httpx has a command line of its own; with what draws it, it takes as long as all else there.
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]
    # What a command loads stays, so there is little to be collected meanwhile.
    gc.set_threshold(LOADING, *gc.get_threshold()[1:])
    CommandProcess.is_own = True
    code = run(sys.argv[1:])
    # All that is left goes with the process: collecting it first took a sixth of a short command.
    gc.freeze()
    if "obstore" in sys.modules:
        leave(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a command: 0 done, 1 failed, 2 called wrongly."""
    try:
        command, bound, _ = app.parse_args(arguments)
        if CommandProcess.is_own and "structlog" in sys.modules:
            # The command's module has loaded the server's; a client of a server has nothing to log.
            resolve_name("partwright.kit.log:configure_logging")("warning")
        code = command(*bound.args, **bound.kwargs) or 0
        sys.stdout.flush()
    except CycloptsError:
        # Told already, in a frame.
        return WRONG_USE
    except CommandFailed as stop:
        err.print(f"partwright: {stop}")
        return stop.exit_code
    except WrongSetting as wrong:
        err.print(f"partwright: {wrong}")
        return WRONG_USE
    except Refusal as refusal:
        err.print(f"partwright: {refusal.message}")
        return FAILED
    except BrokenPipeError:
        # Who reads has enough, as `head` does; Python would complain once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code
