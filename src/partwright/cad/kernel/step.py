"""STEP files: written so that the same product gives the same bytes, and read with suspicion."""

import re
from pathlib import Path
from typing import Any

from partwright.cad.job_protocol import JobRefused
from partwright.cad.kernel import measure, occ
from partwright.cad.kernel.document import StepDocument, compound
from partwright.cad.kernel.occ import Label

SCHEMA = "AP242DIS"
_TIME = "1970-01-01T00:00:00"
"""The header's time stamp; a real one would make every file differ."""
_BEGIN, _END = b"ISO-10303-21;", b"END-ISO-10303-21"
_ENDS = 4096
"""Bytes at the beginning and the end of a file within which these stand."""
_DOCUMENT = b"DOCUMENT_FILE"
_REFERENCE = re.compile(rb"\bREFERENCE\s{0,99};")
"""Entities and sections by which a file refers to others, wherever they stand.

The kernel would read what they name; a text that says the same is refused as well.
"""
_SOLID = re.compile(rb"=\s*(?:MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS)\b")
_USE = re.compile(rb"=\s*NEXT_ASSEMBLY_USAGE_OCCURRENCE\b")
_BLOCK = 1 << 20
_FOREIGN = re.compile(r"[^\x00-\x7f]+")


def write(document: StepDocument, path: Path, *, name: str) -> None:
    """Write the document in millimetres, with names, colours, materials and validation properties."""
    occ.STEPCAFControl.STEPCAFControl_Controller.Init_s()
    static = occ.Interface.Interface_Static
    static.SetCVal_s("write.step.schema", SCHEMA)
    static.SetCVal_s("write.step.unit", "MM")
    writer = occ.STEPCAFControl.STEPCAFControl_Writer()
    writer.SetNameMode(True)
    writer.SetColorMode(True)
    writer.SetMaterialMode(True)
    writer.SetPropsMode(True)
    as_is = occ.STEPControl.STEPControl_StepModelType.STEPControl_AsIs
    if not writer.Transfer(document.handle, as_is):
        raise JobRefused("the kernel could not put it into a STEP file")
    _head(writer.Writer().Model(), name)
    if writer.Write(str(path)) != occ.IFSelect.IFSelect_ReturnStatus.IFSelect_RetDone:
        raise JobRefused("the STEP file could not be written")
    _escape(path)


def read(path: Path) -> StepDocument:
    """The file's products; JobRefused for what is no STEP file or holds no shape."""
    document = StepDocument()
    read_into(document, path)
    return document


def read_into(document: StepDocument, path: Path) -> list[Label]:
    """Add the file's products to a document; gives its roots. JobRefused as for `read`.

    The kernel reads garbage without complaint and gives nothing, so nothing is a refusal.
    """
    _check_ends(path)
    before = {occ.entry(root) for root in document.roots()}
    reader = occ.STEPCAFControl.STEPCAFControl_Reader()
    reader.SetNameMode(True)
    reader.SetColorMode(True)
    reader.SetMatMode(True)
    reader.SetPropsMode(True)
    if reader.ReadFile(str(path)) != occ.IFSelect.IFSelect_ReturnStatus.IFSelect_RetDone:
        raise JobRefused("the STEP file cannot be read; it may be cut off or damaged")
    is_done = reader.Transfer(document.handle)
    roots = [root for root in document.roots() if occ.entry(root) not in before]
    if not is_done or not roots:
        raise JobRefused("the STEP file does not contain a shape")
    return roots


def whole(document: StepDocument) -> occ.Shape:
    """All products of a document as one shape."""
    shapes = [document.shape_of(root) for root in document.roots()]
    return shapes[0] if len(shapes) == 1 else compound(shapes)


def check(path: Path, *, volume: float) -> list[str]:
    """The differences when the file is read back: no solid, or another volume by over 0.1 %."""
    try:
        shape = whole(read(path))
    except JobRefused as refused:
        return [f"read back: {refused}"]
    again = measure.volume(shape)
    if not occ.explore(shape, occ.SOLID):
        return ["its STEP file read back holds no solid"]
    if abs(again - volume) > abs(volume) / 1000:
        return [f"its STEP file read back has {again:.6g} mm³ instead of {volume:.6g} mm³"]
    return []


def check_structure(path: Path, *, solids: int, uses: int) -> list[str]:
    """The differences of the file of an assembly, whose parts were each read back when they were made."""
    text = path.read_bytes()
    if _END not in text[-_ENDS:]:
        return ["its STEP file is cut off"]
    found = (len(_SOLID.findall(text)), len(_USE.findall(text)))
    if found != (solids, uses):
        return [
            f"its STEP file has {found[0]} solids in {found[1]} uses instead of {solids} in {uses}"
        ]
    return []


def _check_ends(path: Path) -> None:
    with path.open("rb") as file:
        if _BEGIN not in file.read(_ENDS):
            raise JobRefused("it is not a STEP file")
        file.seek(max(0, path.stat().st_size - _ENDS))
        if _END not in file.read():
            raise JobRefused("the STEP file is cut off: its end is missing")
    _check_alone(path)


def _check_alone(path: Path) -> None:
    """Refuse a file that refers to other files."""
    tail = b""
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            text = tail + block
            # To look for plain bytes takes a hundredth of what an expression does.
            is_named = b"REFERENCE" in text and _REFERENCE.search(text)
            if is_named or _DOCUMENT in text.upper():
                raise JobRefused(
                    "the STEP file refers to other files; expected one that is complete in itself"
                )
            tail = block[-_ENDS:]


def _head(model: Any, name: str) -> None:
    header = occ.APIHeaderSection.APIHeaderSection_MakeHeader(model)
    text = occ.TCollection.TCollection_HAsciiString
    header.SetName(text(name))
    header.SetTimeStamp(text(_TIME))
    header.SetAuthorValue(1, text(""))
    header.SetOrganizationValue(1, text(""))
    header.SetOriginatingSystem(text("Partwright"))


def _escape(path: Path) -> None:
    """Write letters beyond ASCII as ISO 10303-21 clause 6.4.3 has it, which older readers need."""
    text = path.read_text(encoding="utf-8")
    if not text.isascii():
        path.write_text(_FOREIGN.sub(_escaped, text), encoding="ascii")


def _escaped(found: re.Match[str]) -> str:
    if max(found[0]) > "\uffff":
        return f"\\X4\\{''.join(f'{ord(letter):08X}' for letter in found[0])}\\X0\\"
    return f"\\X2\\{''.join(f'{ord(letter):04X}' for letter in found[0])}\\X0\\"
