"""Many games at once: the referee as a process of its own, people who act at a steady rate, and what becomes of it all.

`python -m tests.benchmarks load [--games 500 --rate 50 --seconds 60]` first keeps that rate, then finds out how much
the referee can do, then asks three times as much of it. The stand-in for Discord runs in this process, the referee in
another, so that neither waits for the other's loop; they share the machine. Times are those that Discord would see.
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
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import chess
import chess.svg

from bot.games import Games, Location
from bot.store import Database, Ledger, Player
from engine.model.position import long_form
from engine.play.events import Event, Moved
from engine.play.game import advance, new_game
from engine.play.referee import sheet
from engine.play.state import State
from engine.variants import GAMES, variant_of
from tests.wire import ROOT, Channel, Human, Message, Outcome, Standin
from tests.wire.interactions import AUTOCOMPLETE, REPLY

NOON = 1_800_000_000_000
CHANNELS, PEOPLE = 10, 2
"""How many games share a channel, and how many channels a server."""
MIX = {
    "move": 30, "message": 10, "flip": 10, "where": 10, "old": 5, "completion": 15, "board": 8, "games": 7, "roll": 5,
}  # fmt: skip
"""How often each thing is done, of a hundred times: a board is drawn for seven in ten of them."""
MOVING = frozenset({"move", "message"})
ANSWER = 3.0
"""Within how long (s) Discord wants an interaction answered."""
_BOARD = re.compile(r"game-(\d+)-(\d+)\.png")


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

    @property
    def may_move(self) -> bool:
        """Whether a move can be made now, none being under way."""
        return not self.busy and self.state.result is None

    @property
    def mover(self) -> Human:
        """Who is to move."""
        return self.players[self.state.turn]

    def play(self, move: str) -> None:
        """Note a move that was made."""
        self.made.append(move)
        self.state = advance(self.state, Event(self.state.sequence + 1, NOON, self.state.turn, Moved(move)))


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


class Figures(NamedTuple):
    """What came of a stretch of work: how much was asked, done and refused kindly, what nobody answered, and times (s).

    `acknowledged` and `answered` are until the first and the last word to whoever acted, `shown` until the next board;
    `slips` are by how much the people themselves were late.
    """

    asked: int
    done: int
    refused: int
    unanswered: int
    hushed: int
    took: float
    acknowledged: Sequence[float]
    answered: Sequence[float]
    shown: Sequence[float]
    slips: Sequence[float]

    def lines(self, anchor: float) -> list[str]:
        """All of it in words, beside what a board of chess takes python-chess to draw."""
        counts = f"asked {self.asked}, done {self.done}, told to try again {self.refused}, unanswered {self.unanswered}"
        late = f"; the people were late by {1000 * at(self.slips, 0.99):.0f} ms (99 %)"
        lines = [f"  {counts}, messages left alone {self.hushed}; {self.done / self.took:.1f} done a second{late}"]
        for name in ("acknowledged", "answered", "shown"):
            times = getattr(self, name)
            if times:
                middle, most, worst = (at(times, share) for share in (0.5, 0.99, 1.0))
                lines.append(
                    f"  {name:<13} {1000 * middle:7.0f} ms (50 %) {1000 * most:7.0f} ms (99 %) {1000 * worst:7.0f} ms"
                    f" (all)   99 %: {most / anchor:6.1f} × the anchor"
                )
        return lines


def at(times: Sequence[float], share: float) -> float:
    """The time within which such a share of all is done."""
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


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
            for file in message.attachments:
                found = _BOARD.fullmatch(file.filename)
                if found and not message.ephemeral:
                    self._by_number[int(found[1])].boards.append(message)
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
        deed.refused = interaction.answer == REPLY or (interaction.kind == AUTOCOMPLETE and not interaction.choices)
        if interaction.kind == AUTOCOMPLETE:
            return True
        told = interaction.original if deed.outcome and interaction.source is None else None
        told = told or next(iter(interaction.followups), None)
        if interaction.answer != REPLY and (told is None or told.loading):
            return False
        if deed.text and told is not None and interaction.answer != REPLY:
            if ": " not in told.content:
                self.problems.append(f"{deed.text} in game {deed.match.number}: {told.content!r}")
            else:
                deed.match.play(deed.text)
        return True

    def _replied(self, deed: Deed) -> bool:
        """Whether a message has led to a board, or to a reply."""
        match = deed.match
        number = match.state.sequence + 1
        if any(_BOARD.fullmatch(file.filename)[2] == str(number) for file in match.boards[-1].attachments):  # type: ignore[index]
            match.play(deed.text)
            return True
        deed.refused = deed.message in self._replied_to
        return deed.refused

    def do(self, kind: str) -> Deed:
        """Let somebody do something of a kind in the next game where it can be done; where it can in none, look."""
        able = (match for match in self._turns() if kind not in MOVING or match.may_move)
        match = next(able, None)
        deed = Deed(kind, match, time.monotonic()) if match else Deed("games", self.matches[0], time.monotonic())
        self.open.append(deed)
        self.deeds.append(deed)
        return deed

    def _turns(self) -> Iterator[Match]:
        """Every game once, beginning behind the last one."""
        for _ in self.matches:
            self._next.rotate(-1)
            yield self._next[0]

    def kind(self) -> str:
        """What somebody does next."""
        return self._chance.choices(list(MIX), list(MIX.values()))[0]

    async def act(self, kind: str) -> None:
        """Do something."""
        deed = self.do(kind)
        kind, match = deed.kind, deed.match
        who = match.players[self._chance.choice(list(match.players))].at(match.channel).hurried()
        number = str(match.number)
        board = match.boards[-1]
        if kind == "completion":
            who = match.mover.at(match.channel).hurried()
        if kind in MOVING:
            legal = sheet(match.state).legal
            move = self._chance.choice(
                [each for each in legal if not match.state.position.occupied(each.target)] or legal
            )
            deed.text, match.busy = long_form(match.state.variant.board, move), True
            who = match.mover.at(match.channel).hurried()
        if kind == "message":
            deed.message = await who.say(f"<@{self.standin.bot.id}> #{number} {deed.text}")
        elif kind == "move":
            deed.outcome = await who.slash("move", notation=deed.text, game=number)
        elif kind == "completion":
            try:
                await who.autocomplete("move", game=number, notation="")
            except AssertionError:
                interaction = next(reversed(self.standin.hub.interactions.values()))
                deed.outcome = Outcome(self.standin.hub, interaction)
        elif kind == "board":
            deed.outcome = await who.slash("board", game=number)
        elif kind == "games":
            deed.outcome = await who.slash("games")
        elif kind == "roll":
            deed.outcome = await who.slash("roll", expression="2d6")
        elif kind == "old":
            deed.outcome = await who.press(match.boards[0], custom_id=f"hm:flip:{number}:0")
        else:
            label = {"flip": "flip", "where": "where"}[kind]
            sequence = _BOARD.fullmatch(board.attachments[0].filename)[2]  # type: ignore[index]
            deed.outcome = await who.press(board, custom_id=f"hm:{label}:{number}:{sequence}")

    async def steadily(self, rate: float, seconds: float) -> Figures:
        """Act so many times a second, whatever comes of it."""
        begin, slips, first = time.monotonic(), [], len(self.deeds)
        for count in range(round(rate * seconds)):
            due = begin + count / rate
            if (pause := due - time.monotonic()) > 0:
                await asyncio.sleep(pause)
            slips.append(max(0.0, time.monotonic() - due))
            await self.act(self.kind())
            if not count % 10:
                self.look()
                await asyncio.sleep(0)
        return await self._figures(first, begin, slips)

    async def eagerly(self, at_once: int, seconds: float) -> Figures:
        """Keep so many things being done, each followed by the next."""
        begin, first = time.monotonic(), len(self.deeds)
        while time.monotonic() < begin + seconds:
            self.look()
            for _ in range(at_once - len(self.open)):
                await self.act(self.kind())
            await asyncio.sleep(0.005)
        return await self._figures(first, begin, [])

    async def _figures(self, first: int, begin: float, slips: list[float]) -> Figures:
        """Wait until all has come to an end, and count it."""
        deeds = self.deeds[first:]
        took = time.monotonic() - begin
        end = time.monotonic() + 30
        while any(deed.message is None for deed in self.open) and time.monotonic() < end:
            self.look()
            await asyncio.sleep(0.05)
        end = time.monotonic() + 3
        while self.open and time.monotonic() < end:
            self.look()
            await asyncio.sleep(0.05)
        hushed = [deed for deed in self.open if deed.message is not None]
        unanswered = len(self.open) - len(hushed)
        for deed in self.open:
            deed.match.busy = False
        self.open.clear()
        outcomes = [deed.outcome for deed in deeds if deed.outcome is not None]
        refused = [deed for deed in deeds if deed.refused]
        unanswered += len([each for each in outcomes if not each.acknowledged])
        acknowledged = [each.acknowledged_in for each in outcomes if each.acknowledged]
        answered, shown = self._times(deeds)
        done = len(deeds) - len(refused) - unanswered - len(hushed)
        return Figures(
            len(deeds), done, len(refused), unanswered, len(hushed), took, acknowledged, answered, shown, slips
        )

    def _times(self, deeds: Sequence[Deed]) -> tuple[list[float], list[float]]:
        """How long it took until the last word, and until the next board, as the requests tell."""
        answers: dict[str, float] = {}
        boards: dict[tuple[str, str], float] = {}
        for request in self.standin.requests:
            if request.path.startswith("/webhooks/"):
                answers.setdefault(request.path.split("/")[3], request.at)
            for _, name, _ in request.files:
                if (found := _BOARD.fullmatch(name)) and request.path.startswith("/channels/"):
                    boards.setdefault((found[1], found[2]), request.at)
        answered = [
            answers[deed.outcome.interaction.token] - deed.at
            for deed in deeds
            if deed.outcome is not None and deed.outcome.interaction.token in answers
        ]
        shown, counts = [], Counter[int]()
        for deed in self.deeds:
            if deed.text and deed.closed and not deed.refused:
                counts[deed.match.number] += 1
                posted = boards.get((str(deed.match.number), str(counts[deed.match.number])))
                if posted is not None and deed.at >= deeds[0].at:
                    shown.append(posted - deed.at)
        return answered, [each for each in shown if each >= 0]


def chess_board() -> float:
    """The seconds that python-chess takes to write a board as SVG: the anchor."""
    begin = time.perf_counter()
    for _ in range(20):
        chess.svg.board(chess.Board())
    return (time.perf_counter() - begin) / 20


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
    """What a process takes of memory and of processor time since its start, as Linux counts them; "" elsewhere."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return ""
    size = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return f"  {int(size) // 1024} MB of memory, {_used(process):.1f} s of processor time so far"


