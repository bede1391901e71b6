"""Explorations: a private copy of any position of a game, on which to try moves for all sides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal, NamedTuple

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import answer, change, person, picture_file, whisper
from bot.discord_ui.commands.autocomplete import LONGEST, Choices, about_a_game, offer_moves, offer_positions
from bot.discord_ui.commands.respond import DeskCog, everywhere, open_privately
from bot.discord_ui.components.items import Interaction, Press, button, buttons, drawn
from bot.discord_ui.components.move_picker import PIECE, PROMOTION, Choice, Path, Question, ask, asked_before, path_to
from bot.discord_ui.components.picker import EXPLORING, asked_in, picker_view
from bot.discord_ui.controller import Controller
from bot.games import Explored, Table, pictures
from bot.games.pictures import Occasion
from bot.games.refusals import if_granted, refuse
from bot.games.study.exploring import ENDS, Exploring, ThreatsUntold, ValueUntold, moves_decided
from bot.store import Player
from bot.text import games, study
from engine.lookahead.conditional import unfinished_line
from engine.lookahead.imagined import outcomes
from engine.model.position import Move
from engine.model.refusal import Refusal, Refused
from engine.notation.describe import result_in_words
from engine.notation.moves import MoveList
from engine.play.referee import sheet
from engine.rules.fight import FightResult

TRIED = 300
CHOICES = {
    FightResult.WON: Choice("won", "The attacker wins", "Every defender falls"),
    FightResult.LOST: Choice("lost", "The attacker loses", "The attacker falls, and the move is lost"),
    FightResult.TIED: Choice("tied", "Three ties", "Nobody falls; every piece that fought gets a token"),
}


class Shown(NamedTuple):
    content: str
    view: discord.ui.View
    attachments: list[discord.File]


async def shown(
    controller: Controller, explored: Explored, path: Path = (), page: int = 0, *, threats: bool = False
) -> Shown:
    """The exploration as it stands, asking on from the answers in `path`; its picture with `threats` or without."""
    legal = sheet(explored.state)
    question = ask_on(explored, path)
    if not isinstance(question, Question):
        question = ask_on(explored, ())
    number, version = explored.exploration.number, explored.exploration.version
    actions = ["retract", "restart", "spin"] if explored.exploration.tried else ["spin"]
    actions += ["plain" if threats else "threats"] if explored.open else []
    actions += ["value"] if explored.open and explored.state.result is None else []
    if isinstance(question, Question):
        others = [drawn(action, number, version) for action in actions]
        back = asked_before(legal, question.path)
        view = picker_view(number, version, question, page, back, EXPLORING, others)
    else:
        view = buttons(number, version, *actions)
    owner, guild, state = Player(explored.exploration.player, ""), explored.table.game.guild, explored.state
    viewer = await controller.games.settings.viewer(owner, explored.exploration.seat, guild=guild)
    occasion = Occasion("", explored.round)
    text = text_of(explored)
    if threats:
        text = f"{text}\n{games.threats_key(state.variant.seat(viewer.seat).name)}"
        picture = await pictures.threat_map(state, viewer, occasion)
    elif isinstance(question, Question) and len(question.path) == PIECE:
        picture = await pictures.reached(state, viewer, state.variant.board.cell(question.path[1]), occasion)
    else:
        picture = await pictures.position(state, viewer, occasion)
    return Shown(text, view, [picture_file(picture, "exploration.png")])


def _changing(action: str, label: str, change: Callable[[Exploring, Explored], Awaitable[Explored]]) -> None:
    """Declare a button that changes an exploration; one of an earlier version shows how it stands."""

    @button(action, label)
    async def pressed(controller: Controller, interaction: Interaction, press: Press) -> None:
        explored = await _pressed(controller, interaction, press)
        current = press.sequence == explored.exploration.version
        changed = await change(controller.games.exploring, explored) if current else explored
        await _show(controller, interaction, changed)


_changing("retract", "Undo", Exploring.undo)
_changing("restart", "Reset", Exploring.reset)
_changing("spin", "Flip", Exploring.flip)


@button("threats", "Threats")
async def _threats(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored = await _pressed(controller, interaction, press)
    if not explored.open:
        raise Refused(ThreatsUntold(explored.table.game.number))
    await _show(controller, interaction, explored, threats=True)


@button("plain", "Hide threats")
async def _plain(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored = await _pressed(controller, interaction, press)
    await _show(controller, interaction, explored)


@button("value", "Value")
async def _value(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Say beside the exploration how its position stands, and the best line."""
    explored = await _pressed(controller, interaction, press)
    if not explored.open:
        raise Refused(ValueUntold(explored.table.game.number))
    uses, player = controller.games, person(interaction.user)
    refuse(await uses.fairness.against(player, explored.state))
    found = await uses.coaching.waited(player.id, uses.coaching.value(explored.state))
    await whisper(interaction, study.worth(found))


