"""The page's server: its files, views and pictures, acts, and the streams by which it learns of changes.

Who may do what is the `Access`'s business, what is possible the referee's.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.games import CommandResult, Games, Location, Solving, Table, pictures
from bot.games.bus import AccessEnded, GameChanged
from bot.games.newcomers import RoyalLeft
from bot.games.pictures import BoardView, Picture, occasion_of
from bot.games.refusals import BadChoice, granted, refuse, refuse_if
from bot.text.study import reviewed
from bot.web.views import (
    ACTS,
    ANSWERS,
    Look,
    acting_seat,
    game_view,
    hints,
    looked_at,
    puzzle_view,
    puzzle_viewer,
    solver,
    unmarked,
)
from bot.web.visitors import Access, Visitor
from engine.clocks.control import read_control
from engine.lookahead.coach import STEPS
from engine.model.refusal import Refused
from engine.play.commands import Command, MakeMove
from engine.play.proposals import KINDS
from engine.play.refusals import StaleGame
from renderer import marks_of

log = logging.getLogger(__name__)

PAGE = Path(__file__).parent / "page"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
BODY_BYTES = 4096
BREATH_S, CHECK_S = 15.0, 30.0
"""The time (s) after which a silent stream breathes, and after which a listener's access is checked again."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
Acted = Callable[[CommandResult], Awaitable[object]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
MORE = {1: "Where to?", 2: "Why?"}
"""The button to the next step of a hint, after a number of steps."""


def refused(words: str, status: int = 409, **more: Any) -> web.Response:  # noqa: ANN401 - JSON
    return web.json_response({"error": words, **more}, status=status)


class Site:
    """The page of some games; `acted` is told of what was done on it."""

    def __init__(self, games: Games, access: Access, acted: Acted) -> None:
        self._games = games
        self._access = access
        self._acted = acted
        self._waiting: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        self._ended = 0  # the times that someone's access has ended
        self._closing = False
        games.bus.listen(GameChanged, self._changed)
        games.bus.listen(AccessEnded, self._access_ended)

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=BODY_BYTES)
        app.on_response_prepare.append(_with_headers)
        app.on_shutdown.append(self._close)
        for prefix in self._access.prefixes:
            app.add_routes(
                [
                    web.get(f"{prefix}/", _file),
                    web.get(f"{prefix}/{{name:[a-z]+\\.[a-z]+}}", _file),
                    web.get(f"{prefix}/api/home", self._start),
                    web.get(f"{prefix}/api/games/{{number:\\d{{1,15}}}}", self._view),
                    web.get(f"{prefix}/api/games/{{number:\\d{{1,15}}}}/board.png", self._picture),
                    web.get(f"{prefix}/api/games/{{number:\\d{{1,15}}}}/events", self._stream),
                    web.post(f"{prefix}/api/games/{{number:\\d{{1,15}}}}/acts", self._act),
                    web.post(f"{prefix}/api/puzzles", self._open_puzzle),
                    web.get(f"{prefix}/api/puzzles/{{number:\\d{{1,15}}}}", self._puzzle),
                    web.get(f"{prefix}/api/puzzles/{{number:\\d{{1,15}}}}/board.png", self._puzzle_picture),
                    web.post(f"{prefix}/api/puzzles/{{number:\\d{{1,15}}}}/acts", self._solve),
                ]
            )
        app.add_routes(self._access.routes())
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what comes from elsewhere, and say in a sentence what has failed."""
        if request.host != urlsplit(self._access.origin).netloc:
            return refused("There's no page at this address.", 421)
        if request.method == "POST":
            if request.headers.get("Origin") != self._access.origin:
                return refused("That came from another page.", 403)
            if request.content_type != "application/json":
                return refused("That isn't JSON.", 415)
        try:
            return await handler(request)
        except Refused as problem:
            return refused(unmarked(problem.refusal.text), ask=isinstance(problem.refusal, RoyalLeft))
        except web.HTTPException as problem:
            return refused(problem.text or problem.reason, problem.status)
        except (ConnectionResetError, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("%s %s failed", request.method, request.match_info.route.name or request.match_info.handler)
            return refused("Something went wrong. Nothing has changed; please try again.", 500)

    # ---- looking

    async def _start(self, request: web.Request) -> web.Response:
        visitor = await self._access.visitor(request)
        name = visitor.player.name if visitor.player else ""
        return web.json_response({"mode": visitor.mode, "name": name, **await self._access.home(visitor)})

    async def _seen(self, request: web.Request, *, acting: bool = False) -> tuple[Visitor, Table]:
        visitor = await self._access.visitor(request)
        return visitor, await self._access.table(visitor, int(request.match_info["number"]), acting=acting)

    async def _view(self, request: web.Request) -> web.Response:
        visitor, table = await self._seen(request)
        return web.json_response(await game_view(self._games, visitor, table, Look.of(request.query)))

    async def _picture(self, request: web.Request) -> web.Response:
        visitor, table = await self._seen(request)
        state, viewer, _ = await looked_at(self._games, visitor, table, Look.of(request.query))
        people = await self._games.company.at(table) if state is table.state and visitor.mode != "watch" else {}
        return _png(await pictures.bare(state, viewer, people))

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Tell of every change of a game, and of one missed since the number that the page knows."""
        _, table = await self._seen(request)
        number, clock = table.game.number, asyncio.get_running_loop().time
        known = request.headers.get("Last-Event-ID") or request.query.get("since", "")
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        with self._listening(number) as woken, suppress(ConnectionResetError, web.HTTPException, Refused):
            await response.prepare(request)
            checked, ended = clock(), self._ended
            while not self._closing:
                if self._ended != ended or clock() - checked > CHECK_S:
                    await self._seen(request)
                    checked, ended = clock(), self._ended
                woken.clear()
                latest = str((await self._games.tables.game(number)).sequence)
                told = f"event: changed\nid: {latest}\ndata: {latest}\n\n" if latest != known else ":\n\n"
                await response.write(told.encode())
                known = latest
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), BREATH_S)
        return response

    @contextmanager
    def _listening(self, number: int) -> Iterator[asyncio.Event]:
        woken = asyncio.Event()
        self._waiting[number].add(woken)
        try:
            yield woken
        finally:
            self._waiting[number].discard(woken)
            if not self._waiting[number]:
                del self._waiting[number]

    async def _changed(self, changed: GameChanged) -> None:
        for woken in self._waiting.get(changed.number, ()):
            woken.set()

    async def _access_ended(self, _: AccessEnded) -> None:
        self._ended += 1
        self._wake()

    async def _close(self, _: web.Application) -> None:
        self._closing = True
        self._wake()

    def _wake(self) -> None:
        for listeners in self._waiting.values():
            for woken in listeners:
                woken.set()

    # ---- acting

    async def _act(self, request: web.Request) -> web.Response:
        visitor, table = await self._seen(request, acting=True)
        form, look = await asked(request), Look.of(request.query)
        act, kind = word(form, "act"), word(form, "kind")
        if act == "hint":
            return web.json_response({"advice": await self._advice(visitor, table, look)})
        if act == "review":
            return web.json_response({"review": await self._review(visitor, table, look)})
        if act == "again" and visitor.local:
            return web.json_response({"number": await self._begun_again(table)})
        sequence = form.get("sequence")
        refuse_if(isinstance(sequence, int) and sequence < table.state.changed, StaleGame())
        seat = acting_seat(table, visitor, act, kind)
        if seat is None:
            raise Refused(BadChoice("there's nothing for you to do in this game"))
        command: Callable[[int], Command]
        if act == "move":
            command = partial(MakeMove, move=word(form, "move"))
        elif act in ANSWERS and kind in KINDS:
            command = partial(ANSWERS[act], kind=kind)
        elif act in ACTS:
            command = ACTS[act].command
        else:
            raise Refused(BadChoice(f"I don't know how to “{act[:20]}”"))
        player = table.game.seats[seat]
        await self._games.newcomers.warn(table, player, command)
        result = await self._games.play.act(table, player, command)
        await self._acted(result)
        return web.json_response(await game_view(self._games, visitor, result.now, look))

    async def _begun_again(self, table: Table) -> int:
        game, state = table.game, table.state
        place, time = Location(game.guild, game.channel), granted(read_control(game.time))
        return await self._games.lobby.set_up(place, state.variant, game.seats, state.line[0], time)

    async def _advice(self, visitor: Visitor, table: Table, look: Look) -> dict[str, Any]:
        """The next step of a hint about a position."""
        games, state = self._games, table.state
        refuse_if(not hints(table, visitor), "hints are for games against me, when it's your move")
        player, coaching = table.game.seats[state.due], games.coaching
        if not visitor.local:
            refuse(await games.fairness.against(player, state, table.game.number))
        found = await coaching.waited(player.id, coaching.hint(state))
        steps = coaching.step(player.id, table.game.number, state.changed)
        _, viewer, _ = await looked_at(games, visitor, table, look)
        board = BoardView(state, viewer, occasion_of(table), await games.company.at(table))
        picture = await pictures.advised(board, found, steps)
        more = MORE.get(steps, "") if steps < STEPS else ""
        return {"words": unmarked("\n".join(found.steps[:steps])), "board": _inline(picture), "more": more}

    async def _review(self, visitor: Visitor, table: Table, look: Look) -> dict[str, Any]:
        games, you = self._games, visitor.you(table.game)
        refuse_if(visitor.mode == "watch", "reviews are for the players")
        if visitor.player:
            refuse(await games.fairness.against(visitor.player, table.state))
        found = await games.coaching.waited(you.id, games.coaching.review(table.state))
        _, viewer, _ = await looked_at(games, visitor, table, look)
        drawn = await pictures.reviewed(table, found, viewer)
        return {"words": unmarked(reviewed(table, found, you)), "pictures": list(map(_inline, drawn))}

    # ---- puzzles

    async def _open_puzzle(self, request: web.Request) -> web.Response:
        visitor = await self._access.visitor(request)
        game = word(await asked(request), "game")
        solving = await self._games.puzzles.open(solver(visitor), game or None)
        return web.json_response({"number": solving.progress.number})

    async def _solving(self, request: web.Request) -> tuple[Visitor, Solving]:
        visitor = await self._access.visitor(request)
        if visitor.mode == "watch":
            raise web.HTTPNotFound
        number = int(request.match_info["number"])
        return visitor, await self._games.puzzles.find(number, solver(visitor))

    async def _puzzle(self, request: web.Request) -> web.Response:
        visitor, solving = await self._solving(request)
        return web.json_response(await puzzle_view(self._games, visitor, solving, Look.of(request.query)))

    async def _puzzle_picture(self, request: web.Request) -> web.Response:
        visitor, solving = await self._solving(request)
        viewer = await puzzle_viewer(self._games, solving, visitor, Look.of(request.query))
        marks = {} if solving.hinted is None else {"marks": marks_of(solving.state, solving.hinted)}
        return _png(await pictures.bare(solving.state, viewer, {}, **marks))

    async def _solve(self, request: web.Request) -> web.Response:
        visitor, solving = await self._solving(request)
        puzzles, form = self._games.puzzles, await asked(request)
        act = word(form, "act")
        if act == "next":
            solving = await puzzles.next(solving)
        elif act == "move":
            solving = await puzzles.read(solving, word(form, "move"))
        elif act in {"hint", "solution"}:
            solving = await (puzzles.hint if act == "hint" else puzzles.give_up)(solving)
        else:
            raise Refused(BadChoice(f"I don't know how to “{act[:20]}”"))
        return web.json_response(await puzzle_view(self._games, visitor, solving, Look.of(request.query)))


async def _with_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


async def _file(request: web.Request) -> web.Response:
    """A file of the page; the page itself where none is named."""
    path = PAGE / request.match_info.get("name", "index.html")
    if path.suffix not in TYPES or not path.is_file():
        raise web.HTTPNotFound(text="There's no such page.")
    response = web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.enable_compression()
    return response


async def asked(request: web.Request) -> dict[str, Any]:
    """The object in a request's body."""
    try:
        form = json.loads(await request.read())
    except (ValueError, RecursionError):
        form = None
    if not isinstance(form, dict):
        raise web.HTTPBadRequest(text="I can't read that.")
    return form


def word(form: dict[str, Any], name: str) -> str:
    """The text of a field, "" where it is none."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def _png(data: bytes | None) -> web.Response:
    if data is None:
        raise web.HTTPServiceUnavailable(text="The board can't be drawn just now.")
    return web.Response(body=data, content_type="image/png")


def _inline(picture: Picture) -> dict[str, str]:
    return {"src": f"data:image/png;base64,{base64.b64encode(picture.png).decode()}", "alt": picture.words}
