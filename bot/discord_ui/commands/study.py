"""Lessons, puzzles and explorations: private boards on which a player makes moves; hints and reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel.messages import Need, hosted, in_place, lacking_at, person, require, send_private
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.lobby import challenge
from bot.discord_ui.commands.records import film
from bot.discord_ui.commands.rules import show_pieces, show_rules
from bot.discord_ui.components import picker
from bot.discord_ui.components.items import BLUE, BUTTONS, GREEN, GREY, Interaction, Press, button, buttons
from bot.discord_ui.components.screens import Screen, picture_file
from bot.discord_ui.controller import Controller, DeskCog, EitherOr, everywhere, give, open_on
from bot.games import ChallengeRequest, Explored, Games, Learning, Solving, Table, pictures
from bot.games.coaching import against_people
from bot.games.directory import to_move
from bot.games.pictures import BoardView, PictureSubject, occasion_of
from bot.games.puzzles import LEVELS, NoneOpen, Puzzles
from bot.games.refusals import Numbered, granted, if_granted, refuse, refuse_if
from bot.games.settings import Viewer
from bot.games.study import ENDS, Exploring, Lessons, ThreatsUntold, ValueUntold, moves_decided
from bot.text import games, study
from bot.text.gamelist import key_of
from bot.text.harmless import MESSAGE_CHARS, answer_text
from engine.lookahead.coach import Hint
from engine.lookahead.conditional import unfinished_line
from engine.lookahead.imagined import outcomes
from engine.lookahead.puzzles import shipped
from engine.model.board import Cell
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules.fight import FightResult


class StudyView(NamedTuple):
    """A private board's text, the actions of its buttons, and in its picture the targets of a piece, or threats."""

    text: str
    actions: list[str]
    cell: Cell | None = None
    threats: bool = False
    drawn: bool = True


On = Learning | Solving | Explored
Found = TypeVar("Found")
Chosen = tuple[Move] | tuple[Move, FightResult | None]
"""A move chosen to be tried, with the end of its fight where it opens one."""


CHOICES = {
    FightResult.WON: picker.Choice("won", "The attacker wins", "Every defender falls"),
    FightResult.LOST: picker.Choice("lost", "The attacker loses", "The attacker falls; the move is lost"),
    FightResult.TIED: picker.Choice("tied", "Three ties", "Nobody falls; all fighters tire"),
}


def _ask(on: On, path: picker.Path) -> picker.Question | Chosen | None:
    """The next question after the answers in `path`, or the choice they make; None if they name nothing legal."""
    if (legal := on.legal) is None:
        return None
    found = picker.ask(legal, path[: picker.PROMOTION])
    if found is None or isinstance(found, picker.Question):
        return found
    ends = outcomes(on.state, found) if isinstance(on, Explored) else ()
    if not ends:
        return (found,)
    if len(path) > picker.PROMOTION:
        verdict = ENDS.get(path[picker.PROMOTION])
        return (found, verdict) if verdict in ends else None
    choices = [CHOICES[verdict] for verdict in ends]
    return picker.Question(picker.path_to(legal, found), "How does the fight end?", choices)


