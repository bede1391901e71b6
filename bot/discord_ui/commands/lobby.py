"""Challenges: made by /play, answered by buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Need, answer, change, person, place_of, roles_of, whisper, whispering
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.respond import DeskCog, begins, open_in_server, post_challenge, seats_for
from bot.discord_ui.components.items import (
    BLUE,
    GREEN,
    FilledForm,
    Interaction,
    Press,
    blank,
    button,
    card_pages,
    drawn,
    menu,
    view_of,
)
from bot.discord_ui.controller import Controller
from bot.games import ChallengeRequest
from bot.games.lobby.lobby import ChallengerGone
from bot.games.lobby.request import LONGEST_COMMENT
from bot.games.lobby.seats import present
from bot.games.refusals import NoThreadHere, UnknownGame, refuse
from bot.store import Player, StoredGame
from bot.text import challenges
from bot.text.gamelist import key_of
from engine.model.english import plain
from engine.model.refusal import Refused
from engine.play.referee import LONGEST_SALT
from engine.variants import variant_of
from engine.variants.variant import Variant


@button("join", "Accept", GREEN, door="joinable", posts=True)
async def _join(controller: Controller, interaction: Interaction, press: Press) -> None:
    await _accept(controller, interaction, press.game)


async def _accept(controller: Controller, interaction: Interaction, number: int, word: str = "") -> None:
    async with _closing(controller):
        table = await controller.games.lobby.accept(number, person(interaction.user), word, _challenge(interaction))
    async with controller.telling(change(interaction, view=None)):
        await controller.tell_and_show(table.game, begins(table, person(interaction.user)), whispering(interaction))


@button("refuse", "Decline", door="joinable", posts=True)
async def _refuse(controller: Controller, interaction: Interaction, press: Press) -> None:
    game = await controller.games.lobby.decline(press.game, person(interaction.user))
    await _ended(controller, interaction, game, "You have declined the challenge.")


@button("withdraw", "Withdraw", door="joinable", posts=True)
async def _withdraw(controller: Controller, interaction: Interaction, press: Press) -> None:
    game = await controller.games.lobby.withdraw(press.game, person(interaction.user))
    await _ended(controller, interaction, game, "You have withdrawn the challenge.")


async def _ended(controller: Controller, interaction: Interaction, game: StoredGame, told: str) -> None:
    """Let the message of a challenge say how it has ended; who has pressed is told where it cannot."""
    if game.stage == "open" or not await controller.show(game):
        await controller.tell_and_show(game, told, whispering(interaction))


@asynccontextmanager
async def _closing(controller: Controller) -> AsyncIterator[None]:
    """Answer a challenge; one that is closed by the attempt says so in its message."""
    try:
        yield
    except Refused as refused:
        if isinstance(refused.refusal, ChallengerGone):
            await controller.poster.show(refused.refusal.number)
        raise


# ---- what explains the game


@button("rules", "Rules", door="joinable", posts=True)
async def _rules(controller: Controller, interaction: Interaction, press: Press) -> None:
    variant = await _variant(controller, interaction, press)
    pages = card_pages(variant)
    await whisper(interaction, "", embed=pages[0], view=card_view(press.game, 0, len(pages)))


@button("cardback", "Back", posts=True)
@button("cardon", "Next", BLUE, posts=True)
async def _page(controller: Controller, interaction: Interaction, press: Press) -> None:
    variant = await _variant(controller, interaction, press)
    pages = card_pages(variant)
    page = min(press.sequence, len(pages) - 1)
    await change(interaction, embed=pages[page], view=card_view(press.game, page, len(pages)))


@button("pieces", "How pieces move", door="joinable", posts=True)
async def _pieces(controller: Controller, interaction: Interaction, press: Press) -> None:
    variant = await _variant(controller, interaction, press)
    await papers.whisper_pieces(controller.games, interaction, variant)


async def _variant(controller: Controller, interaction: Interaction, press: Press) -> Variant:
    tables = controller.games.tables
    game = await tables.game(press.game)
    if game.guild != interaction.guild_id:
        raise Refused(UnknownGame(game.number))
    return tables.variant(game)


# ---- words for the dice


@button("worded", door="joinable")
async def take_word(controller: Controller, interaction: Interaction, form: FilledForm) -> None:
    """Answer a challenge with the word in a form, or give it for the dice of a game that one is in."""
    player, lobby = person(interaction.user), controller.games.lobby
    game = await controller.games.tables.game(form.game)
    if player.id in {guest.player.id for guest in present(game)}:
        game = await lobby.reword(form.game, player, form.text)
        await controller.tell_and_show(game, challenges.worded(form.game), whispering(interaction))
    elif game.places == 2:
        await _accept(controller, interaction, form.game, form.text)
    else:
        await _entered(controller, interaction, await lobby.join(form.game, player, word=form.text))


# ---- games for more than two


@button("enter", "Join", GREEN, door="joinable", posts=True)
@button("side", "Choose side", door="joinable", posts=True)
async def _enter(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Let the presser in, and offer the sides to choose from."""
    player, message = person(interaction.user), _challenge(interaction)
    async with _closing(controller):
        joined = await controller.games.lobby.join(press.game, player, message=message)
    await _entered(controller, interaction, joined)


