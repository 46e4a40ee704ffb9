"""The page at `/` of a server that carries no built application."""

from base64 import b64encode
from hashlib import sha256
from html import escape

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.25rem; }
pre { padding: .75rem 1rem; border: 1px solid; border-radius: 8px; white-space: pre-wrap; }
"""

STYLE_POLICY = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
"""The source that admits this page's style and no other."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partwright</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>The server is running, but its web application has not been built</h1>
<p>{what}</p>
{reason}
<p>The interface works: <a href="/docs">read and try it</a>.</p>
</main>
</body>
</html>
"""

_NEVER_TRIED = (
    "In a checkout, <code>scripts/serve</code> builds it when it starts;"
    " releases of Partwright include it."
)
_FAILED = "<code>scripts/serve</code> could not build it. Fix this and start it again:"


def unbuilt_page(reason: str) -> bytes:
    """The page, with the reason why the build failed if one is known."""
    return _PAGE.format(
        style=_STYLE,
        what=_FAILED if reason else _NEVER_TRIED,
        reason=f"<pre>{escape(reason)}</pre>" if reason else "",
    ).encode()
