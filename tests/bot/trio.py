"""Three people at a game for three, as the tests drive them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.app import Referee
from bot.matches import Place, Table
from bot.store import Player
from engine.referee import sheet
from tests.bot.people import settled, told
from tests.wire import Human, Standin


@dataclass
class Trio:
    """Alice, Bob and Carol at a game in the channel `games`, in the order of their seats."""

    referee: Referee
    people: dict[int, Human]
    number: int

    @classmethod
    async def seated(cls, standin: Standin, referee: Referee, variant: str = "nd-wellisch-3", **options: str) -> Trio:
        """Begin a game, and show it."""
        people = {seat: standin.human(name) for seat, name in enumerate(("alice", "bob", "carol"), 1)}
        channel = standin.channel()
        assert channel.guild is not None
        seats = {seat: Player(human.id, human.name) for seat, human in people.items()}
        place = Place(channel.guild.id, channel.id)
        number = await referee.desk.matches.lobby.set_up(place, variant, options, seats)
        trio = cls(referee, people, number)
        assert await referee.desk.show((await trio.table()).game)
        return trio

    async def table(self) -> Table:
        """The game's table."""
        table = await self.referee.desk.matches.tables.find(self.number)
        assert isinstance(table, Table)
        return table

    async def legal(self) -> list[str]:
        """The legal moves in short notation."""
        legal = sheet((await self.table()).state)
        return list(legal.shorts(legal.legal))

    async def move(self, notation: str | None = None) -> str:
        """Make a move for the seat to move, the first legal one if none is named; what the mover is told."""
        seat = (await self.table()).state.turn
        text = notation or (await self.legal())[0]
        answer = await told(await self.people[seat].slash("move", notation=text, game=str(self.number)))
        await settled(self.referee)
        return answer
