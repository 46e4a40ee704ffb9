"""An OpenAI-compatible endpoint of the tests: it streams what a script says, over real HTTP."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

STALL = "stall"
"""A reply that never ends."""

Reply = list[Any] | int | str
"""Texts and (tool, arguments) pairs of one reply; a status; or STALL."""


class Endpoint:
    """What the endpoint answers next, and what it was asked."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.ended = threading.Event()
        self.url = ""

    def script(self, *replies: Reply) -> None:
        self.replies = list(replies)

    def next(self) -> Reply:
        return self.replies.pop(0) if self.replies else [("finish", {"summary": "Done."})]


def _chunks(reply: list[Any]) -> Iterator[dict[str, Any]]:
    """The deltas of a reply, the arguments of a call in two pieces."""
    yield {"role": "assistant", "content": ""}
    calls = 0
    for part in reply:
        if isinstance(part, str):
            yield {"content": part}
            continue
        name, arguments = part
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        head = {"index": calls, "id": f"call_{calls}", "type": "function"}
        yield {"tool_calls": [{**head, "function": {"name": name, "arguments": text[:5]}}]}
        rest = {"index": calls, "function": {"arguments": text[5:]}}
        yield {"tool_calls": [rest]}
        calls += 1


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            endpoint.asked.append(json.loads(body))
            endpoint.keys.append(self.headers["Authorization"])
            reply = endpoint.next()
            if isinstance(reply, int):
                error = json.dumps({"error": {"message": "secret-key-123", "code": "x"}}).encode()
                self.send_response(reply)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(error)))
                self.end_headers()
                self.wfile.write(error)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            if isinstance(reply, str):
                self._say({"role": "assistant", "content": "Let me think. "})
                endpoint.ended.wait(60)
                return
            for delta in _chunks(reply):
                self._say(delta)
            is_call = any(not isinstance(part, str) for part in reply)
            self._say({}, finish="tool_calls" if is_call else "stop")
            self._say(None, usage={"prompt_tokens": 90, "completion_tokens": 9, "total_tokens": 99})
            self.wfile.write(b"data: [DONE]\n\n")

        def _say(self, delta: Any, *, finish: str | None = None, **more: Any) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            chunk = {
                "id": "chatcmpl-1",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "test",
                "choices": [] if delta is None else [choice],
                **more,
            }
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
            self.wfile.flush()

    return Handler


@contextmanager
def listening() -> Iterator[Endpoint]:
    endpoint = Endpoint()
    make: Callable[..., BaseHTTPRequestHandler] = _handler(endpoint)
    server = ThreadingHTTPServer(("127.0.0.1", 0), make)
    server.daemon_threads = True
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.ended.set()
        server.shutdown()
        thread.join()
        server.server_close()
