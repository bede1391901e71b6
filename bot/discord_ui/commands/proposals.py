"""Actions besides moving: resign, agree on draws, pauses and takebacks, move on conditions, claim time."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import Need, answer, in_place, is_private, person, send_private
from bot.discord_ui.commands.autocomplete import CHOICE_CHARS, Choices, about_a_game, fitting, offer_moves
from bot.discord_ui.commands.browsers import browser_items
from bot.discord_ui.commands.dice import dice_in_words
from bot.discord_ui.commands.records import record_of
from bot.discord_ui.commands.rules import show_pieces, show_rules
from bot.discord_ui.commands.study import EXPLORATION
from bot.discord_ui.components.items import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Interaction,
    Press,
    blank,
    button,
    buttons,
    offered,
    permits,
)
from bot.discord_ui.components.screens import Item, Screen, attachment, silenced
from bot.discord_ui.controller import Controller, DeskCog, EitherOr, carry_out, open_on, to_the_line
from bot.games import Table
from bot.games.directory import seated
from bot.games.players import NOTE_MAX_CHARS
from bot.games.refusals import granted, if_granted, refuse_if
from bot.store import Note
from bot.text import games
from bot.text.harmless import MESSAGE_CHARS, escape, escaped_name
from bot.text.news import details
from bot.text.reminders import NUDGED
from engine.model.english import plain
from engine.model.refusal import Refusal
from engine.model.wording import say
from engine.play.commands import Agree, ClaimDraw, ClaimTime, Command, Decline, Propose, Resign, Resume
from engine.play.events import DRAW, PAUSE, TAKEBACK
from engine.play.proposals import KINDS, MAX_TAKEN_BACK
from engine.play.referee import sheet
from engine.play.refusals import StaleGame

RESPONSES: Mapping[str, Callable[..., Command]] = {"offer": Propose, "accept": Agree, "decline": Decline}
"""The commands about a proposal of any kind, by what a player chooses."""

EVERYTHING = "all"
SAVED = (
    "Saved for game #{number}; only you see this:{moves}\n"
    "-# I'll play your answer as soon as the move comes – if it's legal."
)
CONDITIONAL_MOVES = "Your conditional moves in game #{number}; only you see them:"
NO_CONDITIONAL_MOVES = "No conditional moves in game #{number} yet. Save one with /game if text:Pxd4 then Gxd4."
_LABEL = re.compile(r"#?(\d{1,8})(?:\. if\b|\.?$)", re.ASCII)


class NoLabel(Refusal):
    given: str

    words = "There's no conditional move number “{given:shown}”. See them with /game if."


def label_of(text: str) -> int:
    """The number of a conditional move, alone or as the list has it."""
    return int(granted(_LABEL.match(plain(text)) or NoLabel(text))[1])


class ProposalsCog(DeskCog):
    @app_commands.command(description="Resign a game; I'll ask you first")
    @about_a_game
    async def resign(self, interaction: Interaction, game: str | None = None) -> None:
        meant = await open_on(interaction, self.controller.held, game)
        await _ask_to_resign(interaction, await self.controller.games.tables.at(meant))

    @app_commands.command(description="Offer a draw, answer an offer, or claim a draw under the rules")
    @app_commands.describe(action="An offer ends when a player who hasn't agreed makes a move")
    @about_a_game
    async def draw(
        self, interaction: Interaction, action: Literal["offer", "accept", "decline", "claim"], game: str | None = None
    ) -> None:
        command = ClaimDraw if action == "claim" else partial(RESPONSES[action], kind=DRAW)
        await carry_out(interaction, self.controller, game, command)

    @app_commands.command(description="Stop the clock of a game by agreement, or start it again")
    @app_commands.describe(action="An offer ends with the next move; any player can resume a paused game")
    @about_a_game
    async def pause(
        self, interaction: Interaction, action: Literal["offer", "accept", "decline", "resume"], game: str | None = None
    ) -> None:
        command = Resume if action == "resume" else partial(RESPONSES[action], kind=PAUSE)
        await carry_out(interaction, self.controller, game, command)

    @app_commands.command(description="Ask to undo moves, or answer such a request")
    @app_commands.rename(reply="answer")
    @app_commands.describe(
        reply="Your answer to an open request; declining your own withdraws it",
        moves="How many moves, everyone's counted (back to your own last move if left out)",
    )
    @about_a_game
    async def takeback(
        self,
        interaction: Interaction,
        reply: Literal["accept", "decline"] | None = None,
        moves: app_commands.Range[int, 1, MAX_TAKEN_BACK] | None = None,
        game: str | None = None,
    ) -> None:
        refuse_if(reply is not None and moves is not None, EitherOr("answer:", "moves:"))
        command = partial(RESPONSES[reply or "offer"], kind=TAKEBACK)
        await carry_out(interaction, self.controller, game, partial(command, moves=moves) if moves else command)

    @app_commands.command(name="if", description="Save conditional moves, or list yours; only you see them")
    @app_commands.describe(
        text="Like Pxd4 then Gxd4, Tb3 then Pe5 (lists yours if left out)",
        cancel="The number of the conditional move to cancel, or all",
    )
    @about_a_game
    async def ahead(
        self, interaction: Interaction, text: str | None = None, cancel: str | None = None, game: str | None = None
    ) -> None:
        meant = await open_on(interaction, self.controller.waiting, game, Need.FILES if text else Need.NOTHING)
        games, player, number = self.controller.games, person(interaction.user), meant.number
        table, conditional = await games.tables.at(meant), games.conditional
        refuse_if(cancel is not None and text is not None, EitherOr("text:", "cancel:"))
        if cancel is not None:
            label = None if plain(cancel).casefold() == EVERYTHING else label_of(cancel)
            gone = await conditional.cancel(table, player, label)
            said = say("Cancelled {gone:counted conditional move} in game #{number}.", gone=gone, number=number)
            await answer(interaction, said)
        elif text is not None:
            kept = "".join(f"\n- if {escape(line)}" for line in await conditional.keep(table, player, text))
            said = say(SAVED, number=number, moves=kept[:MESSAGE_CHARS])
            async with self.controller.telling(answer(interaction, said)):
                await games.play.follow(table)
                await self.controller.show(meant)
        else:
            lines = [f"{each.label}. if {escape(each.words)}" for each in await conditional.kept(table, player)]
            lines += [f"~~if {escape(e.words)}~~ ({e.gone})" for e in await conditional.gone(table, player)]
            heading = say(CONDITIONAL_MOVES if lines else NO_CONDITIONAL_MOVES, number=number)
            await answer(interaction, to_the_line("\n".join([heading, *lines])))

    @ahead.autocomplete("text")
    async def _texts(self, interaction: Interaction, typed: str) -> Choices:
        finding = self.controller.table(self.controller.waiting, interaction, interaction.namespace.game)
        table = await if_granted(finding)
        if table is None or len(typed) > CHOICE_CHARS or table.state.turn in table.game.seats_of(interaction.user.id):
            return []
        found = await self.controller.games.conditional.unfinished(table, person(interaction.user), typed)
        if found is None:
            return []
        before, state = found
        return offer_moves(sheet(state), typed[len(before) :], before)

    @ahead.autocomplete("cancel")
    async def _labels(self, interaction: Interaction, typed: str) -> Choices:
        finding = self.controller.table(self.controller.waiting, interaction, interaction.namespace.game)
        table = await if_granted(finding)
        if table is None:
            return []
        kept = await self.controller.games.conditional.kept(table, person(interaction.user))
        pairs = [(EVERYTHING, EVERYTHING), *((f"{each.label}. if {each.words}", str(each.label)) for each in kept)]
        return fitting(pairs, typed)

    @app_commands.command(name="claim-time", description="Claim the win when your opponent's time is up")
    @about_a_game
    async def claim_time(self, interaction: Interaction, game: str | None = None) -> None:
        await carry_out(interaction, self.controller, game, ClaimTime)


# ---- buttons


async def _ask_to_resign(interaction: Interaction, table: Table, answers: int | None = None) -> None:
    """Ask whether a player really resigns, the game and the opponents named."""
    own, number = seated(table, person(interaction.user), answers), table.game.number
    rivals = [escaped_name(each) for seat, each in table.game.seats.items() if seat not in own]
    words = "Resign {game} #{number} against {rivals:and}?" if rivals else "Resign {game} #{number}?"
    text = say(words, game=table.state.variant.name, number=number, rivals=rivals)
    await in_place(interaction, Screen(text, buttons(number, table.state.changed, "really", "cancel")))


async def _carry_out(
    command: Callable[[int, int], Command], controller: Controller, interaction: Interaction, press: Press
) -> None:
    """Give a command; a message, but no board, whose proposal is no longer open loses its buttons, or goes."""
    game = await controller.games.tables.game(press.game)
    shown = None if is_private(interaction) else interaction.message
    verb = press.action.partition("-")[0]
    if verb == "decline" and shown is not None and shown.id != game.message:
        await controller.games.ledger.asked_in(game.number, press.sequence, shown.id)
    await controller.carry_out(interaction, game, lambda seat: command(seat, press.sequence))
    table = await if_granted(controller.games.tables.find(press.game))
    if table is not None and shown is not None and verb != "decline":
        waits = any(each.sequence == press.sequence for each in table.state.proposals)
        if not waits and shown.id != table.game.message:
            await controller.try_to(answer(interaction, silenced(shown)))


COMMANDS: Mapping[str, tuple[str, discord.ButtonStyle, Callable[..., Command]]] = {
    "item-draw": ("Offer draw", GREY, partial(Propose, kind=DRAW)),
    "item-claim": ("Claim draw", GREY, ClaimDraw),
    "item-takeback": ("Take back", GREY, partial(Propose, kind=TAKEBACK)),
    "item-pause": ("Offer pause", GREY, partial(Propose, kind=PAUSE)),
    "resume": ("Resume", BLUE, Resume),
    "really": ("Yes, resign", RED, Resign),
    "claimtime": ("Claim time", RED, ClaimTime),
    **{f"accept-{kind}": (f"Accept {kind}", GREEN, partial(Agree, kind=kind)) for kind in KINDS},
    **{f"decline-{kind}": (f"Decline {kind}", GREY, partial(Decline, kind=kind)) for kind in KINDS},
}
"""The buttons that give commands: label, style, and the command for a seat and the number of the event it answers."""
for _action, (_text, _style, _command) in COMMANDS.items():
    button(_action, _text, _style, door="mine", posts=True, fits=permits(_command))(partial(_carry_out, _command))


# ---- the private menu ⋯ under a board: each item does what its command does

ITEMS = (
    "item-draw", "item-claim", "item-takeback", "item-pause", "resume", "item-nudge", "resign", "item-rules",
    "item-pieces", "sheet", "item-dice", "item-notes", "item-explore",
)  # fmt: skip
"""Its buttons in their order; at most 25, a message's limit."""


