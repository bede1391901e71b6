"""Explorations through Discord: private copies of positions; whatever is tried there touches no game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Explored, Games, Location, Table
from bot.games.refusals import NoSuchPosition
from bot.games.study import MOST, CannotEndSo, Expired, FullyExplored
from bot.store import Database, Ledger, Player, StudyStore
from bot.store.study import EXPLORATION, KEPT, KEPT_FOR
from engine.model.refusal import Refusal
from engine.play.referee import sheet
from engine.rules.fight import FightResult
from engine.variants import variant_of
from tests.bot.discord_ui.buttons.test_buttons import offered, pick
from tests.bot.support.parties import Party
from tests.bot.support.people import Pair, labels, moves_of, record_of, settled, shown, told, untouched
from tests.bot.support.refusals import outcome
from tests.wire import Human, Message, Standin, running

PIECES = [
    "Traveler on b5",
    "Traveler on f5",
    *(f"Guard on {cell}" for cell in ("a4", "c5", "e5", "g4")),
]
"""What Blue can move after the first move."""
ENDED = "That exploration has ended. /explore begins another."
HEAD = "**Exploring #1 Hexeh, {}**"
FOOT = "-# Only you see this, and the game stays as it is"


async def explored(who: Human, **options: object) -> Message:
    """Begin an exploration, or try a move in it; the private message that shows it."""
    message = await shown(await who.slash("explore", **options))
    assert message.viewer == who.user
    return message


async def pressed(who: Human, message: Message, label: str) -> Message:
    """Press a button of an exploration, and wait for what it changes into."""
    return await (await who.press(message, label)).reply()


async def chosen(who: Human, message: Message, *answers: str) -> Message:
    """Choose in the menu of an exploration, again and again."""
    for answer in answers:
        message = await (await pick(who, message, answer)).reply()
    return message


def words(message: Message) -> str:
    """The alternative text of an exploration's picture."""
    (picture,) = message.attachments
    return picture.description or ""


# ---- begun


async def test_the_present_position(pair: Pair, referee: Referee) -> None:
    """An exploration shows the game as it stands from one's own side, with a menu and Flip, to its owner alone."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        message = await explored(pair.blue)
        assert message.content == f"{HEAD.format('after 1. Tbc3')}\nBlue to move.\n{FOOT}."
        assert (labels(message), offered(message)) == (["Flip"], PIECES)
        assert "travelers c3, f1" in words(message)


@pytest.mark.parametrize(
    ("after", "where", "expected"),
    [
        ("0", "from the start", "b1, f1"),
        ("1.", "after 1. Tbc3", "c3, f1"),
        ("1. Tbc3", "after 1. Tbc3", "c3, f1"),
        ("1", "after 1. … Tfe4", "c3, f1"),
        ("1...", "after 1. … Tfe4", "c3, f1"),
    ],
)
async def test_an_earlier_position(pair: Pair, referee: Referee, after: str, where: str, expected: str) -> None:
    """Any earlier position can be explored; what came later in the game does not matter there."""
    await pair.moves("Tbc3 Tfe4")
    message = await explored(pair.red, after=after)
    assert HEAD.format(where) in message.content
    assert f"travelers {expected}" in words(message)
    assert await moves_of(referee) == ["b1c3", "f5e4"]


async def test_no_such_position(pair: Pair, referee: Referee) -> None:
    """A position that the game has not had, and a game that one does not see, are refused."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        answer = await told(await pair.red.slash("explore", after="1. …"))
        assert answer == (
            "There is no move “1. …” in this game: it has 1 move so far. Write a number such as 3 or 3. …, or 0 for "
            "the start."
        )
        assert "no game #7" in await told(await pair.red.slash("explore", game="7"))


async def test_by_anybody_who_sees_the_game(pair: Pair) -> None:
    """Strangers, too, may explore a game in the channel, one that is over included."""
    carol = pair.discord.human("carol")
    assert HEAD.format("from the start") in (await explored(carol, game="1")).content
    sure = await shown(await pair.red.slash("game resign"))
    await told(await pair.red.press(sure, "Yes, resign"))
    message = await explored(carol)
    assert "Red to move." in message.content, "a game given up can be played on here"
    assert "Red: Gc3" in (await explored(carol, move="Gc3")).content


# ---- tried


