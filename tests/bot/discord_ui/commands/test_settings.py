"""Settings, and only moves made by themselves for those who have chosen so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bot.app import Referee
from bot.games import Carried, Games, Location
from bot.games.settings import ONLY_MOVE, SETTINGS
from bot.store import Database, Ledger, Player, PreferenceStore
from engine.model.refusal import Refusal
from engine.play.commands import MakeMove
from engine.variants import GAMES, variant_of
from engine.variants.variant import VariantEntry
from tests.bot.support.dying import die_at
from tests.bot.support.people import Pair, moves_of, says, settled, told, untouched
from tests.bot.support.refusals import outcome
from tests.engine.lookahead.test_forced import BACK_AND_FORTH
from tests.engine.support import fen_code
from tests.suites import SIGNALLED
from tests.wire import Human, Standin, running

HEAD = "Your settings; choose others with /settings change:"
OFF = "only-move: off – you make your only legal move yourself"
ON = "only-move: on – your only legal move is made for you at once, unless it is an attack with dice"
ALL = "only-move: all – your only legal move is made for you at once, even an attack with dice"
CORNER = fen_code("k7/8/8/8/8/7r/8/K7 b - - 0 1")
ATTACKED = fen_code("7k/8/8/8/1r6/8/8/K7 b - - 0 1")
NUDGED = (
    "**nudges: on – others in your games may nudge you to move, once a day for each game, outside your quiet hours**\n"
    "-# nudges: off – nobody can nudge you"
)
NOT_NEXT = (
    "**next: off – in games for three or four, you are pinged when it is your move**\n"
    "-# next: on – in games for three or four, you are also pinged when you are next"
)
LETTERLESS = (
    "**letters: auto – boards drawn for you show each piece's letter until you have finished 3 games**\n"
    "-# letters: off – boards drawn for you show only icons\n"
    "-# letters: on – boards drawn for you show each piece's letter beside its icon"
)
THEMELESS = (
    "**theme: auto – boards drawn for you have their server's theme, by default meadow for games of White against "
    "Black, slate for others**\n"
    "-# theme can also be slate, meadow, walnut, paper or contrast"
)
HERE = Location(1, 2)
ANN, BEN = Player(11, "Ann"), Player(12, "Ben")


async def choose(who: Human, value: str) -> None:
    """Choose what is done about only moves."""
    answer = await told(await who.slash("settings change", **{"only-move": value}))
    assert answer.startswith(f"{HEAD}\n**only-move: {value} – ")


async def test_listed(pair: Pair, referee: Referee) -> None:
    """Settings are listed with what they mean; by default nothing is made by itself."""
    async with untouched(pair.discord, referee):
        answer = await told(await pair.red.slash("settings change"))
        assert answer == f"{HEAD}\n**{OFF}**\n-# {ON}\n-# {ALL}\n{LETTERLESS}\n{THEMELESS}\n{NUDGED}\n{NOT_NEXT}"
        await choose(pair.red, "on")
        assert f"**{ON}**" in await told(await pair.red.slash("settings change"))
        assert f"**{OFF}**" in await told(await pair.blue.slash("settings change")), "each player has their own"


async def test_made_at_once(discord_: Standin, referee: Referee) -> None:
    """Who has chosen so has their only move made at once, in answer to the move before it."""
    pair = await Pair.placed(discord_, referee, CORNER, "chess")
    await choose(pair.red, "on")
    answer = await told(await pair.blue.slash("move", notation="Rb3", game=str(pair.number)))
    assert answer == "Black: Rb3 (rook h3 to b3). White: Ka2 (king a1 to a2). It is your move (Black)."
    board = await pair.channel.wait_for(says("White: Ka2", "(Black) to move."))
    assert board.pinged.users == {pair.blue.id}
    assert await moves_of(referee, pair.number) == ["h3b3", "a1a2"]


async def test_off_by_default(discord_: Standin, referee: Referee) -> None:
    """Who has chosen nothing, or off, makes their only move themselves."""
    pair = await Pair.placed(discord_, referee, CORNER, "chess")
    await choose(pair.red, "on")
    await choose(pair.red, "off")
    await choose(pair.blue, "on")
    await told(await pair.blue.slash("move", notation="Rb3", game=str(pair.number)))
    assert await moves_of(referee, pair.number) == ["h3b3"]


@pytest.mark.parametrize(("value", "made"), [("on", False), ("all", True)])
async def test_attacks(discord_: Standin, referee: Referee, value: str, made: bool) -> None:
    """An attack with dice is made by itself only for those who have chosen that, too."""
    pair = await Pair.placed(discord_, referee, ATTACKED, "chess", combat="poly")
    await choose(pair.red, value)
    await told(await pair.blue.slash("move", notation="Rb2", game=str(pair.number)))
    moves = await moves_of(referee, pair.number)
    assert moves[:3] == (["b4b2", "a1b2", "Rolled"] if made else ["b4b2"])


async def test_chosen_on_ones_turn(discord_: Standin, referee: Referee) -> None:
    """Who chooses it while an only move is due has it made then, and the channel is shown it."""
    pair = await Pair.placed(discord_, referee, CORNER, "chess")
    await told(await pair.blue.slash("move", notation="Rb3", game=str(pair.number)))
    await pair.next_board()
    await choose(pair.red, "on")
    assert "White: Ka2" in (await pair.next_board()).content
    assert await moves_of(referee, pair.number) == ["h3b3", "a1a2"]


async def test_a_restart(discord_: Standin, database: Path) -> None:
    """The choice outlives a restart."""
    async with running(Referee(database)) as referee:
        pair = await Pair.placed(discord_, referee, CORNER, "chess")
        await choose(pair.red, "on")
        await settled(referee)
    async with running(Referee(database)) as again:
        await told(await pair.blue.slash("move", notation="Rb3", game=str(pair.number)))
        assert await moves_of(again, pair.number) == ["h3b3", "a1a2"]
        await settled(again)


@SIGNALLED
async def test_killed_before_the_move(discord_: Standin, database: Path) -> None:
    """When the process dies before an only move that was due, the next start makes it, once."""
    async with running(Referee(database)) as referee:
        pair = await Pair.placed(discord_, referee, CORNER, "chess")
        await choose(pair.red, "on")
        await settled(referee)
    await die_at("Rb3", pair.blue, discord_, database, pair.number)
    for _ in range(2):
        async with running(Referee(database)) as again:
            await pair.channel.wait_for(says("White: Ka2"))
            await settled(again)
            assert await moves_of(again, pair.number) == ["h3b3", "a1a2"]


# ---- without Discord


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Database]:
    """Open a store for one test."""
    opened = await Database.open(database)
    yield opened
    await opened.close()


async def test_forced_on_both_sides(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both want only moves made and every move is forced, it stops when the position comes again."""
    monkeypatch.setitem(cast("dict[str, VariantEntry]", GAMES), BACK_AND_FORTH.key, BACK_AND_FORTH)
    games = Games(Ledger(store))
    for player in (ANN, BEN):
        assert not isinstance(await outcome(games.settings.choose(player, ONLY_MOVE.name, "on")), Refusal)
    number = await games.lobby.set_up(HERE, variant_of(BACK_AND_FORTH.key), {1: ANN, 2: BEN})
    async with asyncio.timeout(20):
        turned = await games.play.act(number, ANN, lambda seat: MakeMove(seat, move="a1a2"))
    assert isinstance(turned, Carried)
    assert [each.events[0].actor for each in turned.then] == [2, 1, 2]
    assert turned.now.state.turn == 1
    assert await games.play.catch_up() == []
    again = await games.play.act(number, ANN, lambda seat: MakeMove(seat, move="a1a2"))
    assert isinstance(again, Carried)
    assert again.then == ()


