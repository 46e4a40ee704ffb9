"""A million items: what search, lists, single items and where-used take among them.

`python -m bench.million --help`. One item is made over HTTP; its rows are then copied with other
numbers, names, texts and sources, so that the database is that of a server and filled in minutes.
"""

import argparse
import asyncio
import contextlib
import random
import secrets
import sqlite3
import tempfile
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg

from bench import databases, filling
from bench.million_calls import measure, measure_exports
from bench.processes import served, serving
from bench.starting import given, prepare, settings_for
from partwright.kit import clock, log
from partwright.kit.db.sqlite_connection import connect
from partwright.migrations.schema import migrate
from partwright.settings import Settings

_BATCH = 20_000
_WIDTH = 10
"""Children of an assembly."""
_FILES = 5
"""One item in so many has a file."""
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)

Row = dict[str, Any]

KINDS = (
    *("Socket head screw", "Button head screw", "Hex nut", "Washer", "Ball bearing", "Bracket"),
    *("Capacitor", "Resistor", "Connector", "Gasket", "O-ring", "Shaft", "Housing", "Cover plate"),
    *("Compression spring", "Dowel pin", "Cable harness", "Stepper motor", "Pressure sensor"),
    *("Solenoid valve", "Bushing", "Pulley", "Timing belt", "Heat sink", "Circuit board"),
)
FINISHES = ("zinc plated", "black oxide", "anodised", "passivated", "plain", "nickel")
USES = ("gearbox", "conveyor", "frame", "gripper", "spindle", "cabinet", "pump", "drive unit")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.million", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument(
        "--lines", type=int, default=1, help="that an item is on, of as many parents"
    )
    parser.add_argument("--url", default="", help="a database to use, and to fill if it is empty")
    parser.add_argument("--only", default="", help="calls with this in their name")
    asked = parser.parse_args()
    log.configure_logging("warning")
    token = token_for(asked.url)
    with ExitStack() as stack:
        url, directory, settings = stack.enter_context(prepared(asked.url, asked.database, token))
        with contextlib.closing(connected(url)) as database:
            if count(database) < asked.items:
                with serving("partwright", directory, **given(settings)) as port:
                    seeds = seeded(filling.Client(port, token), database)
                with indexed_at_the_end(database):
                    fill(database, seeds, asked.items, asked.lines)
        databases.settle(url)
        port, pid = stack.enter_context(served("partwright", directory, **given(settings)))
        measure(
            port, token, made_id("item", 5), made_id("item", asked.items * 9 // 10_000), asked.only
        )
        measure_exports(port, pid, token, asked.only)


def connected(url: str) -> Any:
    if url.startswith("postgresql"):
        return psycopg.connect(url)
    # The triggers call functions of the server's.
    connection = connect(Path(url.removeprefix("sqlite:///")))
    connection.isolation_level = "DEFERRED"
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -500000")
    return connection


@contextmanager
def indexed_at_the_end(database: Any) -> Iterator[None]:
    """Fill a PostgreSQL database without those indexes that nothing needs meanwhile."""
    if isinstance(database, sqlite3.Connection):
        yield
        return
    found = rows(
        database,
        """SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
        JOIN pg_class AS indexed ON indexed.oid = indrelid
        JOIN pg_class AS made ON made.oid = indexrelid JOIN pg_am ON pg_am.oid = made.relam
        WHERE indexed.relnamespace = 'public'::regnamespace AND NOT indisunique
        AND (amname = 'gin' OR indexed.relname = 'relationships')""",
    )
    for index in found:
        database.execute(f"DROP INDEX {index['name']}")
    yield
    database.execute("SET maintenance_work_mem = '512MB'")
    for index in found:
        database.execute(index["made"])
    database.commit()


def count(database: Any) -> int:
    return int(database.execute("SELECT COUNT(*) FROM masters").fetchone()[0])


def seeded(client: filling.Client, database: Any) -> dict[str, list[Row]]:
    """The rows of an assembly with a part, a source and a file, made over HTTP."""
    design = filling.design(client, "MILLION")
    ids = filling.imported(
        client,
        design,
        [filling.part("SEED-A", 0), filling.part("SEED-B", 1)],
        [[], [filling.line("SEED-A", "SEED-B", 1)]],
    )
    source = {
        "manufacturer": {"name": "Maker 0"},
        "mpn": "MPN0",
        "suppliers": [{"supplier": {"name": "Seller 0"}, "orderCode": "OC0", "prices": []}],
    }
    client.put(f"/api/items/{ids['SEED-B']}/sources", {"sources": [source]})
    path = f"/api/items/{ids['SEED-B']}/files/upload"
    answer = httpx.post(
        str(client._http.base_url) + path,
        headers={"Authorization": f"Bearer {client.token}"},
        files={"file": ("seed.txt", b"seed", "text/plain")},
    )
    answer.raise_for_status()
    client.close()
    return {
        table: rows(database, f"SELECT * FROM {table} WHERE {where}")
        for table, where in (
            ("masters", "number_key = 'seed-b' OR number_key = 'SEED-B'"),
            ("versions", "item_number = 'SEED-B' AND until IS NULL"),
            ("relationships", "until IS NULL"),
            ("manufacturers", "TRUE"),
            ("suppliers", "TRUE"),
            ("files", "TRUE"),
            ("file_versions", "TRUE"),
            ("file_links", "until IS NULL"),
        )
    }


def rows(database: Any, sql: str) -> list[Row]:
    cursor = database.execute(sql)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def fill(database: Any, seeds: dict[str, list[Row]], items: int, lines: int) -> None:
    chosen = random.Random(1)
    for table, word in (("manufacturers", "Maker"), ("suppliers", "Seller")):
        put(database, table, (_company(seeds[table][0], word, n) for n in range(1, 200)))
    made = [rows(database, f"SELECT id FROM {table}") for table in ("manufacturers", "suppliers")]
    makers, sellers = ([row["id"] for row in some] for some in made)
    began = time.monotonic()
    for start in range(0, items, _BATCH):
        batch = [
            Item(seeds, n, chosen, makers, sellers)
            for n in range(start, min(start + _BATCH, items))
        ]
        put(database, "masters", (item.master for item in batch))
        put(database, "versions", (item.version for item in batch))
        put(
            database, "relationships", (line for item in batch for line in item.lines(seeds, lines))
        )
        for table in ("files", "file_versions", "file_links"):
            put(database, table, (item.files[table] for item in batch if item.files))
        database.commit()
        done = start + len(batch)
        print(f"\r{done:,} items, {time.monotonic() - began:.0f} s", end="", flush=True)
    print()


def _company(seed: Row, word: str, n: int) -> Row:
    name = f"{word} {n} {('Electronics', 'Works', 'Industries', 'Precision')[n % 4]}"
    return seed | {"id": made_id("company", word, n), "name": name, "name_key": name.casefold()}


def put(database: Any, table: str, given: Iterable[Row]) -> None:
    records = iter(given)
    first = next(records, None)
    if first is None:
        return
    # What the database numbers by itself is left to it.
    names = [name for name in first if name != "row_id"]
    columns = ", ".join(names)
    values = (tuple(row[name] for name in names) for row in _from(first, records))
    if isinstance(database, sqlite3.Connection):
        places = ", ".join("?" * len(names))
        database.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)
        return
    with database.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in values:
            copy.write_row(row)


