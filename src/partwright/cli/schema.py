"""`partwright migrate`: the database's schema by itself, for those who do it before a start."""

from partwright.cli.console import out
from partwright.cli.flags import UNSET, Stores
from partwright.cli.setup import bring_up_to_date, make_directory


def migrate(*, flags: Stores = UNSET) -> None:
    """Bring the database to the newest schema; `serve` does so by itself."""
    settings = flags.settings()
    make_directory(settings.data_dir)
    bring_up_to_date(settings)
    out.print("The database has the newest schema.")
