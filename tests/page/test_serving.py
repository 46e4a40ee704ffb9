"""The built application over HTTP: what is answered, to whom, and under which headers."""

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from partwright import app
from partwright.page.bundle import FAILURE, NOT_PAGES
from partwright.settings import Settings
from tests.support.application import refused, running

INDEX = '<!doctype html><script type="module" src="/assets/main-1a2b3c4d.js"></script>'
FRAME = "</assets/main-1a2b3c4d.js>; rel=modulepreload"
PRELOADS = [
    {"page": "/items/*/structure", "asks": ["</api/me>", "</api/number/*>"], "links": [FRAME]},
    {"page": "/items/*", "asks": ["</api/me>"], "links": []},
]
SCRIPT = "console.log('made by the build')\n" * 50
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Encoding": "identity"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """What a build leaves behind: the second script was made without coded forms."""
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "segments.json").write_text('["items", "login"]')
    (folder / "preloads.json").write_text(json.dumps(PRELOADS))
    (folder / "build.json").write_text('{"build": "one"}')
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    script = folder / "assets" / "main-1a2b3c4d.js"
    script.write_text(SCRIPT)
    script.with_name("main-1a2b3c4d.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    script.with_name("main-1a2b3c4d.js.br").write_bytes(b"coded by brotli")
    (folder / "assets" / "worker-5e6f7a8b.js").write_text("//")
    return folder


@pytest.fixture
async def site(settings: Settings, built: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with running(settings, built=built) as api:
        yield api.http


async def read_raw(
    site: httpx.AsyncClient, path: str, **headers: str
) -> tuple[httpx.Response, bytes]:
    """An answer and its bytes as they were sent, still coded."""
    async with site.stream("GET", path, headers={**BROWSER, **headers}) as response:
        return response, b"".join([piece async for piece in response.aiter_raw()])


async def test_the_index_answers_the_application_s_own_paths_and_no_other(
    site: httpx.AsyncClient,
) -> None:
    for path in ("/", "/items", "/items/H11-100004/structure?at=main", "/login"):
        page = await site.get(path, headers=BROWSER)
        assert (page.status_code, page.text) == (200, INDEX), path
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        head = await site.head(path, headers=BROWSER)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(INDEX))
        # Where the feed stood before the page read anything, when the document is kept too.
        known = await site.get(path, headers={**BROWSER, "If-None-Match": page.headers["etag"]})
        assert (known.status_code, known.headers["server-timing"]) == (304, 'events;desc="0"')
    # Who mistypes an address is told in words, by the page.
    for path in ("/nowhere", "/itemsx", "/parts1/2"):
        page = await site.get(path, headers=BROWSER)
        assert (page.status_code, page.text) == (404, INDEX), path
        for accept in ("application/json", "*/*"):
            told = await site.get(path, headers={"Accept": accept})
            refused(told, 404, "RESOURCE_NOT_FOUND")
    for path in (
        "/index.html",
        "/segments.json",
        "/preloads.json",
        "/items.json",
        "/assets/gone-00000000.js",
        "/assets/main-1a2b3c4d.js.br",
        "/assets/%2e%2e/index.html",
        "/api/nowhere",
        "/api",
        "/scim/nowhere",
        "/share/nowhere/nothing",
        "/docs/nowhere",
    ):
        refused(await site.get(path, headers=BROWSER), 404, "RESOURCE_NOT_FOUND")
    refused(await site.post("/items", headers=BROWSER), 404, "RESOURCE_NOT_FOUND")
    not_for_reading = {"Accept": "application/json"}
    refused(await site.get("/items", headers=not_for_reading), 404, "RESOURCE_NOT_FOUND")
    refused(
        await site.get("/items", headers={"Accept": "text/html;q=0"}), 404, "RESOURCE_NOT_FOUND"
    )
    for path in ("/healthz", "/docs", "/openapi.json"):
        assert INDEX not in (await site.get(path, headers=BROWSER)).text


async def test_a_page_is_sent_with_what_it_needs_first(site: httpx.AsyncClient) -> None:
    item, unknown = "/items/A%3E1%20%C3%B6(!)/structure", ("cookie", "one=1")
    number = "/items/01a22f9a-a283-7505-a191-f3c86fc8b596/structure"
    for path, (name, value), told in (
        (item, unknown, f"</api/me>, </api/number/A%3E1%20%C3%B6(!)>, {FRAME}"),
        ("/items/1/structure", ("authorization", "x"), f"</api/me>, </api/number/1>, {FRAME}"),
        # An id needs no look-up, another version has another answer, and who is unknown none.
        (number, unknown, f"</api/me>, {FRAME}"),
        ("/items/1/structure?at=eco", unknown, FRAME),
        ("/items/1/structure", ("accept-language", "de"), FRAME),
        ("/items/1", unknown, "</api/me>"),
        ("/items/1", ("accept-language", "de"), None),
        ("/items", unknown, None),
        ("/assets/main-1a2b3c4d.js", unknown, None),
    ):
        page = await site.get(path, headers={**BROWSER, name: value})
        assert (page.status_code, page.headers.get("link")) == (200, told), path


async def test_assets_are_kept_for_ever_and_sent_in_the_best_form(site: httpx.AsyncClient) -> None:
    path = "/assets/main-1a2b3c4d.js"
    forms = {
        "": ("", SCRIPT.encode()),
        "gzip, deflate, br, zstd": ("br", b"coded by brotli"),
        "br;q=0, GZIP": ("gzip", gzip.compress(SCRIPT.encode(), mtime=0)),
        "br;q=nonsense, gzip;q=0": ("", SCRIPT.encode()),
    }
    tags = set[str]()
    for accepted, (coding, sent) in forms.items():
        asset, body = await read_raw(site, path, **{"Accept-Encoding": accepted})
        assert asset.headers.get("content-encoding", "") == coding
        assert (gzip.decompress(body) if coding == "gzip" else body) == (
            SCRIPT.encode() if coding == "gzip" else sent
        )
        assert asset.headers["content-length"] == str(len(body))
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert asset.headers["vary"] == "Accept-Encoding"
        assert asset.headers["content-type"] == "text/javascript; charset=utf-8"
        tags.add(asset.headers["etag"])
        known = {"Accept-Encoding": accepted, "If-None-Match": asset.headers["etag"]}
        again, nothing = await read_raw(site, path, **known)
        assert (again.status_code, nothing) == (304, b"")
        assert again.headers["etag"] == asset.headers["etag"]
    assert len(tags) == 3
    plain = await site.get("/assets/worker-5e6f7a8b.js", headers={"Accept-Encoding": "br"})
    assert plain.text == "//"
    assert "content-encoding" not in plain.headers
    build = await site.get("/build.json")
    assert build.json() == {"build": "one"}
    assert build.headers["cache-control"] == "no-cache"


async def test_every_answer_carries_the_policy(site: httpx.AsyncClient) -> None:
    for path in ("/", "/items/1", "/assets/main-1a2b3c4d.js", "/favicon.svg"):
        headers = (await site.get(path, headers=BROWSER)).headers
        policies = headers.get_list("content-security-policy")
        assert len(policies) == 1
        assert policies[0].startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "require-trusted-types-for 'script'" in policies[0]
        assert "unsafe" not in policies[0]
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["permissions-policy"].startswith("camera=(self)")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-request-id"]
        assert "strict-transport-security" not in headers


@pytest.mark.settings(public_url="https://plm.example.org")
async def test_behind_https_browsers_are_told_to_stay_there(site: httpx.AsyncClient) -> None:
    page = await site.get("/", headers=BROWSER)
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    for path in ("/api/items", "/api/auth/login", "/openapi.json", "/healthz", "/nowhere"):
        answer = await site.get(path)
        assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"], path


async def test_requests_for_pages_are_counted_under_one_name(site: httpx.AsyncClient) -> None:
    await site.get("/items/one", headers=BROWSER)
    await site.get("/items/two", headers=BROWSER)
    metrics = (await site.get("/metrics")).text
    assert 'route="page"' in metrics
    assert "items/one" not in metrics


async def test_without_a_build_the_root_says_why(settings: Settings, tmp_path: Path) -> None:
    never, failed = tmp_path / "never", tmp_path / "failed"
    failed.mkdir()
    (failed / FAILURE).write_text("npm could not reach <the registry>\n")
    for folder, told in (
        (never, "scripts/serve"),
        (failed, "npm could not reach &lt;the registry&gt;"),
    ):
        async with running(settings, built=folder) as api:
            page = await api.http.get("/", headers=BROWSER)
            assert page.status_code == 503
            assert told in page.text
            assert page.headers["cache-control"] == "no-store"
            assert "script-src" not in page.headers["content-security-policy"]
            refused(await api.http.get("/items", headers=BROWSER), 404, "RESOURCE_NOT_FOUND")
            assert (await api.get("/healthz")).status_code == 200


@pytest.mark.settings(page=False)
async def test_switched_off_there_is_no_page(site: httpx.AsyncClient) -> None:
    for path in ("/", "/items", "/assets/main-1a2b3c4d.js"):
        refused(await site.get(path, headers=BROWSER), 404, "RESOURCE_NOT_FOUND")


def test_no_path_of_the_application_hides_one_of_the_interface() -> None:
    public = Path(__file__).parents[2] / "web" / "public" / "segments.json"
    segments = set(json.loads(public.read_text())) if public.exists() else set[str]()
    taken = {endpoint.path.split("/")[1] for endpoint in app.endpoints()} | {"assets"}
    assert not segments & taken
    # What answers by itself is not taken for a mistyped page.
    assert {segment for segment in taken if "." not in segment} <= NOT_PAGES
