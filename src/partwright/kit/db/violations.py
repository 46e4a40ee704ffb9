"""From a constraint that turned a row down to the refusal that it stands for."""

from collections.abc import Callable, Mapping

from partwright.kit.db.base import ConstraintViolated
from partwright.kit.errors import Refusal


def refusal_for_violation(
    violation: ConstraintViolated, table: Mapping[str, Callable[[], Refusal]]
) -> Refusal:
    """The refusal a constraint stands for; a constraint not in the table is a fault of ours."""
    try:
        return table[violation.name]()
    except KeyError:
        raise violation from None
