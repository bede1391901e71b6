"""What the referee does costs no more when others play twice as much, counted in the steps that SQLite takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from bot.games.directory import LISTED
from bot.games.tables import Location
from bot.store import Player
from engine.model.refusal import Refusal
from engine.play.commands import Resign
from tests.bot.support.crowded import repeat
from tests.bot.support.refusals import outcome
from tests.bot.support.reminded import ANN, BOB, CHANNEL, GUILD, Mailbox, Process, process
from tests.bot.support.timed import Time

HERE, DONE, QUIET = Location(GUILD, CHANNEL), Location(GUILD, CHANNEL + 1), Location(GUILD, CHANNEL + 2)
"""Where games go on, where all are over, and where others play none."""
EVE = Player(9, "Eve")
FEW = 250
"""More games than are ever offered at once."""


async def resign(host: Process, number: int) -> None:
    await host.games.play.act(await host.games.tables.find(number), ANN, Resign)


DEEDS: Mapping[str, Callable[[Process], Awaitable[Any]]] = {
    "a move": lambda host: host.move(1),
    "the end of a rated game": lambda host: resign(host, 3),
    "a wake-up of the scheduler": lambda host: host.scheduler.meet(),
    "a player's /board": lambda host: host.games.directory.shown(HERE, ANN, None),
    "a spectator's /board": lambda host: host.games.directory.shown(HERE, EVE, None),
    "a /board where all is over": lambda host: host.games.directory.shown(DONE, EVE, None),
    "a move without a number": lambda host: host.games.directory.mine(HERE, ANN, None),
    "the games to move in": lambda host: host.games.directory.choices(HERE, ANN, awaiting=True),
    "the games to follow": lambda host: host.games.ledger.others_in(HERE.channel, EVE.id, LISTED),
    "what awaits a player": lambda host: host.games.agendas.of(ANN, GUILD),
    "a leaderboard": lambda host: host.games.standings.leaders(GUILD, "chess"),
    "all leaderboards": lambda host: host.games.standings.families(GUILD),
    "a profile": lambda host: host.games.standings.profile(GUILD, ANN),
    "a head-to-head": lambda host: host.games.standings.duels(GUILD, ANN, BOB),
    "other times for reminders": lambda host: host.games.reminders.choose(ANN, {"remind-at": "1/4"}),
    "the letters to be sent": lambda host: host.games.ledger.outbox.due(host.watch.now),
    "only moves made by themselves": lambda host: host.games.play.catch_up(ANN),
    "a vacation": lambda host: host.games.vacations.begin(ANN, 3),
    "a vacation's games": lambda host: host.games.vacations.games_of(ANN),
    "a member who has left": lambda host: host.games.ledger.members.left(GUILD, ANN.id, 0),
    "a member who is seen": lambda host: host.games.membership.seen(GUILD, ANN.id),
    "what is still to be shown": lambda host: host.games.ledger.outbox.boards(),
}


class Steps:
    """Counts the steps that a store's statements take."""

    def __init__(self) -> None:
        self.taken = 0

    def __call__(self) -> int:
        """Count a step; 0 lets the statement go on."""
        self.taken += 1
        return 0


async def counted(path: Path, others: int) -> Mapping[str, int]:
    """The steps that each deed takes where others have so many games under way, and as many that are over."""
    watch = Time()
    async with process(path, watch, Mailbox(watch)) as host:
        going, over = await host.begin(), await host.begin(channel=DONE.channel)
        ending = await host.begin(players=(ANN, EVE), channel=QUIET.channel)
        assert [1, 2, 3] == [going, over, ending]
        await host.database.rows("UPDATE games SET rated = 1")
        for _ in range(4):
            await host.move(over)
            await host.move(ending)
        await resign(host, over)
        await host.database.rows("UPDATE games SET shown = sequence")
        await host.scheduler.meet()
        for game in (going, over):
            await repeat(host.database, game, others)
        steps, found = Steps(), {}
        await host.database._connection.set_progress_handler(steps, 1)
        for name, deed in DEEDS.items():
            before = steps.taken
            done = await outcome(deed(host))
            assert not isinstance(done, Refusal) or name == "a spectator's /board", done
            found[name] = steps.taken - before
    return found


async def test_nothing_costs_more_as_others_play_more(tmp_path: Path) -> None:
    """Whatever somebody does takes as many steps whether others have played FEW games or twice as many."""
    few, many = [await counted(tmp_path / f"{others}.sqlite", others) for others in (FEW, 2 * FEW)]
    assert few == many
    assert 0 < min(few.values())
