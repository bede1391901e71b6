"""The use cases without Discord: challenges, commands, which game is meant, games that no longer replay."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.games import Carried, ChallengeRequest, Games, Location, label
from bot.games.challenges import NoSuchWish, NotAmongThem, NotInvited
from bot.games.directory import NoGameHere, NothingToShow, WhichGame
from bot.games.refusals import BadChoice, ChallengeGone, CountedAlready, NotStarted, NotYourGame, UnknownGame
from bot.games.tables import FrozenGame
from bot.store import Database, KeptLine, Ledger, Player, StoredGame
from engine.model.refusal import Refusal
from engine.notation.moves import IllegalMove
from engine.play.commands import Command, MakeMove, Resign
from engine.play.events import Drawn, Event, Moved, Proposed
from engine.play.refusals import GameOver, NotYourTurn, StaleGame
from engine.variants import GAMES, variant_of
from tests.bot.support.people import let_secret_be, secret_giving
from tests.bot.support.refusals import outcome
from tests.engine.proposing import offer_draw

ANN, BEN, CAT = Player(11, "Ann"), Player(12, "Ben"), Player(13, "Cat")
HERE, THERE, ELSEWHERE = Location(1, 2), Location(1, 3), Location(9, 4)
NOON = 1_800_000_000_000


class Overtaken(Ledger):
    """A ledger that lets a rival write just before its own next event."""

    rival: Callable[[], Awaitable[object]] | None = None

    async def append(self, *given: Any, **more: Any) -> list[KeptLine]:
        """Let the rival go first, once."""
        if self.rival is not None:
            rival, self.rival = self.rival, None
            await rival()
        return await super().append(*given, **more)


@dataclass
class House:
    """The use cases over one store, with a clock that stands at noon."""

    database: Database
    ledger: Overtaken

    def __post_init__(self) -> None:
        self.games = Games(self.ledger, now=lambda: NOON)
        self.lobby, self.play, self.directory = self.games.lobby, self.games.play, self.games.directory

    async def challenge(self, by: Player = ANN, place: Location = HERE, **wishes: object) -> int:
        """Make a challenge; its number."""
        game = await self.lobby.challenge(place, by, replace(ChallengeRequest("hexeh", {}, time="none"), **wishes))  # type: ignore[arg-type]
        assert isinstance(game, StoredGame)
        return game.number

    async def begin(self, first: Player = ANN, second: Player = BEN, place: Location = HERE) -> int:
        """Begin a game; its number."""
        return await self.lobby.set_up(place, variant_of("hexeh"), {1: first, 2: second})

    async def move(self, number: int, player: Player, text: str, cause: int | None = None) -> Carried | Refusal:
        """Make a move."""
        return await self.play.act(number, player, lambda seat: MakeMove(seat, None, text), cause)

    async def game(self, number: int) -> StoredGame:
        """The game as the store has it."""
        game = await self.ledger.game(number)
        assert game is not None
        return game


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """Open a store for one test."""
    opened = await Database.open(database)
    yield House(opened, Overtaken(opened))
    await opened.close()


# ---- challenges


@pytest.mark.parametrize(
    ("side", "drawn", "seats"),
    [
        ("", 1, {1: ANN, 2: BEN}),
        ("random", 2, {1: BEN, 2: ANN}),
        ("Red", 2, {1: ANN, 2: BEN}),
        (" blue ", 1, {1: BEN, 2: ANN}),
        ("2", 1, {1: BEN, 2: ANN}),
    ],
)
async def test_seats(
    house: House, monkeypatch: pytest.MonkeyPatch, side: str, drawn: int, seats: dict[int, Player]
) -> None:
    """The challenger gets the side wished for, or else the one the dice draw; the one who accepts gets the other."""
    let_secret_be(monkeypatch, secret_giving(lambda dice: dice(0, 2) == (drawn,)))
    number = await house.challenge(side=side)
    game = await house.lobby.join(number, BEN)
    draws = [Drawn("seats", 2, drawn)] if side in {"", "random"} else []
    events = await house.ledger.events(number)
    assert [event.what for event in events[:-1]] == draws
    assert (game.seats, game.stage, game.turn) == (seats, "playing", 1)
    assert (game.created, game.sequence, game.shown) == (NOON, len(events), -1)


async def test_bad_wishes(house: House) -> None:
    """A challenge to oneself, or for a game, an option or a side that does not exist, is refused and not written."""
    wishes = {
        BadChoice("you cannot challenge yourself. Leave the opponent out to let anyone in"): ChallengeRequest(
            "hexeh", {}, (ANN,)
        ),
        BadChoice(f"there is no game 'zebra'; the games are {', '.join(GAMES)}"): ChallengeRequest("zebra", {}),
        BadChoice("travelers can be winding or straight, not 'flying'"): ChallengeRequest(
            "hexeh", {"travelers": "flying"}
        ),
        NoSuchWish(("Red", "Blue")): ChallengeRequest("hexeh", {}, (BEN,), "Green"),
    }
    for refusal, wish in wishes.items():
        assert await outcome(house.lobby.challenge(HERE, ANN, wish)) == refusal
    assert await house.ledger.game(1) is None


async def test_who_may_answer_a_challenge(house: House) -> None:
    """Only the one invited accepts and declines, only the challenger withdraws; an open one nobody declines."""
    invited, anyone = await house.challenge(invited=(BEN,)), await house.challenge()
    lobby = house.lobby
    assert await outcome(lobby.join(invited, ANN)) == BadChoice(
        "that challenge is your own. Wait for somebody else to accept it, or withdraw it"
    )
    assert await outcome(lobby.join(invited, CAT)) == NotInvited(invited)
    assert await outcome(lobby.leave(invited, CAT)) == NotInvited(invited)
    assert await outcome(lobby.withdraw(invited, BEN)) == BadChoice("only the challenger can withdraw the challenge")
    assert await outcome(lobby.leave(anyone, BEN)) == NotAmongThem(anyone)
    assert await outcome(lobby.join(77, BEN)) == UnknownGame(77)
    assert [(await house.game(number)).stage for number in (invited, anyone)] == ["open", "open"]


@pytest.mark.parametrize("end", ["accept", "decline", "withdraw"])
async def test_an_answered_challenge_is_gone(house: House, end: str) -> None:
    """Once accepted, declined or withdrawn, a challenge takes no further answer."""
    number = await outcome(house.challenge(invited=(BEN,)))
    if end == "accept":
        await house.lobby.join(number, BEN)
    else:
        await {"decline": house.lobby.leave, "withdraw": house.lobby.withdraw}[end](
            number, ANN if end == "withdraw" else BEN
        )
    for answer in (house.lobby.join, house.lobby.leave, house.lobby.withdraw):
        assert await outcome(answer(number, BEN)) == ChallengeGone(number)
    assert (await house.game(number)).stage == ("playing" if end == "accept" else "void")


# ---- commands


async def test_a_move_is_turned_into_an_event(house: House) -> None:
    """A command carried out gives its events and the table after them; both are in the store."""
    number = await house.begin()
    turned = await house.move(number, ANN, "Tbc3", 500)
    event = Event(1, NOON, 1, Moved("b1c3"))
    assert isinstance(turned, Carried)
    assert turned.events == (event,)
    assert (turned.table.state.sequence, turned.table.game.turn) == (1, 2)
    assert await house.ledger.events(number) == [event]
    assert await house.game(number) == turned.table.game


async def test_refused_commands_change_nothing(house: House) -> None:
    """A command that the rules, the seats or an earlier count forbid is refused, and nothing is written."""
    number, waiting = await house.begin(), await house.challenge()
    await house.move(number, ANN, "Tbc3", 500)
    before = await house.game(number)
    assert await outcome(house.move(number, ANN, "Tfe3")) == NotYourTurn("Ben")
    assert await outcome(house.move(number, CAT, "Tbc5")) == NotYourGame(number)
    assert await outcome(house.move(waiting, ANN, "Tbc3")) == NotStarted(waiting)
    assert await outcome(house.move(77, ANN, "Tbc3")) == UnknownGame(77)
    assert isinstance(await outcome(house.move(number, BEN, "Ed1")), IllegalMove)
    assert await outcome(house.play.act(number, BEN, offer_draw, 500)) == CountedAlready()
    assert await outcome(house.play.act(number, BEN, lambda seat: Resign(seat, 0))) == StaleGame()
    assert await house.game(number) == before


async def test_a_challenge_that_came_to_nothing_is_not_said_to_wait(house: House) -> None:
    """A command to a declined challenge is told that it is no longer open."""
    number = await outcome(house.challenge(invited=(BEN,)))
    await house.lobby.leave(number, BEN)
    assert await outcome(house.move(number, ANN, "Tbc3")) == ChallengeGone(number)


@pytest.mark.parametrize("redone", [True, False])
async def test_a_command_overtaken_by_another_process(house: House, database: Path, redone: bool) -> None:
    """A command overtaken by another process's is judged anew on the new state: carried out there, or refused."""
    number = await house.begin()
    await house.games.tables.find(number)
    other = await Database.open(database)
    rival = Games(Ledger(other), now=lambda: NOON - 1).play
    house.ledger.rival = lambda: rival.act(number, ANN, lambda seat: MakeMove(seat, None, "Tbc3"), 100)
    command: Callable[[int], Command] = offer_draw if redone else lambda seat: MakeMove(seat, None, "Tbc3")
    done = await outcome(house.play.act(number, BEN if redone else ANN, command, 101))
    await other.close()
    offer = Event(2, NOON, 2, Proposed("draw"))
    assert (done.events if isinstance(done, Carried) else done) == ((offer,) if redone else NotYourTurn("Ben"))
    events = [Event(1, NOON - 1, 1, Moved("b1c3")), *([offer] if redone else [])]
    assert await house.ledger.events(number) == events


