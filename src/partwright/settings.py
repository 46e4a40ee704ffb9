"""The settings: read once from the environment and, for a server, from its file; then frozen."""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from partwright.kit.postgres_address import SCHEMA_NAME, with_schema
from partwright.kit.queue_address import INSTALL, can_hint, is_queue_address
from partwright.kit.setting_values import (
    byte_size,
    has_port,
    is_network,
    is_token,
    truth_value,
    whole_number,
)
from partwright.kit.traces import WrongTracing, is_wanted

PREFIX = "PARTWRIGHT_"
_MOST_DAYS, _MOST_HOURS = 36_500, 87_600
"""A century of keeping and ten years of a session, beyond which no date can be reckoned."""
_ORIGIN = re.compile(r"https?://[^/?#@\s]+\Z")
_GROUP_ROLE = re.compile(r".*\S.*=\s*[^=\s][^=]*\Z")
_ISSUER = re.compile(r"https://.|http://(localhost|127\.0\.0\.1|\[::1\])([:/]|\Z)")
_CONTACT = re.compile(r"(mailto:|https://)[!-~]+\Z")
_ADDRESS = re.compile(r"[^@\s<>,;:\"]+@[^@\s<>,;:\"]+\Z")
_MODEL = re.compile(r"[a-z][a-z0-9-]*:\S+\Z")


class WrongSetting(Exception):
    """A setting that the server cannot start with, in one line."""


RevisionScheme = Literal["alpha", "numeric", "asme"]


BACKGROUND = ("cad", "exports", "imports", "mail", "reports", "seals")
"""Work that no request waits for: STEP files looked into, old exports removed, long imports done,
e-mail sent, scheduled reports run, commits sealed."""
NO_BACKGROUND = ("none",)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Each field is the environment variable `PARTWRIGHT_<FIELD>`; docs/reference/settings.md."""

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    page: bool = True
    metrics: str = "on"
    data_dir: Path = Path("data")
    database_url: str = ""
    database_schema: str = ""
    database_replicas: tuple[str, ...] = ()
    vault_url: str = ""
    s3_endpoint: str = ""
    redis_url: str = ""
    queue_url: str = ""
    workers: int = 1
    background: tuple[str, ...] = BACKGROUND
    admin_email: str = "admin@localhost"
    admin_password: str = ""
    admin_token: str = ""
    rate_limit_anonymous: int = 100
    rate_limit_authenticated: int = 1000
    rate_limit_login: int = 10
    trusted_proxies: tuple[str, ...] = ()
    max_upload: int = 5 << 30
    quota_user: int = 1 << 40
    quota_program: int = 10 << 40
    export_days: int = 30
    audit_days: int = 0
    security_contact: str = ""
    model: str = "builtin"
    model_base_url: str = ""
    model_requests: int = 60
    model_tokens: int = 500_000
    model_seconds: int = 600
    cad_workers: int = 0
    cad_seconds: int = 60
    cad_memory: int = 2 << 30
    sign_votes: bool = False
    revision_scheme: RevisionScheme = "alpha"
    log_level: str = "info"
    session_hours: int = 12
    statement_seconds: int = 60
    smtp_url: str = ""
    mail_from: str = ""
    mail_hour: int = 6
    oidc_issuer: str = ""
    oidc_name: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: str = ""
    oidc_groups_claim: str = "groups"
    oidc_group_roles: str = ""
    second_factor: str = "optional"

    @property
    def database(self) -> str:
        """The database's address; the embedded one in the data directory by default."""
        url = self.database_url or f"sqlite:///{self.data_dir / 'partwright.sqlite'}"
        return with_schema(url, self.database_schema) if self.database_schema else url

    @property
    def replicas(self) -> tuple[str, ...]:
        """The addresses of the database's standbys."""
        schema = self.database_schema
        urls = self.database_replicas
        return tuple(with_schema(url, schema) for url in urls) if schema else urls

    @property
    def group_roles(self) -> tuple[tuple[str, str], ...]:
        """Groups at the OpenID provider, and the role that each of them brings."""
        pieces = [one.rpartition("=") for one in self.oidc_group_roles.split(";") if one.strip()]
        return tuple((group.strip(), role.strip()) for group, _, role in pieces)

    @property
    def vault(self) -> str:
        """The address of the files; a folder of the data directory by default."""
        return self.vault_url or str(self.data_dir / "vault")


ENV_FILE = ".env"
"""In the data directory: the settings of the server whose data it is."""

