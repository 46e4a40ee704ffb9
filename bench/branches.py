"""The calls on branches: what a branch costs beside main, and in a large design beside a small one."""

from collections.abc import Iterator

from bench.calls import Call, Goal, Sql
from bench.filling import Client, branch
from bench.requests import Asked, posts, puts, reads

CHANGED = 100
"""Items that the branch has changed."""
ROUNDS = 3
_COUNT, _WARMUP, _RECORDED = 90, 5, 3
_BESIDE_GOAL = Goal("times_beside", 1.5)

Tree = tuple[str, list[str]]
"""A design and the items of its only product, the top first."""


def on_branches(client: Client, small: Tree, large: Tree) -> Iterator[Call]:
    yield from _reads(client, large)
    names = [f"asked{index}" for index in range(ROUNDS * _WARMUP + _COUNT)]
    yield _write(
        f"POST branch, design of {len(large[1]):,}",
        [_new_branch(large, name) for name in names],
        [_new_branch(small, name) for name in names],
        [_new_branch(large, f"recorded{index}") for index in range(_RECORDED * ROUNDS)],
    )
    touches = [
        [_first_touch(client, tree, f"touched{index}") for index in range(many)]
        for tree, many in ((large, len(names) + _RECORDED * ROUNDS), (small, len(names)))
    ]
    yield _write(
        f"first touch, design of {len(large[1]):,}",
        touches[0][: len(names)],
        touches[1],
        touches[0][len(names) :],
    )


def _reads(client: Client, tree: Tree) -> Iterator[Call]:
    design_id, ids = tree
    where = branch(client, design_id, "changed")
    for item_id in ids[:: len(ids) // CHANGED][:CHANGED]:
        client.put(f"/api/items/{item_id}?branchId={where}", {"material": "Steel"})
    for name, what in (("bom indented", "bom?"), ("bom flat", "bom?flat=true&")):
        path = f"/api/items/{ids[0]}/{what}"
        yield Call(
            name=f"{name}, branch of {len(ids):,}",
            requests=[reads(f"{path}branchId={where}")],
            beside=[reads(path)],
            beside_name="main",
            shape=object,
            count=12,
            warmup=1,
            sql=Sql.READS_ENCODED,
            goal=_BESIDE_GOAL,
        )


def _write(name: str, requests: list[Asked], beside: list[Asked], recorded: list[Asked]) -> Call:
    return Call(
        name=name,
        requests=requests,
        beside=beside,
        beside_name="a tenth",
        recorded=recorded,
        count=_COUNT,
        warmup=_WARMUP,
        sql=Sql.WHOLE,
        goal=_BESIDE_GOAL,
    )


def _new_branch(tree: Tree, name: str) -> Asked:
    return posts(f"/api/designs/{tree[0]}/branches", {"name": name})


def _first_touch(client: Client, tree: Tree, name: str) -> Asked:
    """An edit of an assembly of ten lines on a branch that nobody has written on."""
    where = branch(client, tree[0], name)
    return puts(f"/api/items/{tree[1][1]}?branchId={where}", {"material": "Steel"})
