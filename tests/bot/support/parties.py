"""Three or four people and a game between them, as the tests drive them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app import Referee
from engine.variants import variant_of
from tests.bot.support.people import is_board, mover_of, placed_game, shown, told
from tests.wire import Channel, Human, Message, Outcome, Standin

NAMES = ("alice", "bob", "carol", "dave")


async def invite(by: Human, number: int = 1, variant: str = "toy-three", **wishes: object) -> Message:
    """Make a challenge to a game for more than two, and return it as the channel sees it."""
    assert await told(await by.slash("play", game=variant, **{"clock": "none", **wishes})) == ""
    return await by.place.wait_for(lambda m: f"#{number} " in m.content and bool(m.buttons))


async def answered(outcome: Outcome) -> str:
    """The private words in answer to a press or a command, whatever menu comes with them; nobody is pinged."""
    return (await shown(outcome)).content


async def fill(lobby: Message, guests: Sequence[Human]) -> None:
    """Let people join by the button, one after the other, and wait until the challenge shows them."""
    for guest in guests:
        assert (await answered(await guest.press(lobby, "Join"))).startswith("You're in game #")
        await edited(lobby, guest.mention)


async def take_side(who: Human, lobby: Message, side: str, press: str = "Join") -> str:
    """Press a button of a challenge and choose a side in the menu that comes; what the menu says then."""
    menu = await (await who.press(lobby, press)).followup()
    outcome = await who.choose(menu, "Choose your side", side)
    return (await outcome.reply()).content


async def edited(message: Message, *words: str) -> Message:
    """Wait until a message has been edited to hold all these words."""
    channel = message.channel
    return await channel.wait_for(lambda m: m.id == message.id and all(word in m.content for word in words))


@dataclass
class Party:
    """People at a game in the order of their seats; `board` is the newest board they have seen."""

    discord: Standin
    players: tuple[Human, ...]
    board: Message
    number: int = 1

    @classmethod
    async def seated(cls, standin: Standin, variant: str = "toy-three", number: int = 1, **options: str) -> Party:
        """Challenge, fill the lobby, start, and wait for the first board; alice has the first seat, bob the second."""
        seats = variant_of(variant).seats
        people = tuple(standin.human(name) for name in NAMES[: len(seats)])
        lobby = await invite(people[0], number, variant, side=seats[0].name, **options)
        for human, seat in zip(people[1:], seats[1:], strict=True):
            await take_side(human, lobby, seat.name)
            await edited(lobby, f"{human.mention} ({seat.name})")
        await edited(lobby, "Everyone is in")
        await people[0].press(lobby, "Start")
        board = await lobby.channel.wait_for(lambda m: f"#{number} " in m.content and is_board(m))
        return cls(standin, people, board, number)

    @classmethod
    async def placed(cls, standin: Standin, referee: Referee, variant: str, code: str) -> Party:
        """Begin a game from a position code, in order of play, and wait for its first board."""
        people = tuple(standin.human(name) for name in NAMES[: len(variant_of(variant).seats)])
        return cls(standin, people, *await placed_game(standin, referee, people, variant, code))

    async def move(self, notation: str) -> str:
        """Make a move for the side to move by command; what the referee says in private, the new board in `board`."""
        text = await told(await self.mover.slash("move", notation=notation, game=str(self.number)))
        await self.next_board()
        return text

    async def resign(self, who: Human) -> str:
        """Let somebody resign; what the referee says in private, the new board in `board`."""
        sure = await (await who.slash("game resign", game=str(self.number))).reply()
        text = await told(await who.press(sure, "Yes, resign"))
        await self.next_board()
        return text

    async def next_board(self) -> Message:
        self.board = await self.channel.wait_for(lambda m: is_board(m, self.number), after=self.board, timeout=10)
        return self.board

    @property
    def mover(self) -> Human:
        return next(human for human in self.players if human.mention == mover_of(self.board))

    @property
    def channel(self) -> Channel:
        return self.discord.channel()
