"""The command /explore: a private copy of any position of a game, on which to try moves for all sides."""

from __future__ import annotations

from functools import partial
from typing import Literal

from discord import app_commands

from bot.discord_ui.buttons.explore_buttons import shown
from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import (
    LONGEST,
    Choices,
    Interaction,
    about_a_game,
    offer_moves,
    offer_positions,
)
from bot.discord_ui.commands.groups import everywhere
from bot.discord_ui.commands.respond import DeskCog, open_privately
from bot.discord_ui.components.move_picker import Path, path_to
from bot.games import Explored, Table
from bot.games.refusals import if_granted
from bot.games.study.exploring import ENDS, moves_decided
from engine.lookahead.conditional import unfinished_line
from engine.model.refusal import Refusal
from engine.play.referee import sheet
from engine.rules.fight import FightResult


class OutcomeOfNoMove(Refusal):
    """The end of a fight without the move that begins it."""

    words = "outcome: says how the fight over a move ends, so name the move with move:."


class ExploringCog(DeskCog):
    """Trying moves without touching a game."""

    @everywhere
    @app_commands.command(description="Try moves for all sides on a copy of a position that only you see")
    @app_commands.describe(
        after="3 (everyone's third move), 3. Tc4 or 3. … Txc1; 0 for the start, leave out for the present position",
        move="A move to try in your open exploration, or several, such as e4 e5 Nf3",
        outcome="How the fights over these moves end",
    )
    @about_a_game
    async def explore(
        self,
        interaction: Interaction,
        game: str | None = None,
        after: app_commands.Range[str, 1, 40] | None = None,
        move: str | None = None,
        outcome: Literal["won", "lost", "tied"] | None = None,
    ) -> None:
        """Begin an exploration, or try a move in the one that is open."""
        open_privately(interaction)
        if outcome is not None and move is None:
            await answer(interaction, OutcomeOfNoMove())
            return
        begun = game is not None or after is not None or move is None
        explored = await (self._begun(interaction, game, after) if begun else self._open(interaction))
        if move is None:
            await self._show(interaction, explored)
        else:
            await self._try(interaction, explored, move, ENDS.get(outcome or ""))

    async def _open(self, interaction: Interaction) -> Explored:
        """The exploration that the player has open, or a new one where there is none."""
        found = await if_granted(self.controller.games.exploring.latest(person(interaction.user)))
        return await self._begun(interaction, None, None) if found is None else found

    async def _begun(self, interaction: Interaction, game: str | None, after: str | None) -> Explored:
        """A new exploration."""
        table = await self.controller.seen_table(interaction, game)
        return await self.controller.games.exploring.begin(table, person(interaction.user), after)

    async def _try(self, interaction: Interaction, explored: Explored, text: str, verdict: FightResult | None) -> None:
        """Make a move or a line of moves on the copy, after asking how its last fight ends unless that is given."""
        tried = await self.controller.games.exploring.try_line(explored, text, verdict)
        after, attack = tried
        await self._show(interaction, after, path_to(sheet(after.state), attack) if attack else ())

    async def _show(self, interaction: Interaction, explored: Explored, path: Path = ()) -> None:
        content, view, attachments = await shown(self.controller, explored, path)
        await answer(interaction, content, view=view, attachments=attachments)

    @explore.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> Choices:
        found: Table | Explored | None
        found = await if_granted(self.controller.games.exploring.latest(person(interaction.user)))
        if found is None or interaction.namespace.game is not None:
            found = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        if found is None or len(typed) > LONGEST:
            return []
        work = partial(unfinished_line, found.state, typed)
        line = await if_granted(self.controller.games.readers.read(interaction.user.id, work))
        if line is None:
            return []
        before, state = line
        return offer_moves(sheet(state), typed[len(before) :], before)

    @explore.autocomplete("after")
    async def _positions(self, interaction: Interaction, typed: str) -> Choices:
        table = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        if table is None:
            return []
        player = person(interaction.user)
        work = partial(offer_positions, table.state, typed, moves_decided(table.state))
        found = await if_granted(self.controller.games.readers.read(player.id, work))
        return [] if found is None else found
