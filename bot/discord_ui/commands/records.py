"""Looking back at games: scoresheets given out, leafed through and continued; Rematch, Replay and /study replay."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, answer, in_place, person, send_private
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.dice import dice_checked
from bot.discord_ui.commands.lobby import challenge, place_and_sides, seats_for
from bot.discord_ui.components.items import GREEN, Interaction, Press, button, drawn
from bot.discord_ui.components.screens import Screen, attachment, picture_file
from bot.discord_ui.controller import Controller, DeskCog, everywhere, open_on
from bot.games import Table, pictures
from bot.games.challenges import has_beaten_bot
from bot.games.pictures import ALT_TEXT, PictureSubject, named_on
from bot.games.records import RECORD_MAX_BYTES, BadRecord, ImportedRecord, ImportView
from bot.games.refusals import Numbered, if_granted, refuse_if
from bot.games.settings import facing
from bot.games.tables import game_named
from bot.text import games as wording
from bot.text.gamelist import key_of
from bot.text.harmless import MESSAGE_CHARS, escape, escaped_name
from bot.text.study import move_told
from engine.model.english import sentence, strip_code_marks
from engine.model.refusal import Refused
from engine.model.wording import say
from engine.notation.describe import result_in_words
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of
from engine.play.state import State
from engine.records.replay import board_after, rounds_of
from engine.variants import titled

PAGE_BUTTONS = {
    "first": "First",
    "tenback": "Back 10",
    "back": "Back",
    "on": "Next",
    "tenon": "Next 10",
    "last": "Last",
}
"""The buttons to other moves; those of a finished game are prefixed with `game`."""


def leafing_items(number: int, move: int, moves: int, prefix: str = "") -> list[Press]:
    """The buttons to other moves of a scoresheet or a game: the number in their ids is its own, then the move."""
    places = {"first": 0, "tenback": move - 10, "back": move - 1, "on": move + 1, "tenon": move + 10, "last": moves}
    return [
        drawn(f"{prefix}{action}", number, place, row=index // 3)
        for index, (action, place) in enumerate(places.items())
        if 0 <= place <= moves and place != move
    ]


def _leaf_text(heading: str, state: State, whole: State, *more: str) -> str:
    """The text above a board in a replay: a heading, the move with its fight, and more."""
    words, side, last = "Move {number} of {all}: the starting position.", "", ""
    if state.played:
        words, last = "Move {number} of {all} ({side}): {last}", move_told(state)
        side = state.variant.seat(state.played[-1].seat).name
    move = say(words, number=rounds_of(state), all=rounds_of(whole), side=side, last=last)
    lines = [f"### {heading}", move, *more]
    return "\n".join(line for line in lines if line)[:MESSAGE_CHARS]


# ---- scoresheets


async def turn_page(controller: Controller, interaction: Interaction, press: Press) -> None:
    look = await controller.games.records.again(press.game, interaction.user.id, press.sequence)
    await show(controller, interaction, look)


for _action, _label in PAGE_BUTTONS.items():
    button(_action, _label)(turn_page)


async def show(controller: Controller, interaction: Interaction, look: ImportView) -> None:
    """Show an imported scoresheet: players, status, skipped parts, the check of its dice."""
    sheet, whole = look.sheet, look.sheet.state
    state, variant = board_after(whole, look.move), whole.variant
    you, server = person(interaction.user), messages.anywhere(interaction).server
    viewer = await controller.games.settings.viewer(you, facing(state), server)
    picture = await pictures.position(state, viewer, PictureSubject("", rounds_of(state)), named_on(sheet))
    sides = " – ".join(f"{seat.name} {sheet.players.get(seat.number, '')}".strip() for seat in variant.seats)
    standing = say("{side} to move.", side=variant.seat(state.turn).name)
    if state.result:
        standing = sentence(result_in_words(variant, state.result))
    small = (f"-# {escape(words)}" for words in (sheet.remarks, " ".join(look.dice.split())[:500]) if words)
    text = _leaf_text(escape(f"{titled(variant.name, variant.options)}: {sides}"[:300]), state, whole, standing, *small)
    items = leafing_items(look.number, look.move, len(whole.played))
    colour = pictures.seat_colour(state)
    await answer(interaction, Screen(text, items, [picture_file(picture, "import.png")], colour=colour))


FILE = "A scoresheet from /record get, or a PGN file"
TEXT = "Or its text, if it's short"
GAME = "The game, if the record doesn't say"
NUMBER = "Which game of the file, from 1, if there are several"
MOST_GAMES = 100_000


async def record_of(table: Table, *, pgn: bool = False) -> Screen:
    """The record of a game as a file; a scoresheet with its position code."""
    variant, number = table.state.variant, table.game.number
    if pgn and len(variant.seats) == 2:
        written = await asyncio.to_thread(wording.pgn_of, table)
        file = attachment(written.encode(), f"game-{number}.pgn")
        text = say(PGN, number=number)
        return Screen(f"{text} {FIGHTS_IN_PGN}" if variant.combat else text, files=[file])
    sheet = await asyncio.to_thread(wording.record_of, table)
    code, fen = code_of(variant, table.state.position), fen_of(variant, table.state.position, table.state.round)
    text = f"{NOT_FOR_SEVERAL} " if pgn else ""
    text += say(SCORESHEET, number=number, code=code)
    text += say("\nFor other programs (FEN): `{fen}`", fen=fen) if fen else ""
    return Screen(text, files=[attachment(sheet.encode(), f"game-{number}.txt")])


PGN = "Game #{number} as PGN, for other programs."
FIGHTS_IN_PGN = "They can't read its dice, which are in brackets; the scoresheet is exact."
NOT_FOR_SEVERAL = "PGN is for two players, so this is the scoresheet."
SCORESHEET = "The scoresheet of game #{number}, for /record look. Its position code, for /play: `{code}`"
SHEET_FORMS = [("scoresheet, exact", "scoresheet"), ("PGN, for other programs", "pgn")]


@everywhere
class RecordsCog(
    DeskCog, commands.GroupCog, group_name="record", group_description="Scoresheets: yours, and those you bring"
):
    @app_commands.command(name="get", description="Get a game's scoresheet as a text file or PGN")
    @app_commands.describe(form="The format (default: scoresheet)")
    @app_commands.choices(form=autocomplete.choices(SHEET_FORMS))
    @autocomplete.about_a_game
    async def record(self, interaction: Interaction, game: str | None = None, form: str = "") -> None:
        table = await open_on(interaction, self.controller.seen_table, game)
        await answer(interaction, await record_of(table, pgn=form == "pgn"))

    @app_commands.command(description="Leaf through a scoresheet privately")
    @app_commands.describe(
        file=FILE,
        text=TEXT,
        move="The move to open at: 3, 3. Tc4 or 3. … Txc1 (default: the last)",
        game=GAME,
        number=NUMBER,
    )
    @app_commands.autocomplete(game=autocomplete.variants)
    async def look(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        text: str = "",
        move: app_commands.Range[str, 1, 40] | None = None,
        game: str = "",
        number: app_commands.Range[int, 1, MOST_GAMES] | None = None,
    ) -> None:
        records, data = self.controller.games.records, await brought(file, text, game, number)
        await show(self.controller, interaction, await records.look(interaction.user.id, data, move))

    @app_commands.command(name="continue", description="Continue a scoresheet's game against someone, or anyone")
    @app_commands.describe(
        file=FILE,
        text=TEXT,
        opponent=autocomplete.OPPONENT,
        side=autocomplete.SIDE,
        game=GAME,
        number=NUMBER,
        clock=autocomplete.CLOCK,
    )
    @app_commands.autocomplete(game=autocomplete.variants, side=autocomplete.sides, clock=autocomplete.times)
    async def go_on(  # noqa: PLR0913, PLR0917 - each word is an option of the command
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        text: str = "",
        opponent: discord.Member | discord.User | None = None,
        side: str = "",
        clock: str = "",
        game: str = "",
        number: app_commands.Range[int, 1, MOST_GAMES] | None = None,
    ) -> None:
        messages.require(interaction, Need.FILES)
        invited = seats_for(interaction, [opponent] if opponent else [])
        data = await brought(file, text, game, number)
        request, remarks = await self.controller.games.records.earlier(interaction.user.id, data)
        wishes = replace(request, invited=invited, side=side, time=clock)
        await challenge(self.controller, interaction, wishes, remarks)


async def brought(
    file: discord.Attachment | None, text: str, game: str = "", number: int | None = None
) -> ImportedRecord:
    variant = game_named(key_of(game), {}) if game else None
    refuse_if(file is not None and text.strip(), BadRecord("you gave both a file and a text; leave one out"))
    if file is None:
        pasted = strip_code_marks(text)
        refuse_if(not pasted, BadRecord("attach a file or paste its text"))
        return ImportedRecord(pasted.encode(), variant, number)
    too_large = BadRecord(say("it's larger than the {most} bytes I can read", most=RECORD_MAX_BYTES))
    refuse_if(file.size > RECORD_MAX_BYTES, too_large)
    try:
        return ImportedRecord(await file.read(), variant, number)
    except discord.HTTPException:
        raise Refused(BadRecord("Discord didn't hand me the file; please try again")) from None


class StillPlayed(Numbered):
    words = "Game #{number} isn't over yet. /record get has its moves so far."


@button("rematch", "Rematch", GREEN, door="seen", posts=True)
@button("nextlevel", "Next level", GREEN, door="seen", posts=True)
async def rematch(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Challenge the same players again, the bot perhaps at its next level; or come into another's challenge."""
    player, table = person(interaction.user), await controller.games.tables.find(press.game)
    harder = int(press.action == "nextlevel" and has_beaten_bot(table))
    game, changed = await controller.games.lobby.rematch(table, player, harder)
    if changed and not await controller.show(game):
        await send_private(interaction, await controller.poster.obstacle(game.number))
        return
    newest = await if_granted(controller.games.tables.game(game.number))
    link = "" if newest is None else wording.board_link(newest)
    words = "The rematch is challenge #{number}" if game.stage == "open" else "The rematch is game #{number}"
    if game.stage == "open" and not changed:
        words = "Your rematch, challenge #{number}, is waiting for the others"
    words = say(words, number=game.number) + (f": {link}." if link else ".")
    if game.stage == "open" and changed and player.id != game.challenger:
        await send_private(interaction, place_and_sides(game, player, words))
    elif not changed or game.channel != interaction.channel_id:
        await send_private(interaction, words)


