"""`partwright migrate`: the databases' schema by itself, for those who do it before a start."""

from typing import Any

from partwright.cells.catalogue import FIRST, all_settings
from partwright.cli.console import FAILED, CommandFailed, err, out
from partwright.cli.flags import UNSET_VAULT, Json, Vaults, cell_name
from partwright.cli.output import print_json
from partwright.cli.schema_update import bring_up_to_date
from partwright.cli.setup import make_directory
from partwright.settings import Settings


def migrate(*, flags: Vaults = UNSET_VAULT, dry_run: bool = False, json: Json = False) -> int:
    """Bring the database to the newest schema; `serve` does so by itself with the first cell's.

    Where there are cells, all of them are, unless one is named; those that fail are told, and the rest
    goes on.

    Parameters
    ----------
    dry_run
        Run the missing migrations, and take them back: the report says what `migrate` will do.
    """
    named = cell_name(flags.cell)
    places = {named: flags.settings()} if named else all_settings(flags.of_installation())
    done: dict[str, list[str]] = {}
    problems: dict[str, str] = {}
    for name, settings in places.items():
        try:
            done[name] = _migrate(settings, is_trial=dry_run)
        except CommandFailed as failed:
            if len(places) == 1:
                raise
            problems[name] = str(failed)
            err.print(f"partwright: {name}: {failed}")
            continue
        if not json:
            _tell(name if len(places) > 1 else "", done[name], is_trial=dry_run)
    if json:
        told: dict[str, Any] = {"migrations": done.get(named or FIRST, []), "dryRun": dry_run}
        print_json(told | ({"cells": done, "problems": problems} if len(places) > 1 else {}))
    elif problems:
        err.print(f"partwright: not migrated: {', '.join(problems)}")
    return FAILED if problems else 0


def _migrate(settings: Settings, *, is_trial: bool) -> list[str]:
    make_directory(settings.data_dir)
    return bring_up_to_date(settings, is_trial=is_trial)


def _tell(name: str, missing: list[str], *, is_trial: bool) -> None:
    before = f"{name}: " if name else ""
    if is_trial and missing:
        out.print(f"{before}Migrations that would run, and were tried: {', '.join(missing)}.")
        return
    out.print(f"{before}The database has the newest schema.")
