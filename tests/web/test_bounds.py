"""What a body may cost: a million bad keys are refused in little time, memory and few words."""

import time
import tracemalloc

import msgspec

from tests.support.application import Api, refused
from tests.support.people import ADMINISTRATOR

JSON = {"Content-Type": "application/json"}


async def test_a_million_bad_keys_cost_little(api: Api) -> None:
    body = msgspec.json.encode({f"k{n}": 1 for n in range(1_000_000)})
    assert len(body) < 16 << 20
    response = await api.request("POST", "/api/auth/login", content=body, headers=JSON)
    refused(response, 413, "PAYLOAD_TOO_LARGE")
    tracemalloc.start()
    began = time.perf_counter()
    try:
        response = await api.request(
            "POST", "/api/roles", as_=ADMINISTRATOR, content=body, headers=JSON
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert response.status_code == 413
    assert len(response.content) < 1000
    # The body itself, twice while its pieces are joined, and little besides.
    assert peak < 3 * len(body) + (8 << 20)
    assert time.perf_counter() - began < 3


async def test_an_answer_names_some_problems_and_cuts_them(api: Api) -> None:
    body = {f"{n:04}" + "k" * 2000: n for n in range(1000)}
    response = await api.post("/api/roles", body, as_=ADMINISTRATOR)
    error = refused(response, 400, "VALIDATION_ERROR")
    assert len(error["details"]) == 20
    assert len(response.content) < 10_000
