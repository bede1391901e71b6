"""The commands /game draw, pause and takeback: proposals made and answered, draws claimed, games resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from discord import app_commands

from bot.discord_ui.commands.autocomplete import Interaction, about_a_game
from bot.discord_ui.commands.groups import GAME
from bot.discord_ui.commands.respond import DeskCog, EitherOr, carry_out, open_privately
from engine.model.refusal import Refused
from engine.play.commands import Agree, ClaimDraw, Command, Decline, Propose, Resume
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.proposals import MOST

Make = Callable[[int], Command]
Draw = Literal["offer", "accept", "decline", "claim"]
Pause = Literal["offer", "accept", "decline", "resume"]

DRAWS: Mapping[Draw, Make] = {
    "offer": partial(Propose, kind=DRAW),
    "accept": partial(Agree, kind=DRAW),
    "decline": partial(Decline, kind=DRAW),
    "claim": ClaimDraw,
}
PAUSES: Mapping[Pause, Make] = {
    "offer": partial(Propose, kind=PAUSE),
    "accept": partial(Agree, kind=PAUSE),
    "decline": partial(Decline, kind=PAUSE),
    "resume": Resume,
}


class ProposalsCog(DeskCog):
    """Draws, pauses and takebacks."""

    @GAME.command(description="Offer a draw, answer an offer, or claim a draw under the rules")
    @app_commands.describe(action="An offer lapses when somebody who has not agreed moves")
    @about_a_game
    async def draw(self, interaction: Interaction, action: Draw, game: str | None = None) -> None:
        """Offer, accept, decline or claim a draw."""
        await carry_out(interaction, self.controller, game, DRAWS[action])

    @GAME.command(description="Stop the clock of a game by agreement, or start it again")
    @app_commands.describe(action="An offer lapses with the next move; any player may resume a paused game")
    @about_a_game
    async def pause(self, interaction: Interaction, action: Pause, game: str | None = None) -> None:
        """Offer, accept or decline a pause, or resume the game."""
        await carry_out(interaction, self.controller, game, PAUSES[action])

    @GAME.command(description="Ask to take moves back, or answer such a request")
    @app_commands.rename(reply="answer")
    @app_commands.describe(
        reply="Your answer to an open takeback; declining your own withdraws it",
        moves="How many moves, counting everybody's; leave out to go back to your own last move",
    )
    @about_a_game
    async def takeback(
        self,
        interaction: Interaction,
        reply: Literal["accept", "decline"] | None = None,
        moves: app_commands.Range[int, 1, MOST] | None = None,
        game: str | None = None,
    ) -> None:
        """Ask for a takeback, or answer one."""
        if reply is not None and moves is not None:
            open_privately(interaction)
            raise Refused(EitherOr("answer:", "moves:"))
        if reply is None:
            await carry_out(interaction, self.controller, game, partial(Propose, kind=TAKEBACK, moves=moves or 0))
        else:
            respond = Agree if reply == "accept" else Decline
            await carry_out(interaction, self.controller, game, partial(respond, kind=TAKEBACK))
