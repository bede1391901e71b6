"""Settings, and only moves made by themselves for those who have chosen so."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app import Referee
from bot.games.settings import ONLY_MOVE, SETTINGS
from engine.clocks.control import DAY
from tests.bot.support.people import Pair, labels, moves_of, says, settled, shown, told, untouched
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.engine.support import fen_code
from tests.wire import Human, Standin

CORNER = fen_code("k7/8/8/8/8/7r/8/K7 b - - 0 1")
ATTACKED = fen_code("7k/8/8/8/1r6/8/8/K7 b - - 0 1")


async def choose(who: Human, value: str) -> None:
    """Choose what is done about only moves."""
    answer = await told(await who.slash("settings change", **{"only-move": value}))
    assert f"\n{ONLY_MOVE.label}: {ONLY_MOVE.values[value]}" in answer


async def test_listed(pair: Pair, referee: Referee) -> None:
    """Settings are listed with what they mean, to each player their own; by default nothing is made by itself."""
    async with untouched(pair.discord, referee):
        await choose(pair.red, "on")
        answer = await told(await pair.blue.slash("settings change"))
        told_of = [line.split(":")[0] for line in answer.splitlines() if line[0] not in "*-"]
        assert told_of == [setting.label for setting in SETTINGS.values()]
        assert f"{ONLY_MOVE.label}: {ONLY_MOVE.values['off']}" in answer


async def test_made_at_once(discord_: Standin, referee: Referee) -> None:
    """Who has chosen so has their only move made at once, in answer to the move before it."""
    pair = await Pair.placed(discord_, referee, CORNER, "chess")
    await choose(pair.red, "on")
    assert await told(await pair.blue.slash("move", notation="Rb3", game=str(pair.number))) == ""
    board = await pair.channel.wait_for(says("**Ka2**"))
    assert board.pinged.users == {pair.blue.id}
    assert await moves_of(referee, pair.number) == ["h3b3", "a1a2"]


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
    assert "**Ka2**" in (await pair.next_board()).content
    assert await moves_of(referee, pair.number) == ["h3b3", "a1a2"]


async def test_a_vacation(discord_: Standin, database: Path) -> None:
    """On vacation one's clocks stand still in all games but live ones, nobody is pinged; it ends by itself or early."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        pair, live = await Pair.seated(discord_, clock="3d/move"), await Pair.seated(discord_, 2, clock="10+5")
        await settled(referee)
        before = len(pair.channel.messages)
        answer = await shown(await pair.red.slash("settings vacation", days=20))
        assert answer.content.startswith("Have a good time! Your clock is stopped in 1 game. You're on vacation;")
        again = await shown(await pair.red.slash("settings vacation", days=1))
        until = (time.now + 20 * DAY) // 1000
        assert (again.content, labels(again)) == (f"You're on vacation until <t:{until}:D>.", ["I'm back"])
        await referee.scheduler.meet()
        await settled(referee)
        assert pair.board.content.endswith(" · on vacation")
        assert "vacation" not in live.board.content
        assert len(pair.channel.messages) == before
        time.go(20 * DAY, referee)
        await referee.scheduler.meet()
        await settled(referee)
        assert f"⏳ <t:{(time.now + 3 * DAY) // 1000}:R>" in pair.board.content
        assert "you have 10 days of" in await told(await pair.red.slash("settings vacation", days=11))
        away = await shown(await pair.red.slash("settings vacation", days=9))
        await (await pair.red.press(away, "I'm back")).reply()
        assert "10 days of vacation left" in away.content
        assert await told(await pair.red.slash("settings vacation", end=True)) == "You're not on vacation."
