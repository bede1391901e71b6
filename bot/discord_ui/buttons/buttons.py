"""The handlers of buttons and menus: each press is acknowledged at once, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple

import discord

from bot.discord_ui.buttons.explore_buttons import ExploreButtons
from bot.discord_ui.buttons.import_viewer import ImportViewer
from bot.discord_ui.buttons.lobby_buttons import LobbyButtons
from bot.discord_ui.buttons.member_buttons import MemberButtons
from bot.discord_ui.buttons.privacy_buttons import PrivacyButtons
from bot.discord_ui.buttons.server_buttons import ServerButtons
from bot.discord_ui.buttons.welcome_buttons import WelcomeButtons
from bot.discord_ui.channel.messages import lacking_at, mention, person, picture_file, whisper, whispering
from bot.discord_ui.components.acknowledging import too_late
from bot.discord_ui.components.buttons import ANSWERS, LEAFING, resigning
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.move_picker import Path, Question, ask, asked_before
from bot.discord_ui.components.picker import PickMenu, TurnButton, picker_view
from bot.discord_ui.controller import SORRY, Controller
from bot.games import Table, pictures
from bot.games.settings import facing
from bot.store import StoredGame
from bot.text import games
from bot.text import reminders as reminderwords
from bot.text.harmless import named
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal
from engine.play.commands import Agree, ClaimTime, Command, Decline, MakeMove, Propose, Resign, Resume
from engine.play.proposal import DRAW
from engine.play.referee import sheet

log = logging.getLogger(__name__)


Find = Callable[[Interaction, str], Awaitable[StoredGame | Refusal | None]]
Answer = Callable[[Interaction, Press], Awaitable[Refusal | None]]


class NotLegalNow(Refusal):
    """A move chosen that was legal when it was offered."""

    words = "That choice is not legal any more. Press Move on the newest board."


class Door(NamedTuple):
    """What a press comes to: its game is looked for as by a command, and answered only where that would find it.

    What is answered `anywhere` needs no permission in the channel.
    """

    find: Find
    answer: Answer
    anywhere: bool = False


class GameButtons:
    """The answers to presses by action, each with the door that the commands of its kind go through."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        acts: Mapping[str, Answer] = {
            "move": self._move,
            "pick": self._pick,
            "turn": self._pick,
            "offer": self._offer,
            "resign": self._resign,
            "really": self._really,
            "nudge": self._nudge,
            **{agree: partial(self._answer, partial(Agree, kind=kind)) for kind, (agree, _) in ANSWERS.items()},
            **{decline: partial(self._answer, partial(Decline, kind=kind)) for kind, (_, decline) in ANSWERS.items()},
            "resume": partial(self._answer, Resume),
            "claimtime": partial(self._answer, ClaimTime),
        }
        away = MemberButtons(controller)
        self._doors: Mapping[str, Door] = {
            **_behind(controller.mine, {**acts, **away.ending}),
            **_behind(controller.seen, {"flip": self._flip, **away.asking}),
            **_behind(controller.joinable, LobbyButtons(controller).answers),
            **_behind(_own, dict.fromkeys(LEAFING, ImportViewer(controller.games).leaf)),
            **_behind(_own, ExploreButtons(controller).answers),
            **_behind(_own, {"server": ServerButtons(controller).answer}),
            "greeting": Door(_own, WelcomeButtons(controller).greeting),
            "against": Door(_own, WelcomeButtons(controller).against),
            **{
                action: Door(_own, answer, anywhere=True)
                for action, answer in PrivacyButtons(controller).answers.items()
            },
        }

    async def answer(self, interaction: Interaction, press: Press) -> None:
        """Acknowledge a press and answer it; if anything fails, the presser is told."""
        try:
            await interaction.response.defer()
            door = self._doors[press.action]
            lacking = None if door.anywhere else lacking_at(interaction)
            found = lacking or await door.find(interaction, str(press.game))
            refusal = found if isinstance(found, Refusal) else await door.answer(interaction, press)
            if refusal is not None:
                await whisper(interaction, refusal)
        except Exception as problem:
            if too_late(problem) or self._controller.poster.closing:
                return
            log.exception("game %d after event %d: %s failed", press.game, press.sequence, press.action)
            await self._apologise(interaction)

    async def _apologise(self, interaction: Interaction) -> None:
        try:
            await whisper(interaction, SORRY)
        except discord.HTTPException as problem:
            log.warning("an error message was not delivered: %s", problem)

    # ---- moves and other commands

    async def _act(self, interaction: Interaction, press: Press, command: Callable[[int], Command]) -> bool:
        """Carry out a command on the game pressed; False if it was refused, which the presser has then been told."""
        game = await self._controller.games.tables.game(press.game)
        if isinstance(game, Refusal):
            await whisper(interaction, game)
            return False
        player, tell = person(interaction.user), whispering(interaction)
        return await self._controller.carry_out(game, player, command, interaction.id, tell)

    async def _offer(self, interaction: Interaction, press: Press) -> None:
        await self._act(interaction, press, lambda seat: Propose(seat, press.sequence, kind=DRAW))

    async def _answer(self, command: Callable[[int, int], Command], interaction: Interaction, press: Press) -> None:
        if await self._act(interaction, press, lambda seat: command(seat, press.sequence)):
            await self._clear_news(interaction, press)

    async def _clear_news(self, interaction: Interaction, press: Press) -> None:
        """Take the buttons off a proposal that is no longer open; a board keeps its own until the next one."""
        table = await self._controller.games.tables.find(press.game)
        if isinstance(table, Table) and interaction.message is not None:
            waits = any(each.sequence == press.sequence for each in table.state.proposals)
            if not waits and interaction.message.id != table.game.message:
                await interaction.edit_original_response(view=None)

    async def _resign(self, interaction: Interaction, press: Press) -> Refusal | None:
        table = await self._controller.games.play.seated(press.game, person(interaction.user), press.sequence)
        if isinstance(table, Refusal):
            return table
        text, view = resigning(table)
        await whisper(interaction, text, view=view)
        return None

    async def _really(self, interaction: Interaction, press: Press) -> None:
        if await self._act(interaction, press, lambda seat: Resign(seat, press.sequence)):
            await interaction.edit_original_response(view=None)

    async def _nudge(self, interaction: Interaction, press: Press) -> Refusal | None:
        moving = await self._controller.games.nudges.nudge(press.game, person(interaction.user))
        if isinstance(moving, Refusal):
            return moving
        await whisper(interaction, reminderwords.nudged(named(moving)))
        return None

    # ---- choosing a move

    async def _move(self, interaction: Interaction, press: Press) -> Refusal | None:
        table = await self._controller.games.play.to_move(press.game, person(interaction.user), press.sequence)
        if isinstance(table, Refusal):
            return table
        question = ask(sheet(table.state), ())
        if not isinstance(question, Question):
            return await self._play(interaction, press, table, question)
        view = picker_view(press.game, press.sequence, question, 0, None)
        await whisper(interaction, question.text, view=view)
        return None

    async def _pick(self, interaction: Interaction, press: Press) -> Refusal | None:
        if not isinstance(press, PickMenu | TurnButton):
            raise TypeError("only menus pick")
        table = await self._controller.games.play.to_move(press.game, person(interaction.user), press.sequence)
        question = None if isinstance(table, Refusal) else ask(sheet(table.state), press.path)
        if isinstance(table, Table) and isinstance(question, Question):
            await self._ask(interaction, press, table, question, press.page)
            return None
        await interaction.edit_original_response(view=None, attachments=[])
        return table if isinstance(table, Refusal) else await self._play(interaction, press, table, question)

    async def _ask(self, interaction: Interaction, press: Press, table: Table, question: Question, page: int) -> None:
        """Put the next question in place of the last, with the piece's targets drawn once it is chosen."""
        path = question.path
        back: Path | None = asked_before(sheet(table.state), path) if path else None
        view = picker_view(press.game, press.sequence, question, page, back)
        files = []
        if len(path) == 2:
            cell = table.state.variant.board.cell(path[1])
            viewer = await self._controller.games.settings.viewer(person(interaction.user), table.state.turn)
            picture = await pictures.reach(table, viewer, cell)
            files.append(picture_file(picture, "reach.png"))
        await interaction.edit_original_response(content=question.text, view=view, attachments=files)

    async def _play(
        self, interaction: Interaction, press: Press, table: Table, move: Question | Move | None
    ) -> Refusal | None:
        if not isinstance(move, Move):
            return NotLegalNow()
        text = long_form(table.state.variant.board, move)
        await self._act(interaction, press, lambda seat: MakeMove(seat, press.sequence, text))
        return None

    # ---- looking

    async def _flip(self, interaction: Interaction, press: Press) -> Refusal | None:
        table = await self._controller.games.tables.find(press.game)
        if isinstance(table, Refusal):
            return table
        seat, you = other_view(table, interaction.user.id), person(interaction.user)
        picture = await pictures.board(table, await self._controller.games.settings.viewer(you, seat))
        await whisper(
            interaction,
            f"{games.heading(table, mention, you)}\n{games.standing(table, mention, you)}",
            file=picture_file(picture),
        )
        return None


def _behind(find: Find, answers: Mapping[str, Answer]) -> dict[str, Door]:
    """Answers behind the same door."""
    return {action: Door(find, answer) for action, answer in answers.items()}


async def _own(interaction: Interaction, number: str) -> None:
    """No game is looked for: the number is that of something private, which its answer looks for with its owner."""


def other_view(table: Table, user: int) -> int:
    """The seat from whose side the presser wants to see the board: their own, or the one the channel does not see."""
    own = table.game.seats_of(user)
    if own:
        return own[0]
    return facing(table.state) % len(table.state.variant.seats) + 1
