"""The composition root: settings become open stores, the slices' routes become one application."""

import asyncio
from collections.abc import AsyncGenerator, Generator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import msgspec
from starlette.types import ASGIApp

from partwright.accounts import routes as accounts
from partwright.accounts import second_factor_routes, sign_on_routes
from partwright.accounts.openid_provider import OpenIdProvider
from partwright.audit import routes as audit
from partwright.audit.actions import action_of
from partwright.audit.trail_service import DatabaseTrail, note_settings
from partwright.cad.workers import KernelPool, kernel_pool
from partwright.cad_files import comparison_routes
from partwright.cad_files import routes as cad_files
from partwright.cad_files.preview_service import FilePreviews
from partwright.cad_files.worker import GeometryWorker
from partwright.change_orders import routes as change_orders
from partwright.change_orders import workflow_routes as change_workflows
from partwright.change_orders.affected_item_service import note_touched_items
from partwright.change_orders.deletion_rules import check_not_under_review
from partwright.change_orders.late_voters import ask_late_voters
from partwright.classification import routes as classification
from partwright.comments import routes as comments
from partwright.design_engine import routes as design_engine
from partwright.design_engine.agent_stages import work_of
from partwright.design_engine.engine import DesignEngine
from partwright.directory import routes as directory
from partwright.events import routes as events
from partwright.events.hub import EventHub
from partwright.events.outbox import record_commit
from partwright.identity.authentication import Authenticator
from partwright.identity.rights_listeners import register_rights_listener
from partwright.imports import job_routes as import_jobs
from partwright.imports import routes as imports
from partwright.imports.file_parsers import FileParsers
from partwright.imports.import_process import ImportProcess
from partwright.imports.job_worker import ImportWorker
from partwright.inbox import routes as inbox
from partwright.inbox.notices import notify_of_commit
from partwright.items import held_routes as held
from partwright.items import lock_routes as locks
from partwright.items import number_routes, type_routes
from partwright.items import routes as items
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database, open_database
from partwright.kit.db.replicas import Replicas
from partwright.kit.db.traced import TracedDatabase
from partwright.kit.hinting_database import HintingDatabase
from partwright.kit.hints import RIGHTS, HintBus
from partwright.kit.open_hints import open_hints
from partwright.kit.tasks import end_tasks, repeat_after
from partwright.kit.traces import Tracer, open_tracer
from partwright.labels import routes as labels
from partwright.merging import routes as merging
from partwright.numbering import routes as numbering
from partwright.packages import routes as packages
from partwright.page.bundle import BUILT, find_build_id, load_bundle
from partwright.page.middleware import PageMiddleware
from partwright.preferences import routes as preferences
from partwright.programs import routes as programs
from partwright.publications import routes as publications
from partwright.relationships import routes as relationships
from partwright.relationships import structure_routes as structures
from partwright.reports import routes as reports
from partwright.search import routes as search
from partwright.settings import Settings
from partwright.shares import routes as shares
from partwright.sourcing import routes as sourcing
from partwright.system import routes as system
from partwright.system.background import Chore, background_chores
from partwright.variants import routes as variants
from partwright.vault import item_routes as item_files
from partwright.vault import routes as files
from partwright.vault.store import open_content_store
from partwright.vault.traced import TracedContents
from partwright.versioning import design_routes as designs
from partwright.versioning import routes as versioning
from partwright.versioning.commits import register_commit_listener
from partwright.versioning.deletion_checks import register_deletion_check
from partwright.web import health, reference
from partwright.web.answer_cache import AnswerCache
from partwright.web.cookies import SessionCookies
from partwright.web.dispatch import build_application
from partwright.web.endpoint import Endpoint
from partwright.web.metrics import ServerMetrics
from partwright.web.rate_limits import RateLimits
from partwright.web.routing import RouteTree
from partwright.web.services import ServerServices, ShutdownSignal
from partwright.workflows import routes as workflows

register_commit_listener(note_touched_items, only_on_change_branches=True)
register_commit_listener(record_commit)
register_commit_listener(notify_of_commit)
register_deletion_check(check_not_under_review)
register_rights_listener(ask_late_voters)