async def _entered(controller: Controller, interaction: Interaction, game: StoredGame) -> None:
    player = person(interaction.user)
    if game.stage == "open":
        text = f"{place_in_words(game, player)} Choose your side here, if you like."
        await controller.tell_and_show(game, text, whispering(interaction, view=sides_for(game, player)))
    else:
        await controller.tell_and_show(game, f"Game #{game.number} begins.", whispering(interaction))


@button("seat", door="joinable", posts=True)
async def _choose(controller: Controller, interaction: Interaction, press: Press) -> None:
    player, side = person(interaction.user), press.chosen[0]
    game = await controller.games.lobby.join(press.game, player, "random" if side == "0" else side)

    tell = partial(answer, interaction, view=sides_for(game, player))
    await controller.tell_and_show(game, place_in_words(game, player), tell)


@button("leave", "Leave", door="joinable", posts=True)
async def _leave(controller: Controller, interaction: Interaction, press: Press) -> None:
    game = await controller.games.lobby.leave(press.game, person(interaction.user))
    await controller.tell_and_show(game, f"You have left game #{press.game}.", whispering(interaction))


@button("start", "Start", GREEN, door="joinable", posts=True)
async def _start(controller: Controller, interaction: Interaction, press: Press) -> None:
    message = _challenge(interaction)
    table = await controller.games.lobby.start(press.game, person(interaction.user), message)
    await controller.tell_and_show(table.game, begins(table, person(interaction.user)), whispering(interaction))


@button("wordjoin", "Accept with a word", form=True)
@button("wordenter", "Join with a word", form=True)
@button("wordin", "Give a word", form=True)
async def open_word(_: Controller, interaction: Interaction, press: Press) -> None:
    placeholder, hint = "Any word of yours. Everybody may see it.", "It goes into the dice before the first roll."
    field = discord.ui.TextInput[Any](max_length=LONGEST_SALT, placeholder=placeholder)
    form = blank("worded", press.game, f"A word for the dice of game #{press.game}", "Your word", field, hint)
    await interaction.response.send_modal(form)


async def challenge(controller: Controller, interaction: Interaction, request: ChallengeRequest) -> None:
    """Make a challenge where a button was pressed, and show it to the channel."""
    place = place_of(interaction)
    game = await controller.games.lobby.challenge(place, person(interaction.user), request, roles_of(interaction.user))
    if request.opponent is None:
        shown = await controller.show(game)
    else:
        number = game.number
        made = f"You have made challenge #{number}." if game.stage == "open" else f"Game #{number} begins."
        async with controller.telling(answer(interaction, made, view=None)):
            shown = await controller.show(game)
    refuse(None if shown else await controller.poster.obstacle(game.number))


def card_view(number: int, page: int, pages: int) -> discord.ui.View:
    """The buttons to the other pages of a rules card; the numbers in their ids are the game's, then the page's."""
    others = {"cardback": page - 1, "cardon": page + 1}
    return view_of(drawn(action, number, other) for action, other in others.items() if 0 <= other < pages)


def _challenge(interaction: Interaction) -> int | None:
    """The id of the message that was pressed, where everybody sees it."""
    message = interaction.message
    return message.id if message is not None and not message.flags.ephemeral else None


