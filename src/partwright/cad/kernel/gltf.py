"""GLB files made small: whole numbers for places, each mesh once, and a coarse one beside it.

The kernel writes places and normals as floats, and a mesh for each use. Here each mesh is kept once, its places
as multiples of a step of 1, 2 or 5 times a power of ten in 16 bits (`KHR_mesh_quantization`, which viewers read
without a decoder), its normals in 8 bits. `extras` of a mesh name the number of a coarser one of the same grid, those
of a node the place of its use in the structure and the product that it is of.
"""

import json
import math
import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy

Json = dict[str, Any]
Array = Any
"""An array of numbers."""
np: Any = numpy
"""Its types cannot be told in full."""

QUANTIZATION = "KHR_mesh_quantization"
_FLOAT, _BYTE, _SHORT, _UNSIGNED_SHORT, _UNSIGNED_INT = 5126, 5120, 5122, 5123, 5125
_NUMBERS = {_FLOAT: np.float32, _UNSIGNED_SHORT: np.uint16, _UNSIGNED_INT: np.uint32}
_WIDTHS = {"SCALAR": 1, "VEC3": 3}
_VERTICES, _INDICES = 34962, 34963
_TRIANGLES = 4
_MOST_STEPS = 32_767
_WORTH = 0.6
"""Of the triangles a coarse mesh may have at most, to be worth its bytes."""
_MATT = {"metallicFactor": 0.0, "roughnessFactor": 0.7}
"""What is not told in a CAD file: without it the format takes everything for metal."""


class _Primitive(NamedTuple):
    positions: Array
    normals: Array
    triangles: Array
    material: int | None


class _Grid(NamedTuple):
    """The places that a mesh may have: multiples of a step around an origin, in metres."""

    origin: tuple[float, float, float]
    step: float

    @classmethod
    def of(cls, positions: Array) -> "_Grid":
        low, high = positions.min(axis=0), positions.max(axis=0)
        step = round_step(float((high - low).max()) / 2 / (_MOST_STEPS - 1))
        middle = np.round((low + high) / 2 / step) * step
        return cls((float(middle[0]), float(middle[1]), float(middle[2])), step)

    def places(self, positions: Array) -> Array:
        steps = np.round((positions - np.array(self.origin)) / self.step)
        # Points of coarse meshes may lie a little outside of what the fine ones fill.
        return np.clip(steps, -_MOST_STEPS, _MOST_STEPS).astype(np.int16)


