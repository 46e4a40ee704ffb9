"""The drawings of STEP files at the size that they are seen in; pure."""

import re

_VIEW = re.compile(rb'viewBox="0 0 ([0-9.]+) ')
_WIDTH = re.compile(rb'stroke-width="([0-9.]+)"')
_PIXELS = 2.2
"""Width of the strong lines, in pixels of the picture."""


def lined(svg: bytes, *, pixels: int) -> bytes:
    """The drawing with lines that are seen in a picture of so many pixels across, never finer."""
    view, widths = _VIEW.search(svg), [float(width) for width in _WIDTH.findall(svg)]
    if view is None or not widths:
        return svg
    factor = max(1.0, _PIXELS * float(view[1]) / pixels / max(widths))
    return _WIDTH.sub(lambda found: b'stroke-width="%.1f"' % (float(found[1]) * factor), svg)
