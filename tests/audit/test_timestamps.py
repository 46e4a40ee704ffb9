"""Timestamps of the seals by an authority that the tests run: `openssl ts` behind HTTP."""

import asyncio
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from partwright.audit import trail_service
from partwright.audit.service import seal_commits
from partwright.audit.timestamps import read_heads
from partwright.audit.trail_service import expire_entries, seal_entries
from partwright.cli.audit import verify
from partwright.cli.audit_timestamps import timestamp
from partwright.cli.console import CommandFailed
from partwright.cli.flags import CellStoreFlags
from partwright.kit import clock
from partwright.kit.db import Database
from tests.support.application import Api
from tests.world import World

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not here")

_CONFIGURATION = """
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[stamps]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[tsa]
serial = $ENV::HERE/serial
crypto_device = builtin
signer_cert = $ENV::HERE/stamps.pem
signer_key = $ENV::HERE/stamps.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ordering = no
ess_cert_id_alg = sha256
"""


class Authority(NamedTuple):
    """One that stamps what is posted to it."""

    folder: Path
    url: str

    @property
    def roots(self) -> Path:
        return self.folder / "root.pem"


def openssl(folder: Path, *words: str | Path, data: bytes = b"") -> bytes:
    said = subprocess.run(
        ["openssl", *map(str, words)],
        input=data,
        capture_output=True,
        check=True,
        cwd=folder,
        env={"HERE": str(folder), "PATH": "/usr/bin:/bin:/usr/local/bin"},
    )
    return said.stdout


