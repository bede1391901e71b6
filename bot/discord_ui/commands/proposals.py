"""What players do besides moving: resign, agree on draws, pauses and takebacks, move on conditions, claim time."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal, TypeVar

import discord
from discord import app_commands

from bot.discord_ui.channel import messages, papers
from bot.discord_ui.channel.messages import Need, answer, person, whisper, whispering
from bot.discord_ui.commands.autocomplete import LONGEST, Choices, about_a_game, fitting, offer_moves
from bot.discord_ui.commands.presses import act, act_beside, current, hand_over, in_place
from bot.discord_ui.commands.study import EXPLORATION
from bot.discord_ui.components.items import (
    ANSWERS,
    BLUE,
    GREEN,
    GREY,
    RED,
    FilledForm,
    Interaction,
    Press,
    blank,
    button,
    buttons,
)
from bot.discord_ui.controller import Controller, DeskCog, EitherOr, carry_out, open_on, to_the_line
from bot.games import Table
from bot.games.players import NOTE_MAX_CHARS
from bot.games.refusals import if_granted, refuse
from bot.store import Player
from bot.text.harmless import named, quoted
from bot.text.reminders import nudged
from engine.model.english import counted, listed, plain
from engine.model.refusal import Refusal, Refused
from engine.play.commands import Agree, ClaimDraw, ClaimTime, Command, Decline, Propose, Resign, Resume
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.proposals import MOST
from engine.play.state import Await

Answer = TypeVar("Answer", bound=Callable[..., Awaitable[object]])
Seats = frozenset[int]
Fits = Callable[[Table, Seats], bool]
"""Whether an item of the menu is offered: in which game, to somebody who still holds these seats in it."""

RESPONSES: Mapping[str, Callable[..., Command]] = {"offer": Propose, "accept": Agree, "decline": Decline}
"""The commands about a proposal of any kind, by what a player chooses."""

EVERYTHING = "all"
FOLLOWED = "-# When the moves before it are made, an answer follows at once if it is legal, whatever the dice did."
_LABEL = re.compile(r"#?(\d{1,8})(?:\. if\b|\.?$)", re.ASCII)


class NoLabel(Refusal):
    given: str

    words = "“{given:shown}” is no number of a conditional move. /game if lists them."


def label_of(text: str) -> int:
    """The number of a conditional move, alone or as the list has it."""
    numbered = _LABEL.match(plain(text))
    if numbered is None:
        raise Refused(NoLabel(text))
    return int(numbered[1])


class ProposalsCog(DeskCog):
    @app_commands.command(description="Resign a game; you are asked first whether you are sure")
    @about_a_game
    async def resign(self, interaction: Interaction, game: str | None = None) -> None:
        meant = await open_on(interaction, self.controller.held, game)
        table = await self.controller.games.play.seated(meant.number, person(interaction.user))
        text, view = resigning(table, person(interaction.user))
        await answer(interaction, text, view=view)

    @app_commands.command(description="Offer a draw, answer an offer, or claim a draw under the rules")
    @app_commands.describe(action="An offer lapses when somebody who has not agreed moves")
    @about_a_game
    async def draw(
        self, interaction: Interaction, action: Literal["offer", "accept", "decline", "claim"], game: str | None = None
    ) -> None:
        command = ClaimDraw if action == "claim" else partial(RESPONSES[action], kind=DRAW)
        await carry_out(interaction, self.controller, game, command)

    @app_commands.command(description="Stop the clock of a game by agreement, or start it again")
    @app_commands.describe(action="An offer lapses with the next move; any player may resume a paused game")
    @about_a_game
    async def pause(
        self, interaction: Interaction, action: Literal["offer", "accept", "decline", "resume"], game: str | None = None
    ) -> None:
        command = Resume if action == "resume" else partial(RESPONSES[action], kind=PAUSE)
        await carry_out(interaction, self.controller, game, command)

    @app_commands.command(description="Ask to take moves back, or answer such a request")
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
        if reply is not None and moves is not None:
            raise Refused(EitherOr("answer:", "moves:"))
        if reply is None:
            await carry_out(interaction, self.controller, game, partial(Propose, kind=TAKEBACK, moves=moves or 0))
        else:
            await carry_out(interaction, self.controller, game, partial(RESPONSES[reply], kind=TAKEBACK))

    @app_commands.command(name="if", description="Keep conditional moves, or list yours; nobody else sees them")
    @app_commands.describe(
        text="Such as Pxd4 then Gxd4, Tb3 then Pe5; more after a semicolon. Leave out to list them",
        cancel="The number of a conditional move to cancel, or all",
    )
    @about_a_game
    async def ahead(
        self, interaction: Interaction, text: str | None = None, cancel: str | None = None, game: str | None = None
    ) -> None:
        meant = await open_on(interaction, self.controller.waiting, game, Need.FILES if text else Need.NOTHING)
        number, player, conditional = meant.number, person(interaction.user), self.controller.games.conditional
        if cancel is not None and text is not None:
            raise Refused(EitherOr("text:", "cancel:"))
        if cancel is not None:
            label = None if plain(cancel).casefold() == EVERYTHING else label_of(cancel)
            gone = await conditional.cancel(number, player, label)
            await answer(interaction, f"Cancelled {counted(gone, 'conditional move')} in game #{number}.")
        elif text is not None:
            kept = "".join(f"\n- if {quoted(line)}" for line in await conditional.keep(number, player, text))
            said = f"Kept for game #{number}; nobody else sees this:{kept[: messages.LONGEST]}\n{FOLLOWED}"
            async with self.controller.telling(answer(interaction, said)):
                await self.controller.games.play.follow(number)
                await self.controller.show(meant)
        else:
            lines = [f"{each.label}. if {quoted(each.words)}" for each in await conditional.kept(number, player)]
            lines += [f"~~if {quoted(e.words)}~~ ({e.gone})" for e in await conditional.gone(number, player)]
            heading = f"Your conditional moves in game #{number}; nobody else sees them:"
            none = f"You have no conditional moves in game #{number}. /game if text:Pxd4 then Gxd4 keeps one."
            await answer(interaction, to_the_line("\n".join([heading, *lines])) if lines else none)

    @ahead.autocomplete("text")
    async def _texts(self, interaction: Interaction, typed: str) -> Choices:
        meant = await if_granted(self.controller.waiting(interaction, interaction.namespace.game))
        table = None if meant is None else await if_granted(self.controller.games.tables.find(meant.number))
        if table is None or len(typed) > LONGEST or table.state.turn in table.game.seats_of(interaction.user.id):
            return []
        found = await self.controller.games.conditional.unfinished(table, person(interaction.user), typed)
        if found is None:
            return []
        before, legal = found
        return offer_moves(legal, typed[len(before) :], before)

    @ahead.autocomplete("cancel")
    async def _labels(self, interaction: Interaction, typed: str) -> Choices:
        meant = await if_granted(self.controller.waiting(interaction, interaction.namespace.game))
        if meant is None:
            return []
        kept = await self.controller.games.conditional.kept(meant.number, person(interaction.user))
        pairs = [(EVERYTHING, EVERYTHING), *((f"{each.label}. if {each.words}", str(each.label)) for each in kept)]
        return fitting(pairs, typed)

    @app_commands.command(name="claim-time", description="Claim that the player to move has run out of time")
    @about_a_game
    async def claim_time(self, interaction: Interaction, game: str | None = None) -> None:
        await carry_out(interaction, self.controller, game, ClaimTime)


# ---- buttons


def resigning(table: Table, player: Player) -> tuple[str, discord.ui.View]:
    """The question whether a player really resigns, with the game and the opponents named, and its buttons."""
    number, own = table.game.number, table.game.seats_of(player.id)
    rivals = [named(each) for seat, each in table.game.seats.items() if seat not in own]
    against = f" against {listed(rivals, 'and')}" if rivals else ""
    text = f"Do you resign game #{number}, {table.state.variant.name}{against}? This cannot be undone."
    return text, buttons(number, table.state.changed, "really", "cancel")


async def _answer(
    command: Callable[[int, int], Command], controller: Controller, interaction: Interaction, press: Press
) -> None:
    """Give a command, and take the buttons off a proposal that is no longer open; a board keeps its own."""
    tell = whispering(interaction)
    if not await act_beside(controller, interaction, press, lambda seat: command(seat, press.sequence), tell):
        return
    table = await if_granted(controller.games.tables.find(press.game))
    if table is not None and interaction.message is not None:
        waits = any(each.sequence == press.sequence for each in table.state.proposals)
        if not waits and interaction.message.id != table.game.message:
            await controller.change(interaction, view=None)


button("resume", "Resume", BLUE, door="mine", posts=True)(partial(_answer, Resume))
button("claimtime", "Claim time", RED, door="mine", posts=True)(partial(_answer, ClaimTime))
for _kind, (_agree, _decline) in ANSWERS.items():
    button(_agree, f"Accept {_kind}", GREEN, door="mine", posts=True)(partial(_answer, partial(Agree, kind=_kind)))
    button(_decline, f"Decline {_kind}", door="mine", posts=True)(partial(_answer, partial(Decline, kind=_kind)))


# ---- the private menu More… under a board: each item does what its command does


def _playing(table: Table, seats: Seats) -> bool:
    return bool(seats) and table.state.result is None


def _proposing(table: Table, seats: Seats) -> bool:
    return _playing(table, seats) and table.state.awaits is not Await.CALL


def _claimable(table: Table, seats: Seats) -> bool:
    state = table.state
    claims = (claim.available(state.movement, state.line) for claim in state.variant.claims)
    return _proposing(table, seats) and any(claims)


def _undoable(table: Table, seats: Seats) -> bool:
    return _proposing(table, seats) and bool(table.state.played)


def _pausable(table: Table, seats: Seats) -> bool:
    return _proposing(table, seats) and table.state.clock is not None and not table.state.clock.paused


def _paused(table: Table, seats: Seats) -> bool:
    return _playing(table, seats) and table.state.clock is not None and bool(table.state.clock.paused)


def _always(_: Table, __: Seats) -> bool:
    return True


ITEMS: dict[str, Fits] = {}
"""Where the items are offered, in their order; at most 25, as many buttons as a message may have."""


def _item(
    name: str, label: str, fits: Fits, style: discord.ButtonStyle = GREY, *, posts: bool = False
) -> Callable[[Answer], Answer]:
    """Declare a function to be the answer to an item of the menu; its name is in small letters."""
    ITEMS[f"item-{name}"] = fits
    return button(f"item-{name}", label, style, door="seen", posts=posts)


def offered(fits: Mapping[str, Fits], table: Table, player: int, actions: Iterable[str]) -> list[str]:
    """Those of some actions that a game offers to somebody as it stands."""
    seats = frozenset(table.game.seats_of(player)) & frozenset(table.state.remaining)
    return [action for action in actions if fits[action](table, seats)]


@button("more", "More…", door="seen")
async def _more(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    refuse(current(table, press))
    view = buttons(press.game, press.sequence, *offered(ITEMS, table, interaction.user.id, ITEMS))
    await whisper(interaction, f"**#{press.game} {table.state.variant.name}**: what would you like to do?", view=view)


async def _give(
    command: Callable[[int, int], Command], controller: Controller, interaction: Interaction, press: Press
) -> None:
    await act(controller, interaction, press, lambda seat: command(seat, press.sequence))


button("really", "Yes, resign", RED, door="mine", posts=True)(partial(_give, Resign))
_item("draw", "Offer draw", _proposing, posts=True)(partial(_give, partial(Propose, kind=DRAW)))
_item("claim", "Claim draw", _claimable, posts=True)(partial(_give, ClaimDraw))
_item("takeback", "Take back", _undoable, posts=True)(partial(_give, partial(Propose, kind=TAKEBACK)))
_item("pause", "Offer pause", _pausable, posts=True)(partial(_give, partial(Propose, kind=PAUSE)))
_item("resume", "Resume", _paused, posts=True)(partial(_give, Resume))


@_item("nudge", "Nudge", lambda table, seats: _playing(table, seats) and table.state.due not in seats)
async def _nudge(controller: Controller, interaction: Interaction, press: Press) -> None:
    moving = await controller.games.reminders.nudge(press.game, person(interaction.user))
    await in_place(interaction, nudged(named(moving)))


@button("resign", "Resign", RED, door="mine", posts=True)
@_item("resign", "Resign", _playing, RED)
async def _resign(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.play.seated(press.game, person(interaction.user), press.sequence)
    text, view = resigning(table, person(interaction.user))
    await in_place(interaction, text, view)


@button("rules", "Rules", door="joinable", posts=True)
@_item("rules", "Rules", _always)
async def _rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await hand_over(interaction, papers.rules(table.state.variant))


@button("pieces", "How pieces move", door="joinable", posts=True)
@_item("pieces", "How pieces move", _always)
async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await hand_over(interaction, await papers.pieces(controller.games, interaction, table.state.variant))


@button("sheet", "Record", door="seen")
@_item("record", "Record", _always)
async def _record(controller: Controller, interaction: Interaction, press: Press) -> None:
    await hand_over(interaction, await papers.record(await controller.games.tables.find(press.game)))


@_item("dice", "Dice", lambda table, _: bool(table.game.commitment) and table.state.variant.combat is not None)
async def _dice(controller: Controller, interaction: Interaction, press: Press) -> None:
    await hand_over(interaction, await papers.dice(await controller.games.tables.find(press.game)))


@_item("notes", "Notes", _always)
async def _notes(controller: Controller, interaction: Interaction, press: Press | FilledForm) -> None:
    game = await controller.games.tables.game(press.game)
    paper = papers.notebook(game.number, await controller.games.notes.read(game, person(interaction.user)))
    await in_place(interaction, paper.text, buttons(press.game, press.sequence, "item-write"), paper.files)


@_item("explore", "Explore", _always)
async def _explore(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    explored = await controller.games.exploring.begin(table, person(interaction.user), None)
    await EXPLORATION.show(controller, interaction, explored)


@button("item-write", "Write a note", BLUE, door="seen", form=True)
async def open_note(_: Controller, interaction: Interaction, press: Press) -> None:
    paragraph, placeholder = discord.TextStyle.paragraph, "Nobody else sees it."
    field = discord.ui.TextInput[Any](style=paragraph, max_length=NOTE_MAX_CHARS, placeholder=placeholder)
    form = blank("noted", press.game, f"A note on game #{press.game}", "Your note", field)
    await interaction.response.send_modal(form)


@button("noted", door="seen")
async def write_note(controller: Controller, interaction: Interaction, form: FilledForm) -> None:
    game = await controller.games.tables.game(form.game)
    await controller.games.notes.write(game, person(interaction.user), form.text)
    await _notes(controller, interaction, form)
