"""Invariants that must hold at any moment of the walk, and at its end."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from attacks.walk_state import Branch, Design
from attacks.walker import Walker

_PAGE = 100

_EMPTY = {
    "two current rows of one item on one branch": """
        SELECT master_id, COALESCE(branch_id, '') FROM versions
         WHERE until IS NULL AND is_current GROUP BY 1, 2 HAVING COUNT(*) > 1""",
    "one number of two items": """
        SELECT UPPER(item_number) FROM versions
         WHERE until IS NULL AND is_current AND NOT is_deleted
         GROUP BY 1 HAVING COUNT(DISTINCT master_id) > 1""",
    "a commit whose parent is missing": """
        SELECT c.id FROM commits c LEFT JOIN commits p ON p.id = c.parent_id
         WHERE c.parent_id IS NOT NULL AND (p.id IS NULL OR p.seq >= c.seq)""",
    "a head that is not the last commit of its branch": """
        SELECT b.id FROM branches b
         WHERE b.head_seq IS NOT NULL AND EXISTS (
               SELECT 1 FROM commits c WHERE c.branch_id = b.id AND c.seq > b.head_seq)""",
    "a row written by no commit": """
        SELECT v.row_id FROM versions v LEFT JOIN commits c ON c.seq = v.since
         WHERE v.design_id IS NOT NULL AND v.type IN ('Part', 'Document', 'Requirement')
           AND c.seq IS NULL""",
    "a line twice": """
        SELECT parent_item_id, child_master_id, type FROM relationships
         WHERE until IS NULL GROUP BY 1, 2, 3, COALESCE(branch_id, '') HAVING COUNT(*) > 1""",
    "a file version twice": """
        SELECT file_id, version FROM file_versions GROUP BY 1, 2 HAVING COUNT(*) > 1""",
    "counts that are not those of the rows": """
        SELECT design_id, type, state, SUM(held) FROM (
            SELECT design_id, type, state, held FROM item_counts
            UNION ALL
            SELECT COALESCE(design_id, ''), type, state, -COUNT(*) FROM versions
             WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted
             GROUP BY 1, 2, 3) AS both_counts
         GROUP BY 1, 2, 3 HAVING SUM(held) <> 0""",
    "a checkout on a branch that is put away": """
        SELECT c.master_id FROM checkouts c JOIN branches b ON b.id = c.branch_id
         WHERE b.is_archived""",
}


def cycle_in(edges: Iterable[tuple[str, str]]) -> list[str]:
    """The nodes of a cycle, or nothing."""
    below: dict[str, list[str]] = {}
    for parent, child in edges:
        below.setdefault(parent, []).append(child)
    done: set[str] = set()
    for root in below:
        path: list[str] = []
        open_: list[tuple[str, int]] = [(root, 0)]
        while open_:
            node, place = open_.pop()
            if place == 0:
                if node in path:
                    return [*path[path.index(node) :], node]
                if node in done:
                    continue
                path.append(node)
            children = below.get(node, [])
            if place < len(children):
                open_ += [(node, place + 1), (children[place], 0)]
            else:
                path.pop()
                done.add(node)
    return []


class Auditor:
    """Looks at designs as an administrator does."""

    def __init__(self, walker: Walker) -> None:
        self._walker = walker
        self._known = walker.known
        self.audits = 0

    async def _get(self, path: str) -> Any:
        return (await self._walker.call("GET", path))[1]

    async def design(self, design: Design) -> None:
        """Main and every branch of a design."""
        self.audits += 1
        for branch in design.branches:
            found = await self._edges(design, branch)
            if found is not None and (cycle := cycle_in(found)):
                self._known.fault(f"cycle on {branch.id}: {' > '.join(cycle)}")

    async def mains(self) -> None:
        """All mains seen together."""
        edges: list[tuple[str, str]] = []
        for design in [*self._known.designs, *self._known.retired]:
            edges += await self._edges(design, design.main) or []
        if cycle := cycle_in(edges):
            self._known.fault(f"cycle over mains: {' > '.join(cycle)}")

    async def _edges(self, design: Design, branch: Branch) -> list[tuple[str, str]] | None:
        on = "" if branch.is_main else f"&branchId={branch.id}"
        data = await self._get(f"/api/relationships?designId={design.id}&type=bom{on}")
        if data is None:
            return None
        rows = data["relationships"]
        return [(row["sourceId"], row["targetId"]) for row in rows]

    async def chain(self, branch: Branch) -> None:
        """Each commit follows the one before, and all that was acknowledged is in it."""
        path = f"/api/designs/{branch.design.id}/commits?branchId={branch.id}&limit={_PAGE}&page="
        commits: list[dict[str, Any]] = []
        while True:
            data = await self._get(f"{path}{len(commits) // _PAGE + 1}")
            if data is None:
                self._known.fault(f"the commits of {branch.id} cannot be read")
                return
            commits += data["commits"]
            if len(data["commits"]) < _PAGE:
                break
        for newer, older in pairwise(commits):
            if newer["parentId"] != older["id"]:
                self._known.fault(f"{newer['id']} does not follow {older['id']} on {branch.id}")
        found = {commit["message"] for commit in commits}
        lost = [message for message in branch.messages if message not in found]
        if lost:
            self._known.fault(
                f"{len(lost)} acknowledged commits of {branch.id} are lost: {lost[:5]}"
            )

    async def files(self, most: int) -> None:
        """Acknowledged versions have the bytes that were sent."""
        known = self._known
        some = known.chance.sample(known.files, min(most, len(known.files)))
        for file in some:
            if file.is_deleted:
                continue
            on = "" if file.branch.is_main else f"?branchId={file.branch.id}"
            data = await self._get(f"/api/files/{file.id}/versions{on}")
            digests = await self._digests(
                file.id, [row["version"] for row in (data or {})["versions"]], on
            )
            if lost := [digest for digest in file.digests if digest not in digests]:
                known.fault(f"{len(lost)} versions of the file {file.id} are lost")

    async def _digests(self, file_id: str, versions: Sequence[int], on: str) -> set[str]:
        found: set[str] = set()
        for version in versions:
            content = await self._walker.fetch(
                f"/api/files/{file_id}/versions/{version}/download{on}"
            )
            found.add(hashlib.sha256(content).hexdigest())
        return found

    async def everything(self) -> None:
        """At the end."""
        await self.mains()
        for design in [*self._known.designs, *self._known.retired]:
            await self.design(design)
            for branch in design.branches:
                await self.chain(branch)
        await self.files(300)


def stored(url: str) -> list[str]:
    """What is wrong in the database itself."""
    engine = create_engine(
        url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool
    )
    wrong: list[str] = []
    with engine.connect() as connection:
        for name, statement in _EMPTY.items():
            rows = connection.execute(text(statement)).fetchall()
            if rows:
                wrong.append(f"{name}: {len(rows)} times, {[tuple(row) for row in rows[:3]]}")
        if engine.dialect.name == "sqlite":
            broken = connection.execute(text("PRAGMA foreign_key_check")).fetchall()
            sound = connection.execute(text("PRAGMA integrity_check")).scalar()
            wrong += [f"foreign keys: {broken[:3]}"] if broken else []
            wrong += [f"integrity: {sound}"] if sound != "ok" else []
    return wrong
