"""Challenges: made by /play, answered by buttons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, answer, person, require
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.components.items import GREEN, Interaction, Press, blank, button, drawn, menu, menu_option
from bot.discord_ui.components.screens import Item, Screen
from bot.discord_ui.controller import Controller, DeskCog, everywhere
from bot.games import ChallengeRequest, Location
from bot.games.challenges import DEFAULT_LEVEL, LONGEST_COMMENT
from bot.games.lobby import ChallengerGone
from bot.games.refusals import BotOpponent, NoThreadHere, UnknownOpponent, granted, refuse, refuse_if
from bot.store import Player, StoredGame, referee
from bot.text import gamelist, games
from bot.text import lobby as wording
from bot.text.games import board_link
from bot.text.harmless import escaped_name
from engine.clocks.control import read_control
from engine.lookahead.search import LEVELS
from engine.model.english import plain
from engine.model.refusal import Refused
from engine.model.wording import say
from engine.play.referee import SALT_MAX_CHARS
from engine.variants import COMBAT, GAMES, choices_of, variant_of


@button("join", "Accept", GREEN, door="joinable", posts=True)
@button("enter", "Join", GREEN, door="joinable", posts=True)
@button("side", "Choose side", door="joinable", posts=True)
async def _join(controller: Controller, interaction: Interaction, used: Press) -> None:
    """Let a player in, with their word for the dice, and offer the sides to choose from, or begin a game for two."""
    player = person(interaction.user)
    try:
        game = await controller.games.lobby.join(used.game, player, word=used.text, message=_challenge(interaction))
    except Refused as refused:
        if isinstance(refused.refusal, ChallengerGone):
            await controller.poster.show(used.game)
        raise
    if game.stage == "open":
        screen = place_and_sides(game, player, "Pick one here if you like.")
        await controller.tell_and_show(interaction, game, screen)
    else:
        await controller.answer_by_showing(interaction, game, await _begins(controller, game, player))


@button("start", "Start", GREEN, door="joinable", posts=True)
async def _start(controller: Controller, interaction: Interaction, press: Press) -> None:
    player = person(interaction.user)
    game = await controller.games.lobby.start(press.game, player, _challenge(interaction))
    await controller.answer_by_showing(interaction, game, await _begins(controller, game, player))


@button("seat", door="joinable", posts=True)
async def _choose(controller: Controller, interaction: Interaction, press: Press) -> None:
    player, side = person(interaction.user), press.chosen[0]
    game = await controller.games.lobby.join(press.game, player, "random" if side == "0" else side)
    await controller.tell_and_show(interaction, game, place_and_sides(game, player))


LEFT = {
    "refuse": "You've declined the challenge.",
    "leave": "You've left game #{number}.",
    "withdraw": "You've withdrawn the challenge.",
}


@button("refuse", "Decline", door="joinable", posts=True)
@button("leave", "Leave", door="joinable", posts=True)
@button("withdraw", "Withdraw", door="joinable", posts=True)
async def _leave(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Let the message of a challenge say who has left or how it has ended."""
    lobby = controller.games.lobby
    game = await (lobby.withdraw if press.action == "withdraw" else lobby.leave)(press.game, person(interaction.user))
    await controller.answer_by_showing(interaction, game, say(LEFT[press.action], number=game.number))


# ---- words for the dice


@button("worded", door="joinable")
async def take_word(controller: Controller, interaction: Interaction, form: Press) -> None:
    """Answer a challenge with the word in a form, or give it for the dice of a game that one is in."""
    player = person(interaction.user)
    if (await controller.games.tables.game(form.game)).includes(player.id):
        game = await controller.games.lobby.reword(form.game, player, form.text)
        await controller.answer_by_showing(interaction, game, say(wording.WORDED, number=form.game))
    else:
        await _join(controller, interaction, form)


@button("wordjoin", "Accept + lucky word", form=True)
@button("wordenter", "Join + lucky word", form=True)
@button("wordin", "Lucky word", form=True)
async def open_word(_: Controller, interaction: Interaction, press: Press) -> None:
    placeholder, hint = "Any word – everyone can see it", "It's mixed into the dice before the first roll."
    field = discord.ui.TextInput[Any](max_length=SALT_MAX_CHARS, placeholder=placeholder)
    title = say("A lucky word for game #{number}", number=press.game)
    form = blank("worded", press, title, "Your word", field, hint)
    await interaction.response.send_modal(form)