def _used(process: int) -> float:
    """The processor time (s) that a process has used, as Linux counts it; 0 elsewhere."""
    path = Path(f"/proc/{process}/stat")
    if not path.exists():
        return 0.0
    times = path.read_text().rpartition(")")[2].split()
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


async def rested(process: int) -> None:
    """Wait until a process has started: until it does hardly anything for two seconds, a minute at most."""
    await asyncio.sleep(3)
    for _ in range(30):
        before = _used(process)
        await asyncio.sleep(2)
        if _used(process) - before < 0.2:
            return


async def measured(games: int, rate: float, seconds: float, say: Callable[[str], None]) -> list[str]:
    """Do all of it, saying what is found; the problems."""
    with tempfile.TemporaryDirectory() as folder:
        anchor = chess_board()
        say(f"{games} games; the anchor, a board by python-chess: {1000 * anchor:.1f} ms")
        async with crowded(Path(folder), games) as (crowd, child):
            await rested(child.pid)
            say(memory_of(child.pid))
            say(f"{rate:g} things a second for {seconds:g} s")
            for line in (await crowd.steadily(rate, seconds)).lines(anchor):
                say(line)
            say(memory_of(child.pid))
            able = await crowd.eagerly(64, max(2.0, seconds / 6))
            speed = able.done / able.took
            say(f"as much as it can do, 64 things at once: {speed:.1f} a second")
            for line in able.lines(anchor):
                say(line)
            say(f"three times that: {3 * speed:.0f} things a second")
            for line in (await crowd.steadily(3 * speed, max(2.0, seconds / 6))).lines(anchor):
                say(line)
            say(memory_of(child.pid))
            say(f"  the anchor by now: {1000 * chess_board():.1f} ms")
        for problem in crowd.problems[:20]:
            say(f"  LOST: {problem}")
        say(f"  lost: {len(crowd.problems)}")
        return crowd.problems


def load(arguments: Sequence[str]) -> int:
    """Measure, and print; the exit status is 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks load", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args(arguments)
    problems = asyncio.run(measured(asked.games, asked.rate, asked.seconds, lambda line: print(line, flush=True)))
    return 1 if problems else 0