@dataclass(frozen=True)
class Study:
    """The common part of the three: a private message with buttons that shows the present state.

    Its buttons carry number and version of their row; a press on an old version shows the present state.
    """

    name: str
    action: str
    uses: Callable[[Games], Any]
    board: Callable[[Interaction, Any, Cell | None], StudyView]

    def __post_init__(self) -> None:
        button(self.action)(self._choose)
        button(f"typed-{self.action}")(self._read)

    async def pressed(self, controller: Controller, interaction: Interaction, used: Press) -> Any:  # noqa: ANN401
        return await self.uses(controller.games).find(used.game, person(interaction.user))

    async def show(
        self, controller: Controller, interaction: Interaction, on: On, path: picker.Path = (), said: str = ""
    ) -> None:
        """Show the present state, beside a public message; choices lead on, and *Back* replaces another button."""
        if isinstance(on, Explored) and on.attack is not None:
            path = picker.path_to(on.legal, on.attack)
        asked = (_ask(on, each) for each in (path, ()))
        question = next((each for each in asked if isinstance(each, picker.Question)), None)
        cell, back, asks = None, None, ""
        if question is not None and on.legal is not None:
            back = picker.asked_before(on.legal, question.path)
            if len(question.path) == picker.PIECE:
                cell = on.legal.movement.variant.board.cell(question.path[1])
        shown = self.board(interaction, on, cell)
        kept = on.progress.number, on.progress.version
        actions = [each for each in shown.actions if back is None or BUTTONS[each].label != "Back"]
        items = buttons(*kept, *actions)
        if question is not None:
            items = picker.picker_items(*kept, question, back, self.action, items)
            asks = f"\n{question.text}" if question.path else ""
        files = []
        if shown.drawn:
            viewer, occasion = await _look(controller.games, interaction, on)
            picture = await pictures.studied(on.state, viewer, occasion, shown.cell, threatened=shown.threats)
            files = [picture_file(picture, f"{self.name}.png")]
        text, colour = f"{said}{shown.text}{asks}", pictures.seat_colour(on.state)
        await in_place(interaction, Screen(text, items, files, colour=colour))

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
        path = picker.asked_in(press) if press.sequence == on.progress.version else ()
        chosen = _ask(on, path)
        if path and isinstance(chosen, tuple):
            on, path = await self.uses(controller.games).make(on, *chosen), ()
        await self.show(controller, interaction, on, path)

    async def _read(self, controller: Controller, interaction: Interaction, form: Press) -> None:
        """Make the move typed; if it is refused, say why above the present state."""
        on, said = await self.pressed(controller, interaction, form), ""
        if form.sequence == on.progress.version:
            try:
                on = await self.uses(controller.games).read(on, form.text)
            except Refused as refused:
                said = f"{answer_text(refused.refusal)}\n"
        await self.show(controller, interaction, on, said=said)


async def _look(uses: Games, interaction: Interaction, on: On) -> tuple[Viewer, PictureSubject]:
    guild, played = (on.table.game.guild, on.round) if isinstance(on, Explored) else (None, None)
    viewer = await uses.settings.viewer(person(interaction.user), on.progress.seat, guild=guild)
    return viewer, PictureSubject("", played)


# ---- lessons


def _lesson(interaction: Interaction, learning: Learning, chosen: Cell | None) -> StudyView:
    step, playable = learning.step, hosted(interaction)
    back = ["lessonback"] if learning.progress.step else []
    text = study.lesson_text(learning, playable=playable)
    if step is None:
        play = ["lessonme", "lessonplay"] if playable else ["lessonme"]
        return StudyView(text, [*play, "lessonrules", "lessonpieces", *back, "lessonanew"], drawn=False)
    on = ["lessonnext"] if learning.done else ["lessonskip", "lessonshow", "lessonpieces"]
    actions = [*back, *on, *(["lessonanew"] if learning.resumed and back else [])]
    if learning.done:
        return StudyView(text, actions)
    cell = step.mover if chosen is None else chosen
    return StudyView(text, actions, None if step.position.due else cell, cell is None and step.danger)


LESSON = Study("lesson", picker.LEARNING, lambda games: games.lessons, _lesson)
LESSON.changing("lessonback", "Back", partial(Lessons.go, steps=-1))
LESSON.changing("lessonskip", "Skip", partial(Lessons.go, steps=1))
LESSON.changing("lessonnext", "Next", partial(Lessons.go, steps=1), BLUE)
LESSON.changing("lessonshow", "Show me", Lessons.show)
LESSON.changing("lessonanew", "Start over", lambda lessons, on: lessons.go(on, -on.progress.step))


@button("lessonrules", "Rules")
async def _lesson_rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    learning = await LESSON.pressed(controller, interaction, press)
    await show_rules(controller.games, interaction, learning.lesson.variant, show=send_private)


@button("lessonme", "Play against me", GREEN)
@button("lessonplay", "Challenge anyone here")
async def _lesson_play(controller: Controller, interaction: Interaction, press: Press) -> None:
    require(interaction, Need.FILES)
    variant = (await LESSON.pressed(controller, interaction, press)).lesson.variant
    level = 0 if press.action == "lessonme" else None
    request = ChallengeRequest(variant.key, dict(variant.options), level=level)
    await challenge(controller, interaction, request, stays=True)


# ---- puzzles


def _puzzle(_: Interaction, solving: Solving, chosen: Cell | None) -> StudyView:
    helping = ["puzzleshow"] if solving.progress.helped else ["puzzlehint", "puzzleshow"]
    actions = [*(["puzzlenext"] if solving.over else helping), "puzzlepieces"]
    cell = solving.hinted if chosen is None else chosen
    return StudyView(study.puzzle_text(solving), actions, cell)


PUZZLE = Study("puzzle", picker.SOLVING, lambda games: games.puzzles, _puzzle)
PUZZLE.changing("puzzlehint", "Hint", Puzzles.hint)
PUZZLE.changing("puzzleshow", "Give up", Puzzles.give_up)
PUZZLE.changing("puzzlenext", "Next puzzle", Puzzles.next, BLUE)


