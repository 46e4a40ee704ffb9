import csv
import tracemalloc
from collections import Counter
from importlib import resources
from pathlib import Path

from partwright.imports.sheets.repair.batches import ImportBatch
from partwright.imports.sheets.sheet_reader import read_sheet
from tests.imports.sheets.sheetfiles import Outcome, outcome, read_text


def demonstration() -> Outcome:
    with resources.as_file(resources.files("partwright") / "imports/data/so101.csv") as path:
        return outcome(read_sheet(path))


def test_the_demonstration_product_has_nothing_to_report() -> None:
    found = demonstration()
    assert (found.problems, found.remarks) == ([], [])
    assert len(found.parts) == 57
    assert len(found.details) == 98
    kinds = Counter(part.get("partType") for part in found.parts.values())
    assert set(kinds) == {"Manufacture", "Purchase", "Software", "Phantom"}
    assert not any(column.target.startswith("attributes") for column in found.reading.columns())


def test_the_demonstration_product_has_the_servos_of_the_public_list() -> None:
    lines = demonstration().details
    totals: Counter[str] = Counter()
    level = Counter({"SOA-0000": 1})
    while level:
        below: Counter[str] = Counter()
        for line in lines:
            if line.parent in level:
                below[line.child] += level[line.parent] * int(line.quantity)
        totals += below
        level = below
    servos = {number: totals[number] for number in ("SOA-5010", "SOA-5020", "SOA-5030")}
    assert servos == {"SOA-5010": 7, "SOA-5020": 2, "SOA-5030": 3}
    assert totals["SOA-5080"] == totals["SOA-5120"] == 2
    assert totals["SOA-5140"] == 4


def test_the_template_of_the_interface_is_understood_whole(tmp_path: Path) -> None:
    found = read_text(
        tmp_path,
        """Item Number,Name,Revision,Description,Type,Material,Weight,Weight Unit,Cost,Currency,Lead Time (Days)
        EXAMPLE-0001,Bracket,A,Holds,Manufacture,Steel,1.5,kg,12.50,USD,14""",
    )
    assert [column.target for column in found.reading.columns()] == [
        *["itemNumber", "name", "revision", "description", "partType", "material", "weight"],
        *["weightUnit", "cost", "costCurrency", "leadTimeDays"],
    ]
    assert found.parts[2].get("leadTimeDays") == 14
    assert found.reading.decisions == ()
    assert found.reading.total == 1


def _rows_of_flat_sheet(path: Path, count: int) -> int:
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["Name", "Description", "Cost"])
        writer.writerows([f"Part {number}", "x" * 400, "1.50"] for number in range(count))
    batches = (one for one in read_sheet(path).batches() if isinstance(one, ImportBatch))
    return sum(len(one.rows) for one in batches)


def test_memory_does_not_grow_with_a_flat_sheet(tmp_path: Path) -> None:
    path = tmp_path / "flat.csv"
    # What is kept of words has its bound, which is reached before memory is compared.
    assert _rows_of_flat_sheet(path, 4_200) == 4_200
    peaks: list[int] = []
    for count in (1_000, 2_000):
        tracemalloc.start()
        assert _rows_of_flat_sheet(path, count) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]
