"""Handlers of deadlines in Discord: what is due is shown, people are reminded, told or forgotten, heartbeats kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.discord_ui.channel.absences import Absences
from bot.discord_ui.channel.daily import DailyPoster
from bot.discord_ui.channel.loss_teller import LossTeller
from bot.discord_ui.channel.reminder_sender import ReminderSender
from bot.discord_ui.controller import Controller
from bot.games import Games
from bot.games.deadlines import FLAG
from bot.games.play.timekeeping import BEAT
from bot.games.puzzles import DAILY
from bot.games.reminders.reminders import Delivery, Message
from bot.schedule.scheduler import Handler
from bot.store import Deadline
from bot.store.deadlines import VACATION
from bot.store.departures import FORGET
from bot.store.ledger import LAPSE
from bot.store.lost import LOST
from bot.store.members import ABANDONED, CHECK, LEFT
from bot.store.privacy import ERASE, SCRUB
from bot.store.reminders import NOTICE, NUDGE, REMIND


def duties(
    controller: Controller, courier: ReminderSender, absences: Absences, teller: LossTeller, daily: DailyPoster
) -> Mapping[str, Handler]:
    """The handlers of deadlines by their kinds."""
    games, poster = controller.games, controller.poster
    at_home = partial(_at_home, games)

    async def flag(deadline: Deadline) -> None:
        if await games.timekeeper.flag(deadline) is not None:
            await poster.show(deadline.game)

    async def vacation(deadline: Deadline) -> None:
        for number in await games.vacations.due(deadline):
            await poster.show(number)

    async def beat(deadline: Deadline) -> None:
        for number in await games.timekeeper.beat(deadline):
            await poster.show(number)

    async def erase(deadline: Deadline) -> None:
        for number in await games.privacy.carry_on(deadline):
            await poster.show(number)

    async def deliver(message: Message) -> Delivery:
        """Remind a player of the games in servers that they have not left; where there are none, nobody is reminded."""
        there = [
            table
            for table in message.tables
            if await games.membership.present(table.game.guild, message.player) is not False
        ]
        return await courier.deliver(replace(message, tables=tuple(there))) if there else Delivery.TOLD

    async def notice(deadline: Deadline) -> None:
        await games.reminders.send(deadline, deliver)

    async def nudge(deadline: Deadline) -> None:
        await games.nudges.send(deadline, deliver)

    keeping = {FLAG: at_home(flag), VACATION: vacation, BEAT: beat, LOST: teller.tell}
    reminding = {REMIND: at_home(games.reminders.due), NOTICE: notice, NUDGE: nudge}
    members = {LEFT: at_home(absences.left), ABANDONED: at_home(absences.abandoned), CHECK: games.membership.check}
    forgetting = {ERASE: erase, SCRUB: games.privacy.scrub, FORGET: games.departures.due}
    posting = {LAPSE: at_home(partial(_lapse, controller)), DAILY: daily.post}
    return {**keeping, **posting, **reminding, **members, **forgetting}


def _at_home(games: Games, meet: Handler) -> Handler:
    """Meet a deadline of a game, or put it off while the bot is not in the game's server.

    What the clocks of the game are owed comes first.
    """

    async def met(deadline: Deadline) -> None:
        if await games.departures.away(deadline.game):
            await games.departures.put_off(deadline)
        else:
            await games.timekeeper.keep(deadline.game)
            await meet(deadline)

    return met


async def _lapse(controller: Controller, deadline: Deadline) -> None:
    """Close a challenge that nobody has answered in time, and let its message say so."""
    if await controller.games.lobby.grow_old(deadline):
        await controller.poster.show(deadline.game)
