"""The database brought to the newest schema, with what stands against it told in a line."""

from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from partwright.cli.console import CommandFailed
from partwright.kit.db import DatabaseUnavailable
from partwright.kit.db.migrate import NewerSchema
from partwright.migrations.schema import migrate
from partwright.settings import Settings


def bring_up_to_date(settings: Settings, *, is_trial: bool = False) -> list[str]:
    """Migrate the database, and answer the numbers of what was missing; a trial takes it back.

    Stop when it holds something else.
    """
    try:
        return migrate(settings.database, is_trial=is_trial)
    except DatabaseUnavailable as error:
        # What the driver said, without the statement that the library repeats.
        said = getattr(error.__cause__, "orig", None) or error.__cause__
        raise CommandFailed(f"the database does not answer: {_first_line(said)}") from error
    except OSError as error:
        raise CommandFailed(f"the database cannot be made: {error.strerror}") from error
    except NewerSchema as error:
        raise CommandFailed(str(error)) from error
    except (SQLAlchemyError, CommandError) as error:
        raise CommandFailed(f"the database cannot be migrated: {_first_line(error)}") from error


def _first_line(error: object) -> str:
    return str(error).partition("\n")[0]
