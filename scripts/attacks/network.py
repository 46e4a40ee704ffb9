"""A network between a server and what it depends on, which can be slow, silent or cut."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

_CHUNK = 1 << 16
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Streams]]


def to_socket(path: str) -> Connect:
    """What listens on a UNIX socket."""
    return lambda: asyncio.open_unix_connection(path)


def to_port(port: int) -> Connect:
    """What listens on a port of this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", port)


class Network:
    """Passes all that comes to its `port`; it runs in a thread of its own, for programs that wait."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._delay_seconds = 0.0
        self._is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._passes = asyncio.Event()
        self._passes.set()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.port: int = self._in_loop(self._listen())

    def _in_loop(self, work: Awaitable[int]) -> int:
        async def done() -> int:
            return await work

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result()

    async def _listen(self) -> int:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(server.sockets[0].getsockname()[1])

    def slow(self, seconds: float) -> None:
        """Whatever passes is so much later, each way."""
        self._delay_seconds = seconds

    def silence(self) -> None:
        """Nothing passes, and nobody is told."""
        self._loop.call_soon_threadsafe(self._passes.clear)

    def cut(self) -> None:
        """All connections are lost, and there are no new ones."""
        self._is_cut = True
        self._loop.call_soon_threadsafe(self._drop)

    def mend(self) -> None:
        """Everything passes again."""
        self._delay_seconds, self._is_cut = 0.0, False
        self._loop.call_soon_threadsafe(self._passes.set)

    def _drop(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            there, back = await self._connect()
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        finally:
            self._writers -= {writer, back}
            writer.transport.abort()
            back.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(_CHUNK):
                await self._passes.wait()
                if self._delay_seconds:
                    await asyncio.sleep(self._delay_seconds)
                writer.write(data)
                await writer.drain()
            writer.write_eof()
        except OSError:
            # Who was reset resets the other one, too.
            writer.transport.abort()