LENT = frozenset(
    {
        *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"),
        *("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"),
        *("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
        *("OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TIMEOUT"),
        *("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_CERTIFICATE"),
        *("OTEL_EXPORTER_OTLP_COMPRESSION", "OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"),
        *("OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG", "OTEL_BSP_SCHEDULE_DELAY"),
        *("OTEL_BSP_MAX_QUEUE_SIZE", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
        *("OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER"),
    }
)
"""What a file may say to libraries: no proxy, no library to load, no address of a key's server."""


def load_for_server(env_file: str | None = None, **flags: str | None) -> Settings:
    """The settings of `partwright serve`: also from the file, which its data directory has by default."""
    own = os.environ.get(f"{PREFIX}DATA_DIR") or str(Settings().data_dir)
    path = Path(env_file) if env_file else Path(flags.get("data_dir") or own) / ENV_FILE
    if env_file and not path.is_file():
        raise WrongSetting(f"{path} cannot be read: there is no such file")
    written = _read_file(path)
    for name in LENT & written.keys():
        os.environ.setdefault(name, written[name])
    return load({**written, **os.environ}, **flags)


def load(environ: Mapping[str, str] | None = None, **flags: str | None) -> Settings:
    """Settings from flags and the environment, in this order; WrongSetting in one line."""
    given = os.environ if environ is None else environ
    hints = get_type_hints(Settings)
    values: dict[str, object] = {}
    for name, kind in hints.items():
        text = flags.get(name) or given.get(PREFIX + name.upper())
        if text:
            values[name] = _value(PREFIX + name.upper(), text, kind)
    settings = Settings(**values)  # pyright: ignore[reportArgumentType]
    _check(settings)
    try:
        is_wanted(given)
    except WrongTracing as wrong:
        raise WrongSetting(str(wrong)) from wrong
    return settings


def with_changes(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """The settings with some fields otherwise, given as texts; WrongSetting in one line."""
    hints = get_type_hints(Settings)
    values = {
        name: _value(PREFIX + name.upper(), text, hints[name]) for name, text in changes.items()
    }
    changed = msgspec.structs.replace(settings, **values)
    _check(changed)
    return changed


def _value(name: str, text: str, kind: object) -> object:
    try:
        if name.endswith(("MAX_UPLOAD", "CAD_MEMORY", "QUOTA_USER", "QUOTA_PROGRAM")):
            return byte_size(text)
        if kind is int:
            return whole_number(text)
        if kind is bool:
            return truth_value(text)
    except ValueError as error:
        raise WrongSetting(f"{name}={text!r}: {error}") from error
    if kind is Path:
        return Path(text)
    if kind == tuple[str, ...]:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text


_POSTGRES = ("postgresql://", "postgres://")
_CHECKS: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("port", lambda value: 0 <= value <= 65535, "expected 0 to 65535"),
    (
        "public_url",
        lambda value: not value or bool(_ORIGIN.match(value)),
        "expected https://plm.example.org, without a path",
    ),
    ("workers", lambda value: value >= 1, "expected 1 or more"),
    (
        "background",
        lambda value: value == NO_BACKGROUND or set(value) <= set(BACKGROUND),
        f"expected nothing, or one or more of {', '.join(BACKGROUND)}",
    ),
    ("rate_limit_anonymous", lambda value: value >= 0, "expected 0 or more"),
    ("rate_limit_authenticated", lambda value: value >= 0, "expected 0 or more"),
    ("rate_limit_login", lambda value: value >= 0, "expected 0 or more"),
    ("statement_seconds", lambda value: value >= 0, "expected 0 or more"),
    ("export_days", lambda value: 0 <= value <= _MOST_DAYS, f"expected 0 to {_MOST_DAYS}"),
    (
        "security_contact",
        lambda value: not value or bool(_CONTACT.match(value)),
        "expected an address that begins with mailto: or https://",
    ),
    ("audit_days", lambda value: 0 <= value <= _MOST_DAYS, f"expected 0 to {_MOST_DAYS}"),
    ("cad_workers", lambda value: value >= 0, "expected 0 or more"),
    ("cad_seconds", lambda value: value >= 1, "expected 1 or more"),
    ("cad_memory", lambda value: value >= 64 << 20, "expected 64MiB or more"),
    ("session_hours", lambda value: 1 <= value <= _MOST_HOURS, f"expected 1 to {_MOST_HOURS}"),
    ("admin_email", lambda value: "@" in value, "expected an e-mail address"),
    (
        "metrics",
        lambda value: value in ("on", "off") or is_token(value),
        "expected on, off, or a token of 32 or more printable characters",
    ),
    (
        "admin_token",
        lambda value: not value or is_token(value),
        "expected 32 or more printable characters",
    ),
    (
        "admin_password",
        lambda value: not value or 10 <= len(value) <= 128,
        "expected 10 to 128 characters",
    ),
    (
        "database",
        lambda value: value.startswith(("sqlite:///", *_POSTGRES)) and has_port(value),
        "expected sqlite:///... or postgresql://...",
    ),
    (
        "database_schema",
        lambda value: not value or bool(SCHEMA_NAME.match(value)),
        "expected a name of lower-case letters, digits and _",
    ),
    (
        "database_replicas",
        lambda value: all(one.startswith(_POSTGRES) and has_port(one) for one in value),
        "expected postgresql://..., with a comma between two",
    ),
    (
        "redis_url",
        lambda value: (
            not value
            or (value.startswith(("redis://", "rediss://", "unix://")) and has_port(value))
        ),
        "expected redis://...",
    ),
    (
        "queue_url",
        lambda value: not value or is_queue_address(value),
        "expected nats://host:4222 or tls://host:4222, and /NAME behind it where several share a broker",
    ),
    (
        "vault_url",
        lambda value: "://" not in value or value.startswith(("s3://", "file://")),
        "expected a directory or s3://bucket/prefix",
    ),
    (
        "trusted_proxies",
        lambda value: all(is_network(one) for one in value),
        "expected addresses or networks such as 10.0.0.0/8",
    ),
    (
        "smtp_url",
        lambda value: not value or (value.startswith(("smtp://", "smtps://")) and has_port(value)),
        "expected smtp://user:password@host:587 or smtps://...",
    ),
    (
        "mail_from",
        lambda value: not value or bool(_ADDRESS.match(value)),
        "expected an e-mail address",
    ),
    ("mail_hour", lambda value: 0 <= value <= 23, "expected 0 to 23"),
    (
        "oidc_issuer",
        lambda value: not value or bool(_ISSUER.match(value)),
        "expected https://... (or http://localhost...)",
    ),
    ("oidc_groups_claim", bool, "expected the name of a claim"),
    (
        "oidc_group_roles",
        lambda value: all(_GROUP_ROLE.match(one) for one in value.split(";") if one.strip()),
        "expected group=role; group=role",
    ),
    (
        "second_factor",
        lambda value: value in ("optional", "required"),
        "expected optional or required",
    ),
    (
        "revision_scheme",
        lambda value: value in get_args(RevisionScheme),
        f"expected {' or '.join(get_args(RevisionScheme))}",
    ),
    (
        "model",
        lambda value: value == "builtin" or bool(_MODEL.match(value)),
        "expected builtin or provider:model such as openai:gpt-5",
    ),
    (
        "model_base_url",
        lambda value: not value or value.startswith(("http://", "https://")),
        "expected https://... of an OpenAI-compatible endpoint",
    ),
    ("model_requests", lambda value: value >= 1, "expected 1 or more"),
    ("model_tokens", lambda value: value >= 1, "expected 1 or more"),
    ("model_seconds", lambda value: value >= 1, "expected 1 or more"),
    (
        "log_level",
        lambda value: value in ("debug", "info", "warning", "error"),
        "expected debug, info, warning or error",
    ),
)
"""(field, whether a value is good, what is expected)."""

_SECRET = frozenset(
    {
        *("admin_token", "admin_password", "metrics"),
        *("database", "database_replicas", "redis_url", "queue_url", "smtp_url"),
    }
)
"""Values that may hold a password and are not repeated in a message."""


def _check(settings: Settings) -> None:
    for field, is_good, wanted in _CHECKS:
        value = getattr(settings, field)
        if not is_good(value):
            name = PREFIX + ("DATABASE_URL" if field == "database" else field.upper())
            shown = "***" if field in _SECRET else repr(value)
            raise WrongSetting(f"{name}={shown}: {wanted}")
    if bool(settings.oidc_issuer) != bool(settings.oidc_client_id):
        raise WrongSetting(f"{PREFIX}OIDC_ISSUER and {PREFIX}OIDC_CLIENT_ID must be set together")
    for field in ("database_replicas", "database_schema"):
        if getattr(settings, field) and not settings.database.startswith(_POSTGRES):
            raise WrongSetting(f"{PREFIX}{field.upper()} needs PostgreSQL as {PREFIX}DATABASE_URL")
    if settings.queue_url and not can_hint():
        raise WrongSetting(f"{PREFIX}QUEUE_URL needs the client of the broker: {INSTALL}")
    if settings.smtp_url and not (settings.mail_from and settings.public_url):
        # Without them nobody could answer, or follow a link.
        raise WrongSetting(f"{PREFIX}SMTP_URL needs {PREFIX}MAIL_FROM and {PREFIX}PUBLIC_URL")


def idle_settings(settings: Settings) -> list[str]:
    """Sentences on settings that are given and do nothing."""
    if settings.mail_from and not settings.smtp_url:
        return [f"{PREFIX}MAIL_FROM does nothing without {PREFIX}SMTP_URL: no e-mail is sent"]
    return []


def _read_file(path: Path) -> dict[str, str]:
    """`NAME=value` lines; blank lines and `#` comments are passed over."""
    if not path.is_file():
        return {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise WrongSetting(f"{path} cannot be read: expected lines of text") from error
    pairs = (line.strip().removeprefix("export ").partition("=") for line in lines)
    return {
        name.strip(): value.strip().strip("\"'")
        for name, mark, value in pairs
        if mark and name.strip() and not name.startswith("#")
    }
