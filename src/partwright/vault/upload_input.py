"""Forms of uploads and check-ins; pure."""

import mimetypes
from pathlib import PurePath

import msgspec

from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import shown, unknown_key
from partwright.kit.ids import BranchId, as_uuid
from partwright.vault.model import IncomingFile
from partwright.web.forms import MultipartForm, UploadedFile
from partwright.web.parameters import single_branch

_LONGEST_DESCRIPTION = 5000
OCTETS = "application/octet-stream"
_COMMON = ("branchId", "branch", "commitMessage")

MEDIA_TYPES = {
    ".step": "model/step",
    ".stp": "model/step",
    ".p21": "model/step",
    ".stpz": "model/step+zip",
    ".iges": "model/iges",
    ".igs": "model/iges",
    ".stl": "model/stl",
    ".obj": "model/obj",
    ".3mf": "model/3mf",
    ".glb": "model/gltf-binary",
    ".gltf": "model/gltf+json",
    ".jt": "model/jt",
    ".dxf": "image/vnd.dxf",
    ".dwg": "image/vnd.dwg",
}
"""What the standard library does not know."""


class UploadForm(msgspec.Struct, frozen=True):
    """Content of a form, and where it goes."""

    files: list[IncomingFile]
    branch_id: BranchId | None
    message: str | None


def read_upload_form(form: MultipartForm, *, branch_id: BranchId | None) -> UploadForm:
    """New files with `<key>_description` each; InvalidInput with every problem.

    The branch may be named in the query or in the form.
    """
    keys = {file.key for file in form.files}
    texts = {f"{key}_description" for key in keys}
    problems = _unknown(form, texts)
    if not form.files:
        problems.append(ErrorDetail("file", "is required, as a form part with a file name"))
    files = [_incoming(file, form.fields.get(f"{file.key}_description")) for file in form.files]
    return _read(form, files, texts, problems, branch_id)


def read_check_in(form: MultipartForm, *, branch_id: BranchId | None) -> UploadForm:
    """The next version as `file` with `description`, or none of both; InvalidInput."""
    texts = {"description", "file_description"}
    problems = _unknown(form, texts)
    problems += [ErrorDetail(f.key, unknown_key(["file"])) for f in form.files if f.key != "file"]
    if len(form.files) > 1:
        problems.append(ErrorDetail("file", "is given twice"))
    description = form.fields.get("description", form.fields.get("file_description"))
    if description is not None and not form.files:
        problems.append(ErrorDetail("file", "is required with a description"))
    files = [_incoming(file, description) for file in form.files]
    return _read(form, files, texts, problems, branch_id)


def _read(
    form: MultipartForm,
    files: list[IncomingFile],
    texts: set[str],
    problems: list[ErrorDetail],
    branch_id: BranchId | None,
) -> UploadForm:
    problems += [
        ErrorDetail(key, f"has more than {_LONGEST_DESCRIPTION} characters")
        for key in (*texts, "commitMessage")
        if len(form.fields.get(key, "")) > _LONGEST_DESCRIPTION
    ]
    named: dict[str, str | None] = {}
    for key in ("branchId", "branch"):
        text = form.fields.get(key)
        named[key] = as_uuid(text) if text else None
        if text and named[key] is None:
            problems.append(ErrorDetail(key, f"expected a UUID, got {shown(text)}"))
    if problems:
        raise InvalidInput.fields(problems)
    branch_id = single_branch(named["branchId"], named["branch"], besides=branch_id)
    return UploadForm(files, branch_id, form.fields.get("commitMessage") or None)


def _unknown(form: MultipartForm, texts: set[str]) -> list[ErrorDetail]:
    return [
        ErrorDetail(
            key, "unknown key; expected a file with a file name, or <file>_description for its text"
        )
        for key in form.fields
        if key not in texts and key not in _COMMON
    ]


def _incoming(file: UploadedFile, description: str | None) -> IncomingFile:
    kind = file.media_type or guess_media_type(file.file_name)
    return IncomingFile(file.content, file.file_name, kind, description or None)


def guess_media_type(file_name: str) -> str:
    """The media type that a name's ending stands for."""
    ending = PurePath(file_name).suffix.lower()
    return MEDIA_TYPES.get(ending) or _known.guess_type("x" + ending)[0] or OCTETS


_known = mimetypes.MimeTypes()
"""What the standard library knows, whatever the machine's own tables say."""
