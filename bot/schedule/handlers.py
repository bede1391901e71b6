"""Handlers of deadlines in Discord: flags and vacations shown, players reminded or forgotten, heartbeats recorded."""

from __future__ import annotations

from collections.abc import Mapping

from bot.discord_ui.channel.reminder_sender import ReminderSender
from bot.discord_ui.controller import Controller
from bot.games.deadlines import FLAG
from bot.games.play.timekeeping import BEAT
from bot.schedule.scheduler import Handler
from bot.store import Deadline
from bot.store.departures import FORGET
from bot.store.nudges import NUDGE
from bot.store.privacy import ERASE, SCRUB
from bot.store.reminders import NOTICE, REMIND
from bot.store.vacations import KIND as VACATION


def duties(controller: Controller, courier: ReminderSender) -> Mapping[str, Handler]:
    """The handlers of deadlines by their kinds."""
    games, poster = controller.games, controller.poster

    async def flag(deadline: Deadline) -> None:
        if await games.departures.away(deadline.game):
            await games.departures.put_off(deadline)
        elif await games.timekeeper.flag(deadline) is not None:
            await poster.show(deadline.game)

    async def vacation(deadline: Deadline) -> None:
        for number in await games.vacations.due(deadline):
            await poster.show(number)

    async def beat(deadline: Deadline) -> None:
        for number in await games.timekeeper.beat(deadline):
            await poster.show(number)

    async def remind(deadline: Deadline) -> None:
        if await games.departures.away(deadline.game):
            await games.departures.put_off(deadline)
        else:
            await games.reminders.due(deadline)

    async def erase(deadline: Deadline) -> None:
        for number in await games.privacy.carry_on(deadline):
            await poster.show(number)

    async def notice(deadline: Deadline) -> None:
        await games.reminders.send(deadline, courier.deliver)

    async def nudge(deadline: Deadline) -> None:
        await games.nudges.send(deadline, courier.deliver)

    reminding = {REMIND: remind, NOTICE: notice, NUDGE: nudge}
    forgetting = {ERASE: erase, SCRUB: games.privacy.scrub, FORGET: games.departures.due}
    return {FLAG: flag, VACATION: vacation, BEAT: beat, **reminding, **forgetting}
