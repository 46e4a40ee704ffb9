import pytest

from partwright.settings import Settings
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER

COLLECTOR = "a-token-of thirty-two-characters"


async def test_the_process_answers(api: Api) -> None:
    assert data(await api.get("/healthz")) == {"status": "ok"}


async def test_the_database_answers(api: Api) -> None:
    assert data(await api.get("/readyz")) == {"status": "ready"}


async def test_the_metrics_are_in_the_format_of_prometheus(api: Api) -> None:
    answer = await api.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "# TYPE partwright_requests_total counter" in answer.text


@pytest.mark.settings(metrics=COLLECTOR)
async def test_metrics_may_need_a_token_of_their_own(api: Api) -> None:
    refused(await api.get("/metrics"), 401, "UNAUTHENTICATED")
    refused(await api.get("/metrics", as_=ADMINISTRATOR), 401, "UNAUTHENTICATED")
    answer = await api.get("/metrics", headers={"Authorization": f"Bearer {COLLECTOR}"})
    assert "partwright_requests_total" in answer.text


@pytest.mark.settings(metrics="off")
async def test_metrics_may_be_off(api: Api) -> None:
    refused(await api.get("/metrics", as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")


async def test_a_vault_that_went_away_is_told(api: Api, settings: Settings) -> None:
    """As when a volume is gone: what needs no file goes on, and nothing is made anew in its place."""
    made = await api.post("/api/items", {"type": "Part", "name": "A"}, as_=ENGINEER)
    path = f"/api/items/{data(made, 201)['id']}/files/upload"
    form = {"files": ("a.txt", b"content")}
    file = data(await api.request("POST", path, as_=ENGINEER, files=form), 201)["files"][0]
    vault, elsewhere = settings.data_dir / "vault", settings.data_dir / "elsewhere"
    vault.rename(elsewhere)
    for method, where, more in (
        ("GET", f"/api/files/{file['id']}/download", {}),
        ("POST", path, {"files": {"files": ("b.txt", b"other content")}}),
        ("GET", "/readyz", {}),
    ):
        answer = await api.request(method, where, as_=ENGINEER, **more)
        error = refused(answer, 503, "UNAVAILABLE")
        assert "vault" in error["message"]
        assert answer.headers["retry-after"]
        assert str(vault) not in answer.text
    assert (await api.get(path.removesuffix("/upload"), as_=ENGINEER)).status_code == 200
    assert not vault.exists()
    elsewhere.rename(vault)
    assert data(await api.get("/readyz")) == {"status": "ready"}
    assert (await api.get(f"/api/files/{file['id']}/download", as_=ENGINEER)).content == b"content"


async def test_a_token_of_the_tests_is_known(api: Api) -> None:
    actor = await api.services.authenticator.actor(ENGINEER.token)
    assert actor is not None
    assert (actor.name, actor.email) == (ENGINEER.name, ENGINEER.email)
    assert "parts.create" in actor.permissions
