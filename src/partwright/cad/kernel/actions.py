"""Everything that the worker processes can do."""

from partwright.cad.kernel import file_actions
from partwright.cad.kernel.output import make_part
from partwright.cad.kernel.server import Actions
from partwright.cad.work import MAKE_PART, MakePart

ACTIONS: Actions = {
    **file_actions.ACTIONS,
    MAKE_PART.name: (MakePart, make_part),
}