# ---- challenges made


async def challenge(
    controller: Controller,
    interaction: Interaction,
    request: ChallengeRequest,
    remarks: str = "",
    *,
    stays: bool = False,
) -> None:
    """Make a challenge, and show it to the channel, with remarks for the challenger; the pressed message may stay."""
    player, place = person(interaction.user), await _home_of(interaction)
    roles = [role.id for role in interaction.user.roles] if isinstance(interaction.user, discord.Member) else []
    if not isinstance(interaction.channel, discord.TextChannel):
        refuse_if(request.threaded, NoThreadHere())
        request = replace(request, threaded=False)
    game = await controller.games.lobby.challenge(place, player, request, roles)
    if not place.guild:
        remarks = f"{await _open_alone(controller, interaction, game)}\n{remarks}".strip()
    if not stays:
        await controller.answer_by_showing(interaction, game, "", remarks)
    elif not await controller.show(game):
        refuse(await controller.poster.obstacle(game.number))
    elif remarks:
        await controller.try_to(messages.send_private(interaction, remarks))


async def _home_of(interaction: Interaction) -> Location:
    """The place of a game that is begun by an interaction: here, or where the bot can only answer, direct messages."""
    if not messages.elsewhere(interaction):
        return messages.anywhere(interaction)
    try:
        return Location(0, (await interaction.client.create_dm(interaction.user)).id)
    except discord.Forbidden:
        raise Refused(messages.DirectMessagesClosed()) from None


async def _open_alone(controller: Controller, interaction: Interaction, game: StoredGame) -> str:
    """Show a game in direct messages, or take it back where they are closed; where it is, unless that is here."""
    games = controller.games
    games.closed.open(game.channel)
    if not await controller.show(game) and game.channel in games.closed:
        await games.moderation.delete(game.guild, game.number)
        raise Refused(messages.DirectMessagesClosed())
    link = board_link(await games.tables.game(game.number))
    if not link or game.channel == interaction.channel_id:
        return ""
    return say("Your game is in our direct messages: {board}", board=link)


async def _begins(controller: Controller, game: StoredGame, you: Player) -> str:
    table = await controller.games.tables.at(game)
    return f"{say('Game #{number} begins.', number=game.number)} {games.standing(table, escaped_name, you)}"


def seats_for(
    interaction: Interaction, opponents: Sequence[discord.Member | discord.User], level: int | None = None
) -> tuple[Player, ...]:
    me = interaction.client.user.id
    refuse_if(any(each.bot and each.id != me for each in opponents), BotOpponent())
    return tuple(
        referee(DEFAULT_LEVEL if level is None else level, place) if each.id == me else person(each)
        for place, each in enumerate(opponents)
    )


def _challenge(interaction: Interaction) -> int | None:
    """The id of the pressed message if it is public."""
    message = interaction.message
    return message.id if message is not None and not message.flags.ephemeral else None


def place_and_sides(game: StoredGame, player: Player, more: str = "") -> Screen:
    """In words which side a player has who is in, and those open to them, their own choice preselected."""
    variant, wishes = variant_of(game.variant, game.options), {each.player.id: each.wish for each in game.guests}
    own = wishes.pop(player.id)
    words = (
        "You're in game #{number}: you play {side}." if own else "You're in game #{number}: your side will be drawn."
    )
    options = [menu_option("Any side", 0, default=not own)]
    options += [
        menu_option(seat.name, seat.number, "moves first" if seat.number == 1 else "", default=seat.number == own)
        for seat in variant.seats
        if seat.number not in wishes.values()
    ]
    chooser = menu("seat", game.number, 0, placeholder="Choose your side", options=options)
    said = say(words, number=game.number, side=variant.seat(own).name if own else "")
    return Screen(f"{said} {more}".rstrip(), [chooser])


async def members_of(interaction: Interaction, ids: Iterable[int]) -> list[discord.Member]:
    """The people of a server with these ids; refused where one is gone."""
    try:
        return [] if interaction.guild is None else [await interaction.guild.fetch_member(each) for each in ids]
    except discord.NotFound:
        raise Refused(UnknownOpponent()) from None


# ---- the panel of a bare /play: each choice is remembered for the next time, but for the people chosen

