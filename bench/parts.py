"""Random parts of the part language through the kernel's processes: `python -m bench.parts 500`.

Every part is built, written as STEP, GLB and drawing, read back and compared with its promise.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from bench.processes import memory_of
from partwright.cad.job_protocol import JobFailed
from partwright.cad.job_types import MAKE_PART, MadePart, MakePart
from partwright.cad.language import interfaces
from partwright.cad.workers import KernelPool
from tests.cad.random_parts import random_part


def wrong_with(made: MadePart | JobFailed) -> str:
    if isinstance(made, JobFailed):
        return f"{made.reason}: {made.message}"
    return "; ".join(made.faults)


async def run(number: int, *, workers: int, seed: int, folder: Path) -> None:
    specs = [random_part(Random(seed + turn)) for turn in range(number)]
    jobs = [
        MakePart(spec, str(folder), f"part{turn}", interfaces.bounding_box(spec))
        for turn, spec in enumerate(specs)
    ]
    pool = KernelPool(workers=workers)
    try:
        began = time.perf_counter()
        await pool.run(MAKE_PART, jobs[0])
        ready = time.perf_counter()
        faults: Counter[str] = Counter()
        async for turn, made in pool.each(MAKE_PART, jobs):
            wrong = wrong_with(made)
            faults["wrong" if wrong else "right"] += 1
            if wrong:
                print(f"  {seed + turn} {specs[turn].method}: {wrong}")
        seconds = time.perf_counter() - ready
        memory = memory_of(pool.supervisor_pid, "VmHWM") / 1024 if pool.supervisor_pid else 0.0
    finally:
        await pool.close()
    print(f"kernel ready and first part after {ready - began:.1f} s, supervisor {memory:.0f} MiB")
    print(
        f"{number} parts, {faults['wrong']} wrong, {number / seconds:.1f} parts/s, {workers} workers"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="of the first part; they count up")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(given.number, workers=given.workers, seed=given.seed, folder=Path(folder)))


if __name__ == "__main__":
    main()
