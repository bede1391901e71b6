"""What a person feels: how long each thing takes, beside programs that people know, with an aim that could be felt."""

from __future__ import annotations

import asyncio
import platform
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

import cairosvg
import chess
import chess.svg

from bot.app import Referee
from bot.games import Games, Location
from bot.games.play.play import BEAT
from bot.store import Database, Ledger, Player
from bot.text import reminders
from engine.clocks.control import DAY, HOUR, TimeControl
from engine.lookahead.search import level_of, think
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from renderer import Person, Scene, draw, scene_of, theme_for
from renderer.replay import animate, reel_of
from tests.benchmarks.load import share
from tests.bot.support.people import Pair
from tests.wire import Standin, running

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
HEAD = """# How fast is it?

Measured on {date} with Python {version}: **median**, and **95 %**, the time that 95 % of the attempts stay within.
**Aim** is the longest median that nobody should notice; Discord itself adds 100–300 ms a click. For comparison,
python-chess took {listed} to list the legal moves of a well-known position, and {drawn} to draw a chess board as PNG
through cairosvg. `python -m tests.benchmarks` measures everything, writes this page, and exits with 1 if an aim is
missed.

| what | median | 95 % | aim |
| --- | --- | --- | --- |
"""
ANN, BEN, HERE, NOON = Player(11, "Ann"), Player(12, "Ben"), Location(1, 2), 1_800_000_000_000
LARGE, ROUNDS, LISTED, TIMED = "nd-trios", 20, 500, 50_000
MOVES = ["Tbc3", "Tbc4", "Gc4", "Gc3"]
BOARD = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")


class Row(NamedTuple):
    """A figure: how long it took each time (s), how long half should take at most, and what exactly was done."""

    name: str
    aim: float
    taken: Sequence[float]
    about: str

    @property
    def missed(self) -> bool:
        return share(self.taken, 0.5) > self.aim

    def line(self) -> str:
        aim = f"{told(self.aim)}{' – **missed**' if self.missed else ''}"
        return f"| {self.name} | {told(share(self.taken, 0.5))} | {told(share(self.taken, 0.95))} | {aim} |"