async def test_moves_for_both_sides(pair: Pair, referee: Referee) -> None:
    """By menus one tries moves for both sides; Undo and Reset go back, Flip turns, and the game stays as it was."""
    async with untouched(pair.discord, referee):
        message = await explored(pair.red)
        message = await chosen(pair.red, message, "Traveler on b1")
        assert "can go to" in words(message)
        message = await chosen(pair.red, message, "c3")
        assert "Red: Tbc3 (traveler b1 to c3)\nBlue to move." in message.content
        assert labels(message) == ["Undo", "Reset", "Flip"]
        message = await chosen(pair.red, message, "Guard on c5", "b4")
        assert "-# Tried: Tbc3 Gcb4" in message.content
        before = message.attachments[0].data
        message = await pressed(pair.red, message, "Flip")
        assert message.attachments[0].data != before
        message = await pressed(pair.red, message, "Undo")
        assert "-# Tried: Tbc3\n" in message.content
        assert "Blue to move." in message.content
        message = await chosen(pair.red, message, "Guard on c5", "c4")
        message = await pressed(pair.red, message, "Reset")
        assert "Tried" not in message.content
        assert "travelers b1, f1" in words(message)
    assert await moves_of(referee) == []
    assert "Tbc3" not in await record_of(pair.blue)


async def test_going_back(pair: Pair) -> None:
    """Back leads from the targets to the pieces."""
    message = await explored(pair.red)
    pieces = offered(message)
    message = await chosen(pair.red, message, "Traveler on b1")
    assert labels(message) == ["Back", "Flip"]
    assert "c3" in offered(message)
    message = await pressed(pair.red, message, "Back")
    assert (offered(message), labels(message)) == (pieces, ["Flip"])


async def test_by_command(pair: Pair, referee: Referee) -> None:
    """A move can be tried by command, in the exploration that is open; what is not legal is refused in words."""
    async with untouched(pair.discord, referee):
        await explored(pair.red)
        assert "Red: Tbc3" in (await explored(pair.red, move="Tbc3")).content
        message = await explored(pair.red, move="Gcb4")
        assert "-# Tried: Tbc3 Gcb4" in message.content
        answer = await told(await pair.red.slash("explore", move="Ed7"))
        assert answer.startswith("“Ed7” is not legal: ")
        assert "Red: Gc3" in (await explored(pair.blue, move="Gc3")).content, "a move alone begins one"


@pytest.mark.parametrize(
    "line", ["1.Tbc3 1...Gcb4 2.Gcd3", "Tbc3 Gcb4 Gcd3", "Tbc3 then Gcb4, Gcd3", "b1c3; c5b4; c2d3"]
)
async def test_a_line_by_command(pair: Pair, referee: Referee, line: str) -> None:
    """A line of moves is tried as people type it."""
    async with untouched(pair.discord, referee):
        assert "-# Tried: Tbc3 Gcb4 Gcd3\n" in (await explored(pair.red, move=line)).content


async def test_all_of_a_line_or_none(pair: Pair) -> None:
    """A line with a move that is not legal is refused whole, and that move is named."""
    await explored(pair.red, move="Gc3")
    answer = await told(await pair.red.slash("explore", move="Gcb4 Ec1 Gb3"))
    assert answer.startswith("After Gcb4: “Ec1” is not legal: c1 holds your own prowler.")
    assert "no move in that" in await told(await pair.red.slash("explore", move=" ; "))
    assert "-# Tried: Gc3 Tfe4\n" in (await explored(pair.red, move="Tfe4")).content


async def test_the_end_of_the_game(pair: Pair) -> None:
    """A move that would end the game is said to, and can be undone."""
    await pair.moves("Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3")
    message = await explored(pair.blue, move="Txd7")
    assert "The game would be over. Red wins: the empress has fallen." in message.content
    assert (labels(message), message.selects) == (["Undo", "Reset", "Flip"], ())
    assert "Red to move." in (await pressed(pair.blue, message, "Undo")).content


# ---- fights


OUTCOMES = {
    "The attacker wins": ("The prowler falls", "travelers c6 (1 token), f1"),
    "The attacker loses": ("The traveler falls", "traveler f1;"),
    "Three ties": ("nobody falls", "travelers b1 (1 token), f1"),
}


@pytest.mark.parametrize(("label", "expected"), OUTCOMES.items())
async def test_fights_by_menu(discord_: Standin, referee: Referee, label: str, expected: tuple[str, str]) -> None:
    """Of a fight one is asked how it ends; nothing is rolled in the game."""
    pair = await Pair.seated(discord_, options="combat=poly")
    async with untouched(discord_, referee):
        message = await chosen(pair.red, await explored(pair.red), "Traveler on b1", "xc6")
        assert offered(message) == list(OUTCOMES)
        message = await chosen(pair.red, message, label)
        assert expected[0] in message.content
        assert expected[1] in words(message)
        assert "its dice are imagined" in message.content
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    assert table.state.rolls == ()


