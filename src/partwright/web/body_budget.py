"""Memory that bodies take which are read at the same time; a few large ones are all there may be."""

from partwright.kit.errors import ServiceUnavailable

SMALL_BODY = 64 << 10
"""Bytes of a body that is always read."""
MOST_OF_ONE = 64 << 20
"""Bytes of the larger bodies of one user."""
MOST_IN_ALL = 128 << 20
"""Bytes of the larger bodies of everybody, in one process."""


class BodyBudget:
    """What the requests of a process hold."""

    def __init__(self) -> None:
        self._held_by: dict[str, int] = {}

    def take(self, who: str, size: int) -> None:
        """Count so many bytes more; ServiceUnavailable where they would be too many."""
        own = self._held_by.get(who, 0) + size
        if own > MOST_OF_ONE or sum(self._held_by.values()) + size > MOST_IN_ALL:
            message = "Too many large bodies are being read at once"
            raise ServiceUnavailable(message, retry_after=5)
        self._held_by[who] = own

    def give_back(self, who: str, size: int) -> None:
        """So many bytes are free again."""
        left = self._held_by[who] - size
        if left:
            self._held_by[who] = left
        else:
            del self._held_by[who]


class BodyShare:
    """What one request holds of it, until it has ended."""

    def __init__(self, budget: BodyBudget) -> None:
        self._budget = budget
        self._who = ""
        self._held = 0

    def hold(self, who: str, size: int) -> None:
        """The body has grown to so many bytes."""
        if size > SMALL_BODY:
            self._budget.take(who, size - self._held)
            self._who, self._held = who, size

    def end(self) -> None:
        """The request is answered, and its body gone."""
        if self._held:
            self._budget.give_back(self._who, self._held)
            self._held = 0
