"""`python -m bench.cad`: parts made a second, the time of a product of thirty parts, memory."""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator

from bench.processes import memory_of
from partwright.cad.assembly.model import AssemblyChild
from partwright.cad.assembly.placement import arrange
from partwright.cad.job_types import (
    CHECK_OVERLAPS,
    COMPOSE,
    MAKE_PART,
    AssemblyTree,
    CheckOverlaps,
    ComposeAssembly,
    MadePart,
    MakePart,
    PlacedUse,
)
from partwright.cad.language.interfaces import bounding_box, connections
from partwright.cad.model import Operation, PartSpec
from partwright.cad.workers import KernelPool

PARTS = 30


def specifications() -> Iterator[tuple[PartSpec, int]]:
    """Thirty different parts with their quantities: plates, turned, toothed, boxed, standard."""
    grid = {"diameter": 3.4, "count_x": 2.0, "count_y": 2.0, "spacing_x": 80.0, "spacing_y": 50.0}
    holes = (Operation("hole_grid", "hole_grid_1", grid),)
    yield PartSpec("Base plate", "plate", _figures(length=100, width=70, thickness=6), holes), 1
    for number in range(6):
        figures = _figures(length=100, width=70, thickness=2 + number)
        yield PartSpec(f"Plate {number}", "plate", figures, holes), 1
    for number in range(6):
        figures = _figures(module=1, teeth=20 + 4 * number, width=8, bore=8)
        yield PartSpec(f"Gear {number}", "gear", figures), 1
    for number in range(4):
        figures = _figures(diameter_1=8, length_1=60 + 10 * number, diameter_2=12, length_2=30)
        yield PartSpec(f"Shaft {number}", "shaft", figures), 1
    for number in range(5):
        figures = _figures(length=60 + 10 * number, width=40, height=25)
        yield PartSpec(f"Case {number}", "enclosure", figures), 1
    for number in range(4):
        figures = _figures(outer_diameter=6, inner_diameter=3.4, length=8 + 2 * number)
        yield PartSpec(f"Spacer {number}", "spacer", figures), 4
    for designation in ("ISO 4762 M3x20", "ISO 7089 M3", "ISO 4032 M3", "608-2RS"):
        yield PartSpec(designation, f"standard:{designation}"), 4


def _figures(**figures: float) -> dict[str, float]:
    return {name: float(value) for name, value in figures.items()}


async def run(workers: int) -> None:
    """One product, from nothing to a checked assembly."""
    parts = {f"p{number}": pair for number, pair in enumerate(specifications())}
    assert len(parts) == PARTS
    with tempfile.TemporaryDirectory(prefix="partwright-") as folder:
        pool = KernelPool(workers=workers)
        begin = time.perf_counter()
        warm = PartSpec("Warm", "box", _figures(length=10, width=10, height=10))
        await pool.run(MAKE_PART, MakePart(warm, folder, "warm"))
        print(f"start and first part     {time.perf_counter() - begin:6.2f} s")
        made = await _make(pool, parts, folder)
        await _compose(pool, parts, made, folder)
        if pool.supervisor_pid is not None:
            print(
                f"supervising process      {memory_of(pool.supervisor_pid) / 1024:6.0f} MiB resident"
            )
        await pool.close()


async def _make(
    pool: KernelPool, parts: dict[str, tuple[PartSpec, int]], folder: str
) -> dict[str, MadePart]:
    jobs = [MakePart(one, folder, key, bounding_box(one)) for key, (one, _) in parts.items()]
    made: dict[str, MadePart] = {}
    begin = time.perf_counter()
    async for number, outcome in pool.each(MAKE_PART, jobs):
        assert isinstance(outcome, MadePart), outcome
        assert not outcome.faults, (jobs[number].spec.name, outcome.faults)
        made[jobs[number].stem] = outcome
    took = time.perf_counter() - begin
    print(f"{PARTS} parts, {pool.workers} workers      {took:6.2f} s  {PARTS / took:.1f} parts/s")
    return made


async def _compose(
    pool: KernelPool,
    parts: dict[str, tuple[PartSpec, int]],
    made: dict[str, MadePart],
    folder: str,
) -> None:
    children = [
        AssemblyChild(key, one.name, count, connections(one), one.method)
        for key, (one, count) in parts.items()
    ]
    begin = time.perf_counter()
    placed = arrange(children).placed
    print(f"placing {len(placed)} instances     {time.perf_counter() - begin:6.2f} s")
    tree = AssemblyTree(
        "product",
        "Product",
        children=tuple(
            AssemblyTree(one.temp_id, one.name, made[one.temp_id].files.step) for one in children
        ),
        placements=tuple(PlacedUse(*one.key, one.placement) for one in placed),
    )
    begin = time.perf_counter()
    composed = await pool.run(COMPOSE, ComposeAssembly(tree, folder))
    print(f"composing, {composed.instances} solids     {time.perf_counter() - begin:6.2f} s")
    begin = time.perf_counter()
    found = await pool.run(CHECK_OVERLAPS, CheckOverlaps(tree))
    took = time.perf_counter() - begin
    print(f"{found.pairs} pairs checked        {took:6.2f} s  {len(found.overlaps)} overlaps")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    asyncio.run(run(parser.parse_args().workers))


if __name__ == "__main__":
    main()
