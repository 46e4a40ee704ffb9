"""A proxy before a database that delays whatever passes, as a network does.

`python -m bench.delay SOCKET SECONDS` prints its port and serves until its standard input ends.
Each direction of a connection has two threads, one that notes when bytes came and one that passes
them on when their time has come: an event loop's clock is too coarse for half a millisecond.
"""

import contextlib
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_CHUNK = 1 << 16
_Passing = queue.SimpleQueue[tuple[float, bytes]]


@contextmanager
def delayed(path: str, seconds: float) -> Iterator[tuple[int, int]]:
    """The port at which the server of a UNIX socket answers later by so much each way, and the proxy's process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.delay", path, str(seconds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


def _receive(source: socket.socket, passing: _Passing, seconds: float) -> None:
    data = b"-"
    while data:
        with contextlib.suppress(OSError):
            data = source.recv(_CHUNK)
        passing.put((time.perf_counter() + seconds, data))


def _send(target: socket.socket, passing: _Passing) -> None:
    with contextlib.suppress(OSError):
        while True:
            due, data = passing.get()
            if (rest := due - time.perf_counter()) > 0:
                time.sleep(rest)
            if not data:
                break
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def _join(source: socket.socket, target: socket.socket, seconds: float) -> None:
    passing: _Passing = queue.SimpleQueue()
    for work, *arguments in ((_receive, source, passing, seconds), (_send, target, passing)):
        threading.Thread(target=work, args=arguments, daemon=True).start()


def _serve(listener: socket.socket, path: str, seconds: float) -> None:
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server = socket.socket(socket.AF_UNIX)
        server.connect(path)
        _join(client, server, seconds)
        _join(server, client, seconds)


def main() -> None:
    path, seconds = sys.argv[1], float(sys.argv[2])
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_serve, args=(listener, path, seconds), daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
