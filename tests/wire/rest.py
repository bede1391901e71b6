"""The REST interface's plumbing: a request is read, recorded, checked, performed and answered."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiohttp import BodyPartReader, ClientPayloadError, web

from . import spec
from .errors import ApiError, invalid_form, unauthorized
from .faults import Fault, Hold, LostReply, Refusal
from .gateway import TOKEN
from .hub import Hub, Recorded, Upload
from .jsontypes import Json

API = "/api/v10"
_WITHOUT_TOKEN = ("/interactions/", "/webhooks/")


@dataclass(eq=False)
class Call:
    """A request as its handler sees it; ``then`` is done once the answer has been sent."""

    hub: Hub
    record: Recorded
    params: dict[str, str]
    files: tuple[Upload, ...]
    then: list[Callable[[], None]] = field(default_factory=list)

    @property
    def body(self) -> Any:
        """The JSON body; an empty object if there was none."""
        return self.record.body

    @property
    def where(self) -> str:
        return f"{self.record.method} {self.record.path}"

    def number(self, name: str) -> int:
        value = self.params[name]
        return int(value) if value.isdigit() else 0


@dataclass(frozen=True)
class Answer:
    """An HTTP answer; without a body it is empty."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


DONE = Answer(204)
Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class Route:
    """One operation: method, path below the API's root, and what performs it."""

    method: str
    path: str
    handler: Handler


def mount(app: web.Application, hub: Hub, routes: list[Route]) -> None:
    """Serve the operations, and note every request that asks for anything else."""
    for route in routes:
        app.router.add_route(route.method, API + route.path, partial(_serve, hub, route.handler))
    app.router.add_route("*", "/{tail:.*}", partial(_serve, hub, _unhandled))


def _unhandled(call: Call) -> Answer:
    call.hub.unhandled.append(call.where)
    return Answer(404, {"message": "404: Not Found", "code": 0})


async def _serve(hub: Hub, handler: Handler, request: web.Request) -> web.StreamResponse:
    try:
        body, files = await _read(request)
    except (ConnectionError, ClientPayloadError, ValueError):
        # The client died in the middle of its request: nothing happens, and nobody hears the answer.
        return web.Response(status=400)
    path = request.path.removeprefix(API)
    summaries = tuple(upload.summary for upload in files)
    record = Recorded(request.method, path, dict(request.query), body, summaries, time.monotonic())
    hub.requests.append(record)
    call = Call(hub, record, dict(request.match_info), files)
    fault = hub.faults.claim(record.method, path)
    record.fault = type(fault).__name__ if fault else None
    hub.pulse.beat()
    if isinstance(fault, Hold) and not fault.effective:
        await _hold(fault)
    answer = _perform(handler, call, fault, request.headers.get("Authorization"))
    if isinstance(fault, Hold) and fault.effective:
        await _hold(fault)
    return await _answer(call, answer, request, lost=isinstance(fault, LostReply))


async def _hold(fault: Hold) -> None:
    fault.pulse.beat()
    await fault.until.wait()


async def _read(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else {}), ()
    body: Json = {}
    files = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            kind = part.headers.get("Content-Type", "")
            files.append(Upload(part.name or "", part.filename or "", kind, data))
    return body, tuple(files)


def _perform(handler: Handler, call: Call, fault: Fault | None, authorization: str | None) -> Answer:
    """Let the request take effect, unless something is in the way."""
    path = call.record.path
    if isinstance(fault, Refusal):
        body, headers = fault.answer()
        return Answer(fault.status, body, headers)
    try:
        if not path.startswith(_WITHOUT_TOKEN) and authorization != f"Bot {TOKEN}":
            raise unauthorized()
        if handler is not _unhandled and (problem := spec.problem(call.record.method, path, call.body)):
            call.hub.violations.append(f"{call.where}: {problem}")
            raise invalid_form(problem)
        return handler(call)
    except ApiError as error:
        return Answer(error.status, {"message": error.message, "code": error.code})


async def _answer(call: Call, answer: Answer, request: web.Request, *, lost: bool) -> web.StreamResponse:
    """Send the answer, or lose it; only then tell the others what has happened."""
    # discord.py takes a body for JSON only if the content type is exactly this one.
    headers = answer.headers | ({"Content-Type": "application/json"} if answer.body is not None else {})
    text = None if answer.body is None else json.dumps(answer.body).encode()
    response = web.Response(status=answer.status, body=text, headers=headers)
    with call.hub.pulse.answering():
        if lost and request.transport is not None:
            request.transport.abort()
        else:
            await _send(response, request)
    call.record.status = answer.status
    for step in call.then:
        step()
    call.hub.pulse.beat()
    return response


async def _send(response: web.Response, request: web.Request) -> None:
    """Send an answer to the end; a client that has died does not matter."""
    try:
        await response.prepare(request)
        await response.write_eof()
    except (ConnectionError, asyncio.IncompleteReadError):
        return
