"""Holds the interface against that of the last release; `keep` makes the present one the last.

python scripts/interface.py          # lists what clients of the last release would miss
python scripts/interface.py keep     # at a release: what stands now is promised from here on
"""

import json
import sys
from pathlib import Path

import msgspec

from interface_changes import Schema, breaks, distilled
from partwright import __version__, app
from partwright.web.openapi import build_document

RELEASED = Path(__file__).resolve().parent.parent / "docs" / "reference" / "released-interface.json"


def present_interface() -> Schema:
    """The document that the service of this tree answers with."""
    document = build_document(app.endpoints(), version=__version__)
    plain: Schema = msgspec.json.decode(msgspec.json.encode(document))
    return plain


def keep() -> None:
    """Write what the present interface promises, a line for each operation and schema."""
    document = distilled(present_interface())
    lines: list[str] = []
    for place in (document["paths"], document["components"]["schemas"]):
        told = (
            f"{json.dumps(k)}: {json.dumps(v, sort_keys=True)}" for k, v in sorted(place.items())
        )
        lines.append("{\n" + ",\n".join(told) + "\n}")
    paths, schemas = lines
    RELEASED.write_text(
        f'{{"info": {{"version": "{__version__}"}},\n"paths": {paths},\n'
        f'"components": {{"schemas": {schemas}}}}}\n'
    )


def check() -> list[str]:
    """What clients of the last release would miss."""
    return breaks(json.loads(RELEASED.read_text()), present_interface())


if __name__ == "__main__":
    if sys.argv[1:] == ["keep"]:
        keep()
    elif found := check():
        print("What the last release promised is removed or narrowed:")
        print(*(f"  {line}" for line in found), sep="\n")
        sys.exit(1)
