import os
from pathlib import Path

import pytest

from partwright.settings import Settings, WrongSetting, load


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_nothing_need_be_set() -> None:
    settings = load({})
    assert settings == Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.database == "sqlite:///data/partwright.sqlite"
    assert (settings.rate_limit_anonymous, settings.rate_limit_authenticated) == (100, 1000)
    assert settings.max_upload == 5 * 1024**3


def test_the_environment_sets() -> None:
    given = {
        "PARTWRIGHT_PORT": "9000",
        "PARTWRIGHT_DATA_DIR": "/srv/plm",
        "PARTWRIGHT_MAX_UPLOAD": "10 MiB",
        "PARTWRIGHT_SIGN_VOTES": "yes",
        "PARTWRIGHT_TRUSTED_PROXIES": "10.0.0.0/8, 127.0.0.1",
        "PARTWRIGHT_ADMIN_EMAIL": "",
        "UNRELATED": "x",
    }
    settings = load(given)
    assert settings.port == 9000
    assert settings.database == "sqlite:////srv/plm/partwright.sqlite"
    assert settings.max_upload == 10 * 1024**2
    assert settings.sign_votes is True
    assert settings.trusted_proxies == ("10.0.0.0/8", "127.0.0.1")
    assert settings.admin_email == "admin@localhost"


def test_flags_come_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# ours\n\nPARTWRIGHT_HOST = '0.0.0.0'\nPARTWRIGHT_PORT=1\nPARTWRIGHT_WORKERS=2\n"
    )
    settings = load({"PARTWRIGHT_PORT": "2", "PARTWRIGHT_WORKERS": "3"}, workers="4")
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 2, 4)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "-1"),
        ("PORT", "65536"),
        ("WORKERS", "0"),
        ("WORKERS", "1.5"),
        ("RATE_LIMIT_ANONYMOUS", "-1"),
        ("RATE_LIMIT_AUTHENTICATED", "many"),
        ("RATE_LIMIT_LOGIN", "-5"),
        ("MAX_UPLOAD", "much"),
        ("MAX_UPLOAD", "-1"),
        ("SIGN_VOTES", "perhaps"),
        ("TRUSTED_PROXIES", "10.0.0.0/99"),
        ("TRUSTED_PROXIES", "proxy.example.com"),
        ("DATABASE_URL", "mysql://x"),
        ("DATABASE_URL", "postgresql://u:p@host:port/x"),
        ("REDIS_URL", "http://x"),
        ("REDIS_URL", "redis://host:port"),
        ("VAULT_URL", "ftp://x"),
        ("LOG_LEVEL", "loud"),
        ("SESSION_HOURS", "0"),
        ("PUBLIC_URL", "plm.example.org"),
        ("PUBLIC_URL", "https://plm.example.org/path"),
        ("ADMIN_EMAIL", "nobody"),
        ("ADMIN_PASSWORD", "short"),
        ("ADMIN_PASSWORD", "x" * 129),
        ("ADMIN_TOKEN", "short"),
        ("ADMIN_TOKEN", "ü" * 40),
    ],
)
def test_a_wrong_value_is_told_in_one_line(name: str, value: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        load({f"PARTWRIGHT_{name}": value})
    message = str(wrong.value)
    assert message.startswith(f"PARTWRIGHT_{name}=")
    assert "\n" not in message
    assert "expected" in message


@pytest.mark.parametrize("name", ["ADMIN_PASSWORD", "ADMIN_TOKEN", "DATABASE_URL", "REDIS_URL"])
def test_a_secret_is_not_told(name: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        load({f"PARTWRIGHT_{name}": "hunter2"})
    assert "hunter2" not in str(wrong.value)


def test_what_the_file_says_to_libraries_reaches_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(
        "export OTEL_SERVICE_NAME=plm\nAWS_REGION=file\n#AWS_PROFILE=x\n=\nPARTWRIGHT_PORT=1\n"
    )
    monkeypatch.delenv("OTEL_SERVICE_NAME", raising=False)
    monkeypatch.setattr(os, "environ", dict(os.environ, AWS_REGION="own"))
    assert load().port == 1
    assert (os.environ["OTEL_SERVICE_NAME"], os.environ["AWS_REGION"]) == ("plm", "own")
    assert {"AWS_PROFILE", "#AWS_PROFILE", "", "PARTWRIGHT_PORT"}.isdisjoint(os.environ)


def test_a_file_that_is_no_text_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"PARTWRIGHT_ADMIN_TOKEN=hunter2\xff\n")
    with pytest.raises(WrongSetting, match=r"\A\.env cannot be read: expected lines of text\Z"):
        load({})
