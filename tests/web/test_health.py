from tests.support.application import Api, data
from tests.support.people import ENGINEER


async def test_the_process_answers(api: Api) -> None:
    assert data(await api.get("/healthz")) == {"status": "ok"}


async def test_the_database_answers(api: Api) -> None:
    assert data(await api.get("/readyz")) == {"status": "ready"}


async def test_the_metrics_are_in_the_format_of_prometheus(api: Api) -> None:
    answer = await api.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "# TYPE partwright_requests_total counter" in answer.text


async def test_a_token_of_the_tests_is_known(api: Api) -> None:
    actor = await api.services.authenticator.actor(ENGINEER.token)
    assert actor is not None
    assert (actor.name, actor.email) == (ENGINEER.name, ENGINEER.email)
    assert "parts.create" in actor.permissions
