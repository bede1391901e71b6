"""The handlers of buttons and menus: each press is acknowledged, judged, and answered in private."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple

import discord

from bot import journal
from bot.discord_ui.buttons.acting import NewerBoard, PrivateAnswer, act, carry_out, in_place, led_on
from bot.discord_ui.buttons.ending import EndButtons
from bot.discord_ui.buttons.explore_buttons import ExploreButtons
from bot.discord_ui.buttons.help_buttons import HelpButtons
from bot.discord_ui.buttons.import_viewer import ImportViewer
from bot.discord_ui.buttons.learn_buttons import LearnButtons
from bot.discord_ui.buttons.lobby_buttons import LobbyButtons, open_word
from bot.discord_ui.buttons.member_buttons import MemberButtons
from bot.discord_ui.buttons.more import ITEMS, WRITE, NothingMore, open_more, open_note, write_note
from bot.discord_ui.buttons.picking import MovePicker
from bot.discord_ui.buttons.privacy_buttons import PrivacyButtons
from bot.discord_ui.buttons.puzzle_buttons import PuzzleButtons
from bot.discord_ui.buttons.server_panel import ServerButtons
from bot.discord_ui.buttons.sheet_viewer import SheetViewer
from bot.discord_ui.buttons.welcome_buttons import WelcomeButtons
from bot.discord_ui.channel.messages import Need, Said, lacking_at, mention, person, picture_file, whisper, whispering
from bot.discord_ui.components.acknowledging import Unacknowledged, acknowledge, acknowledged, too_late
from bot.discord_ui.components.buttons import ANSWERS, LEAFING, WORDED, item_action, resigning
from bot.discord_ui.components.cooldowns import PRESSES
from bot.discord_ui.components.forms import NOTE, WORD, FilledForm
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.controller import Controller, apology
from bot.games import Table, pictures
from bot.games.players.privacy import BeingForgotten, NothingKept
from bot.games.puzzles import NoneOpen
from bot.games.refusals import if_granted, refuse
from bot.games.settings import facing
from bot.games.study.exploring import Expired
from bot.games.study.imports import RecordGone
from bot.games.study.learning import LessonGone
from bot.store import StoredGame
from bot.text import games
from bot.text import reminders as reminderwords
from bot.text.harmless import named
from bot.text.reminders import board_link
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Agree, ClaimTime, Command, Decline, Propose, Resign, Resume
from engine.play.events import DRAW
from engine.play.refusals import CallDue, GameOver, HasLeft, NotYourTurn, StaleGame

log = logging.getLogger(__name__)


Find = Callable[[Interaction, str], Awaitable[StoredGame | None]]
Answer = Callable[[Interaction, Press], Awaitable[None]]


GONE = (
    NewerBoard
    | LessonGone
    | NoneOpen
    | RecordGone
    | Expired
    | StaleGame
    | GameOver
    | NotYourTurn
    | HasLeft
    | CallDue
    | NothingKept
    | BeingForgotten
)
"""Refusals that leave nothing for the buttons of a private message to do."""

FORMS: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {
    item_action(WRITE): open_note,
    **dict.fromkeys(WORDED, open_word),
}
"""What opens a form, by action; that is its acknowledgement."""


class Door(NamedTuple):
    """What a press comes to: its game is looked for as by a command, and answered only where that would find it.

    `need` is what the answer posts in the channel.
    """

    find: Find
    answer: Answer
    need: Need = Need.NOTHING


class GameButtons:
    """The answers to presses by action, each with the door that the commands of its kind go through."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        picker, away = MovePicker(controller), MemberButtons(controller)
        lobby, ends, welcome = LobbyButtons(controller), EndButtons(controller), WelcomeButtons(controller)
        playing: Mapping[str, Answer] = {
            **picker.moving,
            **away.ending,
            "offer": self._offer,
            "resign": self._resign,
            "really": self._really,
            "nudge": self._nudge,
            **{agree: partial(self._answer, partial(Agree, kind=kind)) for kind, (agree, _) in ANSWERS.items()},
            **{decline: partial(self._answer, partial(Decline, kind=kind)) for kind, (_, decline) in ANSWERS.items()},
            "resume": partial(self._answer, Resume),
            "claimtime": partial(self._answer, ClaimTime),
        }
        looking: Mapping[str, Answer] = {
            **picker.looking,
            **ends.answers,
            "flip": self._flip,
            "more": partial(open_more, controller),
        }
        asking: Mapping[str, Answer] = {**away.asking, "rematch": ends.rematch}
        private: Mapping[str, Answer] = {
            **dict.fromkeys(LEAFING, ImportViewer(controller.games).leaf),
            **ExploreButtons(controller).answers,
            **LearnButtons(controller).answers,
            **PuzzleButtons(controller).answers,
            **PrivacyButtons(controller).answers,
            **dict.fromkeys(("help", "topics"), HelpButtons(controller).open),
            **dict.fromkeys(("piece", "kinds"), SheetViewer(controller.games).leaf),
            "server": ServerButtons(controller).answer,
            "cancel": _cancel,
        }
        posting: Mapping[str, Answer] = {
            **lobby.private,
            "greeting": welcome.greeting,
            "against": welcome.against,
        }
        self._forms: Mapping[str, tuple[Find, Callable[[Interaction, FilledForm], Awaitable[None]]]] = {
            NOTE: (controller.seen, partial(write_note, controller)),
            WORD: (controller.joinable, lobby.take_word),
        }
        self._doors: Mapping[str, Door] = {
            **_behind(controller.mine, playing, Need.FILES),
            **_behind(controller.seen, looking),
            **{
                item_action(item.name): Door(controller.seen, partial(item.answer, controller), item.need)
                for item in ITEMS
            },
            **_behind(controller.seen, asking, Need.FILES),
            **_behind(controller.joinable, lobby.answers, Need.FILES),
            **_behind(_own, private),
            **_behind(_own, posting, Need.FILES),
        }

    async def answer(self, interaction: Interaction, press: Press) -> None:
        """Acknowledge a press and answer it; if anything fails, the presser is told."""
        journal.note(interaction=interaction.id)
        if not await self._controller.admitted(interaction, PRESSES.get(press.action)):
            return
        try:
            if press.action in FORMS:
                await FORMS[press.action](interaction, press)
                return
            acknowledge(interaction)
            await self._answered(interaction, press)
            await acknowledged(interaction)
        except Refused as refused:
            await self._tell_refused(interaction, press, refused.refusal)
        except Exception as problem:
            if not self._forgiven(problem):
                log.exception("game %d after event %d: %s failed", press.game, press.sequence, press.action)
                door = self._doors.get(press.action)
                number = None if door is None or door.find is _own else press.game
                await self._apologise(interaction, apology(problem, number))

    async def hand_in(self, interaction: Interaction, form: FilledForm) -> None:
        """Acknowledge a form that was filled in, and keep what stands in it."""
        journal.note(interaction=interaction.id, game=form.game)
        if not await self._controller.admitted(interaction, None):
            return
        try:
            acknowledge(interaction)
            find, take = self._forms[form.action]
            await find(interaction, str(form.game))
            await take(interaction, form)
            await acknowledged(interaction)
        except Refused as refused:
            await self._apologise(interaction, refused.refusal)
        except Exception as problem:
            if not self._forgiven(problem):
                log.exception("game %d: %s failed", form.game, form.action)
                await self._apologise(interaction, apology(problem))

    async def _answered(self, interaction: Interaction, press: Press) -> None:
        door = self._doors.get(press.action)
        if door is None:
            raise Refused(NothingMore())
        if door.find is not _own:
            journal.note(game=press.game, event=press.sequence)
        refuse(lacking_at(interaction, door.need))
        await door.find(interaction, str(press.game))
        await door.answer(interaction, press)

    async def _tell_refused(self, interaction: Interaction, press: Press, refusal: Refusal) -> None:
        """Answer a press that is refused: in the place of a private message that leads nowhere now, else beside it."""
        said = await led_on(self._controller, press.game, refusal)
        try:
            await (in_place if isinstance(refusal, GONE) else whisper)(interaction, said)
        except (discord.HTTPException, Unacknowledged) as problem:
            log.warning("a refusal was not delivered: %s", problem)

    def _forgiven(self, problem: Exception) -> bool:
        """Whether a failure is nobody's error: an acknowledgement too late, or the client leaving."""
        return too_late(problem) or self._controller.poster.closing

    async def _apologise(self, interaction: Interaction, said: Said) -> None:
        try:
            await whisper(interaction, said)
        except (discord.HTTPException, Unacknowledged) as problem:
            log.warning("an error message was not delivered: %s", problem)

    # ---- moves and other commands

    async def _act(self, interaction: Interaction, press: Press, command: Callable[[int], Command]) -> bool:
        """Carry out a command on the game pressed; False if it was refused, which the presser has then been told."""
        return await carry_out(self._controller, interaction, press, command, whispering(interaction))

    async def _offer(self, interaction: Interaction, press: Press) -> None:
        await self._act(interaction, press, lambda seat: Propose(seat, press.sequence, kind=DRAW))

    async def _answer(self, command: Callable[[int, int], Command], interaction: Interaction, press: Press) -> None:
        if await self._act(interaction, press, lambda seat: command(seat, press.sequence)):
            await self._clear_news(interaction, press)

    async def _clear_news(self, interaction: Interaction, press: Press) -> None:
        """Take the buttons off a proposal that is no longer open; a board keeps its own until the next one."""
        table = await if_granted(self._controller.games.tables.find(press.game))
        if table is not None and interaction.message is not None:
            waits = any(each.sequence == press.sequence for each in table.state.proposals)
            if not waits and interaction.message.id != table.game.message:
                await self._controller.change(interaction, view=None)

    async def _resign(self, interaction: Interaction, press: Press) -> None:
        table = await self._controller.games.play.seated(press.game, person(interaction.user), press.sequence)
        text, view = resigning(table, person(interaction.user))
        await whisper(interaction, text, view=view)

    async def _really(self, interaction: Interaction, press: Press) -> None:
        """Resign; the question goes away with it."""
        await act(self._controller, interaction, press, lambda seat: Resign(seat, press.sequence))

    async def _nudge(self, interaction: Interaction, press: Press) -> None:
        moving = await self._controller.games.nudges.nudge(press.game, person(interaction.user))
        await whisper(interaction, reminderwords.nudged(named(moving)))

    # ---- looking

    async def _flip(self, interaction: Interaction, press: Press) -> None:
        table = await self._controller.games.tables.find(press.game)
        seat, you, uses = other_view(table, interaction.user.id), person(interaction.user), self._controller.games
        viewer = await uses.settings.viewer(you, seat, guild=table.game.guild)
        picture = await pictures.board(table, viewer, await uses.company.at(table))
        lines = [games.heading(table, mention, you), games.standing(table, mention, you)]
        board = board_link(table.game)
        if board and press.sequence != table.state.changed:
            lines.append(f"The game has moved on since that board. Here is the newest {board}.")
        await whisper(interaction, "\n".join(lines), file=picture_file(picture))


def _behind(find: Find, answers: Mapping[str, Answer], need: Need = Need.NOTHING) -> dict[str, Door]:
    """Answers behind the same door."""
    return {action: Door(find, answer, need) for action, answer in answers.items()}


async def _cancel(interaction: Interaction, _: Press) -> None:
    """Let a private question go away."""
    await PrivateAnswer(interaction).clear()


async def _own(interaction: Interaction, number: str) -> None:
    """No game is looked for: its answer does so, with the owner of something private or any player of a game."""


def other_view(table: Table, user: int) -> int:
    """The seat from whose side the presser wants to see the board: their own, or the one the channel does not see."""
    own = table.game.seats_of(user)
    if own:
        return own[0]
    return facing(table.state) % len(table.state.variant.seats) + 1
