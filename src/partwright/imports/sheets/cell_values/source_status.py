"""Words by which lists of approved manufacturers say whether a source may be used."""

from partwright.imports.sheets.cell_values.choice_values import spellings_of
from partwright.sourcing.model import SourceStatus

_STATUSES: dict[SourceStatus, str] = {
    "preferred": "preferred; primary; preferred source; bevorzugt; vorzug; préféré; preferido; preferito; 首选; 推奨",
    "approved": "approved; qualified; released; active; alternate; alternative; secondary; second source; freigegeben; approuvé; aprobado; approvato; 已批准; 承認済",
    "conditional": """conditional; conditionally approved; limited; restricted; evaluation; in evaluation; under evaluation; sample;
        pending; pending approval; unqualified; not qualified; bedingt; bedingt freigegeben; in prüfung""",
    "prohibited": """prohibited; do not use; dnu; do not buy; not approved; disapproved; disqualified; rejected; banned; blocked;
        forbidden; no longer approved; gesperrt; nicht freigegeben; nicht verwenden; interdit; prohibido; vietato; 禁用; 使用禁止""",
}
_WORDS = spellings_of({status: " ".join(text.split()) for status, text in _STATUSES.items()})
_BY_NAME: dict[str, SourceStatus] = {status: status for status in _STATUSES}


def source_status(text: str) -> SourceStatus | None:
    """The status that a cell says; None where it says none that is known."""
    found = _WORDS.get(" ".join(text.casefold().replace("-", " ").split()))
    return _BY_NAME[found] if found else None
