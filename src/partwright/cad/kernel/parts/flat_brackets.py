"""Flat brackets of strips."""

from typing import Final

from partwright.cad.kernel.parts.shapes import Builder, section
from partwright.cad.language.features.flat_brackets import t_corners

BUILDERS: Final[dict[str, Builder]] = {"t_plate": lambda v: section(t_corners(v), v.thickness)}
