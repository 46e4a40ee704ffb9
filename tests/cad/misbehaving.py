"""A supervising process without the kernel, whose jobs go wrong in every way there is."""

import ctypes
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from partwright.cad.job_protocol import JobKind, JobRefused, KernelJob
from partwright.cad.kernel.server import serve


class Deed(KernelJob, frozen=True):
    """What to do, and a file or a number to do it with."""

    what: str
    path: str = ""
    number: int = 0

    def writes(self) -> tuple[str, ...]:
        """The folder that the file is in, or is."""
        return (self.path, str(Path(self.path).parent)) if self.path else ()


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


def wait(deed: Deed) -> Done:
    time.sleep(deed.number)
    return Done(deed.number)


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


def await_death(deed: Deed) -> None:
    """As often as the number says, mark the file with a byte and wait to be killed."""
    mark = Path(deed.path)
    if mark.stat().st_size < deed.number:
        with mark.open("a") as file:
            file.write("x")
        time.sleep(60)


def _succeeds(what: Callable[[], object]) -> bool:
    try:
        what()
    except OSError:
        return False
    return True


def break_out(deed: Deed) -> Done:
    """Everything that foreign bytes might want of a worker; the text names what went well."""
    folder = Path(deed.path).parent
    attempts: dict[str, Callable[[], object]] = {
        "read a file outside": (folder.parent / "secret").read_text,
        "write a file outside": lambda: (folder.parent / "left").write_text("x"),
        "list a folder outside": lambda: list(folder.parent.iterdir()),
        "read /etc/passwd": Path("/etc/passwd").read_text,
        "read the server's environment": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
        "open a socket": lambda: socket.create_connection(("127.0.0.1", deed.number), timeout=1),
        "open a socket in the file system": lambda: socket.socket(socket.AF_UNIX),
        "run a program": lambda: os.execv("/bin/true", ["true"]),
        "kill the supervisor": lambda: os.kill(os.getppid(), signal.SIGKILL),
    }
    Path(deed.path).write_text("what is its own it may write")
    done = [name for name, attempt in attempts.items() if _succeeds(attempt)]
    told = sorted(name for name in os.environ if "PARTWRIGHT" in name)
    return Done(0, ", ".join(done + told))


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
    "wait": wait,
    "loop": loop,
    "eat": eat,
    "write": write,
    "refuse": refuse,
    "fail": fail,
    "shout": shout,
    "boast": boast,
    "await death": await_death,
    "break out": break_out,
    "have a child": have_a_child,
    "segfault": segfault,
    "abort": lambda _: os.abort(),
    "leave": lambda _: os._exit(7),
}


def do(deed: Deed) -> Done:
    return DEEDS[deed.what](deed) or Done(deed.number)


if __name__ == "__main__":
    serve(lambda _: (Deed, do))
