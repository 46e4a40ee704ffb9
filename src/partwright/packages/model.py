"""Packages: what is in them, and why something is not."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from partwright.identity.model import UserRef
from partwright.items.wire import ItemSummary
from partwright.kit.errors import InvalidInput, UnprocessableInput
from partwright.kit.field_problems import one_of, shown
from partwright.kit.ids import FileId, ItemId
from partwright.packages.bom_table import LineOrder
from partwright.web.parameters import ViewQuery

FileKind = Literal["step", "drawing", "pdf", "image", "other"]
KINDS: dict[FileKind, frozenset[str]] = {
    "step": frozenset({"step", "stp", "p21", "stpz", "iges", "igs", "3mf", "stl", "jt"}),
    "drawing": frozenset({"dxf", "dwg", "svg", "tif", "tiff", "hpgl", "plt", "gbr", "drl"}),
    "pdf": frozenset({"pdf"}),
    "image": frozenset({"png", "jpg", "jpeg", "gif", "webp", "bmp"}),
}
"""File kinds by the ends of names; what is in none of them is `other`."""
USUAL: tuple[FileKind, ...] = ("step", "drawing", "pdf")
MOST_FILES = 20_000
"""Files of one package."""


class TooManyFiles(UnprocessableInput):
    """A package that nobody could look through."""

    def __init__(self, count: int) -> None:
        super().__init__(f"The package would have {count} files, and the limit is {MOST_FILES}")


class PicturesQuery(ViewQuery, rename="camel", kw_only=True):
    """Items whose pictures are wanted."""

    ids: Annotated[str, Meta(max_length=100 * 37)] = ""
    """Ids of up to 100 items, with commas between; unknown ones have no picture."""


class ItemPicture(msgspec.Struct, rename="camel", frozen=True):
    """The file that shows what an item looks like: an image, the drawing of a STEP file, or a PDF."""

    item_id: ItemId
    file_id: FileId


class PackageQuery(ViewQuery, rename="camel", kw_only=True):
    """Revision and files of a package."""

    revision: Annotated[str, Meta(max_length=50)] | None = None
    kinds: Annotated[str, Meta(max_length=200)] = ",".join(USUAL)
    """Kinds of files, or `all`."""
    include_unreleased: bool = False
    """Whether the files of parts that are not released go in as well."""
    columns: Annotated[str, Meta(max_length=4000)] = ""
    order: LineOrder = "findNumber"

    def file_kinds(self) -> frozenset[FileKind]:
        """The kinds of files that go in; InvalidInput for one that there is not."""
        names = [name.strip() for name in self.kinds.split(",") if name.strip()]
        if names == ["all"]:
            return frozenset((*KINDS, "other"))
        known: dict[str, FileKind] = {name: name for name in (*KINDS, "other")}
        unknown = [name for name in names if name not in known]
        if unknown:
            expected = one_of((*known, "all"))
            raise InvalidInput.field("kinds", f"expected {expected}, got {shown(unknown[0])}")
        return frozenset(known[name] for name in names)


def file_kind(name: str) -> FileKind:
    """The kind of a file by the end of its name."""
    end = name.rpartition(".")[2].lower()
    for kind, ends in KINDS.items():
        if end in ends:
            return kind
    return "other"


class PackedFile(msgspec.Struct, rename="camel", frozen=True):
    """A file of the package, as the manifest names it."""

    path: str
    size: int
    sha256: str
    file_name: str | None = None
    """As it is called in the vault; the path has a name that every system takes."""
    version: int | None = None


class PackedItem(msgspec.Struct, rename="camel", frozen=True):
    """An item of the structure, and its files in the package."""

    item_number: str
    name: str
    revision: str
    state: str
    quantity: str
    """Of all lines together, for one of the top item."""
    files: list[PackedFile]
    left_out: str | None = None
    """The reason why its files are not in the package."""


class Manifest(msgspec.Struct, rename="camel", frozen=True):
    """Content of the package; the last of its files."""

    item: ItemSummary
    made_at: str
    made_by: UserRef
    as_of_commit: str | None
    """The commit at which the structure was read, if not as it stands now."""
    kinds: list[str]
    incomplete: bool
    """Whether something was left out that the maker of the package may not see."""
    bom: list[PackedFile]
    items: list[PackedItem]
