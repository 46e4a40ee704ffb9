from pathlib import Path

from tests.cli.commands import partwright

PAIR = Path(__file__).parents[1] / "cad_files" / "pair.step"


def test_a_step_file_is_told_and_drawn(directory: Path) -> None:
    told = partwright(
        "cad", "inspect", PAIR, "--material", "S235", "--glb", "a.glb", "--svg", "a.svg"
    )
    assert told.code == 0, told.err
    assert told.out.splitlines()[:2] == ["Pair", "  2 × Block  1,000.00 mm³"]
    assert "mass     0.0157 kg at 7850 kg/m³" in told.out
    assert "size     20.000 × 10.000 × 25.000 mm" in told.out
    assert "valid    yes" in told.out
    assert (directory / "a.glb").read_bytes()[:4] == b"glTF"
    assert (directory / "a.svg").read_text().startswith("<svg ")
    again = partwright("cad", "inspect", PAIR, "--glb", "a.glb")
    assert (again.code, "a.glb already exists; --force" in again.err) == (1, True)


def test_what_is_no_good_step_file_ends_with_one_line(directory: Path) -> None:
    cut = directory / "cut.step"
    cut.write_bytes(PAIR.read_bytes()[:4000])
    told = partwright("cad", "inspect", cut)
    assert (told.code, told.out) == (1, "")
    assert told.err.strip().endswith("the STEP file is cut off: its end is missing")
    assert partwright("cad", "inspect", directory / "none.step").code == 2
    unknown = partwright("cad", "inspect", PAIR, "--material", "unobtainium")
    assert (unknown.code, "is not a known material" in unknown.err) == (2, True)
