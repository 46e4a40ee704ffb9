"""Knowledge of the walkers: what they made, what was acknowledged, and who holds what."""

import asyncio
import random
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.people import Person

LIVE_DESIGNS = 4
ITEMS_A_DESIGN = 60


@dataclass(eq=False)
class Branch:
    """A branch, main too."""

    id: str
    design: "Design"
    order: str | None = None
    is_main: bool = False
    is_open: bool = True
    items: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    """Messages of commits that were acknowledged."""

    def take_in(self, other: "Branch") -> None:
        """From now on it shows what the other shows."""
        self.items = list(dict.fromkeys(self.items + other.items))
        self.documents = list(dict.fromkeys(self.documents + other.documents))


@dataclass(eq=False)
class Design:
    """A design with its branches and the items that were made in it."""

    id: str
    branches: list[Branch] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    made: int = 0

    @property
    def main(self) -> Branch:
        return self.branches[0]

    def begin(self, branch_id: str, order: str | None = None) -> None:
        """A branch that shows what main shows now."""
        branch = Branch(branch_id, self, order)
        branch.take_in(self.main)
        self.branches.append(branch)


@dataclass(eq=False)
class VaultFile:
    """A file with the digests of its acknowledged versions."""

    id: str
    branch: Branch
    digests: list[str]
    is_deleted: bool = False
    """Whether somebody has tried to delete it, or what it hangs on."""


class Knowledge:
    """Shared by all walkers."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.designs: list[Design] = []
        """Those that are worked on."""
        self.retired: list[Design] = []
        self.files: list[VaultFile] = []
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.wrong: list[str] = []
        self.calls = 0
        self.unknown = 0
        """Calls whose answer was cut off by a fault, or that were refused while it lasted."""
        self._under_way = 0
        self.is_quiet = asyncio.Event()
        """Set while no call waits for its answer."""
        self.is_quiet.set()
        self.faults: Counter[str] = Counter()
        self.messages = 0
        self._held: dict[tuple[str, ...], Person] = {}
        self.is_up = asyncio.Event()
        """Set while calls may begin."""
        self.is_up.set()
        self.is_excused = False
        """Whether a call may be refused for want of a database, a disk or a store, or be cut off."""
        self.is_over = asyncio.Event()
        """Set when the time is over."""

    def goes_on(self, most: int) -> bool:
        """Whether another call may be made."""
        return self.calls < most and not self.is_over.is_set()

    @contextmanager
    def calling(self) -> Generator[None]:
        """While one call waits for its answer."""
        self._under_way += 1
        self.is_quiet.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self.is_quiet.set()

    def next_message(self) -> str:
        self.messages += 1
        return f"walk {self.messages}"

    def fault(self, what: str) -> None:
        """Note what must not happen."""
        self.wrong.append(what)

    def acquired(self, key: tuple[str, ...], person: Person) -> None:
        """Somebody was told that they hold it now; nobody else may hold it."""
        holder = self._held.setdefault(key, person)
        if holder.id != person.id:
            self.fault(f"{key} was given to {person.name} while {holder.name} holds it")

    def releasing(self, key: tuple[str, ...]) -> None:
        """From now on it may be free."""
        self._held.pop(key, None)

    def releasing_all_of(self, name: str) -> None:
        """All that is held of a branch or an item may be free from now on."""
        for key in [key for key in self._held if name in key]:
            del self._held[key]

    def held_by(self, person: Person) -> list[tuple[str, ...]]:
        return [key for key, holder in self._held.items() if holder.id == person.id]
