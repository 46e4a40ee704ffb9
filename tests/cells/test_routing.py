import asyncio
import signal
import time
from pathlib import Path

import httpx
import pytest

from partwright.cells import open_cell
from partwright.cells.catalogue import Cell, add_cell, read_cells
from partwright.settings import Settings, WrongSetting
from tests.cells.scene import cells_beside, serving
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER
from tests.support.process import ServerProcess
from tests.world import World

ACME = Cell(name="acme", hosts=("acme.example.org", "acme"))
BOLT = Cell(name="bolt")


async def names(api: Api) -> list[str]:
    return [one["name"] for one in data(await api.get("/api/items", as_=ENGINEER))["items"]]


async def test_a_request_finds_its_cell_and_a_quiet_one_is_closed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cells_beside(settings, ACME, BOLT):
        async with (
            serving(settings) as cells,
            cells.calling() as first,
            cells.calling("ACME.example.org:8000") as by_host,
            cells.calling(cell="acme") as by_header,
            cells.calling("acme", cell="bolt") as by_both,
            cells.calling(cell="bolt") as bolt,
            cells.calling("elsewhere", cell="first") as named_first,
            cells.calling(cell="nobody") as unknown,
        ):
            acme, bolt_place = cells.router.place("acme"), cells.router.place("bolt")
            assert not acme.is_open
            await World(first).part("Of the first")
            # Many at once open it once.
            await asyncio.gather(*[World(by_host).part(f"Of acme {n}") for n in range(5)])
            assert acme.is_open
            assert not bolt_place.is_open
            await World(bolt).part("Of bolt")
            assert await names(first) == await names(named_first) == ["Of the first"]
            assert len(await names(by_host)) == 5
            assert await names(by_host) == await names(by_header) == await names(by_both)
            assert await names(bolt) == ["Of bolt"]

            with unknown.counting() as counted:
                refused(await unknown.get("/api/items", as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
                answer = await unknown.http.post("/api/parts", content=b"{", headers={"X": "y"})
                refused(answer, 404, "RESOURCE_NOT_FOUND")
            assert counted.statements == 0
            # What is counted is the process's, and told by the first cell alone.
            assert "partwright_requests_total" in (await first.http.get("/metrics")).text
            refused(await by_host.http.get("/metrics"), 404, "RESOURCE_NOT_FOUND")

            assert not acme.is_quiet(time.monotonic())
            monkeypatch.setattr(open_cell, "QUIET_SECONDS", 0.0)
            assert acme.is_quiet(time.monotonic())
            statements = counted_statements(await first.http.get("/metrics"))
            await acme.close()
            assert not acme.is_open
            # What a closed one counted stays counted.
            assert counted_statements(await first.http.get("/metrics")) >= statements
            assert len(await names(by_host)) == 5
            with acme.entered():
                assert not acme.is_quiet(time.monotonic())
        assert not acme.is_open
        assert not bolt_place.is_open


def counted_statements(answer: httpx.Response) -> float:
    lines = answer.text.splitlines()
    return next(float(one.split()[1]) for one in lines if one.startswith("partwright_database_st"))


async def test_what_cannot_be_opened_hinders_no_other_one(settings: Settings) -> None:
    lost = Cell(name="lost", database=f"sqlite:///{settings.data_dir}/lost.sqlite")
    empty = Cell(name="empty", database=f"sqlite:///{settings.data_dir}/empty.sqlite")
    with cells_beside(settings, BOLT):
        add_cell(settings, lost)
        add_cell(settings, empty)
        (settings.data_dir / "empty.sqlite").touch()
        async with serving(settings) as cells, cells.calling(cell="bolt") as bolt:
            for name in ("lost", "empty"):
                async with cells.calling(cell=name) as closed:
                    error = refused(await closed.http.get("/api/items"), 503, "UNAVAILABLE")
                    assert error["message"] == "This cell cannot be opened now"
            assert not (settings.data_dir / "lost.sqlite").exists()
            assert await names(bolt) == []


def test_a_file_that_is_wrong_is_refused_in_one_line(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    add_cell(settings, ACME)
    add_cell(settings, BOLT)
    assert read_cells(settings) == (ACME, BOLT)
    for again, told in (
        (Cell(name="acme"), "another one has the name acme"),
        (Cell(name="first"), "another one has the name first"),
        (Cell(name="corp", hosts=("acme",)), "another one has the host acme"),
        (Cell(name="Corp"), "expected small letters, digits and _"),
        (Cell(name="corp", hosts=("Corp",)), "expected a host in small letters"),
        (Cell(name="corp", database=settings.database), "another one has the database"),
        (Cell(name="corp", settings={"workers": 2}), "workers is not a setting of a cell"),
        (Cell(name="corp", settings={"mail_hour": 24}), "MAIL_HOUR=24: expected 0 to 23"),
    ):
        with pytest.raises(WrongSetting, match=told):
            add_cell(settings, again)
    assert read_cells(settings) == (ACME, BOLT)
    path = tmp_path / "cells.toml"
    assert path.stat().st_mode & 0o077 == 0
    for text, told in (
        ("[[cell]]\nname = 1", "Expected `str`"),
        ("[[cell]]\nname = 'a'\nhots = []", "unknown field `hots`"),
        ("[[cell]", r"cells\.toml: "),
    ):
        path.write_text(text)
        with pytest.raises(WrongSetting, match=told):
            read_cells(settings)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_reads_the_file_again_and_closes_all_at_its_end(
    tmp_path: Path, workers: int
) -> None:
    with ServerProcess(tmp_path, workers=workers) as server:
        settings = Settings(data_dir=tmp_path / "data")

        def status(cell: str) -> int:
            with httpx.Client(headers={"Partwright-Cell": cell}, timeout=30) as http:
                return http.get(f"{server.url}/readyz").status_code

        assert (status("acme"), status("first")) == (404, 200)
        cells = [Cell(name=f"cell{number}") for number in range(4)]
        with cells_beside(settings, *cells):
            server.process.send_signal(signal.SIGHUP)
            until = time.monotonic() + 30
            # Several times, as one process may have read the file before the other one.
            while any(status(cell.name) != 200 for cell in cells * (4 * workers)):
                assert time.monotonic() < until
                time.sleep(0.1)
            (settings.data_dir / "cells.toml").write_text("[[cell]")
            server.process.send_signal(signal.SIGHUP)
            assert status("cell0") == 200
            began = time.monotonic()
            assert server.terminate() == 0
            assert time.monotonic() - began < 10
    assert "cells not read again" in server.log.read_text()
