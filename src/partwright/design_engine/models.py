"""The language model that the settings name."""

import os
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers import infer_provider_class
from pydantic_ai.providers.openai import OpenAIProvider

from partwright.design_engine.run import StageFailed
from partwright.settings import Settings

_NO_KEY = "none"
"""Sent where an endpoint of one's own wants no key; the client library insists on one."""
_KEYS = {"anthropic": ("ANTHROPIC_API_KEY",), "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY")}
"""Where the keys of providers with a protocol of their own stand."""


def model_of(settings: Settings) -> Model:
    """The model; StageFailed says what is missing."""
    provider, _, name = settings.model.partition(":")
    try:
        if settings.model_base_url:
            return _at(settings.model_base_url, provider, name)
        if provider == "openai":
            return OpenAIChatModel(name)
        return infer_model(settings.model)
    except (UserError, ImportError, ValueError) as error:
        raise StageFailed(f"The model {settings.model} cannot be used: {error}") from error


def _at(base_url: str, provider: str, name: str) -> Model:
    """The model behind an endpoint that speaks its provider's protocol; OpenAI's unless named."""
    if provider in _KEYS:
        key = next((os.environ[one] for one in _KEYS[provider] if one in os.environ), _NO_KEY)

        def reached(known: str) -> Any:
            # Loads the provider's library, which takes seconds, only where it is wanted.
            make: Any = infer_provider_class(known)
            return make(base_url=base_url, api_key=key)

        return infer_model(f"{provider}:{name}", reached)
    key = os.environ.get("OPENAI_API_KEY") or _NO_KEY
    return OpenAIChatModel(name, provider=OpenAIProvider(base_url=base_url, api_key=key))
