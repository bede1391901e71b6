"""A stand-in for Discord on the loopback interface: REST, gateway and file store in one server."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from . import rest, rest_channels, rest_directory, rest_interactions
from .faults import Fault, Hold, LostReply, Refusal
from .gateway import TOKEN
from .hub import Hub, Recorded
from .humans import Human
from .messages import Message
from .people import User
from .places import Channel, Guild
from .pointing import pointed

ROOT = Path(__file__).resolve().parents[2]


class Standin:
    """Discord, as far as a test needs it.

    There is one server with one channel, ``games``, from the start. On leaving the context, the rules of
    Discord that a client broke (``violations``) and the operations it asked for that are not served
    (``unhandled``) fail the test, unless it has cleared these lists.
    """

    token = TOKEN

    def __init__(self, *, compress: bool = True) -> None:
        self.hub = hub = Hub(compress=compress)
        self.bot, self.gateway, self.requests = hub.bot, hub.gateway, hub.requests
        self.violations, self.unhandled = hub.violations, hub.unhandled
        self.commands, self.emojis = hub.commands, hub.emojis
        self._runner: web.AppRunner | None = None
        self.channel()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/cdn/attachments/{file}/{name}", self._serve_file)
        routes = [*rest_directory.ROUTES, *rest_channels.ROUTES, *rest_interactions.ROUTES]
        rest.mount(app, self.hub, routes)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.hub.base = f"http://127.0.0.1:{port}"
        self.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hub.faults.clear()
        self.gateway.cut()
        if self._runner is not None:
            await self._runner.cleanup()
        complaints = self.violations + [f"not served: {where}" for where in self.unhandled]
        if not complaints:
            return
        report = "\n".join(["Discord would object:", *complaints])
        if error is None:
            raise AssertionError(report)
        error.add_note(report)

    @property
    def base_url(self) -> str:
        """The HTTP address, without the API's path."""
        return self.hub.base

    @property
    def ws_url(self) -> str:
        return self.gateway.url

    @property
    def messages(self) -> list[Message]:
        return [message for message in self.hub.messages.values() if not message.deleted]

    @property
    def logins(self) -> int:
        return len(self.gateway.identifies)

    def guild(self, name: str = "Hex Club") -> Guild:
        """Find the server of this name, or found it."""
        found = next((guild for guild in self.hub.guilds.values() if guild.name == name), None)
        return found or self.hub.make_guild(name)

    def channel(self, name: str = "games", guild: Guild | None = None) -> Channel:
        """Find the channel of this name, or make it; in the first server unless told otherwise."""
        return (guild or self.guild()).channel(name)

    def human(self, name: str) -> Human:
        """Find the human of this name, or let them join; they act in ``games`` unless told otherwise."""
        found = next((user for user in self.hub.users.values() if user.name == name and not user.bot), None)
        return Human(self.hub, found or self.hub.make_user(name), self.channel())

    def robot(self) -> User:
        """Find the bot of somebody else, or let it join."""
        found = next((user for user in self.hub.users.values() if user.bot and user != self.bot), None)
        return found or self.hub.make_user("robot", bot=True)

    def fail(  # noqa: PLR0913 -- each is a separate property of the answer, and most are left out
        self,
        method: str,
        fragment: str,
        status: int,
        *,
        times: int = 1,
        after: int = 0,
        retry_after: float = 0.05,
        code: int | None = None,
        message: str | None = None,
    ) -> Fault:
        """Refuse the next requests of this kind, having let ``after`` of them pass."""
        refusal = Refusal(method, fragment, times, after, 0, status, code, message, retry_after)
        self.hub.faults.add(refusal)
        return refusal

    def delay(
        self,
        method: str,
        fragment: str,
        *,
        times: int = 1,
        after: int = 0,
        effective: bool = False,
    ) -> Hold:
        """Hold the next requests of this kind until released.

        They take effect on release, or with ``effective`` at once, so that only the answer is held.
        """
        hold = Hold(method, fragment, times, after, 0, self.hub.pulse, effective)
        self.hub.faults.add(hold)
        return hold

    def lose_reply(self, method: str, fragment: str, *, times: int = 1) -> Fault:
        """Break the connection of the next requests of this kind before the answer, once they have taken effect."""
        lost = LostReply(method, fragment, times)
        self.hub.faults.add(lost)
        return lost

    def requests_to(self, method: str, fragment: str) -> list[Recorded]:
        return [r for r in self.requests if method in ("*", r.method) and fragment in r.path]

    async def wait_for_request(
        self,
        method: str,
        fragment: str,
        *,
        count: int = 1,
        timeout: float = 5.0,  # noqa: ASYNC109 -- the pulse waits
    ) -> Recorded:
        """Wait until the ``count``-th request of this kind has been answered, and return it."""

        def probe() -> Recorded | None:
            answered = [r for r in self.requests_to(method, fragment) if r.status is not None]
            return answered[count - 1] if len(answered) >= count else None

        return await self.hub.pulse.until(probe, f"{method} …{fragment}…", timeout)

    async def wait_for_login(self, count: int = 1, timeout: float = 60.0) -> None:  # noqa: ASYNC109 -- the pulse waits
        """Wait until a client has identified for the ``count``-th time and is connected."""
        await self.hub.pulse.until(
            lambda: (self.logins >= count and self.gateway.connected) or None, f"login {count}", timeout
        )

    async def wait_for_resume(self, count: int = 1, timeout: float = 10.0) -> None:  # noqa: ASYNC109 -- the pulse waits
        """Wait until a session has been resumed for the ``count``-th time."""
        await self.hub.pulse.until(
            lambda: (len(self.gateway.resumes) >= count and self.gateway.connected) or None, f"resume {count}", timeout
        )

    async def wait_disconnected(self, timeout: float = 5.0) -> None:  # noqa: ASYNC109 -- the pulse waits
        await self.hub.pulse.until(lambda: not self.gateway.connected or None, "the client to go", timeout)

    def point_library(self) -> AbstractContextManager[None]:
        """Make the clients of this process talk to this stand-in, until the end of the context."""
        return pointed(self.base_url, self.ws_url)

    @asynccontextmanager
    async def child(self, module: str, *arguments: str, **options: Any) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run a module as a client of this stand-in; whatever is left of it at the end is killed."""
        command = (sys.executable, "-m", "tests.wire.child", self.base_url, self.ws_url, module, *arguments)
        process = await asyncio.create_subprocess_exec(*command, **{"cwd": ROOT} | options)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def _serve_file(self, request: web.Request) -> web.Response:
        attachment = self.hub.attachments.get(int(request.match_info["file"]))
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.data, content_type=attachment.content_type)
