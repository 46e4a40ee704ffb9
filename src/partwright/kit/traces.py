"""Traces: what a request did and how long each part of it took, told to a collector.

Nothing of it is loaded, and no request passes through it, unless the variables of OpenTelemetry
(OTEL_*) ask for it.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any, Protocol

Attribute = str | int | float
Attributes = Mapping[str, Attribute]

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


class TraceSpan(Protocol):
    """One piece of work with a beginning and an end."""

    def name(self, name: str) -> None:
        """Call it so; for work whose name is known only afterwards."""
        ...

    def note(self, attributes: Attributes) -> None:
        """Add what is known of it: figures and names, never what a user or a client wrote."""
        ...

    def failed(self) -> None:
        """Mark it as failed through a fault of the service."""
        ...


class Tracer(Protocol):
    """Source of spans; a block that raises marks its span with the kind of the exception."""

    is_on: bool

    def serving(self, headers: Mapping[bytes, bytes]) -> AbstractContextManager[TraceSpan]:
        """A request: part of the caller's trace if they sent one, and around all within the block."""
        ...

    def running(
        self, name: str, attributes: Attributes | None = None
    ) -> AbstractContextManager[TraceSpan]:
        """Work of its own, around all within the block; it need not belong to a request."""
        ...

    def measuring(
        self, name: str, attributes: Attributes | None = None
    ) -> AbstractContextManager[TraceSpan]:
        """A part of the work that is being traced, if any is; the block may end in another task."""
        ...

    async def close(self) -> None:
        """Send what is left, for a moment at most: the collector may be gone."""
        ...


class _NoSpan:
    def name(self, name: str) -> None: ...

    def note(self, attributes: Attributes) -> None: ...

    def failed(self) -> None: ...


class _Off:
    is_on = False
    _none: AbstractContextManager[TraceSpan] = nullcontext(_NoSpan())

    def serving(self, headers: Mapping[bytes, bytes]) -> AbstractContextManager[TraceSpan]:
        del headers
        return self._none

    def running(
        self, name: str, attributes: Attributes | None = None
    ) -> AbstractContextManager[TraceSpan]:
        del name, attributes
        return self._none

    measuring = running

    async def close(self) -> None: ...


OFF: Tracer = _Off()


class WrongTracing(Exception):
    """A variable of OpenTelemetry that cannot be followed, in one line."""


def is_wanted(environ: Mapping[str, str]) -> bool:
    """Whether traces are asked for; WrongTracing if in a way that does not work here."""
    if environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    exporter = environ.get("OTEL_TRACES_EXPORTER", "").strip() or "otlp"
    if exporter not in ("otlp", "none"):
        raise WrongTracing(f"OTEL_TRACES_EXPORTER={exporter!r}: expected otlp or none")
    if exporter == "none" or not any(environ.get(name) for name in _ENDPOINTS):
        return False
    _check(environ)
    return True


def _is_number(text: str) -> bool:
    try:
        return float(text) >= 0
    except ValueError:
        return False


_SAMPLERS = tuple(
    base + kind
    for base in ("parentbased_", "")
    for kind in ("always_on", "always_off", "traceidratio")
)
_CHECKS: tuple[tuple[str, Callable[[str], bool], str], ...] = (
    (
        "EXPORTER_OTLP{}_ENDPOINT",
        lambda text: text.startswith(("http://", "https://")),
        "expected http://... or https://...",
    ),
    ("EXPORTER_OTLP{}_PROTOCOL", {"http/protobuf"}.__contains__, "expected http/protobuf"),
    ("EXPORTER_OTLP{}_TIMEOUT", _is_number, "expected a number of seconds"),
    (
        "EXPORTER_OTLP{}_COMPRESSION",
        {"gzip", "deflate", "none"}.__contains__,
        "expected gzip, deflate or none",
    ),
    ("TRACES_SAMPLER", _SAMPLERS.__contains__, f"expected one of {', '.join(_SAMPLERS)}"),
    ("TRACES_SAMPLER_ARG", lambda text: _is_number(text) and float(text) <= 1, "expected 0 to 1"),
)
"""(variable, whether a value is good, what is expected); those with braces for traces alone too."""


def _check(environ: Mapping[str, str]) -> None:
    for variable, is_good, wanted in _CHECKS:
        for name in {f"OTEL_{variable.format(signal)}" for signal in ("", "_TRACES")}:
            value = environ.get(name)
            if value and not is_good(value):
                # An address may hold a password.
                shown = "***" if name in _ENDPOINTS else repr(value)
                raise WrongTracing(f"{name}={shown}: {wanted}")


def open_tracer() -> Tracer:
    """The tracer that the environment asks for: one of OpenTelemetry, or OFF."""
    if not is_wanted(os.environ):
        return OFF
    module: Any = import_module("partwright.kit.otlp")
    return module.OpenTelemetry()
