"""Tables of the terminal."""

import pytest

from partwright.cli.console import out
from partwright.cli.output import Column, print_table

COLUMNS = [Column("Item Number"), Column("Name", folds=True), Column("Quantity", right=True)]
ROW = ("PN-000001-AB", "A bearing of steel", 12)


@pytest.mark.parametrize("width", [80, 44, 34, 20, 9])
def test_no_column_of_a_table_is_cut_off(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(out, "_width", width)
    print_table([*COLUMNS, *COLUMNS], [ROW + ROW])
    told = capsys.readouterr().out
    assert told.replace(" ", "").replace("\n", "").count("steel") == 2
    assert told.count("Quantity") == 2
    assert told.count("Number") == 2
    rows = {len(line.rstrip()) for line in told.splitlines()}
    assert width < 60 or max(rows) <= width
