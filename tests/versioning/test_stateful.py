"""Whatever is done on main and branches, every line and every commit shows what a model says."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from partwright.settings import Settings
from tests.support.application import Api, data, running
from tests.support.people import ENGINEER
from tests.versioning.model import Line, Part, Refused, State, merged
from tests.versioning.scene import Product, product

_example = count()
pick = st.integers(0, 11)
quantities = st.integers(1, 3)
names = st.sampled_from(["red", "green", "blue"])


class Versions(RuleBasedStateMachine):
    """Main with up to three branches of a design of a few parts."""

    def __init__(self, run: Callable[[Coroutine[Any, Any, Any]], Any], api: Api) -> None:
        super().__init__()
        self.run = run
        self.number = count()
        self.prefix = f"E{next(_example)}"
        self.made: Product = run(product(api, as_=ENGINEER, code=self.prefix))
        self.main = Line(self.made.main, {})
        self.lines = [self.main]
        self.branches = 0
        self.commits: dict[str, State] = {}
        for _ in range(3):
            self.create(0, "first")
        self.add_line(0, 0, 1, 2)

    def line(self, at: int) -> Line:
        return self.lines[at % len(self.lines)]

    def chosen(self, line: Line, at: int) -> str | None:
        """One of the numbers that the line shows."""
        numbers = sorted(line.now)
        return numbers[at % len(numbers)] if numbers else None

    def call(self, method: str, path: str, json: Any = None, **params: Any) -> Any:
        return self.run(self.made.call(method, path, json, params=params))

    def item(self, number: str) -> str:
        return f"/api/items/{self.made.ids[number]}"

    def both(self, line: Line, act: Callable[[], object], answer: Any) -> None:
        """Let the model do what the service did; both must refuse or neither."""
        expected = None
        try:
            act()
        except Refused as refused:
            expected = (refused.status, refused.code)
        told = (answer.status_code, answer.json().get("error", {}).get("code"))
        if expected is None:
            assert told[1] is None, answer.text
            self.note(line)
        else:
            assert told == expected, answer.text

    def note(self, line: Line) -> None:
        """Keep what the line's newest commit shows; an older one must not change."""
        commits = self.run(self.made.commits(line.id))
        if commits:
            self.commits.setdefault(commits[0]["id"], dict(line.now))

    def relationship(self, line: Line, parent: str, child: str) -> str:
        answer = self.call("GET", f"{self.item(parent)}/relationships", branchId=line.id)
        (found,) = [
            r["id"] for r in data(answer)["relationships"] if r["targetItem"]["itemNumber"] == child
        ]
        return f"/api/relationships/{found}"

    @rule(at=pick, name=names)
    def create(self, at: int, name: str) -> None:
        line = self.line(at)
        number = f"{self.prefix}-{next(self.number):02d}"
        part = {"name": name, "itemNumber": number, "designId": self.made.design}
        answer = self.call("POST", "/api/parts", {**part, "branchId": line.id})
        self.made.ids[number] = data(answer, 201)["id"]
        self.both(line, lambda: line.now.update({number: Part(name)}), answer)

    @rule(at=pick, which=pick, name=names, material=st.none() | names)
    def edit(self, at: int, which: int, name: str, material: str | None) -> None:
        line = self.line(at)
        if (number := self.chosen(line, which)) is None:
            return
        fields = {"name": name, "material": material}
        answer = self.call("PUT", self.item(number), fields, branchId=line.id)
        part = line.now[number]._replace(name=name, material=material)
        self.both(line, lambda: line.now.update({number: part}), answer)

    @rule(at=pick, one=pick, other=pick, quantity=quantities)
    def add_line(self, at: int, one: int, other: int, quantity: int) -> None:
        line = self.line(at)
        parent, child = self.chosen(line, one), self.chosen(line, other)
        if parent is None or child is None:
            return
        edge = {"targetId": self.made.ids[child], "type": "bom", "quantity": quantity}
        path = f"{self.item(parent)}/relationships"
        answer = self.call("POST", path, edge, branchId=line.id)
        self.both(line, lambda: line.add_line(parent, child, quantity), answer)

    @rule(at=pick, which=pick, quantity=st.none() | quantities)
    def change_line(self, at: int, which: int, quantity: int | None) -> None:
        """Another quantity of a line, or none of it any more."""
        line = self.line(at)
        all_lines = [(p, child) for p in sorted(line.now) for child, _ in line.now[p].lines]
        if not all_lines:
            return
        parent, child = all_lines[which % len(all_lines)]
        path = self.relationship(line, parent, child)
        if quantity is None:
            answer = self.call("DELETE", path, branchId=line.id)
        else:
            answer = self.call("PUT", path, {"quantity": quantity}, branchId=line.id)
        part = line.now[parent].with_line(child, quantity)
        self.both(line, lambda: line.now.update({parent: part}), answer)

    @rule(at=pick, which=pick)
    def delete(self, at: int, which: int) -> None:
        line = self.line(at)
        if (number := self.chosen(line, which)) is None:
            return
        answer = self.call("DELETE", self.item(number), branchId=line.id)
        self.both(line, lambda: line.delete(number), answer)

    @rule(at=pick, which=pick)
    def check_out(self, at: int, which: int) -> None:
        line = self.line(at)
        if (number := self.chosen(line, which)) is None:
            return
        answer = self.call("POST", f"{self.item(number)}/checkout", {"branchId": line.id})
        data(answer, 200 if number in line.checkouts else 201)
        line.checkouts.setdefault(number, line.now[number])
        self.note(line)

    @precondition(lambda self: any(line.checkouts for line in self.lines))
    @rule(which=pick, keep=st.booleans())
    def end_checkout(self, which: int, keep: bool) -> None:
        held = [(line, number) for line in self.lines for number in line.checkouts]
        line, number = held[which % len(held)]
        if keep:
            answer = self.call("POST", f"{self.item(number)}/checkin", {"branchId": line.id})
            self.both(line, lambda: line.checkouts.pop(number), answer)
        else:
            answer = self.call("DELETE", f"{self.item(number)}/checkout", branchId=line.id)
            self.both(line, lambda: line.cancel(number), answer)

    @precondition(lambda self: self.branches < 3)
    @rule()
    def branch(self) -> None:
        self.branches += 1
        branch = self.run(self.made.branch(f"b{self.branches}"))
        self.lines.append(Line(branch, self.main.now))

    @precondition(lambda self: len(self.lines) > 1)
    @rule(at=pick, into_main=st.booleans())
    def bring_together(self, at: int, into_main: bool) -> None:
        """Merge a branch into main, or rebase it onto main's head."""
        branch = self.lines[1 + at % (len(self.lines) - 1)]
        verb = "merge" if into_main else "rebase"
        answer = self.call("POST", f"/api/branches/{branch.id}/{verb}")

        def act() -> None:
            after = merged(branch.base, branch.now, self.main.now)
            branch.now = dict(after)
            branch.checkouts = {}
            if into_main:
                self.main.now = dict(after)
                held = self.main.checkouts
                self.main.checkouts = {n: part for n, part in held.items() if n in after}
            branch.base = dict(self.main.now)

        self.both(self.main if into_main else branch, act, answer)

    def shown(self, **view: str) -> State:
        params = {"designId": self.made.design, **view}
        items = data(self.call("GET", "/api/items", limit="100", **params))["items"]
        state = {i["itemNumber"]: Part(i["name"], i["material"]) for i in items}
        numbers = {i["id"]: i["itemNumber"] for i in items}
        edges = data(self.call("GET", "/api/relationships", **params))["relationships"]
        for parent_id in {edge["sourceId"] for edge in edges}:
            path = f"/api/items/{parent_id}/bom"
            lines = data(self.call("GET", path, depth="1", **view))["lines"]
            children = tuple(sorted((n["item"]["itemNumber"], n["quantity"]) for n in lines))
            parent = numbers[parent_id]
            state[parent] = state[parent]._replace(lines=children)
        assert len(edges) == sum(len(part.lines) for part in state.values())
        return state

    @invariant()
    def every_line_shows_its_state(self) -> None:
        assert self.shown() == self.main.now
        for line in self.lines:
            assert self.shown(branchId=line.id) == line.now
        for branch in self.lines[1:]:
            items = data(self.call("GET", f"/api/branches/{branch.id}/diff"))["items"]
            assert {i["itemNumber"]: i["action"] for i in items} == branch.actions()

    def teardown(self) -> None:
        """Every commit shows what it showed when it was made."""
        for commit, state in self.commits.items():
            assert self.shown(commitId=commit) == state


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_lines_and_commits_follow_the_model(settings: Settings) -> None:
    with asyncio.Runner() as runner:
        context = running(settings)
        api = runner.run(context.__aenter__())
        try:
            made: Any = lambda: Versions(runner.run, api)  # noqa: E731
            run_state_machine_as_test(made, settings=BOUNDED)
        finally:
            runner.run(context.__aexit__(None, None, None))


BOUNDED = settings(
    max_examples=10,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
