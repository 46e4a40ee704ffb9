"""Robots described in URDF: each link is a part with its mass, the robot is the assembly."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from partwright.imports.sheets.records.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, make_record

_HEADERS = ("Name", "Mass (kg)", "Quantity")
_LARGEST = 64 << 20
_FIRST_ROW = 2


def open_urdf(path: Path) -> SheetTable:
    """The links of the file as rows."""
    if path.stat().st_size > _LARGEST:
        raise BrokenFile(f"the file has more than {_LARGEST >> 20} MiB")
    content = path.read_bytes()
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise BrokenFile("the XML declares a document type, which a URDF file does not need")
    try:
        robot = ElementTree.fromstring(content)  # noqa: S314 -- without a document type nothing expands
    except ElementTree.ParseError as error:
        raise BrokenFile(f"the XML is malformed: {error}") from error
    links = [link for link in robot.iter("link") if link.get("name")]
    if robot.tag != "robot" or not links:
        raise NoHeader("the file does not describe a robot with links")

    def records() -> Iterator[SheetRecord]:
        for number, link in enumerate(links, _FIRST_ROW):
            mass = link.find("inertial/mass")
            text = "" if mass is None else mass.get("value", "")
            yield make_record(number, (link.get("name", ""), text, "1"), width=len(_HEADERS))

    name = robot.get("name", "").strip()
    told = (f'The links of the robot "{name}" are its parts.',)
    return SheetTable(_HEADERS, told, records, product=name)
