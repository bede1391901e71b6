"""A walk over every page of a small but full store: damaged here, it starts, lists, and plays on elsewhere.

`python -m tests.bot.store.pages` walks all of it and prints the counts; the tests walk a part.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.games import Carried, Games, Location
from bot.store import UNWRITTEN, Database, Ledger, Lock, SharedDiceStore, StoreError
from bot.upkeep.first_aid import first_aid
from engine.model.refusal import Refusal
from engine.variants import variant_of
from tests.bot.damaged import ANN, BEN, PAGE, filled
from tests.bot.league import CAT, Club
from tests.bot.timed import Time
from tests.engine.proposing import offer_draw

HERE = Location(1, 2)
GAMES_IN_ALL = 63
FLIPS: Mapping[str, tuple[int, bytes]] = {
    "its kind": (0, b"\x07"),
    "its head": (0, b"\xff" * 8),
    "a pointer": (8, b"\x00\x01"),
    "its middle": (PAGE // 2, b"\xff" * 400),
    "its end": (PAGE - 60, bytes(60)),
    "all zero": (0, bytes(PAGE)),
}
"""What is written into a page, and where."""
SCHEMA = "the schema"


class Visit(NamedTuple):
    """What came of a damaged store: why it does not start, what failed otherwise, and the games that are lost."""

    refused: str | None
    failed: Sequence[str]
    lost: Sequence[int]
    begun: bool


async def fill(path: Path) -> None:
    """Fill a store with games that are over and rated, notes, settings, rolls, and many games with clocks."""
    async with Club.opened(path) as club:
        for first, second in ((ANN, BEN), (BEN, CAT), (ANN, CAT)):
            game = await club.ledger.game(await club.played(first, second, place=HERE))
            assert game is not None
            await club.games.notes.write(game, first, "of my own")
        await club.games.shared.roll(HERE.channel, ANN, "d6", 1, guild=HERE.guild)
    await filled(path, HERE, GAMES_IN_ALL, Time())


def owners(path: Path) -> dict[int, str]:
    """The table or index whose page each is, by numbers from 0; those of the schema are SCHEMA's."""
    found: dict[int, str] = {}
    with closing(sqlite3.connect(path)) as store:
        roots = store.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0").fetchall()
        data = path.read_bytes()
        for name, root in [(SCHEMA, 1), *roots]:
            waiting = [root]
            while waiting:
                page = waiting.pop()
                found[page - 1] = name
                waiting += _children(data, page)
    return found


def _children(data: bytes, page: int) -> list[int]:
    """The pages below one of a tree."""
    begin = (page - 1) * PAGE
    head = begin + (100 if page == 1 else 0)
    if data[head] not in {2, 5}:
        return []
    cells = int.from_bytes(data[head + 3 : head + 5], "big")
    places = [int.from_bytes(data[head + 12 + 2 * cell : head + 14 + 2 * cell], "big") for cell in range(cells)]
    below = [int.from_bytes(data[begin + place : begin + place + 4], "big") for place in places]
    return [*below, int.from_bytes(data[head + 8 : head + 12], "big")]


async def visit(path: Path, time: Time) -> Visit:
    """Start on a store as the bot does, list its games, play in each, and begin another."""
    await asyncio.to_thread(first_aid, path)
    try:
        store = await Database.open(path, Lock(path))
    except StoreError as problem:
        return Visit(str(problem), (), (), begun=False)
    games = Games(Ledger(store), SharedDiceStore(store), time)
    failed: list[str] = []
    steps: dict[str, Callable[[], Awaitable[object]]] = {
        "settling": games.standings.settle,
        "keeping time": games.timekeeper.start,
        "overdue deadlines": lambda: games.ledger.deadlines.due(["flag", "remind"], time()),
        "what lags": games.ledger.lagging,
        "replies": games.play.catch_up,
        "servers": lambda: games.departures.start({HERE.guild}),
        "list": lambda: games.ledger.games_of(ANN.id, HERE.guild),
        "list of the channel": lambda: games.ledger.running_in(HERE.channel, 100),
        "agenda": lambda: games.agendas.of(ANN, HERE.guild),
    }
    for name, step in steps.items():
        try:
            with store.aside.reading(name):
                await step()
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is told
            failed.append(f"{name}: {problem!r}")
    lost = []
    for number in range(4, 4 + GAMES_IN_ALL):
        try:
            played = await games.play.act(number, ANN, offer_draw)
        except UNWRITTEN:
            lost.append(number)
        else:
            lost += [] if isinstance(played, Carried) else [number]
            if isinstance(played, Refusal) and "frozen" not in played.text and "write" not in played.text:
                failed.append(f"game {number}: {played.text}")
    try:
        begun = await games.lobby.set_up(HERE, variant_of("hexeh"), {1: ANN, 2: BEN})
        await games.tables.find(begun)
    except UNWRITTEN:
        begun = 0
    await store.close()
    return Visit(None, tuple(failed), tuple(lost), begun=bool(begun))


async def walk(base: Path, pages: Sequence[int], flips: Sequence[str], folder: Path) -> list[tuple[int, str, Visit]]:
    """Visit a store with each of some pages damaged in each of some ways."""
    found = []
    for page in pages:
        for flip in flips:
            path = folder / "games.sqlite"
            for left in folder.glob("games.sqlite*"):  # noqa: ASYNC240 - nothing else runs
                left.unlink()
            shutil.copy(base, path)
            place, data = FLIPS[flip]
            with path.open("r+b") as file:
                file.seek(page * PAGE + place)
                file.write(data)
            found.append((page, flip, await visit(path, Time())))
    return found


def main() -> None:
    """Walk over every page, and print what came of it."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as name:
        base = Path(name) / "base.sqlite"
        asyncio.run(fill(base))
        owned = owners(base)
        pages = range(base.stat().st_size // PAGE)
        folder = Path(name) / "walk"
        folder.mkdir()
        counts: Counter[str] = Counter()
        for page in pages:
            for _, flip, visited in asyncio.run(walk(base, [page], list(FLIPS), folder)):
                whose = owned.get(page, "no table")
                if visited.refused:
                    counts["refused at the start"] += 1
                    print(f"page {page} ({whose}), {flip}: refused: {visited.refused.splitlines()[0][:110]}")
                elif visited.failed:
                    counts["failed"] += 1
                    print(f"page {page} ({whose}), {flip}: {len(visited.failed)} failed: {visited.failed[0][:150]}")
                else:
                    counts["all games" if not visited.lost else "some games lost"] += 1
                counts["no game can be begun"] += not visited.refused and not visited.begun
                if visited.lost or not (visited.begun or visited.refused):
                    said = f"{len(visited.lost)} games lost, another {'' if visited.begun else 'not '}begun"
                    print(f"page {page} ({whose}), {flip}: {said}")
        print(f"{len(pages)} pages, {len(FLIPS)} ways: {dict(counts)}")


if __name__ == "__main__":
    main()
