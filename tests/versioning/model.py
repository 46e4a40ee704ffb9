"""A model of branches and commits, kept in dictionaries."""

from typing import NamedTuple


class Part(NamedTuple):
    """The content of an item."""

    name: str
    material: str | None = None
    lines: tuple[tuple[str, int], ...] = ()
    """(child number, quantity), sorted."""

    def with_line(self, child: str, quantity: int | None) -> "Part":
        """With that quantity of the child; without the line for None."""
        lines = dict(self.lines)
        lines.pop(child, None)
        if quantity is not None:
            lines[child] = quantity
        return self._replace(lines=tuple(sorted(lines.items())))


State = dict[str, Part]
Place = tuple[str, ...]


class Refused(Exception):
    """The service must refuse this with the status and code."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(status, code)
        self.status, self.code = status, code


CONFLICT = Refused(409, "CONFLICT")
CLASH = Refused(409, "MERGE_CONFLICT")
CYCLE = Refused(422, "ITEM_RELATIONSHIP_CYCLE")


class Line:
    """Main or a branch: what it saw when it began, and what it shows."""

    def __init__(self, line_id: str, state: State) -> None:
        self.id = line_id
        self.base: State = dict(state)
        self.now: State = dict(state)
        self.checkouts: dict[str, Part] = {}
        """Number -> what stood before the checkout."""

    def add_line(self, parent: str, child: str, quantity: int) -> None:
        if parent == child:
            raise CYCLE
        if child in dict(self.now[parent].lines):
            raise CONFLICT
        after = {**self.now, parent: self.now[parent].with_line(child, quantity)}
        check_sound(after)
        self.now = after

    def delete(self, number: str) -> None:
        if parents_of(self.now, number):
            raise CONFLICT
        del self.now[number]
        self.checkouts.pop(number, None)

    def cancel(self, number: str) -> None:
        after = {**self.now, number: self.checkouts[number]}
        check_sound(after)
        self.now = after
        del self.checkouts[number]

    def actions(self) -> dict[str, str]:
        """What the diff of the branch must tell of each number."""
        told: dict[str, str] = {}
        for number in {*self.base, *self.now}:
            if self.base.get(number) != self.now.get(number):
                told[number] = "added" if number not in self.base else "modified"
                told[number] = "removed" if number not in self.now else told[number]
        return told


def parents_of(state: State, number: str) -> list[str]:
    return [parent for parent, part in state.items() if number in dict(part.lines)]


def check_sound(state: State) -> None:
    """CONFLICT where a line leads nowhere, CYCLE where a structure runs in a circle."""
    if any(child not in state for part in state.values() for child, _ in part.lines):
        raise CONFLICT
    for top in state:
        below = [child for child, _ in state[top].lines]
        seen: set[str] = set()
        while below:
            number = below.pop()
            if number == top:
                raise CYCLE
            if number not in seen:
                seen.add(number)
                below += [child for child, _ in state[number].lines]


def merged(base: State, ours: State, theirs: State) -> State:
    """The three-way merge, place by place over all items at once; CLASH or CYCLE."""
    for one, other in ((ours, theirs), (theirs, ours)):
        for number in base.keys() - one.keys():
            if number in other and other[number] != base[number]:
                raise CLASH
    sides = [_places(state) for state in (base, ours, theirs)]
    if _moved_apart(*sides):
        raise CLASH
    result: dict[Place, object] = {}
    for place in {*sides[0], *sides[1], *sides[2]}:
        old, mine, other = (side.get(place) for side in sides)
        if mine != other and old not in (mine, other):
            raise CLASH
        chosen = other if mine == old else mine
        if chosen is not None:
            result[place] = chosen
    state = _state(result)
    if any(child not in state for part in state.values() for child, _ in part.lines):
        raise CLASH
    check_sound(state)
    return state


def _places(state: State) -> dict[Place, object]:
    places: dict[Place, object] = {}
    for number, part in state.items():
        places[number, "name"] = part.name
        places[number, "material"] = part.material
        for child, quantity in part.lines:
            places[number, "bom", child] = quantity
    return places


def _state(places: dict[Place, object]) -> State:
    state: State = {}
    for number, *rest in places:
        if rest == ["name"]:
            material = places.get((number, "material"))
            state[number] = Part(str(places[number, "name"]), material and str(material))  # type: ignore[arg-type]
    for place, value in places.items():
        if len(place) == 3:
            number, _, child = place
            state[number] = state[number].with_line(child, value)  # type: ignore[arg-type]
    return state


def _moved_apart(base: dict[Place, object], *sides: dict[Place, object]) -> bool:
    """Whether both sides took a line from one parent and put it under different ones."""
    for place in base:
        if len(place) != 3 or any(place in side for side in sides):
            continue
        came = [{p[0] for p in side.keys() - base.keys() if p[2:] == place[2:]} for side in sides]
        if all(came) and came[0].isdisjoint(came[1]):
            return True
    return False
