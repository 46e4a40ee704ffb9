"""A supervising process without the kernel, whose jobs go wrong in every way there is."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from partwright.cad.job_protocol import JobKind, JobRefused
from partwright.cad.kernel.server import serve


class Deed(msgspec.Struct, frozen=True):
    """What to do, and a file or a number to do it with."""

    what: str
    path: str = ""
    number: int = 0


class Done(msgspec.Struct, frozen=True):
    number: int
    text: str = ""


DEED = JobKind("deed", Deed, Done)
PROGRAM = (sys.executable, str(Path(__file__).resolve()))


def add(deed: Deed) -> Done:
    return Done(deed.number + 1)


def sleep(deed: Deed) -> None:
    if deed.path:
        Path(deed.path).write_text(str(os.getpid()))
    time.sleep(deed.number)


def meet(deed: Deed) -> Done:
    """Done when the job of the other number runs as well."""
    (Path(deed.path) / str(deed.number)).touch()
    while not (Path(deed.path) / str(1 - deed.number)).exists():
        time.sleep(0.01)
    return Done(deed.number)


def loop(_: Deed) -> None:
    while True:
        pass


def eat(deed: Deed) -> None:
    bytes(deed.number)


def write(deed: Deed) -> None:
    with Path(deed.path).open("wb") as file:
        while file.tell() < deed.number:
            file.write(bytes(1 << 20))


def refuse(_: Deed) -> None:
    raise JobRefused("a hole of 8 mm does not fit into a plate of 5 mm")


def fail(_: Deed) -> None:
    raise ValueError("no such curve")


def shout(_: Deed) -> None:
    os.write(1, b"*** the kernel prints what it likes ***\n")
    sys.stdout.write("and so does Python\n")
    sys.stdout.flush()


def boast(deed: Deed) -> Done:
    return Done(0, "x" * deed.number)


def betray(deed: Deed) -> None:
    """Kill the supervisor; with a file only once, for the file says that it has been done."""
    if deed.path and Path(deed.path).exists():
        return
    if deed.path:
        Path(deed.path).touch()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def have_a_child(deed: Deed) -> None:
    child = os.fork()
    if child:
        Path(deed.path).write_text(str(child))
    time.sleep(600)


def segfault(_: Deed) -> None:
    ctypes.string_at(0)


DEEDS: dict[str, Callable[[Deed], Done | None]] = {
    "add": add,
    "sleep": sleep,
    "meet": meet,
    "loop": loop,
    "eat": eat,
    "write": write,
    "refuse": refuse,
    "fail": fail,
    "shout": shout,
    "boast": boast,
    "betray": betray,
    "have a child": have_a_child,
    "segfault": segfault,
    "abort": lambda _: os.abort(),
    "leave": lambda _: os._exit(7),
}


def do(deed: Deed) -> Done:
    return DEEDS[deed.what](deed) or Done(deed.number)


if __name__ == "__main__":
    serve(lambda _: (Deed, do))
