"""A language model whose requests are spans of a trace, without a word of what is said."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from partwright.kit.traces import Tracer


class TracedModel(WrapperModel):
    """The model within it, traced; runs of the engine stream, so nothing else is."""

    def __init__(self, wrapped: Model, tracer: Tracer) -> None:
        super().__init__(wrapped)
        self._tracer = tracer

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        asked = {
            "gen_ai.provider.name": self.wrapped.system,
            "gen_ai.request.model": self.wrapped.model_name,
        }
        with self._tracer.measuring("model request", asked) as span:
            async with self.wrapped.request_stream(
                messages, model_settings, model_request_parameters, run_context
            ) as response:
                yield response
            used = response.usage
            span.note(
                {
                    "gen_ai.usage.input_tokens": used.input_tokens,
                    "gen_ai.usage.output_tokens": used.output_tokens,
                }
            )
