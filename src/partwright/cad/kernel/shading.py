"""Pictures of triangles: shaded, with the edges drawn, as PNG; numbers only, no kernel."""

import struct
import zlib
from typing import Any, NamedTuple

import numpy

WIDTH, HEIGHT, MARGIN = 960, 720, 24
_DEEPEST = 12
"""Pixels within its rim from which a place is inside a body."""
_FINE = 2
"""Each pixel is the mean of so many by so many."""
_LIGHTS = (((0.35, -0.55, 0.76), 0.62), ((0.9, 0.1, 0.3), 0.18))
"""Directions towards the lights, and their strengths."""
_AMBIENT = 0.36
_PAPER = (250, 250, 248)
_INK = (28, 32, 40)
_CREASE = 0.86
"""Cosine of the angle from which the border of two surfaces is drawn."""
_STEP = 12
"""Pixels of depth from which a border is drawn between what is seen side by side."""
_STEEP = 0.999
"""From above, y is upwards in the picture."""
_AT_ONCE = 1 << 18
"""Samples held in memory together."""
_LARGE = 600
"""Pixels of a triangle from which it is drawn by itself."""
_LOOSE = 12
"""Times a triangle that the rectangle around it may be for that."""
_NOTHING = 0.02
"""Pixels below which a triangle shows nothing."""
_EDGE = 0.6
"""Pixels that a large triangle reaches over its edges, so that none beside it is left out."""

Array = Any
"""An array of numbers."""
np: Any = numpy
"""Its types cannot be told in full."""
_NUMBERS: Array = np.unique(np.array([m << n for n in range(13) for m in (1, 3)] + [2]))
"""Numbers of samples: powers of two, and the middle between each two."""


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


def spots(triangles: Triangles, eye: tuple[float, float, float]) -> dict[int, tuple[float, float]]:
    """For each body that is seen a place well within what is seen of it: mm to the right and upwards."""
    seen = np.einsum("ntk,jk->ntj", triangles.corners, _view(eye))
    middle, scale = _fit(seen)
    _, owner = _nearest(_fitted(seen))
    bodies = np.append(triangles.bodies, -1)[owner]
    found: dict[int, tuple[float, float]] = {}
    for body in np.unique(bodies[bodies >= 0]):
        row, column = _within(bodies == body)
        x = (column + 0.5 - WIDTH * _FINE / 2) / scale + middle[0]
        y = (HEIGHT * _FINE / 2 - row - 0.5) / scale + middle[1]
        found[int(body)] = (float(x), float(y))
    return found


def _within(mask: Array) -> tuple[int, int]:
    """The pixel of a mask that is far from its rim, and near the middle of those."""
    for _ in range(_DEEPEST):
        inner = mask.copy()
        for axis in (0, 1):
            for way in (-1, 1):
                inner &= np.roll(mask, way, axis)
        if not inner.any():
            break
        mask = inner
    rows, columns = np.nonzero(mask)
    off = np.hypot(rows - rows.mean(), columns - columns.mean())
    best = int(off.argmin())
    return int(rows[best]), int(columns[best])


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
    middle, scale = _fit(seen)
    placed = (seen - middle) * scale
    placed[..., 0] += WIDTH * _FINE / 2
    placed[..., 1] = HEIGHT * _FINE / 2 - placed[..., 1]
    return placed


def _fit(seen: Array) -> tuple[Array, float]:
    """The middle of what is seen, and the pixels of a millimetre."""
    low, high = seen.min(axis=(0, 1)), seen.max(axis=(0, 1))
    size = np.maximum(high - low, 1e-9)
    room = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN], dtype=float) * _FINE
    return (low + high) / 2, float((room / size[:2]).min())


def _nearest(placed: Array) -> tuple[Array, Array]:
    """The depth of each pixel, and the triangle that is seen there, -1 for none."""
    wide, high = WIDTH * _FINE, HEIGHT * _FINE
    depth = np.full((high, wide), -np.inf, dtype=np.float32)
    owner = np.full((high, wide), -1, dtype=np.int32)
    area = _areas(placed)
    is_large = _is_large(placed, area)
    for number in np.nonzero(is_large)[0]:
        _fill(depth, owner, placed[number], int(number))
    # A normal of what is seen from its edge is none, and would draw ink.
    small = np.nonzero(~is_large & (area > _NOTHING))[0]
    for numbers, along, across in _groups(placed, small):
        step = max(1, _AT_ONCE // (along * across))
        for start in range(0, len(numbers), step):
            some = numbers[start : start + step]
            _sprinkle(depth.reshape(-1), owner.reshape(-1), placed[some], some, (along, across))
    return depth, owner


def _areas(placed: Array) -> Array:
    """Pixels that each triangle covers."""
    u, w = (placed[:, 1] - placed[:, 0])[:, :2], (placed[:, 2] - placed[:, 0])[:, :2]
    return np.abs(u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0]) / 2


def _is_large(placed: Array, area: Array) -> Array:
    """Triangles that fill a good part of the rectangle around them, and are many pixels."""
    low, high = placed[..., :2].min(axis=1), placed[..., :2].max(axis=1)
    around = (high - low).prod(axis=1)
    return (area > _LARGE) & (around < area * _LOOSE)