# ---- which game is meant


async def test_the_only_game_is_meant(house: House) -> None:
    """Without a number, a command is for the player's one game in the channel, or the one that awaits a move."""
    assert await outcome(house.directory.mine(HERE, ANN, None)) == NoGameHere()
    first = await outcome(house.begin())
    await house.begin(place=THERE)
    assert await house.directory.mine(HERE, BEN, None) == await house.game(first)
    second = await outcome(house.begin(CAT, BEN))
    assert await outcome(house.directory.mine(HERE, BEN, None)) == WhichGame(
        (f"#{second} Hexeh vs Cat, Cat to move", f"#{first} Hexeh vs Ann, Ann to move")
    )
    await house.move(second, CAT, "Tbc3")
    assert await house.directory.mine(HERE, BEN, None) == await house.game(second)


async def test_a_numbered_game_is_meant(house: House) -> None:
    """A number names one's own game anywhere in the server, and nobody else's."""
    here, there, away = [await house.begin(place=place) for place in (HERE, THERE, ELSEWHERE)]
    assert await house.directory.mine(HERE, ANN, there) == await house.game(there)
    assert await outcome(house.directory.mine(HERE, CAT, here)) == NotYourGame(here)
    for number in (away, 99):
        assert await outcome(house.directory.mine(HERE, ANN, number)) == UnknownGame(number)
    assert await outcome(house.directory.mine(HERE, CAT, there)) == UnknownGame(there)


