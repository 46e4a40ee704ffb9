"""A feature is declared in two files of one name: the language's and the kernel's."""

import subprocess
import sys

import msgspec


def test_a_feature_is_added_in_two_files() -> None:
    command = [sys.executable, "-m", "tests.cad.added_feature"]
    told = msgspec.json.decode(subprocess.run(command, check=True, capture_output=True).stdout)
    assert "hex_block" in told["families"]
    first, second = told["specs"]
    assert (first["method"], second["method"]) == ("hex_block", "hex_block")
    assert (first["parameters"]["across"], first["parameters"]["height"]) == (30, 12)
    assert second["parameters"]["across"] == 24
    for spec, built, reckoned in zip(told["specs"], told["built"], told["volumes"], strict=True):
        figures = {"across": 20, "height": 10} | spec["parameters"]
        whole = 3**0.5 / 2 * figures["across"] ** 2 * figures["height"]
        assert built["error"] == ""
        assert abs(built["volume"] - whole) < 0.01
        assert 0.7 * whole < reckoned < 1.3 * whole
