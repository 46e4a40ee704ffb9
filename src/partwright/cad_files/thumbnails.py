"""Thumbnails of images, drawn in a process of its own."""

import warnings
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from partwright.cad.job_protocol import JobRefused
from partwright.cad_files.parser_jobs import DrawThumbnail, ParsedFile

MOST_PIXELS = 50_000_000
_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")
_SHRUNK_AS_THEY_ARE = frozenset({"L", "LA", "RGB", "RGBA", "CMYK", "YCbCr"})
"""Modes whose pixels can be averaged without a copy of the whole picture in another mode."""

# Its readers are loaded here, before any job: a job may open nothing but its own files.
Image.init()


def draw_thumbnail(job: DrawThumbnail) -> ParsedFile:
    """Do the job; JobRefused for what is not an image."""
    path = Path(job.folder, "thumbnail.png")
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