def _from(first: Row, others: Iterator[Row]) -> Iterator[Row]:
    yield first
    yield from others


def token_for(url: str) -> str:
    """The administrator's: a database that is kept knows that of its first start."""
    return made_id("token", url) if url else secrets.token_urlsafe(32)


@contextmanager
def prepared(url: str, dialect: str, token: str) -> Iterator[tuple[str, Path, Settings]]:
    """A migrated database, the named one or one for this run, with a directory and settings."""
    with ExitStack() as stack:
        url = url or stack.enter_context(databases.temporary(dialect))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        migrate(url)
        settings = settings_for(url, directory, token)
        asyncio.run(prepare(settings))
        yield url, directory, settings


def made_id(kind: str, *parts: object) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, ":".join(map(str, (kind, *parts)))))


class Item:
    """The rows of one of the items."""

    def __init__(
        self,
        seeds: dict[str, list[Row]],
        n: int,
        chosen: random.Random,
        makers: Sequence[str],
        sellers: Sequence[str],
    ) -> None:
        self.number = n
        kind = KINDS[n % len(KINDS)]
        size = f"M{chosen.choice((2, 3, 4, 5, 6, 8, 10, 12))}x{chosen.randrange(4, 120, 2)}"
        if not n % 3:
            size = f"{chosen.randrange(2, 12)}-{chosen.choice((24, 32, 40))}"
        item_number, name = f"{kind[:2].upper()}-{n:07d}", f"{kind} {size}"
        at = clock.stamp(_FIRST + timedelta(milliseconds=n))
        self.master = seeds["masters"][0] | {
            "id": made_id("master", n),
            "number_key": item_number
            if seeds["masters"][0]["number_key"].isupper()
            else item_number.casefold(),
        }
        self.version = seeds["versions"][0] | {
            "item_id": made_id("item", n),
            "master_id": made_id("master", n),
            "item_number": item_number,
            "name": name,
            "search_text": f"{item_number}\n{name}".casefold(),
            "created_at": at,
            "modified_at": at,
            "cost": f"{n % 900}.25" if n % 4 else None,
            "weight": f"0.{n % 997:03d}",
            "description": None,
            "attributes": "{}",
            "sources": None,
        }
        if n % 5 < 3:
            use = f"{chosen.choice(USES)} {chosen.randrange(5000)}"
            self.version["description"] = f"{chosen.choice(FINISHES).capitalize()}, for the {use}"
        if n % 2:
            text = {"Finish": chosen.choice(FINISHES), "Lot": f"LOT{n % 9973:05d}"}
            self.version["attributes"] = msgspec.json.encode(text).decode()
        if n % 5 < 2:
            self.version["sources"] = self._sources(chosen, makers, sellers)
        self.files = self._files(seeds) if not n % _FILES else {}

    def lines(self, seeds: dict[str, list[Row]], many: int) -> Iterator[Row]:
        """Of the parent whose child it is, and of those before that one."""
        first = (self.number - 1) // _WIDTH
        for parent in range(first, max(first - many, -1), -1) if self.number else ():
            yield seeds["relationships"][0] | {
                "id": made_id("line", self.number, *([parent] if parent != first else [])),
                "parent_item_id": made_id("item", parent),
                "parent_master_id": made_id("master", parent),
                "child_master_id": made_id("master", self.number),
            }

    def _sources(self, chosen: random.Random, makers: Sequence[str], sellers: Sequence[str]) -> str:
        letters = "".join(chosen.choices("ABCDEFGHJKLMNPRSTUVWXYZ", k=3))
        code = f"{letters}{chosen.randrange(10**6):06d}-{chosen.choice(('ND', 'TR', 'A'))}"
        supplier = {"supplierId": chosen.choice(sellers), "orderCode": f"OC-{self.number:07d}"}
        source = {
            "id": made_id("source", self.number),
            "manufacturerId": chosen.choice(makers),
            "mpn": code,
            "suppliers": [supplier],
        }
        return msgspec.json.encode([source]).decode()

    def _files(self, seeds: dict[str, list[Row]]) -> dict[str, Row]:
        name = self.version["name"].replace(" ", "_")
        file_id, version_id = made_id("file", self.number), made_id("file version", self.number)
        link = {
            "id": made_id("link", self.number),
            "file_id": file_id,
            "version_id": version_id,
            "item_id": self.version["item_id"],
            "master_id": self.version["master_id"],
        }
        return {
            "files": seeds["files"][0] | {"id": file_id},
            "file_versions": seeds["file_versions"][0]
            | {
                "id": version_id,
                "file_id": file_id,
                "original_file_name": f"{name}_{self.number:07d}.step",
            },
            "file_links": seeds["file_links"][0] | link,
        }


if __name__ == "__main__":
    main()
