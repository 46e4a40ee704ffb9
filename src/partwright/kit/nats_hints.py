"""Hints over NATS: news to all processes, work to one that rests, by a work queue of JetStream.

Nothing is kept at the broker that is not in the database. Whenever the connection is made anew, all
who rest look, since they may have missed something, and hints that could not be given are given.
"""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from nats.aio.client import Client
from nats.errors import ConnectionClosedError, NoServersError, StaleConnectionError
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NatsTimeout
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError, ServerError, ServiceUnavailableError

from partwright.kit.hints import (
    HINTED_SECONDS,
    NEWS,
    WORK,
    News,
    QueueState,
    Work,
    WorkSignal,
    queue_state,
)
from partwright.kit.queue_address import QueueAddress
from partwright.kit.tasks import end_tasks

STREAM = "PARTWRIGHT"
_SUBJECTS = "partwright.*.work.*"
_KEPT_SECONDS = 3600.0
_KEPT = 256
"""Hints of one kind of work of an installation that wait; who is at work looks before they rest."""
_ACK_SECONDS = 10.0
"""After so long a hint of work goes to another process, if the one that took it said nothing."""
_FETCH_SECONDS = 20.0
_TRY_SECONDS = 0.5
_CONNECT_SECONDS = 2
_ONE_TRY: Any = {"allow_reconnect": False, "max_reconnect_attempts": 1, "reconnect_time_wait": 0}
"""Of a connection: by itself the client tries each broker for two minutes, whatever was there before."""
_PAUSE_SECONDS = 1.0
"""Between attempts to reach a broker that is away."""
_LONGEST_PAUSE_SECONDS = 60.0
"""Between attempts at one that refuses, after ever longer ones: somebody has to change something first."""
_PING_SECONDS = 5
_PINGS = 2
"""So many pings without an answer are a broker that has gone without a word."""
_BUSY_SECONDS = 0.2
_ANOTHER_CONFIGURATION = 10058

_log = structlog.get_logger("queue")


class _SecuredClient(Client):
    """A client that says nothing in clear to a broker that was named with `tls://`."""

    def _connect_command(self) -> bytes:
        server = self._current_server
        is_secured = self._server_info.get("tls_required") is True
        if server is not None and server.uri.scheme == "tls" and not is_secured:
            raise NatsError("the broker does not offer TLS, which tls:// asks for")
        return super()._connect_command()


