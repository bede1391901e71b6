"""The command /settings: what a player chooses for all their games; vacations, reminders, privacy."""

from __future__ import annotations

import logging
from functools import partial
from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, answer, in_place, person, send_private
from bot.discord_ui.commands.autocomplete import THEME_CHOICES, choices, completing, fitting, value_of
from bot.discord_ui.components.items import BLUE, RED, Interaction, Press, button, buttons
from bot.discord_ui.components.screens import BOOK, Screen, attachment
from bot.discord_ui.controller import Controller, DeskCog, EitherOr, everywhere, to_the_line
from bot.games import reminders as preferences
from bot.games.refusals import refuse_if
from bot.games.settings import LETTERS, NEXT, NUDGES, OFF, ON, ONLY_MOVE, THEME
from bot.store import Player
from bot.text import games as wording
from bot.text import news, privacy
from bot.text import reminders as reminderwords
from engine.clocks.zones import zones_like
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say

log = logging.getLogger(__name__)


@button("export", "Export", BLUE)
async def _export(controller: Controller, interaction: Interaction, _: Press) -> None:
    files = await controller.games.privacy.export(person(interaction.user), wording.record_of)
    try:
        for number, file in enumerate(files, 1):
            name = "hexmarshal.zip" if len(files) == 1 else f"hexmarshal-{number}.zip"
            await send_private(interaction, Screen(privacy.part_of(number, len(files)), files=[attachment(file, name)]))
    except messages.DISCORD_ERRORS as problem:
        log.warning("an export was not delivered: %s", problem)
        await send_private(interaction, privacy.UNDONE)


@button("forget", "Delete everything", RED)
async def _ask(controller: Controller, interaction: Interaction, _: Press) -> None:
    player = person(interaction.user)
    games = await controller.games.privacy.under_way(player)
    await send_private(interaction, Screen(privacy.asking(games, player), buttons(0, 0, "farewell", "stay")))


@button("farewell", "Yes, delete everything", RED)
async def _forget(controller: Controller, interaction: Interaction, _: Press) -> None:
    player, use = person(interaction.user), controller.games.privacy
    await use.ask(player)
    await answer(interaction, privacy.BEGUN)
    for number in await use.carry_on(player.id):
        await controller.poster.show(number)
    await answer(interaction, privacy.GOING_ON if await use.store.asked(player.id) else privacy.GONE)


@button("stay", "Cancel")
async def _stay(_: Controller, interaction: Interaction, __: Press) -> None:
    await answer(interaction, privacy.CANCELLED)


WELCOME_BACK = "Welcome back – your clocks are running again."


@button("imback", "I'm back", BLUE)
async def _come_back(controller: Controller, interaction: Interaction, _: Press | None = None) -> None:
    vacations, player = controller.games.vacations, person(interaction.user)
    await vacations.end(player)
    await answer(interaction, f"{WELCOME_BACK} {news.vacation(await vacations.standing(player))}")


@button("settings", "Settings")
async def _show(controller: Controller, interaction: Interaction, _: Press | None = None) -> None:
    player, games = person(interaction.user), controller.games
    reminders = reminderwords.standing(await games.reminders.standing(player), games.now())
    vacation = news.vacation(await games.vacations.standing(player))
    said = to_the_line(f"{await _chosen(controller, player)}\n{vacation}\n{reminders}")
    await in_place(interaction, Screen(said, colour=BOOK))


async def _chosen(controller: Controller, player: Player) -> str:
    chosen = await controller.games.settings.all_of(player)
    lines = [f"{setting.label}: {setting.values.get(held, held)}" for setting, held in chosen]
    return "\n".join(["**Your settings**", *lines, "-# Change them with /settings change."])


AT = (
    ("at half and at the last tenth", "1/2 1/10"),
    ("at the last tenth", "1/10"),
    ("when a day is left", "1 day"),
    ("when 12 hours are left", "12h"),
    ("never", "off"),
)
WHERE = (("in the channel of each game", "game"), ("here", "here"), ("by direct message", "dm"))
QUIET = (("from 22:00 to 8:00", "22:00-08:00"), ("from 23:00 to 7:00", "23:00-07:00"), ("none", "off"))


class MayNotWrite(Refusal):
    words = "I can't write here, so I can't remind you here."


