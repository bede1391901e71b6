"""The command /game if: conditional moves, which only their owner sees."""

from __future__ import annotations

import logging
import re

from discord import app_commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, answer, person
from bot.discord_ui.commands.autocomplete import (
    LONGEST,
    Choices,
    Interaction,
    about_a_game,
    fitting,
    offer_moves,
)
from bot.discord_ui.commands.groups import GAME
from bot.discord_ui.commands.respond import DeskCog, EitherOr, open_on, tell_in, to_the_line
from bot.discord_ui.controller import SORRY
from bot.games.refusals import if_granted
from bot.journal import wordless
from bot.store import StoredGame
from bot.text.harmless import quoted
from engine.model.english import counted, plain
from engine.model.refusal import Refusal, Refused

log = logging.getLogger(__name__)

EVERYTHING = "all"
_LABEL = re.compile(r"#?(\d{1,8})(?:\. if\b|\.?$)", re.ASCII)


class NoLabel(Refusal):
    """A text that is no number of a conditional move."""

    given: str

    words = "“{given:shown}” is no number of a conditional move. /game if lists them."


def label_of(text: str) -> int:
    """The number of a conditional move, alone or as the list has it."""
    numbered = _LABEL.match(plain(text))
    if numbered is None:
        raise Refused(NoLabel(text))
    return int(numbered[1])


class ConditionalCog(DeskCog):
    """Conditional moves."""

    @GAME.command(name="if", description="Keep conditional moves, or list yours; nobody else sees them")
    @app_commands.describe(
        text="Such as Pxd4 then Gxd4, Tb3 then Pe5; more after a semicolon. Leave out to list them",
        cancel="The number of a conditional move to cancel, or all",
    )
    @about_a_game
    async def ahead(
        self, interaction: Interaction, text: str | None = None, cancel: str | None = None, game: str | None = None
    ) -> None:
        """Keep, list or cancel conditional moves."""
        meant = await open_on(interaction, self.controller.waiting, game, Need.FILES if text else Need.NOTHING)
        if cancel is not None and text is not None:
            await answer(interaction, EitherOr("text:", "cancel:"))
        elif cancel is not None:
            await answer(interaction, await self._cancel(interaction, meant, cancel))
        elif text is not None:
            async with self.controller.telling(tell_in(interaction), await self._keep(interaction, meant, text)):
                await self.controller.games.play.follow(meant.number)
                await self.controller.show(meant)
        else:
            await answer(interaction, await self._listed(interaction, meant))

    async def _keep(self, interaction: Interaction, game: StoredGame, text: str) -> str:
        try:
            kept = await self.controller.games.conditional.keep(game.number, person(interaction.user), text)
        except Refused:
            raise
        except Exception as problem:  # noqa: BLE001 - logged without its text, which may quote what was typed
            log.error("game %d: a conditional move was not kept: %s", game.number, wordless(problem))  # noqa: TRY400
            return SORRY
        lines = "".join(f"\n- if {quoted(line)}" for line in kept)
        return (
            f"Kept for game #{game.number}; nobody else sees this:{lines[: messages.LONGEST]}\n"
            "-# When the moves before it are made, an answer follows at once if it is legal, whatever the dice did."
        )

    async def _cancel(self, interaction: Interaction, game: StoredGame, cancel: str) -> str:
        label = None if plain(cancel).casefold() == EVERYTHING else label_of(cancel)
        gone = await self.controller.games.conditional.cancel(game.number, person(interaction.user), label)
        return f"Cancelled {counted(gone, 'conditional move')} in game #{game.number}."

    async def _listed(self, interaction: Interaction, game: StoredGame) -> str:
        conditional, player = self.controller.games.conditional, person(interaction.user)
        lines = [f"Your conditional moves in game #{game.number}; nobody else sees them:"]
        lines += [f"{each.label}. if {quoted(each.words)}" for each in await conditional.kept(game.number, player)]
        lines += [f"~~if {quoted(e.words)}~~ ({e.gone})" for e in await conditional.gone(game.number, player)]
        if len(lines) == 1:
            return f"You have no conditional moves in game #{game.number}. /game if text:Pxd4 then Gxd4 keeps one."
        return to_the_line("\n".join(lines))

    @ahead.autocomplete("text")
    async def _texts(self, interaction: Interaction, typed: str) -> Choices:
        meant = await if_granted(self.controller.waiting(interaction, interaction.namespace.game))
        table = None if meant is None else await if_granted(self.controller.games.tables.find(meant.number))
        if table is None or table.state.turn in table.game.seats_of(interaction.user.id):
            return []
        if len(typed) > LONGEST:
            return []
        found = await self.controller.games.conditional.unfinished(table, person(interaction.user), typed)
        if found is None:
            return []
        before, legal = found
        return offer_moves(legal, typed[len(before) :], before)

    @ahead.autocomplete("cancel")
    async def _labels(self, interaction: Interaction, typed: str) -> Choices:
        meant = await if_granted(self.controller.waiting(interaction, interaction.namespace.game))
        if meant is None:
            return []
        kept = await self.controller.games.conditional.kept(meant.number, person(interaction.user))
        pairs = [(EVERYTHING, EVERYTHING), *((f"{each.label}. if {each.words}", str(each.label)) for each in kept)]
        return fitting(pairs, typed)
