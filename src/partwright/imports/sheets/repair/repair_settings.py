"""Settings by which a list was read, kept in the file of its refused rows to read it alike again; pure.

They stand in a header of their own: rows may be sorted and removed, and any program that edits
sheets keeps it.
"""

from dataclasses import replace

import msgspec

from partwright.imports.sheets.cell_values.decimals import Mark
from partwright.imports.sheets.fields.header_names import REPAIR_SETTINGS
from partwright.imports.sheets.records.rows import SheetTable


class RepairSettings(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True):
    """Settings of the sender and of the whole sheet for the columns and numbers of a list."""

    mapping: dict[str, str | list[str]] = {}
    decimal_mark: Mark | None = None
    currency: str = ""
    weight_unit: str = ""

    def mark_unless(self, told: Mark | None) -> Mark | None:
        """The decimal mark that is told now, else that of the list."""
        return told or self.decimal_mark


NO_SETTINGS = RepairSettings()
_settings = msgspec.json.Decoder(RepairSettings)


def settings_header(settings: RepairSettings) -> str:
    """The header that holds the settings."""
    return f"{REPAIR_SETTINGS} {msgspec.json.encode(settings).decode()}"


def take_settings(table: SheetTable) -> tuple[SheetTable, RepairSettings]:
    """The table with the short header in its place, and the settings that it held.

    What a person has made unreadable is as if it were not there.
    """
    for at, header in enumerate(table.headers):
        name, _, text = header.partition("{")
        if text and name.strip() == REPAIR_SETTINGS:
            headers = (*table.headers[:at], REPAIR_SETTINGS, *table.headers[at + 1 :])
            return replace(table, headers=headers), _read("{" + text)
    return table, NO_SETTINGS


def _read(text: str) -> RepairSettings:
    try:
        return _settings.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return NO_SETTINGS
