"""QR codes and Code 128 barcodes as SVG drawings (ISO/IEC 18004, ISO/IEC 15417)."""

from typing import Any

import zxingcpp

_create: Any = zxingcpp.create_barcode  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] -- the stub leaves its options open

LONGEST_BARCODE = 24
"""Characters that a scanner still reads at the width of a label."""


def qr_code(text: str) -> bytes:
    """The text as a QR code that is read with a seventh of it spoilt."""
    return zxingcpp.write_barcode_to_svg(
        _create(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M"), add_quiet_zones=False
    ).encode()


def barcode(text: str) -> bytes:
    """The text as Code 128 bars between their quiet zones, without which scanners miss them."""
    return zxingcpp.write_barcode_to_svg(
        _create(text, zxingcpp.BarcodeFormat.Code128), add_quiet_zones=True, add_hrt=False
    ).encode()


def fits_barcode(text: str) -> bool:
    """Whether bars can hold the text: plain letters and signs, and not too many."""
    return text.isascii() and text.isprintable() and 0 < len(text) <= LONGEST_BARCODE
