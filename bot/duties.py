"""What comes of deadlines in Discord: flags and vacations are shown, players reminded, the heart beats in silence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.courier import Courier
from bot.desk import Desk
from bot.matches.timekeeping import BEAT
from bot.matches.timing import FLAG
from bot.scheduler import Handler
from bot.store import Deadline
from bot.store.reminders import NOTICE, REMIND
from bot.store.vacations import KIND as VACATION


def duties(desk: Desk, courier: Courier) -> Mapping[str, Handler]:
    """The handlers of deadlines by their kinds."""
    matches, poster = desk.matches, desk.poster

    async def flag(deadline: Deadline) -> None:
        if await matches.timekeeper.flag(deadline) is not None:
            await poster.show(deadline.game)

    async def vacation(deadline: Deadline) -> None:
        for number in await matches.holidays.due(deadline):
            await poster.show(number)

    async def beat(deadline: Deadline) -> None:
        for number in await matches.timekeeper.beat(deadline):
            await poster.show(number)

    async def notice(deadline: Deadline) -> None:
        await matches.reminders.send(deadline, courier.deliver)

    reminding = {REMIND: matches.reminders.due, NOTICE: notice}
    return {FLAG: flag, VACATION: vacation, BEAT: beat, **reminding}
