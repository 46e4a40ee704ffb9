"""What can be done with files alone; it needs less of the kernel, so it is loaded sooner."""

from partwright.cad.kernel import occ
from partwright.cad.kernel.inspect import inspect
from partwright.cad.kernel.server import Actions
from partwright.cad.work import INSPECT, Inspect

occ.silence()

ACTIONS: Actions = {
    INSPECT.name: (Inspect, inspect),
}
