"""Structured logs: JSON for machines, colours for people at a terminal."""

import asyncio
import atexit
import logging
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, BinaryIO, cast

import msgspec
import structlog

_FLUSH_SECONDS = 0.1
_NOTHING: Mapping[str, str] = {}
_ids: ContextVar[Mapping[str, str]] = ContextVar("ids", default=_NOTHING)


def configure_logging(level: str) -> None:
    """Set the process's logging up; the standard library's records go the same way."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        _add_ids,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if sys.stderr.isatty():
        structlog.configure(
            processors=[
                *shared,
                structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(number),
            logger_factory=structlog.PrintLoggerFactory(sys.stderr),
            cache_logger_on_first_use=True,
        )
        request_lines.to = structlog.get_logger("request")
    else:
        stream = _ErrorStream(sys.stderr.buffer)
        structlog.configure(
            processors=[*shared, structlog.processors.format_exc_info, _as_json],
            wrapper_class=structlog.make_filtering_bound_logger(number),
            logger_factory=structlog.BytesLoggerFactory(cast("BinaryIO", stream)),
            cache_logger_on_first_use=True,
        )
        request_lines.to = _Lines(stream)
    if number > logging.INFO:
        request_lines.to = None
    logging.basicConfig(handlers=[_Forward()], level=number, force=True)


def request(**fields: Any) -> None:
    """One line for one request answered; nothing before the logs are set up."""
    to = request_lines.to
    if to is not None:
        to.info("request", **fields)


@contextmanager
def joined(ids: Mapping[str, str]) -> Generator[None]:
    """Every line that is written in the block, and in the tasks it begins, carries the ids."""
    before = _ids.set({**_ids.get(), **ids})
    try:
        yield
    finally:
        _ids.reset(before)


def _add_ids(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    event.update(_ids.get())
    return event


def _as_json(_: object, __: str, event: structlog.typing.EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=str)


class _ErrorStream:
    """Output of lines: those that a full disk or a closed pipe does not take are lost, and no more."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: bytes) -> None:
        with suppress(OSError):
            self._stream.write(line)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


class _Lines:
    """Writes lines a few at a time: each by itself would cost as much as a query.

    A crash loses those of the last tenth of a second; what the crash itself says goes past here.
    """

    def __init__(self, stream: _ErrorStream) -> None:
        self._stream = stream
        self._lines: list[bytes] = []
        self._second = 0
        self._prefix = ""
        atexit.register(self.flush)

    def info(self, event: str, **fields: Any) -> None:
        line = {"event": event, "level": "info", "timestamp": self._stamp(), **fields, **_ids.get()}
        self._lines.append(msgspec.json.encode(line))
        if len(self._lines) == 1:
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self.flush)

    def _stamp(self) -> str:
        now = time.time()
        second = int(now)
        if second != self._second:
            self._second = second
            self._prefix = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
        return f"{self._prefix}.{int((now - second) * 1_000_000):06d}Z"

    def flush(self) -> None:
        lines, self._lines = self._lines, []
        if lines:
            self._stream.write(b"\n".join(lines) + b"\n")
            self._stream.flush()


class RequestLines:
    """Output of the lines of requests."""

    to: Any = None
    """None where requests are not logged."""


request_lines = RequestLines()


class _Forward(logging.Handler):
    """Hands the standard library's records to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)
