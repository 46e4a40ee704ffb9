"""Settings of servers and workers as flags; no other command takes the time to make them."""

from dataclasses import asdict, dataclass
from typing import Annotated

from cyclopts import Parameter

from partwright.cells.catalogue import all_settings
from partwright.cli.flags import VaultFlags, cell_name, of_cell
from partwright.settings import BACKGROUND, Settings, load_for_server


@dataclass(frozen=True, kw_only=True)
class ProcessFlags(VaultFlags):
    """Options common to a server and a worker."""

    env_file: str | None = None
    """A file with settings; `.env` in the data directory if left out."""
    log_level: str | None = None
    """`debug`, `info`, `warning` or `error`."""
    queue_url: str | None = None
    """NATS, through which processes tell each other of news and work: nats://host:4222."""
    cad_workers: str | None = None
    """How many CAD jobs at once; 0 for one for each processor."""
    cad_seconds: str | None = None
    """How long one CAD job may take."""
    cad_memory: str | None = None
    """How much memory one CAD job may use, such as 2GiB."""


@dataclass(frozen=True, kw_only=True)
class WorkerFlags(ProcessFlags):
    """Background work for the servers of a database, and how it is done."""

    only: str | None = None
    """Some of cad, exports, imports, mail, seals, separated by commas; all of them if left out."""
    cell: str | None = None
    """The one cell to work for; all of them if neither this nor PARTWRIGHT_CELL is given."""

    def cells(self) -> dict[str, Settings]:
        """The settings of the cells to work for, by name; WrongSetting in one line."""
        settings, named = self.settings(), cell_name(self.cell)
        return {named: of_cell(settings, named)} if named else all_settings(settings)

    def settings(self) -> Settings:
        """The settings with these flags, and with those of the file; WrongSetting in one line."""
        flags = asdict(self)
        # What a server on this machine leaves to workers is no reason to leave it undone here.
        flags["background"] = flags.pop("only") or ",".join(BACKGROUND)
        return load_for_server(**flags)


@dataclass(frozen=True, kw_only=True)
class ServeFlags(ProcessFlags):
    """Every setting of the server."""

    host: str | None = None
    """The address to listen on."""
    port: str | None = None
    """The port to listen on; 0 takes a free one."""
    public_url: str | None = None
    """The address that browsers know this server by, such as https://plm.example.org."""
    page: str | None = None
    """`off` serves the interface without the web application."""
    metrics: str | None = None
    """`on`, `off`, or the token that `/metrics` asks for."""
    workers: str | None = None
    """How many processes serve."""
    background: str | None = None
    """Background work of the server: some of cad, exports, imports, mail, seals, or none."""
    database_schema: str | None = None
    """The schema of PostgreSQL that holds the tables; that of the role, `public`, if left out."""
    database_replicas: str | None = None
    """Standbys that take reads: `postgresql://...`, separated by commas."""
    redis_url: str | None = None
    """Redis or Valkey, for counters that several processes share."""
    smtp_url: str | None = None
    """The server that e-mail is sent through: smtp://user:password@host:587 or smtps://..."""
    mail_from: str | None = None
    """The address that e-mail comes from."""
    mail_hour: str | None = None
    """The hour (UTC) from which daily e-mail goes out."""
    admin_email: str | None = None
    """The first administrator's e-mail address."""
    admin_password: str | None = None
    """The first administrator's password; made up when left out."""
    admin_token: str | None = None
    """The first administrator's token; made up when left out."""
    rate_limit_anonymous: str | None = None
    """Requests a minute of an address without a token; 0 for no limit."""
    rate_limit_authenticated: str | None = None
    """Requests a minute of a user; 0 for no limit."""
    rate_limit_login: str | None = None
    """Attempts to sign on a minute, of an address and of an account; 0 for no limit."""
    trusted_proxies: str | None = None
    """Networks whose X-Forwarded-For counts, separated by commas."""
    max_upload: str | None = None
    """The largest file that may be uploaded, such as 5GiB."""
    quota_user: str | None = None
    """How much one user may upload in all, such as 1TiB; 0 for no limit."""
    quota_program: str | None = None
    """How much the files of one program may take, such as 10TiB; 0 for no limit."""
    statement_seconds: str | None = None
    """How long one statement of the database may take; 0 for any time."""
    export_days: str | None = None
    """After how many days exports of reports and ended import jobs are removed; 0 for never."""
    audit_days: str | None = None
    """After how many days entries of the audit trail are removed; 0 for never."""
    security_contact: str | None = None
    """The contact for reports of vulnerabilities: mailto:... or https://..."""
    model: str | None = None
    """The model of the design engine: `builtin` or `provider:model`."""
    model_base_url: str | None = None
    """The address of a model's service."""
    model_requests: str | None = None
    """How many requests to the model one run may take."""
    model_tokens: str | None = None
    """How many tokens one run may take."""
    model_seconds: str | None = None
    """How long one run may take."""
    sign_votes: str | None = None
    """Whether votes on change orders need the password again."""
    revision_scheme: str | None = None
    """How revisions count: `alpha`, `numeric` or `asme`."""
    session_hours: str | None = None
    """How long a session lasts."""
    oidc_issuer: str | None = None
    """The issuer whose accounts may sign on (OpenID Connect)."""
    oidc_name: str | None = None
    """The issuer's name on the sign-on page."""
    oidc_client_id: str | None = None
    """This server's client id at the issuer."""
    oidc_client_secret: str | None = None
    """This server's secret at the issuer."""
    oidc_groups_claim: str | None = None
    """The issuer's claim that lists the groups of a user."""
    oidc_group_roles: str | None = None
    """The role that each group gives: `group=role; group=role`."""
    second_factor: str | None = None
    """`required`: users who sign on with a password need an authenticator app; otherwise `optional`."""

    def settings(self) -> Settings:
        """The settings with these flags, and with those of the file; WrongSetting in one line."""
        return load_for_server(**asdict(self))


Serving = Annotated[ServeFlags, Parameter(name="*")]
Working = Annotated[WorkerFlags, Parameter(name="*")]

UNSET_SERVING = ServeFlags()
UNSET_WORKING = WorkerFlags()