async def test_what_a_question_is_about(house: House) -> None:
    """A question is about one's own game first, then the channel's running ones, then its last."""
    assert await outcome(house.directory.shown(HERE, CAT, None)) == NothingToShow()
    first, second = await house.begin(), await house.begin(BEN, CAT)
    assert await house.directory.shown(HERE, CAT, None) == await house.game(second)
    assert isinstance(await outcome(house.directory.shown(HERE, Player(14, "Dot"), None)), WhichGame)
    await house.play.act(second, CAT, Resign)
    assert await house.directory.shown(HERE, CAT, None) == await house.game(first)
    await house.play.act(first, ANN, Resign)
    assert await house.directory.shown(HERE, CAT, None) == await house.game(second)
    assert await house.directory.shown(HERE, CAT, first) == await house.game(first)
    assert await outcome(house.play.seated(first, ANN)) == GameOver("Blue wins: resignation")


async def test_labels(house: House) -> None:
    """A game is named by its number, its opponent and whose move it is, as its reader sees it."""
    number, waiting = await house.begin(), await house.challenge(CAT)
    game = await house.game(number)
    assert label(game, ANN) == f"#{number} Hexeh vs Ben, your move"
    assert label(game, BEN) == f"#{number} Hexeh vs Ann, Ann to move"
    assert label(game) == f"#{number} Hexeh Ann – Ben, Ann to move"
    assert label(await house.game(waiting), CAT) == f"#{waiting} Hexeh, your challenge"
    await house.play.act(number, BEN, Resign)
    assert label(await house.game(number), BEN) == f"#{number} Hexeh vs Ann, over"


# ---- games that no longer replay


ENTRY = "INSERT INTO ledger VALUES (1, {}, 9, 2, 0, 0, 0, 'playing')"
BREAKS = {
    "edition": ("UPDATE games SET edition = 0", "it began under edition 0 of the rules, which are now at edition 1"),
    "variant": (
        "UPDATE games SET variant = 'shogi'",
        f"there is no game 'shogi'; the games are {', '.join(GAMES)}",
    ),
    "option": ("UPDATE games SET options = '{\"a\": \"b\"}'",
               "Hexeh has no option 'a'; its options are travelers and combat"),
    "move": (ENTRY.format("1, 0, 1, 'moved', '{\"move\": \"a1a7\"}'"),
             "a1a7 is no move in this position"),
    "kind": (ENTRY.format("1, 0, 1, 'danced', '{}'"),
             "event 1 cannot be read: no event is written danced {}"),
    "gap": (ENTRY.format("2, 0, 1, 'moved', '{\"move\": \"b1c3\"}'"),
            "event 2 cannot follow event 0"),
}  # fmt: skip


@pytest.mark.parametrize("case", BREAKS)
async def test_a_game_that_does_not_replay_is_frozen(house: House, case: str) -> None:
    """A game under other rules, or whose events do not fit, is refused with the reason; its record stays."""
    number = await house.begin()
    statement, why = BREAKS[case]
    await house.database.rows(statement)
    before = await house.database.rows("SELECT * FROM events"), await house.database.rows("SELECT * FROM games")
    frozen = FrozenGame(number, why)
    assert await outcome(house.games.tables.find(number)) == frozen
    assert await outcome(house.move(number, ANN, "Tbc3")) == frozen
    assert frozen.text == f"Game #1 is frozen: {why}. Its record is kept as it is."
    after = await house.database.rows("SELECT * FROM events"), await house.database.rows("SELECT * FROM games")
    assert after == before
