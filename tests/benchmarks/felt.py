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
from engine.model.position import long_form
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import variant_of
from renderer import Person, Scene, draw, scene_of, theme_for
from renderer.replay import animate, reel_of
from tests.bot.support.people import Pair
from tests.wire import Standin, running

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
HEAD = """# How fast it is

Measured on {date} by Python {version}; `python -m tests.benchmarks` measures all, writes this page and exits with 1
where the median misses an aim. The aims are what people could feel: Discord takes 100 to 300 ms for a press on its way.
The last columns tell what python-chess took in between, for a list of legal moves (*kiwipete*), or to draw a board as
PNG through cairosvg.

| what | half | 95 % | aim | beside | took |
| --- | --- | --- | --- | --- | --- |
"""
ANN, BEN, HERE, NOON = Player(11, "Ann"), Player(12, "Ben"), Location(1, 2), 1_800_000_000_000
LARGE, ROUNDS, LISTED, TIMED = "nd-trios", 20, 500, 50_000
MOVES = ["Tbc3", "Tbc4", "Gc4", "Gc3"]
BOARD = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")


class Row(NamedTuple):
    """Something done several times: how long it took (s), how long it should take at most, and its anchor's times."""

    name: str
    aim: float
    taken: Sequence[float]
    beside: str
    anchors: Sequence[float]

    @property
    def missed(self) -> bool:
        """Whether half of the times are above the aim."""
        return share(self.taken, 0.5) > self.aim

    def line(self) -> str:
        """The row of the table."""
        aim = f"{told(self.aim)}{' – **missed**' if self.missed else ''}"
        cells = (told(share(self.taken, 0.5)), told(share(self.taken, 0.95)), aim, self.beside)
        return f"| {self.name} | {' | '.join(cells)} | {told(share(self.anchors, 0.5))} |"


def share(times: Sequence[float], part: float) -> float:
    """The time within which such a share of all was done."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def told(seconds: float) -> str:
    """A time in milliseconds, from a second on in seconds."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def page(rows: Sequence[Row]) -> str:
    """The page of what was measured."""
    head = HEAD.format(date=datetime.now(UTC).strftime("%Y-%m-%d"), version=platform.python_version())
    return head + "\n".join(row.line() for row in rows) + "\n"


# ---- anchors


def timed(work: Callable[[], object]) -> float:
    """The time that something takes (s)."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def listing() -> float:
    """The time that python-chess takes for a list of legal moves."""
    return timed(lambda: [list(BOARD.legal_moves) for _ in range(20)]) / 20


def drawing() -> float:
    """The time that python-chess and cairosvg take for a board of 800 pixels."""
    return timed(lambda: cairosvg.svg2png(bytestring=chess.svg.board(BOARD).encode(), output_width=800))


def measured(
    name: str, aim: float, works: Sequence[Callable[[], object]], anchor: Callable[[], float] = drawing
) -> Row:
    """Do each thing once, its anchor before it."""
    pairs = [(anchor(), timed(work)) for work in works]
    beside = "kiwipete" if anchor is listing else "PNG"
    return Row(name, aim, [taken for _, taken in pairs], beside, [each for each, _ in pairs])


# ---- what is measured


def rows() -> Iterator[Row]:
    """All of it."""
    yield from asyncio.run(_moved())
    states = [played(LARGE, moves) for moves in range(40, 40 + ROUNDS)]
    yield measured("the legal moves of an unseen position, 169 cells", 0.1, [_listed(each) for each in states], listing)
    yield measured("the first picture of a game, 169 cells", 0.5, [_drawn(states[0])])
    yield measured("a picture of 169 cells, with players", 0.1, [_drawn(each) for each in states])
    for key, number in (("chess", 8), ("hexeh", 8), ("hexeh", 1)):
        thoughts = [_thought(played(key, moves), number) for moves in range(20, 30)]
        yield measured(f"a move of the referee's at level {number}, {key}", 3, thoughts)
    yield measured("a replay of 60 moves, 169 cells", 3, [_replayed] * 5)
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
            state = advance(state, Event(state.sequence + 1, at, state.turn, Moved(long_form(variant.board, move))))
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
    """Moves by command through a stand-in for Discord, which shares the loop."""
    acknowledged, shown, anchors = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        async with Standin() as standin:
            with standin.point_library():
                async with running(Referee(Path(folder) / "games.sqlite"), within=60):
                    for number in range(1, 11):
                        pair = await Pair.seated(standin, number)
                        for move in ("Tbc3", "Tbc4"):
                            anchors.append(drawing())
                            begin = time.perf_counter()
                            outcome = await pair.mover.slash("move", notation=move, game=str(number))
                            acknowledged.append(outcome.acknowledged_in)
                            await pair.next_board()
                            shown.append(time.perf_counter() - begin)
    return [
        Row("a move, acknowledged", 0.1, acknowledged, "PNG", anchors),
        Row("a move, its board posted", 0.3, shown, "PNG", anchors),
    ]


@asynccontextmanager
async def _opened(path: Path, times: int) -> AsyncIterator[Games]:
    """The use cases over a file that holds a game so many times."""
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

        return await _awaited(f"`/games` with {LISTED} games", 0.2, work, ROUNDS)


async def _start(path: Path) -> Row:
    async with _opened(path, TIMED) as games:
        await games.ledger.remember(BEAT, str(NOON - HOUR))
        name = f"a start after an hour's absence, with {TIMED} timed games"
        return await _awaited(name, 5, games.play.start, 1)


async def _awaited(name: str, aim: float, work: Callable[[], Awaitable[object]], times: int) -> Row:
    anchors, taken = [], []
    for _ in range(times):
        anchors.append(drawing())
        begin = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - begin)
    return Row(name, aim, taken, "PNG", anchors)
