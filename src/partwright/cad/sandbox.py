"""The cell of a child process: the files of its job, no network, no other program, no privilege.

Bytes of foreign origin are parsed by large libraries. What they could be brought to do is bounded
by the system: Landlock leaves the paths of the job alone, a filter of system calls refuses sockets
and programs, and the capabilities of a privileged user are given up. Each is used where it is there.
"""

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from partwright.cad.job_protocol import JobRefused

LIBRARIES: Final = tuple(
    dict.fromkeys(
        path
        for path in (sys.prefix, sys.base_prefix, "/usr", "/lib", "/lib64", "/etc/fonts")
        if path != "/"
    )
)
"""What the kernel's own code may load late: code and fonts, nothing of the server."""

# Loaded before any fork, since loading it may need a lock.
_libc: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_READ = 1 << 0 | 1 << 2 | 1 << 3
"""Execute (for libraries), read a file, read a folder."""
_PATH_BENEATH = 1
_ABI_OF_RIGHTS: Final = ((1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15))
"""The version of Landlock from which on each right of files is known."""
_FILE_RIGHTS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15
"""The rights that a single file can be given; the others are those of folders."""
_TCP = 1 << 0 | 1 << 1
_SCOPES = 1 << 0 | 1 << 1
"""Abstract sockets, and signals to processes outside."""

_NO_NEW_PRIVS, _SET_SECCOMP, _DROP_BOUND = 38, 22, 24
_FILTER = 2
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 13
_X32 = 0x40000000


class _System(NamedTuple):
    """Names and numbers of system calls on a processor."""

    audit: int
    refused: tuple[int, ...]
    """socket, execve, execveat, ptrace, process_vm_readv and writev, bpf, keyctl, io_uring_setup,
    perf_event_open, mount, unshare, setns."""


_SYSTEMS: Final = {
    "x86_64": _System(0xC000003E, (41, 59, 322, 101, 310, 311, 321, 250, 425, 298, 165, 272, 308)),
    "aarch64": _System(0xC00000B7, (198, 221, 281, 117, 270, 271, 280, 219, 425, 241, 40, 97, 268)),
}


def enclose(reads: Iterable[str], writes: Iterable[str]) -> None:
    """Shut this process in for good; what it is to read or write must be named by the job."""
    if _libc is None:
        return
    _libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    if landlock_version() > 0:
        _confine_files([*LIBRARIES, *reads], list(writes))
    if platform.machine() in _SYSTEMS:
        _refuse_calls(_SYSTEMS[platform.machine()])
    _drop_capabilities()


def measures() -> list[str]:
    """The measures of the sandbox that this system has, in words for a person; empty without any."""
    if _libc is None:
        return []
    found: list[str] = []
    if landlock_version() > 0:
        found.append(f"files by Landlock {landlock_version()}")
    if platform.machine() in _SYSTEMS:
        found.append("network and programs by seccomp")
    return found


def landlock_version() -> int:
    """The version of Landlock that the system has; 0 or less without it."""
    if _libc is None:
        return 0
    return int(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1))


def _confine_files(reads: Sequence[str], writes: Sequence[str]) -> None:
    version = landlock_version()
    handled = 0
    for since, rights in _ABI_OF_RIGHTS:
        handled |= rights if version >= since else 0
    # Later versions read on: network since 4, scopes since 6.
    attributes = struct.pack("<QQQ", handled, _TCP, _SCOPES)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = int(_libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0))
    if ruleset < 0:
        raise JobRefused("the cell of the worker could not be made")
    try:
        for path in reads:
            _allow(ruleset, path, _READ & handled)
        for path in writes:
            _allow(ruleset, path, handled)
        _allow(ruleset, os.devnull, 1 << 1 | 1 << 2)
        if _libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
            raise JobRefused("the cell of the worker could not be shut")
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Open one path; one that is not there stays shut."""
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not Path(path).is_dir():
            rights &= _FILE_RIGHTS
        rule = struct.pack("<Qi", rights, opened)
        _libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(opened)


def _refuse_calls(system: _System) -> None:
    """A filter of Berkeley's machine: another architecture or a named call is refused."""
    calls = system.refused
    program = [
        _instruction(0x20, value=4),
        _instruction(0x15, value=system.audit, no=len(calls) + 3),
        _instruction(0x20, value=0),
        _instruction(0x35, value=_X32, yes=len(calls) + 1),
    ]
    for number, call in enumerate(calls):
        program.append(_instruction(0x15, value=call, yes=len(calls) - number))
    program += [_instruction(0x06, value=_ALLOW), _instruction(0x06, value=_REFUSE)]
    code = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("@HP", len(program), ctypes.addressof(code))
    _libc.prctl(_SET_SECCOMP, _FILTER, header, 0, 0)


def _instruction(code: int, *, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("<HBBI", code, yes, no, value)


def _drop_capabilities() -> None:
    """A privileged user keeps the files that are its own, and nothing else of its power."""
    for capability in range(64):
        if _libc.prctl(_DROP_BOUND, capability, 0, 0, 0) != 0:
            break
    header, nothing = struct.pack("<Ii", 0x20080522, 0), bytes(24)
    _libc.capset(header, nothing)