def told(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def page(rows: Sequence[Row], listed: float, drawn: float) -> str:
    date, version = datetime.now(UTC).strftime("%Y-%m-%d"), platform.python_version()
    head = HEAD.format(date=date, version=version, listed=told(listed), drawn=told(drawn))
    paragraphs = [fill(about, 120) for about in dict.fromkeys(row.about for row in rows)]
    return head + "\n".join(row.line() for row in rows) + "\n\n" + "\n\n".join(paragraphs) + "\n"


# ---- anchors


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def listing() -> float:
    return timed(lambda: [list(BOARD.legal_moves) for _ in range(20)]) / 20


def drawing() -> float:
    return timed(lambda: cairosvg.svg2png(bytestring=chess.svg.board(BOARD).encode(), output_width=800))


# ---- what is measured


ACKNOWLEDGED = "**A move acknowledged.** From `/move` to the answer. 20 moves in 10 games."
POSTED = "**Its board posted.** The same moves, until the picture of the new position is in the channel."
LISTED_ABOUT = "**The legal moves of a position.** A click on a piece waits for them. New positions on 169 cells."
FIRST_ABOUT = "**The first picture of a game.** It draws the board, which is then cached. 169 cells, the largest board."
DRAWN_ABOUT = "**Another picture of it.** Every later one, with names, ratings, clocks and letters."
THOUGHT_ABOUT = "**A move by a level.** How long Hexmarshal thinks, on one core, in the middle of a game."
REPLAYED_ABOUT = "**A replay.** A GIF of 60 moves on 169 cells, as `/study replay` posts it."
GAMES_ABOUT = f"**`/games`.** The list of one player in {LISTED} running games: the database's work and the text."
START_ABOUT = f"**A start after an hour's absence.** {TIMED:,} games with clocks get their time back."


def rows() -> Iterator[Row]:
    yield from asyncio.run(_moved())
    states = [played(LARGE, moves) for moves in range(40, 40 + ROUNDS)]
    yield Row("the legal moves of a position", 0.1, [timed(_listed(each)) for each in states], LISTED_ABOUT)
    yield Row("the first picture of a game", 0.5, [timed(_drawn(states[0]))], FIRST_ABOUT)
    yield Row("another picture of it", 0.1, [timed(_drawn(each)) for each in states], DRAWN_ABOUT)
    for key, number in (("chess", 8), ("hexeh", 8), ("hexeh", 1)):
        times = [timed(_thought(played(key, moves), number)) for moves in range(20, 30)]
        yield Row(f"a move by level {number}, {key}", 3, times, THOUGHT_ABOUT)
    yield Row("a replay", 3, [timed(_replayed) for _ in range(5)], REPLAYED_ABOUT)
    for work in (_games, _start):
        with tempfile.TemporaryDirectory() as folder:
            yield asyncio.run(work(Path(folder) / "games.sqlite"))


def played(key: str, moves: int) -> State:
    """A game without fights that has gone on for so many moves, quiet ones where there are any; always the same."""
    variant = variant_of(key, {"combat": "off"})
    for seed in range(100):
        state, choose = new_game(variant), random.Random(seed)  # noqa: S311 - no secret
        while state.result is None and len(state.played) < moves:
            legal = sheet(state).legal
            move = choose.choice([each for each in legal if not state.position.occupied(each.target)] or legal)
            at = NOON - 1000 * (moves - state.sequence)
            state = advance(state, Event(state.sequence + 1, at, state.turn, Moved(move)))
        if state.result is None:
            return state
    raise ValueError(key)


def _listed(state: State) -> Callable[[], object]:
    variant, position = state.variant, state.position._replace(quiet=tuple(each + 1 for each in state.position.quiet))
    return lambda: variant.legality.legal(state.movement, position)


def _drawn(state: State) -> Callable[[], object]:
    people = {seat.number: Person(seat.name, "1500", "2d 3h") for seat in state.variant.seats}
    last = state.played[-1]
    scene: Scene = scene_of(
        state.variant, state.position, state.turn, people=people, last_move=last.move, before=last.before, letters=True
    )
    theme = theme_for("", [seat.name for seat in state.variant.seats])
    return lambda: draw(scene, theme)


def _thought(state: State, number: int) -> Callable[[], object]:
    return lambda: think(state, level_of(number), 1)


def _replayed() -> None:
    state = played(LARGE, 60)
    animate(reel_of(state), theme_for("", [seat.name for seat in state.variant.seats]), BytesIO())


async def _moved() -> list[Row]:
    acknowledged, shown = [], []
    with tempfile.TemporaryDirectory() as folder:
        async with Standin() as standin:
            with standin.point_library():
                async with running(Referee(Path(folder) / "games.sqlite"), within=60):
                    for number in range(1, 11):
                        pair = await Pair.seated(standin, number)
                        for move in ("Tbc3", "Tbc4"):
                            begin = time.perf_counter()
                            outcome = await pair.mover.slash("move", notation=move, game=str(number))
                            acknowledged.append(outcome.acknowledged_in)
                            await pair.next_board()
                            shown.append(time.perf_counter() - begin)
    return [
        Row("a move acknowledged", 0.1, acknowledged, ACKNOWLEDGED),
        Row("its board posted", 0.3, shown, POSTED),
    ]


@asynccontextmanager
async def _opened(path: Path, times: int) -> AsyncIterator[Games]:
    database = await Database.open(path)
    games, state = Games(Ledger(database), now=lambda: NOON), played("hexeh", 20)
    seats = {seat.number: (ANN, BEN)[seat.number - 1] for seat in state.variant.seats}
    number = await games.lobby.set_up(HERE, state.variant, seats, None, TimeControl(3 * DAY, DAY), state.events)
    for table in ("games", "seats", "events", "secrets", "deadlines"):
        own = {"number": f"{number} + n", "game": f"{number} + n", "cause": "NULL", "due": "due + n"}
        own |= {"number": "NULL"} if table == "deadlines" else {}
        names = [name for _, name, *_ in await database.rows(f"PRAGMA table_info({table})")]
        values = ", ".join(own.get(name, name) for name in names)
        key = "number" if table == "games" else "game"
        counting = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
        copying = f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table}, numbers WHERE {key} = ?"  # noqa: S608 - its own names
        await database.rows(f"{counting} {copying}", times - 1, number)
    games.tables.forget(number)
    yield games
    await database.close()


async def _games(path: Path) -> Row:
    async with _opened(path, LISTED) as games:

        async def work() -> None:
            reminders.listing(await games.agendas.of(ANN, HERE.guild), ANN, HERE)

        return Row("`/games`", 0.2, [await _awaited(work) for _ in range(ROUNDS)], GAMES_ABOUT)


async def _start(path: Path) -> Row:
    async with _opened(path, TIMED) as games:
        await games.ledger.remember(BEAT, str(NOON - HOUR))
        return Row("a start after an hour's absence", 5, [await _awaited(games.play.start)], START_ABOUT)


async def _awaited(work: Callable[[], Awaitable[object]]) -> float:
    begin = time.perf_counter()
    await work()
    return time.perf_counter() - begin
