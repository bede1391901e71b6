"""Two people and a game between them, as the tests drive them."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest

from bot.app import Referee
from bot.games import ChallengeRequest
from bot.games.dice import new_secret
from bot.games.tables import Location
from bot.store import Player, StoredGame
from bot.store.ledger import Beginning
from engine.dice.commitment import linked_roll
from engine.notation.position_code import position_of
from engine.play.events import Opened, Seated, Worded, pack
from engine.play.game import new_game
from engine.variants import variant_of
from tests.bot.support.kept import events_of
from tests.wire import Channel, Human, Message, Outcome, Standin
from tests.wire.components import Button
from tests.wire.options import Filling

OPENING = 2
"""How many events begin a game: the challenge's message and the seats go into its dice."""
STRANGER = "You're not in game #1 – but you can watch it with /board."
"""What somebody is told who acts in a game of others."""


@dataclass
class Pair:
    """Alice and Bob at a game; `board` is the newest board they have seen."""

    discord: Standin
    red: Human
    blue: Human
    board: Message
    number: int = 1
    place: Channel | None = None

    @classmethod
    async def seated(
        cls,
        standin: Standin,
        number: int = 1,
        *,
        place: Channel | None = None,
        variant: str = "hexeh",
        **options: str | bool,
    ) -> Pair:
        """Challenge, accept, and wait for the first board; in the channel `games` unless told otherwise.

        The challenger, `red`, moves first.
        """
        channel = place or standin.channel()
        alice, bob = standin.human("alice").at(channel), standin.human("bob").at(channel)
        await alice.slash("play", game=variant, opponent=bob, side="1", **{"clock": "none", **options})
        challenge = await channel.wait_for(lambda m: f"#{number}" in m.content and bool(m.buttons))
        await bob.press(challenge, "Accept")
        board = await channel.wait_for(is_board, after=challenge)
        return cls(standin, alice, bob, board, number, place)

    @classmethod
    async def placed(
        cls, standin: Standin, referee: Referee, code: str, variant: str = "hexeh", **options: str
    ) -> Pair:
        """Begin a game from a position code, and wait for its first board."""
        alice, bob = standin.human("alice"), standin.human("bob")
        return cls(standin, alice, bob, *await placed_game(standin, referee, (alice, bob), variant, code, **options))

    async def move(self, notation: str) -> str:
        """Make a move for the side to move by command; what the referee says in private, the new board in `board`."""
        text = await told(await self.mover.slash("move", notation=notation, game=str(self.number)))
        await self.next_board()
        return text

    async def moves(self, notations: str) -> None:
        for notation in notations.split():
            await self.move(notation)

    async def next_board(self) -> Message:
        self.board = await self.channel.wait_for(lambda m: is_board(m, self.number), after=self.board, timeout=10)
        return self.board

    @property
    def mover(self) -> Human:
        return self.red if mover_of(self.board) == self.red.mention else self.blue

    @property
    def channel(self) -> Channel:
        return self.place or self.discord.channel()


async def placed_game(
    standin: Standin, referee: Referee, people: Sequence[Human], variant: str, code: str, **options: str
) -> tuple[Message, int]:
    """Begin a game of people from a position code, in order of play; its first board and its number."""
    chosen, games, channel = variant_of(variant, options), referee.controller.games, standin.channel()
    players = {seat: Player(human.id, human.name) for seat, human in enumerate(people, 1)}
    wishes = ChallengeRequest(variant, options, tuple(players.values())[1:], time="none")
    blank = await games.lobby.challenge(Location(standin.guild().id, channel.id), players[1], wishes)
    state = new_game(chosen, position_of(chosen, code))
    beginning = Beginning(players, state, blank.created)
    number = await games.ledger.open_challenge(
        replace(blank, start=code), new_secret(), state, begin=lambda _: beginning
    )
    await games.ledger.void(blank.number, "withdrawn")
    assert await referee.controller.show(number)
    return await channel.wait_for(lambda m: is_board(m, number)), number


def is_board(message: Message, number: int = 0) -> bool:
    """Whether a message shows the board of a game, or of this one, that is not shrunk, not that of a challenge."""
    ids = re.compile(rf"hm:(more|rematch):{number or '[0-9]+'}:")
    return any(ids.match(button.custom_id or "") for button in message.buttons)


