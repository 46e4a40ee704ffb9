"""Files that say which header is which field, in JSON or TOML."""

import tomllib
from pathlib import Path

import msgspec

from partwright.cli.console import WRONG_USE, CommandFailed
from partwright.imports.sheets.mapping.columns import ColumnMapping

_told = msgspec.json.Decoder(dict[str, str | list[str]])


def mapping_file(path: Path) -> ColumnMapping:
    """`{"Header": "field"}` and `{"field": ["Header", "Kopf", ...]}`, also mixed; Stop otherwise."""
    try:
        content = path.read_bytes()
        if path.suffix.lower() == ".toml":
            return msgspec.convert(tomllib.loads(content.decode()), dict[str, str | list[str]])
        return _told.decode(content)
    except OSError as error:
        raise CommandFailed(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        shape = '{"Header": "field", "field": ["Header", "Kopf"]}'
        raise CommandFailed(
            f"{path} is not {shape} in JSON, or the same in TOML: {error}"
        ) from error


def mapped_by_flags(flags: tuple[str, ...]) -> ColumnMapping:
    """The mapping that `--map "Header=field"` gives; a header may hold the sign itself."""
    told: dict[str, str] = {}
    for flag in flags:
        header, mark, field = flag.rpartition("=")
        if not (mark and header and field):
            raise CommandFailed(f'--map "{flag}": expected "Header=field"', exit_code=WRONG_USE)
        told[header] = field
    return told
