"""Runs `partwright`: in this process, where what it writes is caught, or in one of its own."""

import asyncio
import os
from typing import NamedTuple

from partwright import cli
from partwright.cli.console import err, out


class Ended(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


def partwright(*arguments: object) -> Ended:
    """Run a command to its end."""
    with out.capture() as told, err.capture() as complained:
        code = cli.run([str(argument) for argument in arguments])
    return Ended(code, told.get(), complained.get())


async def command(*arguments: object) -> Ended:
    """Run a command to its end, beside the loop of the test."""
    return await asyncio.to_thread(partwright, *arguments)


def environment(**settings: object) -> dict[str, str]:
    """This process's environment with these settings alone."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PARTWRIGHT_")}
    return inherited | {f"PARTWRIGHT_{k.upper()}": str(v) for k, v in settings.items()}
