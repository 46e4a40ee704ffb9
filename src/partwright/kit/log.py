"""Structured logs: JSON for machines, colours for people at a terminal."""

import logging
import sys

import msgspec
import structlog


def configure(level: str) -> None:
    """Set the process's logging up; the standard library's records go the same way."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
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
    else:
        structlog.configure(
            processors=[*shared, structlog.processors.format_exc_info, _as_json],
            wrapper_class=structlog.make_filtering_bound_logger(number),
            logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
            cache_logger_on_first_use=True,
        )
    logging.basicConfig(handlers=[_Forward()], level=number, force=True)


def _as_json(_: object, __: str, event: structlog.typing.EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=str)


class _Forward(logging.Handler):
    """Hands the standard library's records to structlog."""

    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)
