"""Lists, leaderboards, endings and starts in full files, in milliseconds of processor time, beside a chess board."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from bot.discord_ui.channel.boards import board_text
from bot.discord_ui.commands.autocomplete import fitting, offer_moves
from bot.games import Games, Table, label
from bot.games.play.timekeeping import BEAT
from bot.store import Player
from bot.text import agenda, ratings
from engine.clocks.control import HOUR
from engine.notation.moves import short_form
from engine.play.commands import Resign
from engine.play.referee import sheet
from tests.benchmarks.filling import ANN, HERE, KINDS, NOON, begun, copied, ended, opened, played, rated
from tests.benchmarks.holds import chess_svg
from tests.benchmarks.pairing import Aim, Ratio

Deed = Callable[[], Awaitable[object]]
EVE = Player(9, "Eve")
ROUNDS, TOLD = 15, 101
"""How often most things are done, and how often texts are told, each of which takes less than a millisecond."""
LISTED, COMPLETED, OVER, RATED, TIMED = 500, 1_000, 25_000, 100_000, 50_000


def lists() -> Iterator[Ratio]:
    """Every row, each in a file of its own; the anchor is drawn between its rounds."""
    for title, aim, work in (
        (f"/games with {LISTED} games", Aim(5, "ms"), _listed),
        (f"completion of games, {COMPLETED} of four kinds, worst", Aim(12, "ms"), _completed),
        (f"completion of moves in games not seen since the start, {COMPLETED}, worst", Aim(12, "ms"), _moves_completed),
        (f"/board where {OVER} games have ended", Aim(30, "ms"), _looked_at),
        (f"/players leaderboard of {RATED} players", Aim(30, "ms"), _ranked),
        (f"a game's end after {2 * OVER} others", Aim(5, "ms"), _over),
        (f"the start after an hour's absence, {TIMED} timed games", Aim(3_000, "ms"), _started),
        ("text above a board, move 400", Aim(1.5), _told),
    ):
        with tempfile.TemporaryDirectory() as folder:
            taken, anchor = asyncio.run(work(Path(folder) / "games.sqlite"))
        yield Ratio(title, aim, tuple(each / anchor for each in taken), sorted(taken)[len(taken) // 2], anchor)


async def _timed(deeds: list[Deed]) -> tuple[list[float], float]:
    """The processor time (s) of each deed, and the median of the anchor's between them."""
    taken, anchors = [], []
    for deed in deeds:
        anchors.append(chess_svg())
        begin = time.process_time()
        await deed()
        taken.append(time.process_time() - begin)
    return taken, sorted(anchors)[len(anchors) // 2]


async def _many(games: Games, count: int) -> None:
    """Let two people play so many games of four kinds, none of them read since."""
    for key in KINDS:
        number = await begun(games, played(key, 40), timed=True)
        await copied(games.ledger.database, number, count // len(KINDS) - 1)
    for number in range(1, len(KINDS) + 1):
        games.tables.forget(number)


async def _listed(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    await _many(games, LISTED)

    async def deed() -> None:
        agenda.listing(await games.agendas.of(ANN, HERE.guild), ANN, HERE)

    found = await _timed([deed] * ROUNDS)
    await database.close()
    return found


async def _completed(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    await _many(games, COMPLETED)

    async def deed(typed: str) -> None:
        offered = await games.directory.choices(HERE, ANN, typed, awaiting=True)
        fitting([(label(game, ANN), str(game.number)) for game in offered], typed)

    found = await _timed([lambda typed=typed: deed(typed) for typed in ("", "7", "hex", "ben", "your") * 3])  # type: ignore[misc]
    await database.close()
    return [max(found[0])] * 3, found[1]


async def _moves_completed(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    await _many(games, COMPLETED)

    async def deed(number: int) -> None:
        table = await games.tables.find(number)
        assert isinstance(table, Table)
        offer_moves(sheet(table.state), "")

    found = await _timed([lambda number=number: deed(number) for number in range(10, COMPLETED, 20)])  # type: ignore[misc]
    await database.close()
    return [max(found[0])] * 3, found[1]


async def _looked_at(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    number = await begun(games, played("hexeh", 8))
    await begun(games, played("hexeh", 8))
    await ended(games, number)
    await copied(database, number, OVER)

    async def deed() -> None:
        await games.directory.shown(HERE, ANN, None)
        await games.directory.shown(HERE, EVE, None)

    found = await _timed([deed] * ROUNDS)
    await database.close()
    return found


async def _ranked(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    await ended(games, await begun(games, played("hexeh", 8)))
    await rated(database, "hexeh", RATED)

    async def deed() -> None:
        leaders = await games.standings.leaders(HERE.guild, "hexeh")
        ratings.leaderboard(
            "hexeh", leaders, await games.standings.place(HERE.guild, "hexeh", ANN), lambda player: player.name
        )

    found = await _timed([deed] * ROUNDS)
    await database.close()
    return found


async def _over(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    numbers = [await begun(games, played("hexeh", 8)) for _ in range(ROUNDS + 2)]
    await ended(games, numbers[0])
    await copied(database, numbers[0], 2 * OVER, others=True)
    await ended(games, numbers[1])
    found = await _timed([lambda number=number: games.play.act(number, ANN, Resign) for number in numbers[2:]])  # type: ignore[misc]
    await database.close()
    return found


async def _started(path: Path) -> tuple[list[float], float]:
    database, games = await opened(path)
    await copied(database, await begun(games, played("hexeh", 8), timed=True), TIMED, others=True)
    await games.ledger.remember(BEAT, str(NOON - HOUR))
    found = await _timed([games.timekeeper.start])
    await database.close()
    return found[0] * 3, found[1]


async def _told(path: Path) -> tuple[list[float], float]:
    """The text at move 400; its anchor is that at move 40."""
    database, games = await opened(path)
    tables = []
    for moves in (40, 400):
        table = await games.tables.find(await begun(games, played("glinski", moves)))
        assert isinstance(table, Table)
        tables.append(table)
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(TOLD):
        for place, table in enumerate(tables):
            short_form.cache_clear()
            begin = time.process_time()
            board_text(table)
            taken[place].append(time.process_time() - begin)
    await database.close()
    return taken[1], sorted(taken[0])[TOLD // 2]
