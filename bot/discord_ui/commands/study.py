"""Lessons, puzzles and explorations: private boards on which somebody learns, solves, or tries moves for all sides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Need, answer, hosted, lacking_at, person, picture_file, whisper
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.lobby import challenge
from bot.discord_ui.commands.respond import DeskCog, EitherOr, everywhere, open_privately
from bot.discord_ui.components import picker
from bot.discord_ui.components.buttons import card_pages
from bot.discord_ui.components.items import BLUE, GREEN, GREY, Interaction, Press, button, buttons, drawn
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest, Explored, Games, Learning, Picture, Solving, Table, pictures
from bot.games.pictures import Occasion
from bot.games.puzzles import HINTED, LEVELS, NoneOpen, Puzzles
from bot.games.refusals import if_granted, refuse
from bot.games.study.exploring import ENDS, Exploring, ThreatsUntold, ValueUntold, moves_decided
from bot.games.study.learning import Lessons
from bot.text import games
from bot.text.gamelist import key_of
from bot.text.study import hinted, lesson_text, puzzle_text
from engine.lookahead.conditional import unfinished_line
from engine.lookahead.imagined import outcomes
from engine.lookahead.lessons import LessonStep
from engine.lookahead.puzzles import shipped
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.moves import MoveList
from engine.play.referee import sheet
from engine.rules.fight import FightResult
from engine.variants import COMBAT

Uses = TypeVar("Uses")
On = TypeVar("On")
Shown = tuple[str, discord.ui.View, list[discord.File]]
"""A private board: its text, its buttons, its picture."""


@dataclass(frozen=True)
class Study(Generic[Uses, On]):
    """What the three have in common: a private message with buttons, which shows how one of them (`On`) stands.

    Its buttons carry the number and the version of what they belong to; one of an earlier version shows how it stands.
    `make` makes the move that a path of answers names; None where it names none.
    """

    purpose: picker.Purpose
    uses: Callable[[Games], Uses]
    find: Callable[[Any, int, Any], Awaitable[On]]
    version: Callable[[On], int]
    make: Callable[[Uses, On, picker.Path], Awaitable[On | None]]
    shown: Callable[..., Awaitable[Shown]]

    def __post_init__(self) -> None:
        for action in self.purpose:
            button(action)(self._choose)

    async def pressed(self, controller: Controller, interaction: Interaction, press: Press) -> On:
        return await self.find(self.uses(controller.games), press.game, person(interaction.user))

    async def show(self, controller: Controller, interaction: Interaction, on: On, *where: Any, **how: Any) -> None:  # noqa: ANN401 - passed on
        """Answer with how it stands, or put that in the place of what was pressed."""
        content, view, attachments = await self.shown(controller, interaction, on, *where, **how)
        await answer(interaction, content, view=view, attachments=attachments, embed=None)

    def changing(
        self, action: str, label: str, change: Callable[[Uses, On], Awaitable[On]], style: discord.ButtonStyle = GREY
    ) -> None:
        """Declare a button that changes it."""

        @button(action, label, style)
        async def pressed(controller: Controller, interaction: Interaction, press: Press) -> None:
            on = await self.pressed(controller, interaction, press)
            if press.sequence == self.version(on):
                on = await change(self.uses(controller.games), on)
            await self.show(controller, interaction, on)

    async def _choose(self, controller: Controller, interaction: Interaction, press: Press) -> None:
        on = await self.pressed(controller, interaction, press)
        path, page = picker.asked_in(press)
        made = on if press.sequence != self.version(on) else await self.make(self.uses(controller.games), on, path)
        if made is None:
            await self.show(controller, interaction, on, path, page)
        else:
            await self.show(controller, interaction, made)


def _view(
    kept: tuple[int, int],
    legal: MoveList | None,
    question: picker.Question | None,
    page: int,
    purpose: picker.Purpose,
    *actions: str,
) -> discord.ui.View:
    """The menus that ask on for a move, and these buttons; `kept` are the number and the version in their ids."""
    if question is None or legal is None:
        return buttons(*kept, *actions)
    others = [drawn(action, *kept) for action in actions]
    return picker.picker_view(*kept, question, page, picker.asked_before(legal, question.path), purpose, others)


def _asked(legal: MoveList, path: picker.Path) -> picker.Question | None:
    """What to ask after the answers in `path`; where they lead to no question, the first one."""
    found = picker.ask(legal, path)
    if not isinstance(found, picker.Question):
        found = picker.ask(legal, ())
    return found if isinstance(found, picker.Question) else None


def _chosen(question: picker.Question | None) -> str | None:
    """The cell of a piece whose target is asked for."""
    return question.path[1] if question is not None and len(question.path) == picker.PIECE else None


# ---- lessons


async def _lesson(
    controller: Controller,
    interaction: Interaction,
    learning: Learning,
    path: picker.Path = (),
    page: int = 0,
    *,
    resumed: bool = False,
) -> Shown:
    """A lesson as it stands; `resumed` is for a learner who comes back to it."""
    step, progress, playable = learning.step, learning.progress, hosted(interaction)
    legal = None if step is None or learning.done else step.legal
    question = None if legal is None else _asked(legal, path)
    begun = progress.step > 0
    asking = legal is not None and question is not None and picker.asked_before(legal, question.path) is not None
    back = ["lessonback"] if begun and not asking else []
    if step is None:
        actions = [*(["lessonplay"] if playable else []), "lessonrules", "lessonpieces", *back, "lessonanew"]
    else:
        on = ["lessonnext"] if learning.done else ["lessonskip", "lessonshow", "lessonpieces"]
        actions = [*back, *on, *(["lessonanew"] if resumed and begun else [])]
    view = _view((progress.number, progress.version), legal, question, page, picker.LEARNING, *actions)
    text = lesson_text(learning, resumed=resumed, playable=playable)
    picture = (
        None if step is None else await _lesson_picture(controller, interaction, learning, step, _chosen(question))
    )
    return text, view, [] if picture is None else [picture_file(picture, "lesson.png")]


async def _lesson_picture(
    controller: Controller, interaction: Interaction, learning: Learning, step: LessonStep, chosen: str | None
) -> Picture:
    """The step's position with the targets of its piece or of the one chosen, or with threats where they matter.

    Once the task is done, it is what came of the move.
    """
    viewer = await controller.games.settings.viewer(person(interaction.user), step.position.turn)
    if learning.done and learning.state is not None:
        return await pictures.position(learning.state, viewer)
    cell = step.mover if chosen is None else step.variant.board.cell(chosen)
    if cell is None and step.danger:
        return await pictures.threat_map(step.state, viewer)
    if cell is None or step.position.due:
        return await pictures.position(step.state, viewer)
    return await pictures.reached(step.state, viewer, cell)


async def _learn_move(lessons: Lessons, learning: Learning, path: picker.Path) -> Learning | None:
    move = None if learning.step is None or learning.done else picker.ask(learning.step.legal, path)
    return await lessons.make(learning, move) if isinstance(move, Move) else None


LESSON = Study(
    picker.LEARNING, lambda uses: uses.lessons, Lessons.find, lambda each: each.progress.version, _learn_move, _lesson
)
LESSON.changing("lessonback", "Back", partial(Lessons.go, steps=-1))
LESSON.changing("lessonskip", "Skip", partial(Lessons.go, steps=1))
LESSON.changing("lessonnext", "Next", partial(Lessons.go, steps=1), BLUE)
LESSON.changing("lessonshow", "Show me", Lessons.show)
LESSON.changing("lessonanew", "Start over", Lessons.restart)


@button("lessonrules", "Rules")
async def _lesson_rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await LESSON.pressed(controller, interaction, press)
    for page in card_pages(learning.lesson.variant):
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


async def _puzzle(
    controller: Controller, interaction: Interaction, solving: Solving, path: picker.Path = (), page: int = 0
) -> Shown:
    """A puzzle as it stands; in its picture are the targets of the piece chosen or of the one hinted at."""
    question = None if solving.over else _asked(solving.legal, path)
    helping = ["puzzleshow"] if solving.progress.helped else ["puzzlehint", "puzzleshow"]
    actions = ["puzzlenext"] if solving.over else helping
    kept = solving.progress.number, solving.progress.version
    view = _view(kept, solving.legal, question, page, picker.SOLVING, *actions, "puzzlepieces")
    viewer = await controller.games.settings.viewer(person(interaction.user), solving.puzzle.start.turn)
    chosen, cell = _chosen(question), None
    if chosen is not None:
        cell = solving.state.variant.board.cell(chosen)
    elif not solving.over and solving.progress.helped == HINTED:
        cell = hinted(solving)
    if cell is None:
        picture = await pictures.position(solving.state, viewer)
    else:
        picture = await pictures.reached(solving.state, viewer, cell)
    return puzzle_text(solving), view, [picture_file(picture, "puzzle.png")]


async def _solve(puzzles: Puzzles, solving: Solving, path: picker.Path) -> Solving | None:
    move = None if solving.over else picker.ask(solving.legal, path)
    return await puzzles.make(solving, move) if isinstance(move, Move) else None


PUZZLE = Study(
    picker.SOLVING, lambda uses: uses.puzzles, Puzzles.find, lambda each: each.progress.version, _solve, _puzzle
)
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
    content, view, files = await _puzzle(controller, interaction, solving)
    await whisper(interaction, content, view=view, files=files)


@button("puzzlepieces", "How pieces move")
async def _puzzle_pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    solving = await PUZZLE.pressed(controller, interaction, press)
    await papers.whisper_pieces(controller.games, interaction, solving.state.variant)


# ---- explorations

TRIED = 300
CHOICES = {
    FightResult.WON: picker.Choice("won", "The attacker wins", "Every defender falls"),
    FightResult.LOST: picker.Choice("lost", "The attacker loses", "The attacker falls, and the move is lost"),
    FightResult.TIED: picker.Choice("tied", "Three ties", "Nobody falls; every piece that fought gets a token"),
}


class _Tried(NamedTuple):
    """A move chosen to be tried, with the end of its fight where it opens one."""

    move: Move
    verdict: FightResult | None


def _ask_on(explored: Explored, path: picker.Path) -> picker.Question | _Tried | None:
    """What to ask after the answers in `path`, or the move they name; None if they name nothing legal."""
    legal = sheet(explored.state)
    found = picker.ask(legal, path[: picker.PROMOTION])
    if found is None or isinstance(found, picker.Question):
        return found
    ends = outcomes(explored.state, found)
    if not ends:
        return _Tried(found, None)
    if len(path) > picker.PROMOTION:
        verdict = ENDS.get(path[picker.PROMOTION])
        return _Tried(found, verdict) if verdict in ends else None
    return picker.Question.of(
        picker.path_to(legal, found), "How does the fight end?", [CHOICES[verdict] for verdict in ends]
    )


async def _exploration(
    controller: Controller,
    interaction: Interaction,
    explored: Explored,
    path: picker.Path = (),
    page: int = 0,
    *,
    threats: bool = False,
) -> Shown:
    """The exploration as it stands; its picture with `threats` or without."""
    state, exploration, occasion = explored.state, explored.exploration, Occasion("", explored.round)
    found = _ask_on(explored, path)
    if not isinstance(found, picker.Question):
        found = _ask_on(explored, ())
    question = found if isinstance(found, picker.Question) else None
    actions = ["retract", "restart", "spin"] if exploration.tried else ["spin"]
    actions += ["plain" if threats else "threats"] if explored.open else []
    actions += ["value"] if explored.open and state.result is None else []
    view = _view((exploration.number, exploration.version), sheet(state), question, page, picker.EXPLORING, *actions)
    guild = explored.table.game.guild
    viewer = await controller.games.settings.viewer(person(interaction.user), exploration.seat, guild=guild)
    text, chosen = _exploration_text(explored), _chosen(question)
    if threats:
        text = f"{text}\n{games.threats_key(state.variant.seat(viewer.seat).name)}"
        picture = await pictures.threat_map(state, viewer, occasion)
    elif chosen is not None:
        picture = await pictures.reached(state, viewer, state.variant.board.cell(chosen), occasion)
    else:
        picture = await pictures.position(state, viewer, occasion)
    return text, view, [picture_file(picture, "exploration.png")]


def _exploration_text(explored: Explored) -> str:
    state, exploration = explored.state, explored.exploration
    fight = games.fight(state)
    moves = " ".join(explored.moves)
    fought = any(played.fought for played in state.played)
    where = f", after {explored.last}" if explored.last else "" if exploration.after else ", from the start"
    standing = f"{state.variant.seat(state.turn).name} to move."
    if state.result is not None:
        standing = f"The game would be over. {games.sentence(result_in_words(state.variant, state.result))}"
    lines = [
        f"**Exploring #{exploration.game} {state.variant.name}{where}**",
        games.last_move(state),
        games.sentence(fight.removesuffix(".")) if fight else None,
        standing,
        f"-# Tried: {moves if len(moves) <= TRIED else '… ' + moves[-TRIED:].partition(' ')[2]}" if moves else None,
        f"-# Only you see this, and the game stays as it is{'; its dice are imagined' if fought else ''}.",
    ]
    return "\n".join(line for line in lines if line)


async def _try(exploring: Exploring, explored: Explored, path: picker.Path) -> Explored | None:
    chosen = _ask_on(explored, path)
    return await exploring.try_move(explored, *chosen) if isinstance(chosen, _Tried) else None


EXPLORATION = Study(
    picker.EXPLORING,
    lambda uses: uses.exploring,
    Exploring.find,
    lambda each: each.exploration.version,
    _try,
    _exploration,
)
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
    """Say beside the exploration how its position stands, and the best line."""
    explored = await EXPLORATION.pressed(controller, interaction, press)
    if not explored.open:
        raise Refused(ValueUntold(explored.table.game.number))
    uses, player = controller.games, person(interaction.user)
    refuse(await uses.fairness.against(player, explored.state))
    found = await uses.coaching.waited(player.id, uses.coaching.value(explored.state))
    await whisper(interaction, found)


class OutcomeOfNoMove(Refusal):
    """The end of a fight without the move that begins it."""

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
            path = picker.path_to(sheet(explored.state), attack) if attack else ()
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
        if learning is None or learning.step is None or learning.done:
            return []
        return autocomplete.offer_moves(learning.step.legal, typed)

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
        if solving is None or solving.over:
            return []
        return autocomplete.offer_moves(solving.legal, typed)