class _Refusals:
    """Refusals of a broker, which it says beside everything else."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self._first: Exception | None = None

    async def hear(self, error: Exception) -> None:
        """Note what the connection cannot go on with; other errors end it by themselves."""
        if "permissions violation" in str(error).lower():
            self._first = self._first or error
            self.ended.set()

    async def end(self) -> None:
        self.ended.set()

    def check(self) -> None:
        """NatsError once something was refused."""
        if self._first is not None:
            raise NatsError(_reason(self._first))


class NatsHints:
    """The hints of one installation, as one process gives and hears them."""

    def __init__(self, address: QueueAddress) -> None:
        self._address = address
        self._listeners: dict[News, list[Callable[[], object]]] = {}
        self._signals: dict[Work, WorkSignal] = {}
        self._unsent: set[str] = set()
        self._to_send = asyncio.Event()
        self._attempts = 0
        self._refused = 0
        """Attempts that brokers have refused since the last that they did not."""
        self._tasks: list[asyncio.Task[None]] = []
        self.state = queue_state(address.host, is_connected=False, reason="not connected yet")

    def open(self) -> None:
        """Begin to connect; nobody waits for it."""
        self._tasks = [asyncio.create_task(self._stay_connected())]

    def pause(self, usual: float) -> float:
        return max(usual, HINTED_SECONDS) if self.state.is_connected else usual

    def give(self, topics: Iterable[str]) -> None:
        self._unsent.update(topics)
        self._to_send.set()

    def on(self, topic: News, listener: Callable[[], object]) -> None:
        self._listeners.setdefault(topic, []).append(listener)

    def serve(self, work: Work, signal: WorkSignal) -> None:
        self._signals[work] = signal

    async def close(self) -> None:
        await end_tasks(self._tasks)

    async def _stay_connected(self) -> None:
        while True:
            is_refused = False
            try:
                await self._connected()
                reason = "the connection has ended"
            except (NatsError, OSError, TimeoutError) as error:
                reason, is_refused = _reason(error), _is_refusal(error)
            except Exception as error:  # noqa: BLE001 - whatever it is, the hints go on
                reason = f"{type(error).__name__}: {_reason(error)}"
                _log.exception("queue failed", host=self._address.host)
            if self.state.is_connected or not self._attempts:
                self._told(is_connected=False, reason=reason)
                _log.warning(
                    "queue does not answer; everybody looks into the database until it does",
                    host=self._address.host,
                    reason=reason,
                )
            else:
                self.state = QueueState(self.state.host, False, self.state.since, reason)
            self._attempts += 1
            self._refused = self._refused + 1 if is_refused else 0
            await asyncio.sleep(self._pause_seconds())

    def _pause_seconds(self) -> float:
        """Seconds to the next attempt; all brokers of a cluster have refused before they grow."""
        rounds = max(0, self._refused - 1) // len(self._address.servers)
        return min(_PAUSE_SECONDS * 2 ** min(rounds, 10), _LONGEST_PAUSE_SECONDS)

    async def _connected(self) -> None:
        """Connect, and give and hear hints until the connection ends."""
        servers = self._address.servers
        server = servers[self._attempts % len(servers)]
        alive = {"ping_interval": _PING_SECONDS, "max_outstanding_pings": _PINGS}
        async with _connection(server, name="partwright", **alive) as (client, refusals):
            tasks = await self._begin(client)
            try:
                refusals.check()
                self._refused = 0
                self._told(is_connected=True)
                _log.info("queue connected", host=self._address.host)
                await asyncio.wait(
                    [*tasks, waiting := asyncio.create_task(_until(refusals.ended))],
                    return_when=asyncio.FIRST_COMPLETED,
                )
                waiting.cancel()
                for task in tasks:
                    if task.done():
                        task.result()
            finally:
                await end_tasks(tasks)

    async def try_all(self) -> None:
        """Connect, and do once what a server does all the time; NatsError for what is not permitted."""
        async with _connection(list(self._address.servers)) as (client, _):
            await _jetstream(client).account_info()
            await end_tasks(await self._begin(client))

    def _told(self, *, is_connected: bool, reason: str = "") -> None:
        """Note that the broker came or went: all look now, and rest as long as is right from now on."""
        self.state = queue_state(self._address.host, is_connected=is_connected, reason=reason)
        for topic in self._listeners:
            self._hear(topic)
        for signal in self._signals.values():
            signal.set()

    def _hear(self, topic: News) -> None:
        for listener in self._listeners.get(topic, ()):
            listener()

    async def _begin(self, client: Client) -> list[asyncio.Task[None]]:
        """Subscribe to everything, and begin to pass it on."""
        stream = _jetstream(client)
        await _ensure_stream(stream)
        for topic in self._listeners:
            await self._subscribe(client, topic)
        pulls = [(await self._pull(stream, work), s) for work, s in self._signals.items()]
        # Some may have gone into a connection that nobody read from any more.
        for topic in (*NEWS, *WORK):
            await client.publish(self._subject(topic))
        for pull, _ in pulls:
            # Fetching and answering are permitted by themselves; what is fetched goes to another.
            with suppress(NatsTimeout):
                [message] = await pull.fetch(1, timeout=_TRY_SECONDS)
                await message.nak()
        # Once this is answered the broker has all subscriptions, and nothing is missed from here on;
        # what it does not permit it has said before.
        await client.flush(_CONNECT_SECONDS)
        works = [self._send(client), *[_pass_on(pull, signal) for pull, signal in pulls]]
        return [asyncio.create_task(work) for work in works]

    async def _subscribe(self, client: Client, topic: News) -> None:
        async def hear(_: object) -> None:
            self._hear(topic)

        untyped: Any = client
        await untyped.subscribe(self._subject(topic), cb=hear)

    async def _pull(
        self, stream: JetStreamContext, work: Work
    ) -> JetStreamContext.PullSubscription:
        name, subject = f"{self._address.name}-{work}", self._subject(work)
        config = ConsumerConfig(
            name=name,
            durable_name=name,
            filter_subject=subject,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=_ACK_SECONDS,
            inactive_threshold=_KEPT_SECONDS,
        )
        # One that an earlier version made gets this configuration; nothing that waits is lost.
        untyped: Any = stream
        await untyped.add_consumer(STREAM, config)
        return await stream.pull_subscribe_bind(durable=name, stream=STREAM)

    def _subject(self, topic: str) -> str:
        kind = "work" if topic in WORK else "news"
        return f"partwright.{self._address.name}.{kind}.{topic}"

    async def _send(self, client: Client) -> None:
        """Give what is to be given; many of the same at one time are one."""
        while True:
            await self._to_send.wait()
            self._to_send.clear()
            giving, self._unsent = self._unsent, set()
            try:
                for topic in giving:
                    await client.publish(self._subject(topic))
            except BaseException:
                self.give(giving)
                raise


async def probe(address: QueueAddress) -> None:
    """Whether hints could go through the broker; RuntimeError with the reason why not."""
    hints = NatsHints(address)
    for news in NEWS:
        hints.on(news, lambda: None)
    for work in WORK:
        hints.serve(work, WorkSignal())
    try:
        await hints.try_all()
    except (NatsError, OSError, TimeoutError) as error:
        raise RuntimeError(_reason(error)) from error


@asynccontextmanager
async def _connection(
    servers: str | list[str], **options: Any
) -> AsyncGenerator[tuple[Client, _Refusals]]:
    """A connection that is tried once; NatsError for what the broker refuses in it."""
    refusals, client = _Refusals(), _SecuredClient()
    try:
        await client.connect(
            servers,
            connect_timeout=_CONNECT_SECONDS,
            error_cb=refusals.hear,
            closed_cb=refusals.end,
            **_ONE_TRY,
            **options,
        )
        yield client, refusals
        refusals.check()
    except (NatsError, OSError, TimeoutError):
        # It says more than that an answer did not come.
        refusals.check()
        raise
    finally:
        # One whose TLS was refused says of itself for ever that it is not closed.
        with suppress(NatsError, OSError, TimeoutError):
            await asyncio.wait_for(client.close(), _CONNECT_SECONDS)


async def _until(ended: asyncio.Event) -> None:
    await ended.wait()


async def _pass_on(pull: JetStreamContext.PullSubscription, signal: WorkSignal) -> None:
    """Take hints of work one by one, while somebody rests who would begin at once."""
    while True:
        await signal.until_resting()
        if not signal.is_resting:
            await asyncio.sleep(_BUSY_SECONDS)
            continue
        try:
            [message] = await pull.fetch(1, timeout=_FETCH_SECONDS)
        except NatsTimeout:
            continue
        if signal.is_resting:
            signal.hint()
            await message.ack()
        else:
            await message.nak()


def _jetstream(client: Client) -> JetStreamContext:
    untyped: Any = client
    return untyped.jetstream(timeout=_CONNECT_SECONDS)


async def _ensure_stream(context: Any) -> None:
    config = StreamConfig(
        name=STREAM,
        description="Hints that work waits in the database of a Partwright server",
        subjects=[_SUBJECTS],
        retention=RetentionPolicy.WORK_QUEUE,
        storage=StorageType.MEMORY,
        max_age=_KEPT_SECONDS,
        max_msgs_per_subject=_KEPT,
    )
    try:
        await context.add_stream(config)
    except BadRequestError as error:
        if error.err_code != _ANOTHER_CONFIGURATION:
            raise
        await context.update_stream(config)


def _is_refusal(error: Exception) -> bool:
    """Whether a broker was there and does not want this client, which it will say again.

    One that hangs up, or whose streams are not up yet, may do so for a moment.
    """
    passing = (
        *(NoServersError, ConnectionClosedError, StaleConnectionError, NatsTimeout),
        *(ServerError, ServiceUnavailableError, ssl.SSLEOFError),
    )
    return isinstance(error, (ssl.SSLError, NatsError)) and not isinstance(error, passing)


def _reason(error: BaseException) -> str:
    if isinstance(error, ServiceUnavailableError):
        return "JetStream is not enabled there"
    return str(error).partition("\n")[0] or type(error).__name__