@button("try")
@button("leaf")
async def _try(controller: Controller, interaction: Interaction, press: Press) -> None:
    explored = await _pressed(controller, interaction, press)
    path, page = asked_in(press)
    if press.sequence != explored.exploration.version:
        await _show(controller, interaction, explored)
        return
    chosen = ask_on(explored, path)
    if isinstance(chosen, Chosen):
        await _show(controller, interaction, await controller.games.exploring.try_move(explored, *chosen))
    else:
        await _show(controller, interaction, explored, path, page)


async def _pressed(controller: Controller, interaction: Interaction, press: Press) -> Explored:
    return await controller.games.exploring.find(press.game, person(interaction.user))


async def _show(
    controller: Controller,
    interaction: Interaction,
    explored: Explored,
    path: Path = (),
    page: int = 0,
    *,
    threats: bool = False,
) -> None:
    """Put the exploration as it now stands in the place of what was pressed; a refusal comes beside it."""
    content, view, attachments = await shown(controller, explored, path, page, threats=threats)
    await change(interaction, content=content, view=view, attachments=attachments)


class Chosen(NamedTuple):
    """A move chosen to be tried, with the end of its fight where it opens one."""

    move: Move
    verdict: FightResult | None


def ask_on(explored: Explored, path: Path) -> Question | Chosen | None:
    """What to ask after the answers in `path`, or the move they name; None if they name nothing legal."""
    legal = sheet(explored.state)
    found = ask(legal, path[:PROMOTION])
    if found is None or isinstance(found, Question):
        return found
    ends = outcomes(explored.state, found)
    if not ends:
        return Chosen(found, None)
    if len(path) > PROMOTION:
        verdict = ENDS.get(path[PROMOTION])
        return Chosen(found, verdict) if verdict in ends else None
    return fight_question(legal, found, ends)


def fight_question(legal: MoveList, move: Move, ends: tuple[FightResult, ...]) -> Question:
    return Question.of(path_to(legal, move), "How does the fight end?", [CHOICES[verdict] for verdict in ends])


def text_of(explored: Explored) -> str:
    state, exploration = explored.state, explored.exploration
    fight = games.fight(state)
    moves = " ".join(explored.moves)
    fought = any(played.fought for played in state.played)
    where = f", after {explored.last}" if explored.last else "" if exploration.after else ", from the start"
    lines = [
        f"**Exploring #{exploration.game} {state.variant.name}{where}**",
        games.last_move(state),
        games.sentence(fight.removesuffix(".")) if fight else None,
        standing(explored),
        f"-# Tried: {moves if len(moves) <= TRIED else '… ' + moves[-TRIED:].partition(' ')[2]}" if moves else None,
        f"-# Only you see this, and the game stays as it is{'; its dice are imagined' if fought else ''}.",
    ]
    return "\n".join(line for line in lines if line)


def standing(explored: Explored) -> str:
    state = explored.state
    if state.result is not None:
        return f"The game would be over. {games.sentence(result_in_words(state.variant, state.result))}"
    return f"{state.variant.seat(state.turn).name} to move."


class OutcomeOfNoMove(Refusal):
    """The end of a fight without the move that begins it."""

    words = "outcome: says how the fight over a move ends, so name the move with move:."


class ExploringCog(DeskCog):
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
        open_privately(interaction)
        if outcome is not None and move is None:
            raise Refused(OutcomeOfNoMove())
        begun = game is not None or after is not None or move is None
        explored = await (self._begun(interaction, game, after) if begun else self._open(interaction))
        if move is None:
            await self._show(interaction, explored)
        else:
            await self._try(interaction, explored, move, ENDS.get(outcome or ""))

    async def _open(self, interaction: Interaction) -> Explored:
        found = await if_granted(self.controller.games.exploring.latest(person(interaction.user)))
        return await self._begun(interaction, None, None) if found is None else found

    async def _begun(self, interaction: Interaction, game: str | None, after: str | None) -> Explored:
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
