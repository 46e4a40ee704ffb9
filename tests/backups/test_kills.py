"""Backups and servers killed amid load: each backup there is restores to the commits it names."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from partwright.backups.model import BackupManifest, decode_manifest
from tests.backups.load import Client, rows
from tests.cli.commands import environment, partwright
from tests.support.process import ServerProcess

ROUNDS = int(os.environ.get("PARTWRIGHT_TEST_KILLS", "2"))
"""Kills of the server; as many backups are killed, or are done just before."""


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_each_backup_is_the_commits_it_names(
    server: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    running = server(metrics="off")
    source = tmp_path / "partwright.sqlite"
    given = environment(data_dir=tmp_path / "data", database_url=f"sqlite:///{source}")
    taking = [sys.executable, "-m", "partwright", "backup", "place"]
    chance = random.Random(5)
    made: list[str] = []
    for _ in range(ROUNDS):
        clients = [Client(running.url) for _ in range(2)]
        for client in clients:
            client.start()
        # Killed somewhere on its way, or done before.
        broken = subprocess.Popen(taking, cwd=tmp_path, env=given, stdout=subprocess.DEVNULL)
        try:
            broken.wait(timeout=chance.uniform(0.5, 3))
        except subprocess.TimeoutExpired:
            broken.kill()
            broken.wait()
        whole = subprocess.run(taking, cwd=tmp_path, env=given, capture_output=True, check=False)
        assert whole.returncode == 0, whole.stderr
        running.kill()
        for client in clients:
            client.join()
            made += client.made
        running.start()
    live = {number for (number,) in rows(source, "SELECT seq FROM commits")}
    assert {item for (item,) in rows(source, "SELECT DISTINCT item_id FROM versions")} >= set(made)
    names = sorted(path.stem for path in (tmp_path / "place" / "backups").iterdir())
    assert len(names) >= ROUNDS
    for name in names:
        there = tmp_path / name
        flags = ("--data-dir", there)
        ended = partwright("restore", tmp_path / "place", "--name", name, *flags)
        assert ended.code == 0, ended.err
        text = (tmp_path / "place" / "backups" / f"{name}.json").read_bytes()
        manifest: BackupManifest = decode_manifest(name, text)
        restored = {
            number for (number,) in rows(there / "partwright.sqlite", "SELECT seq FROM commits")
        }
        assert restored == {number for number in live if int(str(number)) <= manifest.commit}
        assert partwright("vault", "verify", *flags).code == 0
        shutil.rmtree(there)
    assert partwright("backup", "verify", tmp_path / "place").code == 0
