"""`python -m partwright.cad_files.parser_process`: the supervising process of the parsers."""

from partwright.cad.job_protocol import KernelJob
from partwright.cad.kernel.server import Action, serve
from partwright.cad_files.parser_jobs import (
    DRAW_THUMBNAIL,
    READ_PRODUCTS,
    DrawThumbnail,
    ReadProducts,
)
from partwright.cad_files.product_tree_service import read_products
from partwright.cad_files.thumbnails import draw_thumbnail

_DOES: dict[str, tuple[type[KernelJob], Action]] = {
    DRAW_THUMBNAIL.name: (DrawThumbnail, draw_thumbnail),
    READ_PRODUCTS.name: (ReadProducts, read_products),
}


if __name__ == "__main__":
    serve(_DOES.__getitem__)
