"""Pictures of triangles: shaded, with the edges drawn, as PNG; numbers only, no kernel."""

import struct
import zlib
from typing import Any, NamedTuple

import numpy

WIDTH, HEIGHT, MARGIN = 960, 720, 24
_FINE = 2
"""Each pixel is the mean of so many by so many."""
_LIGHTS = (((0.35, -0.55, 0.76), 0.62), ((0.9, 0.1, 0.3), 0.18))
"""Directions towards the lights, and their strengths."""
_AMBIENT = 0.36
_PAPER = (250, 250, 248)
_INK = (28, 32, 40)
_CREASE = 0.86
"""Cosine of the angle from which the border of two surfaces is drawn."""
_STEEP = 0.999
"""From above, y is upwards in the picture."""
_AT_ONCE = 1 << 20
"""Samples held in memory together."""

Array = Any
"""An array of numbers."""
np: Any = numpy
"""Its types cannot be told in full."""


class Triangles(NamedTuple):
    """Corners (n, 3, 3) in mm, colours (n, 3) from 0 to 1, and the number of each one's body (n)."""

    corners: Array
    colours: Array
    bodies: Array


def png(triangles: Triangles, eye: tuple[float, float, float]) -> bytes:
    """A picture as seen from the direction of the eye, upwards being upwards."""
    view = _view(eye)
    seen = np.einsum("ntk,jk->ntj", triangles.corners, view)
    placed = _fitted(seen)
    normal = np.cross(
        triangles.corners[:, 1] - triangles.corners[:, 0],
        triangles.corners[:, 2] - triangles.corners[:, 0],
    )
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    normals = normal / np.maximum(length, 1e-12)
    nearest, owner = _nearest(placed)
    return _encoded(_painted(nearest, owner, normals, triangles))


def _view(eye: tuple[float, float, float]) -> Array:
    """Rows: to the right, upwards, towards the eye."""
    towards = np.array(eye, dtype=float)
    towards /= np.linalg.norm(towards)
    is_steep = abs(towards[2]) > _STEEP
    right = np.cross((0.0, 1.0, 0.0) if is_steep else (0.0, 0.0, 1.0), towards)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(towards, right), towards])


def _fitted(seen: Array) -> Array:
    """In pixels, the depth kept in their measure."""
    low, high = seen.min(axis=(0, 1)), seen.max(axis=(0, 1))
    size = np.maximum(high - low, 1e-9)
    room = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN], dtype=float) * _FINE
    scale = float((room / size[:2]).min())
    placed = (seen - (low + high) / 2) * scale
    placed[..., 0] += WIDTH * _FINE / 2
    placed[..., 1] = HEIGHT * _FINE / 2 - placed[..., 1]
    return placed


def _nearest(placed: Array) -> tuple[Array, Array]:
    """The depth of each pixel, and the triangle that is seen there, -1 for none."""
    wide, high = WIDTH * _FINE, HEIGHT * _FINE
    depth = np.full(wide * high, -np.inf, dtype=np.float32)
    owner = np.full(wide * high, -1, dtype=np.int32)
    for numbers, along, across in _groups(placed):
        u = (np.arange(along) + 0.5) / along
        v = (np.arange(across) + 0.5) / across
        share = (u[:, None] * (1 - v)[None, :]).ravel()
        top = np.broadcast_to(v[None, :], (along, across)).ravel()
        step = max(1, _AT_ONCE // (along * across))
        for start in range(0, len(numbers), step):
            some = numbers[start : start + step]
            a, b, c = (placed[some, corner][:, None, :] for corner in range(3))
            base = (1 - top - share)[None, :, None]
            points = a * base + b * share[None, :, None] + c * top[None, :, None]
            x, y = points[..., 0].astype(np.int32), points[..., 1].astype(np.int32)
            pixel = (np.clip(y, 0, high - 1) * wide + np.clip(x, 0, wide - 1)).ravel()
            near = points[..., 2].astype(np.float32).ravel()
            np.maximum.at(depth, pixel, near)
            won = near >= depth[pixel]
            owner[pixel[won]] = np.repeat(some, along * across)[won]
    return depth.reshape(high, wide), owner.reshape(high, wide)


def _groups(placed: Array) -> Any:
    """Numbers of triangles that need about as many samples along their longest side and across."""
    sides = np.stack(
        [np.hypot(*(placed[:, (k + 1) % 3] - placed[:, k])[:, :2].T) for k in range(3)], axis=1
    )
    first = sides.argmax(axis=1)
    rows = np.arange(len(placed))
    order = (first[:, None] + np.arange(3)[None, :]) % 3
    placed[:] = placed[rows[:, None], order]
    longest = sides[rows, first]
    u, w = (placed[:, 1] - placed[:, 0])[:, :2], (placed[:, 2] - placed[:, 0])[:, :2]
    area = np.abs(u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0])
    tall = area / np.maximum(longest, 1e-9)
    along = np.exp2(np.ceil(np.log2(np.maximum(longest * 1.25, 1)))).astype(int)
    across = np.exp2(np.ceil(np.log2(np.maximum(tall * 1.25, 1)))).astype(int)
    for pair in np.unique(np.stack([along, across], axis=1), axis=0):
        yield np.nonzero((along == pair[0]) & (across == pair[1]))[0], int(pair[0]), int(pair[1])


def _painted(depth: Array, owner: Array, normals: Array, triangles: Triangles) -> Array:
    light = np.full(len(normals), _AMBIENT)
    for towards, strength in _LIGHTS:
        direction = np.array(towards) / np.linalg.norm(towards)
        light += strength * np.maximum(normals @ direction, 0)
    shades = np.clip(triangles.colours * light[:, None] * 255, 0, 255)
    picture = np.where(owner[..., None] >= 0, shades[owner], np.array(_PAPER, dtype=float))
    body = np.where(owner >= 0, triangles.bodies[owner], -1)
    normal = normals[owner]
    ink = np.zeros(owner.shape, dtype=bool)
    for axis in (0, 1):
        here, there = _pair(body, axis)
        edge = here != there
        one, other = _pair(normal, axis)
        edge |= (np.einsum("ijk,ijk->ij", one, other) < _CREASE) & (here >= 0)
        near, far = _pair(depth, axis)
        with np.errstate(invalid="ignore"):
            edge |= (np.abs(near - far) > 12) & (here >= 0)
        if axis:
            ink[:, 1:] |= edge
        else:
            ink[1:] |= edge
    picture[ink] = _INK
    shape = (HEIGHT, _FINE, WIDTH, _FINE, 3)
    return picture.reshape(shape).mean(axis=(1, 3)).astype(np.uint8)


def _pair(values: Array, axis: int) -> tuple[Array, Array]:
    return (values[1:], values[:-1]) if axis == 0 else (values[:, 1:], values[:, :-1])


def _encoded(picture: Array) -> bytes:
    rows = np.concatenate([np.zeros((HEIGHT, 1), np.uint8), picture.reshape(HEIGHT, -1)], axis=1)
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