def is_end(message: Message, number: int = 0) -> bool:
    """Whether a message shows the last board of a game, or of this one."""
    return is_board(message, number) and message.content.startswith("## ")


def mover_of(board: Message) -> str:
    """Mention who is to move or roll, as the heading of a board does; "" where it is the referee."""
    named = re.match(r"### .*?(<@\d+>)", board.content.partition("\n")[0])
    return named[1] if named else ""


async def told(outcome: Outcome) -> str:
    """What the one who acted was told in answer; nobody else sees it and nobody is pinged.

    "" where the private answer to a command, or a private message that was pressed, went away: the channel tells it.
    """
    source = outcome.interaction.source
    if source is not None and not source.ephemeral:
        message = await shown(outcome)
    else:
        message = await final(outcome, source)
        assert message.ephemeral
        assert not message.pinged
    if message.deleted:
        return ""
    assert not message.buttons
    return message.content


async def final(outcome: Outcome, source: Message | None = None) -> Message:
    """What answers a command or the press of a private message: another one, or itself, changed or gone."""
    before = outcome.interaction.edits_before

    def answer() -> Message | None:
        if outcome.followups:
            return outcome.followups[0]
        message = source or outcome.interaction.original
        if message is None or not (message.deleted or source is None or len(message.edits) > before):
            return None
        return None if message.loading and not message.deleted else message

    return await outcome.interaction.channel.hub.pulse.until(answer, "an answer", 5)


async def reply_to(message: Message) -> Message:
    """The referee's reply to a message; it pings nobody."""
    reply = await message.channel.wait_for(lambda m: m.reference is message)
    assert not reply.pinged
    return reply


async def more(who: Human, board: Message, label: str) -> Outcome:
    """Press ⋯ under a board, then one of its items."""
    menu = await shown(await who.press(board, "⋯"))
    return await who.press(menu, label)


BOARD_BUTTONS = ["Move", "Where can I go?", "Flip", "⋯"]
"""What stands under a board."""
END_BUTTONS = ["Rematch", "Replay", "⋯"]
"""What stands under the last board of a game without dice that is too short to be reviewed."""


async def shown(outcome: Outcome) -> Message:
    """The private message in answer to a command or a press; nobody is pinged by it."""
    pressed = outcome.interaction.source is not None
    message = await (outcome.followup() if pressed else outcome.reply())
    assert message.ephemeral
    assert not message.pinged
    return message


async def challenge(by: Human, number: int = 1, **wishes: Any) -> Message:
    """Make a challenge to a game, of Hexeh by default, and return it as the channel sees it."""
    assert await told(await by.slash("play", **{"game": "hexeh", "clock": "none", **wishes})) == ""
    return await by.place.wait_for(lambda m: f"#{number} " in m.content and bool(m.buttons))


async def games_of(referee: Referee) -> list[StoredGame]:
    ledger = referee.controller.games.ledger
    found: list[StoredGame] = []
    while (game := await ledger.game(len(found) + 1)) is not None:
        found.append(game)
    return found


async def moves_of(referee: Referee, number: int = 1) -> list[str]:
    """The moves of a game so far in long notation, other events since its beginning by their kind."""
    found = await events_of(referee.controller.games.ledger, number)
    events = [event for event in found if not isinstance(event.what, Opened | Worded | Seated)]
    board = referee.controller.games.tables.variant(await referee.controller.games.tables.game(number)).board
    packed = [pack(board, event.what) for event in events]
    return [fields.get("move", kind.title().replace("-", "")) for kind, fields in packed]


class Throws(NamedTuple):
    """The dice of a game's secret alone (see `ignore_chains`): a roll's number and its faces give their values."""

    secret: bytes
    game: int = 1

    def __call__(self, number: int, *faces: int) -> tuple[int, ...]:
        return _unchained(self.secret, f"game {self.game}", b"", number, faces)


def _unchained(secret: bytes, scope: str, _: bytes, number: int, faces: Sequence[int]) -> tuple[int, ...]:
    return linked_roll(secret, scope, b"", number, faces)


