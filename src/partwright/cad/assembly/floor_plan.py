"""Bodies side by side on a level rectangle."""

from collections.abc import Iterator, Sequence

import msgspec

from partwright.cad.assembly.scene import NEAR

Rectangle = tuple[float, float, float, float]
"""Low x, low y, high x, high y."""
Size = tuple[float, float]


class PackingFloor(msgspec.Struct, frozen=True):
    """A level rectangle at a height, the height that is free above it, and what stands on it."""

    rectangle: Rectangle
    z: float
    room: float
    taken: tuple[Rectangle, ...] = ()
    name: str = ""


MANY = 40
"""Things that are set without a search for gaps among those before them, if they are more."""


def pack(
    shelf: PackingFloor, sizes: Sequence[Size], *, gap: float, in_the_middle: bool = True
) -> list[tuple[float, float] | None]:
    """The middle of each thing on the shelf, or None for what finds no room.

    Things are set row by row, in the order given; if nothing stood there before, all of them
    together are then moved to the middle, if wanted.
    """
    taken = list(shelf.taken)
    found: list[Rectangle | None] = []
    if len(sizes) > MANY:
        found += _in_rows(shelf.rectangle, taken, sizes, gap)
    else:
        for size in sizes:
            spot = _spot(shelf.rectangle, taken, size, gap)
            found.append(spot)
            if spot is not None:
                taken.append(spot)
    new = [spot for spot in found if spot is not None]
    is_moved = in_the_middle and new and not shelf.taken
    x, y = _to_middle(shelf.rectangle, new) if is_moved else (0.0, 0.0)
    return [None if one is None else (_mid(one, 0) + x, _mid(one, 1) + y) for one in found]


def _spot(room: Rectangle, taken: Sequence[Rectangle], size: Size, gap: float) -> Rectangle | None:
    xs = sorted({room[0], *(one[2] + gap for one in taken)})
    ys = sorted({room[1], *(one[3] + gap for one in taken)})
    for y in ys:
        for x in xs:
            spot = (x, y, x + size[0], y + size[1])
            inside = spot[2] <= room[2] + NEAR and spot[3] <= room[3] + NEAR
            if inside and not any(_meet(spot, one, gap) for one in taken):
                return spot
    return None


def _in_rows(
    room: Rectangle, taken: Sequence[Rectangle], sizes: Sequence[Size], gap: float
) -> Iterator[Rectangle | None]:
    """Each thing after the one before it; a row begins below the lowest of the row before."""
    x, y = room[:2]
    bottom = y
    for width, height in sizes:
        spot: Rectangle | None = None
        while spot is None:
            if x + width > room[2] + NEAR and x > room[0]:
                x, y = room[0], bottom + gap
            spot = (x, y, x + width, y + height)
            if spot[2] > room[2] + NEAR or spot[3] > room[3] + NEAR:
                break
            hit = next((one for one in taken if _meet(spot, one, gap)), None)
            x = (hit or spot)[2] + gap
            bottom = max(bottom, (hit or spot)[3])
            spot = None if hit else spot
        else:
            yield spot
            continue
        yield None


def _meet(a: Rectangle, b: Rectangle, gap: float) -> bool:
    least = gap - NEAR
    return (
        a[0] < b[2] + least and b[0] < a[2] + least and a[1] < b[3] + least and b[1] < a[3] + least
    )


def _to_middle(room: Rectangle, spots: Sequence[Rectangle]) -> tuple[float, float]:
    hull = (
        min(one[0] for one in spots),
        min(one[1] for one in spots),
        max(one[2] for one in spots),
        max(one[3] for one in spots),
    )
    return (_mid(room, 0) - _mid(hull, 0), _mid(room, 1) - _mid(hull, 1))


def _mid(one: Rectangle, axis: int) -> float:
    return (one[axis] + one[axis + 2]) / 2