def place_in_words(game: StoredGame, player: Player) -> str:
    wish = next(guest.wish for guest in present(game) if guest.player.id == player.id)
    side = f"you play {variant_of(game.variant, game.options).seat(wish).name}" if wish else "your side will be drawn"
    return f"You are in game #{game.number}: {side}."


def sides_for(game: StoredGame, player: Player) -> discord.ui.View:
    """The sides open to a player who is in, their own choice preselected."""
    variant = variant_of(game.variant, game.options)
    own = next(guest.wish for guest in game.guests if guest.player.id == player.id)
    taken = {guest.wish for guest in game.guests if guest.player.id != player.id}
    options = [discord.SelectOption(label="Let my side be drawn", value="0", default=not own)]
    options += [
        discord.SelectOption(
            label=seat.name,
            value=str(seat.number),
            description="moves first" if seat.number == 1 else None,
            default=seat.number == own,
        )
        for seat in variant.seats
        if seat.number not in taken
    ]
    return view_of([menu("seat", game.number, 0, placeholder="Choose your side", options=options)])


class LobbyCog(DeskCog):
    @app_commands.command(description="Challenge somebody, or anyone, to a game")
    @app_commands.describe(
        game="The game; leave out for the one that is usual in this server",
        opponent=autocomplete.OPPONENT,
        level="How well I play, where I do; unless you name me, I take all places that are left",
        clock=autocomplete.CLOCK,
        fights="Whether captures are fought out with dice; leave out for what is usual here",
        rolls=autocomplete.ROLLS,
        word=autocomplete.WORD,
        side=autocomplete.SIDE,
        rated="Whether the game counts for ratings; leave out for what is usual here",
        thread="Whether the game gets a thread of its own; leave out for what is usual here",
        comment="What you want to say with the challenge",
        standing="Whether the challenge stays open, so that everyone who accepts begins a game with you",
        opponent2="Whom else to invite, in games for three or four",
        opponent3="Whom else to invite, in games for four",
        options=autocomplete.OPTIONS,
        hints="Whether players may ask for hints, which everybody sees; the game does not count then",
        position="A position code or FEN to begin from; leave out for the game's starting position",
    )
    @app_commands.choices(fights=autocomplete.FOUGHT, rolls=autocomplete.ROLLED)
    @app_commands.choices(level=autocomplete.LEVEL_CHOICES)
    @app_commands.autocomplete(
        game=autocomplete.variants, options=autocomplete.options, clock=autocomplete.times, side=autocomplete.sides
    )
    async def play(  # noqa: PLR0913, PLR0917 - each word is an option of the command
        self,
        interaction: Interaction,
        game: str = "",
        opponent: discord.Member | discord.User | None = None,
        level: int = 0,
        clock: str = "",
        fights: str | None = None,
        side: str = "",
        rated: bool | None = None,
        thread: bool | None = None,
        comment: app_commands.Range[str, 1, LONGEST_COMMENT] = "",
        standing: bool = False,
        opponent2: discord.Member | discord.User | None = None,
        opponent3: discord.Member | discord.User | None = None,
        options: str = "",
        position: str = "",
        rolls: str | None = None,
        word: str = "",
        hints: bool = False,
    ) -> None:
        place = open_in_server(interaction, Need.THREAD if thread else Need.FILES)
        chosen = autocomplete.options_of(options, fights)
        if not isinstance(interaction.channel, discord.TextChannel):
            if thread:
                raise Refused(NoThreadHere())
            thread = False
        opponents = [each for each in (opponent, opponent2, opponent3) if each is not None]
        invited, left = seats_for(interaction, opponents, level)
        first, others = (invited[0] if invited else None), tuple(invited[1:])
        wishes = ChallengeRequest(
            key_of(game),
            chosen,
            first,
            side,
            plain(position),
            others,
            clock,
            rated,
            thread,
            comment=comment,
            standing=standing,
            player_rolls=None if rolls is None else rolls == autocomplete.PLAYER,
            word=word,
            level=left,
            hints=hints,
        )
        lobby = self.controller.games.lobby
        made = await lobby.challenge(place, person(interaction.user), wishes, roles_of(interaction.user))
        await post_challenge(interaction, self.controller, made)
