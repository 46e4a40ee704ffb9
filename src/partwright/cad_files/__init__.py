"""CAD files: product trees, geometry, previews, and CAD against the BOM."""
