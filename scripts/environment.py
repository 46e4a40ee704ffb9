"""Makes .venv from a lock file, once, and tells in a few milliseconds whether that is done.

`environment.py ready LOCK` exits 0 when .venv holds the lock; `environment.py make LOCK` sees to it.
Only the standard library is used, and the oldest supported Python runs it.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "partwright.stamp"
UNFINISHED = VENV / "partwright.unfinished"

# Each lock and the locks that hold all of it, so that what is there already is never taken away.
SUFFICIENT = {"runtime": ("runtime", "test"), "test": ("test",)}


class EnvironmentNotMade(Exception):
    """A step of making .venv failed, with what to tell the user."""


def fingerprint(lock: str, python_version: str) -> str:
    """Digest of everything an environment made from the lock depends on."""
    digest = hashlib.sha256(f"{lock}\n{python_version}\n{ROOT}\n".encode())
    for path in (ROOT / "locks" / f"{lock}.txt", ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_ready(lock: str, python_version: str) -> bool:
    """Whether .venv is finished and holds the lock (or one that includes it)."""
    if UNFINISHED.exists() or not STAMP.exists():
        return False
    stamp = STAMP.read_text()
    return any(stamp == fingerprint(name, python_version) for name in SUFFICIENT[lock])


def version_in_venv() -> str | None:
    """The version of .venv's Python; None when there is none that starts, or it is too old."""
    probe = "import sys; sys.version_info >= (3, 11) or sys.exit(1); print(sys.version)"
    try:
        found = subprocess.run(
            [PYTHON, "-I", "-c", probe], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return found.stdout.removesuffix("\n") if found.returncode == 0 else None


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the lock file, which the system lets go of whatever becomes of this process."""
    with (ROOT / ".venv.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another script that is making .venv ...")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make(lock: str) -> None:
    """Bring .venv to the lock: add to what is sound, begin anew where it is not."""
    with one_at_a_time():
        version = version_in_venv()
        if version is not None and is_ready(lock, version):
            return
        if version is None or UNFINISHED.exists():
            begin_anew()
        UNFINISHED.touch()
        STAMP.unlink(missing_ok=True)
        install(lock)
        version = version_in_venv()
        if version is None:
            raise EnvironmentNotMade(f"{PYTHON} does not start.")
        STAMP.write_text(fingerprint(lock, version))
        UNFINISHED.unlink()


def begin_anew() -> None:
    """A new .venv, marked as unfinished before anything is in it."""
    if VENV.exists():
        say("Removing a .venv that is unfinished or does not work ...")
        shutil.rmtree(VENV)
    VENV.mkdir()
    UNFINISHED.touch()
    say(f"Making .venv with Python {sys.version.split()[0]} ...")
    # Debian keeps ensurepip in a package of its own; without it the machine's pip does the work.
    without_pip = [] if find_spec("ensurepip") else ["--without-pip"]
    run(sys.executable, "-I", "-m", "venv", *without_pip, VENV)


def install(lock: str) -> None:
    """The packages of the lock, each checked against its hash, and the project itself."""
    say(f"Installing locks/{lock}.txt (a minute or so, and only when it has changed) ...")
    pip = [*pip_for_venv(), "--disable-pip-version-check", "--no-input", "-qq"]
    # The lock is whole. Left to follow dependencies, pip looks at the newest release of a package
    # that another one asks for with an extra, and refuses it, for the lock names an older one.
    locked = ("--no-deps", "--require-hashes", "--requirement", ROOT / "locks" / f"{lock}.txt")
    run(*pip, "install", *locked)
    run(*pip, "install", "--no-deps", "--no-build-isolation", "--editable", ROOT)


def pip_for_venv() -> list[str | Path]:
    """The command of a pip that installs into .venv: its own, else the machine's."""
    own = subprocess.run([PYTHON, "-I", "-c", "import pip"], capture_output=True, check=False)
    if own.returncode == 0:
        return [PYTHON, "-I", "-m", "pip"]
    if find_spec("pip") is None:
        raise EnvironmentNotMade(
            f"{sys.executable} has neither ensurepip nor pip. "
            "On Debian and Ubuntu install the package python3-venv or python3-pip."
        )
    return [sys.executable, "-I", "-m", "pip", "--python", PYTHON]


def run(*command: str | Path) -> None:
    """Run a command to its end."""
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        words = " ".join(map(str, command))
        raise EnvironmentNotMade(f"This failed with exit code {done.returncode}: {words}")


def say(line: str) -> None:
    """Tell the user what takes time."""
    print(line, file=sys.stderr, flush=True)


def main(verb: str, lock: str) -> int:
    """Exit code for `environment.py VERB LOCK`."""
    if verb == "ready":
        return 0 if is_ready(lock, sys.version) else 1
    try:
        make(lock)
    except EnvironmentNotMade as error:
        say(f"{error}\nMend that and run the script again.")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
