"""Lessons, puzzles and explorations: private boards on which somebody learns, solves, or tries moves for all sides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Need, answer, hosted, lacking_at, person, picture_file, whisper
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.lobby import challenge
from bot.discord_ui.commands.respond import DeskCog, EitherOr, everywhere, open_privately
from bot.discord_ui.components import picker
from bot.discord_ui.components.items import BLUE, BUTTONS, GREEN, GREY, Interaction, Press, button, drawn, view_of
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, Explored, Games, Learning, Picture, Solving, Table, pictures
from bot.games.pictures import NOWHERE, Occasion
from bot.games.puzzles import HINTED, LEVELS, NoneOpen, Puzzles
from bot.games.refusals import if_granted, refuse
from bot.games.settings import Viewer
from bot.games.study.exploring import ENDS, Exploring, ThreatsUntold, ValueUntold, moves_decided
from bot.games.study.learning import Lessons
from bot.text import games
from bot.text.gamelist import key_of
from bot.text.study import exploration_text, hinted, lesson_text, puzzle_text
from engine.lookahead.conditional import unfinished_line
from engine.lookahead.imagined import outcomes
from engine.lookahead.puzzles import shipped
from engine.model.board import Cell
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules.fight import FightResult
from engine.variants import COMBAT

Board = tuple[str, list[str], Picture | None]
"""What a private board shows: its text, the actions of its buttons, its picture."""
On = Learning | Solving | Explored
Chosen = tuple[Move, FightResult | None]
"""A move chosen to be tried, with the end of its fight where it opens one."""


def _ask(on: On, path: picker.Path) -> picker.Question | Move | None:
    return picker.ask(on.legal, path) if on.legal is not None else None


@dataclass(frozen=True)
class Study:
    """What the three have in common: a private message with buttons, which shows how one of them stands.

    Its buttons carry the number and the version of what they belong to; one of an earlier version shows how it stands.
    `ask` gives what to ask after a path of answers, or what they have chosen, which `make` makes.
    """

    name: str
    purpose: picker.Purpose
    uses: Callable[[Games], Any]
    board: Callable[..., Awaitable[Board]]
    make: Callable[..., Awaitable[On]]
    ask: Callable[..., picker.Question | Move | Chosen | None] = _ask

    def __post_init__(self) -> None:
        for action in self.purpose:
            button(action)(self._choose)

    async def pressed(self, controller: Controller, interaction: Interaction, press: Press) -> Any:  # noqa: ANN401
        return await self.uses(controller.games).find(press.game, person(interaction.user))

    async def shown(
        self,
        controller: Controller,
        interaction: Interaction,
        on: On,
        path: picker.Path = (),
        page: int = 0,
        **how: bool,
    ) -> tuple[str, discord.ui.View, list[discord.File]]:
        """How it stands, with menus that ask on for a move; the way back in them takes the place of another."""
        asked = (self.ask(on, each) for each in (path, ()))
        question = next((each for each in asked if isinstance(each, picker.Question)), None)
        cell = back = None
        if question is not None and on.legal is not None:
            back = picker.asked_before(on.legal, question.path)
            if len(question.path) == picker.PIECE:
                cell = on.legal.movement.variant.board.cell(question.path[1])
        text, actions, picture = await self.board(controller, interaction, on, cell, **how)
        kept = on.progress.number, on.progress.version
        items = [drawn(action, *kept) for action in actions if back is None or BUTTONS[action].label != "Back"]
        view = view_of(items)
        if question is not None:
            view = picker.picker_view(*kept, question, page, back, self.purpose, items)
        return text, view, [picture_file(picture, f"{self.name}.png")] if picture else []

    async def show(
        self,
        controller: Controller,
        interaction: Interaction,
        on: On,
        path: picker.Path = (),
        page: int = 0,
        **how: bool,
    ) -> None:
        text, view, files = await self.shown(controller, interaction, on, path, page, **how)
        await answer(interaction, text, view=view, attachments=files, embed=None)

    def changing(
        self, action: str, label: str, change: Callable[..., Awaitable[On]], style: discord.ButtonStyle = GREY
    ) -> None:
        @button(action, label, style)
        async def pressed(controller: Controller, interaction: Interaction, press: Press) -> None:
            on = await self.pressed(controller, interaction, press)
            if press.sequence == on.progress.version:
                on = await change(self.uses(controller.games), on)
            await self.show(controller, interaction, on)

    async def _choose(self, controller: Controller, interaction: Interaction, press: Press) -> None:
        on = await self.pressed(controller, interaction, press)
        path, page = picker.asked_in(press)
        if press.sequence != on.progress.version:
            path, page = (), 0
        chosen = self.ask(on, path)
        if path and isinstance(chosen, tuple):
            on, path, page = await self.make(self.uses(controller.games), on, chosen), (), 0
        await self.show(controller, interaction, on, path, page)


async def _picture(state: State, viewer: Viewer, cell: Cell | None, occasion: Occasion = NOWHERE) -> Picture:
    if cell is None:
        return await pictures.position(state, viewer, occasion)
    return await pictures.reached(state, viewer, cell, occasion)


# ---- lessons


async def _lesson(
    controller: Controller,
    interaction: Interaction,
    learning: Learning,
    chosen: Cell | None,
    *,
    resumed: bool = False,
) -> Board:
    """A lesson as it stands; `resumed` is for a learner who comes back to it."""
    step, playable = learning.step, hosted(interaction)
    back = ["lessonback"] if learning.progress.step else []
    text = lesson_text(learning, resumed=resumed, playable=playable)
    if step is None:
        actions = [*(["lessonplay"] if playable else []), "lessonrules", "lessonpieces", *back, "lessonanew"]
        return text, actions, None
    on = ["lessonnext"] if learning.done else ["lessonskip", "lessonshow", "lessonpieces"]
    actions = [*back, *on, *(["lessonanew"] if resumed and back else [])]
    viewer = await controller.games.settings.viewer(person(interaction.user), step.position.turn)
    cell = step.mover if chosen is None else chosen
    if learning.done and learning.state is not None:
        picture = await pictures.position(learning.state, viewer)
    elif cell is None and step.danger:
        picture = await pictures.threat_map(step.state, viewer)
    else:
        picture = await _picture(step.state, viewer, None if step.position.due else cell)
    return text, actions, picture


LESSON = Study("lesson", picker.LEARNING, lambda games: games.lessons, _lesson, Lessons.make)
LESSON.changing("lessonback", "Back", partial(Lessons.go, steps=-1))
LESSON.changing("lessonskip", "Skip", partial(Lessons.go, steps=1))
LESSON.changing("lessonnext", "Next", partial(Lessons.go, steps=1), BLUE)
LESSON.changing("lessonshow", "Show me", Lessons.show)
LESSON.changing("lessonanew", "Start over", Lessons.restart)


@button("lessonrules", "Rules")
async def _lesson_rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await LESSON.pressed(controller, interaction, press)
    for page in papers.rules(learning.lesson.variant).embeds:
        await whisper(interaction, "", embed=page)


@button("lessonpieces", "How pieces move")
async def _lesson_pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await LESSON.pressed(controller, interaction, press)
    await papers.whisper_pieces(controller.games, interaction, learning.lesson.variant)


@button("lessonplay", "Challenge anyone here", GREEN)
async def _lesson_play(controller: Controller, interaction: Interaction, press: Press) -> None:
    refuse(lacking_at(interaction, Need.FILES))
    progress = (await LESSON.pressed(controller, interaction, press)).progress
    await challenge(controller, interaction, ChallengeRequest(progress.variant, {COMBAT: progress.fights}))


# ---- puzzles


async def _puzzle(controller: Controller, interaction: Interaction, solving: Solving, chosen: Cell | None) -> Board:
    """A puzzle as it stands; in its picture are the targets of the piece chosen or of the one hinted at."""
    helping = ["puzzleshow"] if solving.progress.helped else ["puzzlehint", "puzzleshow"]
    actions = [*(["puzzlenext"] if solving.over else helping), "puzzlepieces"]
    viewer = await controller.games.settings.viewer(person(interaction.user), solving.puzzle.start.turn)
    hint = hinted(solving) if not solving.over and solving.progress.helped == HINTED else None
    return puzzle_text(solving), actions, await _picture(solving.state, viewer, hint if chosen is None else chosen)


PUZZLE = Study("puzzle", picker.SOLVING, lambda games: games.puzzles, _puzzle, Puzzles.make)
PUZZLE.changing("puzzlehint", "Hint", Puzzles.hint)
PUZZLE.changing("puzzleshow", "Give up", Puzzles.give_up)
PUZZLE.changing("puzzlenext", "Next puzzle", Puzzles.next, BLUE)


@button("puzzleday", "Solve it", GREEN)
async def _puzzle_of_the_day(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Open a puzzle of the day for the presser alone, beside the channel's message."""
    found = next((each for each in shipped().values() if each.number == press.sequence), None)
    if found is None:
        raise Refused(NoneOpen())
    solving = await controller.games.puzzles.begin(person(interaction.user), found)
    text, view, files = await PUZZLE.shown(controller, interaction, solving)
    await whisper(interaction, text, view=view, files=files)


