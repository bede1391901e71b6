"""The command /game: what players, spectators and moderators can do in a game besides moving."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, answer, mention, nonce_of, person
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.lobby import seats_for
from bot.discord_ui.commands.proposals import ProposalsCog, notebook
from bot.discord_ui.components.items import GREEN, Interaction, Press, button, buttons
from bot.discord_ui.components.screens import Screen
from bot.discord_ui.controller import Controller, everywhere, game_number, open_in_server, open_on
from bot.games import Table
from bot.games.challenges import DEFAULT_LEVEL, seat_named
from bot.games.directory import LISTED, roll_due, seated
from bot.games.lobby import RefereeRests
from bot.games.members import Takeover
from bot.games.refusals import HasThread, NoThread, NoThreadHere, PlayedElsewhere, if_granted, refuse, refuse_if
from bot.store import Player
from bot.text import games as wording
from bot.text import members
from bot.text.harmless import escaped_name, name_for
from bot.text.reminders import NUDGED
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say

NOT_ASKED = "I can't write in that game's channel right now, so I haven't asked anyone. Please try again later."


def _question(asked: Takeover) -> Screen:
    """The question about a seat, and its answers; the number in their ids is the question's."""
    actions = {"takeover" if player == asked.question.new else "agreeover": None for player in asked.lacking}
    items = buttons(asked.question.game, asked.question.number, *actions, "declineover")
    return Screen(members.question(asked, mention), items)


@button("agreeover", "Agree", GREEN, door="seen", posts=True)
@button("takeover", "Take over", GREEN, door="seen", posts=True)
async def _agree(controller: Controller, interaction: Interaction, press: Press) -> None:
    player = person(interaction.user)
    asked = await controller.games.absences.agree(press.sequence, player)
    if asked.done is None:
        await controller.try_to(answer(interaction, _question(asked)))
        return
    taken = members.answered(members.HANDED_OVER, asked, name_for(None, mention, asked.question.new))
    await controller.try_to(answer(interaction, taken))
    await _show_done(controller, interaction, asked.done.now, player)


async def _show_done(controller: Controller, interaction: Interaction, table: Table, you: Player) -> None:
    told = f"Done. {wording.standing(table, escaped_name, you)}"
    await controller.answer_by_showing(interaction, table.game, told)


@button("declineover", "Decline", door="seen", posts=True)
async def _decline(controller: Controller, interaction: Interaction, press: Press) -> None:
    player = person(interaction.user)
    asked = await controller.games.absences.decline(press.sequence, player)
    await controller.try_to(answer(interaction, members.answered(members.DECLINED, asked, mention(player))))


When = Literal["end", "each", "off"]
WATCHED = {
    "end": "I'll ping you when game #{number} is over.",
    "each": "I'll ping you after every move in game #{number}.",
    "off": "You're no longer watching game #{number}.",
}