@everywhere
class SettingsCog(
    DeskCog, commands.GroupCog, group_name="settings", group_description="Your own settings, for all your games"
):
    @app_commands.command(name="privacy", description="What I store about you: export or delete it")
    async def privacy(self, interaction: Interaction) -> None:
        browsers = ["signout"] if self.controller.games.browsers.address else []
        await answer(interaction, Screen(privacy.KEPT, buttons(0, 0, "export", *browsers, "forget"), colour=BOOK))

    @app_commands.command(description="Stop your clocks while you're away, except in live games")
    @app_commands.describe(days="How many days; you can come back earlier", end="Come back now")
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 1, 366] | None = None, end: bool = False
    ) -> None:
        player = person(interaction.user)
        refuse_if(days is not None and end, EitherOr("`days`, to go on vacation,", "`end`, to come back"))
        if end:
            await _come_back(self.controller, interaction)
            return
        vacations = self.controller.games.vacations
        said = ""
        if days is not None:
            await vacations.begin(player, days)
            stopped = await vacations.games_of(player)
            said = say("Have a good time! Your clock is stopped in {games:counted game}. ", games=stopped)
        standing = await vacations.standing(player)
        items = buttons(0, 0, "imback") if standing.current else []
        await answer(interaction, Screen(said + news.vacation(standing), items))

    @app_commands.command(description="When and where I remind you of your games")
    @app_commands.describe(
        at="Your time left when I remind you, like 1/2, 1/10, 50% or 12h; or off",
        where="In each game's channel, here, or by direct message",
        quiet="Hours without reminders, like 22:00-08:00; or off",
        zone="Your time zone, like Berlin, Kenya or +02:00",
        live="Remind you in live games, too",
    )
    @app_commands.autocomplete(
        at=completing(partial(fitting, AT)),
        where=completing(partial(fitting, WHERE)),
        quiet=completing(partial(fitting, QUIET)),
        zone=completing(lambda typed: choices([(zone, zone) for zone in zones_like(typed)])),
    )
    async def reminders(
        self,
        interaction: Interaction,
        at: str | None = None,
        where: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        live: bool | None = None,
    ) -> None:
        texts = {
            preferences.AT: at and value_of(at, AT),
            preferences.WHERE: where and _spot(interaction, value_of(where, WHERE)).text,
            preferences.QUIET: quiet and value_of(quiet, QUIET),
            preferences.ZONE: zone,
            preferences.LIVE: None if live is None else ON if live else OFF,
        }
        wanted = {name: text for name, text in texts.items() if text is not None}
        reminders, player = self.controller.games.reminders, person(interaction.user)
        told = await (reminders.choose(player, wanted) if wanted else reminders.standing(player))
        await answer(interaction, Screen(reminderwords.standing(told, self.controller.games.now()), colour=BOOK))

    @app_commands.command(description="See your settings, reminders and vacation")
    async def show(self, interaction: Interaction) -> None:
        await _show(self.controller, interaction)

    @app_commands.command(description="Change how you play and see boards")
    @app_commands.rename(only_move="only-move", next_up="next")
    @app_commands.describe(
        only_move="Play my forced moves for me: off, on (except attacks with dice), all",
        letters="Letters beside the icons; auto: in my first games",
        theme="My board's colours; auto: the server's",
        nudges="Let opponents nudge me, once a day per game",
        next_up="Give me a heads-up when I'm next, in games for 3 or 4",
    )
    @app_commands.choices(theme=THEME_CHOICES)
    async def change(
        self,
        interaction: Interaction,
        only_move: Literal["off", "on", "all"] | None = None,
        letters: Literal["auto", "off", "on"] | None = None,
        theme: str | None = None,
        nudges: Literal["off", "on"] | None = None,
        next_up: Literal["off", "on"] | None = None,
    ) -> None:
        player = person(interaction.user)
        chosen = only_move, letters, theme, nudges, next_up
        for setting, value in zip((ONLY_MOVE, LETTERS, THEME, NUDGES, NEXT), chosen, strict=True):
            if value is not None:
                await self.controller.games.settings.choose(player, setting.name, value)
        screen = Screen(await _chosen(self.controller, player), colour=BOOK)
        async with self.controller.telling(answer(interaction, screen)):
            for table in await self.controller.games.play.catch_up(player):
                await self.controller.show(table.game)


def _spot(interaction: Interaction, text: str) -> preferences.ReminderPlace:
    wanted, place = text.strip().casefold(), messages.place_in_server(interaction)
    if wanted in {"game", "dm"}:
        return preferences.ReminderPlace(direct=wanted == "dm")
    refuse_if(wanted != "here", preferences.BadWhere())
    if interaction.context.dm_channel:
        return preferences.ReminderPlace(direct=True)
    if place is None or messages.lacking_at(interaction, Need.WRITE):
        raise Refused(MayNotWrite())
    return preferences.ReminderPlace(place.guild, place.channel)
