"""The product tree of a STEP file as the wire shows it, read in a process of its own."""

from pathlib import Path

import msgspec

from partwright.cad.job_protocol import JobRefused
from partwright.cad_files.parser_jobs import ParsedFile, ReadProducts
from partwright.cad_files.step.statements import NotAStepFile
from partwright.cad_files.step.structure import (
    StepNode,
    StepProduct,
    StepReader,
    StepStructure,
    StepUsage,
    nested_tree,
)

_BLOCK = 1 << 20
_encoder = msgspec.json.Encoder(decimal_format="number")
_flat = msgspec.json.Decoder(StepStructure)


class ProductTree(msgspec.Struct, rename="camel", frozen=True):
    """The products of a STEP file as the wire shows them: each once, each use, and nested."""

    schema: str | None
    product_count: int
    usage_count: int
    products: list[StepProduct]
    usages: list[StepUsage]
    tree: list[StepNode]
    truncated: bool


def read_products(job: ReadProducts) -> ParsedFile:
    """Do the job; JobRefused for what is not a STEP file."""
    reader = StepReader()
    try:
        with Path(job.path).open("rb") as file:
            while not reader.ended and (block := file.read(_BLOCK)):
                reader.feed(block)
        found = reader.structure()
    except NotAStepFile as refusal:
        raise JobRefused(refusal.reason) from None
    path = Path(job.folder, "products.json")
    path.write_bytes(_encoder.encode(_shown(found)))
    return ParsedFile(str(path))


def decode_structure(tree: bytes) -> StepStructure:
    """The products and usages of a ProductTree's JSON."""
    return _flat.decode(tree)


def _shown(found: StepStructure) -> ProductTree:
    nested, truncated = nested_tree(found)
    return ProductTree(
        found.schema,
        len(found.products),
        len(found.usages),
        found.products,
        found.usages,
        nested,
        truncated,
    )
