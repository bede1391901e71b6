"""/help and /rules: five lines, buttons, pages by topic, cards, and the way from words that people try."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from discord import app_commands

from bot.app import Referee
from bot.discord_ui.commands.rules import PAGE_CHARS
from bot.discord_ui.commands.tree import COMMANDS_FACT
from bot.text.harmless import COMMANDS, clickable, escape
from bot.text.help import FRONT, SYNONYMS, TOPICS, about, page, words
from engine.model.refusal import Refusal, granted
from engine.variants import variant_of
from engine.variants.card import card
from tests.bot.support.people import Pair, labels, shown, told, untouched
from tests.test_sentences import sentences
from tests.wire import Human, Standin, running

SEEN = 4000
HOW_MAX_WORDS = 90


def paths(referee: Referee) -> set[str]:
    return {each.qualified_name for each in referee.tree.walk_commands() if isinstance(each, app_commands.Command)}


async def test_five_lines(discord_: Standin, referee: Referee) -> None:
    """Help is five lines in private; its commands can be clicked on, and the bot's id is not in it."""
    assert len(FRONT.split()) <= HOW_MAX_WORDS
    async with untouched(discord_, referee):
        message = await shown(await discord_.human("carol").slash("help"))
    assert len(message.content.split("\n")) == 5
    assert "Keep the @ on when you reply, or I can't see your message." in message.content
    assert labels(message) == ["Play Hexeh", "Play against me", "Learn", "How to move", "More"]
    assert message.embeds == ()
    assert str(discord_.bot.id) not in message.content
    ids = {command["name"]: int(command["id"]) for command in discord_.commands}
    found = re.findall(r"</([a-z-]+)(?: [a-z-]+)?:(\d+)>", message.markup)
    assert [name for name, _ in found] == ["play", "study", "move", "board", "games", "game", "game"]
    assert all(ids[name] == int(number) for name, number in found)


@pytest.mark.usefixtures("referee")
async def test_all_the_rest(carol: Human) -> None:
    """More opens a menu of topics, each of which is a page put in the same message."""
    message = await shown(await carol.slash("help"))
    menu = await (await carol.press(message, "More")).reply()
    assert menu.id == message.id
    assert [option.value for option in menu.selects[0].options] == list(TOPICS)
    for topic in TOPICS:
        seen = await (await carol.choose(menu, "About what?", topic)).reply()
        assert seen.markup == clickable(page(topic))
        assert len(seen.content) <= SEEN


async def test_the_buttons(carol: Human, pair: Pair) -> None:
    """The first button challenges anyone, not where no games are played; Learn puts the lesson in its place."""
    message = await shown(await carol.slash("help"))
    lesson = await (await carol.press(message, "Learn")).reply()
    assert lesson.id == message.id
    assert "Skip" in labels(lesson)
    await carol.press(await shown(await carol.slash("help")), "Play Hexeh")
    await pair.channel.wait_for(lambda m: "#2 " in m.content and bool(m.buttons))
    assert labels(await shown(await carol.at(carol.dm).slash("help"))) == [
        "Play against me",
        "Learn",
        "How to move",
        "More",
    ]


async def test_every_command_has_its_place(referee: Referee) -> None:
    """The pages name every command but /help, and no command that is not there; so do the synonyms."""
    named = set(re.findall(r"`/([a-z -]+)`", "\n".join([FRONT, *(topic.text for topic in TOPICS.values())])))
    assert named == paths(referee) - {"help"}
    assert set(SYNONYMS.values()) <= named


async def test_words_that_people_try(carol: Human) -> None:
    """The last word of a command, or another word for it, leads to the command; any other is refused with a way on."""
    for word, command in (
        ("resign", "game resign"),
        ("/Leaderboard", "players leaderboard"),
        ("  Import ", "record look"),
    ):
        link = f"</{command}:{COMMANDS[command]}>"
        answer = (await shown(await carol.slash("help", topic=word))).markup
        assert answer.startswith(f"“{word.strip('/ ').casefold()}” is {link} here.\n**")
        assert link in answer.split("\n", 1)[1]
    message = await shown(await carol.slash("help", topic="@everyone"))
    assert message.content.startswith("I don't know anything about “@\u200beveryone”. Try one of these.")
    page_ = await (await carol.choose(message, "About what?", "move")).reply()
    assert page_.content.startswith("**Make a move**")


async def test_completing_a_topic(carol: Human) -> None:
    """Topics, commands and other words are offered while one types."""
    assert len(await carol.autocomplete("help", topic="")) == 25
    assert [c.value for c in await carol.autocomplete("help", topic="/explore")] == ["study explore"]
    assert "records" in {c.value for c in await carol.autocomplete("help", topic="scoresh")}


