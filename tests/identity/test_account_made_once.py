from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR

ACCOUNT = {"email": "grace@example.com", "name": "Grace Hopper", "password": "nanoseconds of wire"}


async def test_a_repeated_request_makes_one_account(api: Api) -> None:
    once = {"as_": ADMINISTRATOR, "headers": {"Idempotency-Key": "grace"}}
    first = await api.post("/api/users", ACCOUNT, **once)
    again = await api.post("/api/users", ACCOUNT, **once)
    assert data(again, 201) == data(first, 201)
    assert again.headers["idempotency-replayed"] == "true"
    refused(await api.post("/api/users", ACCOUNT | {"name": "G"}, **once), 409, "CONFLICT")