def make_authority(folder: Path) -> None:
    folder.mkdir()
    (folder / "tsa.cnf").write_text(_CONFIGURATION)
    (folder / "serial").write_text("01\n")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", "tsa.cnf")
    root = ("-x509", "-extensions", "root", "-keyout", "root.key", "-out", "root.pem")
    openssl(folder, "req", *key, *root, "-subj", f"/CN=Root of {folder.name}", "-days", "30")
    openssl(folder, "req", *key, "-keyout", "stamps.key", "-out", "csr", "-subj", "/CN=Stamps")
    by = ("-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "20")
    more = ("-extfile", "tsa.cnf", "-extensions", "stamps")
    openssl(folder, "x509", "-req", "-in", "csr", "-out", "stamps.pem", *by, *more)


@pytest.fixture
def authority(tmp_path: Path) -> Iterator[Authority]:
    folder = tmp_path / "authority"
    make_authority(folder)

    class Stamping(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["content-length"]))
            (folder / "asked").write_bytes(asked)
            reply = ("-config", "tsa.cnf", "-section", "tsa", "-queryfile", "asked", "-out", "told")
            openssl(folder, "ts", "-reply", *reply)
            told = (folder / "told").read_bytes()
            is_old = self.path == "/old"
            if is_old and (folder / "old").exists():
                told = (folder / "old").read_bytes()
            (folder / "old").write_bytes(told)
            self.send_response(503 if self.path == "/busy" else 200)
            kind = "text/html" if self.path == "/page" else "application/timestamp-reply"
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(b"no" if self.path == "/junk" else told)

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stamping)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Authority(folder, f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    thread.join()
    server.server_close()


async def run(database: Database, sql: str) -> None:
    async with database.transaction() as tx:
        await tx.run(sql)


async def test_an_authority_outside_proves_what_was_sealed(
    world: World,
    api: Api,
    authority: Authority,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database, kept = api.services.database, tmp_path / "kept"
    kept.mkdir()
    flags = CellStoreFlags(database_url=api.services.settings.database)

    async def stamp(path: str = "/", roots: Path = authority.roots) -> int:
        return await asyncio.to_thread(
            timestamp, kept, authority=authority.url + path, roots=roots, flags=flags
        )

    async def check(roots: Path = authority.roots) -> tuple[int, str]:
        status = await asyncio.to_thread(verify, timestamps=kept, roots=roots, flags=flags)
        return status, capsys.readouterr().out

    status, told = await check()
    assert (status, "timestamp there are none" in told) == (1, True)
    part = await world.part("Frame")
    assert await stamp() == 0
    await world.edit(part, name="Frame, long")
    assert await stamp() == 0
    status, told = await check()
    assert (status, "Timestamps that fit: 2, from " in told) == (0, True)
    # Anybody can check them without Partwright.
    for text in kept.glob("*.txt"):
        words = ("-data", text, "-in", text.with_suffix(".tsr"), "-CAfile", authority.roots)
        assert b"OK" in openssl(authority.folder, "ts", "-verify", *words)
    # Who changes a row and seals everything anew is found by what was stamped before.
    await run(
        database,
        "UPDATE versions SET name = 'Other' WHERE row_id = (SELECT MIN(row_id) FROM versions)",
    )
    await run(database, "DELETE FROM audit_seals")
    await seal_commits(database)
    assert await asyncio.to_thread(verify, flags=flags) == 0
    status, told = await check()
    assert (status, told.count("is not what was stamped")) == (1, 2)
    # A text that was rewritten to fit lacks its timestamp; so does one of nobody that is trusted.
    first, second = sorted(kept.glob("*.txt"))
    first.write_bytes(second.read_bytes())
    status, told = await check()
    assert (status, told.count("it proves nothing")) == (1, 1)
    make_authority(tmp_path / "other")
    status, told = await check(tmp_path / "other" / "root.pem")
    assert (status, told.count("it proves nothing")) == (1, 2)
    second.with_suffix(".tsr").unlink()
    with pytest.raises(CommandFailed, match="No such file"):
        await check()


async def test_no_other_answer_is_taken_for_a_timestamp(
    world: World, api: Api, authority: Authority, tmp_path: Path
) -> None:
    await world.part("Frame")
    kept = tmp_path / "kept"
    kept.mkdir()
    flags = CellStoreFlags(database_url=api.services.settings.database)

    def stamp(url: str, roots: Path = authority.roots) -> None:
        timestamp(kept, authority=url, roots=roots, flags=flags)

    make_authority(tmp_path / "other")
    await asyncio.to_thread(stamp, f"{authority.url}/")
    taken = set(kept.iterdir())
    for path, told in (
        ("/busy", "answered 503"),
        ("/page", "answered 200 text/html"),
        ("/junk", "it is not a timestamp"),
        # One for an earlier request, of the same text, is not the answer to this one.
        ("/old", "Nonce mismatch"),
    ):
        with pytest.raises(CommandFailed, match=told):
            await asyncio.to_thread(stamp, authority.url + path)
    with pytest.raises(CommandFailed, match="it proves nothing"):
        await asyncio.to_thread(stamp, f"{authority.url}/", tmp_path / "other" / "root.pem")
    with pytest.raises(CommandFailed, match="expected certificates in PEM"):
        await asyncio.to_thread(stamp, f"{authority.url}/", authority.folder / "tsa.cnf")
    with pytest.raises(CommandFailed, match="did not answer"):
        await asyncio.to_thread(stamp, "http://127.0.0.1:1/")
    assert set(kept.iterdir()) == taken


async def test_entries_that_retention_took_away_still_fit(
    world: World,
    api: Api,
    authority: Authority,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await world.part("Frame")
    database, kept = api.services.database, tmp_path / "kept"
    kept.mkdir()
    flags = CellStoreFlags(database_url=api.services.settings.database)

    async def check() -> int:
        return await asyncio.to_thread(verify, timestamps=kept, roots=authority.roots, flags=flags)

    wrong = {"email": "nobody@example.org", "password": "x" * 12}
    await api.post("/api/auth/login", wrong)
    await api.post("/api/auth/login", wrong)
    await asyncio.to_thread(
        timestamp, kept, authority=f"{authority.url}/", roots=authority.roots, flags=flags
    )
    (text,) = kept.glob("*.txt")
    assert read_heads(text.read_bytes()).entry > 1
    assert await check() == 0
    later = clock.moment_later(seconds=3600)
    with monkeypatch.context() as patch:
        patch.setattr(trail_service.clock, "moment_later", lambda *, days: later)
        assert await expire_entries(database, days=1) > 1
    for _ in range(2):
        # First the stamped entry is the last that is gone, then one before it.
        assert await check() == 0
        await api.post("/api/auth/login", wrong)
        await seal_entries(database)
        with monkeypatch.context() as patch:
            patch.setattr(trail_service.clock, "moment_later", lambda *, days: later)
            await expire_entries(database, days=1)
    await run(database, "UPDATE audit_heads SET number = 0, seal = '' WHERE name <> 'entries'")
    assert await check() == 1