@button("puzzleday", "Solve it", GREEN)
async def _puzzle_of_the_day(controller: Controller, interaction: Interaction, press: Press) -> None:
    numbered = (each for each in shipped().values() if each.number == press.sequence)
    found = granted(next(numbered, None) or NoneOpen())
    await PUZZLE.show(controller, interaction, await controller.games.puzzles.begin(person(interaction.user), found))


@button("lessonpieces", "How pieces move")
@button("puzzlepieces", "How pieces move")
async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    on = await (LESSON if press.action == "lessonpieces" else PUZZLE).pressed(controller, interaction, press)
    variant = on.lesson.variant if isinstance(on, Learning) else on.puzzle.variant
    await show_pieces(controller.games, interaction, variant, show=send_private)


# ---- explorations


def _exploration(_: Interaction, explored: Explored, chosen: Cell | None) -> StudyView:
    state, text = explored.state, study.exploration_text(explored)
    actions = ["retract", "restart", "spin"] if explored.moves else ["spin"]
    actions += ["plain" if explored.threats else "threats"] if explored.open else []
    actions += ["value"] if explored.open and state.result is None else []
    if explored.threats:
        side = state.variant.seat(explored.progress.seat).name
        text = f"{text}\n{say(games.THREATS_KEY, side=side)}"
    return StudyView(text, actions, chosen, explored.threats)


EXPLORATION = Study("exploration", picker.EXPLORING, lambda games: games.exploring, _exploration)
EXPLORATION.changing("retract", "Undo", Exploring.undo)
EXPLORATION.changing("restart", "Reset", Exploring.reset)
EXPLORATION.changing("spin", "Flip", Exploring.flip)