@everywhere
class GameCog(
    ProposalsCog, commands.GroupCog, group_name="game", group_description="What you can do in a game besides moving"
):
    @app_commands.command(description="Nudge the player to move, once a day for each game")
    @autocomplete.about_a_game
    async def nudge(self, interaction: Interaction, game: str | None = None) -> None:
        meant = await open_on(interaction, self.controller.waiting, game)
        table = await self.controller.games.tables.at(meant)
        moving = await self.controller.games.reminders.nudge(table, person(interaction.user))
        self.controller.poster.look_after(meant)
        await answer(interaction, say(NUDGED, player=escaped_name(moving)))

    @app_commands.command(description="Watch a game of other players: I'll ping you at its end, or after each move")
    @app_commands.describe(at="When to ping you (at the end if left out)")
    @autocomplete.about_a_game
    async def watch(self, interaction: Interaction, game: str | None = None, at: When = "end") -> None:
        meant = await open_on(interaction, self.controller.followed, game)
        watching, player = self.controller.games.watching, person(interaction.user)
        if at == "off":
            await watching.stop(meant, player)
        else:
            await watching.watch(meant, player, often=at == "each")
        await answer(interaction, say(WATCHED[at], number=meant.number))

    @watch.autocomplete("game")
    async def _others(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        place, ledger = messages.place_in_server(interaction), self.controller.games.ledger
        found = await ledger.others_in(place.channel, interaction.user.id, LISTED) if place else []
        return autocomplete.offer_listed(found, typed)

    @app_commands.command(description="Notes to yourself on a game, at its last move; only you see them")
    @app_commands.describe(text="What to note (shows your notes if left out)", delete="The note to delete")
    @autocomplete.about_a_game
    async def note(
        self, interaction: Interaction, text: str | None = None, game: str | None = None, delete: int | None = None
    ) -> None:
        meant = await open_on(interaction, self.controller.seen, game)
        player = person(interaction.user)
        refuse_if(text is not None and delete is not None, "Write a note or delete one, not both.")
        notes = self.controller.games.notes
        said: str | Screen
        if text is not None:
            note = await notes.write(meant, player, text)
            said = say("Note {note} on game #{number} is saved.", note=note, number=meant.number)
        elif delete is not None:
            await notes.delete(meant, player, delete)
            said = say("Note {note} on game #{number} is deleted.", note=delete, number=meant.number)
        else:
            said = notebook(meant.number, await notes.read(meant, player))
        await answer(interaction, said)

    @app_commands.command(description="Give your game its own thread")
    @autocomplete.about_a_game
    async def thread(self, interaction: Interaction, game: str | None = None) -> None:
        meant = await open_on(interaction, self.controller.mine, game, Need.THREAD)
        table, ledger = await self.controller.games.tables.at(meant), self.controller.games.ledger
        seated(table, person(interaction.user))
        refuse(_objection(interaction, table))
        await ledger.want_thread(meant.number)
        await self.controller.show(table.game)
        moved = await ledger.game(meant.number)
        if moved is None or moved.parent is None:
            await ledger.want_thread(meant.number, wanted=False)
            raise Refused(NoThread(meant.number))
        continued = "Game #{number} continues in <#{channel}>."
        await answer(interaction, say(continued, number=moved.number, channel=moved.channel))

    @app_commands.command(name="move-here", description="Continue a game here whose channel is gone")
    @app_commands.describe(game=autocomplete.GAME)
    async def move_here(self, interaction: Interaction, game: str | None = None) -> None:
        place, games = open_in_server(interaction, Need.FILES), self.controller.games
        player = person(interaction.user)
        lost = games.tables.game(game_number(game)) if game else games.channels.only_lost(player, place.guild)
        table = await games.tables.at(await lost)
        moved = await games.channels.move_here(table, player, place, shut=table.game.channel in games.closed)
        await self.controller.answer_by_showing(interaction, moved, "")

    @move_here.autocomplete("game")
    async def _lost(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        place, player = messages.place_in_server(interaction), person(interaction.user)
        found = await self.controller.games.channels.lost_of(player, place.guild) if place else []
        return autocomplete.offer_listed(found, typed, player)

    @app_commands.command(description="Replace a player who is away; the game is unrated from then on")
    @app_commands.describe(
        seat="Which side",
        by="Who takes over, if they agree. In games for three or four, that can be me",
        level="My level, if I take over",
    )
    @app_commands.choices(level=autocomplete.LEVEL_CHOICES)
    @autocomplete.about_a_game
    async def replace(
        self,
        interaction: Interaction,
        seat: str,
        by: discord.User | discord.Member,
        game: str | None = None,
        level: int = DEFAULT_LEVEL,
    ) -> None:
        controller, games, player = self.controller, self.controller.games, person(interaction.user)
        meant = await open_on(interaction, controller.seen, game, Need.FILES)
        side = seat_named(games.tables.variant(meant), seat)
        (new,) = seats_for(interaction, [by], level)
        refuse_if(new.is_bot and not games.lobby.plays, RefereeRests())
        moderated = messages.manages(interaction) and not meant.seats_of(player.id)
        asked = await games.absences.ask(await games.tables.at(meant), side.number, new, player, moderated=moderated)
        if moderated:
            deed = say("asked for another player in #{number}", number=meant.number)
            await games.servers.log(meant.guild, player.id, deed, games.now())
        if asked.done is not None:
            await _show_done(controller, interaction, asked.done.now, player)
            return
        try:
            await messages.post(
                interaction.client.get_partial_messageable(meant.channel, guild_id=meant.guild),
                _question(asked),
                messages.pinging({*asked.lacking, *(() if asked.gone else (asked.holder,))}),
                nonce_of(meant.number, "takeover", asked.question.number),
            )
        except messages.DISCORD_ERRORS:
            await answer(interaction, NOT_ASKED)
            return
        if meant.channel == interaction.channel_id:
            await messages.remove(interaction)
        else:
            told = "You've asked {player}. Waiting for everyone to agree."
            await answer(interaction, say(told, player=escaped_name(new)))

    @replace.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        meant = await if_granted(self.controller.seen(interaction, interaction.namespace.game))
        if meant is None:
            return []
        variant = self.controller.games.tables.variant(meant)
        held = [(side.name, meant.seats[side.number]) for side in variant.seats if side.number in meant.seats]
        return autocomplete.fitting([(f"{side} ({player.name})", side) for side, player in held], typed)


def _objection(interaction: Interaction, table: Table) -> Refusal | None:
    """Why a game cannot get a thread from where it is asked for.

    While a roll waits, its board and the replies to it stay together in one channel.
    """
    game = table.game
    if game.parent is not None:
        return HasThread(game.number, game.channel)
    if game.guild and interaction.channel_id != game.channel:
        return PlayedElsewhere(game.number, game.channel)
    if not isinstance(interaction.channel, discord.TextChannel):
        return NoThreadHere()
    return roll_due(table, game.seats_of(interaction.user.id))
