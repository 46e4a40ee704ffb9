import time
from collections.abc import Iterator

import msgspec
import pytest
from redis import Redis

from partwright.kit.errors import RateLimited
from partwright.settings import Settings
from partwright.web import rate_limits
from partwright.web.rate_limits import RateLimits, limit_key
from tests.support import redis
from tests.support.application import Api, refused, running
from tests.support.people import ENGINEER, VIEWER, Person

NAMES = ("x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset")


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis of this module's own."""
    with redis.serving(tmp_path_factory.mktemp("redis")) as socket:
        yield f"unix://{socket}"


@pytest.fixture(params=["memory", "redis"])
def counted_in(
    request: pytest.FixtureRequest, redis_url: str, settings: Settings
) -> Iterator[Settings]:
    """The settings of a test, with the counting done in each of the two places."""
    if request.param == "memory":
        yield settings
        return
    with Redis.from_url(redis_url) as client:
        client.flushall()
    yield msgspec.structs.replace(settings, redis_url=redis_url)


def standing(response: object) -> tuple[int, int]:
    limit, remaining, reset = (int(response.headers[name]) for name in NAMES)  # type: ignore[attr-defined]
    assert time.time() < reset <= time.time() + 61
    return limit, remaining


async def ask(api: Api, person: Person | None) -> object:
    return await api.get("/api/users/me", as_=person)


@pytest.mark.settings(rate_limit_anonymous=2, rate_limit_authenticated=3)
async def test_each_has_their_own_window(counted_in: Settings) -> None:
    async with running(counted_in) as api:
        assert [standing(await ask(api, None)) for _ in range(2)] == [(2, 1), (2, 0)]
        over = await api.get("/api/users/me")
        refused(over, 429, "RATE_LIMITED")
        assert standing(over) == (2, 0)
        assert 1 <= int(over.headers["retry-after"]) <= 61
        assert [standing(await ask(api, ENGINEER))[1] for _ in range(3)] == [2, 1, 0]
        refused(await api.get("/api/users/me", as_=ENGINEER), 429, "RATE_LIMITED")
        assert standing(await ask(api, VIEWER)) == (3, 2)


@pytest.mark.settings(rate_limit_anonymous=1)
async def test_everything_under_api_counts_and_nothing_else(counted_in: Settings) -> None:
    async with running(counted_in) as api:
        for _ in range(3):
            health = await api.get("/healthz")
            assert health.status_code == 200
            assert not set(NAMES) & set(health.headers)
        assert standing(await api.get("/api/nowhere")) == (1, 0)
        for path in ("/api/nowhere", "/api"):
            refused(await api.get(path), 429, "RATE_LIMITED")


@pytest.mark.settings(rate_limit_anonymous=1)
async def test_a_bad_token_counts_for_the_address(counted_in: Settings) -> None:
    async with running(counted_in) as api:
        for status in (401, 429):
            headers = {"Authorization": f"Bearer {status}"}
            assert (await api.get("/api/users/me", headers=headers)).status_code == status


@pytest.mark.settings(rate_limit_anonymous=1)
async def test_addresses_are_told_apart(counted_in: Settings) -> None:
    async with running(counted_in) as here:
        assert standing(await ask(here, None)) == (1, 0)
        refused(await here.get("/api/users/me"), 429, "RATE_LIMITED")
    if counted_in.redis_url:
        async with running(counted_in, client="203.0.113.9") as elsewhere:
            assert standing(await ask(elsewhere, None)) == (1, 0)
        async with running(counted_in) as other_process:
            refused(await other_process.get("/api/users/me"), 429, "RATE_LIMITED")


async def test_no_limit_no_headers(counted_in: Settings) -> None:
    async with running(counted_in) as api:
        assert not set(NAMES) & set((await api.get("/api/users/me", as_=ENGINEER)).headers)


@pytest.mark.settings(rate_limit_login=2)
async def test_sign_on_is_limited_by_address_and_by_account(counted_in: Settings) -> None:
    counting = RateLimits(counted_in)
    await counting.sign_on(address="1", account="a")
    await counting.sign_on(address="1", account="b")
    with pytest.raises(RateLimited):
        await counting.sign_on(address="1", account="c")
    for address in range(2, 11):
        await counting.sign_on(address=str(address), account="a")
    with pytest.raises(RateLimited) as refusal:
        await counting.sign_on(address="11", account="a")
    assert refusal.value.retry_after
    await counting.close()


@pytest.mark.settings(rate_limit_anonymous=1, redis_url="redis://127.0.0.1:1/0")
async def test_without_its_redis_a_process_counts_by_itself(settings: Settings) -> None:
    async with running(settings) as api:
        refused(await api.get("/api/users/me"), 401, "UNAUTHENTICATED")
        refused(await api.get("/api/users/me"), 429, "RATE_LIMITED")


async def test_a_window_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now, offset = 1000.0, 5000.0
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now)
    monkeypatch.setattr(rate_limits.time, "time", lambda: now + offset)
    counter = rate_limits.MemoryCounter()
    for expected in (True, False):
        found = await counter.hit(1, "a")
        assert found
        assert (found.allowed, found.reset) == (expected, 6060)
    # A clock that is set back by an hour keeps nobody out for longer.
    now, offset = 1060.0, 1400.0
    found = await counter.hit(1, "a")
    assert found
    assert (found.allowed, found.reset) == (True, 2520)


async def test_windows_that_are_over_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: now)
    monkeypatch.setattr(rate_limits, "_SWEEP_FROM", 10)
    counter = rate_limits.MemoryCounter()
    for n in range(1000):
        now = 1000.0 + n
        await counter.hit(1, str(n))
    assert len(counter._windows) < 200


async def test_a_million_callers_take_bounded_memory_and_are_still_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: 1000.0)
    monkeypatch.setattr(rate_limits, "_MOST_WINDOWS", 1000)
    monkeypatch.setattr(rate_limits, "_SHARED_WINDOWS", 50)
    counter = rate_limits.MemoryCounter()
    found = [await counter.hit(100, str(n)) for n in range(20_000)]
    assert len(counter._windows) <= 1050
    assert all(status and status.allowed for status in found[:1000])
    assert not all(status and status.allowed for status in found[1000:])


async def test_a_network_of_ipv6_is_one_caller() -> None:
    assert limit_key("2001:db8:1:2::1") == limit_key("2001:db8:1:2:ffff::9")
    assert limit_key("2001:db8:1:2::1") != limit_key("2001:db8:1:3::1")
    assert limit_key("::ffff:192.0.2.1") == limit_key("192.0.2.1") == "192.0.2.1"
