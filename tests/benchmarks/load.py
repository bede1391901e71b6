"""Many games at once: the referee as a process of its own, people who act at a steady rate, and what becomes of it all.

`python -m tests.benchmarks load [--games 500 --rate 50 --seconds 60]` first keeps that rate, then finds out how much
the referee can do, then asks three times as much of it. The stand-in for Discord runs in this process; they share the
machine. Times are those that Discord would see.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sqlite3
import tempfile
import time
from asyncio.subprocess import PIPE, STDOUT
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.games import Games, Location
from bot.store import Database, Ledger, Player
from engine.model.position import long_form
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import GAMES, variant_of
from tests.engine.support import happened, moving
from tests.wire import ROOT, Channel, Human, Message, Outcome, Standin
from tests.wire.components import walk
from tests.wire.interactions import REPLY

NOON = 1_800_000_000_000
CHANNELS, PEOPLE = 10, 2
"""How many games share a channel, and how many channels a server."""
MIX = {"move": 40, "message": 10, "flip": 20, "board": 15, "games": 10, "roll": 5}
"""How often each thing is done, of a hundred times: a board is drawn for more than eight in ten of them."""
MOVING = frozenset({"move", "message"})
ANSWER = 3.0
"""Within how long (s) Discord wants an interaction answered."""
_BOARD = re.compile(r"hm:(?:more|rematch):(\d+):(\d+)")
_NONCE = re.compile(r"(\d+):(\d+)")


@dataclass(eq=False)
class Match:
    """A game as its players know it: the moves that were told to have been made, and the boards that were shown."""

    number: int
    state: State
    players: dict[int, Human]
    channel: Channel
    made: list[str] = field(default_factory=list)
    boards: list[Message] = field(default_factory=list)
    busy: bool = False

    def play(self, move: str) -> None:
        self.made.append(move)
        self.state = happened(self.state, moving(self.state, move))


@dataclass(eq=False)
class Deed:
    """Something that somebody did, and what is to be seen of it; `text` is the move that it makes, if any."""

    kind: str
    match: Match
    at: float
    text: str = ""
    outcome: Outcome | None = None
    message: Message | None = None
    closed: bool = False
    refused: bool = False


def share(times: Sequence[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Figures(NamedTuple):
    """What came of a stretch of work: how much was asked, done and refused kindly, what nobody answered, and times (s).

    `acknowledged` is until the first word to whoever acted, `shown` until the next board.
    """

    asked: int
    done: int
    refused: int
    unanswered: int
    hushed: int
    took: float
    acknowledged: Sequence[float]
    shown: Sequence[float]

    def lines(self) -> Iterator[str]:
        counts = f"asked {self.asked}, done {self.done}, told to try again {self.refused}, unanswered {self.unanswered}"
        yield f"  {counts}, messages left alone {self.hushed}; {self.done / self.took:.1f} done a second"
        for name in ("acknowledged", "shown"):
            if times := getattr(self, name):
                middle, most, worst = (1000 * share(times, part) for part in (0.5, 0.99, 1.0))
                yield f"  {name:<13} {middle:7.0f} ms (50 %) {most:7.0f} ms (99 %) {worst:7.0f} ms (all)"


def board_in(message: Message) -> tuple[int, int] | None:
    """The game and the event whose board a message shows, or has shown before it was shrunk."""
    for components in (message.components, *message.edits):
        for each in walk(components):
            if found := _BOARD.fullmatch(each.get("custom_id") or ""):
                return int(found[1]), int(found[2])
    return None


def sequence_of(board: Message) -> int:
    found = board_in(board)
    assert found
    return found[1]


class Crowd:
    """People at many games of a referee that runs as a process; always the same ones, who do the same."""

    def __init__(self, standin: Standin, matches: Sequence[Match]) -> None:
        self.standin = standin
        self.matches = matches
        self._by_number = {match.number: match for match in matches}
        self._chance = random.Random(11)  # noqa: S311 - no secret
        self._next = deque(matches)
        self._read = 0
        self.open: list[Deed] = []
        self.deeds: list[Deed] = []
        self.problems: list[str] = []
        self._replied_to: set[Message] = set()

    def look(self) -> None:
        """Take in the boards that were posted since the last look, and what has become of what was done."""
        messages = self.standin.hub.messages
        fresh = list(messages.values())[self._read :]
        self._read += len(fresh)
        for message in fresh:
            if message.author.bot and message.reference is not None:
                self._replied_to.add(message.reference)
            if not message.ephemeral and (found := board_in(message)):
                self._by_number[found[0]].boards.append(message)
        self.open = [deed for deed in self.open if not self._closed(deed)]

    def _closed(self, deed: Deed) -> bool:
        """Whether something that was done has come to its end, which is then noted."""
        if deed.message is not None:
            deed.closed = self._replied(deed)
        elif deed.outcome is not None:
            deed.closed = self._answered(deed, deed.outcome)
        if deed.closed and deed.text:
            deed.match.busy = False
        return deed.closed

    def _answered(self, deed: Deed, outcome: Outcome) -> bool:
        interaction = outcome.interaction
        if interaction.answered_in is None:
            if interaction.age < ANSWER + 1:
                return False
            self.problems.append(f"{deed.kind} in game {deed.match.number} was not acknowledged")
            return True
        deed.refused = interaction.answer == REPLY
        told = interaction.original if interaction.source is None else None
        told = told or next(iter(interaction.followups), None)
        if deed.text and not deed.refused:
            return self._shown_on_board(deed)
        return deed.refused or (told is not None and (told.deleted or not told.loading))

    def _shown_on_board(self, deed: Deed) -> bool:
        match = deed.match
        if sequence_of(match.boards[-1]) != match.state.sequence + 1:
            return False
        match.play(deed.text)
        return True

    def _replied(self, deed: Deed) -> bool:
        if self._shown_on_board(deed):
            return True
        deed.refused = deed.message in self._replied_to
        return deed.refused

    async def act(self) -> None:
        """Let somebody do something in the next game where it can be done; where it can in none, look."""
        kind = self._chance.choices(list(MIX), list(MIX.values()))[0]
        able = (match for match in self._turns() if kind not in MOVING or not (match.busy or match.state.result))
        match = next(able, None)
        kind, match = (kind, match) if match else ("games", self.matches[0])
        deed = Deed(kind, match, time.monotonic())
        self.open.append(deed)
        self.deeds.append(deed)
        seat = match.state.turn if kind in MOVING else self._chance.choice(list(match.players))
        who, number = match.players[seat].at(match.channel).hurried(), str(match.number)
        if kind in MOVING:
            legal = sheet(match.state).legal
            calm = [each for each in legal if not match.state.position.occupied(each.target)] or legal
            deed.text, match.busy = long_form(match.state.variant.board, self._chance.choice(calm)), True
        if kind == "message":
            deed.message = await who.say(f"<@{self.standin.bot.id}> #{number} {deed.text}")
        elif kind == "move":
            deed.outcome = await who.slash("move", notation=deed.text, game=number)
        elif kind == "board":
            deed.outcome = await who.slash("board", game=number)
        elif kind == "games":
            deed.outcome = await who.slash("games")
        elif kind == "roll":
            deed.outcome = await who.slash("roll", expression="2d6")
        else:
            board = match.boards[-1]
            deed.outcome = await who.press(board, custom_id=f"hm:flip:{number}:{sequence_of(board)}")

    def _turns(self) -> Iterator[Match]:
        for _ in self.matches:
            self._next.rotate(-1)
            yield self._next[0]

    async def steadily(self, rate: float, seconds: float) -> Figures:
        """Act so many times a second, whatever comes of it."""
        begin, first = time.monotonic(), len(self.deeds)
        for count in range(round(rate * seconds)):
            due = begin + count / rate
            if (pause := due - time.monotonic()) > 0:
                await asyncio.sleep(pause)
            await self.act()
            if not count % 10:
                self.look()
                await asyncio.sleep(0)
        return await self._figures(first, begin)

    async def eagerly(self, at_once: int, seconds: float) -> Figures:
        """Keep so many things being done, each followed by the next."""
        begin, first = time.monotonic(), len(self.deeds)
        while time.monotonic() < begin + seconds:
            self.look()
            for _ in range(at_once - len(self.open)):
                await self.act()
            await asyncio.sleep(0.005)
        return await self._figures(first, begin)

    async def _figures(self, first: int, begin: float) -> Figures:
        """Wait until all has come to an end, and count it."""
        deeds, took = self.deeds[first:], time.monotonic() - begin
        for seconds, waits in ((30, lambda: any(deed.message is None for deed in self.open)), (3, lambda: self.open)):
            end = time.monotonic() + seconds
            while waits() and time.monotonic() < end:
                self.look()
                await asyncio.sleep(0.05)
        hushed = len([deed for deed in self.open if deed.message is not None])
        outcomes = [deed.outcome for deed in deeds if deed.outcome is not None]
        unanswered = len(self.open) - hushed + len([each for each in outcomes if not each.acknowledged])
        for deed in self.open:
            deed.match.busy = False
        self.open.clear()
        refused = len([deed for deed in deeds if deed.refused])
        acknowledged = [each.acknowledged_in for each in outcomes if each.acknowledged]
        done = len(deeds) - refused - unanswered - hushed
        return Figures(len(deeds), done, refused, unanswered, hushed, took, acknowledged, self._shown(deeds[0].at))

    def _shown(self, since: float) -> list[float]:
        """How long it took until the board after each move that was made since some time."""
        boards: dict[tuple[int, int], float] = {}
        for request in self.standin.requests:
            nonce = request.body.get("nonce") if isinstance(request.body, dict) else None
            if (found := _NONCE.fullmatch(nonce or "")) and request.path.startswith("/channels/"):
                boards.setdefault((int(found[1]), int(found[2])), request.at)
        shown, counts = [], Counter[int]()
        for deed in self.deeds:
            if deed.text and deed.closed and not deed.refused:
                counts[deed.match.number] += 1
                posted = boards.get((deed.match.number, counts[deed.match.number]), 0.0)
                if posted >= deed.at >= since:
                    shown.append(posted - deed.at)
        return shown


async def _seated(standin: Standin, path: Path, games: int) -> list[Match]:
    """Seat two people at each of so many new games, all kinds in turn, peaceful ones, in channels of their own."""
    database = await Database.open(path)
    lobby = Games(Ledger(database)).lobby
    kinds = [key for key in GAMES if len(variant_of(key).seats) == 2]
    matches = []
    for index in range(games):
        variant = variant_of(kinds[index % len(kinds)], {"combat": "off"})
        place = index // CHANNELS
        guild = standin.guild(f"Club {place // CHANNELS}")
        channel = guild.channel(f"room {place}")
        players = {seat: standin.human(f"p{index}-{seat}") for seat in (1, 2)}
        seats = {seat: Player(who.id, who.name) for seat, who in players.items()}
        number = await lobby.set_up(Location(guild.id, channel.id), variant, seats)
        matches.append(Match(number, new_game(variant), players, channel))
    await database.close()
    return matches


@asynccontextmanager
async def crowded(folder: Path, games: int) -> AsyncIterator[tuple[Crowd, asyncio.subprocess.Process]]:
    """A referee as a process, and a crowd at so many games whose boards have all been posted."""
    path = folder / "games.sqlite"
    async with Standin() as standin:
        crowd = Crowd(standin, await _seated(standin, path, games))
        settings = {"DISCORD_TOKEN": standin.token, "DATABASE_PATH": str(path), "LOG_LEVEL": "ERROR"}
        environment = os.environ | {"PYTHONPATH": str(ROOT)} | settings
        async with standin.child(
            "tests.bot.support.quick_bot", cwd=folder, env=environment, stdout=PIPE, stderr=STDOUT
        ) as child:
            await standin.wait_for_login(1, 60)
            while not all(match.boards for match in crowd.matches):
                await asyncio.sleep(0.1)
                crowd.look()
            yield crowd, child
            child.terminate()
            written, _ = await asyncio.wait_for(child.communicate(), 30)
            if written or child.returncode:
                crowd.problems.append(f"the referee ended with {child.returncode}: {written.decode()[-2000:]}")
        crowd.problems += lost(path, crowd.matches)


def lost(path: Path, matches: Sequence[Match]) -> list[str]:
    """What the file does not hold although it was told to have been done, or holds though nobody was shown it."""
    problems = []
    with closing(sqlite3.connect(path)) as store:
        for match in matches:
            rows = store.execute(
                "SELECT json_extract(fields, '$.move') FROM events WHERE game = ? AND kind = 'moved' ORDER BY sequence",
                (match.number,),
            ).fetchall()
            stored = [move for (move,) in rows]
            if stored != match.made:
                problems.append(f"game {match.number}: {len(stored)} moves stored, {len(match.made)} told of")
        lagging = store.execute("SELECT count(*) FROM games WHERE shown < sequence").fetchone()[0]
    return [*problems, *([f"{lagging} games lag behind"] if lagging else [])]


def memory_of(process: int) -> str:
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return "".join(f"  {int(line.split()[1]) // 1024} MB of memory" for line in lines if line.startswith("VmRSS"))


async def measured(games: int, rate: float, seconds: float) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        async with crowded(Path(folder), games) as (crowd, child):
            await asyncio.sleep(10)
            print(f"{games} games", memory_of(child.pid), f"{rate:g} things a second for {seconds:g} s", sep="\n")
            print(*(await crowd.steadily(rate, seconds)).lines(), memory_of(child.pid), sep="\n", flush=True)
            able = await crowd.eagerly(64, max(2.0, seconds / 6))
            speed = able.done / able.took
            print(f"as much as it can do, 64 things at once: {speed:.1f} a second", *able.lines(), sep="\n", flush=True)
            pressed = await crowd.steadily(3 * speed, max(2.0, seconds / 6))
            print(f"three times that: {3 * speed:.0f} things a second", *pressed.lines(), sep="\n")
            print(memory_of(child.pid))
        print(*(f"  LOST: {problem}" for problem in crowd.problems[:20]), f"  lost: {len(crowd.problems)}", sep="\n")
        return crowd.problems


def load(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks load", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args(arguments)
    return 1 if asyncio.run(measured(asked.games, asked.rate, asked.seconds)) else 0