def ignore_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dice follow from the secret alone, so that a test can choose them."""
    for place in ("engine.dice.commitment", "engine.records.audit"):
        monkeypatch.setattr(f"{place}.linked_roll", _unchained)


def secret_giving(wanted: Callable[[Throws], bool], game: int = 1) -> bytes:
    """Find a secret whose dice in a game of this number are as wanted; always the same one."""
    for attempt in range(1_000_000):
        secret = hashlib.sha256(f"{game} {attempt}".encode()).digest()
        if wanted(Throws(secret, game)):
            return secret
    raise AssertionError("no secret gives such dice")


def let_secret_be(monkeypatch: pytest.MonkeyPatch, secret: bytes) -> Throws:
    """Let the next games have this secret, and dice that follow from it alone; give the dice of game 1."""
    ignore_chains(monkeypatch)
    monkeypatch.setattr("bot.games.lobby.new_secret", lambda: secret)
    return Throws(secret)


async def deliver_again(who: Human, outcome: Outcome, command: str, **options: Any) -> None:
    """Let Discord deliver a slash command a second time, and wait until the referee has seen it."""
    hub, interaction = who.hub, outcome.interaction
    described = who._interaction_json(interaction, Filling(hub, who.place).data(command, options))
    guild = who.place.guild
    hub.gateway.dispatch("INTERACTION_CREATE", described, guild=guild.id if guild else None)

    def seen() -> bool | None:
        path = f"/{interaction.token}/callback"
        return sum(r.status is not None and path in r.path for r in hub.requests) > 1 or None

    await hub.pulse.until(seen, "the second delivery to be seen", 5)


async def record_of(who: Human, game: int = 1) -> str:
    (sheet,) = (await shown(await who.slash("record get", game=str(game)))).attachments
    return sheet.data.decode()


def untimed(record: str) -> str:
    """A record without its times, each word parted from the next by a blank or a line."""
    return re.sub(r" \{[-:.\dTZ]+\}", "", record)


@asynccontextmanager
async def untouched(standin: Standin, referee: Referee) -> AsyncIterator[None]:
    """Fail if what happens inside changes a game or anything that everybody can see."""
    await settled(referee)
    games, public = await games_of(referee), _public(standin)
    yield
    await settled(referee)
    assert await games_of(referee) == games
    assert _public(standin) == public


async def settled(referee: Referee) -> None:
    """Wait until every act has ended, and what is being posted is noted in the store, the old buttons gone."""
    await asyncio.gather(*referee.controller.gate._inside, return_exceptions=True)
    for lock in list(referee.controller.poster._locks.values()):
        async with lock:
            pass


def _public(standin: Standin) -> list[Any]:
    seen = [m for m in standin.messages if not m.ephemeral and m.channel.recipient is None]
    return [(m.id, m.content, m.components, m.attachments, len(m.edits)) for m in seen]


def button(message: Message, label: str) -> str:
    """The custom_id of a button, to be pressed after it has gone."""
    return next(b.custom_id for b in message.buttons if b.label == label and b.custom_id)


def link_to(board: Message, words: str = "board") -> str:
    place = board.channel
    assert place.guild is not None
    return f"[{words}](https://discord.com/channels/{place.guild.id}/{place.id}/{board.id})"


_CHOICE = re.compile(r"hm:(?:pick|try|look|learn|solve):\d+:\d+:.+")


def _is_choice(button: Button) -> bool:
    leads_on = button.label == "Back" or button.label.startswith(("Move this ", "#"))
    return bool(_CHOICE.fullmatch(button.custom_id or "")) and not leads_on


def labels(message: Message) -> list[str]:
    """The buttons of a message, without the pieces and cells to choose from."""
    return [b.label for b in message.buttons if not _is_choice(b)]


def choices(message: Message) -> list[str]:
    """The pieces and cells that a message offers to choose from, as buttons or in menus."""
    listed = [option.label for select in message.selects for option in select.options]
    return [*(b.label for b in message.buttons if _is_choice(b)), *listed]


async def pick(who: Human, message: Message, label: str) -> Outcome:
    """Choose a piece or cell, by its button or from the menu that offers it."""
    if any(b.label == label for b in message.buttons):
        return await who.press(message, label)
    select = next(each for each in message.selects if label in [option.label for option in each.options])
    return await who.choose(message, select.custom_id, label)


def linked(text: str) -> str:
    """A text as it is seen once its commands are links."""
    return re.sub(r"`(/[a-z -]+)`", r"\1", text)


def says(*words: str) -> Callable[[Message], bool]:
    return lambda message: all(word in message.content for word in words)
