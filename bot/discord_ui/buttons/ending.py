"""The buttons under the last board of a game: Rematch, Replay with GIF and Film strip, Record and Check dice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.buttons.lobby_buttons import place_in_words, sides_for
from bot.discord_ui.buttons.more import hand_over
from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import LONGEST, answer, person, picture_file, whisper, whispering
from bot.discord_ui.components.buttons import FILMS, REPLAYING, leafing_view
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller
from bot.games import Table, pictures
from bot.games.lobby.request import Rematch, RematchStep
from bot.games.refusals import Numbered, if_granted
from bot.games.settings import facing
from bot.games.spoken import Occasion
from bot.games.study.replays import Form, ReplayWish
from bot.text import games as wording
from bot.text.harmless import named
from bot.text.reminders import board_link
from engine.model.refusal import Refused
from engine.play.state import State
from engine.records.replay import glimpse, rounds_of

NAME = "replay.png"
FORMS = {"film": Form.GIF, "strip": Form.STRIP}
Answer = Callable[[Interaction, Press], Awaitable[None]]


class StillPlayed(Numbered):
    """A replay of a game that is still going on."""

    words = "Game #{number} is still going on. /record gives its moves so far."


class EndButtons:
    """The answers to presses under the board of a game that is over, by action."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.answers: Mapping[str, Answer] = {
            "rematch": self.rematch,
            "replay": self._replay,
            "sheet": self._sheet,
            "verify": self._verify,
            **dict.fromkeys(REPLAYING, self._leaf),
            **dict.fromkeys(FILMS, self._film),
        }

    # ---- again

    async def rematch(self, interaction: Interaction, press: Press) -> None:
        """Challenge the same players again, or come into the challenge that another has made."""
        player = person(interaction.user)
        rematch = await self._controller.games.lobby.rematch(press.game, player)
        game, step = rematch
        shown = True if step in {RematchStep.WAITING, RematchStep.EARLIER} else await self._controller.show(game)
        if not shown:
            await whisper(interaction, await self._controller.poster.obstacle(game.number))
        elif step is RematchStep.JOINED:
            text = place_in_words(game, player)
            await whisper(interaction, f"{text} {await self._way(rematch)}", view=sides_for(game, player))
        elif step in {RematchStep.WAITING, RematchStep.EARLIER} or game.channel != interaction.channel_id:
            await whisper(interaction, await self._way(rematch))

    async def _way(self, rematch: Rematch) -> str:
        """Where a rematch is, in words."""
        game, step = rematch
        newest = await if_granted(self._controller.games.tables.game(game.number))
        link = "" if newest is None else board_link(newest)
        if step is RematchStep.WAITING:
            words = f"Your rematch, challenge #{game.number}, waits for the others"
        elif step in {RematchStep.MADE, RematchStep.JOINED}:
            words = f"The rematch is challenge #{game.number}"
        else:
            words = f"The rematch is game #{game.number}"
        return f"{words}: {link}." if link else f"{words}."

    # ---- looking back

    async def _over(self, number: int) -> Table:
        """The table of a game that is over."""
        table = await self._controller.games.tables.find(number)
        if table.state.result is None:
            raise Refused(StillPlayed(number))
        return table

    async def _replay(self, interaction: Interaction, press: Press) -> None:
        """Begin to leaf through the game, at its start."""
        table = await self._over(press.game)
        text, extras = await self._shown(interaction, table, 0)
        await whisper(interaction, text, **extras)

    async def _leaf(self, interaction: Interaction, press: Press) -> None:
        """Go to another move; a board costs the same however long the game is."""
        table = await self._over(press.game)
        text, extras = await self._shown(interaction, table, press.sequence)
        await answer(interaction, text, view=extras["view"], attachments=[extras["file"]])

    async def _shown(self, interaction: Interaction, table: Table, move: int) -> tuple[str, dict[str, Any]]:
        """The game after so many of its moves: in words, with buttons and picture, seen from the presser's side."""
        moves = len(table.state.played)
        move = max(0, min(move, moves))
        state = glimpse(table.state, move)
        seats = table.game.seats_of(interaction.user.id)
        seat = seats[0] if seats else facing(table.state)
        viewer = await self._controller.games.settings.viewer(person(interaction.user), seat, guild=table.game.guild)
        people = await self._controller.games.company.at(Table(table.game, state))
        occasion = Occasion(f"game {table.game.number}", rounds_of(state))
        picture = picture_file(await pictures.position(state, viewer, occasion, people), NAME)
        view = leafing_view(table.game.number, move, moves, "game")
        return replay_text(table, state), {"view": view, "file": picture}

    async def _film(self, interaction: Interaction, press: Press) -> None:
        """Show all of the game beside the board that is leafed through."""
        table = await self._over(press.game)
        wish, player = ReplayWish(FORMS[press.action]), person(interaction.user)
        made = await papers.film(self._controller.games, table, player, wish, whispering(interaction))
        text, file = made
        await whisper(interaction, text, file=file)

    # ---- papers

    async def _sheet(self, interaction: Interaction, press: Press) -> None:
        table = await self._controller.games.tables.find(press.game)
        await hand_over(interaction, await papers.record(table))

    async def _verify(self, interaction: Interaction, press: Press) -> None:
        table = await self._controller.games.tables.find(press.game)
        await hand_over(interaction, await papers.dice_checked(table))


def replay_text(table: Table, state: State) -> str:
    """What stands above a board of a replay: the game, the move with its fight, how it stood."""
    fought = wording.fight(state)
    lines = [
        f"**{wording.heading(table, named)}**",
        f"Move {rounds_of(state)} of {rounds_of(table.state)}. {wording.last_move(state) or 'The starting position.'}",
        wording.sentence(fought.removesuffix(".")) if fought else "",
        wording.standing(Table(table.game, state), named),
    ]
    return "\n".join(line for line in lines if line)[:LONGEST]
