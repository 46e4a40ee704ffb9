"""Options of an import, as its form states them."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood
from partwright.imports.sheets.cell_values.money import read_currency
from partwright.imports.sheets.cell_values.values import weight_unit as known_weight_unit
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.records.rows import RowShare
from partwright.imports.sheets.repair.cell_repairs import NO_REPAIRS, CellRepairs
from partwright.kit.errors import ErrorDetail, InvalidImport
from partwright.kit.field_problems import shown
from partwright.kit.ids import BranchId, DesignId, as_uuid
from partwright.web.forms import MultipartForm, UploadedFile

SHARES: dict[str, RowShare] = {"all": "", "parts": "part", "lines": "line"}
_OF_ONE_SHEET = ("sheet", "replaceLines", "repairs", "preview", "saveTemplate")
_LONGEST_NAME = 100
_sheets = msgspec.json.Decoder(tuple[str, ...])
_repairs = msgspec.json.Decoder(CellRepairs)
_mapping = msgspec.json.Decoder(dict[str, str | list[str]])


class ImportOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options for reading a file, and the target of its rows."""

    design_id: DesignId | None = None
    program_id: str | None = None
    library: bool = False
    """Whether the parts go into the library instead of a design."""
    branch_id: BranchId | None = None
    bypass: bool = False
    parent: str = ""
    """The item number of the assembly that the top rows belong to; made where it is missing."""
    product: str = ""
    """The name of that assembly; without a number it gets the next one."""
    mapping: dict[str, str | list[str]] = {}
    repairs: CellRepairs = NO_REPAIRS
    template: str = ""
    """The name of a kept mapping."""
    save_template: str = ""
    """The name under which the meaning of the columns is kept."""
    sheet: str | None = None
    sheets: tuple[str, ...] | None = None
    """Several sheets of a workbook, read one after another; empty for all that are lists."""
    header_row: int | None = None
    share: RowShare = ""
    update: bool = False
    """Whether existing parts take the values of the file."""
    replace_lines: bool = False
    """Whether lines that the file does not have go away."""
    dry_run: bool = False
    preview: bool = False
    """Whether a dry run tells the items and lines as they would be."""
    currency: str = ""
    weight_unit: str = ""
    decimal_mark: Mark | None = None
    message: str | None = None
    background: bool | None = None
    """Whether a job imports the file; None for the size of the file to decide."""


FORM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["file"],
    "properties": {
        "file": {
            "type": "string",
            "format": "binary",
            "description": "CSV, TSV, XLSX, XLS, ODS, JSON, STEP or URDF.",
        },
        "designId": {"type": "string", "format": "uuid"},
        "library": {"type": "boolean", "default": False},
        "branchId": {"type": "string", "format": "uuid"},
        "bypassBranchProtection": {"type": "boolean", "default": False},
        "programId": {"type": "string", "format": "uuid"},
        "parent": {"type": "string", "description": "Item number of the assembly of the top rows."},
        "product": {"type": "string", "description": "Name of an assembly to make."},
        "mapping": {"type": "string", "description": "JSON: header to field, or to `ignore`."},
        "repairs": {
            "type": "string",
            "description": "JSON: `rows`: row number to header to text, or to null, which leaves the"
            " row out; `all`: header to text to the text that stands for it in every row.",
        },
        "template": {"type": "string", "description": "Name of a kept mapping."},
        "saveTemplate": {"type": "string", "description": "Name to keep this mapping under."},
        "sheet": {"type": "string"},
        "sheets": {
            "type": "string",
            "description": "Several sheets of a workbook: their names as an array in JSON, or `all`"
            " for each that reads as a list. Not with `sheet`, `replaceLines`, `repairs`, `preview`"
            " or `saveTemplate`.",
        },
        "headerRow": {"type": "integer", "minimum": 0, "description": "0: there is none."},
        "only": {"type": "string", "enum": list(SHARES), "default": "all"},
        "update": {"type": "boolean", "default": False},
        "replaceLines": {"type": "boolean", "default": False},
        "dryRun": {"type": "boolean", "default": False},
        "preview": {
            "type": "boolean",
            "default": False,
            "description": "With `dryRun`: `plan.preview` tells items and lines as they would be, in"
            " columns, up to 50,000 of each.",
        },
        "currency": {"type": "string"},
        "weightUnit": {"type": "string"},
        "decimalMark": {"type": "string", "enum": [".", ","]},
        "commitMessage": {"type": "string"},
        "background": {
            "type": "boolean",
            "description": "Answer with a job that imports it; left out, large files make one,"
            " and with false those of more than four times their size.",
        },
    },
}


def read_form(form: MultipartForm, kind: ImportKind) -> tuple[UploadedFile, ImportOptions]:
    """The file and the options; InvalidImport with every problem."""
    reader = OptionReader(form.fields)
    options = reader.options()
    if len(form.files) != 1:
        came = f"{len(form.files)} files" if form.files else "no file"
        reader.problems.append(ErrorDetail("file", f"expected one file, got {came}"))
    if kind.in_design and not options.library and not options.design_id:
        reader.problems.append(ErrorDetail("designId", "is required, except with library=true"))
    if options.sheets is not None:
        given = (key for key in _OF_ONE_SHEET if form.fields.get(key, "") not in ("", "false"))
        reader.problems += [ErrorDetail(key, "cannot be combined with sheets") for key in given]
    if reader.problems:
        raise InvalidImport.fields(reader.problems)
    return form.files[0], options


