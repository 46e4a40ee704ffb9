"""The jobs of the processes that parse foreign bytes without the kernel: pictures, product trees."""

import msgspec

from partwright.cad.job_protocol import JobKind, JobLimits, KernelJob


class ParserJob(KernelJob, frozen=True):
    """Make something of the one file; it is written into a folder that its caller owns."""

    path: str
    folder: str

    def reads(self) -> tuple[str, ...]:
        return (self.path,)

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class DrawThumbnail(ParserJob, frozen=True):
    """Draw an image as a PNG that fits into a square of so many pixels."""

    size: int


class ReadProducts(ParserJob, frozen=True):
    """Read the product tree of a STEP file and write it as the JSON of a ProductTree."""


class ParsedFile(msgspec.Struct, frozen=True):
    """The files that were made, by their paths."""

    path: str


DRAW_THUMBNAIL = JobKind("draw_thumbnail", DrawThumbnail, ParsedFile)
READ_PRODUCTS = JobKind("read_products", ReadProducts, ParsedFile)

THUMBNAIL_LIMITS = JobLimits(seconds=20, memory=176 << 20, file_size=8 << 20)
"""Two at once leave a server of 512 MiB enough; RGB of 44 million pixels fits."""
PRODUCT_LIMITS = JobLimits(seconds=60, memory=384 << 20, file_size=32 << 20)