SLICES = (
    sign_on_routes.routes,
    second_factor_routes.routes,
    accounts.routes,
    directory.routes,
    programs.routes,
    designs.routes,
    items.routes,
    type_routes.routes,
    held.routes,
    locks.routes,
    relationships.routes,
    structures.routes,
    sourcing.routes,
    variants.routes,
    comparison_routes.routes,
    versioning.routes,
    workflows.routes,
    merging.routes,
    files.routes,
    item_files.routes,
    change_orders.routes,
    change_workflows.routes,
    cad_files.routes,
    imports.routes,
    import_jobs.routes,
    reports.routes,
    packages.routes,
    labels.routes,
    publications.routes,
    shares.routes,
    classification.routes,
    numbering.routes,
    number_routes.routes,
    preferences.routes,
    comments.routes,
    events.routes,
    inbox.routes,
    design_engine.routes,
    search.routes,
    audit.routes,
    system.routes,
    health.routes,
)


@cache
def endpoints() -> tuple[Endpoint, ...]:
    """Every route of the service."""
    return tuple(
        msgspec.structs.replace(endpoint, audited=action_of(endpoint.method, endpoint.path))
        for routes in (*SLICES, _reference)
        for endpoint in routes.endpoints
    )


@cache
def _route_tree() -> RouteTree:
    return RouteTree(endpoints())


_reference = reference.routes_for(endpoints)


class ProcessServices(msgspec.Struct, frozen=True):
    """Parts that a process has once, for however many stores."""

    tracer: Tracer
    kernel: KernelPool
    parsers: FileParsers
    metrics: ServerMetrics
    closing: ShutdownSignal
    imports: ImportProcess | None = None
    """What does the import jobs, where that is not the process itself."""


@asynccontextmanager
async def opened_process(
    settings: Settings, *, import_program: Sequence[str] = (), reading_niceness: int = 0
) -> AsyncGenerator[ProcessServices]:
    """The services that a process opens once and closes at its end; with a program its imports are done there."""
    tracer = open_tracer()
    parsers, kernel = FileParsers(niceness=reading_niceness), kernel_pool(settings, tracer)
    imports = ImportProcess(import_program) if import_program else None
    try:
        yield ProcessServices(tracer, kernel, parsers, ServerMetrics(), ShutdownSignal(), imports)
    finally:
        for kept in (*filter(None, [imports]), parsers, kernel, tracer):
            await kept.close()


@asynccontextmanager
async def opened(
    settings: Settings, process: ProcessServices | None = None, *, name: str = ""
) -> AsyncGenerator[ServerServices]:
    """The stores that the settings name, closed again at the end.

    Several in one process share what is the process's, and have a `name` each.
    """
    async with AsyncExitStack() as stack:
        own = process or await stack.enter_async_context(opened_process(settings))
        yield await stack.enter_async_context(_opened_stores(settings, own, name))


class Closable(Protocol):
    """Resources that are open, and are closed at the end."""

    async def close(self) -> None: ...


@asynccontextmanager
async def _opened_stores(
    settings: Settings, process: ProcessServices, name: str
) -> AsyncGenerator[ServerServices]:
    kernel, parsers, tracer = process.kernel, process.parsers, process.tracer
    hints, closing = open_hints(settings.queue_url), ShutdownSignal()
    database, contents = await _open_stores(settings, tracer, hints)
    limits, authenticator = RateLimits(settings, name=name), Authenticator(database)
    looking, importing = _workers(settings, process, name, database, contents, hints)
    stages = work_of(settings, kernel, contents, tracer)
    engine = DesignEngine(database, settings, closing, stages, hints)
    hub = EventHub(database, authenticator, hints)
    hints.on(RIGHTS, authenticator.forget)
    of_slices = (hub, engine, looking, importing, FilePreviews(database, contents))
    others = (kernel, parsers, OpenIdProvider(settings.oidc_issuer))
    replicas = _follow_replicas(settings, database)
    uses = (partial(asyncio.sleep, _TOKEN_USES_SECONDS), authenticator.store_uses)
    chores = _keep_house([uses, *background_chores(settings, database, contents, hints)])
    try:
        with _joined(process, database, replicas, closing, hub):
            await _begin(settings, looking, importing, engine, hints)
            yield ServerServices(
                settings=settings,
                database=database,
                contents=contents,
                authenticator=authenticator,
                limits=limits,
                metrics=process.metrics,
                closing=closing,
                of_slices={type(k): k for k in (*of_slices, *others)},
                tracer=tracer,
                cookies=SessionCookies(settings, name=name),
                answers=AnswerCache(database),
                trail=DatabaseTrail(),
                build_id=find_build_id() if settings.page else "",
                replicas=replicas,
                hints=hints,
            )
    finally:
        stores = (*filter(None, [replicas]), limits, contents, database)
        await _end(chores, (hints, *of_slices, *stores))


