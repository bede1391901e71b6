"""The longest hold of the event loop in games of four hundred moves, and the first acknowledgement of commands.

A hold is the processor time of one step of one of the bot's tasks: the stand-in, which shares the loop, and other work
on the machine do not count. It is printed beside what a board of chess takes python-chess to draw, to be compared.
"""

from __future__ import annotations

import asyncio
import io
import random
import tempfile
import time
from asyncio import tasks
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import chess
import chess.svg

from bot.app import Referee
from bot.games import Games, Location, Table
from bot.store import Database, Ledger, Player, SharedDiceStore
from engine.model.position import long_form
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import GAMES, variant_of
from tests.benchmarks.pairing import Aim, Ratio
from tests.wire import Channel, Human, Message, Outcome, Standin, running

MOVES, CROWD = 400, 1_000
NOON = 1_800_000_000_000
NAMES = ("alice", "bob", "carol", "dave")


class Held:
    """The longest steps of tasks, in seconds of processor time, by what was being done."""

    def __init__(self) -> None:
        self.doing = "nothing"
        self.longest: dict[str, float] = {}

    def note(self, taken: float) -> None:
        """Note a step."""
        self.longest[self.doing] = max(taken, self.longest.get(self.doing, 0.0))


HELD = Held()


class TimedTask(tasks._PyTask):  # type: ignore[name-defined,misc]
    """A task whose steps are timed, but for those of the stand-in and of this module."""

    def _Task__step(self, exc: BaseException | None = None) -> None:  # noqa: N802 - the name it has in asyncio
        begin = time.thread_time()
        super()._Task__step(exc)
        code = getattr(self.get_coro(), "cr_code", None)
        if code is not None and not any(word in code.co_filename for word in ("web_protocol", "tests")):
            HELD.note(time.thread_time() - begin)


def _timed(loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], **more: Any) -> TimedTask:
    return TimedTask(coro, loop=loop, **more)


def gone_on(key: str) -> State:
    """A game without fights that has gone on for MOVES moves, quiet ones where there are any; always the same."""
    variant = variant_of(key, {"combat": "off"})
    for seed in range(1000):
        state, choose = new_game(variant), random.Random(seed)  # noqa: S311 - no secret
        while state.result is None and len(state.events) < MOVES:
            legal = sheet(state).legal
            move = choose.choice([each for each in legal if not state.position.occupied(each.target)] or legal)
            happened = Moved(long_form(variant.board, move))
            state = advance(state, Event(state.sequence + 1, NOON + 1000 * state.sequence, state.turn, happened))
        if state.result is None:
            return state
    raise ValueError(key)


@asynccontextmanager
async def _table_of(folder: str, games: list[State]) -> AsyncIterator[tuple[Standin, Referee, list[Human]]]:
    """A referee in whose channel these games are played by four people."""
    async with Standin() as standin:
        people, channel = [standin.human(name) for name in NAMES], standin.channel()
        path = Path(folder) / "games.sqlite"
        database = await Database.open(path)
        ledger = Ledger(database)
        lobby = Games(ledger, SharedDiceStore(database)).lobby
        for state in games:
            seats = {seat.number: people[(seat.number - 1) % 4] for seat in state.variant.seats}
            players = {seat: Player(who.id, who.name) for seat, who in seats.items()}
            guild = channel.guild.id if channel.guild else 0
            number = await lobby.set_up(Location(guild, channel.id), state.variant, players, earlier=state.events)
            await ledger.shown(number, state.sequence, None)
        await database.close()
        asyncio.get_running_loop().set_task_factory(_timed)  # type: ignore[arg-type]
        HELD.doing = "the start"
        with standin.point_library():
            async with running(Referee(path), within=60) as referee:
                yield standin, referee, people


def _offers_moves(message: Message) -> bool:
    return any(button.label == "Move" for button in message.buttons)


def _acts(who: Human, channel: Channel, number: str, move: str) -> list[tuple[str, Callable[[], Awaitable[Any]]]]:
    """What a player may do about a game, each by its name."""

    async def press() -> Outcome:
        await channel.wait_for(_offers_moves, timeout=20)
        return await who.press([message for message in channel.messages if _offers_moves(message)][-1], "Move")

    return [
        ("board", lambda: who.slash("board", game=number)),
        ("pieces", lambda: who.slash("board", game=number, piece="all")),
        ("completion of moves", lambda: who.autocomplete("move", game=number, notation="")),
        ("games", lambda: who.slash("games")),
        ("explore", lambda: who.slash("explore", game=number)),
        ("completion of moves to explore", lambda: who.autocomplete("explore", game=number, move="")),
        ("record", lambda: who.slash("record get", game=number)),
        ("luck", lambda: who.slash("dice luck", game=number)),
        ("refused move", lambda: who.slash("move", game=number, notation="Zz9")),
        ("takeback", lambda: who.slash("game takeback", game=number)),
        ("move", lambda: who.slash("move", game=number, notation=move)),
        ("press of Move", press),
    ]


async def _play(folder: str, games: list[State], most: int) -> list[float]:
    """Do everything about each of the first games; the seconds that commands took to be acknowledged."""
    acknowledged = []
    async with _table_of(folder, games) as (standin, referee, people):
        await asyncio.sleep(2)
        for number, state in enumerate(games[:most], 1):
            for _ in range(2):
                table = await referee.controller.games.tables.find(number)
                assert isinstance(table, Table)
                who = next(each for each in people if each.id == table.game.seats[table.state.turn].id)
                move = long_form(state.variant.board, sheet(table.state).legal[0])
                for name, act in _acts(who, standin.channel(), str(number), move):
                    HELD.doing = f"{name}, {state.variant.key}"
                    outcome = await act()
                    if hasattr(outcome, "acknowledged_in"):
                        acknowledged.append(outcome.acknowledged_in)
                    await asyncio.sleep(0.2)
    return acknowledged


def holds() -> Iterator[Ratio]:
    """The longest hold of the loop, over all games at MOVES moves; the slowest acknowledgement with CROWD games."""
    anchor = chess_svg()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_play(folder, [gone_on(key) for key in GAMES], len(GAMES)))
    for doing, taken in sorted(HELD.longest.items(), key=lambda item: -item[1])[:5]:
        yield Ratio(f"longest hold of the loop: {doing}", Aim(50, "ms"), (taken / anchor,) * 2, taken, anchor)
    with tempfile.TemporaryDirectory() as folder:
        acknowledged = asyncio.run(_play(folder, [new_game(variant_of(key)) for key in _many()], 4))
    for name, taken in (("slowest", max(acknowledged)), ("median", sorted(acknowledged)[len(acknowledged) // 2])):
        title = f"{name} acknowledgement, {CROWD} games"
        yield Ratio(title, Aim(50, "ms"), (taken / anchor,) * 2, taken, anchor)


def _many() -> list[str]:
    """The ids of CROWD games, all kinds in turn."""
    keys = list(GAMES)
    return [keys[number % len(keys)] for number in range(CROWD)]


def chess_svg() -> float:
    """The seconds that python-chess takes to write a board as SVG."""
    begin = time.perf_counter()
    for _ in range(20):
        io.StringIO().write(chess.svg.board(chess.Board()))
    return (time.perf_counter() - begin) / 20