@pytest.mark.parametrize(("outcome", "falls"), [("won", "The prowler"), ("lost", "The traveler"), ("tied", "nobody")])
async def test_fights_by_command(discord_: Standin, referee: Referee, outcome: str, falls: str) -> None:
    """By command, too, one says how a fight ends, or is asked."""
    assert referee.is_ready()
    pair = await Pair.seated(discord_, options="combat=poly")
    assert falls in (await explored(pair.red, move="Tbxc6", outcome=outcome)).content
    answer = await told(await pair.blue.slash("explore", move="Gc3 Gcb4 Txc6 Gb3"))
    assert answer.startswith("How does the fight over Txc6 end?")
    message = await explored(pair.blue, move="Gc3 Gcb4 Txc6")
    assert offered(message) == list(OUTCOMES)
    assert "-# Tried: Gc3 Gcb4\n" in message.content
    message = await explored(pair.blue, after=0)
    message = await explored(pair.blue, move="Tbxc6")
    assert offered(message) == list(OUTCOMES)
    message = await chosen(pair.blue, message, "The attacker loses")
    assert "The traveler falls" in message.content


async def test_several_players(discord_: Standin, referee: Referee) -> None:
    """Among three one tries moves for all, and Flip shows each side in turn."""
    alice = (await Party.seated(discord_, "nd-wellisch-3")).players[0]
    message = await explored(alice)
    for side in ("Red", "Gold", "Blue"):
        assert f"{side} to move." in message.content
        latest = await referee.controller.games.exploring.latest(Player(alice.id, "alice"))
        assert isinstance(latest, Explored)
        message = await explored(alice, move=sheet(latest.state).long()[0])
    pictures = [message.attachments[0].data]
    for _ in range(3):
        message = await pressed(alice, message, "Flip")
        pictures.append(message.attachments[0].data)
    assert len(set(pictures)) == 3
    assert pictures[0] == pictures[3]


# ---- private, and in its own time


async def test_ones_own(pair: Pair) -> None:
    """Each player tries moves in their own exploration; one that has ended says so and loses its buttons."""
    first = await explored(pair.red, move="Tbc3")
    assert "-# Tried: Gc3\n" in (await explored(pair.blue, move="Gc3")).content
    assert "-# Tried: Tbc3 Gcb4\n" in (await explored(pair.red, move="Gcb4")).content
    for _ in range(KEPT[EXPLORATION]):
        await explored(pair.red)
    gone = await pressed(pair.red, first, "Undo")
    assert (gone.content, gone.buttons, gone.selects, gone.attachments) == (ENDED, (), (), ())


async def test_a_press_too_late(pair: Pair) -> None:
    """A button of an earlier version shows the exploration as it stands, without doing anything twice."""
    message = await explored(pair.red, move="Tbc3")
    undo = next(b.custom_id for b in message.buttons if b.label == "Undo")
    await explored(pair.red, move="Gcb4")
    message = await (await pair.red.press(message, custom_id=undo)).reply()
    assert "-# Tried: Tbc3 Gcb4" in message.content
    message = await pressed(pair.red, message, "Undo")
    assert "-# Tried: Tbc3\n" in message.content


async def test_a_restart(discord_: Standin, database: Path) -> None:
    """Buttons and menus of an exploration work after a restart."""
    async with running(Referee(database)) as referee:
        pair = await Pair.seated(discord_)
        message = await chosen(pair.red, await explored(pair.red, move="Tbc3"), "Guard on c5")
        await settled(referee)
    async with running(Referee(database)) as again:
        message = await chosen(pair.red, message, "b4")
        assert "-# Tried: Tbc3 Gcb4" in message.content
        message = await pressed(pair.red, message, "Undo")
        assert "-# Tried: Tbc3\n" in message.content
        await settled(again)


async def test_a_takeback_does_not_matter(pair: Pair) -> None:
    """An exploration stands on its own: moves taken back in the game stay in it."""
    await pair.move("Tbc3")
    message = await explored(pair.blue)
    await told(await pair.red.slash("game takeback"))
    await told(await pair.blue.slash("game takeback", answer="accept"))
    message = await chosen(pair.blue, message, "Guard on c5", "b4")
    assert "travelers c3, f1" in words(message)


async def test_completion(pair: Pair) -> None:
    """Moves and earlier positions are completed, as of the exploration that is open."""
    await pair.moves("Tbc3 Tfe4")
    names = [choice.name for choice in await pair.red.autocomplete("explore", after="")]
    assert names == ["0: the start", "1. Tbc3", "1. … Tfe4"]
    typing = {"0": 0, "1...": 2, "1. … T": 2, "bc": 1, "1. Tb": 1}
    for typed, name in ((typed, names[index]) for typed, index in typing.items()):
        assert [name] == [choice.name for choice in await pair.red.autocomplete("explore", after=typed)]
    assert "Gc2b2" not in {c.value for c in await pair.blue.autocomplete("explore", move="Gcb")}
    await explored(pair.red, after="0")
    assert {c.value for c in await pair.red.autocomplete("explore", move="Tb")} >= {"Tbc3", "Tbxc6"}
    assert [c.value for c in await pair.red.autocomplete("explore", move="1.Tbc3 1...Gcb")] == ["1.Tbc3 1...Gcb4"]
    assert await pair.red.autocomplete("explore", move="Tbc9, G") == ()


