"""The page without Discord: all at this screen play, against the bot or each other."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from hmac import compare_digest
from pathlib import Path

from aiohttp import web

from bot.games import Games, Location, Table
from bot.games.challenges import start_named
from bot.games.refusals import granted, if_granted, refuse_if
from bot.games.tables import game_named
from bot.store import Database, Ledger, Player, StoreError, referee
from bot.text.gamelist import groups, length
from bot.web.server import Site, asked, word
from bot.web.views import View, home_view
from bot.web.visitors import Visitor
from engine.clocks.control import UNTIMED, read_control
from engine.lookahead.puzzles import shipped
from engine.lookahead.search import LEVELS
from engine.play.referee import flag
from engine.variants import COMBAT, GAMES, choices_of, variant_of
from engine.variants.variant import VariantEntry

HERE = Location(0, 0)
DATABASE = Path("local.sqlite")
CLOCKS = ("", "5+3", "10+5", "15+10", "30+20")
FIGHTS = {"off": "no fights", "poly": "polyhedral dice", "d6": "six-sided dice"}
LISTED = 30
"""Maximum games on the first page."""


class LocalAccess:
    """Access by a random key in every address, which the browser is opened with."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._key = secrets.token_urlsafe(32)
        self.origin = ""
        self.prefixes: tuple[str, ...] = ("/{key:[\\w-]+}",)

    @property
    def address(self) -> str:
        return f"{self.origin}/{self._key}/"

    async def visitor(self, request: web.Request) -> Visitor:
        if not compare_digest(request.match_info["key"].encode(), self._key.encode()):
            raise web.HTTPNotFound(text="There's no such page. Open it again from the terminal.")
        return Visitor(local=True)

    async def table(self, visitor: Visitor, number: int, *, acting: bool = False) -> Table:  # noqa: ARG002 - of all
        game = await if_granted(self._games.tables.game(number))
        if game is None or game.channel != HERE.channel:
            raise web.HTTPNotFound(text=f"There's no game #{number} here.")
        return await self._games.tables.at(game)

    def routes(self) -> Iterable[web.RouteDef]:
        yield web.post(f"{self.prefixes[0]}/api/games", self._new)

    async def home(self, visitor: Visitor) -> View:
        running = await self._games.ledger.running_in(HERE.channel, LISTED)
        over = await self._games.ledger.over_in(HERE.channel, LISTED - len(running))
        times = [(text, granted(read_control(text)).words if text else "No clock") for text in CLOCKS]
        return {
            **home_view([*running, *over], visitor),
            "groups": [{"name": name, "games": list(map(_entry, entries))} for name, entries in groups().items()],
            "levels": [{"value": each.number, "label": f"Level {each.number}: {each.name}"} for each in LEVELS],
            "clocks": [{"value": value, "label": words} for value, words in times],
            "puzzles": [
                {"value": key, "label": GAMES[key].name}
                for key in dict.fromkeys(puzzle.game for puzzle in shipped().values())
            ],
        }

    async def _new(self, request: web.Request) -> web.Response:
        """Begin a game as a form says: who plays, with which options and clock."""
        await self.visitor(request)
        form = await asked(request)
        options, seats, level = form.get("options"), form.get("seats"), form.get("level")
        if not isinstance(options, dict) or not isinstance(seats, list):
            raise web.HTTPBadRequest(text="I can't read that.")
        chosen = {str(name): str(value) for name, value in options.items() if value}
        variant = game_named(word(form, "variant"), chosen)
        people = {seat.number for seat in variant.seats if level is None or seat.number in seats}
        refuse_if(not people, "leave at least one side for yourself")
        refuse_if(level is not None and level not in range(len(LEVELS)), f"levels go from 0 to {len(LEVELS) - 1}")
        players = {
            seat.number: Player(seat.number, seat.name) if seat.number in people else referee(level or 0, seat.number)
            for seat in variant.seats
        }
        control = granted(read_control(word(form, "time")))
        number = await self._games.lobby.set_up(HERE, variant, players, start_named(variant, ""), control)
        return web.json_response({"number": number})


def _entry(game: VariantEntry) -> View:
    """A game as the form offers it."""
    return {
        "key": game.key,
        "name": game.name,
        "sentence": f"{game.sentence} {length(game)}.",
        "seats": [seat.name for seat in variant_of(game.key).seats],
        "options": [
            {
                "name": option.name,
                "label": "Fights" if option.name == COMBAT else option.name.capitalize(),
                "values": [{"value": value, "label": FIGHTS.get(value, value)} for value in option.values],
            }
            for option in choices_of(game)
            if len(option.values) > 1
        ],
    }


@asynccontextmanager
async def kept_here(file: Path = DATABASE) -> AsyncIterator[Games]:
    """The games in a file of this machine; no time was lost in them while they were closed."""
    async with AsyncExitStack() as closing:
        database = await Database.open(file)
        closing.push_async_callback(database.close)
        games = Games(Ledger(database))
        for stop in (games.play.stop, games.thinkers.stop, games.opponent.stop):
            closing.push_async_callback(stop)
        await games.play.start()
        await games.play.stop()
        yield games


@asynccontextmanager
async def served(games: Games) -> AsyncIterator[str]:
    """The page of local games, on this machine alone; gives its address, with the key."""
    access = LocalAccess(games)

    async def acted(_: object) -> None:
        """Nobody else is shown anything."""

    runner = web.AppRunner(Site(games, access, acted).application(), access_log=None)
    await runner.setup()
    watch = asyncio.create_task(_watch_clocks(games))
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        access.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield access.address
    finally:
        watch.cancel()
        await runner.cleanup()


async def _watch_clocks(games: Games) -> None:
    """Let flags fall while the page is there."""
    while True:
        await asyncio.sleep(1)
        for game in await games.ledger.running_in(HERE.channel, LISTED):
            if game.time != UNTIMED.text and (table := await if_granted(games.tables.at(game))):
                await if_granted(games.play.rule(table, flag))


async def play_in_browser() -> int:
    """Serve the page and open it until Ctrl-C is pressed; 2 where the file of games can't be used."""
    try:
        async with kept_here() as games, served(games) as address:
            await games.opponent.catch_up()
            print(f"Your board is at {address}\nKeep this open while you play; Ctrl-C stops it.", flush=True)
            await asyncio.to_thread(webbrowser.open, address)
            await asyncio.Event().wait()
    except (StoreError, sqlite3.Error) as problem:
        print(f"I can't play here: {problem}", file=sys.stderr)
    return 2