@button("puzzlepieces", "How pieces move")
async def _puzzle_pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    solving = await PUZZLE.pressed(controller, interaction, press)
    await papers.whisper_pieces(controller.games, interaction, solving.state.variant)


# ---- explorations

CHOICES = {
    FightResult.WON: picker.Choice("won", "The attacker wins", "Every defender falls"),
    FightResult.LOST: picker.Choice("lost", "The attacker loses", "The attacker falls, and the move is lost"),
    FightResult.TIED: picker.Choice("tied", "Three ties", "Nobody falls; every piece that fought gets a token"),
}


def _ask_on(explored: Explored, path: picker.Path) -> picker.Question | Chosen | None:
    """What to ask after the answers in `path`, or the move they name; None if they name nothing legal."""
    found = picker.ask(explored.legal, path[: picker.PROMOTION])
    if found is None or isinstance(found, picker.Question):
        return found
    ends = outcomes(explored.state, found)
    if not ends:
        return found, None
    if len(path) > picker.PROMOTION:
        verdict = ENDS.get(path[picker.PROMOTION])
        return (found, verdict) if verdict in ends else None
    choices = [CHOICES[verdict] for verdict in ends]
    return picker.Question(picker.path_to(explored.legal, found), "How does the fight end?", choices)


async def _exploration(
    controller: Controller,
    interaction: Interaction,
    explored: Explored,
    chosen: Cell | None,
    *,
    threats: bool = False,
) -> Board:
    state, exploration, occasion = explored.state, explored.progress, Occasion("", explored.round)
    actions = ["retract", "restart", "spin"] if exploration.tried else ["spin"]
    actions += ["plain" if threats else "threats"] if explored.open else []
    actions += ["value"] if explored.open and state.result is None else []
    guild = explored.table.game.guild
    viewer = await controller.games.settings.viewer(person(interaction.user), exploration.seat, guild=guild)
    text = exploration_text(explored)
    if threats:
        text = f"{text}\n{games.threats_key(state.variant.seat(viewer.seat).name)}"
        return text, actions, await pictures.threat_map(state, viewer, occasion)
    return text, actions, await _picture(state, viewer, chosen, occasion)


