"""What the documentation says of the program is true."""

import re
from pathlib import Path

import msgspec

from partwright.settings import PREFIX, Settings

ROOT = Path(__file__).parents[1]


def test_every_setting_is_documented_and_no_other() -> None:
    text = (ROOT / "docs/reference/settings.md").read_text()
    told = set(re.findall(r"^\| `(PARTWRIGHT_\w+)`", text, re.MULTILINE))
    assert told == {PREFIX + f.name.upper() for f in msgspec.structs.fields(Settings)}


def test_every_link_between_documents_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
