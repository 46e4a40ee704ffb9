"""Structures of 100,000 lines hold nobody up: neither while they are computed nor when they go."""

import asyncio
import gc
import sys
import threading
import time
from asyncio.events import Handle
from collections.abc import Callable, Generator, Iterator
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from partwright.cli import worker_process
from partwright.kit.decimals import stored_decimal
from partwright.kit.ids import ItemId, MasterId, RelationshipId
from partwright.relationships.bom_lines import _plain_bom
from partwright.relationships.compare import compare_structures
from partwright.relationships.explosion_service import stream_flat_bom, where_used_lines
from partwright.relationships.graph_service import streamed_graph
from partwright.relationships.rollup import roll_up_structure
from partwright.relationships.structure import ItemStructure, compute_last
from partwright.relationships.structure_links import StructureItem, StructureLink
from partwright.versioning.model import MAIN, ShownVersion
from partwright.web.long_json import json_pieces
from partwright.web.responses import DataResponse, RowStream

LINES = 100_000
LONGEST_SECONDS = 0.02
"""Of the processor, for which the loop may serve nobody."""
TRIES = 3
ONE = stored_decimal(Decimal(1))


@pytest.fixture
def callbacks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The processor time of all that the loop has called."""
    took: list[float] = []
    run = Handle._run

    def measured(self: Handle) -> None:
        began = time.thread_time()
        run(self)
        took.append(time.thread_time() - began)

    monkeypatch.setattr(Handle, "_run", measured)
    gc.disable()
    yield took
    gc.enable()


def structure(name: str, *, lines: int = LINES) -> ItemStructure:
    """Ten below each, as far as the lines go."""
    ends = {"item_id": f"{name}0", "master_id": f"master {name}0", "item_number": "TOP"}
    columns: list[Any] = list((dict.fromkeys(ShownVersion.__struct_fields__) | ends).values())
    found = ItemStructure(ShownVersion(*columns), {}, {}, MAIN)
    for number in range(lines + 1):
        found.level[ItemId(f"{name}{number}")] = len(str(number))
        for child in range(10 * number + 1, min(10 * number + 10, lines) + 1):
            found.links.setdefault(ItemId(f"{name}{number}"), []).append(link(name, number, child))
    return found


def link(name: str, parent: int, child: int) -> StructureLink:
    item = StructureItem(
        item_id=ItemId(f"{name}{child}"),
        item_number=f"N-{child:06d}",
        name=f"Part {child}",
        revision="A",
        item_type="Part",
        state="Draft",
        cost=ONE,
        cost_currency="USD",
        weight=ONE,
        weight_unit="kg",
        lead_time=1,
        part_type="Purchase",
        mass_basis=None,
        cost_basis=None,
        is_family=False,
        is_visible=True,
        master_id=MasterId(f"master {name}{child}"),
    )
    line_id, near_id = RelationshipId(f"line {child}"), ItemId(f"{name}{parent}")
    return StructureLink(line_id, near_id, "bom", ONE, None, None, item)


def ladder() -> ItemStructure:
    """62 lines on 131,070 paths, of a quantity so long that they are made before they are sent."""
    found = structure("a", lines=0)
    for number in range(31):
        first = number + 1 + number % 2
        found.links[ItemId(f"a{number}")] = [link("a", number, first + n) for n in (0, 1)]
    top = found.links[ItemId("a0")]
    top[0] = replace(top[0], quantity=stored_decimal(Decimal("123456789012345.123456789012")))
    return found


async def test_many_paths_of_few_lines_hold_nobody_up(callbacks: list[float]) -> None:
    found = ladder()
    assert found.size == 62
    callbacks.clear()
    told = await _plain_bom(found, flat=False, depth=16)
    await asyncio.sleep(0)
    assert isinstance(told, dict)
    assert max(callbacks) < LONGEST_SECONDS
    assert sum(1 for _ in told["lines"].rows) == 131_070


def where_used(found: ItemStructure) -> Any:
    return where_used_lines(found, depth=None)


def flat_bom(found: ItemStructure) -> Any:
    return b"".join(
        json_pieces(DataResponse({"lines": RowStream(stream_flat_bom(found, depth=None))}))
    )


def left_flat_bom(found: ItemStructure) -> None:
    leave(json_pieces(DataResponse(asyncio.run(_plain_bom(found, flat=True, depth=None)))), found)


def left_graph(found: ItemStructure) -> None:
    leave(json_pieces(DataResponse(streamed_graph([(found, False)]))), found)


def leave(pieces: Generator[bytes], found: ItemStructure) -> None:
    """Take one burst as a client does who then hangs up."""
    assert [next(pieces) for _ in range(4)]
    pieces.close()
    assert not found.links, "given up piece by piece"
    assert not found.level


def longest_hold(work: Callable[..., Any], *found: ItemStructure) -> float:
    """Seconds of the processor that the work takes before another thread has its turn."""
    clocks: list[int] = []
    held = [0.0]

    def run() -> None:
        clocks.append(time.pthread_getcpuclockid(threading.get_ident()))
        began.set()
        work(*found)
        ends.set()
        watched.wait()

    began, ends, watched = threading.Event(), threading.Event(), threading.Event()
    worker = threading.Thread(target=run)
    worker.start()
    began.wait()
    while not ends.is_set():
        before = time.clock_gettime(clocks[0])
        # Comes back when the interpreter is let go of.
        time.sleep(0.0005)
        held.append(time.clock_gettime(clocks[0]) - before)
    watched.set()
    worker.join()
    return max(held)


@pytest.mark.parametrize("work", [flat_bom, left_flat_bom, left_graph])
def test_an_answer_lets_go_of_the_interpreter(work: Callable[[ItemStructure], Any]) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(worker_process._SWITCH_SECONDS)
    longest: list[float] = []
    try:
        for _ in range(TRIES):
            longest.append(longest_hold(work, structure("a")))
            if min(longest) < LONGEST_SECONDS:
                return
    finally:
        sys.setswitchinterval(interval)
    assert min(longest) < LONGEST_SECONDS, longest


@pytest.mark.parametrize(
    ("work", "names"), [(roll_up_structure, "a"), (where_used, "a"), (compare_structures, "ab")]
)
async def test_a_large_structure_holds_nobody_up(
    work: Callable[..., Any], names: str, callbacks: list[float]
) -> None:
    longest: list[float] = []
    for _ in range(TRIES):
        found = [await asyncio.to_thread(structure, name) for name in names]
        callbacks.clear()
        # The answer is kept until the next try: it is long itself, and has pieces of its own.
        answer = await compute_last(work, *found)
        assert not any(one.links for one in found), "freed where nobody waits for it"
        del found
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        longest.append(max(callbacks))
        assert answer is not None
        if min(longest) < LONGEST_SECONDS:
            return
    assert min(longest) < LONGEST_SECONDS, longest