@button("more", "⋯", door="seen")
async def _more(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    refuse_if(press.sequence != table.state.changed, StaleGame())
    found = buttons(press.game, press.sequence, *offered(table, interaction.user.id, controller.games.now(), ITEMS))
    asked = say("**#{number} {game}** – what would you like to do?", number=press.game, game=table.state.variant.name)
    said = f"{asked}\n{details(table)}".rstrip()
    await send_private(interaction, Screen(said, [*found, *await browser_items(controller, table)]))


def _waits(table: Table, seats: Collection[int], _: int) -> bool:
    return bool(seats) and table.state.result is None and table.state.due not in seats


@button("item-nudge", "Nudge", door="seen", fits=_waits)
async def _nudge(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    moving = await controller.games.reminders.nudge(table, person(interaction.user))
    await in_place(interaction, say(NUDGED, player=escaped_name(moving)))


@button("resign", "Resign", door="mine", posts=True, fits=permits(Resign))
async def _resign(controller: Controller, interaction: Interaction, press: Press) -> None:
    await _ask_to_resign(interaction, await controller.games.tables.find(press.game), press.sequence)


@button("rules", "Rules", door="joinable", posts=True)
@button("item-rules", "Rules", door="seen")
async def _rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await show_rules(controller.games, interaction, table.state.variant)


@button("pieces", "How pieces move", door="joinable", posts=True)
@button("item-pieces", "How pieces move", door="seen")
async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await show_pieces(controller.games, interaction, table.state.variant)


@button("sheet", "Record", door="seen")
async def _record(controller: Controller, interaction: Interaction, press: Press) -> None:
    await in_place(interaction, await record_of(await controller.games.tables.find(press.game)))


@button("item-dice", "Dice", door="seen", fits=lambda table, *_: games.rolls_dice(table.game, table.state.variant))
async def _dice(controller: Controller, interaction: Interaction, press: Press) -> None:
    await in_place(interaction, await dice_in_words(await controller.games.tables.find(press.game)))


@button("item-explore", "Explore", door="seen")
async def _explore(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    explored = await controller.games.exploring.begin(table, person(interaction.user), None)
    await EXPLORATION.show(controller, interaction, explored)


# ---- notes


def notebook(number: int, written: Sequence[Note], items: Sequence[Item] = ()) -> Screen:
    """A player's notes on a game, in a file if they are too long for a message."""
    title, lines = say("Your notes on game #{number}", number=number), [games.note_line(note) for note in written]
    listing = escape("\n".join(lines))
    if not lines:
        return Screen(say(games.NO_NOTES, number=number), items)
    if len(listing) <= MESSAGE_CHARS:
        return Screen(f"**{title}**\n{listing}", items)
    file = attachment("\n".join([title, *lines, ""]).encode(), f"notes-{number}.txt")
    return Screen(f"**{title}**", items, [file])


@button("item-notes", "Notes", door="seen")
async def _notes(controller: Controller, interaction: Interaction, press: Press) -> None:
    game = await controller.games.tables.game(press.game)
    notes = await controller.games.notes.read(game, person(interaction.user))
    await in_place(interaction, notebook(game.number, notes, buttons(press.game, press.sequence, "item-write")))


@button("item-write", "Write a note", BLUE, door="seen", form=True)
async def _open_note(_: Controller, interaction: Interaction, press: Press) -> None:
    style, placeholder = discord.TextStyle.paragraph, "Only you see it."
    field = discord.ui.TextInput[Any](style=style, max_length=NOTE_MAX_CHARS, placeholder=placeholder)
    title = say("A note on game #{number}", number=press.game)
    await interaction.response.send_modal(blank("noted", press, title, "Your note", field))


@button("noted", door="seen")
async def _write_note(controller: Controller, interaction: Interaction, form: Press) -> None:
    game = await controller.games.tables.game(form.game)
    await controller.games.notes.write(game, person(interaction.user), form.text)
    await _notes(controller, interaction, form)
