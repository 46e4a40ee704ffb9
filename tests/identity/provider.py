"""A small OpenID provider on loopback, which can be told to misbehave."""

import base64
import hashlib
import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

CLIENT_ID, CLIENT_SECRET = "partwright", "a secret of both"
_KEY = ECKey.generate_key("P-256", {"kid": "1", "use": "sig"})
NEW_KEY = ECKey.generate_key("P-256", {"kid": "1", "use": "sig"})
FOREIGN_KEY = ECKey.generate_key("P-256", {"kid": "1", "use": "sig"})


class Provider:
    """Signs everybody on as `claims` say, without asking."""

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {}
        self.user_info: dict[str, Any] | None = None
        self.key = self.published = _KEY
        self.asked: Counter[str] = Counter()
        """How often each address was fetched."""
        self.algorithm = "ES256"
        self.is_down = False
        self.says: dict[str, Any] = {}
        """Other metadata."""
        self._codes: dict[str, dict[str, str]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def authorize(self, address: str) -> dict[str, str]:
        """What the provider's page does: the parameters with which it sends the browser back."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.issuer}/authorize?")
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = f"code-{len(self._codes)}"
        self._codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked[self.path] += 1
                if provider.is_down:
                    self._answer(503, {})
                elif self.path in (documents := provider.documents()):
                    self._answer(200, documents[self.path])
                elif self.path.startswith("/authorize?"):
                    self._send_back()
                elif self.path == "/userinfo" and self.headers["Authorization"] == "Bearer access":
                    self._answer(200, provider.user_info or {"sub": "somebody"})
                else:
                    self._answer(404, {})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                form = {name: values[0] for name, values in parse_qs(body).items()}
                self._answer(*provider.redeem(form, self.headers["Authorization"] or ""))

            def _send_back(self) -> None:
                back = provider.authorize(provider.issuer + self.path)
                asked = parse_qs(urlsplit(self.path).query)
                self.send_response(302)
                self.send_header("Location", f"{asked['redirect_uri'][0]}?{urlencode(back)}")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def _answer(self, status: int, content: dict[str, Any]) -> None:
                body = json.dumps(content).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        return Handler

    def documents(self) -> dict[str, dict[str, Any]]:
        """What everybody may read, by its path."""
        return {
            "/.well-known/openid-configuration": self.metadata(),
            "/keys": dict(KeySet([self.published]).as_dict(private=False)),
        }

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
        } | self.says

    def redeem(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """Each code once, to the client that asked for it and knows the verifier."""
        basic = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        asked = self._codes.pop(form["code"], None)
        if authorization != f"Basic {basic}" or asked is None:
            return 401, {"error": "invalid_client"}
        challenge = hashlib.sha256(form["code_verifier"].encode()).digest()
        matches = base64.urlsafe_b64encode(challenge).decode().rstrip("=")
        if matches != asked["code_challenge"] or form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "sub": "somebody",
            "nonce": asked["nonce"],
            "iat": now,
            "exp": now + 60,
        } | self.claims
        header = {"alg": self.algorithm, "kid": "1"}
        token = jwt.encode(header, claims, self.key, algorithms=[self.algorithm])
        return 200, {"access_token": "access", "token_type": "Bearer", "id_token": token}
