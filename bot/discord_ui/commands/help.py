"""Help and the greeting: what explains the referee, and the ways to a first game."""

from __future__ import annotations

from discord import app_commands

from bot.discord_ui.channel.messages import answer, hosted, in_place, person, send_private
from bot.discord_ui.commands import autocomplete
from bot.discord_ui.commands.lobby import challenge, members_of, seats_for
from bot.discord_ui.commands.study import LESSON
from bot.discord_ui.components.items import BLUE, GREEN, Interaction, Press, button, drawn, menu, menu_option
from bot.discord_ui.components.picker import MAX_OPTIONS
from bot.discord_ui.components.screens import BOOK, Item, Screen
from bot.discord_ui.controller import Controller, DeskCog, everywhere
from bot.games import ChallengeRequest
from bot.text import gamelist
from bot.text import help as helping

LABELS = {"learn": "Learn", "move": "How to move", "more": "More"}


def help_button(topic: str) -> Press:
    """A button that opens a page of help, with the topic `more` the list of them, with `learn` a lesson."""
    known = helping.TOPICS.get(topic)
    return drawn("help", topic, label=LABELS.get(topic) or (known.title if known else LABELS["more"]))


def front_items(*, playing: bool) -> list[Item]:
    """The buttons under the first lines; others are challenged only where games are played."""
    others = [drawn("playfirst", 0)] if playing else []
    return [*others, drawn("playme", 0), *map(help_button, LABELS)]


def topics_items(chosen: str = "") -> list[Item]:
    topics = helping.TOPICS.items()
    options = [menu_option(topic.title, key, default=key == chosen) for key, topic in topics]
    return [menu("topics", 0, placeholder="About what?", options=options)]


@button("help", "More")
@button("topics")
async def _open_page(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Show the page chosen, with the menu of all others below."""
    topic = press.chosen[0] if press.chosen else press.words[0]
    if topic == "learn":
        learning = await controller.games.lessons.open(person(interaction.user), None, None)
        await LESSON.show(controller, interaction, learning)
        return
    known = topic in helping.TOPICS
    text = helping.page(topic) if known else "What would you like to know?"
    await in_place(interaction, Screen(text, topics_items(topic if known else ""), colour=BOOK))


def opponent_items(opponent: int) -> list[Item]:
    games = gamelist.newcomers_order()[:MAX_OPTIONS]
    options = [menu_option(entry.name, entry.key, entry.sentence) for entry in games]
    return [menu("against", opponent, placeholder="Which game?", options=options)]


@button("playfirst", f"Play {gamelist.FIRST.name}", GREEN, posts=True)
async def _play_first(controller: Controller, interaction: Interaction, _: Press) -> None:
    await challenge(controller, interaction, ChallengeRequest(gamelist.FIRST.key, {}), stays=True)


@button("playme", "Play against me", BLUE, posts=True)
async def _play_me(controller: Controller, interaction: Interaction, _: Press) -> None:
    await challenge(controller, interaction, ChallengeRequest(gamelist.FIRST.key, {}, level=0, rated=False), stays=True)


@button("howto", "How it works")
async def _explain(_: Controller, interaction: Interaction, __: Press) -> None:
    await send_private(interaction, Screen(helping.FRONT, front_items(playing=False), colour=BOOK))


@button("against", posts=True)
async def against(controller: Controller, interaction: Interaction, press: Press) -> None:
    people = await members_of(interaction, [press.game])
    request = ChallengeRequest(press.chosen[0], {}, seats_for(interaction, people))
    await challenge(controller, interaction, request)


class HelpCog(DeskCog):
    @everywhere
    @app_commands.command(name="help", description="How to play here")
    @app_commands.describe(topic="A command, or a word for what you want to do")
    @app_commands.autocomplete(
        topic=autocomplete.completing(lambda typed: autocomplete.fitting(helping.words(), typed.removeprefix("/")))
    )
    async def explain(self, interaction: Interaction, topic: str | None = None) -> None:
        if topic is None:
            await answer(interaction, Screen(helping.FRONT, front_items(playing=hosted(interaction)), colour=BOOK))
        else:
            await answer(interaction, Screen(helping.about(topic), topics_items(), colour=BOOK))