# ---- looking back


async def _over(controller: Controller, number: int) -> Table:
    table = await controller.games.tables.find(number)
    refuse_if(table.state.result is None, StillPlayed(number))
    return table


@button("replay", "Replay", door="seen", fits=lambda table, *_: table.state.result is not None)
async def _leaf(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Show a finished game after some of its moves, seen from the presser's side; a board costs the same at any."""
    table = await _over(controller, press.game)
    game, whole = table.game, table.state
    move = 0 if press.action == "replay" else min(press.sequence, len(whole.played))
    then = Table(game, board_after(whole, move))
    seat = next(iter(game.seats_of(interaction.user.id)), facing(whole))
    viewer = await controller.games.settings.viewer(person(interaction.user), seat, guild=game.guild)
    picture = await pictures.board(then, viewer, await controller.games.company.at(then))
    films = [drawn(action, game.number, move, row=2) for action in ("gif", "strip")]
    items = [*leafing_items(game.number, move, len(whole.played), "game"), *films]
    text = _leaf_text(wording.heading(table, escaped_name), then.state, whole, wording.standing(then, escaped_name))
    colour = pictures.seat_colour(then.state)
    await in_place(interaction, Screen(text, items, [picture_file(picture, "replay.png")], colour=colour))


for _action, _label in PAGE_BUTTONS.items():
    button(f"game{_action}", _label, door="seen")(_leaf)


@button("gif", "GIF", door="seen")
@button("strip", "Film strip", door="seen")
async def _film(controller: Controller, interaction: Interaction, press: Press) -> None:
    screen = await film(controller, interaction, await _over(controller, press.game), press.action)
    await send_private(interaction, screen)


async def film(
    controller: Controller,
    interaction: Interaction,
    table: Table,
    form: str,
    first: str | None = None,
    last: str | None = None,
) -> Screen:
    records, player = controller.games.records, person(interaction.user)
    viewer = await controller.games.settings.viewer_of(table, player)
    if ahead := records.ahead(player):
        await (send_private if interaction.message else answer)(interaction, say(wording.REPLAYS_AHEAD, ahead=ahead))
    made = await records.replay(table, player, viewer, form == "gif", first, last)
    name = f"game-{table.game.number}.{'gif' if made.moving else 'png'}"
    file = attachment(made.data, name, description=wording.replay_in_words(table, made)[:ALT_TEXT])
    text = wording.replay_shown(table, made, escaped_name)[:MESSAGE_CHARS]
    return Screen(text, files=[file], colour=pictures.seat_colour(table.state))


@button("verify", "Check dice", door="seen")
async def _verify(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await in_place(interaction, await dice_checked(table))
