"""A client that reads one item again and again, in a process of its own: how long does it wait?

    python -m attacks.victim <url> <path> <token>

Prints the milliseconds of each answer, a line each, until its standard input closes; -1 is a failure.
"""

import sys
import threading
import time

import httpx

_PAUSE_SECONDS = 0.02


def main() -> None:
    url, path, token = sys.argv[1:]
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=url, headers=headers, timeout=30) as http:
        while not ended.is_set():
            began = time.perf_counter()
            try:
                is_good = http.get(path).status_code == 200
            except httpx.TransportError:
                is_good = False
            took = (time.perf_counter() - began) * 1000
            print(f"{took if is_good else -1:.2f}", flush=True)
            time.sleep(_PAUSE_SECONDS)


if __name__ == "__main__":
    main()
