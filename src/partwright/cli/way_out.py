"""Ways out of refusals of the server, for people at the terminal."""

_BY_CODE = {
    "UNAUTHENTICATED": "`partwright login URL` signs on again",
    "BRANCH_PROTECTED": "`partwright change new NAME --design CODE` begins one, and"
    " --branch ECO-NUMBER writes on its branch",
}
_BY_WORDS = (
    ("Not released: ", "`partwright change add ORDER --below` adds everything unreleased below"),
    ("has not been started", "`partwright change submit ORDER` starts it"),
    ("unknown key", "attributes.NAME=VALUE is for names of your own"),
)
"""Words of a message beside what to do, where the code says too little."""


def way_out(code: str, message: str) -> str:
    """The command or flag that helps; empty where none is known."""
    found = _BY_CODE.get(code, "")
    for words, way in _BY_WORDS:
        # Of unknown keys only items take names of people's own.
        if words in message and (words != "unknown key" or " attributes," in message):
            found = found or way
    return found
