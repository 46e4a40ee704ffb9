"""Headers of what a list says of its rows, and not of the parts in them."""

_NOTES_OF_ROWS = """optional overage attrition consumable inherited orderqty qtytoorder available inhouse
    ordered received have arrived delivered shipped instock eingetroffen geliefert bestellt vorhanden gekauft excludefrombom excludedfrombom includeinbom inbom excludefromboard backorder need missing done bought validated allowvariants setupquantity rounding"""
OF_ROWS = frozenset(_NOTES_OF_ROWS.split())
"""Headers of what a list notes of its rows."""
PLACEMENTS = frozenset(
    [
        "midx",
        "midy",
        "positionmm",
        "posx",
        "posy",
        "centerx",
        "centery",
        "refx",
        "refy",
        "padx",
        "pady",
        *("x", "y", "xmm", "ymm", "sheet"),
        "midxmm",
        "midymm",
        "rotation",
        "rot",
        "layer",
        "side",
        "tb",
        "orientation",
        "angle",
    ]
)
"""Headers of files for machines that place parts, and of the sheet of a schematic that shows them."""
