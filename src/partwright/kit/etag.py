"""Entity tags: a client says which state of a record it means (RFC 9110, section 8.8.3)."""

from partwright.kit.errors import PreconditionFailed


def quoted(tag: str | int) -> str:
    return f'"{tag}"'


class Match:
    """The `If-Match` of a request; an absent header matches everything."""

    def __init__(self, header: str | None) -> None:
        self._header = header

    def check(self, etag: str) -> None:
        """PreconditionFailed when the client means another state than the present one."""
        if self._header is not None and not names(self._header, etag):
            raise PreconditionFailed("The record has changed since it was read")


def names(header: str, etag: str) -> bool:
    """Whether a list of tags, or `*`, names the tag."""
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return "*" in tags or etag in tags


ANY = Match(None)