# ---- without Discord

HERE = Location(1, 2)
ANN, BEN = Player(11, "Ann"), Player(12, "Ben")


@dataclass
class Clock:
    """A clock that stands until it is told otherwise."""

    time: int = 1_800_000_000_000

    def __call__(self) -> int:
        """The time."""
        return self.time


@dataclass
class House:
    """The use cases over one store, and a game to explore."""

    games: Games
    clock: Clock
    table: Table

    async def begin(self, player: Player = ANN) -> Explored:
        """Begin an exploration."""
        begun = await self.games.exploring.begin(self.table, player, None)
        assert isinstance(begun, Explored)
        return begun

    async def move(self, found: Explored, text: str, verdict: FightResult | None = None) -> Explored | Refusal:
        """Try a move."""
        read = sheet(found.state).read(text)
        assert isinstance(read, tuple)
        return await self.games.exploring.make(found, read, verdict)


@pytest.fixture
async def house(database: Path) -> AsyncIterator[House]:
    """Open a store with a game of fights for one test."""
    opened, clock = await Database.open(database), Clock()
    games = Games(Ledger(opened), now=clock)
    number = await games.lobby.set_up(HERE, variant_of("hexeh", {"combat": "poly"}), {1: ANN, 2: BEN})
    table = await games.tables.find(number)
    assert isinstance(table, Table)
    yield House(games, clock, table)
    await opened.close()


async def test_they_end_in_time(house: House) -> None:
    """An exploration that nobody has touched for a week is gone; every change begins the week anew."""
    begun = await outcome(house.begin())
    house.clock.time += KEPT_FOR
    moved = await house.move(begun, "Tbc3")
    assert isinstance(moved, Explored)
    house.clock.time += KEPT_FOR
    assert isinstance(await house.games.exploring.find(begun.progress.number, ANN), Explored)
    house.clock.time += 1
    assert isinstance(await outcome(house.games.exploring.find(begun.progress.number, ANN)), Expired)
    assert isinstance(await outcome(house.games.exploring.latest(ANN)), Expired)


async def test_only_so_many(house: House) -> None:
    """Of a player's explorations the latest few are kept; those of others do not count."""
    first, others = await house.begin(), await house.begin(BEN)
    for _ in range(KEPT[EXPLORATION]):
        await house.begin()
    assert isinstance(await outcome(house.games.exploring.find(first.progress.number, ANN)), Expired)
    assert isinstance(await house.games.exploring.find(first.progress.number + 2, ANN), Explored)
    assert isinstance(await house.games.exploring.find(others.progress.number, BEN), Explored)
    assert isinstance(await outcome(house.games.exploring.find(others.progress.number, ANN)), Expired)


async def test_two_changes_at_once(house: House) -> None:
    """Of two changes to the same version the second changes nothing, and gives what is."""
    begun = await house.begin()
    first, second = await house.move(begun, "Tbc3"), await house.move(begun, "Gc3")
    assert isinstance(first, Explored)
    assert isinstance(second, Explored)
    assert first.progress == second.progress
    assert second.progress.moves == "b1c3"


async def test_what_is_tried_replays(house: House) -> None:
    """What has been tried, fights included, is stored as in a record, and replays to the same state."""
    found: Explored | Refusal = await house.begin()
    for text, verdict in (("Tbxc6", FightResult.TIED), ("Tb5xc1", FightResult.LOST), ("Tfe3", None)):
        assert isinstance(found, Explored)
        found = await house.move(found, text, verdict)
    assert isinstance(found, Explored)
    again = await house.games.exploring.find(found.progress.number, ANN)
    assert isinstance(again, Explored)
    assert again == found
    assert [token.partition("[")[0] for token in found.progress.moves.split()] == ["b1c6", "b5c1", "f1e3"]


async def test_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many moves, an end that no dice bring about, and a position that never was are refused."""
    begun = await outcome(house.begin())
    assert isinstance(await outcome(house.move(begun, "Tbxc6")), CannotEndSo)
    assert await outcome(house.games.exploring.begin(house.table, ANN, "3")) == NoSuchPosition("3", "no moves")
    assert MOST >= 100
    monkeypatch.setattr("bot.games.study.MOST", 0)
    assert isinstance(await outcome(house.move(begun, "Tbc3")), FullyExplored)


async def test_one_that_no_longer_replays(house: House) -> None:
    """An exploration that this version cannot replay has ended, without an error."""
    begun = await outcome(house.begin())
    store = StudyStore(house.games.ledger.database)
    await store.change(begun.progress._replace(moves="zz"))
    assert isinstance(await outcome(house.games.exploring.find(begun.progress.number, ANN)), Expired)
