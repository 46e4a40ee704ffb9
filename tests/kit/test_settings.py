import os
import re
from pathlib import Path

import pytest

from partwright.settings import LENT, Settings, WrongSetting, load, load_for_server


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


@pytest.fixture
def environ(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment, in which the test may leave what it likes."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PARTWRIGHT_")}
    monkeypatch.setattr(os, "environ", kept)
    return kept


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def test_flags_come_before_the_environment_and_that_before_the_file(
    environ: dict[str, str],
) -> None:
    text = "# ours\n\nPARTWRIGHT_HOST = '0.0.0.0'\nPARTWRIGHT_PORT=1\nPARTWRIGHT_WORKERS=2\n"
    written(Path("data/.env"), text)
    environ |= {"PARTWRIGHT_PORT": "2", "PARTWRIGHT_WORKERS": "3"}
    settings = load_for_server(workers="4")
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
        ("DATABASE_URL", "postgresql://u:p@host:5432,other:port/x"),
        ("REDIS_URL", "http://x"),
        ("REDIS_URL", "redis://host:port"),
        ("QUEUE_URL", "http://host"),
        ("QUEUE_URL", "nats://"),
        ("QUEUE_URL", "nats://a:port"),
        ("QUEUE_URL", "nats://a/b/c"),
        ("QUEUE_URL", "nats://a/x,nats://b/y"),
        ("VAULT_URL", "ftp://x"),
        ("LOG_LEVEL", "loud"),
        ("SESSION_HOURS", "0"),
        ("SESSION_HOURS", "99999999999"),
        ("EXPORT_DAYS", "-1"),
        ("EXPORT_DAYS", "99999999999"),
        ("AUDIT_DAYS", "4000000"),
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


@pytest.mark.parametrize(
    "name", ["ADMIN_PASSWORD", "ADMIN_TOKEN", "DATABASE_URL", "REDIS_URL", "QUEUE_URL"]
)
def test_a_secret_is_not_told(name: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        load({f"PARTWRIGHT_{name}": "hunter2"})
    assert "hunter2" not in str(wrong.value)


def test_the_file_is_the_servers_alone_and_lends_what_is_documented(
    environ: dict[str, str],
) -> None:
    text = (
        "export OTEL_SERVICE_NAME=plm\nAWS_REGION=file\n#AWS_PROFILE=x\n=\nPARTWRIGHT_PORT=1\n"
        "HTTPS_PROXY=http://evil\nLD_PRELOAD=x\nAWS_ENDPOINT_URL=http://evil\nPYTHONPATH=x\n"
    )
    written(Path("data/.env"), text)
    written(Path(".env"), "PARTWRIGHT_PORT=2\nOPENAI_API_KEY=x\n")
    environ["AWS_REGION"] = "own"
    before = dict(environ)
    assert load().port == Settings().port
    assert environ == before
    assert load_for_server().port == 1
    assert environ == before | {"OTEL_SERVICE_NAME": "plm"}
    elsewhere = written(Path("elsewhere/.env"), "PARTWRIGHT_PORT=3\n")
    assert load_for_server(data_dir="elsewhere").port == 3
    assert load_for_server(str(elsewhere)).port == 3
    with pytest.raises(WrongSetting, match="no such file"):
        load_for_server("nowhere")


def test_what_is_lent_is_what_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text()
    table = text[text.index("Variables that libraries define") :]
    named = {
        name
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for name in row.split(", ")
    }
    assert {name.strip("`") for name in named} | ALSO_NAMED == LENT


ALSO_NAMED = {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"}
"""What the table names within a description."""


def test_a_file_that_is_no_text_is_told_in_one_line(environ: dict[str, str]) -> None:
    Path("data").mkdir()
    Path("data/.env").write_bytes(b"PARTWRIGHT_ADMIN_TOKEN=hunter2\xff\n")
    with pytest.raises(WrongSetting, match=r"\A.*\.env cannot be read: expected lines of text\Z"):
        load_for_server()


def test_a_database_may_have_several_hosts() -> None:
    url = "postgresql://u:p@one:5432,two:5433/x?target_session_attrs=read-write"
    assert load({"PARTWRIGHT_DATABASE_URL": url}).database == url
