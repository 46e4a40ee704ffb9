"""Upgrades: backups of former versions are restored, brought up to date, and answer as before."""

import hashlib
import json
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partwright.cli.schema_update import bring_up_to_date
from partwright.settings import Settings
from tests.cli.commands import command
from tests.support import databases
from tests.support.application import Api, running
from tests.support.people import ADMINISTRATOR

FORMER = sorted(Path(__file__).with_name("former").glob("*.tar.xz"))
"""As `scripts/former_backup.py` keeps them at a release: `<version>-<newest migration>-<engine>`."""
TOKEN = "pw_of-a-former-version-0123456789abcdefgh"
CHANGED_SINCE = {"can", "storagePath"}
"""Fields of answers that tell of this server rather than of what is kept."""


def differences(before: Any, now: Any, place: str = "") -> Iterator[str]:
    """Where an answer lacks what it had; what it has besides is no difference."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in before.keys() - CHANGED_SINCE:
            yield from differences(before[key], now.get(key), f"{place}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{place}[{number}]")
    elif before != now:
        yield f"{place}: {before!r} became {now!r}"


@pytest.mark.parametrize("former", FORMER, ids=lambda path: path.name.removesuffix(".tar.xz"))
async def test_what_a_former_version_saved_is_as_it_was(former: Path, tmp_path: Path) -> None:
    with tarfile.open(former) as packed:
        packed.extractall(tmp_path, filter="data")
    told = json.loads((tmp_path / "answers.json").read_bytes())
    dialect = "sqlite" if "sqlite" in former.name else "postgres"
    with databases.empty(dialect, tmp_path) as empty:
        settings = Settings(
            data_dir=tmp_path / "data",
            database_url=empty.url,
            rate_limit_authenticated=0,
            rate_limit_anonymous=0,
        )
        given = ("--data-dir", settings.data_dir, "--database-url", settings.database)
        for arguments in (
            ("backup", "verify", tmp_path / "place"),
            ("restore", tmp_path / "place"),
        ):
            ended = await command(*arguments, *given)
            assert ended.code == 0, ended
        bring_up_to_date(settings)
        async with running(settings) as api:
            await compare(api, told)
        # Migrations leave what was sealed as it was.
        ended = await command("audit", "verify", *given)
        assert ended.code == 0, ended
        assert (await command("vault", "verify", *given)).code == 0


async def compare(api: Api, told: Any) -> None:
    person = ADMINISTRATOR._replace(token=TOKEN)
    found = []
    for path, before in told["answers"].items():
        answer = await api.get(path, as_=person)
        assert answer.status_code == 200, answer.text
        found += differences(before, answer.json()["data"], path)
    assert found == []
    for path, digest in told["file"].items():
        content = (await api.get(path, as_=person)).content
        assert hashlib.sha256(content).hexdigest() == digest


def test_each_release_has_a_backup_of_each_engine() -> None:
    root = Path(__file__).parents[2]
    released = re.findall(r"^## \[(\d[^]]*)\]", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    kept = {tuple(path.name.removesuffix(".tar.xz").split("-")) for path in FORMER}
    assert {"0028", "0055"} <= {schema for _, schema, _ in kept}
    for version in released:
        assert {engine for of, _, engine in kept if of == version} == {"sqlite", "postgresql"}
