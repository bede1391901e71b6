"""The commands /settings show and /settings change."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import THEME_CHOICES, Interaction
from bot.discord_ui.commands.groups import SETTINGS
from bot.discord_ui.commands.respond import DeskCog, tell_in, to_the_line
from bot.discord_ui.components.acknowledging import acknowledge
from bot.games.settings import LETTERS, NEXT, NUDGES, ONLY_MOVE, THEME, in_words
from bot.store import Player
from bot.text import clocks as clockwords
from bot.text import reminders as reminderwords
from engine.model.english import listed

EXPLAINED = 3
"""Of how many other values of a setting a listing tells what they mean; of more it tells only the names."""


class SettingsCog(DeskCog):
    """A player's own settings."""

    @SETTINGS.command(description="Your settings, your reminders and your vacation, as they stand")
    async def show(self, interaction: Interaction) -> None:
        """List what the asker has chosen."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        player, games = person(interaction.user), self.controller.games
        reminders = reminderwords.standing(await games.reminders.standing(player), games.now())
        vacation = clockwords.vacation(await games.vacations.standing(player))
        await answer(interaction, to_the_line(f"{await self._chosen(player)}\n{vacation}\n{reminders}"))

    @SETTINGS.command(description="Choose how you play and see boards")
    @app_commands.rename(only_move="only-move", next_up="next")
    @app_commands.describe(
        only_move="Make my only legal move for me: off, on (but not attacks with dice), all",
        letters="Each piece's letter beside its icon, on boards drawn for me; auto: for my first games",
        theme="The colours of boards drawn for me; auto: the server's",
        nudges="Whether the others in my games may nudge me, once a day for each game",
        next_up="Whether to ping me when I am next, in games for three or four",
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
        """Choose settings, then list them."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        player = person(interaction.user)
        for setting, value in (
            (ONLY_MOVE, only_move),
            (LETTERS, letters),
            (THEME, theme),
            (NUDGES, nudges),
            (NEXT, next_up),
        ):
            if value is None:
                continue
            await self.controller.games.settings.choose(player, setting.name, value)
        async with self.controller.telling(tell_in(interaction), await self._chosen(player)):
            for table in await self.controller.games.play.catch_up(player):
                await self.controller.show(table.game)

    async def _chosen(self, player: Player) -> str:
        """The settings of a player, with what else each can be."""
        lines = ["Your settings; choose others with /settings change:"]
        for setting, held in await self.controller.games.settings.all_of(player):
            lines.append(f"**{in_words(setting, held)}**")
            others = [other for other in setting.values if other != held]
            if len(others) <= EXPLAINED:
                lines += [f"-# {in_words(setting, other)}" for other in others]
            else:
                lines.append(f"-# {setting.name} can also be {listed(others)}")
        return "\n".join(lines)
