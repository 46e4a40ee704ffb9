"""Fills a server over HTTP, as a client would."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
import msgspec

CHUNK = 500
"""Rows of one import."""
_SECONDS = 120


class Client:
    """A signed-in client that expects its requests to succeed."""

    def __init__(self, port: int, token: str, *, cell: str = "first") -> None:
        self.token = token
        self._http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            headers={"Authorization": f"Bearer {token}", "Partwright-Cell": cell},
            timeout=_SECONDS,
        )

    def get(self, path: str) -> Any:
        return self._data(self._http.get(path))

    def post(self, path: str, body: object) -> Any:
        content = msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"}
        return self._data(self._http.post(path, content=content, headers=headers))

    def put(self, path: str, body: object) -> Any:
        content = msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"}
        return self._data(self._http.put(path, content=content, headers=headers))

    def upload(self, path: str, file: tuple[str, bytes], fields: dict[str, str]) -> Any:
        return self._data(self._http.post(path, files={"file": file}, data=fields))

    def put_bytes(self, path: str, body: bytes) -> None:
        self._http.put(path, content=body).raise_for_status()

    def bytes_of(self, path: str) -> bytes:
        return self._http.get(path).raise_for_status().content

    @staticmethod
    def _data(response: httpx.Response) -> Any:
        if not response.is_success or response.status_code == httpx.codes.MULTI_STATUS:
            raise RuntimeError(f"{response.status_code}: {response.text[:500]}")
        return msgspec.json.decode(response.content)["data"]

    def close(self) -> None:
        self._http.close()


def design(client: Client, code: str) -> str:
    """The id of a new design."""
    made = client.post("/api/designs", {"name": f"Benchmark {code}", "code": code})
    return str((made.get("design") or made)["id"])


def branch(client: Client, design_id: str, name: str) -> str:
    """The id of a new branch."""
    made = client.post(f"/api/designs/{design_id}/branches", {"name": name})
    return str(made["branch"]["id"])


def part(number: str, index: int) -> dict[str, Any]:
    """A row of an import."""
    return {
        "itemNumber": number,
        "name": f"Bracket {index:06d} for the motor mount",
        "partType": ("Manufacture", "Purchase")[index % 2],
        "material": "Aluminium 6061",
        "cost": f"{index % 90 + 1}.25",
        "costCurrency": "USD",
        "weight": "0.125",
        "weightUnit": "kg",
        "leadTimeDays": index % 30,
    }


def line(parent: str, child: str, index: int) -> dict[str, Any]:
    """A BOM line of an import."""
    return {
        "parentItemNumber": parent,
        "childItemNumber": child,
        "quantity": index % 4 + 1,
        "findNumber": index % 1000 + 1,
    }


def imported(
    client: Client,
    design_id: str,
    rows: Sequence[dict[str, Any]],
    lines: Sequence[Sequence[dict[str, Any]]] = (),
) -> dict[str, str]:
    """The ids of parts by their numbers; `lines` holds those above each row."""
    ids: dict[str, str] = {}
    for start in range(0, len(rows), CHUNK):
        chunk = slice(start, start + CHUNK)
        body = import_body(design_id, rows[chunk], [x for some in lines[chunk] for x in some])
        result = client.post("/api/import/parts", body)["result"]
        ids |= {item["itemNumber"]: item["itemId"] for item in result["createdItems"]}
    return ids


def import_body(
    design_id: str, rows: Sequence[dict[str, Any]], lines: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    return {"designId": design_id, "rows": rows, "bomRelationships": lines}


def report(
    client: Client,
    name: str,
    columns: Sequence[str],
    filters: Sequence[tuple[str, str, object]],
    sorts: Sequence[tuple[str, str]],
) -> str:
    """The id of a report on parts; `filters` are fields, operators and values."""
    body = {
        "name": name,
        "itemType": "Part",
        "columns": [
            {"fieldPath": path, "label": path, "displayOrder": place, "isVisible": True}
            for place, path in enumerate(columns)
        ],
        "filters": [
            {"fieldPath": path, "operator": operator, "value": value, "displayOrder": place}
            for place, (path, operator, value) in enumerate(filters)
        ],
        "sorts": [
            {"fieldPath": path, "direction": direction, "priority": place}
            for place, (path, direction) in enumerate(sorts)
        ],
    }
    return str(client.post("/api/reports", body)["report"]["id"])


def tree_rows(prefix: str, nodes: int, width: int = 10) -> Iterator[tuple[Any, list[Any]]]:
    """Rows and the line above each, for a tree in which every assembly has `width` children."""
    for index in range(nodes):
        number = f"{prefix}-{index:06d}"
        above = f"{prefix}-{(index - 1) // width:06d}"
        yield part(number, index), [line(above, number, index)] if index else []


def tree(client: Client, design_id: str, prefix: str, nodes: int) -> dict[str, str]:
    """Import a tree; its root is number 0."""
    made = list(tree_rows(prefix, nodes))
    return imported(client, design_id, [row for row, _ in made], [lines for _, lines in made])


def web(client: Client, design_id: str, prefix: str, nodes: int, edges: int) -> dict[str, str]:
    """Import a product in which each part stands in several earlier ones, near its own place."""
    chosen = random.Random(nodes)
    parents = edges // nodes
    rows = [part(f"{prefix}-{index:06d}", index) for index in range(nodes)]
    lines = [
        [
            line(f"{prefix}-{above:06d}", f"{prefix}-{index:06d}", index)
            for above in chosen.sample(range(index // 10, index), min(parents, index - index // 10))
        ]
        for index in range(nodes)
    ]
    return imported(client, design_id, rows, lines)
