"""The steps of the walk: calls that a user of the service could make next."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from attacks.walk_state import ITEMS_A_DESIGN, LIVE_DESIGNS, Branch, Design, VaultFile
from attacks.walker import Walker
from tests.support.people import APPROVER

Step = Callable[[Walker], Awaitable[None]]

READS = (
    *("", "/history", "/bom", "/bom?flat=true", "/where-used", "/rollup", "/graph?depth=all"),
    *("/graph?direction=up", "/revisions", "/relationships", "/files", "/transitions", "/checkout"),
)
ORDER_READS = ("", "/affected-items", "/impact", "/conflicts", "/diff", "/workflow", "/approvals")


async def new_design(walker: Walker) -> None:
    known = walker.known
    code = f"W{known.next_message().split()[1]}"
    _, data = await walker.call("POST", "/api/designs", json={"name": code, "code": code})
    if data is None:
        return
    design = Design(data["id"])
    main = Branch(data["mainBranchId"], design, is_main=True)
    design.branches.append(main)
    for name in ("Frame", "Plate", "Screw"):
        part = {"name": name, "designId": design.id}
        _, made = await walker.call("POST", "/api/parts", json=part)
        if made is not None:
            main.items.append(made["id"])
    if main.items:
        known.designs.append(design)
    if len(known.designs) > LIVE_DESIGNS:
        known.retired.append(known.designs.pop(0))


async def create(walker: Walker) -> None:
    design = walker.design()
    if design.made > ITEMS_A_DESIGN:
        await new_design(walker)
        return
    branch = walker.branch(design)
    kind = walker.chance.choice(("Part", "Part", "Part", "Part", "Document", "Requirement"))
    body = {"type": kind, "name": f"{kind} {design.made}", "designId": design.id, "weight": "1.5"}
    if kind != "Part":
        del body["weight"]
    design.made += 1
    data = await walker.write("POST", "/api/items", branch, body)
    if data is not None and kind == "Part":
        branch.items.append(data["id"])
    elif data is not None and kind == "Document":
        branch.documents.append(data["id"])


async def edit(walker: Walker) -> None:
    branch, item = walker.place()
    fields = {"description": walker.known.next_message(), "cost": str(walker.chance.randint(1, 99))}
    await walker.write("PUT", f"/api/items/{item}", branch, fields)


async def delete(walker: Walker) -> None:
    branch, item = walker.place()
    walker.known.releasing_all_of(item)
    await walker.write("DELETE", f"/api/items/{item}", branch)


async def add_line(walker: Walker) -> None:
    branch, parent = walker.place()
    child = walker.chance.choice(branch.items)
    if walker.chance.random() < 0.1:
        # Now and then a line leads into another design.
        child = walker.chance.choice(walker.design().main.items)
    body = {"targetId": child, "type": "bom", "quantity": walker.chance.randint(1, 9)}
    data = await walker.write("POST", f"/api/items/{parent}/relationships", branch, body)
    if data is not None:
        branch.design.lines.append(data["relationship"]["id"])


async def add_lines(walker: Walker) -> None:
    branch, _ = walker.place()
    some = [walker.chance.choice(branch.items) for _ in range(8)]
    pairs = zip(some[::2], some[1::2], strict=True)
    rows = [{"sourceId": p, "targetId": c, "relationshipType": "bom"} for p, c in pairs]
    replace = walker.chance.random() < 0.2
    body = {"relationships": rows, "replaceExisting": replace, "branchId": branch.id}
    _, data = await walker.call("POST", "/api/relationships/batch-create", json=body)
    for made in (data or {}).get("relationships", []):
        branch.design.lines.append(made)


async def change_line(walker: Walker) -> None:
    design = walker.design()
    if not design.lines:
        return
    line, branch = walker.chance.choice(design.lines[-80:]), walker.branch(design)
    if walker.chance.random() < 0.5:
        await walker.write("DELETE", f"/api/relationships/{line}", branch)
        return
    # The same values again are no change and make no commit.
    body: dict[str, Any] = {"metadata": {"walk": walker.known.next_message()}}
    await walker.write("PUT", f"/api/relationships/{line}", branch, body)


async def edit_many(walker: Walker) -> None:
    branch, item = walker.place()
    items = {item, *(walker.chance.choice(branch.items) for _ in range(2))}
    rows = [{"id": i, "changes": {"material": walker.known.next_message()}} for i in sorted(items)]
    await walker.write("POST", "/api/items/batch-update", branch, {"items": rows})


async def make_branch(walker: Walker) -> None:
    design = walker.design()
    name = walker.known.next_message().replace(" ", "-")
    path = f"/api/designs/{design.id}/branches"
    if len([b for b in design.branches if b.is_open]) > 5:
        return
    _, data = await walker.call("POST", path, json={"name": name})
    if data is not None:
        design.begin(data["branch"]["id"])


async def end_branch(walker: Walker) -> None:
    design = walker.design()
    branch = walker.branch(design)
    if branch.is_main or branch.order:
        return
    verb = walker.chance.choice(("merge", "merge", "rebase", "rebase", "archive"))
    if verb != "rebase":
        walker.known.releasing_all_of(branch.id)
    body = None if verb == "archive" else {"commitMessage": walker.known.next_message()}
    _, data = await walker.call("POST", f"/api/branches/{branch.id}/{verb}", json=body)
    if data is None:
        return
    if verb == "rebase":
        branch.take_in(design.main)
    if verb == "merge":
        design.main.take_in(branch)
    if verb == "merge" and data.get("commit"):
        design.main.messages.append((body or {})["commitMessage"])
    branch.is_open = verb == "rebase"


async def check_out(walker: Walker) -> None:
    branch, item = walker.place()
    if branch.is_main:
        return
    path = f"/api/items/{item}/checkout"
    status, _ = await walker.call("POST", path, json={"branchId": branch.id})
    if status in (200, 201):
        walker.known.acquired(("checkout", item, branch.id), walker.person)


async def lock(walker: Walker) -> None:
    _, item = walker.place()
    if (await walker.call("POST", f"/api/items/{item}/lock", json={}))[0] == 200:
        walker.known.acquired(("lock", item), walker.person)


async def check_out_file(walker: Walker) -> None:
    if not walker.known.files:
        return
    file = walker.chance.choice(walker.known.files[-40:])
    body = {} if file.branch.is_main else {"branchId": file.branch.id}
    if (await walker.call("POST", f"/api/files/{file.id}/checkout", json=body))[0] == 200:
        walker.known.acquired(("file", file.id, file.branch.id), walker.person)


async def give_back(walker: Walker) -> None:
    """Check in, cancel or unlock something that one holds."""
    held = walker.known.held_by(walker.person)
    if not held:
        return
    key = walker.chance.choice(held)
    walker.known.releasing(key)
    if key[0] == "lock":
        await walker.call("POST", f"/api/items/{key[1]}/unlock", json={})
    elif key[0] == "file":
        await _check_in_file(walker, key[1])
    elif walker.chance.random() < 0.7:
        body = {"branchId": key[2], "comment": walker.known.next_message()}
        await walker.call("POST", f"/api/items/{key[1]}/checkin", json=body)
    else:
        await walker.call("DELETE", f"/api/items/{key[1]}/checkout?branchId={key[2]}")


async def _check_in_file(walker: Walker, file_id: str) -> None:
    file = next(one for one in walker.known.files if one.id == file_id)
    content = walker.known.next_message().encode() * 50
    status, _ = await walker.call(
        "POST", f"/api/files/{file_id}/checkin", files={"file": ("walk.txt", content)}
    )
    if status == 200:
        file.digests.append(hashlib.sha256(content).hexdigest())


async def upload(walker: Walker) -> None:
    branch, _ = walker.place()
    if not branch.documents:
        return
    item = walker.chance.choice(branch.documents)
    content = walker.known.next_message().encode() * 50
    form = {"branchId": branch.id}
    path = f"/api/items/{item}/files/upload"
    _, data = await walker.call("POST", path, files={"file": ("walk.txt", content)}, data=form)
    if data is not None:
        digest = hashlib.sha256(content).hexdigest()
        walker.known.files.append(VaultFile(data["files"][0]["id"], branch, [digest]))


async def delete_file(walker: Walker) -> None:
    if not walker.known.files:
        return
    file = walker.chance.choice(walker.known.files[-40:])
    file.is_deleted = True
    walker.known.releasing(("file", file.id, file.branch.id))
    on = "" if file.branch.is_main else f"?branchId={file.branch.id}"
    await walker.call("DELETE", f"/api/files/{file.id}{on}")


async def import_parts(walker: Walker) -> None:
    design = walker.design()
    names = [walker.known.next_message() for _ in range(3)]
    sheet = "Part Number,Name,Level\n" + "\n".join(
        f"{name.replace(' ', '-').upper()},{name},{min(level, 1)}"
        for level, name in enumerate(names)
    )
    branch = walker.branch(design)
    form = {"designId": design.id} | ({} if branch.is_main else {"branchId": branch.id})
    files = {"file": ("walk.csv", sheet.encode())}
    status, data = await walker.call("POST", "/api/import/parts", files=files, data=form)
    if status == 201 and data is not None:
        branch.items += [row["itemId"] for row in data["result"]["createdItems"]]
        if walker.chance.random() < 0.2:
            await walker.call("POST", f"/api/imports/{data['importId']}/undo")


async def transition(walker: Walker) -> None:
    branch, item = walker.place()
    name = walker.chance.choice(("Submit", "Submit", "Approve", "Reject"))
    body = {"transition": name, "branchId": branch.id}
    await walker.call("POST", f"/api/items/{item}/transitions", json=body)


async def begin_order(walker: Walker) -> None:
    design = walker.design()
    body = {"name": "Walk", "designId": design.id}
    _, data = await walker.call("POST", "/api/change-orders", json=body)
    if data is not None:
        design.orders = [*design.orders[-5:], data["id"]]
        await affect(walker, data["id"], design)


async def affect(walker: Walker, order: str | None = None, design: Design | None = None) -> None:
    design = design or walker.design()
    if not design.orders:
        return
    order = order or walker.chance.choice(design.orders)
    action = walker.chance.choice(("release", "release", "release", "revise", "revise", "obsolete"))
    body = {"itemId": walker.chance.choice(design.main.items), "changeAction": action}
    if action == "release":
        body["includeUnreleasedBelow"] = True  # type: ignore[assignment]
    path = f"/api/change-orders/{order}/affected-items"
    status, _ = await walker.call("POST", path, json=body)
    known = {branch.id for branch in design.branches}
    if status == 201 and not any(b.order == order for b in design.branches):
        _, data = await walker.call("GET", f"/api/designs/{design.id}/branches")
        for row in (data or {}).get("branches", []):
            if row["changeOrderId"] == order and row["id"] not in known:
                design.begin(row["id"], order)


async def advance_order(walker: Walker) -> None:
    """Submit, vote, release, rebase, take over or cancel."""
    design = walker.design()
    if not design.orders:
        return
    order = walker.chance.choice(design.orders)
    verbs = ("submit", "submit", "release", "release", "reject", "rebase", "approve")
    verb = "approve" if walker.person is APPROVER else walker.chance.choice(verbs)
    path, branch = f"/api/change-orders/{order}/{verb}", walker.branch(design)
    if (
        verb == "rebase"
        and walker.chance.random() < 0.3
        and not branch.is_main
        and not branch.order
    ):
        walker.known.releasing_all_of(branch.id)
        path = f"/api/change-orders/{order}/take-over"
        _, data = await walker.call("POST", path, json={"branchId": branch.id})
        branch.is_open = data is None
        return
    for one in design.branches:
        if one.order == order:
            walker.known.releasing_all_of(one.id)
    _, data = await walker.call("POST", path, json={})
    if verb == "release" and data is not None:
        for one in design.branches:
            if one.order == order:
                design.main.take_in(one)
            one.is_open = one.is_open and one.order != order


async def read(walker: Walker) -> None:
    design = walker.design()
    branch = walker.branch(design)
    on = f"branchId={branch.id}"
    kind = walker.chance.random()
    if kind < 0.7:
        path = f"/api/items/{walker.chance.choice(branch.items)}{walker.chance.choice(READS)}"
    elif kind < 0.8 and design.orders:
        path = f"/api/change-orders/{walker.chance.choice(design.orders)}"
        path, on = path + walker.chance.choice(ORDER_READS), ""
    elif kind < 0.9:
        path, on = f"/api/branches/{branch.id}/diff", ""
    else:
        path = f"/api/items?designId={design.id}&search=walk"
    joint = "&" if "?" in path else "?"
    await walker.call("GET", path + (joint + on if on else ""))


STEPS: dict[Step, int] = {
    create: 10,
    edit: 14,
    delete: 3,
    add_line: 14,
    add_lines: 2,
    change_line: 6,
    edit_many: 2,
    make_branch: 2,
    end_branch: 3,
    check_out: 5,
    lock: 3,
    check_out_file: 3,
    give_back: 8,
    upload: 4,
    delete_file: 1,
    import_parts: 1,
    transition: 3,
    begin_order: 1,
    affect: 3,
    advance_order: 6,
    read: 18,
    new_design: 0,
}
"""How often each step comes, beside the others."""
