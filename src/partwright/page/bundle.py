"""The built web application, read into memory once."""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

import msgspec

from partwright.kit.etag import quote_tag
from partwright.kit.ids import as_uuid
from partwright.page.unbuilt import STYLE_POLICY, unbuilt_page

BUILT = Path(__file__).parent / "built"
"""Where the build leaves the application; a release carries this folder."""

INDEX = "index.html"
SEGMENTS = "segments.json"
"""JSON list of the first path segments that are the application's own."""
PRELOADS = "preloads.json"
"""JSON list of what pages need first, as `web/preloads.ts` writes it."""
BUILD = "build.json"
FAILURE = "failure.txt"
"""Why there is no build, in the words of the script that tried."""

NOT_PAGES = frozenset({"api", "assets", "docs", "healthz", "metrics", "readyz", "scim", "share"})
"""First path segments of what programs ask for, or what has pages of its own."""

CODINGS = {"br": ".br", "gzip": ".gz"}
"""Content codings made at the build, the best first, and what their file names end with."""

POLICY = "; ".join(
    msgspec.json.decode(Path(__file__).with_name("policy.json").read_bytes(), type=list[str])
)
"""Everything from this server, nothing inline; workers are the only use of the one type policy."""

_UNQUOTED = "!'()*"
"""What scripts leave as it is in a segment of an address, besides what `quote` does."""

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_NEVER = "no-store"

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""By suffix; a table of our own, because that of the machine differs from one to the next."""


class PageFile(msgspec.Struct, frozen=True):
    """One file as it is sent: its bytes by content coding (`""` is none), and what is said of it."""

    media_type: str
    bodies: Mapping[str, bytes]
    etags: Mapping[str, str]
    cache_control: str = _ASK_AGAIN
    status: int = 200
    policy: str = POLICY


class PagePreloads(msgspec.Struct, frozen=True):
    """Values of the header Link for the pages of an address; `*` is one segment of it."""

    page: str
    asks: list[str]
    """What is read from the interface; `*` is the number that the address names."""
    links: list[str]

    def links_at(self, path: str, *, with_answers: bool) -> list[str] | None:
        """Headers for the document at a path; None where it is another page's."""
        wanted, given = self.page.split("/"), path.split("/")
        pairs = list(zip(wanted, given, strict=False))
        if len(wanted) != len(given) or any(w not in ("*", g) for w, g in pairs):
            return None
        if not with_answers:
            return self.links
        named = "".join(g for w, g in pairs if w == "*")
        # An id has no number to look up.
        asks = [ask for ask in self.asks if "*" not in ask or as_uuid(named) is None]
        return [ask.replace("*", quote(named, safe=_UNQUOTED)) for ask in asks] + self.links


class Bundle(msgspec.Struct, frozen=True):
    """The files of the application by path, the path segments that its index answers, what goes with it."""

    files: Mapping[str, PageFile]
    index: PageFile
    segments: frozenset[str] = frozenset()
    preloads: Sequence[PagePreloads] = ()

    def find(self, path: str, *, is_for_reading: bool) -> PageFile | None:
        """The file at a path; the index where somebody reads one of its pages."""
        found = self.files.get(path)
        if found is not None or not is_for_reading:
            return found
        segment = path[1:].partition("/")[0]
        return self.index if not segment or segment in self.segments else None

    def links_at(self, path: str, *, with_answers: bool) -> list[str]:
        """Values of the header Link for the index at a path."""
        found = (one.links_at(path, with_answers=with_answers) for one in self.preloads)
        return next((links for links in found if links is not None), list[str]())

    def mistyped(self, path: str) -> PageFile | None:
        """The index for an address that has no page: with the status that says so it tells a person in words."""
        segment = path[1:].partition("/")[0]
        is_elsewhere = not self.segments or segment in NOT_PAGES or "." in path
        return None if is_elsewhere else msgspec.structs.replace(self.index, status=404)


@cache
def load_bundle(folder: Path = BUILT) -> Bundle:
    """The application built in the folder, or the one page that tells why there is none."""
    if not (folder / INDEX).is_file():
        return Bundle(files={}, index=_unbuilt(folder))
    files = {
        f"/{path.relative_to(folder).as_posix()}": _read(path, folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix not in CODINGS.values()
        and path.name not in (SEGMENTS, PRELOADS)
    }
    segments = msgspec.json.decode((folder / SEGMENTS).read_bytes(), type=frozenset[str])
    return Bundle(files, files.pop(f"/{INDEX}"), segments - {""}, _preloads(folder))


def find_build_id(folder: Path = BUILT) -> str:
    """The id of the build in the folder; empty where there is none."""
    try:
        return msgspec.json.decode((folder / BUILD).read_bytes(), type=dict[str, str])["build"]
    except (OSError, msgspec.DecodeError, KeyError):
        return ""


def _preloads(folder: Path) -> list[PagePreloads]:
    try:
        return msgspec.json.decode((folder / PRELOADS).read_bytes(), type=list[PagePreloads])
    except FileNotFoundError:
        return []


def _read(path: Path, folder: Path) -> PageFile:
    is_hashed = path.is_relative_to(folder / "assets")
    bodies = {"": path.read_bytes()}
    for coding, ending in CODINGS.items():
        coded = path.with_name(path.name + ending)
        if coded.is_file():
            bodies[coding] = coded.read_bytes()
    return _file(
        bodies,
        media_type=_MEDIA_TYPES.get(path.suffix, "application/octet-stream"),
        cache_control=_FOREVER if is_hashed else _ASK_AGAIN,
    )


def _unbuilt(folder: Path) -> PageFile:
    failure = folder / FAILURE
    reason = failure.read_text(encoding="utf-8") if failure.is_file() else ""
    return _file(
        {"": unbuilt_page(reason)},
        media_type=_MEDIA_TYPES[".html"],
        cache_control=_NEVER,
        status=503,
        policy=f"default-src 'none'; style-src {STYLE_POLICY}; frame-ancestors 'none'",
    )


def _file(
    bodies: Mapping[str, bytes],
    *,
    media_type: str,
    cache_control: str,
    status: int = 200,
    policy: str = POLICY,
) -> PageFile:
    digest = blake2b(bodies[""], digest_size=16).hexdigest()
    etags = {coding: quote_tag(f"{digest}-{coding}" if coding else digest) for coding in bodies}
    return PageFile(media_type, bodies, etags, cache_control, status, policy)