TERMS = "play"
"""The preference that holds a player's last choices as JSON, by the menus' names; it is no setting."""
USUAL, ANYONE, SOMEONE = "usual", "anyone", "someone"
START = "Start a game"
MAIN, MORE = "main", "more"
"""The pages of the panel."""


async def _last_terms(controller: Controller, interaction: Interaction) -> dict[str, str]:
    kept = await controller.games.ledger.preferences.value(interaction.user.id, TERMS)
    terms: dict[str, str] = json.loads(kept or "{}")
    if terms.get("game") not in GAMES:
        usual = await controller.games.servers.settings(interaction.guild_id)
        terms["game"] = usual.game or gamelist.FIRST.key
    return terms


def _panel(terms: Mapping[str, str], opponents: str, page: str, *, server: bool) -> Screen:
    """The panel: game, opponent and clock, or everything else; `opponents` are ids of people, joined by hyphens.

    Outside of a server nobody but the bot can be played.
    """
    entry = GAMES[terms["game"]]

    def chooser(name: str, choices: Iterable[tuple[str, ...]]) -> Item:
        options = [menu_option(*choice) for choice in choices]
        chosen = next((each for each in options if each.value == terms.get(name)), options[0])
        chosen.default = True
        return menu("play", name, opponents, page, placeholder=None, options=options)

    if page == MAIN:
        me = "Me, level {number} – {name}"
        levels = [(say(me, **each._asdict()), str(each.number), each.text) for each in LEVELS]
        people = [("Anyone here", ANYONE), ("Someone in particular…", SOMEONE)] if server else []
        controls = [granted(read_control(time)) for time in autocomplete.TIMES]
        clocks = [(f"{each.words[:1].upper()}{each.words[1:]}", each.text) for each in controls]
        items = [
            chooser("game", [(each.name, each.key, each.sentence) for each in gamelist.newcomers_order()]),
            chooser("who", [*people, *levels]),
        ]
        if server and terms.get("who") == SOMEONE:
            chosen = [discord.Object(int(each), type=discord.User) for each in opponents.split("-") if each]
            select = discord.ui.UserSelect[Any](placeholder="Who?", default_values=chosen)
            select.max_values = len(variant_of(entry.key).seats) - 1
            select.custom_id = f"hm:play:people:{opponents}:{page}"
            items.append(Press(select))
        items.append(chooser("clock", [("Default clock", USUAL), *clocks]))
    else:
        seats = [(say("You play {side}", side=seat.name), seat.name) for seat in variant_of(entry.key).seats]
        items = [chooser("side", [("Any side", USUAL), *seats])]
        if server:
            rated = [("Rating: default", USUAL), ("Rated", "yes"), ("Unrated", "no")]
            thread = [("Thread: default", USUAL), ("In its own thread", "yes"), ("No thread of its own", "no")]
            items += [chooser("rated", rated), chooser("thread", thread)]
        dice = {choice.value: choice.name.capitalize() for choice in autocomplete.FOUGHT}
        for option in choices_of(entry):
            named = [(dice.get(value, f"{option.name.capitalize()}: {value}"), value) for value in option.values]
            usual = [("Fights: default", USUAL)] if option.name == COMBAT else []
            items.append(chooser(option.name, [*usual, *named]))
        rolls = [("rolls", "Dice", autocomplete.ROLLED)] if server and _has_fights(terms) else []
        for name, what, offered in (*rolls, ("below", "At the bottom", autocomplete.BELOW)):
            named = [(f"{what}: {each.name}", each.value) for each in offered]
            items.append(chooser(name, [(f"{what}: default", USUAL), *named]))
    other, label = (MORE, "More options") if page == MAIN else (MAIN, "Back")
    items += [drawn("playgo", opponents), drawn("play", "page", opponents, other, label=label)]
    return Screen(f"### {START}\n**{entry.name}**: {entry.sentence} {gamelist.length(entry)}.", items)


def _has_fights(terms: Mapping[str, str]) -> bool:
    """True if captures are fought out by these terms, or by the game's own rule; a server's default may add fights."""
    fights = terms.get(COMBAT, USUAL)
    return (GAMES[terms["game"]].combat[0] if fights == USUAL else fights) != "off"


