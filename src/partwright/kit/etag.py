"""Entity tags: a client says which state of a record it means (RFC 9110, section 8.8.3)."""

from hashlib import blake2b

import msgspec

from partwright.kit.errors import PreconditionFailed


def quote_tag(tag: str | int) -> str:
    return f'"{tag}"'


def etag(record: msgspec.Struct) -> str:
    """The tag of a record: of its content, since two edits may share a millisecond."""
    return quote_tag(blake2b(msgspec.json.encode(record), digest_size=16).hexdigest())


class IfMatch:
    """The `If-Match` of a request; an absent header matches everything."""

    def __init__(self, header: str | None) -> None:
        self._header = header
        self._is_checked = False

    def check(self, etag: str) -> None:
        """PreconditionFailed when the client means another state than the present one."""
        self._is_checked = True
        if self._header is not None and not names_entity_tag(self._header, etag):
            raise PreconditionFailed("The record has changed since it was read")

    def settle(self) -> None:
        """PreconditionFailed for a tag that nothing was checked against: the record has none."""
        if (
            self._header is not None
            and not self._is_checked
            and not names_entity_tag(self._header, "*")
        ):
            raise PreconditionFailed("This record has no ETag to match")


def names_entity_tag(header: str, etag: str) -> bool:
    """Whether a list of tags, or `*`, names the tag."""
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return "*" in tags or etag in tags


ANY = IfMatch(None)
