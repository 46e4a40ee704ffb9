"""Requests as data, and as the bytes that go over the wire."""

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """One request."""

    method: str
    path: str
    body: bytes | None = None

    def headers(self, token: str) -> dict[str, str]:
        common = {"Authorization": f"Bearer {token}"}
        return common | ({} if self.body is None else {"Content-Type": "application/json"})

    def wire(self, token: str) -> bytes:
        """The request as it is sent on a kept-alive connection."""
        headers = {"Host": "127.0.0.1", **self.headers(token)}
        if self.body is not None:
            headers["Content-Length"] = str(len(self.body))
        lines = [f"{self.method} {self.path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + (self.body or b"")


def reads(path: str) -> Asked:
    return Asked("GET", path)


def puts(path: str, body: object) -> Asked:
    return Asked("PUT", path, msgspec.json.encode(body))


def posts(path: str, body: object) -> Asked:
    return Asked("POST", path, msgspec.json.encode(body))
