"""Thumbnails of images and of the first page of PDF documents, drawn in a process of its own."""

import warnings
from pathlib import Path
from typing import Any

import pypdfium2  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image, ImageOps, UnidentifiedImageError

from partwright.cad.job_protocol import JobRefused
from partwright.cad_files.parser_jobs import DrawThumbnail, ParsedFile

MOST_PIXELS = 50_000_000
_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")
_SHRUNK_AS_THEY_ARE = frozenset({"L", "LA", "RGB", "RGBA", "CMYK", "YCbCr"})
"""Modes whose pixels can be averaged without a copy of the whole picture in another mode."""

_PDF_HEAD = b"%PDF-"
_HEAD_BYTES = 1024
"""Within so many bytes a PDF says that it is one."""

# Its readers are loaded here, before any job: a job may open nothing but its own files.
Image.init()


def draw_thumbnail(job: DrawThumbnail) -> ParsedFile:
    """Do the job; JobRefused for what is not an image."""
    path = Path(job.folder, "thumbnail.png")
    if _is_pdf(job.path):
        _first_page(job.path, job.size).save(path, "PNG", optimize=True)
        return ParsedFile(str(path))
    try:
        # The library warns of what is judged below, and of metadata that it cannot read.
        with warnings.catch_warnings(), Image.open(job.path, formats=_FORMATS) as picture:
            warnings.simplefilter("ignore")
            _small(picture, job.size).save(path, "PNG", optimize=True)
    except UnidentifiedImageError:
        raise JobRefused("it is not an image of a supported kind") from None
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise JobRefused("the image is damaged") from error
    return ParsedFile(str(path))


def _is_pdf(path: str) -> bool:
    with Path(path).open("rb") as file:
        return _PDF_HEAD in file.read(_HEAD_BYTES)


def _first_page(path: str, size: int) -> Image.Image:
    """The first page on white; JobRefused for one that cannot be read, or only with a password."""
    try:
        document: Any = pypdfium2.PdfDocument(path)
        page = document[0]
        longest = max(page.get_size())
        if longest <= 0:
            raise JobRefused("its first page has no size")
        picture: Image.Image = page.render(scale=size / longest).to_pil()
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise JobRefused("the document is damaged, empty or locked") from error
    picture.thumbnail((size, size))
    return picture.convert("RGB")


def _small(picture: Image.Image, size: int) -> Image.Image:
    if picture.width * picture.height > MOST_PIXELS:
        raise JobRefused(f"it has more than {MOST_PIXELS} pixels")
    picture.draft("RGB", (size, size))
    small = picture if picture.mode in _SHRUNK_AS_THEY_ARE else _in_colour(picture)
    small.thumbnail((size, size))
    return _in_colour(ImageOps.exif_transpose(small))


def _in_colour(picture: Image.Image) -> Image.Image:
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    return picture.convert("RGBA" if has_alpha else "RGB")
