"""Attributes in one cell, as a JSON object of texts: for names that no header can be."""

from collections.abc import Mapping

import msgspec

from partwright.imports.sheets.cell_values.decimals import NotUnderstood

_texts = msgspec.json.Decoder(dict[str, str])


def decode_attributes(text: str) -> dict[str, str]:
    """The attributes of the cell."""
    try:
        return _texts.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise NotUnderstood('expected a JSON object of texts such as {"Colour": "red"}') from None


def encode_attributes(attributes: Mapping[str, str]) -> str:
    """The cell of the attributes; empty for none."""
    return msgspec.json.encode(attributes).decode() if attributes else ""


def look_like_attributes(values: list[str]) -> bool:
    """Whether a column's values are objects, rather than a text of that header."""
    return all(text.startswith("{") for text in values)
