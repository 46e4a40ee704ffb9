"""Logs in few words, and a language model of the tests' own."""

from collections.abc import Iterator

import pytest
import structlog

from tests.design_engine.endpoint import Endpoint, listening


@pytest.fixture(autouse=True)
def terse_logs() -> Iterator[None]:
    """The library's own way prints every variable of a fault, which takes seconds."""
    before = structlog.get_config()
    structlog.configure(processors=[structlog.processors.KeyValueRenderer()])
    yield
    structlog.configure(**before)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A language model of the tests' own, behind the protocol that real ones speak."""
    with listening() as endpoint:
        yield endpoint