@button("play")
async def _change_terms(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Note a choice, or turn the page, and show the panel so."""
    name, opponents, page = press.words
    terms = await _last_terms(controller, interaction)
    if name == "people":
        opponents = "-".join(press.chosen)
    elif name != "page":
        if name == "game":
            terms, opponents = {each: terms[each] for each in ("who", "clock") if each in terms}, ""
        terms[name] = press.chosen[0]
        await controller.games.ledger.preferences.choose(interaction.user.id, TERMS, json.dumps(terms))
    await answer(interaction, _panel(terms, opponents, page, server=not _alone(interaction)))


def _alone(interaction: Interaction) -> bool:
    """True where nobody but the bot can be played."""
    return interaction.guild is None or messages.elsewhere(interaction)


@button("playgo", "Challenge", GREEN)
async def _challenge_so(controller: Controller, interaction: Interaction, press: Press) -> None:
    terms = await _last_terms(controller, interaction)
    chosen = {name: value for name, value in terms.items() if value != USUAL}
    if _alone(interaction) or not _has_fights(terms):
        chosen.pop("rolls", None)
    thread, rated = (None if name not in chosen else chosen[name] == "yes" for name in ("thread", "rated"))
    require(interaction, Need.THREAD if thread else Need.FILES)
    who = chosen.get("who", "")
    people = await members_of(interaction, map(int, filter(None, press.words[0].split("-")))) if who == SOMEONE else []
    refuse_if(who == SOMEONE and not people, "choose who you'd like to challenge")
    level = int(who) if who.isdecimal() else LEVELS[0].number if _alone(interaction) else None
    request = ChallengeRequest(
        chosen["game"],
        {option.name: chosen[option.name] for option in choices_of(GAMES[chosen["game"]]) if option.name in chosen},
        seats_for(interaction, people),
        chosen.get("side", ""),
        time=chosen.get("clock", ""),
        rated=rated,
        threaded=thread,
        player_rolls=chosen["rolls"] == autocomplete.PLAYER if "rolls" in chosen else None,
        level=level,
        below=chosen.get("below", ""),
    )
    await challenge(controller, interaction, request)


class LobbyCog(DeskCog):
    @everywhere
    @app_commands.command(description="Start a game: challenge someone, anyone, or me")
    @app_commands.describe(
        game="The game (this server's default if left out)",
        opponent=autocomplete.OPPONENT,
        level="My level; I take every seat that's left",
        clock=autocomplete.CLOCK,
        fights="Dice fights for captures (default if left out)",
        rolls=autocomplete.ROLLS,
        word=autocomplete.WORD,
        side=autocomplete.SIDE,
        rated="Count the game for ratings (default if left out)",
        thread="Give the game its own thread (default if left out)",
        comment="A message to go with the challenge",
        standing="Keep the challenge open: everyone who accepts gets a game",
        opponent2="Another player, in games for 3 or 4",
        opponent3="Another player, in games for 4",
        options=autocomplete.OPTIONS,
        hints="Allow hints; everyone sees them, and the game is unrated",
        position="A position code or FEN to start from",
        below="Whose side is at the bottom of the boards (this channel's choice if left out)",
    )
    @app_commands.choices(below=autocomplete.BELOW, fights=autocomplete.FOUGHT, rolls=autocomplete.ROLLED)
    @app_commands.choices(level=autocomplete.LEVEL_CHOICES)
    @app_commands.autocomplete(
        game=autocomplete.variants, options=autocomplete.options, clock=autocomplete.times, side=autocomplete.sides
    )
    async def play(  # noqa: PLR0913, PLR0917 - each word is an option of the command
        self,
        interaction: Interaction,
        game: str = "",
        opponent: discord.Member | discord.User | None = None,
        level: int | None = None,
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
        below: str = "",
    ) -> None:
        if not [*interaction.namespace]:
            terms = await _last_terms(self.controller, interaction)
            await answer(interaction, _panel(terms, "", MAIN, server=not _alone(interaction)))
            return
        require(interaction, Need.THREAD if thread else Need.FILES)
        chosen = autocomplete.options_of(options, fights)
        opponents = [each for each in (opponent, opponent2, opponent3) if each is not None]
        wishes = ChallengeRequest(
            gamelist.key_of(game),
            chosen,
            seats_for(interaction, opponents, level),
            side,
            plain(position),
            clock,
            rated,
            thread,
            comment=comment,
            standing=standing,
            player_rolls=None if rolls is None else rolls == autocomplete.PLAYER,
            word=word,
            level=level,
            hints=hints,
            below=below,
        )
        await challenge(self.controller, interaction, wishes)
