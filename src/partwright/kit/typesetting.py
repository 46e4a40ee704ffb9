"""Documents set by typst. What they show is data to a template, never source."""

from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec


def set_document(
    source: Path,
    *,
    data: Any = None,
    format_: Literal["pdf", "png"] = "pdf",
    pixels_per_inch: int | None = None,
) -> bytes:
    """The document, of a picture its first page; it may read what lies beside the source.

    `data` is what the source finds as JSON under `data` of its inputs. It blocks, for seconds where
    the document is long, and belongs into a thread.
    """
    # It takes 7 MB, and many a server never makes a document.
    typst: Any = import_module("typst")
    inputs = {} if data is None else {"data": msgspec.json.encode(data).decode()}
    made: bytes | list[bytes] = typst.compile(
        str(source),
        root=str(source.parent),
        format=format_,
        ppi=pixels_per_inch,
        sys_inputs=inputs,
    )
    return made[0] if isinstance(made, list) else made
