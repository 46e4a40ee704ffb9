"""`partwright migrate`: the database's schema by itself, for those who do it before a start."""

from partwright.cli.console import out
from partwright.cli.flags import UNSET, Json, Stores
from partwright.cli.output import print_json
from partwright.cli.schema_update import bring_up_to_date
from partwright.cli.setup import make_directory


def migrate(*, flags: Stores = UNSET, dry_run: bool = False, json: Json = False) -> None:
    """Bring the database to the newest schema; `serve` does so by itself.

    Parameters
    ----------
    dry_run
        Run the migrations that are missing, and take them back: what it tells, `migrate` will do.
    """
    settings = flags.settings()
    make_directory(settings.data_dir)
    missing = bring_up_to_date(settings, is_trial=dry_run)
    if json:
        print_json({"migrations": missing, "dryRun": dry_run})
        return
    if dry_run and missing:
        out.print(f"Migrations that would run, and were tried: {', '.join(missing)}.")
        return
    out.print("The database has the newest schema.")