async def test_nonsense(store: Database) -> None:
    """A setting or a value that does not exist is refused with what there is, and nothing is written."""
    games = Games(Ledger(store))
    for name, value, words in (
        (
            "colour",
            "red",
            "There is no setting of that name; the settings are only-move, letters, theme, nudges and next.",
        ),
        ("only-move", "maybe", "Only-move can be off, on or all."),
    ):
        refusal = await outcome(games.settings.choose(ANN, name, value))
        assert isinstance(refusal, Refusal)
        assert refusal.text == words
    assert await PreferenceStore(store).of(ANN.id) == {}
    assert await games.settings.value(ANN, ONLY_MOVE) == "off"
    assert list(SETTINGS) == ["only-move", "letters", "theme", "nudges", "next"]


async def test_preferences(store: Database) -> None:
    """Preferences are kept by player and name; choosing again takes the place of what was chosen."""
    preferences = PreferenceStore(store)
    await preferences.choose(ANN.id, "theme", "dark")
    await preferences.choose(ANN.id, "theme", "light")
    await preferences.choose(BEN.id, "theme", "dark")
    assert await preferences.of(ANN.id) == {"theme": "light"}
    assert (await preferences.value(BEN.id, "theme"), await preferences.value(BEN.id, "x")) == ("dark", None)