async def test_ids_are_remembered(discord_: Standin, database: Path) -> None:
    """After a restart, at which no commands are sent, they can be clicked on as before."""
    async with running(Referee(database)) as first:
        ids = {**COMMANDS}
        known = {command["name"]: int(command["id"]) for command in discord_.commands}
        assert ids == {command: known[command.split(" ")[0]] for command in paths(first)}
    async with running(Referee(database)) as second:
        assert COMMANDS == ids
        assert len(discord_.requests_to("PUT", "/commands")) == 1
        ledger = second.controller.games.ledger
        (digest,) = json.loads(str(await ledger.fact(COMMANDS_FACT)))
        await ledger.remember(COMMANDS_FACT, json.dumps({digest: {}}))
    async with running(Referee(database)):
        assert "`/move`" in (await shown(await discord_.human("carol").slash("help"))).markup
        assert COMMANDS == {}


def test_words_lead_somewhere() -> None:
    """Everything that is offered is answered, with a page that fits a message when all commands can be clicked on."""
    named = re.compile(r"`/[a-z -]+`")
    for _, word in words():
        answer = granted(about(word))
        assert len(named.sub(lambda found: f"<{found[0]}{10**19}>", answer)) <= SEEN
    assert isinstance(about("zebra"), Refusal)


async def test_every_command_named_is_there(referee: Referee) -> None:
    """Every command that a text of the bot names is in the tree, so that it can be clicked on."""
    named = set(re.findall(r"(?<![\w/<])/([a-z][a-z-]*)", sentences()))
    assert len(named) > 5
    assert named <= {command.name for command in referee.tree.get_commands()}


async def test_commands_are_clickable(carol: Human) -> None:
    """Refusals name commands to be clicked on; what people have typed is none, nor what is in other code."""
    board, resign = COMMANDS["board"], COMMANDS["game resign"]
    said = (await shown(await carol.slash("board", game="99"))).markup
    assert said.endswith(f"</games:{COMMANDS['games']}> lists yours.")
    assert (await shown(await carol.slash("board", game="/board"))).markup.startswith("“/board” ")
    shown_ = "Use `/game resign` or /board piece:all, not “/board”, `/board x`, /game lists, /nothing or a/board."
    assert clickable(shown_) == (
        f"Use </game resign:{resign}> or </board:{board}> piece:all, not “/board”, `/board x`, /game lists, "
        "/nothing or a/board."
    )
    assert clickable(escape("/board")) == r"\/board"


@pytest.fixture
def carol(discord_: Standin, referee: Referee) -> Human:
    assert referee
    return discord_.human("carol")


async def test_the_rules_card(carol: Human, discord_: Standin, referee: Referee) -> None:
    """`/rules` shows the pieces in pictures, then the card page by page; the rulings are behind a button."""
    async with untouched(discord_, referee):
        message = await shown(await carol.slash("rules", game="Hexeh", options="travelers=straight"))
        (diagrams,) = message.attachments
        assert "Prowler: goes to any of the twelve cells" in (diagrams.description or "")
        assert message.content.startswith("**Hexeh (travelers: straight)**")
        assert labels(message) == ["Pieces ▶", "Rulings"]
        seen = [message.content]
        for label in ("Pieces ▶", "Rules ▶", "Rulings", "Rulings ▶", "Source ▶"):
            while label in labels(message):
                message = await (await carol.press(message, label)).reply()
                seen.append(message.content)
        assert not message.attachments
        assert max(map(len, seen)) < PAGE_CHARS + 100
        text = "".join(seen)
        for section in card(variant_of("hexeh", {"travelers": "straight"})):
            assert [line for line in section.lines if line not in text] == []
        message = await (await carol.press(message, "Rules")).reply()
        assert message.content == seen[0]
        for options, words in (
            ({"game": "zebra"}, "no game 'zebra'"),
            ({"game": "hexeh", "options": "travelers=lost"}, "Travelers can be winding or straight"),
            ({"game": "hexeh", "options": "straight"}, "name=value"),
        ):
            assert words in await told(await carol.slash("rules", **options))
    await Pair.seated(discord_, options="travelers=straight")
    for options, heading in (
        ({}, "**Hexeh (travelers: straight)**"),
        ({"fights": "d6"}, "**Hexeh with d6 fights (travelers: straight)**"),
    ):
        assert (await shown(await carol.slash("rules", **options))).content.startswith(heading), "the game played here"