def _fill(depth: Array, owner: Array, corners: Array, number: int) -> None:
    """Draw one large triangle, by the rectangle of pixels around it."""
    x0, y0 = (max(0, int(side)) for side in corners[:, :2].min(axis=0))
    x1, y1 = (int(side) + 1 for side in corners[:, :2].max(axis=0))
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    across = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    x = (np.arange(x0, min(x1, depth.shape[1])) + 0.5 - ax)[None, :] / across
    y = (np.arange(y0, min(y1, depth.shape[0])) + 0.5 - ay)[:, None] / across
    second, third = x * (cy - ay) - y * (cx - ax), y * (bx - ax) - x * (by - ay)
    near = (az + second * (bz - az) + third * (cz - az)).astype(np.float32)
    there = (slice(y0, y0 + near.shape[0]), slice(x0, x0 + near.shape[1]))
    spare = _EDGE / abs(across)
    seen = second >= -spare * np.hypot(cx - ax, cy - ay)
    seen &= third >= -spare * np.hypot(bx - ax, by - ay)
    seen &= second + third <= 1 + spare * np.hypot(cx - bx, cy - by)
    seen &= near >= depth[there]
    depth[there][seen] = near[seen]
    owner[there][seen] = number


def _sprinkle(
    depth: Array, owner: Array, corners: Array, numbers: Array, samples: tuple[int, int]
) -> None:
    """Draw small or slim triangles by points that lie close together on them."""
    along, across = samples
    wide, high = WIDTH * _FINE, HEIGHT * _FINE
    u = (np.arange(along, dtype=np.float32) + 0.5) / along
    v = (np.arange(across, dtype=np.float32) + 0.5) / across
    share = (u[:, None] * (1 - v)[None, :]).ravel()[None, :]
    top = np.broadcast_to(v[None, :], (along, across)).ravel()[None, :]
    a, b, c = (corners[:, corner].astype(np.float32) for corner in range(3))
    x, y, near = (
        a[:, side, None] + (b - a)[:, side, None] * share + (c - a)[:, side, None] * top
        for side in range(3)
    )
    row, column = np.clip(y.astype(np.int32), 0, high - 1), np.clip(x.astype(np.int32), 0, wide - 1)
    pixel, near = (row * wide + column).ravel(), near.ravel()
    np.maximum.at(depth, pixel, near)
    won = near >= depth[pixel]
    owner[pixel[won]] = np.repeat(numbers, along * across)[won]


def _groups(placed: Array, of: Array) -> Any:
    """Numbers of triangles that need about as many samples along their longest side and across."""
    some = placed[of]
    sides = np.stack(
        [np.hypot(*(some[:, (k + 1) % 3] - some[:, k])[:, :2].T) for k in range(3)], axis=1
    )
    first = sides.argmax(axis=1)
    rows = np.arange(len(some))
    order = (first[:, None] + np.arange(3)[None, :]) % 3
    placed[of] = some = some[rows[:, None], order]
    longest = sides[rows, first]
    tall = 2 * _areas(some) / np.maximum(longest, 1e-9)
    along, across = _steps(longest), _steps(tall)
    for pair in np.unique(np.stack([along, across], axis=1), axis=0):
        yield of[(along == pair[0]) & (across == pair[1])], int(pair[0]), int(pair[1])


def _steps(pixels: Array) -> Array:
    """As many samples as leave no pixel out, of few different numbers."""
    needed = np.ceil(np.maximum(pixels * 1.25, 1)).astype(int)
    return _NUMBERS[np.searchsorted(_NUMBERS, needed)]


def _painted(depth: Array, owner: Array, normals: Array, triangles: Triangles) -> Array:
    light = np.full(len(normals), _AMBIENT)
    for towards, strength in _LIGHTS:
        direction = np.array(towards) / np.linalg.norm(towards)
        light += strength * np.maximum(normals @ direction, 0)
    shades = np.clip(triangles.colours * light[:, None] * 255, 0, 255).astype(np.uint8)
    # The last row is what the number of no triangle, -1, finds.
    picture = np.concatenate([shades, np.array([_PAPER], np.uint8)])[owner]
    bodies = np.append(triangles.bodies, -1)
    facing = np.concatenate([normals, np.zeros((1, 3))])
    for axis in (0, 1):
        here, there = _pair(owner, axis)
        rows, columns = np.nonzero(here != there)
        one, other = here[rows, columns], there[rows, columns]
        near, far = (side[rows, columns] for side in _pair(depth, axis))
        edge = bodies[one] != bodies[other]
        is_drawn = one >= 0
        edge |= is_drawn & (np.einsum("ij,ij->i", facing[one], facing[other]) < _CREASE)
        with np.errstate(invalid="ignore"):
            edge |= is_drawn & (np.abs(near - far) > _STEP)
        picture[rows[edge] + (axis == 0), columns[edge] + (axis == 1)] = _INK
    shape = (HEIGHT, _FINE, WIDTH, _FINE, 3)
    total = picture.reshape(shape).sum(axis=(1, 3), dtype=np.uint16)
    return (total // (_FINE * _FINE)).astype(np.uint8)


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
