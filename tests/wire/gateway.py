"""The gateway: websocket sessions that identify, receive events, break off and resume."""

import asyncio
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from . import bits, payloads
from .jsontypes import Json
from .snowflakes import Snowflakes

if TYPE_CHECKING:
    from .hub import Hub

TOKEN = "good-token"  # noqa: S105 -- the one token the stand-in takes

_HEARTBEAT, _IDENTIFY, _RESUME = 1, 2, 6
_RECONNECT, _INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 7, 9, 10, 11

Payload = Json | Callable[[int], Json]
"""An event's data, or what makes it for a session's intents."""


class Link:
    """One websocket connection; what is sent goes out in order, from a task of its own."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, *, compress: bool) -> None:
        self._socket = socket
        self._transport = transport
        self._squeeze = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, op: int, data: object = None) -> None:
        self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        self._queue.put_nowait(text)

    def cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    async def refuse(self, code: int, why: str) -> None:
        await self._socket.close(code=code, message=why.encode())

    async def finish(self) -> None:
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            while True:
                text = await self._queue.get()
                if self._squeeze is None:
                    await self._socket.send_str(text)
                else:
                    squeezed = self._squeeze.compress(text.encode()) + self._squeeze.flush(zlib.Z_SYNC_FLUSH)
                    await self._socket.send_bytes(squeezed)


@dataclass(eq=False)
class Session:
    """What a client has identified for; ``log`` keeps every event, so that a resumed client misses none."""

    id: str
    intents: int
    shard: tuple[int, int]
    link: Link | None
    over: bool = False
    log: list[tuple[int, str]] = field(default_factory=list, repr=False)

    def owns(self, guild: int | None) -> bool:
        """Tell whether events of a server (None: direct messages) go to this session's shard."""
        number, count = self.shard
        return number == (0 if guild is None else (guild >> 22) % count)

    def push(self, event: str, data: Json) -> None:
        """Note an event, and send it if the client is there."""
        sequence = len(self.log) + 1
        text = json.dumps({"op": 0, "t": event, "s": sequence, "d": data})
        self.log.append((sequence, text))
        if self.link is not None:
            self.link.send_text(text)


class Gateway:
    """All sessions, living and past, and the troubles a test can make for them."""

    def __init__(self, hub: "Hub", ids: Snowflakes, *, compress: bool) -> None:
        self._hub = hub
        self._ids = ids
        self._compress = compress
        self._links: set[Link] = set()
        self.url = ""
        self.away = False  # whether nobody can connect
        self.sessions: list[Session] = []
        self.identifies: list[Json] = []
        self.resumes: list[Json] = []

    @property
    def connected(self) -> bool:
        return any(session.link for session in self.sessions)

    @property
    def intents(self) -> int:
        return self.sessions[-1].intents if self.sessions else 0

    def dispatch(self, event: str, data: Payload, *, guild: int | None, intent: int = 0) -> None:
        """Send an event to the sessions that asked for it and own the server."""
        for session in self.sessions:
            if not session.over and session.owns(guild) and session.intents & intent == intent:
                session.push(event, data(session.intents) if callable(data) else data)

    def reconnect(self) -> None:
        """Ask every client to reconnect (op 7)."""
        for link in self._links:
            link.send(_RECONNECT)

    def cut(self, shard: int | None = None) -> None:
        """Break every connection abruptly, or those of one shard."""
        ours = {session.link for session in self.sessions if session.link is not None and session.shard[0] == shard}
        for link in [*self._links] if shard is None else ours:
            link.cut()

    def invalidate(self, shard: int | None = None) -> None:
        """End every session (op 9), or those of one shard: the clients have to identify anew."""
        for session in self.sessions:
            if shard in {None, session.shard[0]}:
                session.over = True
                if session.link is not None:
                    session.link.send(_INVALID_SESSION, data=False)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        if self.away:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        compress = self._compress and request.query.get("compress") == "zlib-stream"
        link = Link(socket, request.transport, compress=compress)
        self._links.add(link)
        link.send(_HELLO, {"heartbeat_interval": 41250})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._receive(link, json.loads(message.data))
        finally:
            self._links.discard(link)
            for session in self.sessions:
                if session.link is link:
                    session.link = None
            await link.finish()
            self._hub.pulse.beat()
        return socket

    async def _receive(self, link: Link, message: Json) -> None:
        op, data = message["op"], message["d"]
        if op == _HEARTBEAT:
            link.send(_HEARTBEAT_ACK)
        elif op in (_IDENTIFY, _RESUME) and data["token"] != TOKEN:
            await link.refuse(4004, "Authentication failed.")
        elif op == _IDENTIFY:
            self._identify(link, data)
        elif op == _RESUME:
            self._resume(link, data)

    def _identify(self, link: Link, data: Json) -> None:
        shard = tuple(data.get("shard") or (0, 1))
        session = Session(f"session{self._ids.next()}", data["intents"], (shard[0], shard[1]), link)
        mine = [guild for guild in self._hub.guilds.values() if guild.has(self._hub.bot) and session.owns(guild.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.user_json(self._hub.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": str(self._hub.bot.id), "flags": 0},
        }
        if data.get("shard"):
            ready["shard"] = data["shard"]
        session.push("READY", ready)
        if session.intents & bits.INTENT_GUILDS:
            for guild in mine:
                session.push("GUILD_CREATE", payloads.guild_json(guild, self._hub.bot))
        self.identifies.append(data)
        self.sessions.append(session)
        self._hub.pulse.beat()

    def _resume(self, link: Link, data: Json) -> None:
        session = next((s for s in self.sessions if s.id == data["session_id"] and not s.over), None)
        if session is None:
            link.send(_INVALID_SESSION, data=False)
            return
        session.link = link
        for sequence, text in session.log:
            if sequence > data["seq"]:
                link.send_text(text)
        session.push("RESUMED", {})
        self.resumes.append(data)
        self._hub.pulse.beat()
