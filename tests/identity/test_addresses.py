"""Addresses that look alike are not the same account."""

from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, PASSWORD

LOOKALIKES = ["\ufb01nance@example.com", "finance@e\uff58ample.com", "\u212aurt@example.com"]
TWO_IN_A_LETTER = ["boss,finance@example.com", "<finance@example.com>", "a:finance@example.com;"]


async def test_an_address_is_what_it_looks_like(api: Api) -> None:
    body = {"name": "F", "password": PASSWORD, "roleIds": []}
    for email in ("finance@example.com", "kurt@example.com", "J\u00f6rg@example.com"):
        data(await api.post("/api/users", body | {"email": email}, as_=ADMINISTRATOR), 201)
    for email in LOOKALIKES + TWO_IN_A_LETTER:
        answer = await api.post("/api/users", body | {"email": email}, as_=ADMINISTRATOR)
        assert "email" in problems(answer), email
        login = {"email": email, "password": PASSWORD}
        refused(await api.post("/api/auth/login", login), 401, "INVALID_CREDENTIALS")
    for email in ("FINANCE@Example.COM", "j\u00f6rg@example.com", " J\u00f6rg@example.com"):
        login = {"email": email, "password": PASSWORD}
        data(await api.post("/api/auth/login", login))
