"""The language model that the settings name."""

import os

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from partwright.design_engine.run import StageFailed
from partwright.settings import Settings

_NO_KEY = "none"
"""Sent where an endpoint of one's own wants no key; the client library insists on one."""


def model_of(settings: Settings) -> Model:
    """The model; StageFailed says what is missing."""
    provider, _, name = settings.model.partition(":")
    if settings.model_base_url:
        key = os.environ.get("OPENAI_API_KEY") or _NO_KEY
        endpoint = OpenAIProvider(base_url=settings.model_base_url, api_key=key)
        return OpenAIChatModel(name, provider=endpoint)
    try:
        if provider == "openai":
            return OpenAIChatModel(name)
        return infer_model(settings.model)
    except (UserError, ImportError, ValueError) as error:
        raise StageFailed(f"The model {settings.model} cannot be used: {error}") from error