@button("threats", "Threats")
@button("plain", "Hide threats")
async def _threats(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored, threats = await EXPLORATION.pressed(controller, interaction, press), press.action == "threats"
    refuse_if(threats and not explored.open, ThreatsUntold(explored.table.game.number))
    await EXPLORATION.show(controller, interaction, replace(explored, threats=threats))


@button("value", "Value")
async def _value(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored, uses = await EXPLORATION.pressed(controller, interaction, press), controller.games
    await send_private(interaction, await _advised(uses, interaction, explored, uses.coaching.value))


async def _advised(
    uses: Games, interaction: Interaction, explored: Explored, advise: Callable[[State], Coroutine[Any, Any, Found]]
) -> Found:
    """Advice about the position of an exploration, where nobody is wronged by it."""
    refuse_if(not explored.open, ValueUntold(explored.table.game.number))
    player = person(interaction.user)
    refuse(await uses.fairness.against(player, explored.state))
    return await uses.coaching.waited(player.id, advise(explored.state))


# ---- the commands


class OutcomeOfNoMove(Refusal):
    words = "outcome: needs a move: too – the one whose fight ends like that."


class HintsNotAgreed(Numbered):
    words = "No hints in game #{number}: you didn't agree on them. /play hints:True starts a game that has them."


class HintElsewhere(Numbered):
    words = "Everyone sees the hints in game #{number}, so please ask in its channel."


FILM_FORMS = [("GIF: every move", "gif"), ("film strip: the key moments in one picture", "strip")]
Moves = app_commands.Range[str, 1, 40]


HINTS = ("hint", "hintwhere", "hintwhy")
"""The buttons that lead to each step of a hint."""


@button("hint", "Hint", door="mine")
@button("hintwhere", "Where to?", BLUE, door="mine")
@button("hintwhy", "Why?", BLUE, door="mine")
async def _hint(controller: Controller, interaction: Interaction, press: Press) -> None:
    found, board, table = await _hint_in(controller, interaction, str(press.game), press.sequence)
    refuse_if(against_people(table.game, person(interaction.user)), HintsNotAgreed(press.game))
    await _show_hint(interaction, table, board, found, HINTS.index(press.action) + 1)


async def _show_hint(interaction: Interaction, table: Table, board: BoardView, found: Hint, steps: int) -> None:
    items = buttons(table.game.number, table.state.changed, *HINTS[steps : steps + 1])
    file = picture_file(await pictures.advised(board, found, steps), "hint.png")
    colour = pictures.seat_colour(board.state)
    await in_place(interaction, Screen("\n".join(found.steps[:steps]), items, [file], colour=colour))


async def _hint_in(
    controller: Controller, interaction: Interaction, number: str | None, answers: int | None = None
) -> tuple[Hint, BoardView, Table]:
    uses, player = controller.games, person(interaction.user)
    table = await uses.tables.at(await controller.mine(interaction, number))
    to_move(table, player, answers)
    game, open_to_all = table.game, against_people(table.game, player)
    refuse_if(open_to_all and not game.hints, HintsNotAgreed(game.number))
    refuse_if(open_to_all and interaction.channel_id != game.channel, HintElsewhere(game.number))
    require(interaction, Need.WRITE if open_to_all else Need.NOTHING)
    refuse(await uses.fairness.against(player, table.state, game.number))
    found = await uses.coaching.waited(player.id, uses.coaching.hint(table.state))
    if open_to_all:
        viewer = await uses.settings.channel(table)
    else:
        viewer = await uses.settings.viewer(player, table.state.turn, guild=game.guild)
    return found, BoardView(table.state, viewer, occasion_of(table), await uses.company.at(table)), table


@button("review", "Review", BLUE, door="seen")
async def _review(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await send_private(interaction, await review_of(controller, interaction, table))


async def review_of(controller: Controller, interaction: Interaction, table: Table, *, share: bool = False) -> Screen:
    uses, player = controller.games, person(interaction.user)
    if table.state.result is not None:
        refuse(await uses.fairness.against(player, table.state))
    found = await uses.coaching.waited(player.id, uses.coaching.review(table.state))
    words = await asyncio.to_thread(study.reviewed, table, found, None if share else player)
    text = f"{say('**Review of game #{number}**', number=table.game.number)}\n{words}"[:MESSAGE_CHARS]
    drawn = await pictures.reviewed(table, found, await uses.settings.viewer_of(table, player))
    files = [picture_file(each, f"review-{number}.png") for number, each in enumerate(drawn, 1)]
    return Screen(text, files=files, colour=pictures.seat_colour(table.state))


@everywhere
class StudyCog(
    DeskCog,
    commands.GroupCog,
    group_name="study",
    group_description="Lessons, puzzles, hints, reviews, replays and boards to try moves on",
):
    @app_commands.command(description="Try moves for all sides on your own copy of a board")
    @app_commands.describe(
        after="The move to start from: 3, 3. Tc4 or 3. … Txc1; 0 for the very start (default: now)",
        move="A move to try, or several, like e4 e5 Nf3",
        outcome="How the fights end",
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
        refuse_if(outcome is not None and move is None, OutcomeOfNoMove())
        exploring, player = self.controller.games.exploring, person(interaction.user)
        anew = game is not None or after is not None or move is None
        explored = None if anew else await if_granted(exploring.latest(player))
        if explored is None:
            table = await self.controller.seen_table(interaction, game)
            explored = await exploring.begin(table, player, after)
        if move is not None:
            explored = await exploring.read(explored, move, ENDS.get(outcome or ""))
        await EXPLORATION.show(self.controller, interaction, explored)

    @explore.autocomplete("move")
    async def _explored_moves(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        found: Table | Explored | None
        found = await if_granted(self.controller.games.exploring.latest(person(interaction.user)))
        if found is None or interaction.namespace.game is not None:
            found = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        if found is None or len(typed) > autocomplete.CHOICE_CHARS:
            return []
        work = partial(unfinished_line, found.state, typed)
        line = await if_granted(self.controller.games.readers.read(interaction.user.id, work))
        if line is None:
            return []
        before, state = line
        return autocomplete.offer_moves(sheet(state), typed[len(before) :], before)

    @app_commands.command(description="Learn a game step by step, move by move")
    @app_commands.describe(
        game="The game (default: where you left off)",
        fights=autocomplete.FIGHTS,
        move="Your move in this step, instead of choosing it with buttons",
    )
    @app_commands.choices(fights=autocomplete.FOUGHT)
    @app_commands.autocomplete(game=autocomplete.variants)
    async def learn(
        self, interaction: Interaction, game: str | None = None, fights: str | None = None, move: str | None = None
    ) -> None:
        lessons = self.controller.games.lessons
        learning = await lessons.open(person(interaction.user), game and key_of(game), fights)
        if move is not None:
            learning = await lessons.read(learning, move)
        await LESSON.show(self.controller, interaction, learning)

    @learn.autocomplete("move")
    async def _lesson_moves(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        chosen, who = interaction.namespace, person(interaction.user)
        key = chosen.game and key_of(chosen.game)
        learning = await if_granted(self.controller.games.lessons.open(who, key, chosen.fights, begin=False))
        return autocomplete.offer_moves(learning.legal, typed) if learning and learning.legal else []

    @app_commands.command(description="Solve a puzzle: find the winning move")
    @app_commands.describe(
        game="The game (default: your open puzzle, or any game)",
        difficulty="How hard (default: what suits you)",
        move="Your move in your open puzzle, instead of choosing it with buttons",
    )
    @app_commands.choices(difficulty=autocomplete.choices([(level, level) for level in LEVELS]))
    @app_commands.autocomplete(game=autocomplete.variants)
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, difficulty: str | None = None, move: str | None = None
    ) -> None:
        puzzles, who = self.controller.games.puzzles, person(interaction.user)
        both = EitherOr("move: for your open puzzle", "game: and difficulty: for another")
        refuse_if(move is not None and (game or difficulty), both)
        if move is None:
            solving = await puzzles.open(who, game and key_of(game), difficulty)
        else:
            solving = await puzzles.read(await puzzles.latest(who), move)
        await PUZZLE.show(self.controller, interaction, solving)

    @puzzle.autocomplete("move")
    async def _puzzle_moves(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        solving = await if_granted(self.controller.games.puzzles.latest(person(interaction.user)))
        return autocomplete.offer_moves(solving.legal, typed) if solving and solving.legal else []

    @app_commands.command(description="Get a hint: which piece, then where to, then why")
    @app_commands.describe(about="What you want a hint for (default: a game where it's your move)")
    @autocomplete.about_a_game
    async def hint(
        self,
        interaction: Interaction,
        game: str | None = None,
        about: Literal["game", "exploration", "lesson"] = "game",
    ) -> None:
        refuse_if(about != "game" and game is not None, EitherOr("game:", f"about:{about}"))
        uses, player, table = self.controller.games, person(interaction.user), None
        if about == "game":
            found, board, table = await _hint_in(self.controller, interaction, game)
            asked = table.game.number, table.state.changed
        else:
            on: On
            if about == "exploration":
                on = await uses.exploring.latest(player)
                found = await _advised(uses, interaction, on, uses.coaching.hint)
            else:
                on = await uses.lessons.open(player, None, None, begin=False)
                found = await uses.coaching.waited(player.id, uses.coaching.taught(on))
            board = BoardView(on.state, *await _look(uses, interaction, on))
            asked = -on.progress.number, on.progress.version
        shared = table is not None and against_people(table.game, player)
        steps, files = uses.coaching.step(player.id, *asked), []
        if table is not None and not shared:
            await _show_hint(interaction, table, board, found, steps)
            return
        if not shared or lacking_at(interaction, Need.FILES) is None:  # a channel without pictures gets the words
            files = [picture_file(await pictures.advised(board, found, steps), "hint.png")]
        danger = "" if table is None or shared else await uses.newcomers.danger(table)
        words = "\n".join(filter(None, (danger, study.hint_told(found, steps))))
        if table is not None and shared:
            asker, hint = interaction.user.mention, found.steps[steps - 1]
            words = say(study.HINT_TO_ALL, number=table.game.number, asker=asker, hint=hint)
        await give(interaction, Screen(words, files=files, colour=pictures.seat_colour(board.state)), share=shared)

    @app_commands.command(description="Review a finished game: who was ahead, and where it turned")
    @app_commands.describe(share=autocomplete.SHARE)
    @autocomplete.about_a_game
    async def review(self, interaction: Interaction, game: str | None = None, share: bool = False) -> None:
        share = share and hosted(interaction)
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        await give(interaction, await review_of(self.controller, interaction, table, share=share), share=share)

    @app_commands.command(description="Watch a game as a GIF, or its key moments in one picture")
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="The move to start after: 3, 3. Tc4 or 3. … Txc1 (default: the beginning)",
        last="The last move to show, likewise (default: the end)",
        form="A GIF of every move, or the key moments in one picture (default: GIF)",
        share=autocomplete.SHARE,
    )
    @app_commands.choices(form=autocomplete.choices(FILM_FORMS))
    @autocomplete.about_a_game
    @app_commands.autocomplete(
        first=autocomplete.in_game(autocomplete.offer_positions),
        last=autocomplete.in_game(autocomplete.offer_positions),
    )
    async def replay(
        self,
        interaction: Interaction,
        game: str | None = None,
        first: Moves | None = None,
        last: Moves | None = None,
        form: str = "gif",
        share: bool = False,
    ) -> None:
        share = share and hosted(interaction)
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        await give(interaction, await film(self.controller, interaction, table, form, first, last), share=share)