def _workers(
    settings: Settings,
    process: ProcessServices,
    name: str,
    database: Database,
    contents: ContentStore,
    hints: HintBus,
) -> tuple[GeometryWorker, ImportWorker]:
    """Those who do behind the requests what waits in tables."""
    beside = process.imports and process.imports.of(name, settings)
    looking = GeometryWorker(database, contents, process.kernel, hints=hints)
    parsers = process.parsers
    return looking, ImportWorker(database, contents, parsers, elsewhere=beside, hints=hints)


@contextmanager
def _joined(
    process: ProcessServices,
    database: Database,
    replicas: Replicas | None,
    closing: ShutdownSignal,
    hub: EventHub,
) -> Generator[None]:
    """Be counted with the process, and told of its end."""
    process.metrics.follow(database, replicas)
    closing.on(hub.end)
    process.closing.on(closing.announce)
    try:
        yield
    finally:
        process.closing.off(closing.announce)
        process.metrics.leave(database, replicas)


async def _end(chores: Iterable[asyncio.Task[None]], kept: Iterable[Closable]) -> None:
    await end_tasks(list(chores))
    for one in kept:
        await one.close()


async def _begin(
    settings: Settings,
    looking: GeometryWorker,
    importing: ImportWorker,
    engine: DesignEngine,
    hints: HintBus,
) -> None:
    """Let the work begin that is done behind the requests."""
    looking.open(at_work="cad" in settings.background)
    importing.open(at_work="imports" in settings.background)
    await engine.open()
    hints.open()


async def _open_stores(
    settings: Settings, tracer: Tracer, hints: HintBus
) -> tuple[Database, ContentStore]:
    """The database and the vault, traced where that is wanted."""
    database = await open_database(settings.database, statement_seconds=settings.statement_seconds)
    try:
        await note_settings(database, settings)
        contents = open_content_store(settings)
    except BaseException:
        await database.close()
        raise
    if tracer.is_on:
        database, contents = TracedDatabase(database, tracer), TracedContents(contents, tracer)
    return HintingDatabase(database, hints) if settings.queue_url else database, contents


def _follow_replicas(settings: Settings, database: Database) -> Replicas | None:
    """The standbys that take reads from the database, where the settings name any."""
    if not settings.database_replicas:
        return None

    async def opening(url: str) -> Database:
        seconds = settings.statement_seconds
        return await open_database(url, statement_seconds=seconds, is_patient=False)

    return Replicas(database, settings.replicas, opening)


_TOKEN_USES_SECONDS = 60


@asynccontextmanager
async def working(settings: Settings, process: ProcessServices) -> AsyncGenerator[GeometryWorker]:
    """Do the background work that the settings name, for all servers of the same database."""
    kernel, hints = process.kernel, open_hints(settings.queue_url)
    database, contents = await _open_stores(settings, process.tracer, hints)
    looking = GeometryWorker(database, contents, kernel, at_once=kernel.workers, hints=hints)
    importing = ImportWorker(database, contents, process.parsers, hints=hints)
    chores = _keep_house(background_chores(settings, database, contents, hints))
    try:
        if "cad" in settings.background:
            looking.open()
            looking.hurry()
        if "imports" in settings.background:
            importing.open()
            importing.hurry()
        hints.open()
        yield looking
    finally:
        await _end(chores, (hints, looking, importing, contents, database))


@asynccontextmanager
async def importing(
    settings: Settings, process: ProcessServices, holder: str
) -> AsyncGenerator[ImportWorker]:
    """Do the import jobs of an installation, in the name of the process that has them."""
    hints = open_hints(settings.queue_url)
    database, contents = await _open_stores(settings, process.tracer, hints)
    worker = ImportWorker(database, contents, process.parsers, holder=holder, hints=hints)
    try:
        worker.open()
        hints.open()
        yield worker
    finally:
        await _end((), (hints, worker, contents, database))


def _keep_house(chores: Iterable[Chore]) -> list[asyncio.Task[None]]:
    """Begin to do all of them, each again and again, until they are ended."""
    return [asyncio.create_task(repeat_after(rest, work)) for rest, work in chores]


def application(services: ServerServices, *, built: Path = BUILT) -> ASGIApp:
    """The ASGI application over open stores, with the web application built in a folder."""
    settings = services.settings
    if not settings.page:
        return build_application(_route_tree(), services)
    bundle, is_https = load_bundle(built), settings.public_url.startswith("https://")

    def within(app: ASGIApp) -> ASGIApp:
        return PageMiddleware(app, bundle, services.of(EventHub), is_https=is_https)

    return build_application(_route_tree(), services, within=within)
