"""The numbers of the migrations, by the names of their files."""

from pathlib import Path

SCRIPTS = Path(__file__).parent


def known_schemas() -> frozenset[str]:
    """The numbers of all scripts there are: the schemas that this program can bring up to date."""
    found = (SCRIPTS / "versions").glob("[0-9]*.py")
    return frozenset(path.name.partition("_")[0] for path in found)
