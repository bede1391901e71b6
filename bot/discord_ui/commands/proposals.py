"""The commands /draw, /pause and /takeback: proposals made and answered, draws claimed, games resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from discord import app_commands

from bot.discord_ui.commands.autocomplete import GAME, Interaction, about_a_game, own_games
from bot.discord_ui.commands.respond import DeskCog, carry_out
from bot.discord_ui.controller import Controller
from engine.play.commands import Agree, ClaimDraw, Command, Decline, Propose, Resume
from engine.play.proposal import DRAW, PAUSE, TAKEBACK
from engine.play.takeback import MOST

Word = tuple[str, str, Callable[[int], Command]]
"""A command of a group: its description, and the command to the referee."""

DRAWS: Sequence[Word] = (
    ("offer", "Offer a draw; the offer lapses when somebody who has not agreed moves", partial(Propose, kind=DRAW)),
    ("accept", "Accept the draw you are offered", partial(Agree, kind=DRAW)),
    ("decline", "Decline the draw you are offered", partial(Decline, kind=DRAW)),
    ("claim", "Claim a draw under the rules", ClaimDraw),
)
PAUSES: Sequence[Word] = (
    ("offer", "Offer a pause; the offer lapses with the next move", partial(Propose, kind=PAUSE)),
    ("accept", "Accept the pause you are offered", partial(Agree, kind=PAUSE)),
    ("decline", "Decline the pause you are offered", partial(Decline, kind=PAUSE)),
    ("resume", "Resume a paused game; any player may", Resume),
)


class ProposalsCog(DeskCog):
    """Draws, pauses and takebacks."""

    draw = app_commands.Group(name="draw", description="Offer, accept, decline or claim a draw")
    pause = app_commands.Group(name="pause", description="Stop the clock of a game by agreement, and start it again")

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        for group, words in ((self.draw, DRAWS), (self.pause, PAUSES)):
            for word in words:
                group.add_command(self._acting(*word))

    def _acting(
        self, name: str, description: str, command: Callable[[int], Command]
    ) -> app_commands.Command[Any, ..., Any]:
        """A slash command that carries out a player's command to a game."""

        @app_commands.command(name=name, description=description)
        @about_a_game
        async def act(interaction: Interaction, game: str | None = None) -> None:
            await carry_out(interaction, self.controller, game, command)

        return act

    @app_commands.command(description="Ask to take moves back, or answer such a request")
    @app_commands.rename(reply="answer")
    @app_commands.describe(
        reply="Your answer to an open takeback; declining your own withdraws it",
        moves="How many moves, counting everybody's; leave out to go back to your own last move",
        game=GAME,
    )
    @app_commands.autocomplete(game=own_games)
    async def takeback(
        self,
        interaction: Interaction,
        reply: Literal["accept", "decline"] | None = None,
        moves: app_commands.Range[int, 1, MOST] | None = None,
        game: str | None = None,
    ) -> None:
        """Ask for a takeback, or answer one."""
        if reply is None:
            await carry_out(interaction, self.controller, game, partial(Propose, kind=TAKEBACK, moves=moves or 0))
        else:
            answer = Agree if reply == "accept" else Decline
            await carry_out(interaction, self.controller, game, partial(answer, kind=TAKEBACK))