class OptionReader:
    """Reads the texts of a form."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self.problems: list[ErrorDetail] = []

    def options(self) -> ImportOptions:
        """The options; what is wrong with them is in `problems`."""
        known = FORM_SCHEMA["properties"].keys()
        self.problems += [
            ErrorDetail(key, f"unknown key; expected one of {', '.join(known)}")
            for key in self._fields
            if key not in known and key != "branch"
        ]
        if self._flag("preview") and not self._flag("dryRun"):
            self.problems.append(ErrorDetail("preview", "requires dryRun=true"))
        return ImportOptions(
            design_id=cast("DesignId | None", self._uuid("designId")),
            program_id=self._uuid("programId"),
            library=self._flag("library"),
            branch_id=cast("BranchId | None", self._uuid("branchId") or self._uuid("branch")),
            bypass=self._flag("bypassBranchProtection"),
            parent=self._text("parent"),
            product=self._text("product"),
            mapping=self._mapping(),
            repairs=self._repairs(),
            template=self._text("template"),
            save_template=self._name("saveTemplate"),
            sheet=self._text("sheet") or None,
            sheets=self._sheets(),
            header_row=self._header_row(),
            share=SHARES[self._choice("only", list(SHARES)) or "all"],
            update=self._flag("update"),
            replace_lines=self._flag("replaceLines"),
            dry_run=self._flag("dryRun"),
            preview=self._flag("preview"),
            currency=self._currency(),
            weight_unit=self._weight_unit(),
            decimal_mark=cast("Mark | None", self._choice("decimalMark", [".", ","]) or None),
            message=self._text("commitMessage") or None,
            background=self._flag("background") if self._text("background") else None,
        )

    def _text(self, key: str) -> str:
        return self._fields.get(key, "").strip()

    def _name(self, key: str) -> str:
        text = self._text(key)
        if len(text) > _LONGEST_NAME:
            expected = f"expected at most {_LONGEST_NAME} characters"
            self.problems.append(ErrorDetail(key, f"{expected}, got {len(text)}"))
        return text

    def _flag(self, key: str) -> bool:
        return self._choice(key, ["false", "true"]) == "true"

    def _choice(self, key: str, allowed: list[str]) -> str:
        text = self._text(key)
        if not text or text.lower() in allowed:
            return text.lower()
        self.problems.append(
            ErrorDetail(key, f"expected one of {', '.join(allowed)}, got {text[:80]!r}")
        )
        return ""

    def _uuid(self, key: str) -> str | None:
        text = self._text(key)
        found = as_uuid(text) if text else None
        if text and found is None:
            self.problems.append(ErrorDetail(key, f"expected a UUID, got {shown(text)}"))
        return found

    def _header_row(self) -> int | None:
        text = self._text("headerRow")
        if not text:
            return None
        if text.isdecimal() and len(text) < 8:
            return int(text)
        self.problems.append(ErrorDetail("headerRow", f"expected a row number, got {text[:80]!r}"))
        return None

    def _sheets(self) -> tuple[str, ...] | None:
        text = self._text("sheets")
        if not text:
            return None
        if text.lower() == "all":
            return ()
        try:
            names = _sheets.decode(text)
        except (msgspec.DecodeError, RecursionError):
            names = ()
        if not all(name.strip() for name in names) or not names:
            expected = 'expected all, or the names in JSON: ["Parts", "Cables"]'
            self.problems.append(ErrorDetail("sheets", f"{expected}, got {shown(text)}"))
        return names

    def _mapping(self) -> dict[str, str | list[str]]:
        text = self._text("mapping")
        try:
            return _mapping.decode(text) if text else {}
        except (msgspec.DecodeError, RecursionError) as error:
            problem = f'expected {{"Header": "field"}} in JSON: {error}'
            self.problems.append(ErrorDetail("mapping", problem))
            return {}

    def _repairs(self) -> CellRepairs:
        text = self._text("repairs")
        try:
            return _repairs.decode(text) if text else NO_REPAIRS
        except (msgspec.DecodeError, RecursionError) as error:
            problem = f'expected {{"rows": {{"4": {{"Header": "text"}}}}}} in JSON: {error}'
            self.problems.append(ErrorDetail("repairs", problem))
            return NO_REPAIRS

    def _currency(self) -> str:
        text = self._text("currency")
        try:
            return read_currency(text) if text else ""
        except NotUnderstood as refusal:
            self.problems.append(ErrorDetail("currency", refusal.about(text[:80])))
            return ""

    def _weight_unit(self) -> str:
        text = self._text("weightUnit")
        unit = known_weight_unit(text) if text else ""
        if unit is None:
            self.problems.append(
                ErrorDetail("weightUnit", f"expected mg, g, kg, t, oz or lb, got {text[:80]!r}")
            )
        return unit or ""