def _try(exploring: Exploring, explored: Explored, chosen: Chosen) -> Awaitable[Explored]:
    return exploring.try_move(explored, *chosen)


EXPLORATION = Study("exploration", picker.EXPLORING, lambda games: games.exploring, _exploration, _try, _ask_on)
EXPLORATION.changing("retract", "Undo", Exploring.undo)
EXPLORATION.changing("restart", "Reset", Exploring.reset)
EXPLORATION.changing("spin", "Flip", Exploring.flip)


@button("threats", "Threats")
async def _threats(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored = await EXPLORATION.pressed(controller, interaction, press)
    if not explored.open:
        raise Refused(ThreatsUntold(explored.table.game.number))
    await EXPLORATION.show(controller, interaction, explored, threats=True)


@button("plain", "Hide threats")
async def _plain(controller: Controller, interaction: Interaction, press: Press) -> None:
    await EXPLORATION.show(controller, interaction, await EXPLORATION.pressed(controller, interaction, press))


@button("value", "Value")
async def _value(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored = await EXPLORATION.pressed(controller, interaction, press)
    if not explored.open:
        raise Refused(ValueUntold(explored.table.game.number))
    uses, player = controller.games, person(interaction.user)
    refuse(await uses.fairness.against(player, explored.state))
    found = await uses.coaching.waited(player.id, uses.coaching.value(explored.state))
    await whisper(interaction, found)


class OutcomeOfNoMove(Refusal):
    words = "outcome: says how the fight over a move ends, so name the move with move:."


# ---- the commands


class StudyCog(DeskCog):
    @everywhere
    @app_commands.command(description="Try moves for all sides on a copy of a position that only you see")
    @app_commands.describe(
        after="3 (everyone's third move), 3. Tc4 or 3. … Txc1; 0 for the start, leave out for the present position",
        move="A move to try in your open exploration, or several, such as e4 e5 Nf3",
        outcome="How the fights over these moves end",
    )
    @autocomplete.about_a_game
    @app_commands.autocomplete(
        after=autocomplete.in_game(
            lambda state, typed: autocomplete.offer_positions(state, typed, moves_decided(state))
        )
    )
    async def explore(
        self,
        interaction: Interaction,
        game: str | None = None,
        after: app_commands.Range[str, 1, 40] | None = None,
        move: str | None = None,
        outcome: Literal["won", "lost", "tied"] | None = None,
    ) -> None:
        open_privately(interaction)
        if outcome is not None and move is None:
            raise Refused(OutcomeOfNoMove())
        exploring, player, path = self.controller.games.exploring, person(interaction.user), picker.Path()
        anew = game is not None or after is not None or move is None
        explored = None if anew else await if_granted(exploring.latest(player))
        if explored is None:
            table = await self.controller.seen_table(interaction, game)
            explored = await exploring.begin(table, player, after)
        if move is not None:
            explored, attack = await exploring.try_line(explored, move, ENDS.get(outcome or ""))
            path = picker.path_to(explored.legal, attack) if attack else ()
        await EXPLORATION.show(self.controller, interaction, explored, path)

    @explore.autocomplete("move")
    async def _explored_moves(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        found: Table | Explored | None
        found = await if_granted(self.controller.games.exploring.latest(person(interaction.user)))
        if found is None or interaction.namespace.game is not None:
            found = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        if found is None or len(typed) > autocomplete.LONGEST:
            return []
        work = partial(unfinished_line, found.state, typed)
        line = await if_granted(self.controller.games.readers.read(interaction.user.id, work))
        if line is None:
            return []
        before, state = line
        return autocomplete.offer_moves(sheet(state), typed[len(before) :], before)

    @everywhere
    @app_commands.command(description="Learn a game step by step: make a move, and I judge it. Only you see this")
    @app_commands.describe(
        game="The game; leave out to go on where you were, or to begin with the first",
        fights=autocomplete.FIGHTS,
        move="Your move in the present step, instead of choosing it below the picture",
    )
    @app_commands.choices(fights=autocomplete.FOUGHT)
    @app_commands.autocomplete(game=autocomplete.variants)
    async def learn(
        self, interaction: Interaction, game: str | None = None, fights: str | None = None, move: str | None = None
    ) -> None:
        open_privately(interaction)
        lessons = self.controller.games.lessons
        learning = await lessons.open(person(interaction.user), game and key_of(game), fights)
        if move is not None:
            learning = await lessons.read(learning, move)
        await LESSON.show(self.controller, interaction, learning, resumed=move is None)

    @learn.autocomplete("move")
    async def _lesson_moves(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        chosen, who = interaction.namespace, person(interaction.user)
        key = chosen.game and key_of(chosen.game)
        learning = await if_granted(self.controller.games.lessons.open(who, key, chosen.fights, begin=False))
        return autocomplete.offer_moves(learning.legal, typed) if learning and learning.legal else []

    @everywhere
    @app_commands.command(description="Solve a puzzle: find the move that wins. Only you see this")
    @app_commands.describe(
        game="The game; leave out to go on with the puzzle you have open, or for any game",
        difficulty="How hard it is to be; leave out for what suits you",
        move="Your move in the puzzle that you have open, instead of choosing it below the picture",
    )
    @app_commands.choices(difficulty=[app_commands.Choice(name=level, value=level) for level in LEVELS])
    @app_commands.autocomplete(game=autocomplete.variants)
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, difficulty: str | None = None, move: str | None = None
    ) -> None:
        open_privately(interaction)
        puzzles, who = self.controller.games.puzzles, person(interaction.user)
        if move is not None and (game or difficulty):
            raise Refused(EitherOr("move: for your open puzzle", "game: and difficulty: for another"))
        if move is None:
            solving = await puzzles.open(who, game and key_of(game), difficulty)
        else:
            solving = await puzzles.read(await puzzles.look(who), move)
        await PUZZLE.show(self.controller, interaction, solving)

    @puzzle.autocomplete("move")
    async def _puzzle_moves(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        solving = await if_granted(self.controller.games.puzzles.look(person(interaction.user)))
        return autocomplete.offer_moves(solving.legal, typed) if solving and solving.legal else []