def round_step(least: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is not below; sizes in drawings are multiples of such."""
    power = math.floor(math.log10(max(least, 1e-12)))
    steps = (float(f"{digit}e{power}") for digit in (1, 2, 5, 10))
    return next((step for step in steps if step >= least), float(f"1e{power + 1}"))


class _Source:
    """A GLB file as the kernel writes it."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        (length,) = struct.unpack_from("<I", content, 12)
        self.about: Json = json.loads(content[20 : 20 + length])
        self._bytes = content[28 + length :]

    def primitives(self, mesh: Json) -> list[_Primitive]:
        found: list[_Primitive] = []
        for one in mesh["primitives"]:
            names = one["attributes"]
            if one.get("mode", _TRIANGLES) != _TRIANGLES or "NORMAL" not in names:
                # Wires and points, as of axes and sketches, have no faces to draw.
                continue
            positions = self._array(names["POSITION"]).astype(np.float64)
            normals = self._array(names["NORMAL"])
            triangles = self._array(one["indices"]).ravel().astype(np.uint32)
            found.append(_Primitive(positions, normals, triangles, one.get("material")))
        return found

    def _array(self, number: int) -> Array:
        accessor = self.about["accessors"][number]
        view = self.about["bufferViews"][accessor["bufferView"]]
        kind, width = _NUMBERS[accessor["componentType"]], _WIDTHS[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        found = np.frombuffer(self._bytes, kind, accessor["count"] * width, start)
        return found.reshape(-1, width)


class _Target:
    """A GLB file that is put together: four views, in the order of their alignment."""

    def __init__(self) -> None:
        self._parts: dict[str, bytearray] = {}
        self._views: list[str] = []
        self.accessors: list[Json] = []

    def add_mesh(self, name: str, primitives: list[_Primitive], grid: _Grid) -> Json:
        return {"name": name, "primitives": [self._primitive(one, grid) for one in primitives]}

    def _primitive(self, one: _Primitive, grid: _Grid) -> Json:
        places = grid.places(one.positions)
        normals = np.clip(np.round(one.normals * 127), -127, 127).astype(np.int8)
        bounds = {"min": places.min(axis=0).tolist(), "max": places.max(axis=0).tolist()}
        attributes = {
            "POSITION": self._accessor("places", _SHORT, "VEC3", _padded(places), bounds),
            "NORMAL": self._accessor(
                "normals", _BYTE, "VEC3", _padded(normals), {"normalized": True}
            ),
        }
        made: Json = {"attributes": attributes, "indices": self._triangles(one), "mode": _TRIANGLES}
        return made if one.material is None else made | {"material": one.material}

    def _triangles(self, one: _Primitive) -> int:
        # The highest number of a kind stands for the end of a strip.
        if len(one.positions) < 2**16 - 1:
            triangles = one.triangles.astype(np.uint16)
            return self._accessor("triangles", _UNSIGNED_SHORT, "SCALAR", triangles, {})
        return self._accessor("many triangles", _UNSIGNED_INT, "SCALAR", one.triangles, {})

    def _accessor(self, view: str, number: int, kind: str, values: Array, more: Json) -> int:
        part = self._parts.setdefault(view, bytearray())
        if view not in self._views:
            self._views.append(view)
        accessor = {
            "bufferView": self._views.index(view),
            "byteOffset": len(part),
            "componentType": number,
            "count": len(values),
            "type": kind,
        }
        part += values.tobytes()
        part += bytes(-len(part) % 4)
        self.accessors.append(accessor | more)
        return len(self.accessors) - 1

    def write(self, path: Path, about: Json) -> None:
        views: list[Json] = []
        body = bytearray()
        strides = {"places": 8, "normals": 4}
        for name in self._views:
            view: Json = {
                "buffer": 0,
                "byteOffset": len(body),
                "byteLength": len(self._parts[name]),
            }
            stride = strides.get(name)
            kind = _INDICES if stride is None else _VERTICES
            views.append(view | {"target": kind} | ({"byteStride": stride} if stride else {}))
            body += self._parts[name]
        about["bufferViews"], about["accessors"] = views, self.accessors
        about["buffers"] = [{"byteLength": len(body)}]
        text = json.dumps(about, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<I4s", len(text), b"JSON") + text
        chunks += struct.pack("<I4s", len(body), b"BIN\0") + bytes(body)
        path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)


def _padded(values: Array) -> Array:
    """With a fourth column of nothing, as vertices begin at multiples of four bytes."""
    return np.pad(values, ((0, 0), (0, 1)))


def shrink(path: Path, coarse: Path | None) -> None:
    """Write a file of the kernel anew; `coarse` is the same document with fewer triangles."""
    source = _Source(path)
    other = _Source(coarse) if coarse else None
    target = _Target()
    meshes, grids, numbers = _meshes(source, other, target)
    if not meshes:
        return
    about = source.about
    for material in about.get("materials", ()):
        material["pbrMetallicRoughness"] = material.get("pbrMetallicRoughness", {}) | _MATT
    about["meshes"] = meshes
    _undo_grids(about, numbers, grids)
    _tell_places(about)
    about["extensionsUsed"] = about["extensionsRequired"] = [QUANTIZATION]
    target.write(path, about)


def _meshes(
    source: _Source, other: _Source | None, target: _Target
) -> tuple[list[Json], list[_Grid], list[int]]:
    """Each mesh once, its coarse one after it; their grids, and what stands for the old numbers.

    Meshes without faces are left out and have the number -1.
    """
    old: list[Json] = source.about["meshes"]
    coarse: list[Json] = other.about["meshes"] if other else []
    are_alike = [one.get("name") for one in coarse] == [one.get("name") for one in old]
    meshes: list[Json] = []
    grids: list[_Grid] = []
    numbers: list[int] = []
    known: dict[str, int] = {}
    for number, mesh in enumerate(old):
        key = json.dumps(mesh, sort_keys=True)
        if key not in known:
            fine = source.primitives(mesh)
            if not fine:
                known[key] = -1
                numbers.append(-1)
                continue
            name: str = mesh.get("name", "")
            grid = _Grid.of(np.concatenate([one.positions for one in fine]))
            known[key] = len(meshes)
            meshes.append(target.add_mesh(name, fine, grid))
            grids.append(grid)
            fewer = other.primitives(coarse[number]) if other and are_alike else []
            if _is_worth(fine, fewer):
                meshes[-1]["extras"] = {"coarse": len(meshes)}
                meshes.append(target.add_mesh(name, fewer, grid))
                grids.append(grid)
        numbers.append(known[key])
    return meshes, grids, numbers


def _is_worth(fine: list[_Primitive], fewer: list[_Primitive]) -> bool:
    if [one.material for one in fine] != [one.material for one in fewer]:
        return False
    counts = [sum(len(one.triangles) for one in some) for some in (fine, fewer)]
    return counts[1] <= counts[0] * _WORTH


def _undo_grids(about: Json, numbers: list[int], grids: list[_Grid]) -> None:
    """Let each node that has a mesh stand where the mesh did, which is now kept in steps of its grid."""
    nodes: list[Json] = about["nodes"]
    for node in [one for one in nodes if "mesh" in one]:
        number: int = node.pop("mesh")
        mesh = numbers[number]
        if mesh < 0:
            continue
        grid = grids[mesh]
        drawn: Json = node
        moved = _turned(grid.origin, node.get("rotation"))
        if node.keys() & {"matrix", "scale", "children"}:
            node["children"] = [*node.get("children", ()), len(nodes)]
            drawn, moved = {}, list(grid.origin)
            nodes.append(drawn)
        node["extras"] = {"product": about["meshes"][mesh]["name"]}
        at: list[float] = drawn.get("translation", [0.0, 0.0, 0.0])
        drawn["translation"] = [one + other for one, other in zip(at, moved, strict=True)]
        drawn["scale"] = [grid.step] * 3
        drawn["mesh"] = mesh


def _tell_places(about: Json) -> None:
    """Tell each node its place in the structure: `0/2/1` is the second use within the third of the first root."""
    nodes: list[Json] = about["nodes"]
    roots: list[int] = about["scenes"][0]["nodes"]
    pending = [(number, str(place)) for place, number in enumerate(roots)]
    while pending:
        number, path = pending.pop()
        node = nodes[number]
        if "name" in node:
            node["extras"] = {"usage": path} | node.get("extras", {})
        children: list[int] = node.get("children", [])
        pending += [(child, f"{path}/{place}") for place, child in enumerate(children)]


def _turned(point: tuple[float, float, float], rotation: list[float] | None) -> list[float]:
    """A point turned by a quaternion."""
    if rotation is None:
        return list(point)
    axis, angle = np.array(rotation[:3]), rotation[3]
    across = 2 * np.cross(axis, point)
    return (np.array(point) + angle * across + np.cross(axis, across)).tolist()
