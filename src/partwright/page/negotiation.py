"""Negotiation of a file's encoding (RFC 9110, section 12.5)."""

from collections.abc import Iterable


def best_coding(accept_encoding: str, offered: Iterable[str]) -> str:
    """The first offered content coding that the client takes; `""`, the plain bytes, otherwise."""
    taken = _weights(accept_encoding)
    return next((coding for coding in offered if coding and taken.get(coding, 0) > 0), "")


def accepts_html(accept: str | None) -> bool:
    """Whether the client would read a page; one that says nothing takes everything."""
    if accept is None:
        return True
    taken = _weights(accept)
    for media_type in ("text/html", "text/*", "*/*"):
        if media_type in taken:
            return taken[media_type] > 0
    return False


def names_html(accept: str | None) -> bool:
    """Whether the client asks for pages by name, as browsers do and programs do not."""
    return _weights(accept or "").get("text/html", 0) > 0


def _weights(header: str) -> dict[str, float]:
    """Each value of a list and its weight, 0 for one that is not wanted."""
    weights: dict[str, float] = {}
    for part in header.split(","):
        value, *parameters = (piece.strip().lower() for piece in part.split(";"))
        weight = next((p.removeprefix("q=") for p in parameters if p.startswith("q=")), "1")
        weights[value] = _number(weight)
    return weights


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0
