"""GLB files made small: what is drawn stays where it is."""

import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy
import pytest

from partwright.cad.kernel.gltf import round_step, shrink

np: Any = numpy
TURN = [0.0, 0.0, math.sin(math.pi / 6), math.cos(math.pi / 6)]
NODES = [
    {"name": "rack", "children": [1, 2, 3]},
    {"name": "ring_1", "mesh": 0, "translation": [0.2, 0.0, 0.1]},
    {"name": "ring_2", "mesh": 1, "translation": [0.0, 0.3, 0.0], "rotation": TURN},
    # What is mirrored keeps its own scale.
    {"name": "ring_3", "mesh": 1, "scale": [1.0, -1.0, 1.0]},
]
MIDDLE = [0.1234, 0.02, -0.3]


def ring(corners: int) -> Any:
    """Triangles around a circle of 50 mm, away from the origin."""
    angles = np.arange(corners) * 2 * np.pi / corners
    points = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1) * 0.05 + MIDDLE
    return np.stack([np.roll(points, 1, axis=0), points, 0 * points + MIDDLE], axis=1)


def kernel_file(path: Path, triangles: Any, meshes: list[Any] | None = None) -> Path:
    """As the kernel writes it: floats, and a mesh for each use; `{}` in `meshes` stands for the triangles."""
    corners = triangles.reshape(-1, 3).astype("<f4")
    normals = np.zeros_like(corners) + np.array([0, 0, 1], "<f4")
    indices = np.arange(len(corners), dtype="<u4")
    body = corners.tobytes() + normals.tobytes() + indices.tobytes()
    floats = {"bufferView": 0, "componentType": 5126, "count": len(corners), "type": "VEC3"}
    primitive = {"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2, "mode": 4, "material": 0}
    about = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": NODES,
        "meshes": [
            {**one, "primitives": one.get("primitives", [primitive])}
            for one in meshes or [{"name": "ring"}] * 2
        ],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}],
        "accessors": [
            floats,
            floats | {"byteOffset": corners.nbytes},
            {"bufferView": 1, "componentType": 5125, "count": len(corners), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 2 * corners.nbytes},
            {"buffer": 0, "byteLength": indices.nbytes, "byteOffset": 2 * corners.nbytes},
        ],
        "buffers": [{"byteLength": len(body)}],
    }
    text = json.dumps(about).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(body), b"BIN\0") + body
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return path


def read(path: Path) -> tuple[dict[str, Any], bytes]:
    content = path.read_bytes()
    assert struct.unpack_from("<4sII", content) == (b"glTF", 2, len(content))
    (length,) = struct.unpack_from("<I", content, 12)
    return json.loads(content[20 : 20 + length]), content[28 + length :]


def turned(points: Any, quaternion: list[float]) -> Any:
    axis, real = np.array(quaternion[:3]), quaternion[3]
    across = 2 * np.cross(axis, points)
    return points + real * across + np.cross(axis, across)


def drawn(path: Path, name: str, *, is_coarse: bool = False) -> Any:
    """The corners of a named node in the frame of the rack, read as a viewer would."""
    about, body = read(path)
    node = next(one for one in about["nodes"] if one.get("name") == name)
    way = [node]
    while "mesh" not in way[-1]:
        way.append(about["nodes"][way[-1]["children"][0]])
    mesh = about["meshes"][way[-1]["mesh"]]
    mesh = about["meshes"][mesh["extras"]["coarse"]] if is_coarse else mesh
    places = about["accessors"][mesh["primitives"][0]["attributes"]["POSITION"]]
    view = about["bufferViews"][places["bufferView"]]
    start = view.get("byteOffset", 0) + places.get("byteOffset", 0)
    kind, size = {5122: ("<i2", 2), 5126: ("<f4", 4)}[places["componentType"]]
    stride = view.get("byteStride", 12) // size
    points = np.frombuffer(body, kind, places["count"] * stride, start).reshape(-1, stride)[:, :3]
    for one in reversed(way):
        points = turned(points * one.get("scale", [1, 1, 1]), one.get("rotation", [0, 0, 0, 1]))
        points = points + one.get("translation", [0, 0, 0])
    return points


def test_a_small_file_draws_the_same(tmp_path: Path) -> None:
    fine = kernel_file(tmp_path / "fine.glb", ring(90))
    before = {name: drawn(fine, name) for name in ("ring_1", "ring_2", "ring_3")}
    size = fine.stat().st_size
    coarse = kernel_file(tmp_path / "coarse.glb", ring(9))
    shrink(fine, coarse)
    about, _ = read(fine)
    assert about["extensionsRequired"] == ["KHR_mesh_quantization"]
    assert fine.stat().st_size < size * 0.75
    # Within half a step of two micrometres along each axis.
    for name, points in before.items():
        assert drawn(fine, name) == pytest.approx(points, abs=1.8e-6), name
    assert drawn(fine, "ring_2", is_coarse=True) == pytest.approx(drawn(coarse, "ring_2"), abs=2e-6)
    usages = [one["extras"]["usage"] for one in about["nodes"] if "name" in one]
    assert usages == ["0", "0/0", "0/1", "0/2"]
    # Paint, not metal, which is black where nothing is mirrored in it.
    assert about["materials"][0]["pbrMetallicRoughness"]["metallicFactor"] == 0


def test_a_coarse_mesh_that_is_hardly_smaller_is_left_out(tmp_path: Path) -> None:
    fine = kernel_file(tmp_path / "fine.glb", ring(90))
    shrink(fine, kernel_file(tmp_path / "coarse.glb", ring(80)))
    assert len(read(fine)[0]["meshes"]) == 1


def test_wires_and_products_without_names_are_taken(tmp_path: Path) -> None:
    wire = {"name": "axis", "primitives": [{"attributes": {"POSITION": 0}, "mode": 3}]}
    mixed = kernel_file(tmp_path / "mixed.glb", ring(30), [wire, {}])
    shrink(mixed, None)
    about, _ = read(mixed)
    assert [mesh["name"] for mesh in about["meshes"]] == [""]
    assert ["mesh" in node for node in about["nodes"][:3]] == [False, False, True]
    lines = kernel_file(tmp_path / "lines.glb", ring(30), [wire, wire])
    before = lines.read_bytes()
    shrink(lines, None)
    assert lines.read_bytes() == before


@pytest.mark.parametrize(
    ("least", "step"), [(1.1e-6, 2e-6), (2e-6, 2e-6), (3e-5, 5e-5), (0.006, 0.01), (0.0, 1e-12)]
)
def test_steps_are_round(least: float, step: float) -> None:
    assert round_step(least) == step
