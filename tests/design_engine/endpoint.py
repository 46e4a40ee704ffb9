"""Models' endpoints of the tests: they stream what a script says in the protocol that is asked for.

OpenAI's chat completions, Anthropic's messages and Google's generateContent, over real HTTP.
"""

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


def _anthropic(reply: list[Any]) -> Iterator[dict[str, Any]]:
    """The events of a reply of Anthropic's messages."""
    usage = {"input_tokens": 90, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "test"}
    message |= {"content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
    yield {"type": "message_start", "message": message}
    for index, part in enumerate(reply):
        if isinstance(part, str):
            block: dict[str, Any] = {"type": "text", "text": ""}
            deltas: list[dict[str, Any]] = [{"type": "text_delta", "text": part}]
        else:
            name, arguments = part
            text = arguments if isinstance(arguments, str) else json.dumps(arguments)
            block = {"type": "tool_use", "id": f"toolu_{index}", "name": name, "input": {}}
            pieces = (text[:5], text[5:])
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
        yield {"type": "content_block_start", "index": index, "content_block": block}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    is_call = any(not isinstance(part, str) for part in reply)
    ending = {"stop_reason": "tool_use" if is_call else "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": 9}}
    yield {"type": "message_stop"}


def _google(reply: list[Any]) -> Iterator[dict[str, Any]]:
    """The chunks of a reply of Google's streamGenerateContent."""
    for number, part in enumerate(reply, 1):
        if isinstance(part, str):
            said: dict[str, Any] = {"text": part}
        else:
            arguments = json.loads(part[1]) if isinstance(part[1], str) else part[1]
            said = {"functionCall": {"name": part[0], "args": arguments}}
        candidate: dict[str, Any] = {"content": {"role": "model", "parts": [said]}, "index": 0}
        if number == len(reply):
            candidate["finishReason"] = "STOP"
        usage = {"promptTokenCount": 90, "candidatesTokenCount": 9, "totalTokenCount": 99}
        chunk = {"candidates": [candidate], "usageMetadata": usage}
        yield chunk | {"modelVersion": "test", "responseId": "r-1"}


def _of_other_protocol(path: str, reply: list[Any]) -> Iterator[dict[str, Any]] | None:
    if path.endswith("/v1/messages"):
        return _anthropic(reply)
    return _google(reply) if ":streamGenerateContent" in path else None


def _refusal(handler: BaseHTTPRequestHandler, status: int) -> None:
    error = json.dumps({"error": {"message": "secret-key-123", "code": "x"}}).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(error)))
    handler.end_headers()
    handler.wfile.write(error)


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            endpoint.asked.append(json.loads(body))
            names = ("x-api-key", "x-goog-api-key", "Authorization")
            endpoint.keys.append(next((self.headers[n] for n in names if self.headers[n]), None))
            reply = endpoint.next()
            if isinstance(reply, int):
                _refusal(self, reply)
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
            others = _of_other_protocol(self.path, reply)
            if others is not None:
                for event in others:
                    self._event(event, name=event.get("type", ""))
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
            self._event(chunk)

        def _event(self, data: dict[str, Any], *, name: str = "") -> None:
            head = f"event: {name}\n" if name else ""
            self.wfile.write(f"{head}data: {json.dumps(data)}\n\n".encode())
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
