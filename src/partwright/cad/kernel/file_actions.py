"""What can be done with files alone; it needs less of the kernel, so it is loaded sooner."""

from partwright.cad.kernel import occ
from partwright.cad.kernel.assembly import compose
from partwright.cad.kernel.inspect import inspect
from partwright.cad.kernel.interference import check_overlaps
from partwright.cad.kernel.server import Actions
from partwright.cad.work import CHECK_OVERLAPS, COMPOSE, INSPECT, CheckOverlaps, Compose, Inspect

occ.silence()

ACTIONS: Actions = {
    INSPECT.name: (Inspect, inspect),
    COMPOSE.name: (Compose, compose),
    CHECK_OVERLAPS.name: (CheckOverlaps, check_overlaps),
}
